"""Read what was spoken otherwise than it was heard, where nobody has understood it: `at the rebels`, `add the rooibos`.

A recogniser writes the words that it knows. A verb at the front is taken for another that the language's file has for
it (`misheard`), words for a name of the page that sounds like them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from antiphon.domain.conversation import UserSaid
from antiphon.providers.alternatives import with_names
from antiphon.providers.brain._page.reading import Reading
from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.understanding import Understanding
from antiphon.providers.brain._page.words import Said, framed, said

SURE = 80.0
"""Of a hundred: a name that sounds as much like what was heard is taken for it; another is asked about."""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """Another text that may have been said."""

    text: str
    is_sure: bool


async def read_otherwise(
    understanding: Understanding, page: Page, spoken: UserSaid, names: Sequence[str]
) -> tuple[Said, Reading] | None:
    """Return what was probably said, and its reading; None where it was typed, or nothing else makes sense.

    `names`: of the page, which may have been misheard, beside the verb. What only sounds somewhat like it is asked
    about, and nothing grave is even offered.
    """
    for other in () if spoken.typed else otherwise(page, spoken.text, names):
        text = framed(said(other.text, page.language), page.language)
        best = await understanding.best(text)
        if best and len(best.plans) == 1 and best.plans[0].calls and not understanding.asks_first(best, text):
            return text, best if other.is_sure else replace(best, asks=True)
    return None


def otherwise(page: Page, text: str, names: Sequence[str]) -> Iterator[Otherwise]:
    """Yield what may have been said instead, the likeliest first: another verb, another name, both."""
    verbs = list(_with_other_verbs(page, text))
    yield from (Otherwise(one, True) for one in verbs)
    for one in (text, *verbs):
        yield from (Otherwise(other, alike >= SURE) for alike, other in with_names(one, names))


def _with_other_verbs(page: Page, text: str) -> Iterator[str]:
    bare = text.strip().rstrip(".!")
    low = bare.lower()
    for heard, meant in sorted(page.language.spoken.misheard.items(), key=lambda pair: -len(pair[0])):
        if low.startswith(f"{heard} "):
            yield f"{meant}{bare[len(heard) :]}"
