"""SDP fragments with candidates (RFC 8840)."""

import pytest

from antiphon.domain.errors import AntiphonError
from antiphon.transports.webrtc.trickle import MAX_LINES, Fragment, parse

CANDIDATE = "1 1 udp 2130706431 192.168.2.1 5000 typ host"


def test_a_fragment_as_the_rfc_has_it() -> None:
    text = (
        "a=ice-ufrag:EsAw\r\na=ice-pwd:P2uYro0UCOQ4zxjKXaWCBui1\r\nm=audio 9 UDP/TLS/RTP/SAVPF 0\r\na=mid:0\r\n"
        f"a=candidate:{CANDIDATE}\r\na=end-of-candidates\r\n"
    )
    assert parse(text) == Fragment("EsAw", (CANDIDATE,))


def test_candidates_may_stand_anywhere_and_count_once() -> None:
    assert parse(f"a=candidate:{CANDIDATE}\nm=audio 9 RTP/SAVPF 0\na=candidate:{CANDIDATE}").candidates == (CANDIDATE,)


@pytest.mark.parametrize(
    "line",
    [
        "1 1 udp 1 aa3f6ad9-38fc-4815-85c7-4f88957d3b64.local 9 typ host",
        "1 1 tcp 1 192.168.2.1 9 typ host",
        "1 1 udp 1 192.168.2.1 99999 typ host",
        "1 1 udp 1 224.0.0.251 5353 typ host",
        "1 1 udp 1 255.255.255.255 9 typ host",
        "1 1 udp 1 10.255.255.255 9 typ host",
        "1 1 udp 1 169.254.169.254 80 typ host",
        "1 1 udp 1 0.0.0.0 9 typ host",
        "1 1 udp 1 ff02::fb 5353 typ host",
        "1 1 udp 1 fe80::1 9 typ host",
        "1 1 udp 1 ::ffff:224.0.0.1 9 typ host",
        "nonsense",
    ],
)
def test_what_cannot_be_tried_is_left_out(line: str) -> None:
    assert parse(f"a=candidate:{line}") == Fragment(None, ())


@pytest.mark.parametrize("text", ["", "\r\n", "v=0\r\na=mid:0", "m=audio", "x", "a=mid:0\0\r\nm=a 1 b"])
def test_what_is_no_fragment_is_refused(text: str) -> None:
    with pytest.raises(AntiphonError) as refused:
        parse(text)
    assert refused.value.code.code == "sdp.invalid"


def test_more_lines_than_are_read_are_refused() -> None:
    assert parse("a=x\n" * (MAX_LINES - 1)) == Fragment(None, ())
    with pytest.raises(AntiphonError, match=f"{MAX_LINES} lines"):
        parse("a=x\n" * (MAX_LINES + 1))


def test_more_candidates_than_are_tried_are_refused() -> None:
    with pytest.raises(AntiphonError) as refused:
        parse("\n".join(f"a=candidate:{n} 1 udp 1 192.168.2.1 {n + 1} typ host" for n in range(33)))
    assert refused.value.code.code == "protocol.too_large"
    assert "33" in refused.value.message
