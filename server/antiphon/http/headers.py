"""Headers of every answer that tell the browser how to handle it (S10)."""

from aiohttp import hdrs, web

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "media-src 'self' blob:",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' data:",
        "worker-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    ]
)

RESOURCE_POLICY = "Cross-Origin-Resource-Policy"
FOR_EVERYBODY = {hdrs.ACCESS_CONTROL_ALLOW_ORIGIN: "*", RESOURCE_POLICY: "cross-origin"}
"""Of what pages of all origins may read: nothing that is secret, and nothing that is somebody's."""

ALWAYS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Permissions-Policy": "microphone=(self)",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    hdrs.SERVER: "antiphon",
}


async def secure(request: web.Request, response: web.StreamResponse) -> None:
    """A signal handler that sets the headers. An answer that does not say otherwise is not to be cached."""
    del request
    response.headers.update(ALWAYS)
    response.headers.setdefault(hdrs.CACHE_CONTROL, "no-store")
    response.headers.setdefault(RESOURCE_POLICY, "same-origin")
