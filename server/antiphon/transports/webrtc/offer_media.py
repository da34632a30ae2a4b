"""Choose the sections of an offer that are used, and tell aiortc so (RFC 8829, 5.3; RFC 8841). Pure."""

import re
from collections.abc import Sequence

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.transports.webrtc.sdp import Block, Media

_STATIC = {"0": "PCMU/8000", "8": "PCMA/8000"}
"""Payload types that need no `rtpmap` (RFC 3551, table 4)."""

_DIRECTIONS = ("sendrecv", "sendonly", "recvonly", "inactive")
_AUDIO_PROTOCOLS = ("UDP/TLS/RTP/SAVPF", "UDP/TLS/RTP/SAVP", "RTP/SAVPF", "RTP/SAVP")
_EXTENSIONS = ("urn:ietf:params:rtp-hdrext:sdes:mid", "urn:ietf:params:rtp-hdrext:ssrc-audio-level")
_DEFAULT_SCTP_PORT = "5000"

_RTPMAP = re.compile(r"([0-9]{1,3}) +([^/ ]+)/([0-9]+)(?:/([0-9]+))?")
_EXTMAP = re.compile(r"([0-9]{1,5})(?:/[a-z]+)? +(\S+)(?: .*)?")


def used_sections(session: Block, sections: Sequence[Media]) -> tuple[int, ...]:
    """Return the indices of the one audio section that is used and of the data channel's, in the offer's order.

    Everything else would be a track that nobody reads. Raises `AntiphonError` `sdp.no_audio`,
    `sdp.unsupported_codec` or `sdp.invalid`.
    """
    audio = [index for index, media in enumerate(sections) if media.kind == "audio" and _usable(media)]
    if not audio:
        raise AntiphonError(
            ErrorCode.SDP_NO_AUDIO,
            "The offer has no audio section with a port over 0 and DTLS-SRTP: add one.",
        )
    spoken = [index for index in audio if _codecs(sections[index])]
    if not spoken:
        offered = sorted({value.split(" ")[-1] for index in audio for value in _rtpmaps(sections[index])})
        raise AntiphonError(
            ErrorCode.SDP_UNSUPPORTED_CODEC,
            "The offer's audio has none of opus/48000/2 (payload type 96 to 127), PCMU/8000 and PCMA/8000; it has "
            f"{', '.join(offered)[:200] or 'no codec'}.",
        )
    active = [index for index in spoken if _direction(session, sections[index]) != "inactive"]
    channels = [index for index, media in enumerate(sections) if _is_channel(media)]
    return tuple(sorted([*(active or spoken)[:1], *channels[:1]]))


def brings_audio(session: Block, sections: Sequence[Media], used: Sequence[int]) -> bool:
    """Tell whether the audio section that is used says that its client sends."""
    spoken = [sections[index] for index in used if sections[index].kind == "audio"]
    return any(_direction(session, media) in ("sendrecv", "sendonly") for media in spoken)


def written(session: Block, media: Media, mid: str) -> list[str]:
    """Write the `m=` line and the lines under it, but for the transport."""
    body = _audio(session, media) if media.kind == "audio" else _channel(media)
    return [body[0], f"a=mid:{mid}", *body[1:]]


def _usable(media: Media) -> bool:
    """Tell whether a section can be used: port 0 is off, unless it only comes within a bundle (RFC 9143, 6)."""
    on = media.port > 0 or media.block.has("bundle-only")
    return on and (media.kind != "audio" or media.protocol in _AUDIO_PROTOCOLS)


def _is_channel(media: Media) -> bool:
    """Tell whether a section is a data channel in one of the two forms of the standard (RFC 8841, 5)."""
    if media.kind != "application" or not _usable(media):
        return False
    if media.protocol == "DTLS/SCTP" and not (len(media.formats) == 1 and _is_port(media.formats[0])):
        raise _invalid("A data channel over DTLS/SCTP names its SCTP port: m=application 9 DTLS/SCTP 5000.")
    if media.protocol == "UDP/DTLS/SCTP" and media.formats != ("webrtc-datachannel",):
        raise _invalid("A data channel over UDP/DTLS/SCTP is m=application 9 UDP/DTLS/SCTP webrtc-datachannel.")
    if not _is_port(media.block.value("sctp-port") or _DEFAULT_SCTP_PORT):
        raise _invalid("The data channel's a=sctp-port must be a number from 1 to 65535.")
    return media.protocol in ("DTLS/SCTP", "UDP/DTLS/SCTP")


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 6 and 0 < int(text) < 65536


def _rtpmaps(media: Media) -> list[str]:
    """Return `<payload type> <codec>` of each format, also of those that need no line."""
    named = {value.split(" ", 1)[0]: value for value in media.block.values("rtpmap") if _RTPMAP.fullmatch(value)}
    known = {**{form: f"{form} {codec}" for form, codec in _STATIC.items()}, **named}
    return [known[form] for form in dict.fromkeys(media.formats) if form in known]


def _codecs(media: Media) -> list[str]:
    """Choose the `rtpmap` values that are passed on: Opus alone where there is one, so that it is spoken both ways."""
    opus, telephone = [], []
    for value in _rtpmaps(media):
        parts = _RTPMAP.fullmatch(value)
        if parts is None:
            continue
        name, rate = parts[2].upper(), parts[3]
        # aiortc keeps only payload types of the dynamic range; another number would be answered as 96.
        if name == "OPUS" and rate == "48000" and 96 <= int(parts[1]) < 128:
            opus.append(f"{parts[1]} opus/48000/2")
        elif f"{name}/{rate}" == _STATIC.get(parts[1]):
            telephone.append(f"{parts[1]} {name}/{rate}")
    return opus[:1] or telephone


def _direction(session: Block, media: Media) -> str:
    """Return the direction of a section: its own, else the session's, else both ways (RFC 8866, 6.7)."""
    own = (direction for block in (media.block, session) for direction in _DIRECTIONS if block.has(direction))
    return next(own, "sendrecv")


def _audio(session: Block, media: Media) -> list[str]:
    codecs = _codecs(media)
    payloads = " ".join(value.split(" ", 1)[0] for value in codecs)
    lines = [f"m=audio 9 UDP/TLS/RTP/SAVPF {payloads}", f"a={_direction(session, media)}", "a=rtcp-mux"]
    lines += [f"a=rtpmap:{value}" for value in codecs]
    for value in media.block.values("extmap"):
        parts = _EXTMAP.fullmatch(value)
        # One-byte headers hold ids up to 14 and 16 bytes of value (RFC 8285, 4.2).
        if parts and 0 < int(parts[1]) < 15 and parts[2] in _EXTENSIONS and len(media.mid or "") <= 16:
            lines.append(f"a=extmap:{parts[1]} {parts[2]}")
    return lines


def _channel(media: Media) -> list[str]:
    size = media.block.value("max-message-size") or ""
    limit = [f"a=max-message-size:{int(size)}"] if size.isascii() and size.isdigit() and len(size) < 16 else []
    if media.protocol == "DTLS/SCTP":
        port = media.formats[0]
        return [f"m=application 9 DTLS/SCTP {port}", f"a=sctpmap:{port} webrtc-datachannel 1024", *limit]
    port = media.block.value("sctp-port") or _DEFAULT_SCTP_PORT
    return ["m=application 9 UDP/DTLS/SCTP webrtc-datachannel", f"a=sctp-port:{port}", *limit]


def _invalid(message: str) -> AntiphonError:
    return AntiphonError(ErrorCode.SDP_INVALID, message)
