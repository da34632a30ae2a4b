"""Check an SDP offer before aiortc sees it, and write anew what aiortc gets to see.

aiortc reads an offer line by line and trusts it: a form that it does not know ends in an assertion, a thousand
candidates hold up every other call for two seconds, one `.local` candidate holds up this one. So an
offer is judged here and written anew: only the sections that are used, with only the lines that are understood;
`c=` and `rtcp` hosts, `ssrc` and `msid` are not. A section that nobody would read is answered here
too, with port 0, and the order is kept (`Offer.answer`).

Pure: text in, text out.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.transports.webrtc import offer_media, offer_transport, sdp
from antiphon.transports.webrtc.candidate_places import EVERYWHERE, Places
from antiphon.transports.webrtc.sdp import Block, Media

MAX_BYTES = 64 * 1024
MAX_LINES = 1000
"""Each is looked at; a browser sends fewer, also with many kinds of video."""
MAX_CANDIDATES = 32
MAX_SECTIONS = 32

_MID = re.compile(r"[!#$%&'*+\-.0-9A-Z^_`a-z{|}~]{1,32}")


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer that can be answered.

    `sdp` is what aiortc is given: the sections whose indices are `used`. `bundle` holds the mids of the offered BUNDLE
    group, None where none was offered.
    """

    sdp: str
    sections: tuple[Media, ...]
    used: tuple[int, ...]
    bundle: tuple[str, ...] | None
    brings_audio: bool
    """True where its client will send sound; one that only listens counts as muted."""

    @property
    def ufrag(self) -> str:
        """The name of the client's ICE session (RFC 8839, 5.4)."""
        return next(line for line in self.sdp.split("\r\n") if line.startswith("a=ice-ufrag:")).partition(":")[2]

    @property
    def has_channel(self) -> bool:
        """True where a data channel can be opened on it."""
        return any(self.sections[index].kind == "application" for index in self.used)

    def answer(self, local: str) -> str:
        """Return the answer to the whole offer, made of aiortc's answer to `sdp`."""
        session, media = sdp.parse(local)
        lines = [line for line in session.lines if not line.startswith("a=group:")]
        lines += _group(self.bundle, [self.sections[index] for index in self.used])
        answered = dict(zip(self.used, media, strict=True))
        for index, offered in enumerate(self.sections):
            lines += _accepted(offered, answered[index]) if index in answered else _rejected(offered)
        return "\r\n".join(lines) + "\r\n"


def check(text: str, places: Places = EVERYWHERE) -> Offer:
    """Parse the offer, if a call can come of it, with those of its candidates that `places` admit.

    Raises `AntiphonError`: `protocol.too_large` over 64 KiB, 1,000 lines or 32 candidates, `sdp.invalid` for what is no
    SDP or breaks a rule of it, `sdp.no_audio`, `sdp.unsupported_codec`, `sdp.no_fingerprint`.
    """
    size = len(text.encode("utf-8", "replace"))
    if size > MAX_BYTES:
        raise AntiphonError(ErrorCode.TOO_LARGE, f"The offer has {size} bytes; at most {MAX_BYTES} are read.")
    count = text.count("\n") + 1
    if count > MAX_LINES:
        raise AntiphonError(ErrorCode.TOO_LARGE, f"The offer has {count} lines; at most {MAX_LINES} are read.")
    try:
        session, sections = sdp.parse(text)
    except sdp.NotSdp as error:
        raise _invalid(f"The offer is no SDP: {error}.") from error
    _check_counts(sections)
    mids = [section.mid for section in sections if section.mid is not None]
    if len(set(mids)) != len(mids) or not all(map(_MID.fullmatch, mids)):
        raise _invalid("Each a=mid of the offer must be a token of at most 32 characters that stands there once.")
    bundle = _bundle(session, mids)
    used = offer_media.used_sections(session, sections)
    transports = offer_transport.transports(session, sections, used, bundle, places)
    names = _names(sections, used)
    lines = ["v=0", "o=- 0 0 IN IP4 0.0.0.0", "s=-", "t=0 0"]
    lines += ["a=ice-lite"] if session.has("ice-lite") else []
    lines += _group(bundle, [sections[index] for index in used])
    for index, name in zip(used, names, strict=True):
        # `end-of-candidates` is never passed on: aiortc would give up before the peer's first check arrives.
        lines += [*offer_media.written(session, sections[index], name), *transports[index].lines()]
    return Offer("\r\n".join(lines) + "\r\n", sections, used, bundle, offer_media.brings_audio(session, sections, used))


def _check_counts(sections: Sequence[Media]) -> None:
    if len(sections) > MAX_SECTIONS:
        raise _invalid(f"The offer has {len(sections)} sections; at most {MAX_SECTIONS} are read.")
    count = sum(len(offer_transport.udp_candidates(section)) for section in sections)
    if count > MAX_CANDIDATES:
        raise AntiphonError(
            ErrorCode.TOO_LARGE, f"The offer has {count} UDP candidates; at most {MAX_CANDIDATES} are tried."
        )


def _bundle(session: Block, mids: Sequence[str]) -> tuple[str, ...] | None:
    for value in session.values("group"):
        semantics, *members = value.split(" ")
        if semantics == "BUNDLE":
            return tuple(mid for mid in dict.fromkeys(members) if mid in mids)
    return None


def _group(bundle: Sequence[str] | None, used: Sequence[Media]) -> list[str]:
    kept = [mid for mid in bundle or () if any(media.mid == mid for media in used)]
    return [f"a=group:BUNDLE {' '.join(kept)}"] if kept else []


def _names(sections: Sequence[Media], used: Sequence[int]) -> list[str]:
    """Return a mid for each used section: aiortc cannot do without one, where the offer can (RFC 8829, 5.3.1)."""
    taken = {media.mid for media in sections}
    spare = (name for number in range(MAX_SECTIONS * 2) if (name := f"unnamed{number}") not in taken)
    return [sections[index].mid or next(spare) for index in used]


def _rejected(offered: Media) -> list[str]:
    """Write the answer to a section that is not used: port 0, and nothing promised (RFC 3264, 6)."""
    line = f"m={offered.kind} 0 {offered.protocol} {' '.join(offered.formats)}"
    return [
        line,
        "c=IN IP4 0.0.0.0",
        "a=inactive",
        *([] if offered.mid is None else [f"a=mid:{offered.mid}"]),
    ]


def _accepted(offered: Media, answered: Media) -> list[str]:
    line = f"m={answered.kind} {answered.port} {offered.protocol} {' '.join(answered.formats)}"
    return [
        line,
        *(text for text in answered.block.lines if offered.mid is not None or not text.startswith("a=mid:")),
    ]


def _invalid(message: str) -> AntiphonError:
    return AntiphonError(ErrorCode.SDP_INVALID, message)
