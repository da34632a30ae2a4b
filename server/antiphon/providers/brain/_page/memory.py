"""Keep what a conversation about a page goes on from: the thing spoken of last, the last deed, the open question."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from antiphon.domain.actions import ActionCall
from antiphon.domain.outline import Outline
from antiphon.providers.brain._page.inquiry import Inquiry
from antiphon.providers.brain._page.subjects import Slot, Subject
from antiphon.providers.brain._page.words import Said

MOST_TURNS = 40
MOST_OUTLINES = 3


@dataclass(frozen=True, slots=True)
class Plan:
    """The calls for one utterance, one after the other, and those that take them back."""

    calls: tuple[ActionCall, ...] = ()
    about: Subject | Slot | None = None
    back: tuple[ActionCall, ...] = ()
    gesture: str = ""
    """The gesture that it was, or the label of the control that it was: what is put right is the same once more."""
    of: tuple[str, ...] = ()
    """The names of all that it is done to, where these are several."""
    adds: str = ""
    """The text of what is added: what takes it back is known when it is there."""
    rest: Said | None = None
    """What else was ordered, to be read when the page is another: `go to the settings and …`."""
    repeats: int = 0
    """How often the last call is made again at most, for as long as the page has it: to the last page."""
    fills: bool = False
    """Whether the rest is what the form is filled in with that opens."""
    sends: str = ""
    """The verb by which it is to be sent when it is filled in, which is asked first."""
    then: str = ""
    """The name of a button that is pressed when the calls are made: it was disabled before."""
    listed: tuple[Subject, ...] = ()
    """What an answer has named: `the second one` is one of these."""
    count: int = 0
    """How many were ordered, where that was said; it may be done fewer times."""
    seeks: tuple[ActionCall, ...] | None = None
    """The tabs that are still to be looked through for what was said, the last of them where that began."""
    says: str = ""
    """What is answered then, where nothing was found."""
    sorts: tuple[str, str] | None = None
    """The column that is sorted by, and which way: the press is repeated where it went the other."""

    @property
    def name(self) -> str:
        """The name of the item, the option or the field that it is about; empty where it is about none."""
        if isinstance(self.about, Slot):
            return self.about.option.name if self.about.option else self.about.field.name
        return self.about.name if self.about else ""

    @property
    def choice_name(self) -> str:
        """The name by which it is chosen where several were offered: of what is added, that of the list."""
        if isinstance(self.about, Slot) and self.gesture == "add":
            return self.about.block.name
        return self.name


@dataclass(slots=True)
class Memory:
    """One session's, from turn to turn."""

    about: Subject | Slot | None = None
    listed: tuple[Subject, ...] = ()
    """What the last answer has named, in its order."""
    done: Plan | None = None
    done_in: str = ""
    """The turn of the last deed."""
    spoken: Said | None = None
    """The sentence that ordered it."""
    withdrawn: Said | None = None
    """The sentence that was asked about and not agreed to: another name may stand in it now."""
    asked: Plan | None = None
    """What a yes would do."""
    question: str = ""
    """The sentence that was asked, and in which turn."""
    asked_in: str = ""
    choices: tuple[Plan, ...] = ()
    """What was offered, of which one may be named."""
    aside: "Memory | None" = None
    """As it was before an utterance that was none to the question which was open, where nobody has answered it yet."""
    refused: Said | None = None
    """What was said behind a no to the question, where nobody has understood it yet."""
    running: Plan | None = None
    left: tuple[ActionCall, ...] = ()
    outlines: dict[str, Outline] = field(default_factory=dict)
    """The page as it was when a turn began, of the last turns."""
    inquired: Inquiry | None = None
    """The question that was answered last: `and the second?` asks the same."""
    turn_id: str = ""
    turns: dict[str, None] = field(default_factory=dict)
    """The turns that were answered from the page's structure."""
    rests: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Of each turn that began with a no to the page's question: what else was said in it, and what was told of the
    no."""
    asides: frozenset[str] = frozenset()
    """Those of these turns that only asked something while a question of the rules' was open."""

    def copy(self) -> "Memory":
        """As it is now: an utterance may be answered once more, when it has grown."""
        return replace(self, turns=dict(self.turns), outlines=dict(self.outlines))

    def sees(self, turn_id: str, outline: Outline) -> None:
        """Keep the page as it is when a turn begins."""
        self.outlines[turn_id] = outline
        while len(self.outlines) > MOST_OUTLINES:
            del self.outlines[next(iter(self.outlines))]

    def leaves(self, turn_id: str, rest: str, told: str) -> None:
        """Leave the rest of an utterance to whoever is behind, once its no was carried out."""
        self.rests = {**dict([*self.rests.items()][-MOST_TURNS:]), turn_id: (rest, told)}
        self.turns.pop(turn_id, None)

    def takes(self, turn_id: str) -> None:
        self.turn_id = turn_id
        self.turns[turn_id] = None
        while len(self.turns) > MOST_TURNS:
            del self.turns[next(iter(self.turns))]
