"""Pages that have nothing in common with the demonstration: the brain knows English, not one registry."""

from typing import Any

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, registry


def action(description: str, properties: Any = None, required: Any = (), confirm: bool = False) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties or {}, "required": list(required)}
    return {"description": description, "parameters": schema, "confirm": confirm}


OFFICE = {
    "mail.composeMessage": action(
        "Write a new email to somebody", {"to": {"type": "string"}, "body": {"type": "string"}}, ["to", "body"]
    ),
    "mail.openFolder": action(
        "Open a mail folder",
        {"folder": {"type": "string", "enum": ["inbox", "sent", "drafts", "spam", "trash"]}},
        ["folder"],
    ),
    "archive_message": action("Archive the message that is open"),
    "reply": action("Reply to the open message", {"text": {"type": "string"}}, ["text"]),
    "calendar.createEvent": action(
        "Create a calendar event",
        {
            "title": {"type": "string"},
            "duration_minutes": {"type": "integer", "minimum": 5, "maximum": 480, "default": 30},
        },
        ["title"],
    ),
    "set-temperature": action(
        "Set the target temperature of the room",
        {"degrees": {"type": "number", "minimum": 5, "maximum": 30}},
        ["degrees"],
    ),
    "turn_on_lights": action(
        "Turn on the lights in a room", {"room": {"enum": ["kitchen", "living room", "bedroom", "bathroom"]}}, ["room"]
    ),
    "turn_off_lights": action(
        "Turn off the lights in a room", {"room": {"enum": ["kitchen", "living room", "bedroom", "bathroom"]}}, ["room"]
    ),
    "showChart": action(
        "Displays a chart of the given kind",
        {"kind": {"enum": ["bar", "line", "pie"]}, "metric": {"enum": ["revenue", "visitors", "conversion_rate"]}},
        ["metric"],
    ),
    "filter_by_country": action(
        "Only show rows of one country",
        {
            "country": {
                "oneOf": [
                    {"const": "DE", "title": "Germany"},
                    {"const": "FR", "title": "France"},
                    {"const": "US", "title": "United States"},
                ]
            }
        },
        ["country"],
    ),
    "export_report": action(
        "Exports the report as a file", {"format": {"enum": ["pdf", "csv", "excel"], "default": "pdf"}}, []
    ),
    "scroll_down": action("Scrolls the page down"),
    "scroll_up": action("Scrolls the page up"),
    "log_out": action("Ends the session of the user"),
    "next_page": action("Shows the next page of results"),
    "previous_page": action("Shows the previous page of results"),
    "close_dialog": action("Closes the dialog"),
    "video.seek": action("Jumps to a second of the video", {"seconds": {"type": "integer", "minimum": 0}}, ["seconds"]),
    "video.setMuted": action("Mutes or unmutes the video", {"muted": {"type": "boolean"}}, ["muted"]),
    "video.setSpeed": action(
        "Changes how fast the video plays", {"rate": {"type": "number", "minimum": 0.25, "maximum": 2}}, ["rate"]
    ),
    "rename_file": action("Gives the selected file a new name", {"new_name": {"type": "string"}}, ["new_name"]),
    "book_table": action(
        "Books a table at the restaurant",
        {
            "people": {"type": "integer", "minimum": 1, "maximum": 12},
            "time": {"type": "string", "enum": ["lunch", "dinner"]},
        },
        ["people"],
    ),
    "transfer_money": action(
        "Sends money to a contact",
        {"amount": {"type": "number", "exclusiveMinimum": 0, "maximum": 5000}, "recipient": {"type": "string"}},
        ["amount", "recipient"],
        confirm=True,
    ),
    "undo": action("Takes back the last change"),
    "like_photo": action("Likes the photo that is shown"),
    "refresh": action("Loads the data again"),
    "select_row": action("Selects a row of the table", {"row": {"type": "integer", "minimum": 1}}, ["row"]),
    "sort_table": action(
        "Sorts the table",
        {"column": {"enum": ["name", "date", "price"]}, "direction": {"enum": ["ascending", "descending"]}},
        ["column"],
    ),
    "help": action("Opens the help page"),
}

OFFICE_SAID = [
    ("open my inbox", "mail.openFolder", {"folder": "inbox"}),
    ("show me the spam folder", "mail.openFolder", {"folder": "spam"}),
    ("go to drafts", "mail.openFolder", {"folder": "drafts"}),
    ("archive this message", "archive_message", {}),
    ("archive the email please", "archive_message", {}),
    ("send an email to Anna saying I will be late", "mail.composeMessage", {"to": "Anna", "body": "I will be late"}),
    (
        "compose a message to Peter saying see you tomorrow",
        "mail.composeMessage",
        {"to": "Peter", "body": "see you tomorrow"},
    ),
    ("reply thank you so much for the flowers", "reply", {"text": "thank you so much for the flowers"}),
    ("reply that I agree", "reply", {"text": "I agree"}),
    ("create an event called team lunch", "calendar.createEvent", {"title": "team lunch"}),
    ("create a calendar event with the title dentist", "calendar.createEvent", {"title": "dentist"}),
    ("set the temperature to twenty one point five degrees", "set-temperature", {"degrees": 21.5}),
    ("set temperature to 18", "set-temperature", {"degrees": 18}),
    ("lower the temperature to nineteen", "set-temperature", {"degrees": 19}),
    ("turn on the lights in the kitchen", "turn_on_lights", {"room": "kitchen"}),
    ("turn the living room lights off", "turn_off_lights", {"room": "living room"}),
    ("switch off the bedroom lights", "turn_off_lights", {"room": "bedroom"}),
    ("lights on in the bathroom", "turn_on_lights", {"room": "bathroom"}),
    ("show a pie chart of revenue", "showChart", {"kind": "pie", "metric": "revenue"}),
    ("show me the chart of visitors", "showChart", {"metric": "visitors"}),
    ("display the conversion rate as a line chart", "showChart", {"kind": "line", "metric": "conversion_rate"}),
    ("filter by germany", "filter_by_country", {"country": "DE"}),
    ("only show the united states", "filter_by_country", {"country": "US"}),
    ("export the report as excel", "export_report", {"format": "excel"}),
    ("export the report", "export_report", {}),
    ("download the report as pdf", "export_report", {"format": "pdf"}),
    ("scroll down", "scroll_down", {}),
    ("scroll up a bit", "scroll_up", {}),
    ("log out", "log_out", {}),
    ("log me out please", "log_out", {}),
    ("sign out", "log_out", {}),
    ("next page", "next_page", {}),
    ("go to the next page", "next_page", {}),
    ("previous page please", "previous_page", {}),
    ("go back to the previous page", "previous_page", {}),
    ("close the dialog", "close_dialog", {}),
    ("dismiss this dialog", "close_dialog", {}),
    ("jump to second ninety", "video.seek", {"seconds": 90}),
    ("mute the video", "video.setMuted", {"muted": True}),
    ("unmute the video", "video.setMuted", {"muted": False}),
    ("turn mute off", "video.setMuted", {"muted": False}),
    ("set the video speed to one point five", "video.setSpeed", {"rate": 1.5}),
    ("set the speed to two", "video.setSpeed", {"rate": 2}),
    ("rename the file to holiday pictures", "rename_file", {"new_name": "holiday pictures"}),
    ("rename this file two final version", "rename_file", {"new_name": "final version"}),
    ("book a table for four people", "book_table", {"people": 4}),
    ("book a table for two", "book_table", {"people": 2}),
    ("reserve a table for six for dinner", "book_table", {"people": 6, "time": "dinner"}),
    ("send fifty dollars to Maria", "transfer_money", {"amount": 50, "recipient": "Maria"}),
    ("transfer one hundred and twenty to Tom", "transfer_money", {"amount": 120, "recipient": "Tom"}),
    ("undo", "undo", {}),
    ("undo the last change", "undo", {}),
    ("like this photo", "like_photo", {}),
    ("refresh the data", "refresh", {}),
    ("reload", "refresh", {}),
    ("select row three", "select_row", {"row": 3}),
    ("select the fifth row", "select_row", {"row": 5}),
    ("sort the table by price", "sort_table", {"column": "price"}),
    ("sort by date descending", "sort_table", {"column": "date", "direction": "descending"}),
    ("open the help page", "help", {}),
    ("I like this photo", None, {}),
    ("my mail is full of spam", None, {}),
    ("the kitchen is upstairs", None, {}),
    ("turn on the radio", None, {}),
    ("send in the clowns", None, {}),
    ("transfer six thousand to Tom", None, {}),
    ("what is the temperature", None, {}),
    ("do not log out", None, {}),
    ("don't archive this message", None, {}),
    ("we should book a table sometime", None, {}),
    ("go on", None, {}),
    ("next time", None, {}),
    ("is the video muted", None, {}),
    ("close your eyes", None, {}),
    ("that's a nice photo", None, {}),
    ("I saw the video", None, {}),
    ("who sent the email", None, {}),
]

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


async def call_on(page: dict[str, Any], utterance: str) -> ActionCall | None:
    talk = Talk(registry(page))
    await talk.say(utterance)
    return talk.call


@pytest.mark.parametrize(("utterance", "name", "parameters"), OFFICE_SAID)
async def test_mail_house_and_report(utterance: str, name: str | None, parameters: dict[str, Any]) -> None:
    assert await call_on(OFFICE, utterance) == (ActionCall(name, parameters) if name else None)


@pytest.mark.parametrize(("utterance", "name", "parameters"), MEDIA_SAID)
async def test_map_video_and_form(utterance: str, name: str | None, parameters: dict[str, Any]) -> None:
    assert await call_on(MEDIA, utterance) == (ActionCall(name, parameters) if name else None)


@pytest.mark.parametrize(
    ("entry", "utterance", "parameters"),
    [
        ({"hidden": {"type": "boolean"}}, "hide the sidebar", {"hidden": True}),
        ({"hidden": {"type": "boolean"}}, "show the sidebar", {"hidden": False}),
        ({"width": {"const": 5}}, "set the sidebar", {"width": 5}),
        ({"width": {"type": "integer", "default": 7}}, "set the sidebar", {"width": 7}),
        ({"width": {"enum": [1, 2, 5]}}, "set the sidebar to 5", {"width": 5}),
        ({"width": {"enum": [1, 2, 5]}}, "set the sidebar to 4", None),
        ({"width": {"type": "integer", "multipleOf": 5}}, "set the sidebar to 12", None),
        ({"width": {"type": "number", "exclusiveMinimum": 0}}, "set the sidebar to zero", None),
        ({"width": {"type": ["null", "integer"]}}, "set the sidebar to 12", {"width": 12}),
        ({"width": {"$ref": "#/$defs/size"}}, "set the sidebar to twelve", {"width": 12}),
        (
            {"side": {"oneOf": [{"const": "l", "title": "Left"}, {"const": "r", "title": "Right"}]}},
            "set the sidebar to the right",
            {"side": "r"},
        ),
        ({"on": {"enum": [True, False]}}, "turn the sidebar off", {"on": False}),
    ],
)
async def test_every_form_of_schema_that_takes_one_value(
    entry: dict[str, Any], utterance: str, parameters: dict[str, Any] | None
) -> None:
    schema = {"type": "object", "properties": entry, "required": list(entry), "$defs": {"size": {"type": "integer"}}}
    page = {"set_sidebar": {"description": "Sets the sidebar.", "parameters": schema}}
    assert await call_on(page, utterance) == (ActionCall("set_sidebar", parameters) if parameters else None)


@pytest.mark.parametrize("schema", [{"$ref": "https://example.com/schema"}, {"properties": {"x": {"pattern": "("}}}])
async def test_a_schema_that_cannot_be_checked_is_never_called(schema: dict[str, Any]) -> None:
    page = {"go_back": {"description": "Goes back.", "parameters": schema}}
    assert await call_on(page, "go back") is None
