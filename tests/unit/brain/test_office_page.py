"""A page that has nothing in common with the demonstration: mail, a house, a report."""

from typing import Any

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import action, call_on

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
    ("reply saying thank you so much for the flowers", "reply", {"text": "thank you so much for the flowers"}),
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


@pytest.mark.parametrize(("utterance", "name", "parameters"), OFFICE_SAID)
async def test_mail_house_and_report(utterance: str, name: str | None, parameters: dict[str, Any]) -> None:
    assert await call_on(OFFICE, utterance) == (ActionCall(name, parameters) if name else None)
