"""What stock aiortc and the networks do to calls, where no other file shows it, over real sockets."""

import numpy as np
import pytest

from antiphon.domain.audio import HEARING_RATE
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.session.clock import LoopClock
from antiphon.transports.webrtc import hardening, opus, opus_encoder, trickle
from antiphon.transports.webrtc.peers import Peers
from support.rtc import EchoCall, StockClient, loudest_hertz
from support.wait import until
from unit.webrtc.offers import plain


async def test_no_server_is_asked_who_we_are_unless_one_is_named(peers: Peers) -> None:
    named = Peers("127.0.0.1", LoopClock(), [{"urls": "stun:192.0.2.1:3478"}])
    found = {}
    for whose in (peers, named):
        peer = whose.make(EchoCall())
        answer = await peer.answer(plain())
        assert "typ host" in answer
        (ice,) = hardening.ice_connections(peer.connection)
        found[whose] = (ice.stun_server, ice.turn_server)
    assert found[peers] == (None, None)
    assert found[named] == (("192.0.2.1", 3478), None)
    await named.close()


async def test_a_call_is_carried_where_libopus_cannot_be_loaded(peers: Peers, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    for module in (opus, opus_encoder):
        monkeypatch.setattr(module, "libopus", lambda module=module: asked.append(module.__name__))
    caller, call = StockClient(), EchoCall()
    caller.channel()
    await caller.accept(await peers.make(call).answer(await caller.offer()))
    await until(lambda: len(call.heard_frames) > 60 and len(caller.heard) > 60, 10)
    assert set(asked) == {opus.__name__, opus_encoder.__name__}
    assert loudest_hertz(call.heard_pcm()[-HEARING_RATE // 2 :], HEARING_RATE) == pytest.approx(1000, abs=5)
    assert loudest_hertz(caller.heard_pcm()[-24_000:], 48_000) == pytest.approx(440, abs=5)
    assert np.abs(call.heard_pcm()[-HEARING_RATE // 2 :]).max() > 7_000
    await caller.close()


async def test_candidates_that_come_after_the_offer_are_counted_over_all_fragments(peers: Peers) -> None:
    peer = peers.make(EchoCall())
    await peer.answer(plain())
    for fragment in range(2):
        lines = [f"a=ice-ufrag:{peer.ice_session}", "m=audio 9 UDP/TLS/RTP/SAVPF 111", "a=mid:0"]
        lines += [f"a=candidate:1 1 udp 1 127.0.0.1 {5000 + 100 * fragment + port} typ host" for port in range(16)]
        await peer.trickle("\r\n".join(lines) + "\r\n")
    (ice,) = hardening.ice_connections(peer.connection)
    known = len(ice.remote_candidates)
    assert known >= trickle.MAX_CANDIDATES
    with pytest.raises(AntiphonError) as refused:
        await peer.trickle(
            f"a=ice-ufrag:{peer.ice_session}\r\nm=audio 9 X 0\r\na=candidate:1 1 udp 1 127.0.0.1 6000 typ host\r\n"
        )
    assert refused.value.code is ErrorCode.TOO_LARGE
    assert len(ice.remote_candidates) == known
