"""Follow the language that the user is heard to speak, among those that the session has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.commands import UseLanguage
from antiphon.turns.config import WORDS_OF_A_LANGUAGE
from antiphon.turns.words import WORD

if TYPE_CHECKING:
    from antiphon.turns.core import Core


def follow(core: Core, text: str, tag: str | None) -> None:
    """Go on in the language of `tag`, where it is one of the session's and enough was said in it."""
    if tag is None or len(WORD.findall(text)) < WORDS_OF_A_LANGUAGE:
        return
    primary = tag.split("-")[0].lower()
    known = (core.config.language, *core.config.other_languages)
    spoken = next((one for one in known if one.primary == primary), None)
    if spoken is not None and spoken is not core.language:
        core.language = spoken
        core.command(UseLanguage(spoken.tag))
