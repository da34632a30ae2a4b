"""Offers as the browsers and libraries of the field write them, and parts to make others of."""

from collections.abc import Sequence

PRINT = ":".join(["AB"] * 32)
OTHER_PRINT = ":".join(["CD"] * 32)

SESSION = ["v=0", "o=- 4611731400430051336 2 IN IP4 127.0.0.1", "s=-", "t=0 0"]

TRANSPORT = [
    "a=ice-ufrag:EsAw",
    "a=ice-pwd:bP+XJMM09aR8AiX1jdukzR6Y",
    "a=ice-options:trickle",
    f"a=fingerprint:sha-256 {PRINT}",
    "a=setup:actpass",
]

CHROME_AUDIO = [
    "m=audio 9 UDP/TLS/RTP/SAVPF 111 63 9 0 8 13 110 126",
    "c=IN IP4 0.0.0.0",
    "a=rtcp:9 IN IP4 0.0.0.0",
    "a=candidate:3346114500 1 udp 2113937151 aa3f6ad9-38fc-4815-85c7-4f88957d3b64.local 46329 typ host "
    "generation 0 network-cost 999",
    "a=candidate:1547609660 1 tcp 1518214911 192.0.2.2 9 typ host tcptype active generation 0",
    *TRANSPORT,
    "a=mid:0",
    "a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level",
    "a=extmap:2 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time",
    "a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid",
    "a=sendrecv",
    "a=msid:stream track",
    "a=rtcp-mux",
    "a=rtcp-rsize",
    "a=rtpmap:111 opus/48000/2",
    "a=rtcp-fb:111 transport-cc",
    "a=fmtp:111 minptime=10;useinbandfec=1",
    "a=rtpmap:63 red/48000/2",
    "a=fmtp:63 111/111",
    "a=rtpmap:9 G722/8000",
    "a=rtpmap:0 PCMU/8000",
    "a=rtpmap:8 PCMA/8000",
    "a=rtpmap:13 CN/8000",
    "a=rtpmap:110 telephone-event/48000",
    "a=rtpmap:126 telephone-event/8000",
    "a=ssrc:1529563432 cname:Q/NWs1ao1HmN4Xa5",
    "a=ssrc:1529563432 msid:stream track",
]

CHROME_VIDEO = [
    "m=video 9 UDP/TLS/RTP/SAVPF 96 97",
    "c=IN IP4 0.0.0.0",
    *TRANSPORT,
    "a=mid:1",
    "a=sendrecv",
    "a=rtcp-mux",
    "a=rtpmap:96 VP8/90000",
    "a=rtpmap:97 rtx/90000",
    "a=fmtp:97 apt=96",
]

CHANNEL = [
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
    "c=IN IP4 0.0.0.0",
    *TRANSPORT,
    "a=mid:2",
    "a=sctp-port:5000",
    "a=max-message-size:262144",
]


def text(*parts: Sequence[str], end: str = "\r\n") -> str:
    return "".join(line + end for part in parts for line in part)


def replaced(lines: Sequence[str], **changes: str | None) -> list[str]:
    """The lines with `a=<name>` lines changed to the given value, or left out for None; `m` is the m-line."""
    result = []
    for line in lines:
        name = line[2:].split(":")[0].replace("-", "_") if line.startswith("a=") else line[0]
        if name not in changes:
            result.append(line)
        elif changes[name] is not None:
            result.append(str(changes[name]))
    return result


def chrome(end: str = "\r\n") -> str:
    bundle = ["a=group:BUNDLE 0 1 2", "a=extmap-allow-mixed", "a=msid-semantic: WMS stream"]
    return text(SESSION, bundle, CHROME_AUDIO, CHROME_VIDEO, CHANNEL, end=end)


def plain() -> str:
    """Audio and a data channel in one bundle."""
    return text(SESSION, ["a=group:BUNDLE 0 2"], CHROME_AUDIO, CHANNEL)


def firefox() -> str:
    """Max-bundle in Firefox: session-level fingerprint, hosts that are `.local`, a bundle-only data channel."""
    host = "4d8f1f04-3b9e-4c5f-9f4e-7d2f6b1c9a10.local"
    return text(
        [
            "v=0",
            "o=mozilla...THIS_IS_SDPARTA-99.0 5539826410377216273 0 IN IP4 0.0.0.0",
            "s=-",
            "t=0 0",
            f"a=fingerprint:sha-256 {PRINT}",
            "a=group:BUNDLE 0 1",
            "a=ice-options:trickle",
            "a=msid-semantic:WMS *",
        ],
        [
            "m=audio 46912 UDP/TLS/RTP/SAVPF 109 9 0 8 101",
            f"c=IN IP4 {host}",
            f"a=candidate:0 1 UDP 2122252543 {host} 46912 typ host",
            f"a=candidate:1 1 TCP 2105524479 {host} 9 typ host tcptype active",
            "a=sendrecv",
            "a=end-of-candidates",
            "a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level",
            "a=extmap:2/recvonly urn:ietf:params:rtp-hdrext:csrc-audio-level",
            "a=extmap:3 urn:ietf:params:rtp-hdrext:sdes:mid",
            "a=fmtp:109 maxplaybackrate=48000;stereo=1;useinbandfec=1",
            "a=fmtp:101 0-15",
            "a=ice-pwd:0123456789abcdef0123456789abcdef",
            "a=ice-ufrag:01234567",
            "a=mid:0",
            "a=msid:{5a1} {7b2}",
            f"a=rtcp:46913 IN IP4 {host}",
            "a=rtcp-mux",
            "a=rtpmap:109 opus/48000/2",
            "a=rtpmap:9 G722/8000/1",
            "a=rtpmap:0 PCMU/8000",
            "a=rtpmap:8 PCMA/8000",
            "a=rtpmap:101 telephone-event/8000/1",
            "a=setup:actpass",
            "a=ssrc:2655508255 cname:{735484ea}",
        ],
        [
            "m=application 0 UDP/DTLS/SCTP webrtc-datachannel",
            "c=IN IP4 0.0.0.0",
            "a=bundle-only",
            "a=sendrecv",
            "a=mid:1",
            "a=sctp-port:5000",
            "a=max-message-size:1073741823",
        ],
    )


def _audio(*lines: str) -> str:
    return text(SESSION, [*lines, *TRANSPORT, "a=rtcp-mux"])


def _without(**changes: str | None) -> str:
    return text(SESSION, replaced(CHROME_AUDIO, **changes), CHANNEL)


def _channel(m: str, **changes: str | None) -> str:
    return text(SESSION, CHROME_AUDIO, replaced(CHANNEL, m=m, **changes))


def _candidates(number: int) -> str:
    lines = [f"a=candidate:{at} 1 udp 1 192.0.2.1 {1000 + at} typ host" for at in range(number)]
    return text(SESSION, [*CHROME_AUDIO, *lines])


OPUS = "a=rtpmap:111 opus/48000/2"
PROTOCOL = "UDP/TLS/RTP/SAVPF"

MALFORMED: list[tuple[str, str]] = [
    *((offer, "sdp.invalid") for offer in ("", " ", "hello", "{}", "null", "[1, 2]", "\0", "\U0001f642", "v=1")),
    *((offer, "sdp.invalid") for offer in ("m=audio 9 x 0", "V=0\r\n", "v=0 \0", "\r\nv=0\r\n", "<sdp/>")),
    (text(SESSION, ["nonsense"]), "sdp.invalid"),
    (text(SESSION, ["m="]), "sdp.invalid"),
    (text(SESSION, ["m=audio"]), "sdp.invalid"),
    (text(SESSION, [f"m=audio -1 {PROTOCOL} 111"]), "sdp.invalid"),
    (text(SESSION, [f"m=audio 9x {PROTOCOL} 111"]), "sdp.invalid"),
    (text(SESSION, ["m=audio 9  111"]), "sdp.invalid"),
    ("v=0", "sdp.no_audio"),
    (text(SESSION), "sdp.no_audio"),
    (text(SESSION, ["a=group:BUNDLE"]), "sdp.no_audio"),
    (text(SESSION, CHANNEL), "sdp.no_audio"),
    (text(SESSION, CHROME_VIDEO, CHANNEL), "sdp.no_audio"),
    (_without(m=f"m=audio 0 {PROTOCOL} 111"), "sdp.no_audio"),
    (_without(m="m=audio 9 RTP/AVP 111"), "sdp.no_audio"),
    (_without(m="m=audio 9 TCP/MSRP *"), "sdp.no_audio"),
    (_audio(f"m=audio 9 {PROTOCOL} 111"), "sdp.unsupported_codec"),
    (_audio(f"m=audio 9 {PROTOCOL} 112", OPUS), "sdp.unsupported_codec"),
    (_audio(f"m=audio 9 {PROTOCOL} 9", "a=rtpmap:9 G722/8000"), "sdp.unsupported_codec"),
    (_audio(f"m=audio 9 {PROTOCOL} 111", "a=rtpmap:111 opus/8000"), "sdp.unsupported_codec"),
    (_audio(f"m=audio 9 {PROTOCOL} 999999", "a=rtpmap:999999 opus/48000/2"), "sdp.unsupported_codec"),
    (_audio(f"m=audio 9 {PROTOCOL} 111", "a=rtpmap:111"), "sdp.unsupported_codec"),
    (_audio(f"m=audio 9 {PROTOCOL} 73", "a=rtpmap:73 opus/48000/2"), "sdp.unsupported_codec"),
    (_without(fingerprint=None), "sdp.no_fingerprint"),
    (_without(fingerprint="a=fingerprint:"), "sdp.no_fingerprint"),
    (_without(fingerprint="a=fingerprint:sha-256"), "sdp.no_fingerprint"),
    (_without(fingerprint="a=fingerprint:md5 AB:CD"), "sdp.no_fingerprint"),
    (_without(fingerprint=f"a=fingerprint:sha-256 {PRINT}:00"), "sdp.no_fingerprint"),
    (_without(ice_ufrag=None), "sdp.invalid"),
    (_without(ice_pwd=None), "sdp.invalid"),
    (_without(ice_ufrag="a=ice-ufrag:x"), "sdp.invalid"),
    (_without(ice_pwd="a=ice-pwd:" + "x" * 300), "sdp.invalid"),
    (_without(setup="a=setup:maybe"), "sdp.invalid"),
    (_without(rtcp_mux=None), "sdp.invalid"),
    (_without(mid="a=mid:2"), "sdp.invalid"),
    (_without(mid="a=mid:"), "sdp.invalid"),
    (_channel("m=application 9 DTLS/SCTP webrtc-datachannel"), "sdp.invalid"),
    (_channel("m=application 9 UDP/DTLS/SCTP 5000"), "sdp.invalid"),
    (
        _channel("m=application 9 UDP/DTLS/SCTP webrtc-datachannel", sctp_port="a=sctp-port:x"),
        "sdp.invalid",
    ),
    (text(SESSION, CHROME_AUDIO, *([CHROME_VIDEO[:1]] * 40)), "sdp.invalid"),
    (_candidates(33), "protocol.too_large"),
    (_candidates(1000), "protocol.too_large"),
    ("v=0\r\n" + "a=x\r\n" * 20_000, "protocol.too_large"),
]
"""Offers that no call can come of, each with the code that says why."""
