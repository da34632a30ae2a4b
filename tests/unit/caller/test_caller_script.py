"""What the command line's pieces mean, and how wrong ones are named."""

import json
from pathlib import Path

import pytest

from antiphon.testing.caller_script import BadScript, read_barge_in, read_page
from antiphon.testing.caller_signalling import loopback_addresses, parse_url
from unit.caller.conftest import WriteWav


def test_a_barge_in_is_a_file_and_seconds(write_wav: WriteWav) -> None:
    path = write_wav("st@p.wav", seconds=0.3)
    barge_in = read_barge_in(f"{path}@0.75")
    assert barge_in.after_s == 0.75
    assert barge_in.utterance.pcm is not None
    assert len(barge_in.utterance.pcm) == pytest.approx(14_400, abs=48)


@pytest.mark.parametrize("text", ["stop.wav", "stop.wav@", "stop.wav@soon", "stop.wav@-1", "stop.wav@inf", "@1", ""])
def test_a_barge_in_of_another_form_is_named(text: str) -> None:
    with pytest.raises(BadScript, match="WAV@SECONDS"):
        read_barge_in(text)


def test_a_barge_in_with_a_missing_file_names_the_file() -> None:
    with pytest.raises(BadScript, match=r"nowhere\.wav"):
        read_barge_in("nowhere.wav@1")


def test_an_actions_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "page.json"
    path.write_text(json.dumps({"narration": "A shop.", "actions": {"buy": {}}, "results": {"buy": None}}))
    page = read_page(path)
    assert (page.narration, page.actions, page.results) == ("A shop.", {"buy": {}}, {"buy": None})


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("{", "JSON"),
        ("[]", "object"),
        ('{"action": {}}', "'action'"),
        ('{"narration": 7}', "'narration'"),
        ('{"actions": []}', "'actions'"),
        ('{"results": "x"}', "'results'"),
    ],
)
def test_a_bad_actions_file_is_named_with_what_is_wrong(tmp_path: Path, text: str, named: str) -> None:
    path = tmp_path / "page.json"
    path.write_text(text)
    with pytest.raises(BadScript, match=named) as raised:
        read_page(path)
    assert "page.json" in str(raised.value)


@pytest.mark.parametrize(
    ("url", "addresses"),
    [
        ("http://127.0.0.1:8080", ["127.0.0.1"]),
        ("http://localhost:8080", ["127.0.0.1"]),
        ("http://[::1]:8080", ["127.0.0.1", "::1"]),
        ("http://192.0.2.7", []),
        ("https://voice.example", []),
    ],
)
def test_a_server_on_loopback_needs_loopback_addresses(url: str, addresses: list[str]) -> None:
    assert loopback_addresses(parse_url(url)) == addresses


@pytest.mark.parametrize("url", ["", "127.0.0.1:8080", "ftp://host", "http://", "http://host:port"])
def test_an_address_of_another_form_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_url(url)
