"""What a peer answers to an offer, and what connects by it: directions, sections, certificates, codecs, addresses."""

import re

import pytest
from aiortc import RTCBundlePolicy, RTCCertificate
from aiortc.rtcdtlstransport import SRTPProtectionProfile
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from OpenSSL import SSL

from antiphon.session.clock import LoopClock
from antiphon.transports.webrtc.half_open import HalfOpen
from antiphon.transports.webrtc.peer import IceSettings, Peer
from antiphon.transports.webrtc.peers import Peers
from antiphon.transports.webrtc.send import Sending
from support.rtc import EchoCall, StockClient
from support.wait import seconds_of, sooner_than, until
from unit.webrtc.conftest import Connect, caller_with_channel
from unit.webrtc.offers import CHROME_AUDIO, SESSION, chrome, firefox, plain, replaced, text


@pytest.mark.parametrize("direction", ["recvonly", "sendonly", "inactive"])
async def test_audio_of_one_direction_connects(connect: Connect, direction: str) -> None:
    caller = StockClient(direction=direction)
    caller.channel()
    line = await connect(caller)
    await until(lambda: caller.messages == ["opened"])
    if direction == "recvonly":
        await until(lambda: len(caller.heard) > 5)
    if direction == "sendonly":
        await until(lambda: len(line.call.heard_frames) > 5)
    assert (len(line.call.heard_frames) > 0) == (direction == "sendonly")


async def test_a_caller_without_a_data_channel_is_heard_and_can_be_hung_up_on(connect: Connect) -> None:
    line = await connect(StockClient())
    await until(lambda: len(line.call.heard_frames) > 5)
    assert line.call.link is not None
    line.call.link.close()
    await until(lambda: line.call.lost_reasons == ["closed"])


async def test_the_data_channel_may_come_first_in_the_offer(connect: Connect) -> None:
    caller = StockClient(bundle=RTCBundlePolicy.BALANCED, alwaysNegotiateDataChannels=True)
    line = await connect(caller)
    channel = caller.channel()
    await until(lambda: channel.readyState == "open" and len(line.call.heard_frames) > 5)


class RsaCertificate(RTCCertificate):
    """What GStreamer and libdatachannel bring."""

    @classmethod
    def make(cls) -> "RsaCertificate":
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        ours = RTCCertificate.generateCertificate()._cert
        builder = x509.CertificateBuilder(
            ours.issuer, ours.subject, key.public_key(), 1, ours.not_valid_before_utc, ours.not_valid_after_utc
        )
        return cls(key=key, cert=builder.sign(key, hashes.SHA256()))  # type: ignore[arg-type]

    def _create_ssl_context(self, srtp_profiles: list[SRTPProtectionProfile]) -> SSL.Context:
        context = super()._create_ssl_context(srtp_profiles)
        context.set_cipher_list(b"ECDHE-RSA-AES128-GCM-SHA256")
        return context


async def test_a_caller_with_an_rsa_certificate_connects(connect: Connect) -> None:
    caller = StockClient()
    caller.connection._RTCPeerConnection__certificates = [RsaCertificate.make()]  # type: ignore[attr-defined]
    channel = caller.channel()
    line = await connect(caller)
    await until(lambda: channel.readyState == "open" and len(line.call.heard_frames) > 5)


async def test_a_changed_fingerprint_never_connects(peers: Peers) -> None:
    caller = caller_with_channel()
    offer = await caller.offer()
    at = offer.index("a=fingerprint:sha-256 ") + len("a=fingerprint:sha-256 ")
    changed = offer[:at] + ("1" if offer[at] == "0" else "0") + offer[at + 1 :]
    call = EchoCall()
    await caller.accept(await peers.make(call).answer(changed))
    await until(lambda: call.lost_reasons == ["failed"])
    assert call.heard_frames == []
    await caller.close()


@pytest.mark.parametrize("offer", [chrome(), firefox(), plain()], ids=["chrome", "firefox", "plain"])
async def test_browsers_offers_with_local_names_alone_are_answered_at_once(peers: Peers, offer: str) -> None:
    """As one without any candidate is, in the same moment: nobody looks for the names."""
    others = Peers("127.0.0.1", LoopClock())
    nameless = re.sub(r"a=candidate:.*\r\n", "", plain())
    nameless_s = min([await seconds_of(others.make(EchoCall()).answer(nameless)) for _ in range(3)])
    await others.close()
    peer = peers.make(EchoCall())
    async with sooner_than(max(0.5, 10 * nameless_s)):
        answer = await peer.answer(offer)
    assert "a=rtpmap:111 opus/48000/2" in answer or "a=rtpmap:109 opus/48000/2" in answer
    assert " 127.0.0.1 " in answer
    assert peers.half_open == 1


@pytest.mark.parametrize("formats", ["0 8", "8"])
async def test_g711_is_answered_with_g711(peers: Peers, formats: str) -> None:
    audio = replaced(CHROME_AUDIO, m=f"m=audio 9 UDP/TLS/RTP/SAVPF {formats}", rtpmap=None, fmtp=None)
    answer = await peers.make(EchoCall()).answer(text(SESSION, audio))
    assert f"m=audio {answer.split('m=audio ')[1].split()[0]} UDP/TLS/RTP/SAVPF {formats}\r\n" in answer


async def test_sections_without_a_bundle_connect_each_for_itself(peers: Peers) -> None:
    caller = StockClient(bundle=RTCBundlePolicy.MAX_COMPAT)
    channel = caller.channel()
    offer = await caller.offer()
    call = EchoCall()
    answer = await peers.make(call).answer(
        "".join(row for row in offer.splitlines(keepends=True) if not row.startswith("a=group:BUNDLE"))
    )
    assert "BUNDLE" not in answer
    await caller.accept(answer)
    await until(lambda: channel.readyState == "open" and len(call.heard_frames) > 5)
    await caller.close()


async def test_only_the_given_addresses_are_offered() -> None:
    peer = Peer("peer-x", EchoCall(), LoopClock(), HalfOpen(), Sending(LoopClock()), IceSettings(lambda: ["127.0.0.2"]))
    answer = await peer.answer(plain())
    hosts = {row.split()[4] for row in answer.splitlines() if row.startswith("a=candidate:")}
    assert hosts == {"127.0.0.2"}
    await peer.close()
