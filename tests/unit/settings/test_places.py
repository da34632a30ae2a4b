"""Where a key stands in a TOML text."""

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.settings.places import Places

TEXT = """\
# the shop's assistant
greeting = "Hello, [you] = #1"
triggers = [
  "vad",  # by voice
  "ptt",
]
prompt = \"""
[not.a.table]
key = 1
\"""

[policy]
endOfTurnMs = 600
"quoted key" . deep = 'x = y'

[[tools]]
name = "weather"
headers = { Accept = "text/plain", X-Key = "env:KEY" }

[[tools]]
name = "stock"
parameters = '''
{"type": "object"}'''
[tools.headers]
Accept = "a"
[[tools.more]]
a = 1
[[tools.more]]
a = [[1], [
  2]]
[a.b.c]
d = 1979-05-27 07:32:00
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("greeting",), 2),
        (("triggers",), 3),
        (("triggers", 1), 5),
        (("prompt",), 7),
        (("policy",), 12),
        (("policy", "endOfTurnMs"), 13),
        (("policy", "quoted key", "deep"), 14),
        (("tools",), 16),
        (("tools", 0, "name"), 17),
        (("tools", 0, "headers", "X-Key"), 18),
        (("tools", 1, "name"), 21),
        (("tools", 1, "parameters"), 22),
        (("tools", 1, "headers", "Accept"), 25),
        (("tools", 1, "more", 1, "a"), 29),
        (("tools", 1, "more", 1, "a", 1, 0), 30),
        (("a", "b"), 31),
        (("a", "b", "c", "d"), 32),
        (("tools", 1, "url"), 20),
        (("policy", "endOfTurn"), 12),
        (("nothing", "of", "it"), 1),
        ((), 1),
    ],
)
def test_a_key_is_found_or_else_what_is_around_it(path: tuple[str | int, ...], line: int) -> None:
    tomllib.loads(TEXT)
    assert Places(TEXT).line(path) == line


def test_what_is_no_toml_gives_the_lines_before_it() -> None:
    places = Places("a = 1\n= 2\nb = 3\n")
    assert (places.line(("a",)), places.line(("b",))) == (1, 1)


keys = st.text("ab.\"'\\ =[]#\u00e9", min_size=1, max_size=4)
scalars = st.one_of(
    st.integers(-9, 9).map(str),
    st.sampled_from(["true", "1e3", "'it = # [x]'", '"\\"]\\\\"', '"""a\nb = 1\n""""', "'''\n[x]\n'''", "07:32:00"]),
)


def quoted(key: str) -> str:
    return '"' + key.replace("\\", "\\\\").replace('"', '\\"') + '"'


@given(
    st.lists(st.tuples(keys, scalars, st.sampled_from(["", "  # note = [", "\n\n"])), unique_by=lambda pair: pair[0])
)
def test_every_key_of_any_table_has_the_line_that_it_begins_on(pairs: list[tuple[str, str, str]]) -> None:
    text, begins = "[[t]]\n", {}
    for key, value, after in pairs:
        begins[key] = text.count("\n") + 1
        text += (
            f"{quoted(key)} = [{value}, {{ x = {value.splitlines()[0] if value[:3] not in TRIPLE else 1} }}]{after}\n"
        )
    parsed: dict[str, Any] = tomllib.loads(text)
    places = Places(text)
    assert list(parsed["t"][0]) == list(begins)
    for key, line in begins.items():
        assert places.line(("t", 0, key)) == line
        assert places.line(("t", 0, key, 1, "x")) >= line


TRIPLE = ('"""', "'''")
