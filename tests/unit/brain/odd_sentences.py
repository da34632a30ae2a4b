"""Five more pages, and sentences that name what is hard to take back on them without ordering it."""

from typing import Any

from .conftest import action
from .everyday_pages import DAY, TEXT, number, one_of

ROOMS = one_of("Sea view double", "Garden single", "Suite Mozart")
LESSONS = one_of("Maths", "French", "Sports", "Art")
ALBUMS = one_of("Blue Train", "Kind of Blue", "Abbey Road")
PATIENTS = one_of("Ann Bell", "Ben Cook", "Carla May")

HOTEL: dict[str, Any] = {
    "cancel_booking": action("Cancel a booking", {"booking": ROOMS}, ["booking"]),
    "confirm_booking": action("Confirm the booking"),
    "pay_deposit": action("Pay the deposit", {"amount": number(1, 2000)}, ["amount"]),
    "set_guests": action("Set the number of guests", {"guests": number(1, 8)}, ["guests"]),
    "set_arrival": action("Set the arrival", {"date": DAY}, ["date"]),
    "show_prices": action("Show the prices"),
    "call_reception": action("Call the reception"),
}
SCHOOL: dict[str, Any] = {
    "delete_lesson": action("Delete a lesson", {"lesson": LESSONS}, ["lesson"]),
    "open_class": action("Open a class", {"class": one_of("3a", "3b", "4c")}, ["class"]),
    "publish_timetable": action("Publish the timetable"),
    "send_note": action("Send a note to the parents", {"text": TEXT}, ["text"]),
    "clear_monday": action("Clear Monday"),
    "print_timetable": action("Print the timetable"),
}
MUSIC: dict[str, Any] = {
    "delete_album": action("Delete an album", {"album": ALBUMS}, ["album"]),
    "remove_track": action("Remove a track", {"track": one_of("So What", "Something", "Help")}, ["track"]),
    "play_album": action("Play an album", {"album": ALBUMS}, ["album"]),
    "buy_album": action("Buy an album", {"album": ALBUMS}, ["album"]),
    "share_playlist": action("Share the playlist"),
    "empty_library": action("Empty the library"),
    "next_track": action("Play the next track"),
}
CLINIC: dict[str, Any] = {
    "cancel_appointment": action("Cancel an appointment", {"patient": PATIENTS}, ["patient"]),
    "discharge_patient": action("Discharge a patient", {"patient": PATIENTS}, ["patient"]),
    "send_prescription": action(
        "Send a prescription", {"patient": PATIENTS, "tablets": number(1, 100)}, ["patient", "tablets"]
    ),
    "open_file": action("Open the file of a patient", {"patient": PATIENTS}, ["patient"]),
    "call_next": action("Call the next patient"),
    "delete_note": action("Delete the note"),
    "archive_file": action("Archive the file"),
}
BANK: dict[str, Any] = {
    "transfer": action(
        "Transfer money",
        {"account": one_of("Savings", "Joint account"), "amount": number(1, 5000)},
        ["account", "amount"],
    ),
    "pay_bill": action("Pay a bill", {"bill": one_of("Rent", "Water"), "date": DAY}, ["bill", "date"]),
    "cancel_card": action("Cancel the card"),
    "delete_payee": action("Delete a payee", {"payee": TEXT}, ["payee"]),
    "send_money": action("Send money", {"to": TEXT, "amount": number(1, 900)}, ["to", "amount"]),
    "send_message": action("Send a message", {"to": one_of("Anna", "Ben"), "text": TEXT}, ["to", "text"]),
    "show_balance": action("Show the balance"),
}
ODD_PAGES = {"hotel": HOTEL, "school": SCHOOL, "music": MUSIC, "clinic": CLINIC, "bank": BANK}

NO_HARM = {
    "hotel": """
I cancelled the Suite Mozart yesterday|they cancel the Suite Mozart every time|my wife said cancel the Suite Mozart|
tell my wife to cancel the Suite Mozart|cancel Suite Mozart if it rains|cancel Suite Mozart after breakfast|
cancel the Suite Mozart, not the Garden single|cancel not the Suite Mozart but the Garden single|
cancel the Garden single instead of the Suite Mozart|cancel both|cancel all bookings|cancel two bookings|
cancel a booking > all of them|cancel a booking > the Suite Mozart and the Garden single|
cancel a booking > Garden single is the one to keep|cancel a booking > Suite Mozart... no, wait|
cancel a booking > let me ask my husband about Suite Mozart|cancel a booking > first show me Suite Mozart|
pay two hundred or three hundred|pay the deposit two hundred, no, three hundred|
pay the deposit > two hundred at reception|pay the deposit > at most two hundred|pay the deposit > two hundred each|
pay the deposit > half of two hundred|pay half the deposit|confirm the booking if it is cheap|
can you confirm that the booking is paid|I confirm the booking was nice|call the reception tomorrow|
show the prices, and if they are high cancel the Suite Mozart|show prices then don't cancel the Suite Mozart
""",
    "school": """
"delete French"|he wrote delete French on the board|Tom, delete French|It is over. Delete French.|
please let the teacher delete French|delete the French teacher|delete French homework|delete French from Friday|
delete Maths and French|delete all lessons but Art|delete Art? Maths!|delete Art, I mean Maths|delete Art no Maths|
delete a lesson > Art, I mean Maths|delete a lesson > I love Art|delete a lesson > you choose|
delete a lesson > Sports on Friday|publish the timetable on Monday|publish the old timetable|
publish the timetable. Just kidding.|clear Monday morning|clear Mondays|is Monday clear|clear Monday. I mean Tuesday.|
send a note > delete French|send a note > never mind|delete Art for now|delete Art from|
delete Art and open 3a. Stop!|print the timetable but don't publish the timetable|you can delete Art|
I forgot to delete Art|don't forget to delete Art|maybe delete Art > hmm yes|maybe delete Art > okay but later|
maybe delete Art > yes, delete Maths|maybe delete Art > open 3a > yes|maybe delete Art > no, I meant Maths
""",
    "music": """
delete something|remove something|remove help|so what|remove a track > something|delete blue|
delete an album > the blue one|delete an album > Kind of Blue Train|delete an album > Blue Train and Abbey Road|
delete an album > I was listening to Blue Train|delete an album > it's Blue Train I want to hear|
play Blue Train or delete it|play Blue Train, don't delete it|delete Blue Train after playing it|
delete Blue Train twice|delete Blue Train, please, no|delete Blue Train. Stop!|delete Blue Train. Oh no!|
delete Blue Train never mind|buy Blue Train for Tom|buy two Blue Trains|buy Blue Train again|
I wanted to buy Blue Train|I'd have bought Blue Train|how do I buy Blue Train|what if I buy Blue Train|
let Tom buy Blue Train|share the playlist with nobody|share playlists|is the library empty|empty half the library|
empty the library except Abbey Road|an empty library
""",
    "clinic": """
Ann Bell cancels her appointment|cancel Ann Bell's appointments|cancel the appointment of Ann Bell and Ben Cook|
cancel the appointments in May|cancel an appointment > in May|cancel an appointment > Ann Bell may come|
cancel an appointment > ring the bell|cancel an appointment > the cook|cancel an appointment > Ann Bell's mother|
cancel an appointment > Ann Bell because she is ill|discharge Ben Cook unless he is ill|
discharge Ben Cook at noon|Ben Cook should be discharged|discharge both|discharge nobody|
discharge papers for Ben Cook|nurse, discharge Ben Cook|the doctor will discharge Ben Cook|
send a prescription > Ann Bell > two a day|send a prescription > Ann Bell > ten for Ben Cook|
send a prescription > Ann Bell > twenty or thirty|send a prescription > Ann Bell > ten dollars|
cancel an appointment > Ann Bell for now|cancel an appointment > the second one > not that one > yes|
cancel an appointment > it could be Ann Bell|cancel an appointment > Ann Bell? No.|
open the file of Ann Bell and delete it|
call the next patient in five minutes|who is next|call me|
delete the note from Ann Bell|delete a note|delete notes|archive the files|archive the file of Ben Cook
""",
    "bank": """
transfer fifty from savings|transfer from savings > fifty|transfer fifty or sixty to savings|
transfer fifty percent to savings|transfer at least fifty to savings|transfer fifty to savings monthly|
transfer to savings > fifty, I think|transfer to savings > fifty each month|pay the rent every Friday|
pay the rent on Friday or Monday|pay the rent > tomorrow if I can|pay the rent > tomorrow?|
cancel the card reader|cancel my card if it is stolen|cancel the cards|cancel Tom's card|my card is cancelled|
delete a payee > all|delete a payee > Tom or Anna|delete a payee > the one that I added|delete a payee > nobody|
delete the payee Tom and Anna|delete the payee that I added yesterday|send money > not Tom > fifty|
send money > I don't know yet > fifty|send fifty to nobody
""",
}
"""`>` stands between what is said one after the other. The last of it does nothing that is hard to take back."""

ENOUGH = {
    "hotel": """
cancel the Suite Mozart|please cancel Suite Mozart|cancel a booking > Suite Mozart|pay the deposit of two hundred euros|
pay the deposit > two hundred|set guests to four and pay the deposit of fifty|confirm the booking|call the reception
""",
    "school": """
delete French|please delete French. Thank you.|okay, delete the French lesson|hey, delete French|
delete a lesson > the French one|publish the timetable|clear Monday|send a note saying French is cancelled|
send a note > delete French > yes|open 3a and delete Art
""",
    "music": """
delete Blue Train|I want to buy Blue Train|remove the track Something > yes|share my playlist|empty the library|
play the next track and buy Blue Train
""",
    "clinic": """
cancel Ann Bell's appointment|discharge Ben Cook|send a prescription to Ann Bell, twenty tablets|delete my note|
archive file|call the next patient
""",
    "bank": """
transfer fifty to savings|transfer to savings > fifty|pay the rent on Friday|cancel my card|delete the payee Tom|
send money > Anna Keller > fifty > yes|
send a message to Anna > see you all tomorrow > yes|send a message to Anna saying see you all tomorrow
""",
}
"""What is ordered as plainly as can be."""
