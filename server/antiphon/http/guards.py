"""Checks of every request before its handler: Host (S9), Origin (S8) and the body (S12).

A web page of any origin can make a browser send requests to a server on this machine or in this network, and with
a name of its own that suddenly resolves to us (DNS rebinding) it could even read the answers. The Host header
gives the second away, the Origin header the first.
"""

import re
from collections.abc import Awaitable, Callable, Collection, Iterable

import structlog
from aiohttp import hdrs, web
from aiohttp.typedefs import Handler, Middleware

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.texts import readable
from antiphon.http.problems import problem
from antiphon.http.services import HttpSettings
from antiphon.ports import Clock
from antiphon.wire.codec import dumps

BODY_BYTES = 256 * 1024

REQUEST_HEADERS = "Authorization, Content-Type, Idempotency-Key, If-Match"
FETCH_SITE = "Sec-Fetch-Site"
EXPOSED_HEADERS = "Location, ETag, Link, Antiphon-Session-Token"
PREFLIGHT_S = 600

LOGGED_EVERY_S = 60.0
LOGGED_ORIGINS = 20
"""The number of origins that are logged within `LOGGED_EVERY_S`: made-up ones fill neither the log nor the memory."""
ORIGIN_CHARS = 100
LOGGED_CHARS = 60
"""Of an origin that is logged, and of nothing behind its host: whoever asks writes what he likes there."""
_ORIGIN = re.compile(r"([a-z][a-z0-9+.-]*)://(?:[^/?#]*@)?([^/?#\\]*)", re.IGNORECASE)

_CHANGING = (hdrs.METH_POST, hdrs.METH_PUT, hdrs.METH_PATCH, hdrs.METH_DELETE, hdrs.METH_OPTIONS)
_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
log = structlog.get_logger()

_TARGET = re.compile(r"([^/?#]*)://([^/?#]*)")
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^:\[\]]+)(?::([0-9]{1,5}))?")


class ForeignOrigins:
    """Logs pages of other origins that a browser keeps away from us: they see no more than "failed to fetch"."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._logged: dict[str, float] = {}

    def log(self, origin: str) -> None:
        """Log the origin, at most once in `LOGGED_EVERY_S`. It may be anything that a peer makes up."""
        now = self._clock.now()
        self._logged = {known: at for known, at in self._logged.items() if now - at < LOGGED_EVERY_S}
        found = _ORIGIN.match(origin)
        name = readable(f"{found[1]}://{found[2]}"[:LOGGED_CHARS]) if found else "null"
        if name in self._logged or len(self._logged) >= LOGGED_ORIGINS:
            return
        self._logged[name] = now
        log.warning("origin not allowed", origin=name, problem="if that page is yours: server.allowed_origins")


def guard(settings: HttpSettings, clock: Clock) -> Middleware:
    """Make the middleware that lets permitted requests through and answers the browser's preflight requests."""
    hosts = frozenset(host.lower() for host in settings.names.allowed_hosts)
    origins = _origins(settings)
    bound = _bracketed(settings.names.host.lower())
    foreign = ForeignOrigins(clock)

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        _check_host(request, {bound, *settings.names.own_names()}, hosts)
        origin = _foreign_origin(request, origins)
        if origin is not None:
            # What is only read is answered, and kept from the page by its browser, unless everybody may read it.
            foreign.log(origin)
            if request.method in _CHANGING or _upgrades(request):
                raise AntiphonError(ErrorCode.ORIGIN_FORBIDDEN, _refusal(request, origin))
        route = request.match_info.http_exception
        if request.method == hdrs.METH_OPTIONS and isinstance(route, web.HTTPMethodNotAllowed):
            return _preflight(request, route.allowed_methods)
        if (coding := _coding(request)) is not None:
            return _packed(coding)
        if (request.content_length or 0) > BODY_BYTES:
            raise AntiphonError(
                ErrorCode.TOO_LARGE,
                f"The body has {request.content_length} bytes; at most {BODY_BYTES} are read.",
            )
        return await handler(request)

    return guarded


def cross_origin(settings: HttpSettings) -> Callable[[web.Request, web.StreamResponse], Awaitable[None]]:
    """Make a signal handler that lets pages of the allowed origins read answers, refusals too (Fetch, 3.2).

    What a handler gives to everybody ("*") stays so for the others.
    """
    origins = _origins(settings)

    async def allow(request: web.Request, response: web.StreamResponse) -> None:
        if not origins:
            return
        response.headers.add(hdrs.VARY, hdrs.ORIGIN)
        given = request.headers.getall(hdrs.ORIGIN, [])
        if len(given) == 1 and given[0].lower() in origins:
            response.headers[hdrs.ACCESS_CONTROL_ALLOW_ORIGIN] = given[0]
            response.headers[hdrs.ACCESS_CONTROL_EXPOSE_HEADERS] = EXPOSED_HEADERS

    return allow


def _coding(request: web.Request) -> str | None:
    """Return the coding in which the body is said to be compressed; empty where it is not."""
    given = ",".join(request.headers.getall(hdrs.CONTENT_ENCODING, [])).split(",")
    return next((coding.strip() for coding in given if coding.strip().lower() not in ("", "identity")), None)


def _packed(coding: str) -> web.Response:
    """Refuse a compressed body (RFC 9110, 15.5.16 and 12.5.3). What is unpacked could be far larger than what came."""
    told = f"The body is said to be packed (Content-Encoding: {coding[:60]!r}). Send it as it is, without that header."
    response = problem(ErrorCode.UNSUPPORTED_MEDIA_TYPE, told)
    response.headers[hdrs.ACCEPT_ENCODING] = "identity"
    return response


def _origins(settings: HttpSettings) -> frozenset[str]:
    return frozenset(origin.lower().rstrip("/") for origin in settings.allowed_origins)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _check_host(request: web.Request, own: Collection[str], allowed: frozenset[str]) -> None:
    given = request.headers.getall(hdrs.HOST, [])
    host = given[0].lower() if len(given) == 1 else ""
    # A whole address in the request line is what counts (RFC 9112, 3.2.2): it must say the same as `Host`.
    if (target := _target_host(request)) is not None and target != host:
        raise _foreign_host(target, request)
    parts = _HOST.fullmatch(host)
    name, port = (parts[1], parts[2]) if parts else ("", None)
    if host in allowed or name in allowed:
        return
    address, own_port = _own_address(request)
    ours = {*_LOOPBACK, *own, address}
    # A name can be made to resolve to us by whoever owns it; an address, and our own names, cannot.
    if name in ours and (port or _default_port(request)) == own_port:
        return
    raise _foreign_host(host, request)


def _target_host(request: web.Request) -> str | None:
    """Return the host of a request line with a whole address; None where the line has a path only."""
    whole = _TARGET.match(request.raw_path)
    return None if whole is None else whole[2].lower() if whole[1].lower() in ("http", "https") else ""


def _foreign_host(host: str, request: web.Request) -> AntiphonError:
    return AntiphonError(
        ErrorCode.HOST_FORBIDDEN,
        f"This server does not answer to the host {host[:100]!r}. Use one of its own names with port "
        f"{_own_address(request)[1]}, or add this one to allowed_hosts.",
    )


def _own_address(request: web.Request) -> tuple[str, str]:
    """Return the address and port on which this request came in."""
    name = request.get_extra_info("sockname")
    return (_bracketed(str(name[0])), str(name[1])) if isinstance(name, tuple) else ("", "")


def _default_port(request: web.Request) -> str:
    return "443" if request.secure else "80"


def _upgrades(request: web.Request) -> bool:
    return request.headers.get(hdrs.UPGRADE, "").strip().lower() == "websocket"


def _foreign_origin(request: web.Request, allowed: frozenset[str]) -> str | None:
    """Return the origin of the page that asks, where it is neither ours nor allowed."""
    given = request.headers.getall(hdrs.ORIGIN, [])
    if not given:
        # A browser says where a page is from whenever it changes something; what it says of itself cannot be taken away
        # by the page.
        elsewhere = request.headers.get(FETCH_SITE, "").strip().lower() in ("cross-site", "same-site")
        return "null" if elsewhere and (request.method in _CHANGING or _upgrades(request)) else None
    origin = given[0]
    if len(given) > 1:
        return ", ".join(given)  # a browser sends one
    # The host has been checked, so a page that this very host has served is ours.
    host = request.headers[hdrs.HOST].lower()
    return None if origin.lower() in {*allowed, f"http://{host}", f"https://{host}"} else origin


def refusal_of_origin(request: web.Request, settings: HttpSettings) -> str | None:
    """Explain in a sentence why a page of this origin may not call, and what to set; None where it may."""
    origin = _foreign_origin(request, _origins(settings))
    return None if origin is None else _refusal(request, origin)


def _refusal(request: web.Request, origin: str) -> str:
    host = request.headers[hdrs.HOST]
    if origin.lower() == "null":
        return (
            f"{host} refuses pages that have no origin, such as a file that was opened or a sandboxed frame. "
            "Let a web server hand the page out."
        )
    name = readable(origin[:ORIGIN_CHARS])
    return f"{host} refuses pages of {name}. Set server.allowed_origins = {dumps([name])} there, beside what it has."


def _preflight(request: web.Request, methods: Iterable[str]) -> web.Response:
    """Answer an OPTIONS request: which methods and headers this address takes (Fetch, 3.2.3; RFC 9110, 9.3.7)."""
    allowed = ", ".join(sorted({*methods, hdrs.METH_OPTIONS}))
    headers: dict[str, str] = {hdrs.ALLOW: allowed}
    if hdrs.ORIGIN in request.headers:
        headers[hdrs.ACCESS_CONTROL_ALLOW_METHODS] = allowed
        headers[hdrs.ACCESS_CONTROL_ALLOW_HEADERS] = REQUEST_HEADERS
        headers[hdrs.ACCESS_CONTROL_MAX_AGE] = str(PREFLIGHT_S)
        if request.headers.get("Access-Control-Request-Private-Network") == "true":
            headers["Access-Control-Allow-Private-Network"] = "true"
    return web.Response(status=204, headers=headers)
