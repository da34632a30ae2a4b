"""Which offers are answered, and what aiortc and the client then get to see."""

import pytest
from aiortc.sdp import SessionDescription
from hypothesis import example, given, settings
from hypothesis import strategies as st

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.transports.webrtc import sdp
from antiphon.transports.webrtc.offer_guard import MAX_BYTES, MAX_CANDIDATES, MAX_LINES, check
from unit.webrtc.offers import (
    CHANNEL,
    CHROME_AUDIO,
    CHROME_VIDEO,
    OTHER_PRINT,
    PRINT,
    SESSION,
    TRANSPORT,
    chrome,
    firefox,
    plain,
    replaced,
    text,
)

LEGACY_CHANNEL = [
    "m=application 9 DTLS/SCTP 5000",
    "a=sctpmap:5000 webrtc-datachannel 1024",
    *replaced(CHANNEL[2:], sctp_port=None),
]


def seen(offer: str) -> SessionDescription:
    """What aiortc makes of what it is given."""
    return SessionDescription.parse(check(offer).sdp)


def refused(offer: str) -> ErrorCode:
    with pytest.raises(AntiphonError) as failure:
        check(offer)
    assert 400 <= failure.value.code.status < 500
    assert failure.value.message.endswith(".")
    return failure.value.code


def udp(number: int) -> str:
    return f"a=candidate:{number} 1 udp 2113937151 192.168.2.{number % 250} {40000 + number} typ host"


@pytest.mark.requirement("MEDIA-SDP")
@pytest.mark.parametrize("offer", [chrome(), firefox(), plain()], ids=["chrome", "firefox", "plain"])
def test_browsers_offers_come_down_to_one_opus_section_and_the_data_channel(offer: str) -> None:
    description = seen(offer)
    audio, channel = description.media
    assert (audio.kind, audio.direction, audio.rtcp_mux) == ("audio", "sendrecv", True)
    assert [codec.mimeType for codec in audio.rtp.codecs] == ["audio/opus"]
    assert (channel.kind, channel.sctp_port) == ("application", 5000)
    assert all(media.ice and media.ice.usernameFragment for media in description.media)
    assert all(media.dtls and media.dtls.fingerprints for media in description.media)
    assert check(offer).has_channel


@pytest.mark.parametrize("end", ["\r\n", "\n"], ids=["CRLF", "LF"])
def test_lines_may_end_in_lf_alone(end: str) -> None:
    assert check(chrome(end)).sdp == check(chrome()).sdp


def test_what_a_bundle_only_section_leaves_out_comes_from_the_section_that_has_it() -> None:
    audio, channel = seen(firefox()).media
    assert audio.ice is not None
    assert channel.ice is not None
    assert channel.dtls is not None
    assert channel.ice.usernameFragment == audio.ice.usernameFragment == "01234567"
    assert channel.dtls.fingerprints[0].value == PRINT


def test_local_names_and_the_end_of_candidates_are_not_passed_on() -> None:
    for offer in (chrome(), firefox()):
        given_to_aiortc = check(offer).sdp
        assert ".local" not in given_to_aiortc
        assert "end-of-candidates" not in given_to_aiortc
        assert "tcptype" not in given_to_aiortc


def test_candidates_with_an_address_are_passed_on_once_for_the_bundle() -> None:
    offer = text(SESSION, ["a=group:BUNDLE 0 2"], [*CHROME_AUDIO, udp(1), udp(2)], CHANNEL)
    candidates = {(c.ip, c.port, c.type) for media in seen(offer).media for c in media.ice_candidates}
    assert candidates == {("192.168.2.1", 40001, "host"), ("192.168.2.2", 40002, "host")}


@pytest.mark.parametrize(
    "candidate",
    [
        "a=candidate:1 1 udp 1 192.168.2.1 0 typ host",
        "a=candidate:1 1 udp 1 192.168.2.1 65536 typ host",
        "a=candidate:1 1 udp 1 fe80::1%eth0 4000 typ host",
        "a=candidate:1 1 udp 1 300.1.1.1 4000 typ host",
        "a=candidate:1 2 udp 1 192.168.2.1 4000 typ host",
        "a=candidate:",
        "a=candidate:1 1 udp",
    ],
)
def test_a_candidate_that_cannot_be_tried_is_left_out_and_the_offer_stands(candidate: str) -> None:
    assert seen(text(SESSION, [*CHROME_AUDIO, candidate])).media[0].ice_candidates == []


def test_video_first_and_a_second_audio_are_answered_with_port_0_in_the_offers_order() -> None:
    second = replaced(CHROME_AUDIO, mid="a=mid:7")
    offer = check(text(SESSION, ["a=group:BUNDLE 1 0 7 2"], CHROME_VIDEO, CHROME_AUDIO, second, CHANNEL))
    assert [media.rtp.muxId for media in SessionDescription.parse(offer.sdp).media] == ["0", "2"]
    local = text(
        SESSION,
        ["a=group:BUNDLE 0 2", "a=msid-semantic:WMS *"],
        ["m=audio 4000 UDP/TLS/RTP/SAVPF 111", "c=IN IP4 127.0.0.1", "a=sendrecv", "a=mid:0"],
        ["m=application 4000 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 127.0.0.1", "a=mid:2"],
    )
    session, media = sdp.parse(offer.answer(local))
    assert [(one.kind, one.port, one.mid) for one in media] == [
        ("video", 0, "1"),
        ("audio", 4000, "0"),
        ("audio", 0, "7"),
        ("application", 4000, "2"),
    ]
    assert session.values("group") == ["BUNDLE 0 2"]
    assert all(any(line.startswith("c=IN ") for line in one.block.lines) for one in media)
    assert media[0].formats == ("96", "97")


def test_an_answer_has_no_bundle_and_no_mid_where_the_offer_has_none() -> None:
    offer = check(text(SESSION, replaced(CHROME_AUDIO, mid=None, m="m=audio 9 RTP/SAVPF 111")))
    local = text(SESSION, ["a=group:BUNDLE unnamed0"], ["m=audio 4000 UDP/TLS/RTP/SAVPF 111", "a=mid:unnamed0"])
    assert "a=mid:unnamed0" in offer.sdp
    answer = offer.answer(local)
    assert "BUNDLE" not in answer
    assert "a=mid" not in answer
    assert "m=audio 4000 RTP/SAVPF 111" in answer


def test_the_answer_to_a_single_section_mirrors_its_bundle() -> None:
    offer = check(text(SESSION, ["a=group:BUNDLE 0"], CHROME_AUDIO))
    local = text(SESSION, ["a=group:BUNDLE 0"], ["m=audio 4000 UDP/TLS/RTP/SAVPF 111", "a=mid:0"])
    assert sdp.parse(offer.answer(local))[0].values("group") == ["BUNDLE 0"]


@pytest.mark.parametrize("direction", ["sendrecv", "sendonly", "recvonly", "inactive"])
def test_audio_of_every_direction_is_taken(direction: str) -> None:
    offer = text(SESSION, replaced(CHROME_AUDIO, sendrecv=f"a={direction}"))
    assert seen(offer).media[0].direction == direction


def test_audio_without_a_direction_goes_both_ways() -> None:
    assert seen(text(SESSION, replaced(CHROME_AUDIO, sendrecv=None))).media[0].direction == "sendrecv"


def test_a_direction_of_the_session_holds_for_its_sections() -> None:
    offer = text([*SESSION, "a=recvonly"], replaced(CHROME_AUDIO, sendrecv=None))
    assert seen(offer).media[0].direction == "recvonly"


def test_of_two_audio_sections_the_one_that_is_not_inactive_is_used() -> None:
    silent = replaced(CHROME_AUDIO, mid="a=mid:9", sendrecv="a=inactive")
    assert [media.rtp.muxId for media in seen(text(SESSION, silent, CHROME_AUDIO)).media] == ["0"]


def test_no_ssrc_no_msid_and_named_mids_are_taken() -> None:
    audio = replaced(CHROME_AUDIO, ssrc=None, msid=None, mid="a=mid:audio", c="c=IN IP6 ::")
    offer = text(SESSION, ["a=group:BUNDLE audio 2"], audio, CHANNEL)
    assert [media.rtp.muxId for media in seen(offer).media] == ["audio", "2"]


def test_a_section_that_is_switched_off_is_not_used() -> None:
    off = replaced(CHANNEL, m="m=application 0 UDP/DTLS/SCTP webrtc-datachannel")
    offer = check(text(SESSION, CHROME_AUDIO, off))
    assert offer.used == (0,)
    assert not offer.has_channel


def test_the_legacy_form_of_the_data_channel_is_taken() -> None:
    channel = seen(text(SESSION, ["a=group:BUNDLE 0 2"], CHROME_AUDIO, LEGACY_CHANNEL)).media[1]
    assert (channel.profile, channel.fmt) == ("DTLS/SCTP", ["5000"])


@pytest.mark.parametrize(
    "m",
    [
        "m=application 9 DTLS/SCTP webrtc-datachannel",
        "m=application 9 UDP/DTLS/SCTP 5000",
        "m=application 9 DTLS/SCTP 0",
        "m=application 9 DTLS/SCTP 99999",
    ],
)
def test_a_mixture_of_both_forms_is_refused(m: str) -> None:
    assert refused(text(SESSION, CHROME_AUDIO, replaced(CHANNEL, m=m))) is ErrorCode.SDP_INVALID


@pytest.mark.parametrize(
    ("formats", "codecs"),
    [
        ("0 8", ["audio/PCMU", "audio/PCMA"]),
        ("8", ["audio/PCMA"]),
        ("0 111", ["audio/opus"]),
        ("13 111 111", ["audio/opus"]),
    ],
)
def test_g711_is_known_by_its_number_and_opus_goes_before_it(formats: str, codecs: list[str]) -> None:
    audio = [
        f"m=audio 9 UDP/TLS/RTP/SAVPF {formats}",
        *TRANSPORT,
        "a=rtcp-mux",
        "a=rtpmap:111 OPUS/48000/2",
    ]
    assert [codec.mimeType for codec in seen(text(SESSION, audio)).media[0].rtp.codecs] == codecs


@pytest.mark.parametrize(
    "audio",
    [
        ["m=audio 9 UDP/TLS/RTP/SAVPF 9", "a=rtpmap:9 G722/8000"],
        ["m=audio 9 UDP/TLS/RTP/SAVPF 111"],
        ["m=audio 9 UDP/TLS/RTP/SAVPF 111", "a=rtpmap:111 opus/16000"],
        ["m=audio 9 UDP/TLS/RTP/SAVPF 111", "a=rtpmap:112 opus/48000/2"],
        ["m=audio 9 UDP/TLS/RTP/SAVPF 0", "a=rtpmap:0 L16/44100"],
        ["m=audio 9 UDP/TLS/RTP/SAVPF 35", "a=rtpmap:35 opus/48000/2"],
        ["m=audio 9 UDP/TLS/RTP/SAVPF x", "a=rtpmap:x opus/48000/2"],
    ],
)
def test_audio_without_a_shared_codec_is_refused(audio: list[str]) -> None:
    assert refused(text(SESSION, [*audio, *TRANSPORT, "a=rtcp-mux"])) is ErrorCode.SDP_UNSUPPORTED_CODEC


@pytest.mark.parametrize(
    "sections",
    [
        [],
        [CHANNEL],
        [CHROME_VIDEO],
        [replaced(CHROME_AUDIO, m="m=audio 0 UDP/TLS/RTP/SAVPF 111")],
        [replaced(CHROME_AUDIO, m="m=audio 9 RTP/AVP 111")],
    ],
    ids=["no section", "data channel", "video", "port 0", "plain RTP"],
)
def test_an_offer_without_usable_audio_is_refused(sections: list[list[str]]) -> None:
    assert refused(text(SESSION, *sections)) is ErrorCode.SDP_NO_AUDIO


@pytest.mark.parametrize(
    "fingerprint",
    [
        None,
        "a=fingerprint:sha-1 " + ":".join(["AB"] * 20),
        "a=fingerprint:sha-256 AB:CD",
        "a=fingerprint:sha-256",
        "a=fingerprint:sha-256 " + "ZZ:" * 32,
    ],
)
def test_an_offer_without_a_usable_fingerprint_is_refused(fingerprint: str | None) -> None:
    offer = text(SESSION, replaced(CHROME_AUDIO, fingerprint=fingerprint))
    assert refused(offer) is ErrorCode.SDP_NO_FINGERPRINT


def test_a_section_has_its_own_fingerprint_before_the_sessions() -> None:
    offer = text([*SESSION, f"a=fingerprint:sha-256 {OTHER_PRINT}"], CHROME_AUDIO)
    dtls = seen(offer).media[0].dtls
    assert dtls is not None
    assert [one.value for one in dtls.fingerprints] == [PRINT]


@pytest.mark.parametrize(
    "audio",
    [
        replaced(CHROME_AUDIO, ice_ufrag=None),
        replaced(CHROME_AUDIO, ice_pwd="a=ice-pwd:short"),
        replaced(CHROME_AUDIO, ice_ufrag="a=ice-ufrag:a b c d"),
        replaced(CHROME_AUDIO, setup="a=setup:holdconn"),
        replaced(CHROME_AUDIO, rtcp_mux=None),
        replaced(CHROME_AUDIO, mid="a=mid:" + "m" * 33),
        replaced(CHROME_AUDIO, mid="a=mid:a b"),
        replaced(CHROME_AUDIO, m="m=audio 9"),
        replaced(CHROME_AUDIO, m="m=audio nine UDP/TLS/RTP/SAVPF 111"),
        [*CHROME_AUDIO, "nonsense"],
        [*CHROME_AUDIO, "a=x\0y"],
    ],
)
def test_an_offer_that_breaks_a_rule_of_sdp_is_refused(audio: list[str]) -> None:
    assert refused(text(SESSION, audio)) is ErrorCode.SDP_INVALID


@pytest.mark.parametrize("offer", ["", "hello", "{}", "v=1\r\n", "\r\n", "m=audio 9 UDP/TLS/RTP/SAVPF 111\r\n"])
def test_what_is_no_sdp_is_refused(offer: str) -> None:
    assert refused(offer) is ErrorCode.SDP_INVALID


def test_two_sections_of_one_mid_are_refused() -> None:
    assert refused(text(SESSION, CHROME_AUDIO, CHROME_AUDIO)) is ErrorCode.SDP_INVALID


def test_more_sections_than_are_read_are_refused() -> None:
    videos = [replaced(CHROME_VIDEO, mid=f"a=mid:v{number}") for number in range(32)]
    assert refused(text(SESSION, CHROME_AUDIO, *videos)) is ErrorCode.SDP_INVALID
    assert check(text(SESSION, CHROME_AUDIO, *videos[:31])).used == (0,)


def test_up_to_32_candidates_are_tried_and_no_more() -> None:
    most = [udp(number) for number in range(1, MAX_CANDIDATES + 1)]
    assert len(seen(text(SESSION, [*CHROME_AUDIO, *most])).media[0].ice_candidates) == MAX_CANDIDATES
    assert refused(text(SESSION, [*CHROME_AUDIO, *most, udp(99)])) is ErrorCode.TOO_LARGE
    assert refused(text(SESSION, [*CHROME_AUDIO, *map(udp, range(1000))])) is ErrorCode.TOO_LARGE


def test_an_offer_is_read_up_to_64_kib() -> None:
    room = MAX_BYTES - len(text(SESSION, CHROME_AUDIO, ["a=x:"]))
    assert check(text(SESSION, CHROME_AUDIO, ["a=x:" + "y" * room])).used == (0,)
    assert refused(text(SESSION, CHROME_AUDIO, ["a=x:" + "y" * (room + 1)])) is ErrorCode.TOO_LARGE
    assert refused("v=0\r\n" * MAX_BYTES) is ErrorCode.TOO_LARGE


def test_an_offer_is_read_up_to_1_000_lines() -> None:
    room = MAX_LINES - text(SESSION, CHROME_AUDIO).count("\n") - 1
    assert check(text(SESSION, CHROME_AUDIO, ["a="] * room)).used == (0,)
    assert refused(text(SESSION, CHROME_AUDIO, ["a="] * (room + 1))) is ErrorCode.TOO_LARGE


LINES = sorted({*CHROME_AUDIO, *CHROME_VIDEO, *CHANNEL, *SESSION, *firefox().split("\r\n")})
ANY_LINE = st.sampled_from(LINES) | st.text(max_size=40)
SOUND = [*SESSION, "a=group:BUNDLE 0 2", *CHROME_AUDIO, *CHANNEL]
CHANGES = st.lists(st.tuples(st.integers(0, len(SOUND) - 1), st.none() | ANY_LINE), max_size=6)


def changed(changes: list[tuple[int, str | None]]) -> list[str]:
    """A sound offer's lines, some of them exchanged or left out."""
    instead = dict(changes)
    return [line for at, old in enumerate(SOUND) if (line := instead.get(at, old)) is not None]


def judged(lines: list[str]) -> bool:
    """Whether the offer is taken. Fails where aiortc could not parse it."""
    try:
        offer = check(text(lines))
    except AntiphonError as refusal:
        if refusal.code.status >= 500:
            raise
        return False
    description = SessionDescription.parse(offer.sdp)
    assert len(description.media) == len(offer.used)
    assert all(media.direction and media.rtcp_mux for media in description.media if media.kind == "audio")
    assert all(media.ice and media.ice.password for media in description.media)
    assert all(media.dtls and media.dtls.role for media in description.media)
    return True


@settings(max_examples=200, deadline=None)
@given(CHANGES)
def test_a_changed_offer_is_refused_by_code_or_can_be_parsed_by_aiortc(
    changes: list[tuple[int, str | None]],
) -> None:
    judged(changed(changes))


def test_an_offer_without_changes_is_taken() -> None:
    assert judged(changed([]))


@settings(max_examples=100, deadline=None)
@given(st.lists(ANY_LINE, max_size=60))
@example(["m=audio 9 UDP/TLS/RTP/SAVPF 111", "a=rtpmap:111 opus/48000/2\u2028a=mid:x", *TRANSPORT, "a=rtcp-mux"])
@example(["m=audio 9 UDP/TLS/RTP/SAVPF \u0663", *TRANSPORT])
@example([*CHROME_AUDIO, "m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "a=sctp-port:\u00b2"])
def test_any_lines_are_refused_by_code_or_can_be_parsed_by_aiortc(lines: list[str]) -> None:
    judged([*SESSION, *lines])
