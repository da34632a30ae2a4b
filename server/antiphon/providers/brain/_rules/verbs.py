"""Rules for what people ask a page to do: verbs in groups of like meaning, and names of things that are alike."""

from antiphon.providers.brain._rules.lexicon import GENERIC, bag, sayings
from antiphon.providers.brain._rules.words import stem

_GROUPS = {
    "open": "open go goto navigate visit show display view see launch head jump access load list bring take proceed "
    "present reveal expand enter read get",
    "set": "set change adjust modify edit update turn switch select choose pick apply configure assign alter",
    "add": "add insert append include put place throw toss",
    "create": "create make new generate compose build",
    "remove": "remove delete erase discard clear trash drop eliminate uninstall",
    "empty": "empty",
    "search": "search find look lookup locate google",
    "write": "write type note jot dictate fill",
    "send": "send tell message text email mail transfer wire",
    "play": "play resume unpause continue start begin run",
    "pause": "pause halt freeze hold stop",
    "stop": "end terminate",
    "on": "enable activate unmute",
    "off": "disable deactivate",
    "mute": "mute silence",
    "toggle": "toggle flip",
    "close": "close shut hide dismiss exit quit collapse minimize",
    "buy": "buy purchase order pay",
    "checkout": "checkout",
    "submit": "submit confirm",
    "save": "save store keep bookmark",
    "more": "increase raise boost",
    "less": "decrease lower reduce",
    "back": "return",
    "call": "call phone dial ring",
    "book": "book reserve schedule",
    "print": "print",
    "share": "share forward",
    "copy": "copy duplicate clone",
    "rename": "rename",
    "reload": "refresh reload",
    "undo": "undo revert",
    "redo": "redo",
    "scroll": "scroll",
    "login": "login",
    "logout": "logout",
    "download": "download export",
    "upload": "upload attach import",
    "zoom": "zoom magnify enlarge",
    "sort": "sort arrange",
    "filter": "filter narrow",
    "cancel": "cancel abort",
    "move": "move drag shift",
    "record": "record",
    "reply": "reply answer respond",
    "subscribe": "subscribe",
    "unsubscribe": "unsubscribe",
    "follow": "follow join",
    "unfollow": "unfollow leave",
    "invite": "invite",
    "approve": "approve accept allow",
    "reject": "reject decline refuse deny",
    "rate": "rate vote",
    "rotate": "rotate",
    "crop": "crop",
    "translate": "translate",
    "compare": "compare",
    "calculate": "calculate compute",
    "pin": "pin",
    "unpin": "unpin",
    "block": "block",
    "connect": "connect",
    "disconnect": "disconnect",
    "restart": "restart reset reboot",
    "shuffle": "shuffle",
    "rewind": "rewind",
    "publish": "publish post",
    "merge": "merge",
    "skip": "skip seek",
    "archive": "archive",
    "lock": "lock",
    "unlock": "unlock",
    "check": "check tick mark",
    "press": "press click tap",
    "": "use want need give try have like do let say",
}
"""The last group is of verbs that mean little by themselves: none is like another."""

PRIMARY = {verb: group for group, verbs in _GROUPS.items() for verb in verbs.split()}
"""The meaning of a verb in an action's id or description."""

_LOOSE = {
    "set": "bring drop take want need put make "
    " increase raise decrease lower reduce enable disable activate deactivate use give move mute "
    "unmute try flip type fill enter",
    "write": "put set change add create make email send message compose enter save",
    "add": "create buy purchase order drop want need",
    "open": "switch select choose pick start run continue return look locate check seek edit have",
    "toggle": "switch turn enable disable activate deactivate mute unmute",
    "play": "activate enable",
    "pause": "disable deactivate",
    "buy": "get",
    "checkout": "buy purchase order pay",
    "sort": "order",
    "stop": "stop cancel disable deactivate",
    "close": "stop end",
    "cancel": "stop end terminate quit",
    "empty": "clear",
    "remove": "empty",
    "submit": "send",
    "create": "book",
    "search": "seek",
    "press": "choose select pick open push hit",
}
_LOOSE_VERBS = {group: bag(verbs) for group, verbs in _LOOSE.items()}
"""Groups to which more verbs belong when people say them than when an id or a description does."""

GIVING = bag("set make choose pick select take use go put change switch say give try want need have do let press")
"""Verbs that lead to a value and are no order of their own: `make it four`, `take the second one`."""

NOUNS_TOO = bag(
    "order list note view search help display start record book store check call message filter sort share print "
    "zoom scroll text email mail play pause type mark load access copy update change turn switch place phone ring "
    "exit end run trash empty link return move present forward rate post follow reset block pin vote"
)
"""Verbs that are as often nouns: an id may begin with them without being a command."""

READS = bag(
    "show display view see present reveal look lookup search find locate tell say read get list fetch query retrieve "
    "describe calculate compute"
)
"""Verbs of what changes nothing."""

DICTATED = frozenset({"write", "send", "reply", "rename"})
"""Groups of verbs whose text is taken as it was said, to the word."""

_COMPOUND = {
    "open": "pull up|bring up|bring out|go over|move on|open up|click open",
    "show": "i will take a look at|i will have a look at|have a look at|take a look at|a look at|look at",
    "search": "i am looking for|look up|look for",
    "login": "log in|sign in|log me in",
    "logout": "log out|sign out|log me out|sign me out|log off|sign off",
    "enable": "switch on|turn on",
    "disable": "switch off|turn off",
    "checkout": "check out|check me out",
    "write": "jot down|write down|note down|take a note|make a note|put down a note",
    "fill": "fill in|fill out",
    "remove": "get rid of",
    "discard": "throw away|throw out",
    "stop": "shut down",
    "set": "set up",
}
PARTED = {
    ("turn", "on"): "enable",
    ("switch", "on"): "enable",
    ("turn", "off"): "disable",
    ("switch", "off"): "disable",
}
"""Verbs whose other word may stand at the end: `turn the lights off`."""

COMPOUND = {phrase: verb for verb, lines in _COMPOUND.items() for phrase in sayings(lines)}
"""Several words that are one verb."""


def base(word: str) -> str | None:
    """The verb that a word is a form of, if it is one: `opens`, `opening` and `opened` are `open`."""
    for form in (word, stem(word)):
        if form in PRIMARY:
            return form
    for ending in ("ing", "ed"):
        root = word.removesuffix(ending)
        if root != word:
            for form in (root, root + "e", root[:-1]):
                if form in PRIMARY:
                    return form
    return None


_FORMS = {
    word: line.split()[0]
    for line in ("half halfway midway", "enable enabled active", "disable disabled inactive", "close closed shut")
    for word in line.split()
}


def form_of(word: str) -> str:
    """Return what a value, or a word that was said for one, is a form of: `closed` and `shut` are `close`."""
    inflected = word.endswith(("ed", "ing")) and stem(word) not in GENERIC
    return _FORMS.get(word) or (base(word) if inflected else None) or word


def meanings(verb: str) -> frozenset[str]:
    """Return what a verb that was said may mean."""
    groups = {PRIMARY.get(verb, ""), *(group for group, verbs in _LOOSE_VERBS.items() if verb in verbs)}
    return frozenset(groups - {""})


_LIKE = sayings(
    "cart basket trolley|quantity amount count|music song track tune|theme look colour color background|"
    "settings preferences|photo picture image|color colour|favorite favourite bookmark|"
    "email mail message|account profile|product article|movie film|appointment meeting event|trash bin|"
    "theme appearance|previous back|volume sound"
)
SYNONYMS = {
    stem(word): frozenset(stem(other) for group in _LIKE if word in group for other in group) - {stem(word)}
    for word in {word for group in _LIKE for word in group}
}
"""Names of things that stand for each other on most pages."""
