"""Put a text into words for a voice, where these differ from what is written: `$49.95`, Markdown, a link, a hash.

Theory of operation. A clause goes through four hands. `markup` takes Markdown's signs away. `unreadable` takes out
what no voice can read to anybody: words of another script, codes, long links. The module of the language, if it has one
here, says figures and abbreviations in its words; a language without one is left as it is. `sound` divides what
is left into requests that take a few seconds of sound each, however many characters were written.

A language is one file named after it (`en.py`) with `word(text, language)` and `UNREADABLE`; nothing else changes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec

from antiphon.providers.speakable import speakable
from antiphon.providers.wording import markup, sound, unreadable

LONGEST = 600
"""Characters of one clause that are looked at: no clause is as long but one that cannot be said anyway."""


@dataclass(frozen=True, slots=True)
class Language:
    """The module of one language."""

    word: Callable[[str, str], str]
    """A text, and the language's whole tag, to what a voice is to read."""
    unreadable: Mapping[unreadable.Kind, str]
    """What is said in the place of what cannot be read; nothing, where it is not listed."""


def requests(text: str, language: str) -> list[str]:
    """A clause as a Latin-script voice is to say it, in one or more pieces; none where there is nothing to say."""
    if markup.is_block(text):
        return []
    known = _language(language.split("-")[0].lower())
    plain = unreadable.left_out(markup.plain(text[:LONGEST]), known.unreadable)
    if not speakable(plain):
        return []
    return sound.pieces(speakable(known.word(plain, language)))


def plainly(text: str, language: str) -> str:
    """A clause for a voice that knows the script it stands in, and says plain figures by itself; an empty text where
    there is nothing to say."""
    if markup.is_block(text):
        return ""
    code = language.split("-")[0].lower()
    known = _language(code)
    words = unreadable.without_addresses(markup.plain(text[:LONGEST]), known.unreadable)
    # A voice for all languages knows English short forms and prices best.
    return speakable(words if code == "en" else known.word(words, language)).strip()


@lru_cache(maxsize=64)
def _language(code: str) -> Language:
    name = f"{__name__}.{code}"
    # A tag comes from a file of the user's: what is no bare name is no module of ours.
    if not (code.isascii() and code.isalpha() and len(code) in (2, 3) and find_spec(name)):
        return Language(lambda text, _: text, {})
    module = import_module(name)
    return Language(module.word, module.UNREADABLE)
