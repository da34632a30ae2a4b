"""Session descriptions as lines and sections (RFC 8866), with no opinion on what they say."""

import re
from dataclasses import dataclass
from itertools import pairwise

_LINE = re.compile(r"[a-z]=[^\0\r]*")
_MEDIA = re.compile(r"m=([!-~]+) ([0-9]{1,5})(?:/[0-9]+)? ([!-~]+) ([!-~]+(?: [!-~]+)*)")


class NotSdp(ValueError):
    """The text is no session description; the message says where it stops being one."""


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of the session part or of one section, without their ends."""

    lines: tuple[str, ...]

    def values(self, attribute: str) -> list[str]:
        """Return the value of each `a=attribute:value`, in order."""
        start = f"a={attribute}:"
        return [line[len(start) :].strip() for line in self.lines if line.startswith(start)]

    def value(self, attribute: str) -> str | None:
        """Return the first of `values`; None where there is none."""
        return next(iter(self.values(attribute)), None)

    def has(self, flag: str) -> bool:
        """Tell whether there is a line `a=flag`."""
        return f"a={flag}" in self.lines


@dataclass(frozen=True, slots=True)
class Media:
    """One section: its `m=` line (RFC 8866, 5.14) and the lines under it."""

    kind: str
    port: int
    protocol: str
    formats: tuple[str, ...]
    block: Block

    @property
    def mid(self) -> str | None:
        return self.block.value("mid")


def parse(text: str) -> tuple[Block, tuple[Media, ...]]:
    """Parse the session part and the sections. Lines may end in CR LF or in LF alone. Raises `NotSdp`."""
    lines = [line.removesuffix("\r").rstrip(" ") for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    if not lines or lines[0] != "v=0":
        raise NotSdp("it does not begin with the line v=0")
    for number, line in enumerate(lines, 1):
        if not _LINE.fullmatch(line):
            raise NotSdp(f"line {number} is not of the form <letter>=<value>")
    bounds = [*(number for number, line in enumerate(lines) if line.startswith("m=")), len(lines)]
    session = Block(tuple(lines[: bounds[0]]))
    return session, tuple(_media(lines[start:end], start + 1) for start, end in pairwise(bounds))


def _media(lines: list[str], number: int) -> Media:
    parts = _MEDIA.fullmatch(lines[0])
    if parts is None:
        raise NotSdp(f"line {number} is not of the form m=<media> <port> <protocol> <formats>")
    kind, port, protocol, formats = parts.groups()
    return Media(kind, int(port), protocol, tuple(formats.split(" ")), Block(tuple(lines[1:])))
