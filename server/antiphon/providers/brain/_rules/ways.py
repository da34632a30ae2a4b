"""Other ways to take an utterance, for when the plain one leads nowhere: people ask for a thing in many words.

Each way only puts a verb in place of how it was said (`do you have any lamps` is a search for lamps). Whether an
action fits is judged as for every other utterance, so a way never makes a command of what no action explains.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from antiphon.providers.brain._rules.lexicon import NEGATIONS, TIMES, bag, sayings
from antiphon.providers.brain._rules.misheard import with_heard_verb
from antiphon.providers.brain._rules.numbers import find_numbers
from antiphon.providers.brain._rules.utterance import (
    Mood,
    Utterance,
    from_press,
    shape,
    strip_courtesies,
    strip_ending,
    understand,
)
from antiphon.providers.brain._rules.verbs import PRIMARY, meanings
from antiphon.providers.brain._rules.words import MAX_CHARS, MAX_WORDS, Word

_LEADS = {
    "remove": "cancel|scratch|ditch",
    "put": "put up|put in|stick|pop|chuck|slip|chuck in|pop in|dump|shove",
    "increase": "crank up|crank|pump up|pump|dial up|bump up|bump|push up",
    "decrease": "dial down|dial|knock down|pull down|push down|bump down",
    "go": "back to|over to|on to|send me to|send me over to|get me to|get me over to|walk me to",
    "play": (
        "keep playing|keep on playing|i want to hear|i would like to hear|let us hear|let me hear|i want to listen to|"
        "i would like to listen to|let us listen to|let me listen to|put on some"
    ),
    "search": (
        "show me some|show me a few|show me all the|show us some|do you have any|do you have some|do you have a|"
        "do you have|have you got any|have you got a|have you got|do you sell any|do you sell|do you carry|"
        "do you stock|"
        "see if you have any|see if you have|see if there are|see if there is|are there any|i am in the market for|"
        "hunt for|hunt down|shop for|browse for|browse|i need to find|i am after|look around for|have a look for|"
        "go find|where can i find|where do i find|where can i get|where are the|where is the|is there a|is there any|"
        "are there some"
    ),
    "set": (
        "go back to|go with|go for|switch back to|change back to|turn back to|go over to|i would rather have|"
        "i would prefer|let us have|let us use|go all|go"
    ),
    "buy": (
        "get me|give me|grab me|grab|pick up|pick me up|i will take|i will have|we need|i want to get|put me down for"
    ),
    "want": "i want|i need|i would like to have|i would like|i want to have|i would love|i could use|we want",
    "choose": "tap on|tap|click on|click|press on|press|hit|pick|go into|let me have|i want to see",
    "create": "new|another",
    "disable": (
        "i do not want any more|i do not want any|i do not want|stop sending me|stop sending|stop showing me|"
        "stop with|enough with|enough of|shut off|kill|cut|silence|lose|stop giving me"
    ),
    "enable": (
        "start sending me|start sending|i want to get|i would like to get|i want to receive|i would like to receive|"
        "start giving me|start showing me|bring back|give me back|let me have|send me|give me|resume"
    ),
}
_DICTATION = sayings(
    "take this down|take that down|take down|new note|another note|note to self|make a note to|"
    "make a note of|make a note about|make a note that|write this down|write that down|write down that|"
    "right down|no down|rite down|put this down|put down that|jot this down|note this down|note down that"
)
"""Words behind which a note follows, to the word."""
_LEADS_WITH_PLEASE = {"disable": "no more", "set": "i prefer", "write": "note that"}
"""Words that are a remark by themselves, and a wish with a `please`."""


def _by_length(leads: Mapping[str, str]) -> list[tuple[tuple[str, ...], str]]:
    pairs = [(phrase, verb) for verb, lines in leads.items() for phrase in sayings(lines)]
    return sorted(pairs, key=lambda lead: -len(lead[0]))


_LEAD_INS, _POLITE_LEAD_INS = _by_length(_LEADS), _by_length(_LEADS_WITH_PLEASE)
_NEEDS_ARTICLE = frozenset({"buy"})
"""Verbs of which only `get me a lamp` is a wish: `get me out of here` is none."""
_STARTS = bag("a an some another one")
_PRIVATE = TIMES | bag(
    "idea clue problem question plan name kid child pet doubt sense luck fun help break hand chance hope reason "
    "respect love mercy courage patience courtesy call ring hint hug kiss rest shot lift ride hurry feeling brother "
    "sister friend family job life cold headache money look"
)
"""Things that people have, and no shop: `do you have a minute`."""

_STOCK = re.compile(
    r"^(?:what|which)(?: other)?(?: (?:kind|kinds|sort|sorts|type|types) of)? (.+?) "
    r"(?:do you (?:have|sell|carry|stock)|have you got|are there|are available)$"
)
_PAGE = r"(?:the |my )?(?:last|previous|earlier) (?:page|screen|one|site)"
_IDIOMS = tuple(
    (re.compile(rf"^(?:{pattern})$"), canonical)
    for pattern, canonical in (
        (
            r"(?:(?:go|come|step|move|get|take me|take us|bring me|bring us|get me|send me|back up|back|return) ?)"
            rf"(?:back)?(?: up)?(?: (?:a|one|1|on) (?:page|step|screen))?"
            rf"(?: to {_PAGE}| to where (?:i|we) (?:was|were|came from)(?: before| earlier)?)?",
            "go back",
        ),
        (_PAGE, "go back"),
        (
            r"(?:place|complete|finish|finalize|finalise|submit|make|send)(?: off)? (?:the|my|this|our) "
            r"(?:order|purchase|payment)|"
            r"(?:pay|pay for|check out|buy|purchase|order)(?: for)?(?: all)?(?: of)? "
            r"(?:it|it all|this|all|all this|everything|these|them|these things|my stuff|my things|my order|"
            r"my items|my purchases|what i have|the lot)(?: in (?:my|the) (?:cart|basket|trolley))?",
            "check out",
        ),
    )
)
_FORMS = (
    (
        re.compile(
            r"^(?:the |my )?(.+?) (?:should|must|needs to|has to|ought to|is to) be"
            r"(?: set)?(?: at| on| to)? (.+)$"
        ),
        r"set the \1 to \2",
    ),
    (re.compile(r"^let (?:the |my )?(\w+) (play|run|continue|start)$"), r"\2 the \1"),
    (re.compile(r"^keep (?:the |my )?(\w+) playing$"), r"play the \1"),
    (re.compile(r"^(?:keep|keep on|carry on|go on) (playing)$"), "play"),
    (re.compile(r"^(?:stop|quit) playing( .+)?$"), r"pause\1"),
    (
        re.compile(
            r"^i (?:no longer (?:want|need)|(?:do not|will not) (?:want|need)(?= .+ any ?(?:more|longer)\b)) "
            r"(.+?)(?: any ?(?:more|longer))?"
            r"(?: (?:so )?(?:please )?(?:remove|delete|drop|take) (?:it|them|that|those)(?: out| off)?( .+)?)?$"
        ),
        r"remove \1\2",
    ),
)
"""Other orders of the words, with how they are usual."""
_BACK = re.compile(rf"\bback\b|{_PAGE}")
_TAILS = sayings(
    "any more|anymore|any longer|again|back on|for a moment|for a minute|for a second|for a bit|for a while|for now|"
    "real quick|if you could|if that is okay|if that is possible|my friend|at once|as well|instead|then|yes|yes please"
)
_MOST_TAILS = 3


def ways(said: Utterance) -> Iterator[Utterance]:
    """The utterance as it was shaped, then what else it may have been; a few at most."""
    for way in _ways(said):
        yield replace(way, typed=True) if said.typed else way


def _ways(said: Utterance) -> Iterator[Utterance]:
    pressed = strip_ending(from_press(said.spoken)) if len(said.spoken) <= MAX_WORDS else ()
    if len(pressed) > 1:
        yield _command(said.text, pressed, "press", 1)
    yield said
    if len(said.text) > MAX_CHARS or not 0 < len(said.spoken) <= MAX_WORDS:
        return
    words = _without_tails(strip_courtesies(said.spoken))
    if words != said.words and len(words) > 1:
        yield shape(said.text, words)
    for form in dict.fromkeys((words, _without_tails(said.spoken))):
        yield from _reworded(said.text, form)
    if not said.typed:
        yield from with_heard_verb(said)


def _reworded(text: str, words: tuple[Word, ...]) -> Iterator[Utterance]:
    plain = " ".join(word.text for word in words)
    for pattern, canonical in _IDIOMS:
        if pattern.match(plain) and (canonical != "go back" or _BACK.search(plain)):
            yield understand(canonical)
            return
    for pattern, form in _FORMS:
        shaped = pattern.match(plain)
        if shaped:
            yield understand(shaped.expand(form))
    stock = _STOCK.match(plain)
    if stock:
        before, asked = plain[: stock.start(1)].split(), stock.group(1).split()
        yield _command(text, words[: len(before) + len(asked)], "search", len(before))
        return
    texts = tuple(word.text for word in words)
    dictated = next((len(one) for one in _DICTATION if texts[: len(one)] == one and len(texts) > len(one)), 0)
    if dictated:
        yield understand(f"write a note saying {text[words[dictated].start : words[-1].end]}")
    leads = [*_LEAD_INS, *(_POLITE_LEAD_INS if "please" in text.lower() else ())]
    fitting = [(len(lead), verb) for lead, verb in leads if texts[: len(lead)] == lead and len(texts) > len(lead)]
    for length, verb in fitting[:2]:
        if _is_wish(words[length:], verb):
            yield _command(text, words, verb, length)


def _is_wish(rest: Sequence[Word], verb: str) -> bool:
    if rest[0].text == "to":  # `I do not want to check out`
        return False
    if any(word.stem in _PRIVATE for word in rest[:3]) and verb in {"search", "buy", "want"}:
        return False
    return verb not in _NEEDS_ARTICLE or rest[0].text in _STARTS or bool(find_numbers(rest[:1]))


def _command(text: str, words: tuple[Word, ...], verb: str, length: int) -> Utterance:
    """A command with `verb` in place of the first words. A `not` among those is what the verb says."""
    denials = tuple(at for at, word in enumerate(words) if at >= length and word.text in NEGATIONS)
    numbers = tuple(number for number in find_numbers(words) if number.start >= length)
    made = Utterance(text, words, Mood.COMMAND, verb, verb_words=length, groups=meanings(verb), numbers=numbers)
    return replace(made, denials=denials, spoken=words)


def _without_tails(words: tuple[Word, ...]) -> tuple[Word, ...]:
    for _ in range(_MOST_TAILS):
        texts = tuple(word.text for word in words)
        # `pause for a second` is said to people; with a thing that is paused it is a command.
        back = next((len(one) for one in _TAILS if texts[-len(one) :] == one and len(texts) > len(one) + 1), 0)
        if not back or (len(texts) - back == 2 and texts[0] not in PRIMARY):
            break
        words = words[:-back]
    return words
