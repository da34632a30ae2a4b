"""Initialisation and introduction."""

from support.flow import ACTIONS, READY, Flow, connect, on, opening, send, state

HELLO = {"protocol": "vip/1", "narration": "A shop.", "actions": {}}

FLOWS = [
    Flow(
        "first_connection",
        source="VIP 5.4 session establishment, 7.4 initialization",
        says="The server greets, the client tells its page and its actions, and the session is ready.",
        steps=opening(ACTIONS),
        until=READY,
    ),
    Flow(
        "introduction",
        source="VIP 7.4 introduction",
        says="An assistant that introduces itself speaks first.",
        session={"greeting": "Welcome to the shop."},
        steps=opening(),
        until=state("idle", "audio.complete"),
    ),
    Flow(
        "order",
        source="VIP 7.2.2, 7.4 initialization",
        says="Nothing but session.initialize is taken before the session is ready, and that once.",
        steps=[
            connect(),
            send("input.text", {"text": "hello"}, after=on("session.connected")),
            send("ping", {"n": 1}, after=on("error")),
            send("session.initialize", HELLO, after=on("error")),
            send("session.initialize", HELLO, after=READY),
        ],
        until=on("error"),
    ),
]
