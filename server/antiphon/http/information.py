"""Public information: the list of assistants, the health of the server, and whether an origin may call."""

from aiohttp import hdrs, web

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.http.guards import refusal_of_origin
from antiphon.http.headers import FOR_EVERYBODY
from antiphon.http.services import Services


class Information:
    def __init__(self, services: Services) -> None:
        self._services = services

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/v1/assistants", self._assistants),
            web.get("/v1/assistants/{assistant_id}", self._assistant),
            web.get("/v1/origin", self._origin),
            web.get("/healthz", self._health),
            web.get("/readyz", self._readiness),
            web.get("/metrics", self._metrics),
        ]

    async def _assistants(self, request: web.Request) -> web.Response:
        return web.json_response([dict(one) for one in self._services.assistants()])

    async def _assistant(self, request: web.Request) -> web.Response:
        wanted = request.match_info["assistant_id"]
        for assistant in self._services.assistants():
            if assistant["id"] == wanted:
                return web.json_response(dict(assistant))
        raise AntiphonError(ErrorCode.ASSISTANT_UNKNOWN, f"There is no assistant {wanted[:60]!r}.")

    async def _origin(self, request: web.Request) -> web.Response:
        """Tell whether a page of the asking origin may call. Its browser does not say why it was refused."""
        refusal = refusal_of_origin(request, self._services.settings)
        answer = {"allowed": True} if refusal is None else {"allowed": False, "detail": refusal}
        return web.json_response(answer, headers=FOR_EVERYBODY)

    async def _health(self, request: web.Request) -> web.Response:
        """Answer a health check. Pages of other origins ask too, to tell a lost connection from a lost server."""
        return web.json_response({"status": "ok"}, headers=FOR_EVERYBODY)

    async def _readiness(self, request: web.Request) -> web.Response:
        if not self._services.ready():
            raise AntiphonError(ErrorCode.CAPACITY_FULL, "The server is full, or about to stop.")
        refused = [dict(file) for file in self._services.refused_assistants()]
        return web.json_response({"status": "ready", "refused_assistants": refused})

    async def _metrics(self, request: web.Request) -> web.Response:
        headers = {hdrs.CONTENT_TYPE: "text/plain; version=0.0.4; charset=utf-8"}
        return web.Response(body=self._services.metrics(), headers=headers)
