"""Amounts of money in English: `-$49.95`, `3M EUR`, `$10-20`, `$5/month`."""

import re

from antiphon.providers.wording._en.figures import AMOUNT, SCALES, TO, number, parts

_CENT = ("cent", "cents")
_DOLLAR, _EURO = ("dollar", "dollars"), ("euro", "euros")
_NAMES: dict[str, tuple[tuple[str, str], tuple[str, str] | None]] = {
    "$": (_DOLLAR, _CENT),
    "\u20ac": (_EURO, _CENT),
    "\u00a3": (("pound", "pounds"), ("penny", "pence")),
    "\u00a5": (("yen", "yen"), None),
    "\u20b9": (("rupee", "rupees"), ("paisa", "paise")),
    "\u20a9": (("won", "won"), None),
    "\u20bd": (("ruble", "rubles"), ("kopeck", "kopecks")),
    "\u20ba": (("lira", "lira"), None),
    "\u20b4": (("hryvnia", "hryvnias"), None),
    "\u20aa": (("shekel", "shekels"), None),
    "\u20ab": (("dong", "dong"), None),
    "\u0e3f": (("baht", "baht"), None),
    "\u20bf": (("bitcoin", "bitcoins"), None),
    "R$": (("real", "reais"), ("centavo", "centavos")),
    "US$": (("U S dollar", "U S dollars"), _CENT),
    "C$": (("Canadian dollar", "Canadian dollars"), _CENT),
    "CA$": (("Canadian dollar", "Canadian dollars"), _CENT),
    "A$": (("Australian dollar", "Australian dollars"), _CENT),
    "AU$": (("Australian dollar", "Australian dollars"), _CENT),
    "NZ$": (("New Zealand dollar", "New Zealand dollars"), _CENT),
    "HK$": (("Hong Kong dollar", "Hong Kong dollars"), _CENT),
    "Rs.": (("rupee", "rupees"), ("paisa", "paise")),
    "Rs": (("rupee", "rupees"), ("paisa", "paise")),
    "K\u010d": (("Czech koruna", "Czech korunas"), None),
    "Kc": (("Czech koruna", "Czech korunas"), None),
    "kr": (("krona", "kronor"), None),
    "z\u0142": (("zloty", "zlotys"), None),
    "CHF": (("Swiss franc", "Swiss francs"), ("centime", "centimes")),
    "SEK": (("Swedish krona", "Swedish kronor"), None),
    "NOK": (("Norwegian krone", "Norwegian kroner"), None),
    "DKK": (("Danish krone", "Danish kroner"), None),
    "PLN": (("zloty", "zlotys"), None),
    "CZK": (("Czech koruna", "Czech korunas"), None),
    "CNY": (("yuan", "yuan"), None),
    "MXN": (("Mexican peso", "Mexican pesos"), None),
}
_SAME = {"USD": "US$", "EUR": "\u20ac", "GBP": "\u00a3", "JPY": "\u00a5", "INR": "\u20b9", "KRW": "\u20a9", "CAD": "C$",
         "AUD": "A$", "NZD": "NZ$", "HKD": "HK$", "BRL": "R$", "RUB": "\u20bd", "BTC": "\u20bf"}  # fmt: skip
_CURRENCY = "|".join(sorted(map(re.escape, (*_NAMES, *_SAME)), key=len, reverse=True))
_SCALE = r"(?:\s?(?P<scale>thousand|million|billion|trillion|mio|bn|mn|tn)\b|(?P<short>[kKmMbBT])(?![\w]))?"
_PERIODS = {
    "mo": "month", "yr": "year", "hr": "hour", "h": "hour", "wk": "week", "d": "day", "min": "minute", "pp": "person",
    "pcs": "piece", "kg": "kilogram", "lb": "pound", "GB": "gigabyte", "kWh": "kilowatt hour",
}  # fmt: skip
_PER = r"(?:\s?/\s?(?P<per>[A-Za-z]+))?"
_MINUS = r"(?P<minus>(?<![\w.,)])[-\u2212\u2013])?"
_EURO_CENTS = r"\d+,\d{2}(?![\d,])"
_EURO_THOUSANDS = re.compile(r"\d{1,3}(?:\.\d{3})+")
_BEFORE = re.compile(
    rf"{_MINUS}(?<![\w$])(?P<currency>{_CURRENCY})\s?(?P<inner>[-\u2212])?"
    rf"(?P<amount>{_EURO_CENTS}|{AMOUNT}){_SCALE}(?:{TO}(?:{_CURRENCY})?(?P<until>{AMOUNT})(?![\w.,]*\d)"
    r"(?:\s?(?P<scale2>thousand|million|billion)\b|(?P<short2>[kKmMbB])(?!\w))?)?" + _PER
)
_AFTER = re.compile(
    rf"{_MINUS}(?<![\w.,$])(?P<amount>{_EURO_CENTS}|{AMOUNT}){_SCALE}(?:{TO}(?P<until>{AMOUNT}))?"
    rf"\s?(?P<currency>{_CURRENCY})(?!\w){_PER}"
)
_CENTS = re.compile(r"(?<![\w.,])(?P<amount>\d+)\s?\u00a2")


def word(text: str) -> str:
    text = _CENTS.sub(lambda cents: _counted(cents["amount"], _CENT), text)
    return _AFTER.sub(_said, _BEFORE.sub(_said, text))


def _said(money: re.Match[str]) -> str:
    found = money.groupdict()
    major, minor = _NAMES[_SAME.get(found["currency"], found["currency"])]
    scale = SCALES.get(found["scale"] or found["short"] or "", "")
    amount, until = _point(found["amount"]), found["until"]
    if major is _EURO and _EURO_THOUSANDS.fullmatch(amount):
        amount = amount.replace(".", "")
    minus = "minus " if found["minus"] or found.get("inner") else ""
    if until:
        scale2 = SCALES.get(found.get("scale2") or found.get("short2") or "", "")
        said = " ".join(filter(None, (number(amount), scale, "to", number(until), scale2, major[1])))
    elif scale:
        said = f"{number(amount)} {scale} {major[1]}"
    else:
        said = _exactly(amount, major, minor)
    return minus + said + (f" per {_PERIODS.get(found['per'], found['per'])}" if found["per"] else "")


def _exactly(amount: str, major: tuple[str, str], minor: tuple[str, str] | None) -> str:
    whole, fraction = parts(amount)
    if minor is None or len(fraction) > 2:
        return f"{number(amount)} {major[0] if amount == '1' else major[1]}"
    hundredths = int(fraction.ljust(2, "0")) if fraction else 0
    if not hundredths:
        return _counted(whole, major)
    small = _counted(str(hundredths), minor)
    return small if int(whole) == 0 else f"{_counted(whole, major)} and {small}"


def _counted(whole: str, name: tuple[str, str]) -> str:
    return f"{number(whole)} {name[int(whole) != 1]}"


def _point(amount: str) -> str:
    """`49,95` is written with a comma where no thousands are meant."""
    return amount.replace(",", ".") if re.fullmatch(_EURO_CENTS, amount) else amount
