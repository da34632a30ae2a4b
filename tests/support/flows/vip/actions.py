"""Commands to the page."""

from support.flow import (
    ACTIONS,
    OPEN_PAGE,
    READY,
    Flow,
    answers,
    call,
    failure,
    on,
    opening,
    result,
    say,
    send,
    speak,
    state,
)

DONE = state("idle", "audio.complete")
INVOKED = on("action.invoke")
QUIET = {"open_page": OPEN_PAGE | {"follow_up": False}}
HASTY = {"open_page": OPEN_PAGE | {"timeout_ms": 2000}}
GO = {"texts": ["open the cart"], "script": [answers(call("cart"), say("Here is your cart."))]}
CART_SHOWN = "The cart is shown. It is empty."

FLOWS = [
    Flow(
        "action",
        source="VIP 5.4 case B, 7.4 scenario B",
        says="The page carries out a command, tells what it shows now, and the assistant acknowledges it.",
        session=GO,
        steps=[
            *opening(ACTIONS),
            speak(1.0, after=READY, wait=0.5),
            result("inv_1", "opened", after=INVOKED, narration=CART_SHOWN),
        ],
        until=DONE,
    ),
    Flow(
        "action_without_follow_up",
        source="VIP 7.3 action.done",
        says="The registry says that a success needs no words: it leads to idle.",
        session=GO,
        steps=[*opening(QUIET), speak(1.0, after=READY, wait=0.5), result("inv_1", after=INVOKED)],
        until=state("idle", "action.done"),
    ),
    Flow(
        "action_error",
        source="VIP 5.5.2, 7.6 action failure",
        says="The page cannot do it, and the user is told so, though a success would have needed no words.",
        session={"texts": ["open the cart"], "script": [answers(call("cart"), say("The cart cannot be opened."))]},
        steps=[
            *opening(QUIET),
            speak(1.0, after=READY, wait=0.5),
            failure("inv_1", "action.failed", "The cart is being repaired.", after=INVOKED),
        ],
        until=DONE,
    ),
    Flow(
        "action_timeout",
        source="VIP 7.6 action failure",
        says="The page does not answer in time; what it answers late is kept, what it answers twice is refused.",
        session={"texts": ["open the cart"], "script": [answers(call("cart"), say("The page did not answer."))]},
        steps=[
            *opening(HASTY),
            speak(1.0, after=READY, wait=0.5),
            result("inv_1", "opened", after=on("error", code="action.timeout"), wait=0.5),
            result("inv_1", "opened", after=on("error", code="action.late"), wait=0.0),
        ],
        until=DONE,
    ),
    Flow(
        "action_chain",
        source="VIP 7.4 scenario B",
        says="Two commands in one sentence run one after the other, and are acknowledged together.",
        session={
            "texts": ["open the settings and then the cart"],
            "script": [answers(call("settings"), call("cart"), say("Both are done."))],
        },
        steps=[
            *opening(ACTIONS),
            speak(1.5, after=READY, wait=0.5),
            result("inv_1", after=INVOKED),
            result("inv_2", after=INVOKED),
        ],
        until=DONE,
    ),
    Flow(
        "action_in_parallel",
        source="VIP 7.2.6",
        says="A command that comes while the assistant speaks goes out beside the speech, and changes no state.",
        session={
            "texts": ["open the cart"],
            "script": [
                answers(say("I am opening the cart for you, one moment please. "), {"stall_s": 1.0}, call("cart"))
            ],
        },
        steps=[*opening(ACTIONS), speak(1.0, after=READY, wait=0.5), result("inv_1", after=INVOKED)],
        until=DONE,
    ),
    Flow(
        "action_in_parallel_fails",
        source="VIP 7.2.6, 7.6 action failure",
        says="A command beside the speech fails, and the user is told at the next idle.",
        session={
            "texts": ["open the cart"],
            "script": [
                answers(
                    say("I am opening the cart for you, one moment please. "),
                    {"stall_s": 1.0},
                    call("cart"),
                    say("The cart cannot be opened."),
                )
            ],
        },
        steps=[
            *opening(ACTIONS),
            speak(1.0, after=READY, wait=0.5),
            failure("inv_1", "action.failed", "The cart is being repaired.", after=INVOKED),
        ],
        until=on("audio.complete", response_id="resp_2"),
    ),
    Flow(
        "action_cancelled",
        source="VIP 5.5.2; Vela response.cancel",
        says="The user cancels while the page is at work: it is told to give up, and its result is refused.",
        session=GO,
        steps=[
            *opening(ACTIONS),
            speak(1.0, after=READY, wait=0.5),
            send("response.cancel", after=state("invoke_action", wait=0.5)),
            result("inv_1", after=on("action.cancel")),
        ],
        until=on("error"),
    ),
    Flow(
        "action_invented",
        source="VIP 5.3.1",
        says="What the assistant invents never reaches the page, and the user is told that it cannot be done.",
        session={"texts": ["open the moon"], "script": [answers(call("moon"), call("moon"))]},
        steps=[*opening(ACTIONS), speak(1.0, after=READY, wait=0.5)],
        until=DONE,
    ),
]
