"""The languages that Whisper knows, by the names that some services tell in the place of their tags."""

import re

_TAG = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8}){0,5}")

# Whisper's tokenizer (openai/whisper, whisper/tokenizer.py); `jw` and `iw` are tags that BCP 47 writes as `jv`, `he`.
_NAMES = """
af afrikaans, am amharic, ar arabic, as assamese, az azerbaijani, ba bashkir, be belarusian, bg bulgarian, bn bengali,
bo tibetan, br breton, bs bosnian, ca catalan, cs czech, cy welsh, da danish, de german, el greek, en english,
es spanish, et estonian, eu basque, fa persian, fi finnish, fo faroese, fr french, gl galician, gu gujarati, ha hausa,
haw hawaiian, he hebrew, hi hindi, hr croatian, ht haitian creole, hu hungarian, hy armenian, id indonesian,
is icelandic, it italian, ja japanese, jv javanese, ka georgian, kk kazakh, km khmer, kn kannada, ko korean, la latin,
lb luxembourgish, ln lingala, lo lao, lt lithuanian, lv latvian, mg malagasy, mi maori, mk macedonian, ml malayalam,
mn mongolian, mr marathi, ms malay, mt maltese, my myanmar, ne nepali, nl dutch, nn nynorsk, no norwegian, oc occitan,
pa punjabi, pl polish, ps pashto, pt portuguese, ro romanian, ru russian, sa sanskrit, sd sindhi, si sinhala,
sk slovak, sl slovenian, sn shona, so somali, sq albanian, sr serbian, su sundanese, sv swedish, sw swahili, ta tamil,
te telugu, tg tajik, th thai, tk turkmen, tl tagalog, tr turkish, tt tatar, uk ukrainian, ur urdu, uz uzbek,
vi vietnamese, yi yiddish, yo yoruba, yue cantonese, zh chinese
"""
_BY_NAME = {name: tag for tag, _, name in (one.strip().partition(" ") for one in _NAMES.split(","))}
_OLD = {"jw": "jv", "iw": "he"}
_WHISPERS = {"jv": "jw", "nb": "no", "fil": "tl", "cmn": "zh"}
TAGS = frozenset({*_BY_NAME.values(), *_WHISPERS})


def known(language: str) -> str | None:
    """Return Whisper's own tag for a language (BCP 47); None where it does not know it."""
    primary = language.replace("_", "-").partition("-")[0].lower()
    return _WHISPERS.get(primary, primary) if primary in TAGS else None


def tag_of(language: object) -> str | None:
    """Return the tag (BCP 47) of a language that a service has told by its tag or its name; None for anything else."""
    if not isinstance(language, str):
        return None
    told = language.strip().lower().replace("_", "-")
    if (tag := _BY_NAME.get(told)) is not None:
        return tag
    return _OLD.get(told, told) if _TAG.fullmatch(told) else None
