"""Eight unlike pages with something on each that is hard to take back, and names that are words of everyday speech."""

from typing import Any

from .conftest import action

TEXT: dict[str, Any] = {"type": "string"}
DAY: dict[str, Any] = {"type": "string", "format": "date"}


def one_of(*names: str) -> dict[str, Any]:
    return {"enum": list(names)}


def number(low: int, high: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": low, "maximum": high}


TASKS = one_of("Buy milk", "Call the plumber", "Pay the rent", "Send invoices", "Open a bank account", "Two letters")
BOOKINGS = one_of("Lisbon", "Graz", "Room seven", "March", "Anna Keller")
MESSAGES = one_of("Weekly report", "Hello from Sara", "Your receipt", "Re: Lunch", "Question about Monday")
FILES = one_of("notes.txt", "Summer photos", "Budget 2024", "Show reel", "Number ten")
PRODUCTS = one_of("Red tent", "Green lamp", "Gift card", "Sale banner")
ORDERS = one_of("Order 1001", "Order 1002", "Order 1010", "Order 80")
SONGS = one_of("Stop", "Hello", "One", "Call Me Maybe", "Take Five")

PAGES: dict[str, dict[str, Any]] = {
    "todo": {
        "delete_task": action("Delete a task", {"task": TASKS}, ["task"]),
        "add_task": action("Add a task", {"title": TEXT}, ["title"]),
        "mark_done": action("Mark a task as done", {"task": TASKS}, ["task"]),
        "show_completed": action("Show the completed tasks"),
        "clear_completed": action("Clear the completed tasks"),
    },
    "booking": {
        "cancel_booking": action("Cancel a booking", {"booking": BOOKINGS}, ["booking"]),
        "pay": action("Pay for a booking", {"booking": BOOKINGS}, ["booking"]),
        "set_nights": action("Set the number of nights", {"nights": number(1, 30)}, ["nights"]),
        "set_guests": action("Set the number of guests", {"guests": number(1, 9)}, ["guests"]),
        "show_map": action("Show the map"),
    },
    "mail": {
        "delete_message": action("Delete a message", {"message": MESSAGES}, ["message"]),
        "archive_message": action("Archive a message", {"message": MESSAGES}, ["message"]),
        "send_message": action("Send a message", {"to": one_of("Anna", "Ben", "Cyd"), "text": TEXT}, ["to", "text"]),
        "open_folder": action("Open a folder", {"folder": one_of("Inbox", "Drafts", "Spam")}, ["folder"]),
        "empty_spam": action("Empty the spam folder"),
    },
    "files": {
        "remove_file": action("Remove a file", {"file": FILES}, ["file"]),
        "sort_files": action("Sort the files", {"by": one_of("name", "date", "size")}, ["by"]),
        "empty_trash": action("Empty the trash"),
        "set_zoom": action("Set the zoom level", {"percent": number(10, 200)}, ["percent"]),
        "share_file": action("Share a file", {"file": FILES}, ["file"]),
    },
    "bank": {
        "pay_bill": action("Pay a bill", {"bill": one_of("Electricity", "Water", "Phone", "Rent")}, ["bill"]),
        "transfer": action(
            "Transfer money",
            {"account": one_of("Savings", "Joint account", "Holiday fund"), "amount": number(1, 5000)},
            ["account", "amount"],
        ),
        "show_balance": action("Show the balance"),
        "set_limit": action("Set the daily limit", {"limit": number(0, 2000)}, ["limit"]),
    },
    "calendar": {
        "delete_event": action(
            "Delete an event", {"event": one_of("Dentist", "Lunch with Tom", "Team meeting", "Book club")}, ["event"]
        ),
        "cancel_meeting": action(
            "Cancel a meeting", {"meeting": one_of("Monday standup", "Board call", "Weekly review")}, ["meeting"]
        ),
        "go_to_date": action("Go to a date", {"date": DAY}, ["date"]),
        "change_view": action("Change the view", {"view": one_of("day", "week", "month")}, ["view"]),
    },
    "shop": {
        "delete_product": action("Delete a product", {"product": PRODUCTS}, ["product"]),
        "publish_product": action("Publish a product", {"product": PRODUCTS}, ["product"]),
        "refund_order": action("Refund an order", {"order": ORDERS}, ["order"]),
        "set_stock": action("Set the stock", {"pieces": number(0, 999)}, ["pieces"]),
        "show_orders": action("Show the orders"),
    },
    "music": {
        "remove_song": action("Remove a song from the playlist", {"song": SONGS}, ["song"]),
        "play_song": action("Play a song", {"song": SONGS}, ["song"]),
        "delete_playlist": action("Delete a playlist", {"playlist": one_of("Party", "Sad songs")}, ["playlist"]),
        "set_volume": action("Set the volume", {"level": number(0, 100)}, ["level"]),
        "pause": action("Pause the music"),
    },
    "buttons": {
        "remove_red_shoes": action("Remove red shoes"),
        "remove_blue_hat": action("Remove blue hat"),
        "remove_open_offers": action("Remove open offers"),
        "pay_now": action("Pay now"),
        "empty_cart": action("Empty cart"),
        "set_count": action("Set Count", {"value": number(1, 99)}, ["value"]),
        "open_settings": action("Open Settings"),
    },
}
GRAVE = frozenset(
    ["delete", "cancel", "remove", "pay", "transfer", "send", "archive", "refund", "publish", "share", "empty", "clear"]
)
"""What no page should do that was not asked to; as the ids say it."""
