"""The HTTP side of the server as one aiohttp application."""

from aiohttp import web

from antiphon.http import guards
from antiphon.http.announcing import Announcing
from antiphon.http.headers import secure
from antiphon.http.information import Information
from antiphon.http.problems import problems
from antiphon.http.services import Services
from antiphon.http.signalling import Signalling
from antiphon.http.static import Static


def make_app(services: Services) -> web.Application:
    """The application, to be run by an `aiohttp.web.AppRunner`. Its clean-up ends no session."""
    app = web.Application(middlewares=[problems, guards.guard(services.settings)], client_max_size=guards.BODY_BYTES)
    signalling = Signalling(services)
    app.add_routes(signalling.routes())
    app.add_routes(Announcing(services).routes())
    app.add_routes(Information(services).routes())
    app.add_routes(Static(services.web_root).routes())
    app.on_response_prepare.append(secure)
    app.on_response_prepare.append(guards.cross_origin(services.settings))
    app.on_cleanup.append(signalling.close)
    return app
