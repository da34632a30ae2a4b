"""Texts as they are dictated: `anna dot keller at gmail dot com`, digits in groups, names letter by letter."""

import re

from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.subjects import Page

_WRITTEN = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
_PAUSES = re.compile(r"[,;]\s*")
_WITHIN = frozenset(".-_")
"""Signs that stand between words of an address, and nowhere else."""
_FEWEST = 2
"""So few letters are no name that was spelt."""


def email(page: Page, text: str) -> str | None:
    """`anna dot keller at gmail dot com`, or as it is written."""
    if written := _WRITTEN.search(text):
        return written.group().strip(".,;")
    put = joined(page, _addressed(page, text))
    return put if _WRITTEN.fullmatch(put) else None


def _addressed(page: Page, text: str) -> str:
    """The words of an address, without those that lead to it: `it is jo dot hart at posteo dot net`."""
    words = _PAUSES.sub(" ", text).rstrip(".!? ").split()
    signs = [page.language.signs.get(word.lower(), "") for word in words]
    signs = ["" if one == "@" and signs[at - 1] == "." and at else one for at, one in enumerate(signs)]  # Austria's
    at = next((at for at in range(len(words) - 1, -1, -1) if signs[at] == "@"), 0)
    start = max(at - 1, 0)
    while start > 0 and (
        signs[start - 1]
        or signs[start]
        or len(words[start]) == 1 == len(words[start - 1])
        or (start > 1 and signs[start - 2] in _WITHIN)  # `jan punt de vries`
    ):
        start -= 1
    before = words[:start]
    plain = page.language.words["soft"] | page.language.words["filled"] | page.language.words["little"]
    leads = any(word.lower() in plain or not word.replace(".", "").isalnum() for word in before)
    return " ".join(words[start:] if leads else words)


def address(page: Page, text: str) -> str | None:
    put = joined(page, text)
    return put if re.fullmatch(r"(https?://)?[\w-]+(\.[\w-]+)+(/\S*)?", put) else None


def joined(page: Page, text: str) -> str:
    """Return what was dictated, with the signs that its words stand for, in one."""
    words = _PAUSES.sub(" ", text.lower()).rstrip(".!? ").split()
    signs = [page.language.signs.get(word, word) for word in words]
    return "".join(
        words[at] if one == "@" and at and signs[at - 1] == "." else one for at, one in enumerate(signs)
    )  # `dot at` is Austria's


def telephone(page: Page, text: str) -> str | None:
    """Digits, one by one or in groups; `double` and `triple` repeat the next."""
    language, lists = page.language, page.language.words
    words = language.hear(text.replace("-", " ").replace("/", " ").replace("(", " ").replace(")", " "))
    plus = any(sign == "+" and text.strip().startswith(word) for word, sign in language.signs.items())
    digits, again = "+" if plus or text.strip().startswith("+") else "", 1
    several = () if language.by_rules else language.numbers(words)
    wide = {one.start: one for one in several if one.end - one.start > 1 and isinstance(one.value, int)}
    behind = 0
    for at, word in enumerate(words):
        if at < behind:
            continue
        if number := wide.get(at):  # `treinta y cuatro`
            digits, again, behind = digits + str(number.value) * again, 1, number.end
            continue
        if repeated := _again(language, word.text):
            again = repeated
            continue
        found = language.numbers([word])
        small = language.spoken.digits.get(word.text, "0" if word.text in lists["nought"] else "")
        small = small or ("1" if word.text in language.asked.words["one"] else "")
        if not found and not small and word.text not in lists["in_digits"]:
            return None
        if found or small:
            spoken = word.text if word.text.isdigit() else str(found[0].value) if found else small
            digits += spoken * again
            again = 1
    return digits if sum(one.isdigit() for one in digits) >= 3 else None


def spelt_out(page: Page, text: str) -> str:
    """A name that was said letter by letter: `K, E, double L` is `Kell`; as it is, where it was not."""
    lists = page.language.words
    letters, again = "", 1
    words = text.replace(",", " ").replace("-", " ").split()
    for word in words[1:] if words[:1] and words[0].lower() in lists["spelling"] else words:
        if repeated := _again(page.language, word.lower()):
            again = repeated
        elif len(word) == 1 and word.isalpha():
            letters, again = letters + word * again, 1
        else:
            return text
    return letters.capitalize() if len(letters) > _FEWEST else text


def _again(language: Language, word: str) -> int:
    """The times that the next letter or digit is meant behind this word; 0 where it says nothing of that."""
    return 2 if word in language.words["double"] else 3 if word in language.words["triple"] else 0
