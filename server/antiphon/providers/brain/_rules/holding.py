"""Hesitations over an open question: `just a second, the phone is ringing`. They ask for a moment, and answer nothing.

Behind what asks for a moment stands a remark about the room, or what somebody does meanwhile. An order or a value there
is for the page: `hang on, open the calendar`, `wait, the second one`.
"""

from collections.abc import Sequence

from antiphon.providers.brain._rules.lexicon import ARTICLES, AUXILIARIES, SUBJECTS, bag, sayings
from antiphon.providers.brain._rules.verbs import base
from antiphon.providers.brain._rules.words import Word, leading

_LEADS = sayings(
    "just|only|wait|wait just|please wait|can you wait|could you wait|hang on|hang on just|hang on for|hold on|"
    "hold on just|hold on for|give me|give me just|just give me|please give me|can you give me|could you give me|"
    "let me have|i need|i just need|i only need|i will need|can i have|could i have|may i have|bear with me|"
    "bear with me for|bear with me just|excuse me|excuse me for|let me think|let me think for|let me think just|"
    "back in|be back in|i will be back in|i am back in|be with you in|i will be with you in"
)
_AMOUNTS = ("a", "one", "another", "half a", "just a", "just one", "one more")
_SPANS = ("second", "sec", "moment", "minute", "min", "tick", "mo", "bit")
_TIMES = sayings("|".join(f"{amount} {span}" for amount in _AMOUNTS for span in _SPANS)) + sayings(
    "two seconds|two minutes|a few seconds|a few minutes|a couple of minutes|five minutes|ten minutes|some more time"
)
_BARE = tuple(one for one in _TIMES if one[0] in {"one", "another", "half", "just"} and one[-1] != "bit")
"""Spans of time that ask for one by themselves: `one second`, and not `a bit`, `five minutes`."""
_FIXED = sayings(
    "bear with me|be right back|i will be right back|i will be back|brb|let me think|let me see|let me check|"
    "let me look|let me have a look|let me think about it|i am thinking|i have to think|i need to think|stay there|"
    "do not go away|stay with me|please hold|please hold on|please hang on|please wait|wait for me|not so fast|"
    "i am not ready|i am not ready yet|not ready yet|not yet"
)
"""Phrases that ask for a moment and mean nothing else."""
_WEAK = sayings("wait|wait wait|hold on|hang on|hold it|hang on there|hold on there|whoa|excuse me|hey wait|oh wait")
"""Phrases that may also take something back: `wait, the second one`."""
_BESIDE = sayings(
    "oh|ah|sorry|i am sorry|please|no|ok|okay|well|so|hey|oops|uh oh|oh no|but|now|just|right|and|not yet|damn|sir|"
    "madam|there|for me|thanks|thank you|actually"
)
_ANSWERING = sayings(
    "i want|i would like|i meant|i mean|i said|i say|i think|i guess|i choose|i take|i will take|i will have|i prefer|"
    "it should|that should|this should|there is no|i do not want|i changed|i have changed|i did not|that was|it was|"
    "that is not|this is not|it is not|i told you|i asked|we want|we would like"
)
"""Words behind which an answer or a second thought follows."""
_NAMING = sayings("it is|that is|this is|he is|she is")
_PEOPLE = (SUBJECTS - bag("this these those")) | bag("nobody")
_ASKING = AUXILIARIES | bag("what when where who whom whose which why how")
_DOING = bag("see check find get grab fetch ask look think read turn answer finish have just quickly first")
_MOST_BESIDE = 6


def holds(words: Sequence[Word]) -> bool:
    """Tell whether words ask for a moment, and say nothing for the page."""
    at, strong, asked = 0, False, False
    for _ in range(_MOST_BESIDE):
        size = strong_hold(words, at)
        strong = strong or size > 0
        size = size or leading(_WEAK, words, at)
        asked = asked or size > 0
        size = size or leading(_BESIDE, words, at)
        if not size:
            break
        at += size
    if not asked:
        return False
    rest = words[at:]
    return not rest or is_aside(rest, parted=words[at - 1].pause, strong=strong)


def does_first(words: Sequence[Word]) -> bool:
    """Tell whether somebody is about to do something else: `let me get my glasses`. It may be an order of the page."""
    texts = tuple(word.text for word in words)
    at = leading(_BESIDE, words, 0)
    return texts[at : at + 2] == ("let", "me") and len(texts) > at + 3 and texts[at + 2] in _DOING


def hold(words: Sequence[Word], at: int = 0) -> int:
    """Return how many words ask for a moment, from a place on; 0 where none do."""
    return strong_hold(words, at) or leading(_WEAK, words, at)


def strong_hold(words: Sequence[Word], at: int = 0) -> int:
    """Return how many words ask for a moment and mean nothing else, from a place on: `give me a second`."""
    lead = leading(_LEADS, words, at)
    time = leading(_TIMES, words, at + lead) if lead else 0
    return max(lead + time if time else 0, leading(_BARE, words, at), leading(_FIXED, words, at))


def is_aside(words: Sequence[Word], *, parted: bool = True, strong: bool = True) -> bool:
    """Tell whether words are a remark about the room or the speaker: `the kids are calling`, `let me get my glasses`.

    `parted`: a pause stands before them. Without one, or behind a weak hold, more of a sentence is wanted.
    """
    texts = tuple(word.text for word in words)
    if leading(_ANSWERING, words, 0) or len(texts) < 2 or texts[0] in _ASKING:
        return False
    if texts[:2] in {("let", "me"), ("let", "us")}:
        return len(texts) > 2
    if texts[:2] in _NAMING:
        return len(texts) > 2 and texts[2].endswith("ing")
    if texts[0] in _PEOPLE:
        return len(texts) > 2 or (parted and strong)
    first = 1 if texts[0] in ARTICLES else 0
    behind = words[first + 1 :]
    told = any(word.text in AUXILIARIES or _is_told(word) for word in behind)
    return told and (parted or texts[0] in ARTICLES)


def _is_told(word: Word) -> bool:
    """Tell whether a word is a verb of what somebody does: `wants`, `needs`."""
    return word.text.endswith("s") and word.text != word.stem and base(word.text) is not None
