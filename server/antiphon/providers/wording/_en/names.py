"""Put English names and addresses into words: telephone numbers, addresses, versions, short forms."""

import re

from antiphon.providers.wording._en import short_forms
from antiphon.providers.wording._en.figures import cardinal, number, one_by_one, ordinal, spelled

_PHONE = re.compile(
    r"(?<![\w.,$\u20ac\u00a3/-])(?<!\d )(?:"
    r"\+\d{1,3}(?:[\s.-]?\(?\d{1,4}\)?){2,6}"  # international
    r"|(?:1[\s.-])?\(\d{3}\)\s?\d{3}[\s.-]\d{4}"
    r"|(?:1-)?\d{3}-\d{3}-\d{4}|\d{3}\.\d{3}\.\d{4}"
    r"|0\d{1,4}(?:[\s/-]\d{2,8}){1,4}"  # with a trunk prefix
    r"|[2-9]\d{2}-\d{2}(?!00)\d{2}"
    r")(?![\w/-]|[.,]\d)"
)
_TOLD_PHONE = re.compile(
    r"(?i:\b(?:call|phone|tel|telephone|dial|fax|mobile|ring|text)(?:\.|:| number| us| at| on| me)*:?\s)"
    r"(?P<said>\d[\d\s()./-]{5,18}\d)(?![\w/-]|[.,]\d)"
)
_CARD = re.compile(r"(?<![\w.,-])\d{4}(?:[ -]\d{4}){3}(?![\w-])")
_IDENTIFIER = re.compile(r"(?<![\w.,$\u20ac\u00a3-])\d{8,19}(?![\w-]|[.,]\d)")
_EMERGENCY = re.compile(
    r"(?i:\b(?:call|dial|ring|text)\s)(?P<said>911|112|999|000|1[01]\d|[2-8]11|988)(?![\w/-]|[.,]\d)"
)
_TOLD_CODE = re.compile(
    r"(?:(?i:\b(?:code|zip|postcode|password|passcode|extension|pin|confirmation|account|tracking|order)"
    r"(?: (?:number|code|no\.))?(?: is|:)? )|\b(?:PIN|OTP|ext\.) (?:is )?|#)(?P<said>\d{3,8})(?![\w/-]|[.,]\d)"
    r"(?!\s(?:lines|units|items|pieces|people|pages|points|times|more|of)\b)"
)
_LETTERED = re.compile(r"(?<![\w.-])(?:[A-Z]{1,3}-?\d{3,8}[A-Z]?|(?:[A-Z]{1,4}\d{1,4}){2,4})(?![\w-])")
_GROUPED = re.compile(r"(?<![\w.,'\u2019])\d{1,3}(?:(?:\.\d{3}){2,}|(?:['\u2019]\d{3})+)(?![\w]|[.,'\u2019]\d)")
_ZIP = re.compile(r"\b([A-Z]{2}) (\d{5})(?:-(\d{4}))?(?![\w,.]*\d)")
_ADDRESS = re.compile(r"(?<![\w.+-])([\w.+-]+)@((?:[\w-]+\.)+[A-Za-z]{2,})(?!\w)")
_IP = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{2,5})?(?!\.?\w)")
_VERSION = re.compile(r"(?<![\w.,$])(?P<v>[vV]\.?\s?)?(?P<figures>\d+(?:\.\d+)+|(?<=[vV])\d{1,3})(?![\w]|\.\d)")
_DOTTED = re.compile(r"(?<![\w@/.-])(?:[A-Za-z0-9][\w-]*\.)+[A-Za-z][\w-]+(?:/[\w.-]*\w)*(?!\w)")
_HANDLE = re.compile(r"(?<!\w)@(?=[A-Za-z]\w)")
_SNAKE = re.compile(r"(?<=[A-Za-z0-9])_+(?=[A-Za-z0-9])")
_SLASH = re.compile(r"(?<=[a-z])/(?=[a-z])")
_BOTH = re.compile(r"\b(and|or)/(?=(?:and|or)\b)")
_LONG_PATH = re.compile(r"(?<![\w/.])(?:/|~/|\./)[\w.-]+(?:/[\w.-]+)*/?|(?<![\w/])[\w.-]+(?:/[\w.-]+){2,}")
_INITIALS_BOTH = re.compile(r"(?<=[A-Z])/(?=[A-Z])")
_LONE_SLASH = re.compile(r"\s+/\s+")
_ANY_SLASH = re.compile(r"(?<=\w)/(?=\w)")
_PLUS = re.compile(r"(?<=\b[A-Z])\+\+")
_SHARP = re.compile(r"(?<=\b[A-G])#")

_PERSONS = (
    "King|Queen|Pope|Emperor|Tsar|Kaiser|Prince|Henry|Louis|Elizabeth|George|Charles|Richard|Edward|James|William|"
    "Benedict|Pius|Philip|Francis|Frederick|Nicholas|Alexander|Leo|Gregory|Napoleon|Wilhelm|Friedrich|Catherine|"
    "Ramesses|Paul|Clement|Innocent|Urban|Gustav|Christian|Carl|Victoria|Peter|Ivan"
)
_RULER = re.compile(rf"\b((?:{_PERSONS})(?: [A-Z][a-z]+)?) ([IVX]{{2,6}}|[VX])\b(?!['\u2019]?\w)")
_COUNTED = re.compile(
    r"\b((?i:chapter|part|volume|vol\.|book|act|scene|section|article|appendix|phase|stage|level|type|class|grade|"
    r"title|unit|world war|war|super bowl|olympiad|mark|tier|schedule|figure|table|round|rocky)) "
    r"([IVXLC]{1,7})\b(?!['\u2019]?\w)"
)
_CENTURY = re.compile(r"\b([IVX]{1,6})(?:th)? (?=[cC]entury)")
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


def word(text: str) -> str:
    text = _COUNTED.sub(lambda found: f"{found[1]} {cardinal(_roman(found[2]))}", text)
    text = _CARD.sub(lambda found: _groups(re.split(r"[ -]", found[0])), text)
    text = _IP.sub(lambda found: _joined(found[0], " dot "), text)
    text = _GROUPED.sub(lambda found: number(re.sub(r"\D", "", found[0])), text)
    text = _PHONE.sub(lambda found: _phone(found[0]), text)
    text = _TOLD_PHONE.sub(_told_phone, text)
    text = _EMERGENCY.sub(_figure_by_figure, text)
    text = _TOLD_CODE.sub(_figure_by_figure, text)
    text = _ZIP.sub(_zip, text)
    text = _LETTERED.sub(_lettered, text)
    text = _IDENTIFIER.sub(lambda found: _groups(_in_threes(found[0])), text)
    text = _ADDRESS.sub(lambda found: f"{_spelled(found[1])} at {_spelled(found[2])}", text)
    text = _VERSION.sub(_version, text)
    text = short_forms.word(text)
    text = _DOTTED.sub(lambda found: _host(found[0]), text)
    text = _HANDLE.sub("at ", text)
    text = _SNAKE.sub(" ", text)
    text = _PLUS.sub(" plus plus", _SHARP.sub(" sharp", text))
    text = _RULER.sub(lambda found: f"{found[1]} the {ordinal(_roman(found[2]))}", text)
    return _CENTURY.sub(lambda found: f"{ordinal(_roman(found[1]))} ", text)


def slashes(text: str) -> str:
    """Put the slashes into words that are left when units have been read: of a choice, or of a path."""
    text = _LONG_PATH.sub(lambda found: found[0].replace("/", " slash "), text)
    text = _INITIALS_BOTH.sub(" ", _SLASH.sub(" or ", _BOTH.sub(r"\1 ", text)))
    return _ANY_SLASH.sub(" slash ", _LONE_SLASH.sub(", ", text))


def _phone(written: str) -> str:
    plus = "plus " if written.startswith("+") else ""
    return plus + _groups(re.findall(r"\d+", written))


def _told_phone(found: re.Match[str]) -> str:
    figures = re.findall(r"\d+", found["said"])
    if not 7 <= sum(map(len, figures)) <= 15:
        return found[0]
    said = figures if len(figures) > 1 else _in_threes(figures[0])
    return found[0][: found.start("said") - found.start()] + _groups(said)


def _figure_by_figure(found: re.Match[str]) -> str:
    before = found[0][: found.start("said") - found.start()].replace("#", "number ").replace("ext.", "extension")
    figures = found["said"]
    return before + _groups([figures] if len(figures) < 6 else _in_threes(figures))


def _lettered(found: re.Match[str]) -> str:
    """`BA2490`: letters and figures one by one."""
    parts = re.findall(r"[A-Z]+|\d+", found[0])
    return " ".join(one_by_one(part) if part.isdigit() else spelled(part) for part in parts)


def _groups(groups: list[str]) -> str:
    return ", ".join(map(one_by_one, groups))


def _in_threes(figures: str) -> list[str]:
    """As people say them: in fours where that comes out even, else in threes with the rest at the end."""
    size = 4 if len(figures) % 4 == 0 else 3
    groups = [figures[at : at + size] for at in range(0, len(figures), size)]
    if len(groups) > 1 and len(groups[-1]) == 1:
        groups[-2:] = ["".join(groups[-2:])]
    return groups


def _zip(found: re.Match[str]) -> str:
    return f"{spelled(found[1])}, {_groups([found[2]] + ([found[3]] if found[3] else []))}"


def _version(found: re.Match[str]) -> str:
    """Two figures without a `v` are a decimal."""
    if not found["v"] and found["figures"].count(".") == 1:
        return found[0]
    return ("version " if found["v"] else "") + _joined(found["figures"], " point ")


def _joined(figures: str, sign: str) -> str:
    host, _, port = figures.partition(":")
    said = sign.join(_figure(part) for part in host.split("."))
    return f"{said}, port {one_by_one(port)}" if port else said


def _figure(part: str) -> str:
    return one_by_one(part) if len(part) > 3 or part.startswith("0") else cardinal(int(part))


def _spelled(address: str) -> str:
    said = address.replace(".", " dot ").replace("-", " dash ").replace("_", " underscore ").replace("+", " plus ")
    return " ".join(re.sub(r"\d{3,}", lambda found: one_by_one(found[0]), said).split())


def _host(written: str) -> str:
    """`example.com/docs`, `index.html`; initials such as `e.g` are no host."""
    initials = len(written) < 5 and all(len(part) == 1 for part in written.split(".")[:-1])
    if initials or max(map(len, re.split(r"[./]", written))) < 2:
        return written
    return _spelled(written.removeprefix("www.").replace("/", " slash "))


def _roman(written: str) -> int:
    values = [_ROMAN[letter] for letter in written]
    return sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True))
