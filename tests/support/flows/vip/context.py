"""What the page is, and what the application has to say."""

from support.flow import (
    ACTIONS,
    OPEN_PAGE,
    READY,
    Flow,
    announce,
    answers,
    call,
    on,
    opening,
    result,
    say,
    send,
    speak,
    state,
)

DONE = state("idle", "audio.complete")
CHANGED = {"narration": "The cart is shown. It holds two books.", "route": "/cart"}

FLOWS = [
    Flow(
        "narrated_state",
        source="VIP 5.3.2, 7.2.3 to 7.2.5",
        says="What the page shows is told in idle; while the user speaks it is refused, and told again after.",
        session={"texts": ["what do you see"], "script": [answers(say("Two books."))]},
        steps=[
            *opening(),
            send("state.update", {"narration": "The cart is shown.", "route": "/cart"}, after=READY, wait=0.5),
            speak(1.0, wait=0.5),
            send("state.update", CHANGED, after=state("user_speaking"), wait=0.2),
            send("state.update", CHANGED, after=state("ai_speaking")),
        ],
        until=DONE,
    ),
    Flow(
        "actions_update",
        source="VIP 5.3.1",
        says="The page offers something new, and only then can the assistant order it.",
        session={
            "texts": ["open the cart"],
            "script": [answers(call("cart"), say("Here it is."), match="now"), answers(call("cart"), call("cart"))],
        },
        steps=[
            *opening(),
            speak(1.0, after=READY, wait=0.5),
            send("actions.update", {"actions": ACTIONS}, after=on("transcript.final")),
            send("actions.update", {"actions": ACTIONS}, after=DONE),
            send("input.text", {"text": "open the cart now"}, wait=0.5),
            result("inv_1", after=on("action.invoke")),
        ],
        until=DONE,
    ),
    Flow(
        "actions_update_removes",
        source="VIP 5.3.1",
        says="What the page no longer offers is no longer ordered.",
        session={"script": [answers(call("cart"), call("cart"))]},
        steps=[
            *opening({"open_page": OPEN_PAGE}),
            send("actions.update", {"actions": {}}, after=READY, wait=0.5),
            send("input.text", {"text": "open the cart"}, wait=0.5),
        ],
        until=DONE,
    ),
    Flow(
        "announcement",
        source="VIP 7.3 server.announce",
        says="The application has something said: in idle at once, during an answer after it.",
        session={"script": [answers(say("It is noon."))]},
        steps=[
            *opening(),
            announce("The shop closes soon.", after=READY, wait=0.5),
            send("input.text", {"text": "what time is it"}, after=DONE, wait=0.5),
            announce("It closes now.", after=state("ai_speaking", "response.audio"), wait=0.2),
        ],
        until=on("audio.complete", turn_id="turn_3"),
    ),
]
