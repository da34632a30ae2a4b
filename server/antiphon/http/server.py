"""The HTTP side of the server as one aiohttp application."""

from aiohttp import web

from antiphon.http import guards
from antiphon.http.announcing import Announcing
from antiphon.http.doors import doors_of
from antiphon.http.feed import Feed
from antiphon.http.headers import secure
from antiphon.http.information import Information
from antiphon.http.pairing import Pair
from antiphon.http.problems import problems
from antiphon.http.runner import GuardedRunner
from antiphon.http.seats import Seats
from antiphon.http.services import Services
from antiphon.http.signalling import Signalling
from antiphon.http.sockets import VELA, VOICEPILOT, WS_V1, Sockets
from antiphon.http.static import Static
from antiphon.http.vela import Vela
from antiphon.http.ws_v1 import WsV1

SHUTDOWN_S = 2.0
"""How long a request that is under way at the end may take, and then once more to notice that it is given up."""


def make_runner(services: Services) -> GuardedRunner:
    """What serves the application, with the limits that stand outside of it."""
    doors = doors_of(services.settings, services.clock)
    return GuardedRunner(make_app(services), doors, services.answering, shutdown_timeout=SHUTDOWN_S)


def make_app(services: Services) -> web.Application:
    """The application, to be run as `make_runner` does. Its clean-up ends no session."""
    guard = guards.guard(services.settings, services.clock)
    app = web.Application(
        middlewares=[services.answering.middleware(), problems, guard], client_max_size=guards.BODY_BYTES
    )
    seats = Seats(services)
    signalling = Signalling(services, seats)
    # A contract is one entry here; its name is that of its subprotocol.
    sockets = Sockets(
        {
            WS_V1: WsV1(services, seats, services.ticker),
            VELA: Vela(services, seats, services.ticker),
            VOICEPILOT: Feed(services, seats),
        },
        services.clock,
    )
    app.add_routes(signalling.routes())
    app.add_routes(sockets.routes())
    app.add_routes(Announcing(services).routes())
    app.add_routes(Information(services).routes())
    if services.pairing is not None and services.settings.secret is not None:
        app.add_routes(Pair(services.pairing, services.settings.secret, services.clock).routes())
    app.add_routes(Static(services.web_root, needs_pairing=services.pairing is not None).routes())
    app.on_response_prepare.append(secure)
    app.on_response_prepare.append(guards.cross_origin(services.settings))
    app.on_shutdown.append(sockets.close)
    app.on_cleanup.append(signalling.close)
    return app
