"""A question matched with the records of one list: which of its words stand there, and as what."""

from dataclasses import dataclass, field

from antiphon.providers.brain._page.inquiry import Inquiry
from antiphon.providers.brain._page.records import Collection, Record

MOST_LOOSE = 1
"""Words that nothing explains, in a question about one thing."""


@dataclass(slots=True)
class Matched:
    """The records of a collection that have the words of a question, before its states and comparisons.

    `names` are words in the records, `heads` words of their columns, `states` what must be on or off.
    """

    collection: Collection
    records: list[Record] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    near: list[str] = field(default_factory=list)
    """Those of them that are only near to what was said."""
    loose: list[str] = field(default_factory=list)
    """Words that nothing explains."""
    kind: str = ""
    """What the things are called that are compared, where nothing else is called so (`leeway`)."""
    verb: str = ""
    """A verb that nothing explains (`leeway`)."""
    heads: set[str] = field(default_factory=set)
    states: dict[str, bool] = field(default_factory=dict)
    """A stem in the head of a state, and whether it must be on."""
    cells: list[tuple[str, str]] = field(default_factory=list)
    """A head and what stands under it: `group A`, `plot 7`."""
    kinds: set[str] = field(default_factory=set)
    """Kinds of values that are asked for without a head: the price, the rating."""
    shaped: list[str] = field(default_factory=list)
    """Words for what is known by how it is written: a telephone's number, an e-mail address."""
    not_in: list[str] = field(default_factory=list)
    """Words that must not stand there: `taken` where others are `free`."""
    done: bool | None = None
    """Whether what is ticked is asked for, or what is open."""
    overdue: bool = False
    """Whether what should have been done before today is asked for."""
    elsewhere: bool = False
    """Whether another list alone is called by a word of the question."""
    pointed: bool = False
    """Whether it is what was spoken of last."""
    it: Record | None = None
    """What `it` stands for, where a question is about that."""
    untold: list[str] = field(default_factory=list)
    """Words that ask for a state which the page tells in other words: `closed`, beside a button `Close`."""
    named: int = 0
    score: float = 0.0

    @property
    def is_narrowed(self) -> bool:
        by_state = self.states or self.done is not None or self.overdue
        return bool(self.names or self.cells or self.not_in or by_state or self.pointed)


def may_be_loose(inquiry: Inquiry) -> bool:
    """Tell whether a question asks for something of one thing, which is told with all that stands of it."""
    of_all = inquiry.best or inquiry.counts or inquiry.sums or inquiry.averages or inquiry.limit or inquiry.whether
    roles = {"where", "who", "what", "which", "when"}
    return not of_all and not inquiry.negative and inquiry.role in roles
