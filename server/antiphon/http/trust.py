"""A page over plain HTTP that offers a local network's certificate authority and explains how to trust it (S19).

Plain, because nobody trusts its certificate yet. Hence it gives nothing away that is not public: no code, no token, no
call. What somebody on the way could change is the authority itself, so the page shows its SHA-256 beside the one that
the server's terminal shows.
"""

import html
from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import Protocol

from aiohttp import hdrs, web

from antiphon.http import guards
from antiphon.http.doors import doors_of
from antiphon.http.headers import secure
from antiphon.http.problems import problems
from antiphon.http.runner import GuardedRunner
from antiphon.http.services import HttpSettings
from antiphon.ports import Clock

CERTIFICATE = "/antiphon-ca.crt"
CONTENT_TYPE = "application/x-x509-ca-cert"
SYSTEMS = ("ios", "android", "macos", "windows", "linux")

_TELLING = {
    "iphone": ("ios",),
    "ipad": ("ios",),
    "android": ("android",),
    "macintosh": ("macos", "ios"),  # an iPad says so too
    "windows": ("windows",),
    "linux": ("linux",),
}
"""Words of a User-Agent, and the systems that it may be of; the first that is found counts."""


class Authority(Protocol):
    """The certificate authority that the page is about."""

    @property
    def pem(self) -> bytes: ...

    @property
    def common_name(self) -> str:
        """The name by which a system lists the authority."""
        ...

    @property
    def fingerprint(self) -> str: ...

    def joining_url(self, asked_on: str) -> str:
        """Return the address where a device joins that has reached this machine on that address of it."""
        ...

    def picture(self, url: str) -> str:
        """Return an SVG element with the QR code of `url`."""
        ...


def make_trust_runner(authority: Authority, settings: HttpSettings, clock: Clock, folder: Path) -> GuardedRunner:
    """Make the runner that serves the page; `folder` has `page.html` and `page.css`."""
    app = web.Application(middlewares=[problems, guards.guard(settings, clock)])
    app.add_routes(Trust(authority, folder).routes())
    app.on_response_prepare.append(secure)
    return GuardedRunner(app, doors_of(settings, clock), shutdown_timeout=1.0)


class Trust:
    def __init__(self, authority: Authority, folder: Path) -> None:
        self._authority = authority
        self._page_text = Template((folder / "page.html").read_text("utf-8"))
        self._style = (folder / "page.css").read_text("utf-8")

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/", self._page),
            web.get("/page.css", self._css),
            web.get(CERTIFICATE, self._certificate),
        ]

    async def _page(self, request: web.Request) -> web.Response:
        url = self._authority.joining_url(_asked_on(request))
        likely = _systems(request.headers.get(hdrs.USER_AGENT, ""))
        values = {
            "name": html.escape(self._authority.common_name),
            "fingerprint": _in_lines(self._authority.fingerprint),
            "url": html.escape(url),
            "picture": self._authority.picture(url),
            **{system: " open" if system in likely else "" for system in SYSTEMS},
        }
        return web.Response(text=self._page_text.substitute(values), content_type="text/html")

    async def _css(self, request: web.Request) -> web.Response:
        return web.Response(text=self._style, content_type="text/css")

    async def _certificate(self, request: web.Request) -> web.Response:
        # No Content-Disposition: Safari offers to install what it would only save then.
        return web.Response(body=self._authority.pem, content_type=CONTENT_TYPE)


def _asked_on(request: web.Request) -> str:
    """Return the address of this machine at which the request came in."""
    name = request.get_extra_info("sockname")
    return str(name[0]) if isinstance(name, tuple) else ""


def _systems(user_agent: str) -> Sequence[str]:
    lowered = user_agent.lower()
    return next((systems for telling, systems in _TELLING.items() if telling in lowered), ())


def _in_lines(fingerprint: str) -> str:
    """Group a fingerprint so that a narrow screen can break it and an eye can compare it."""
    pairs = fingerprint.split(":")
    groups = (":".join(pairs[at : at + 4]) for at in range(0, len(pairs), 4))
    return " ".join(f"<span>{group}</span>" for group in groups)
