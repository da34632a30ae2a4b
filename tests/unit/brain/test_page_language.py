"""Languages of the page's reading: one file for all tags of it, read before the first turn."""

import subprocess
import sys

from antiphon.providers.brain._page.language import language


def test_a_language_is_one_whatever_the_country() -> None:
    assert language("en-GB") is language("EN") is language("en-XX-of-a-client")


def test_a_language_without_a_file_is_english() -> None:
    assert language("xx") is language("en-GB")
    assert language("../languages/de") is language("en")
    assert language("") is language("en")


_STARTED = """
import asyncio, tomllib
from antiphon.providers.brain.rules import RulesBrain
from antiphon.providers.brain._page.language import language

asyncio.run(RulesBrain().start())
tomllib.loads = None  # whoever reads a file from here on fails
assert language("en-GB") is not None
"""


def test_the_languages_are_read_as_the_brain_starts() -> None:
    """In a process of its own: in this one they have been read long ago."""
    subprocess.run([sys.executable, "-c", _STARTED], check=True, timeout=60)
