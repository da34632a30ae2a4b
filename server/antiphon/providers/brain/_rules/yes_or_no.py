"""Find the button of a dialog that is a yes to what that asks, and the one that is a no: known from the words of both.

What a yes presses may not be undone, and so it has to be certain that the question asks for just this button. It says
the question's own words, or it agrees to anything; or the question is no more than whether to go on, and the other
button leaves all as it is. A button that mostly refuses (`Back to shop`) is the yes where that is asked for. In doubt
there is none, and the buttons are to be named.
"""

import re
from collections.abc import Callable, Sequence

from antiphon.providers.brain._rules.lexicon import bag

_YES = re.compile(r"(yes|yep|ok(ay)?|sure|confirm)\b", re.IGNORECASE)
_AGREES = re.compile(
    r"((i )?(accept|agree|understand|love it)|allow|got it|understood|i (have|do|am|will|did|can)$)\b", re.IGNORECASE
)
"""Agrees to what asks for no other button."""
_GOES_ON = re.compile(r"(continue|proceed|apply|go ahead)\b", re.IGNORECASE)
_DENIES = re.compile(
    r"(nope|nah|no(?! (?:more|longer)\b)|not really|i (have|do|am|will|did|can)(n['\u2019]?t| ?not))\b",
    re.IGNORECASE,
)
"""Is an answer, where other refusals only leave all as it is."""
_STAYS = r"stay|wait|return|(maybe |ask me |remind me )?later"
_KEEPS = rf"keep|(go |take me )?back|{_STAYS}"
_NO = re.compile(
    rf"{_DENIES.pattern}|(not (now|today|yet)|never( ?mind)?|cancel|close|dismiss|{_KEEPS}|abort|skip|decline|reject|"
    r"refuse|deny|block|disagree|don['\u2019]?t|do not|leave (it|this|as|everything|unchanged)|let me|undo|"
    r"i(.{0,5} changed my mind| will(?!$)|['\u2019](ll|m not)))\b|[\u00d7\u2715\u2716x]$",
    re.IGNORECASE,
)
_BARE = re.compile(r"(cancel|close|dismiss)$", re.IGNORECASE)
"""May as well be what leaves all as it is."""
_ENDS = re.compile(r"(cancel|close) (?!(the |this )?(dialog|window|message)\b)\S", re.IGNORECASE)
_CLOSES = re.compile(r"(close|dismiss)( dialog)?$|[\u00d7\u2715\u2716x]$", re.IGNORECASE)
_ENDING = re.compile(r"(stop|cancel|end|pause|leave|quit)\b", re.IGNORECASE)
_GOES_ON_WITH_IT = re.compile(r"(continue|resume)$", re.IGNORECASE)
_ONLY_GOES_ON = re.compile(r"\b(continue|proceed|confirm|go (ahead|on)|certain|fine)\b", re.IGNORECASE)
_ONE_OF = re.compile(r"\bor\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"(?<=[.!?\u2026])\s+(?![a-zß-öø-ÿ\d])")
_NOT = re.compile(r"n['\u2019]t\b|\bwithout\b")
_LEADS = re.compile(
    r"^.{0,60}?\b(?:(?:do|would) you (?:really )?(?:want|like|wish) to|(?:shall|should) (?:we|i|it)|want to) |^",
    re.IGNORECASE,
)
"""What leads up to the verb of a question."""
_WORD = re.compile(r"[^\W_]+")
_DOUBLED = re.compile(r"([^\W\d_])\1")
_ENDINGS = re.compile(r"(?<=...)(ing|ed|es|e|s)$")
_THERE = re.compile(
    r"(hey, |hello, |sorry, )?(are you |you |is (anyone|anybody|somebody|someone) )?(still )?"
    r"(there|here|around|with us|active|watching|listening|working|reading|playing|online)\?",
    re.IGNORECASE,
)
"""Asks whether somebody is there: the yes is what keeps things as they are."""
_GOES_ON_HERE = re.compile(rf"({_STAYS}|keep|continue|resume|remain|extend|renew|go on|still|i['\u2019]m|i am)\b", re.I)
_LEAVES = re.compile(
    r"((sign|log) ?(me )?(out|off)|leave|stop|exit|quit|end|close|disconnect|hang up)\b", re.IGNORECASE
)
_SAME_DEED = tuple(
    (re.compile(asked, re.IGNORECASE), re.compile(rf"({label})\b", re.IGNORECASE))
    for asked, label in (
        (
            r"(place|complete|submit|finish|send|confirm|make) (?:\w+ ){0,3}(order|purchase|payment)\b|"
            r"(buy|order|purchase|pay|check ?out)\b",
            "buy|order|purchase|pay|place|check ?out|complete",
        ),
        (r"(submit|send|hand in|post)\b", "submit|send|hand in|post"),
        (r"(book|reserve)\b", "book|reserve|pay"),
        (r"(accept|join)\b", "accept|join"),
        (r"(subscribe|sign up|register|enrol|enroll)\b", "subscribe|sign up|register|enrol|enroll|join"),
        (r"(publish|post|share)\b", "publish|post|share"),
        (r"(install|update|upgrade|download)\b", "install|update|upgrade|download|get"),
    )
)
"""What a question begins with, and the labels that do the same by another word, beside one that only refuses."""
_FILLERS = bag(
    "a an the this that these those it its them all any is are be was i you your we us me my our do does did want would"
    " like need shall should can could will may to of for with and in on at as so what really rather sure please there"
    " have has go yes no ok okay thanks anyway ready"
)
_ALIKE = tuple(
    (re.compile(rf"\b({names})", re.IGNORECASE), word)
    for names, word in (
        ("stay|remain|continue", "keep"),
        ("return", "back"),
        ("remove|erase|clear|empty", "delete"),
        ("unsubscribe", "stop"),
        ("log(?= ?(?:in|out|off))", "sign"),
    )
)


def yes_and_no(question: str, names: Sequence[str]) -> tuple[str | None, str | None]:
    """The names of the buttons that are the yes and the no to what a dialog says; None for what is not certain."""
    buttons = [name for name in names if not _CLOSES.match(name)] if len(names) > 2 else list(names)
    sentences = _SENTENCE_END.split(question)
    asked = [one for one in sentences if "?" in one]
    if not asked and len(buttons) < 2:  # one button is all that a message can be answered with
        return _only(buttons), None
    denying = _those(buttons, _DENIES)
    refusing = _those(buttons, _NO)
    led = _led_by(buttons, asked) if len(buttons) > 2 and not denying else None
    contrary = _only([one for one in buttons if _is_contrary(one, led)]) if led else None
    if led and (contrary or len(refusing) > 1):
        return led, contrary
    if len(buttons) > 2 and len(refusing) > 1 and not denying:
        return None, None
    saying = [one for one in refusing if len(refusing) == 1 or not _ENDS.match(one)]
    is_either = bool(_ONE_OF.search(" ".join(asked)))
    telling = [] if is_either else [one for one in asked if not _is_open(one)]
    found = _asked_for([one for one in buttons if one not in denying], telling)
    yes = _firm(buttons, found)
    if yes is None and not found and not _those(buttons, _YES):
        yes = _agreeing(buttons, " ".join(asked), question, is_either=is_either)
        refusal = _only(saying)
        if yes is None and refusal and _is_open(" ".join(asked)):
            yes = _besides(refusal, buttons, " ".join(asked), sentences)
        yes = yes or (_there(buttons, asked) if not is_either else None)
        yes = yes or (_same_deed(refusal, buttons, telling) if refusal else None)
    no = _only(denying) or _refusal(yes, buttons, saying, found, asked)
    return yes, no


def _led_by(buttons: Sequence[str], asked: Sequence[str]) -> str | None:
    """The one whose whole label a question begins with, or that it asks whether to do: `Save your changes?`

    None where a question says `not`, or asks for one of two.
    """
    if any(_ONE_OF.search(one) or _NOT.search(one.lower()) for one in asked):
        return None
    texts = [_LEADS.sub("", one).lower() for one in asked]
    labels = [one for one in buttons if not _BARE.match(one) and not _NO.match(one)]
    found = [one for one in labels if any(re.match(rf"{re.escape(one.lower())}\b", text) for text in texts)]
    return _only([one for one in found if len(one) == max(map(len, found))])


def _is_contrary(name: str, yes: str) -> bool:
    """Tell whether a label says not to do what another one does: `Don't save`, `Close without saving`."""
    words = _words(name)
    return "not" in words and set(_words(yes)[:1]) <= set(words[words.index("not") :])


def _firm(buttons: Sequence[str], found: Sequence[str]) -> str | None:
    """The one that agrees to anything, or is asked for by its words; None where it is neither, or more than one."""
    firm = _only(_those(buttons, _YES))
    if firm:
        return firm if not found or firm in found or _BARE.match(found[0]) else None
    one = _only(found)
    return None if one and _BARE.match(one) and len(_those(buttons, _NO)) < len(buttons) else one


def _agreeing(buttons: Sequence[str], asked: str, said: str, *, is_either: bool) -> str | None:
    words = _words(asked or said)
    if is_either or "not" in words:
        return None
    agrees = (_AGREES, _GOES_ON) if _is_open(asked) else (_AGREES,)
    for pattern in agrees:
        one = _only([name for name in _those(buttons, pattern) if set(_words(pattern.sub("", name, 1))) <= {*words}])
        if one:
            return one
    return None


def _besides(refusal: str, buttons: Sequence[str], asked: str, sentences: Sequence[str]) -> str | None:
    """The one other button, where nothing is asked but whether to go on, and the refusal leaves all as it is."""
    other = _only([one for one in buttons if one != refusal])
    if other is None or re.search(r"\bsure\b", asked, re.IGNORECASE):
        return other
    is_named = any(_shared(other, one) > 1 for one in sentences)
    is_staying = re.match(rf"({_STAYS})\b", refusal, re.IGNORECASE)
    return other if not is_staying and (is_named or _is_mere(refusal)) else None


def _there(buttons: Sequence[str], asked: Sequence[str]) -> str | None:
    """The one that stays, to `Are you still there?`, where the other one leaves."""
    staying = _only(_those(buttons, _GOES_ON_HERE))
    others = [one for one in buttons if one != staying]
    is_asked = len(asked) == 1 and _THERE.fullmatch(asked[0].strip())
    return staying if is_asked and others and all(_LEAVES.match(one) for one in others) else None


def _same_deed(refusal: str, buttons: Sequence[str], asked: Sequence[str]) -> str | None:
    """The one that does by another word what is asked, `Buy now` to `Place this order?`, beside a mere refusal."""
    other = _only([one for one in buttons if one != refusal])
    if other is None or len(asked) != 1 or not _is_mere(refusal) or "not" in _words(asked[0]):
        return None
    begins = _LEADS.sub("", asked[0]).strip()
    return other if any(one.match(begins) and label.match(other) for one, label in _SAME_DEED) else None


def _refusal(
    yes: str | None, buttons: Sequence[str], saying: Sequence[str], found: Sequence[str], asked: Sequence[str]
) -> str | None:
    """The button that only refuses; None where it may be more than that."""
    no = _only([one for one in saying if one != yes])
    if yes and no is None and _ENDING.match(yes):
        no = next((one for one in buttons if _GOES_ON_WITH_IT.match(one)), None)
    if no is None or _ENDS.match(no):
        return None
    if yes:
        is_staying = re.match(rf"({_KEEPS})\b", yes, re.IGNORECASE)
        return None if is_staying and _BARE.match(no) else no
    told = " ".join([*asked, no])
    is_not = any("not" in _words(one) for one in asked)
    is_unclear = is_not or _ONE_OF.search(told) or re.search(rf"{_KEEPS}|hold", told, re.IGNORECASE) or no in found
    return no if _is_mere(no) and not is_unclear else None


def _asked_for(buttons: Sequence[str], asked: Sequence[str]) -> list[str]:
    """Those that say most of what is asked, in its words, or else in words that mean the same."""
    readings: tuple[Callable[[str], str], ...] = (str, _broadly)
    for reading in readings:
        shares = [max((_shared(reading(name), reading(one)) for one in asked), default=0) for name in buttons]
        most = max(shares, default=0)
        if most:
            return [name for name, share in zip(buttons, shares, strict=True) if share == most]
    return []


def _shared(name: str, question: str) -> int:
    """Return how much of a question a name says; of what is not to be done, only a name that says `not` too."""
    own = _words(re.sub(r"^not (yet|now)\b", "", name, flags=re.IGNORECASE))
    words = _words(question)
    if "not" not in own and "not" in words:
        words = words[: words.index("not")]
    return (own[:1] == words[:1]) + (len(own) if {*own} <= {*words} else 0) if own else 0


def _words(text: str) -> list[str]:
    """Those that tell, whatever they end in."""
    found = _WORD.findall(_NOT.sub(" not", text.lower()))
    return [_ENDINGS.sub("", _DOUBLED.sub(r"\1", word)) for word in found if word not in _FILLERS]


def _broadly(text: str) -> str:
    for pattern, word in _ALIKE:
        text = pattern.sub(word, text)
    return text


def _is_open(asked: str) -> bool:
    return not _words(_ONLY_GOES_ON.sub("", asked))


def _is_mere(refusal: str) -> bool:
    return not _words(_NO.sub("", refusal, 1))


def _those(names: Sequence[str], pattern: re.Pattern[str]) -> list[str]:
    return [name for name in names if pattern.match(name)]


def _only(names: Sequence[str]) -> str | None:
    return names[0] if len(names) == 1 else None
