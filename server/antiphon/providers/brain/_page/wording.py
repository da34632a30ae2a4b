"""Put the words of a question into the order in which questions are read, with figures for numbers."""

from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.spoken_figures import with_figures
from antiphon.providers.brain._page.words import Said


def in_plain_order(text: Said, language: Language) -> list[str]:
    """Return the words of a question: its lead first, a comparison in one piece, nothing in front of it."""
    wording = _Wording(language)
    words = wording.opened(with_figures(text.text, language))
    return wording.owing(wording.together(wording.in_order(text, words))) if words else words


class _Wording:
    def __init__(self, language: Language) -> None:
        self.language = language
        self.asked = language.asked

    def opened(self, words: list[str]) -> list[str]:
        """Without `tell me` or `do you know` in front of a question."""
        whole = " ".join(words)
        for phrase in self.asked.phrases["openers"]:
            rest = words[len(phrase.split()) :]
            if whole.startswith(f"{phrase} ") and rest[0] in self.language.words["interrogatives"]:
                return rest
        return words

    def in_order(self, text: Said, words: list[str]) -> list[str]:
        """`of the two soups, which is better?`, `the last one, who is it from?`: what is asked is said first."""
        interrogatives = self.language.words["interrogatives"]
        if words[0] in interrogatives | self.language.words["whether"] or len(words) != len(text.text.split()):
            return words
        at = next((at for at in range(1, len(words)) if words[at] in interrogatives and text.pauses_before(at)), 0)
        pronouns = self.asked.words["pronouns"]
        return [*(one for one in words[at:] if one not in pronouns), *words[:at]] if at else words

    def together(self, words: list[str]) -> list[str]:
        """`less stock than the minimum`: the noun stands in front of the comparison."""
        link = self.asked.phrases["than"][0]
        firsts = {name.split()[0] for name in self.language.bounds if name.endswith(f" {link}")}
        for at, word in enumerate(words):
            end = next((one for one in range(at + 2, min(at + 4, len(words))) if words[one] == link), 0)
            if word in firsts and end:
                return [*words[:at], *words[at + 1 : end], word, *words[end:]]
        return words

    def owing(self, words: list[str]) -> list[str]:
        """`who still has to pay?`: who owes."""
        whole = f" {' '.join(words)} "
        phrase = next((one for one in self.asked.phrases["to_pay"] if f" {one} " in whole), "")
        if not phrase or words[0] not in self.asked.words["choosing"] | {"how"} or whole.startswith(" when "):
            return words
        return whole.replace(f" {phrase} ", f" {self.asked.phrases['owing'][0]} ").split()
