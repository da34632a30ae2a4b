"""Read how the sections of an offer are reached: ICE and DTLS (RFC 8839, RFC 8842, RFC 9143). Pure."""

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.transports.webrtc.candidate_places import Places
from antiphon.transports.webrtc.sdp import Block, Media

_SETUPS = ("actpass", "active", "passive")
_DIGEST_BYTES = {"sha-256": 32, "sha-384": 48, "sha-512": 64}
_MAX_FINGERPRINTS = 8

_UFRAG = re.compile(r"[A-Za-z0-9+/]{4,256}")
_PASSWORD = re.compile(r"[A-Za-z0-9+/]{22,256}")
_FINGERPRINT = re.compile(r"([A-Za-z0-9-]+) +([0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2})*)")
_CANDIDATE = re.compile(
    r"([A-Za-z0-9+/]{1,32}) 1 [Uu][Dd][Pp] ([0-9]{1,10}) ([0-9A-Fa-f.:]{2,45}) ([0-9]{1,5}) typ ([a-z]{1,8})(?: .*)?"
)


@dataclass(frozen=True, slots=True)
class Transport:
    """The transport of a section: ICE credentials, certificates, DTLS role and candidates to try, as `a=` values."""

    ufrag: str
    password: str
    fingerprints: tuple[str, ...]
    setup: str
    candidates: tuple[str, ...]

    def lines(self) -> list[str]:
        return [
            f"a=ice-ufrag:{self.ufrag}",
            f"a=ice-pwd:{self.password}",
            *(f"a=fingerprint:{value}" for value in self.fingerprints),
            f"a=setup:{self.setup}",
            *(f"a=candidate:{value}" for value in self.candidates),
        ]


def udp_candidates(section: Media) -> list[tuple[str, str, int]]:
    """List the candidates that could be tried: UDP to an address. Each as it is written, with its host and port.

    A `.local` name would stall the answer until multicast DNS has given up, and the peer's own checks find it anyway
    (peer-reflexive, RFC 8445, 7.3.1.3).
    """
    found = []
    for value in section.block.values("candidate"):
        parts = _CANDIDATE.fullmatch(value)
        if parts and 0 < int(parts[4]) < 65536 and _is_address(parts[3]):
            written = f"{parts[1]} 1 udp {parts[2]} {parts[3]} {parts[4]} typ {parts[5]}"
            found.append((written, parts[3], int(parts[4])))
    return found


def usable_candidates(section: Media, places: Places) -> list[str]:
    """List those candidates to which checks may be sent. For the others the peer's own checks may do."""
    return [written for written, host, port in udp_candidates(section) if places.admit(host, port)]


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def transports(
    session: Block, sections: Sequence[Media], used: Sequence[int], bundle: Sequence[str] | None, places: Places
) -> dict[int, Transport]:
    """Return the transport of each used section; those of the bundle share that of its first used member.

    A member that only comes within the bundle says nothing of the transport (RFC 9143, 7.2.1): another member does.
    Raises `AntiphonError` `sdp.no_fingerprint` or `sdp.invalid`.
    """
    by_mid = {media.mid: media for media in sections if media.mid is not None}
    members = [by_mid[mid] for mid in bundle or ()]
    inside = [media for media in members if any(media is sections[index] for index in used)]
    shared = [media.block for media in [*inside, *members]]
    found = {}
    for index in used:
        media = sections[index]
        bundled = media in inside
        blocks = [*shared, session] if bundled else [media.block, session]
        # The candidates of a member that is not used lead to a transport that is never opened.
        found[index] = _transport(blocks, media.kind, usable_candidates(inside[0] if bundled else media, places))
    return found


def _transport(blocks: Sequence[Block], kind: str, candidates: Sequence[str]) -> Transport:
    prints = next((values for block in blocks if (values := _fingerprints(block))), [])
    if not prints:
        raise AntiphonError(
            ErrorCode.SDP_NO_FINGERPRINT,
            f"The offer has no a=fingerprint of sha-256, sha-384 or sha-512 for its {kind}: media is only sent "
            "encrypted.",
        )
    ufrag, password = next(
        ((ufrag, pwd) for b in blocks if (ufrag := b.value("ice-ufrag")) and (pwd := b.value("ice-pwd"))),
        ("", ""),
    )
    if not (_UFRAG.fullmatch(ufrag) and _PASSWORD.fullmatch(password)):
        raise _invalid(f"The offer has no usable a=ice-ufrag and a=ice-pwd for its {kind} (RFC 8839, 5.4).")
    setup = next((value for block in blocks if (value := block.value("setup"))), "actpass")
    if setup not in _SETUPS:
        raise _invalid(f"The offer's a=setup for its {kind} must be one of {', '.join(_SETUPS)}.")
    if kind == "audio" and not any(b.has("rtcp-mux") or b.has("rtcp-mux-only") for b in blocks):
        raise _invalid("The offer's audio has no a=rtcp-mux: RTP and RTCP must share a port.")
    return Transport(ufrag, password, tuple(prints), setup, tuple(candidates))


def _fingerprints(block: Block) -> list[str]:
    found = []
    for value in block.values("fingerprint"):
        parts = _FINGERPRINT.fullmatch(value)
        if parts and parts[2].count(":") + 1 == _DIGEST_BYTES.get(parts[1].lower()):
            found.append(f"{parts[1].lower()} {parts[2].upper()}")
    return found[:_MAX_FINGERPRINTS]


def _invalid(message: str) -> AntiphonError:
    return AntiphonError(ErrorCode.SDP_INVALID, message)
