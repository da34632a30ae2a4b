"""Read candidates that come after the offer: `application/trickle-ice-sdpfrag` (RFC 8840, 9; RFC 9725, 4.3.2). Pure."""

from dataclasses import dataclass
from itertools import pairwise

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.transports.webrtc import sdp
from antiphon.transports.webrtc.candidate_places import EVERYWHERE, Places
from antiphon.transports.webrtc.offer_transport import udp_candidates, usable_candidates
from antiphon.transports.webrtc.sdp import Block, Media

MAX_BYTES = 16 * 1024
MAX_LINES = 500
MAX_CANDIDATES = 32


@dataclass(frozen=True, slots=True)
class Fragment:
    """The candidates of a client. `ufrag` names its ICE session; `candidates` are usable values of `a=candidate`."""

    ufrag: str | None
    candidates: tuple[str, ...]


def parse(text: str, places: Places = EVERYWHERE) -> Fragment:
    """Parse a fragment, with those of its candidates that `places` admit.

    Raises `AntiphonError` `sdp.invalid` or `protocol.too_large`.

    Which section a candidate stands under does not matter: there is one transport (BUNDLE). A `.local` name and what is
    not UDP are left out, as in an offer.
    """
    size = len(text.encode("utf-8", "replace"))
    if size > MAX_BYTES:
        raise AntiphonError(ErrorCode.TOO_LARGE, f"The fragment has {size} bytes; at most {MAX_BYTES} are read.")
    if text.count("\n") >= MAX_LINES:
        raise AntiphonError(ErrorCode.TOO_LARGE, f"The fragment has more than {MAX_LINES} lines.")
    lines = [line.removesuffix("\r") for line in text.split("\n") if line.strip()]
    if not lines or not all(line.startswith(("a=", "m=")) for line in lines):
        raise AntiphonError(ErrorCode.SDP_INVALID, "The fragment must consist of a= and m= lines (RFC 8840, 9).")
    bounds = [*(number for number, line in enumerate(lines) if line.startswith("m=")), len(lines)]
    blocks = [Block(tuple(lines[: bounds[0]])), *(_section(lines[start:end]) for start, end in pairwise(bounds))]
    sections = [Media("audio", 9, "", (), block) for block in blocks]
    count = sum(len(udp_candidates(section)) for section in sections)
    if count > MAX_CANDIDATES:
        message = f"The fragment has {count} UDP candidates; at most {MAX_CANDIDATES} are tried."
        raise AntiphonError(ErrorCode.TOO_LARGE, message)
    found = [value for section in sections for value in usable_candidates(section, places)]
    ufrags = [ufrag for block in blocks if (ufrag := block.value("ice-ufrag")) is not None]
    return Fragment(ufrags[0] if ufrags else None, tuple(dict.fromkeys(found)))


def _section(lines: list[str]) -> Block:
    try:
        _, (media,) = sdp.parse("\n".join(["v=0", *lines]))
    except sdp.NotSdp as error:
        raise AntiphonError(ErrorCode.SDP_INVALID, f"The fragment is no SDP: {error}.") from error
    return media.block
