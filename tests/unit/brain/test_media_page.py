"""Another page that the brain has not seen: a bank, a map, a video, a form."""

from typing import Any

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import action, call_on

MEDIA = {
    "goto_tab": action(
        "Switch to one of the tabs", {"tab": {"enum": ["overview", "transactions", "cards", "messages"]}}, ["tab"]
    ),
    "zoom_in": action("Zoom the map in"),
    "zoom_out": action("Zoom the map out"),
    "show_route": action(
        "Show the route to a place",
        {"destination": {"type": "string"}, "mode": {"enum": ["car", "bike", "walk"]}},
        ["destination"],
    ),
    "play_video": action("Start the video"),
    "pause_video": action("Pause the video"),
    "skip_forward": action(
        "Skip ahead in the video", {"seconds": {"type": "integer", "minimum": 1, "maximum": 600, "default": 10}}, []
    ),
    "setSubtitleLanguage": action(
        "Set the language of the subtitles",
        {"language": {"enum": ["english", "german", "french", "spanish"]}},
        ["language"],
    ),
    "toggle_subtitles": action("Show or hide the subtitles", {"visible": {"type": "boolean"}}, ["visible"]),
    "fill_name": action("Fill in the name field of the form", {"name": {"type": "string"}}, ["name"]),
    "fill_age": action("Fill in the age field", {"age": {"type": "integer", "minimum": 0, "maximum": 130}}, ["age"]),
    "submit_form": action("Submit the form", confirm=True),
    "reset_form": action("Clear all fields of the form"),
    "open_menu": action("Open the main menu"),
    "close_menu": action("Close the main menu"),
    "select_seat": action(
        "Choose a seat by row and number",
        {
            "row": {"type": "integer", "minimum": 1, "maximum": 30},
            "seat": {"type": "integer", "minimum": 1, "maximum": 12},
        },
        ["row", "seat"],
    ),
    "set_brightness": action(
        "Set the brightness of the picture", {"value": {"type": "number", "minimum": 0, "maximum": 1}}, ["value"]
    ),
    "accept_cookies": action("Accept the cookies"),
    "reject_cookies": action("Reject the cookies"),
    "subscribe": action("Subscribe to the newsletter", {"email": {"type": "string", "format": "email"}}, ["email"]),
    "read_aloud": action("Reads the article aloud"),
    "increase_font": action("Makes the text bigger"),
    "decrease_font": action("Makes the text smaller"),
    "rate": action("Rates this film with stars", {"stars": {"type": "integer", "minimum": 1, "maximum": 5}}, ["stars"]),
    "add_task": action(
        "Adds a task to the list",
        {"title": {"type": "string"}, "priority": {"enum": ["low", "normal", "high"]}, "urgent": {"type": "boolean"}},
        ["title"],
    ),
    "complete_task": action("Marks a task as done", {"number": {"type": "integer", "minimum": 1}}, ["number"]),
}

MEDIA_SAID = [
    ("switch to the transactions tab", "goto_tab", {"tab": "transactions"}),
    ("show my cards", "goto_tab", {"tab": "cards"}),
    ("go to messages", "goto_tab", {"tab": "messages"}),
    ("open the overview", "goto_tab", {"tab": "overview"}),
    ("zoom in", "zoom_in", {}),
    ("zoom out please", "zoom_out", {}),
    ("zoom in on the map", "zoom_in", {}),
    ("show me the route to the train station", "show_route", {"destination": "train station"}),
    ("show the route to Berlin by bike", "show_route", {"destination": "Berlin", "mode": "bike"}),
    ("play the video", "play_video", {}),
    ("start the video", "play_video", {}),
    ("pause the video", "pause_video", {}),
    ("stop the video", "pause_video", {}),
    ("skip forward", "skip_forward", {}),
    ("skip forward thirty seconds", "skip_forward", {"seconds": 30}),
    ("skip ahead twenty seconds in the video", "skip_forward", {"seconds": 20}),
    ("set the subtitle language to german", "setSubtitleLanguage", {"language": "german"}),
    ("change the language of the subtitles to french", "setSubtitleLanguage", {"language": "french"}),
    ("hide the subtitles", "toggle_subtitles", {"visible": False}),
    ("turn on subtitles", "toggle_subtitles", {"visible": True}),
    ("show subtitles", "toggle_subtitles", {"visible": True}),
    ("fill in the name John Smith", "fill_name", {"name": "John Smith"}),
    ("set the name to Mary Jones", "fill_name", {"name": "Mary Jones"}),
    ("set the age to forty two", "fill_age", {"age": 42}),
    ("fill in age thirty", "fill_age", {"age": 30}),
    ("submit the form", "submit_form", {}),
    ("send the form", "submit_form", {}),
    ("reset the form", "reset_form", {}),
    ("clear the form", "reset_form", {}),
    ("open the menu", "open_menu", {}),
    ("close the menu please", "close_menu", {}),
    ("select row five seat seven", "select_seat", {"row": 5, "seat": 7}),
    ("choose seat three in row ten", "select_seat", {"row": 10, "seat": 3}),
    ("set the brightness to fifty percent", "set_brightness", {"value": 0.5}),
    ("set brightness to zero point eight", "set_brightness", {"value": 0.8}),
    ("accept cookies", "accept_cookies", {}),
    ("accept all cookies", "accept_cookies", {}),
    ("reject the cookies", "reject_cookies", {}),
    ("read the article aloud", "read_aloud", {}),
    ("increase the font", "increase_font", {}),
    ("make the font smaller", "decrease_font", {}),
    ("rate this film four stars", "rate", {"stars": 4}),
    ("add a task call the plumber", "add_task", {"title": "call the plumber"}),
    ("add task buy bread with high priority", "add_task", {"title": "buy bread", "priority": "high"}),
    ("add water the plants to the list", "add_task", {"title": "water the plants"}),
    ("complete task two", "complete_task", {"number": 2}),
    ("mark the third task as done", "complete_task", {"number": 3}),
    ("I accept", None, {}),
    ("the menu is open", None, {}),
    ("the video was great", None, {}),
    ("we played the video yesterday", None, {}),
    ("rate this film nine stars", None, {}),
    ("how long is the video", None, {}),
    ("don't submit the form", None, {}),
    ("never accept cookies", None, {}),
    ("my seat is in row five", None, {}),
    ("who wants cookies", None, {}),
    ("zoom", None, {}),
    ("the route was long", None, {}),
    ("read my lips", None, {}),
    ("open sesame", None, {}),
    ("close but no cigar", None, {}),
    ("skip the small talk", None, {}),
    ("select row forty seat two", None, {}),
]


@pytest.mark.parametrize(("utterance", "name", "parameters"), MEDIA_SAID)
async def test_map_video_and_form(utterance: str, name: str | None, parameters: dict[str, Any]) -> None:
    assert await call_on(MEDIA, utterance) == (ActionCall(name, parameters) if name else None)
