"""Choose the manners of a language."""

from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.manners import Manners
from antiphon.providers.brain._page.manners_of_file import FileManners
from antiphon.providers.brain._page.manners_of_rules import RulesManners


def manners_of(language: Language) -> Manners:
    """The rules' for English, and those of its file for any other language."""
    return RulesManners(language) if language.by_rules else FileManners(language)
