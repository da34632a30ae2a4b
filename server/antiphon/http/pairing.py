"""`POST /v1/pair`: a device of the local network gets a token for the code on the server's terminal (S19)."""

from aiohttp import web

from antiphon.http import body, tokens
from antiphon.http.models import PairDevice
from antiphon.http.services import Pairing
from antiphon.ports import Clock

TOKEN_S = 3600
"""The time that a device may open sessions. A call that is on when it ends goes on."""


class Pair:
    def __init__(self, pairing: Pairing, secret: str, clock: Clock) -> None:
        self._pairing = pairing
        self._secret = secret
        self._clock = clock

    def routes(self) -> list[web.RouteDef]:
        return [web.post("/v1/pair", self._pair)]

    async def _pair(self, request: web.Request) -> web.Response:
        wish = await body.read(request, PairDevice)
        # People read it aloud and type it in groups.
        self._pairing.check("".join(char for char in wish.code if char not in " -"))
        now_s = int(self._clock.wall())
        token = tokens.mint_application(self._secret, now_s, TOKEN_S)  # nobody knows who holds it
        return web.json_response({"token": token, "expires_at": 1000 * (now_s + TOKEN_S)})
