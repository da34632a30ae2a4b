"""Announcements: sentences that the application has spoken to somebody who is on a call (docs/reference/http.md)."""

from aiohttp import web

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.http import body, tokens
from antiphon.http.models import Announcement
from antiphon.http.services import Services


class Announcing:
    """The handler of `POST /v1/sessions/{id}/announce`. A sentence is taken at once, and spoken at the next idle."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def routes(self) -> list[web.RouteDef]:
        return [web.post("/v1/sessions/{session_id}/announce", self._announce)]

    async def _announce(self, request: web.Request) -> web.Response:
        tokens.require_application(request, self._services.settings.secret)
        wish = await body.read(request, Announcement)
        session = self._services.find_session(request.match_info["session_id"])
        if session is None:
            raise AntiphonError(ErrorCode.NOT_FOUND, "There is no such session, or it has ended.")
        await session.announce(wish.text)
        return web.json_response({"session_id": session.session_id}, status=202)
