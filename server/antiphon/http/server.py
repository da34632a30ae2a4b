"""The HTTP side of the server as one aiohttp application."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from aiohttp import web

from antiphon.http import guards
from antiphon.http.announcing import Announcing
from antiphon.http.contract import Contract
from antiphon.http.doors import doors_of
from antiphon.http.headers import secure
from antiphon.http.information import Information
from antiphon.http.pairing import Pair
from antiphon.http.problems import problems
from antiphon.http.runner import GuardedRunner
from antiphon.http.services import Services
from antiphon.http.session_records import SessionRecords
from antiphon.http.sockets import Sockets
from antiphon.http.static import Static

S = TypeVar("S", bound=Services)

SHUTDOWN_S = 2.0
"""The time that a request which is under way at the end may take, and then once more to notice that it is given up."""


def make_runner(services: S, contracts: Sequence[Callable[[S, SessionRecords], Contract]]) -> GuardedRunner:
    """Make the runner that serves the application, with the limits that stand outside of it."""
    doors = doors_of(services.settings, services.clock)
    return GuardedRunner(make_app(services, contracts), doors, services.answering, shutdown_timeout=SHUTDOWN_S)


def make_app(services: S, contracts: Sequence[Callable[[S, SessionRecords], Contract]]) -> web.Application:
    """Make the application, to be run as `make_runner` does. Its clean-up ends no session."""
    guard = guards.guard(services.settings, services.clock)
    app = web.Application(
        middlewares=[services.answering.middleware(), problems, guard], client_max_size=guards.BODY_BYTES
    )
    records = SessionRecords(services)
    served = [make(services, records) for make in contracts]
    sockets = Sockets({name: one for contract in served for name, one in contract.sockets.items()}, services.clock)
    for contract in served:
        app.add_routes(contract.routes())
    app.add_routes(sockets.routes())
    app.add_routes(Announcing(services).routes())
    app.add_routes(Information(services).routes())
    if services.pairing is not None and services.settings.secret is not None:
        app.add_routes(Pair(services.pairing, services.settings.secret, services.clock).routes())
    pages = {path: page for contract in served for path, page in contract.pages.items()}
    app.add_routes(Static(services.web_root, pages, needs_pairing=services.pairing is not None).routes())
    app.on_response_prepare.append(secure)
    app.on_response_prepare.append(guards.cross_origin(services.settings))
    app.on_shutdown.append(sockets.close)
    app.on_cleanup.append(sockets.closed)
    app.on_cleanup.append(records.close)
    return app
