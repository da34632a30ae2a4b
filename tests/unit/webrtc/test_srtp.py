"""Encrypting and decrypting one packet after the other."""

import pylibsrtp
import pytest

from antiphon.transports.webrtc.srtp import LONGEST, MAX_SOURCES, BoundedSession, Sources, Srtp

KEY = bytes(range(30))


def both() -> tuple[Srtp, Srtp]:
    sending = pylibsrtp.Policy(key=KEY, ssrc_type=pylibsrtp.Policy.SSRC_ANY_OUTBOUND)
    receiving = pylibsrtp.Policy(key=KEY, ssrc_type=pylibsrtp.Policy.SSRC_ANY_INBOUND)
    return Srtp(pylibsrtp.Session(sending)), Srtp(pylibsrtp.Session(receiving))


def packet(sequence: int, payload: bytes = b"speech") -> bytes:
    return b"\x80\x6f" + sequence.to_bytes(2, "big") + bytes(8) + payload


def test_what_is_encrypted_is_decrypted_packet_by_packet() -> None:
    out, into = both()
    for sequence in range(300):
        plain = packet(sequence, bytes([sequence % 256]) * (sequence + 1))
        wire = out.protect(plain)
        assert plain not in wire
        assert into.unprotect(wire) == plain


def test_the_methods_of_pylibsrtp_and_these_understand_each_other() -> None:
    policy = pylibsrtp.Policy(key=KEY, ssrc_type=pylibsrtp.Policy.SSRC_ANY_OUTBOUND)
    _, into = both()
    assert into.unprotect(pylibsrtp.Session(policy).protect(packet(7))) == packet(7)


def test_what_the_peer_did_not_send_or_sent_before_is_nothing() -> None:
    out, into = both()
    wire = out.protect(packet(1))
    changed = wire[:-1] + bytes([wire[-1] ^ 1])
    assert into.unprotect(changed) is None
    assert into.unprotect(wire) == packet(1)
    assert into.unprotect(wire) is None


@pytest.mark.parametrize("size", [0, 1, 11, 12, LONGEST, LONGEST + 1, 65_000])
def test_no_length_of_a_datagram_does_harm(size: int) -> None:
    out, into = both()
    assert into.unprotect(bytes([0x80]) * size) is None
    assert into.unprotect(out.protect(packet(2))) == packet(2)


def test_the_longest_packet_has_room_for_what_is_added() -> None:
    out, _ = both()
    assert len(out.protect(packet(1, bytes(LONGEST - 12)))) > LONGEST
    with pytest.raises(ValueError, match="longer than 1500"):
        out.protect(packet(2, bytes(LONGEST)))


def test_a_packet_is_not_encrypted_twice() -> None:
    out, _ = both()
    out.protect(packet(9))
    with pytest.raises(ValueError, match="libsrtp does not encrypt"):
        out.protect(packet(9))


def of_source(ssrc: int, sequence: int = 1) -> bytes:
    return b"\x80\x6f" + sequence.to_bytes(2, "big") + bytes(4) + ssrc.to_bytes(4, "big") + b"speech"


def receiver_report(ssrc: int) -> bytes:
    return b"\x80\xc9\x00\x01" + ssrc.to_bytes(4, "big")


def test_a_peer_is_heard_with_eight_sources_and_a_ninth_costs_nothing() -> None:
    sending = pylibsrtp.Policy(key=KEY, ssrc_type=pylibsrtp.Policy.SSRC_ANY_OUTBOUND)
    receiving = pylibsrtp.Policy(key=KEY, ssrc_type=pylibsrtp.Policy.SSRC_ANY_INBOUND)
    out, session, sources = pylibsrtp.Session(sending), pylibsrtp.Session(receiving), Sources()
    rtp, rtcp = Srtp(session, sources), BoundedSession(session, sources)
    forged = of_source(99) + bytes(10)
    assert rtp.unprotect(forged) is None
    for ssrc in range(MAX_SOURCES - 1):
        assert rtp.unprotect(out.protect(of_source(ssrc))) == of_source(ssrc)
    assert rtcp.unprotect_rtcp(out.protect_rtcp(receiver_report(500))) == receiver_report(500)
    for ssrc in range(1000, 1100):
        assert rtp.unprotect(out.protect(of_source(ssrc))) is None
        with pytest.raises(pylibsrtp.Error, match="more than 8 SSRCs"):
            rtcp.unprotect_rtcp(out.protect_rtcp(receiver_report(ssrc)))
    assert rtp.unprotect(out.protect(of_source(0, 2))) == of_source(0, 2)
