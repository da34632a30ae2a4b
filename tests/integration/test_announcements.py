"""What the application has said over HTTP is heard in the call that is on."""

import aiohttp

from antiphon.testing.caller import Caller
from support.server import RunningServer


async def test_an_announcement_of_the_application_is_heard(server: RunningServer) -> None:
    async with Caller(server.url, assistant="tone") as call, aiohttp.ClientSession() as http:
        await call.idle()
        since = call.now()
        address = f"{server.url}/v1/sessions/{call.session_id}/announce"
        async with http.post(address, json={"text": "Your parcel is here."}) as answer:
            assert answer.status == 202
        done = await call.wait_for(lambda event: event.type == "response.done")
        assert done.payload["text"] == "Your parcel is here."
        await call.wait_for(lambda event: event.payload.get("trigger") == "audio.complete")
        told = [event.payload for event in call.events if event.type == "session.state"]
        assert [(state["state"], state["trigger"]) for state in told[-2:]] == [
            ("ai_speaking", "server.announce"),
            ("idle", "audio.complete"),
        ]
        assert call.levels()[round(since * 50) :].max() > -30
