"""The QR codes, read by a decoder that was not written for them."""

import re
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt
import pytest
import zxingcpp

from antiphon.lan import qr

URLS = [
    "https://192.168.1.20:8080/#pair=012345",
    "https://[fd00:1234:5678:9abc:def0:1234:5678:9abc]:65535/#pair=999999",
]
SCALE = 6

Picture = npt.NDArray[np.uint8]


def read(dark: npt.NDArray[np.bool_], quiet: int = 4) -> str:
    picture: Picture = np.where(np.pad(dark, quiet), 0, 255).astype(np.uint8)
    (found,) = zxingcpp.read_barcodes(np.kron(picture, np.ones((SCALE, SCALE), np.uint8)))
    text: str = found.text
    return text


def seen(text: str) -> npt.NDArray[np.bool_]:
    """What a terminal with a dark background shows: where it stays dark, an upper and a lower half a character."""
    halves = {"█": (False, False), "▀": (False, True), "▄": (True, False), " ": (True, True)}
    cells = np.array([[halves[char] for char in line] for line in text.splitlines()])
    return cells.transpose(0, 2, 1).reshape(-1, cells.shape[1])


@pytest.mark.requirement("MEDIA-LAN")
@pytest.mark.parametrize("url", URLS)
def test_the_code_in_the_terminal_is_the_url(url: str) -> None:
    assert read(seen(qr.terminal(url, colours=False)), quiet=2) == url


def test_on_a_terminal_with_colours_it_is_the_same_in_white_and_black() -> None:
    plain, coloured = (qr.terminal(URLS[0], colours=colours) for colours in (False, True))
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == plain
    begins = ["\x1b[38;5;231;48;5;16m"] * len(plain.splitlines())
    assert [line[: len(begins[0])] for line in coloured.splitlines()] == begins
    assert all(line.endswith("\x1b[0m") for line in coloured.splitlines())


def test_it_fits_a_terminal_of_eighty_columns_and_twenty_four_lines() -> None:
    lines = qr.terminal(URLS[1], colours=False).splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80


def drawn(svg: str) -> npt.NDArray[np.bool_]:
    """The dark modules of the one path that is stroked: `M x y h n m dx dy ...`, all of them in whole modules."""
    root = ElementTree.fromstring(svg)
    side = int(root.attrib["viewBox"].split()[2])
    dark = np.zeros((side, side), bool)
    (path,) = [one.attrib["d"] for one in root.iter() if "stroke" in one.attrib]
    x = y = 0.0
    for command, arguments in re.findall(r"([Mmh])([^Mmh]*)", path):
        numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", arguments)]
        if command == "h":
            dark[int(y), int(x) : int(x + numbers[0])] = True
            x += numbers[0]
        else:
            x, y = (numbers[0], numbers[1]) if command == "M" else (x + numbers[0], y + numbers[1])
    return dark


@pytest.mark.requirement("MEDIA-LAN")
@pytest.mark.parametrize("url", URLS)
def test_the_code_on_the_page_is_the_url(url: str) -> None:
    assert read(drawn(qr.svg(url)), quiet=0) == url


def test_the_picture_needs_no_style_that_a_strict_policy_forbids() -> None:
    svg = qr.svg(URLS[0])
    assert "style" not in svg
    assert "<script" not in svg
