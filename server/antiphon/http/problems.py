"""Refusals as `application/problem+json` (RFC 9457), each with a code of the one table of codes."""

import structlog
from aiohttp import hdrs, web
from aiohttp.typedefs import Handler

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.http.body import BODY_S
from antiphon.wire.codec import dumps

RETRY_AFTER_S = 5

_CODES = {
    404: ErrorCode.NOT_FOUND,
    405: ErrorCode.METHOD_NOT_ALLOWED,
    413: ErrorCode.TOO_LARGE,
    415: ErrorCode.UNSUPPORTED_MEDIA_TYPE,
    429: ErrorCode.CAPACITY_FULL,
}
"""The codes of aiohttp's own refusals; others are `protocol.invalid_message`."""

log = structlog.get_logger()


def problem(
    code: ErrorCode, detail: str, *, status: int | None = None, retry_after_s: int = RETRY_AFTER_S
) -> web.Response:
    """Make the answer that reports a failure. `status` replaces the code's own."""
    body = {
        "type": f"urn:antiphon:error:{code.code}",
        "title": code.title,
        "status": status or code.status,
        "detail": detail,
        "code": code.code,
    }
    response = web.Response(status=status or code.status, text=dumps(body), content_type="application/problem+json")
    if response.status == 401:
        response.headers[hdrs.WWW_AUTHENTICATE] = "Bearer"
    if response.status in (429, 503):
        response.headers[hdrs.RETRY_AFTER] = str(retry_after_s)
    return response


@web.middleware
async def problems(request: web.Request, handler: Handler) -> web.StreamResponse:
    """The middleware at the boundary of HTTP: whatever a handler raises becomes a problem."""
    try:
        return await handler(request)
    except AntiphonError as error:
        return problem(
            error.code, error.message, retry_after_s=(error.details or {}).get("retry_after_s", RETRY_AFTER_S)
        )
    except web.HTTPException as refusal:
        if refusal.status < 400:
            raise
        return _translated(refusal, request)
    except Exception as error:  # a bug of ours must not show its inside, nor go unnoticed
        if isinstance(error, ConnectionError) and has_gone(request):
            return web.Response(status=400)  # nobody is there to read it, and aiohttp finds that out by itself
        resource = request.match_info.route.resource
        log.exception("request failed", method=request.method, route=resource.canonical if resource else "")
        return problem(ErrorCode.INTERNAL, "The server failed at this request. It has been logged.")


def has_gone(request: web.BaseRequest) -> bool:
    """Tell whether the client has gone, or is being let go: no answer can be written then."""
    return request.transport is None or request.transport.is_closing()


def _translated(refusal: web.HTTPException, request: web.Request) -> web.Response:
    code = _CODES.get(refusal.status, ErrorCode.INVALID_MESSAGE)
    details = {
        404: "There is nothing at this address.",
        405: f"{request.method} is not possible here; {refusal.headers.get(hdrs.ALLOW, 'nothing')} is.",
        408: f"The body did not come whole within {BODY_S:g} s.",
        413: "The body is larger than this server reads.",
    }
    response = problem(code, details.get(refusal.status, refusal.reason), status=refusal.status)
    if hdrs.ALLOW in refusal.headers:
        response.headers[hdrs.ALLOW] = refusal.headers[hdrs.ALLOW]
    if refusal.status == 408:
        response.force_close()
    return response
