"""Short forms of English as words, each where it is one: `St.` is a saint before a name, and a street behind one."""

import re


def _table(lines: str) -> dict[str, str]:
    """Short forms and their words, written as text with bars between them."""
    pairs = (entry.split("=") for line in lines.splitlines() for entry in line.split("|"))
    return {short.strip(): words.strip() for short, words in pairs}


_BEFORE_NAMES = _table(
    """St.=Saint|Ste.=Sainte|Mt.=Mount|Ft.=Fort|Gov.=Governor|Sen.=Senator|Rep.=Representative|Gen.=General
    Capt.=Captain|Lt.=Lieutenant|Col.=Colonel|Sgt.=Sergeant|Maj.=Major|Rev.=Reverend|Hon.=Honorable
    Pres.=President|Fr.=Father"""
)
_BEFORE_FIGURES = _table(
    """No.=Number|no.=number|Nos.=Numbers|nos.=numbers|Vol.=Volume|Fig.=Figure|Ch.=Chapter|Sec.=Section|Art.=Article
    p.=page|pp.=pages|Eq.=Equation|ext.=extension|Apt.=Apartment|Nr.=Number"""
)
_BEFORE_WORDS = _table("min.=minimum|max.=maximum")
_LAST = _table(
    """Corp.=Corporation|Co.=Company|Bros.=Brothers|D.C.=D.C|U.S.A.=U.S.A|U.N.=U.N|E.U.=E.U|hrs.=hours|mins.=minutes
    yrs.=years|lbs.=pounds|oz.=ounces|govt.=government|a.s.a.p.=as soon as possible|Ph.D.=P.H.D|qty.=quantity
    misc.=miscellaneous"""
)
"""Their dot may be that of the sentence."""
_ANYWHERE = _table(
    """Bldg.=Building|Messrs.=Messieurs|Assoc.=Associates|Univ.=University|est.=established|ca.=around
    incl.=including|excl.=excluding|tel.=telephone|temp.=temperature|mgmt.=management|resp.=respectively|viz.=namely
    esp.=especially|N.B.=note|P.S.=P.S"""
)
_SLASHED = _table("w/o=without|w/=with |c/o=care of|b/c=because")
_FORMS = _BEFORE_NAMES | _BEFORE_FIGURES | _BEFORE_WORDS | _LAST | _ANYWHERE | _SLASHED
_FORM = re.compile(
    r"(?<![\w.])(" + "|".join(sorted(map(re.escape, _FORMS), key=len, reverse=True)) + r")(?P<after>\s*\S?)"
)
_INITIALS = re.compile(r"(?<![\w.])(?![AP]\.M\.)(?P<letters>(?:[A-Z]\.){2,})(?![A-Za-z])(?P<after>\s*\S?)")
_INITIAL = re.compile(r"(?<![A-Z] )(?<!\.)\b([A-HJ-Z])\.(?= [A-Z][a-z.])")

_STREETS = _table(
    """St=Street|Ave=Avenue|Blvd=Boulevard|Rd=Road|Ln=Lane|Sq=Square|Hwy=Highway|Pkwy=Parkway|Ct=Court|Pl=Place
    Dr=Drive"""
)
_TITLES_TOO = frozenset({"Dr", "Ct", "Pl", "St"})
_STREET = re.compile(
    r"(?<=[a-z\d]) (" + "|".join(_STREETS) + r")\b(?P<dot>\.)?"
    r"(?P<after>[,;)]|\s+[A-Z\d]|\s+(?:near|in|and|or|at|by|is|on|to|for)\b|$)"
)
_NUMBERED = re.compile(r"\b\d+[A-Za-z]? (?:[NSEW]\.? )?(?:[A-Z]\w+ |\d+(?:st|nd|rd|th) ){1,3}$")


def word(text: str) -> str:
    text = _INITIAL.sub(r"\1", _STREET.sub(_street, text))
    text = _FORM.sub(_form, text)
    return _INITIALS.sub(lambda found: _initials(found["letters"], found["after"]), text)


def _street(found: re.Match[str]) -> str:
    """`5 Elm St.` is a street; without a number, only what can be nothing else."""
    before = found.string[: found.start()]
    name_follows = re.match(r"\s+[A-Z]", found["after"]) is not None
    if _NUMBERED.search(before + " ") is None:
        capital = re.search(r"[A-Z]\w*$", before) is not None
        if not capital or not found["dot"] or (found[1] in _TITLES_TOO and name_follows):
            return found[0]
    ends = found["dot"] and (not found["after"] or (name_follows and found[1] != "Dr"))
    return f" {_STREETS[found[1]]}{'.' if ends else ''}{found['after']}"


def _form(found: re.Match[str]) -> str:
    form, after = found[1], found["after"]
    follows = after.strip()
    fits = (
        follows.isdigit() if form in _BEFORE_FIGURES
        else follows.isupper() if form in _BEFORE_NAMES
        else follows.isdigit() or follows.islower() if form in _BEFORE_WORDS
        else form == "w/" or not follows.isalnum() or after != follows if form in _SLASHED
        else True
    )  # fmt: skip
    if not fits:
        return found[0]
    if form == "w/":
        return f"with {follows}"
    return _ended(_FORMS[form], after) if form in _LAST else _FORMS[form] + after


def _initials(letters: str, after: str) -> str:
    """`U.S.`: with their dots, but the last, which may be that of the sentence."""
    said = _ended(letters[:-1], after)
    return said if not said.startswith(letters) else _ended(letters.replace(".", " ").strip(), after)


def _ended(words: str, after: str) -> str:
    """The dot of a short form is that of the sentence too, where that ends with it."""
    ends = not after.strip() or (after[:1].isspace() and after.strip().isupper())
    return words + ("." if ends else "") + after
