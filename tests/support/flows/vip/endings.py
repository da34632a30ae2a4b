"""Termination, loss and failure."""

from support.flow import READY, Flow, answers, connect, leave, on, opening, say, send, speak, state

LONG = "This is a long answer, and it goes on and on, so that there is time enough to lose the connection in it."
CLOSED = on("session.closed")
RESUME = {"session_id": "sess_1", "resume_token": "resume_token_1", "last_seq": 10}

FLOWS = [
    Flow(
        "hang_up_by_voice",
        source="VIP 5.4 termination, 7.4 termination",
        says="A whole utterance that is one of the hang-up phrases ends the session.",
        session={"texts": ["goodbye"]},
        steps=[*opening(), speak(0.8, after=READY, wait=0.5)],
        until=CLOSED,
    ),
    Flow(
        "client_close",
        source="VIP 7.4 termination",
        says="The page hangs up in the middle of an answer.",
        session={"script": [answers(say(LONG))]},
        steps=[
            *opening(),
            send("input.text", {"text": "tell me everything"}, after=READY, wait=0.5),
            send("session.close", after=state("ai_speaking"), wait=1.0),
        ],
        until=CLOSED,
    ),
    Flow(
        "fatal_error_of_the_client",
        source="VIP 5.5.1 error.fatal, 7.6",
        says="The page cannot go on, says so, and the session ends.",
        steps=[
            *opening(),
            send("error.fatal", {"code": "page.crashed", "message": "Out of memory."}, after=READY, wait=0.5),
        ],
        until=CLOSED,
    ),
    Flow(
        "fatal_error_of_the_server",
        source="VIP 5.5.1 error.fatal, 7.6",
        says="A client that never initialises is told why the session ends.",
        steps=[connect()],
        until=CLOSED,
    ),
    Flow(
        "idle_too_long",
        source="VIP 7.3 session.close",
        says="A session in which nothing happens ends by itself.",
        session={"idle_s": 30.0},
        steps=opening(),
        until=CLOSED,
    ),
    Flow(
        "resume",
        source="VIP 7.3 session.close, 7.6 network error",
        says="The connection is lost in mid-answer; who comes back is told what was missed, in order and once.",
        session={
            "script": [answers(say(LONG), match="everything"), answers(say("Still here."))],
            "resume_window_s": 120.0,
        },
        steps=[
            *opening(),
            send("input.text", {"text": "tell me everything"}, after=READY, wait=0.5),
            leave(after=state("ai_speaking"), wait=1.0),
            connect(wait=8.0),
            send("session.initialize", {"protocol": "vip/1", "resume": RESUME}, after=on("session.connected")),
            send("input.text", {"text": "are you there"}, after=state("idle", "session.resume"), wait=0.5),
        ],
        until=state("idle", "audio.complete"),
    ),
]
