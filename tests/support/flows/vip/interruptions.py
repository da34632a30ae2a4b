"""Barge-in, and other ways to take the floor."""

from support.flow import READY, Flow, answers, on, opening, say, send, speak, state

LONG = "This is a long answer, and it goes on and on, so that there is time enough to interrupt it before it ends."
SCRIPT = [answers(say(LONG), match="^tell me"), answers(say("Of course."))]
SPEAKING = state("ai_speaking")
DONE = state("idle", "audio.complete")

FLOWS = [
    Flow(
        "barge_in_while_speaking",
        source="VIP 5.1.2, 7.5",
        says="Speech over the answer pauses it, its words stop it, and they are answered.",
        session={"texts": ["tell me everything", "what time is it"], "script": SCRIPT},
        steps=[*opening(), speak(1.0, after=READY, wait=0.5), speak(1.0, after=SPEAKING, wait=1.0)],
        until=DONE,
    ),
    Flow(
        "barge_in_while_thinking",
        source="VIP 7.3 input.barge_in, 7.5",
        says="Who goes on speaking before the answer is answered all of it together.",
        session={
            "texts": ["open the cart", "and tell me what is in it"],
            "script": [answers(say("Nothing is."), match="cart.*in it"), answers({"stall_s": 3}, say("Here it is."))],
        },
        steps=[
            *opening(),
            speak(1.0, after=READY, wait=0.5),
            speak(1.0, after=state("ai_thinking", wait=0.5)),
        ],
        until=DONE,
    ),
    Flow(
        "back_channel",
        source="VIP 7.5 high-confidence speech",
        says="A mm-hm over the answer pauses it, and it goes on from there.",
        session={"texts": ["tell me everything", "mm-hm"], "script": SCRIPT},
        steps=[*opening(), speak(1.0, after=READY, wait=0.5), speak(0.5, after=SPEAKING, wait=1.0)],
        until=DONE,
    ),
    Flow(
        "barge_in_by_hand",
        source="VIP 7.5 manual",
        says="A button stops the answer at once; the user has the floor, and says something.",
        session={"texts": ["what time is it"], "script": SCRIPT},
        steps=[
            *opening(),
            send("input.text", {"text": "tell me everything"}, after=READY, wait=0.5),
            send("input.barge_in", {"source": "manual"}, after=SPEAKING, wait=1.0),
            speak(1.0, after=state("user_speaking"), wait=0.2),
        ],
        until=DONE,
    ),
    Flow(
        "barge_in_by_key",
        source="VIP 7.5 manual",
        says="The key for talking interrupts like a button, and the turn lasts until it is released.",
        session={"texts": ["what time is it"], "script": SCRIPT},
        steps=[
            *opening(),
            send("input.text", {"text": "tell me everything"}, after=READY, wait=0.5),
            send("input.start", {"trigger": "ptt"}, after=SPEAKING, wait=1.0),
            speak(1.0, after=state("user_speaking"), wait=0.2),
            send("input.end", wait=1.2),
        ],
        until=DONE,
    ),
    Flow(
        "barge_in_by_text",
        source="VIP 7.5; WS v1 input.text",
        says="A typed sentence over the answer stops it and is answered.",
        session={"script": SCRIPT},
        steps=[
            *opening(),
            send("input.text", {"text": "tell me everything"}, after=READY, wait=0.5),
            send("input.text", {"text": "what time is it"}, after=SPEAKING, wait=1.0),
        ],
        until=DONE,
    ),
    Flow(
        "client_hint",
        source="VIP 5.5.1 input.detected",
        says="The client's detector heard something in idle and over an answer: it is advice, and moves nothing.",
        session={"script": SCRIPT},
        steps=[
            *opening(),
            send(
                "input.detected", {"source": "client-hint", "level": -30.0, "probability": 0.9}, after=READY, wait=0.5
            ),
            send("input.text", {"text": "what time is it"}, wait=0.5),
            send("input.detected", {"source": "client-hint", "probability": 0.9}, after=SPEAKING, wait=0.2),
        ],
        until=DONE,
    ),
    Flow(
        "response_cancelled",
        source="Vela response.cancel",
        says="The answer is stopped, and nobody takes the floor.",
        session={"script": SCRIPT},
        steps=[
            *opening(),
            send("input.text", {"text": "tell me everything"}, after=READY, wait=0.5),
            send("response.cancel", after=SPEAKING, wait=1.0),
        ],
        until=on("session.state", state="idle", trigger="response.cancel"),
    ),
]
