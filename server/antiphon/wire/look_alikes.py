"""Read letters as what they look like: a key is about what a reader takes it for."""

import re
import unicodedata

_LOOK_ALIKES = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0445\u0443\u043a\u043c\u0442\u0432\u043d\u0456\u0458\u0455\u0501\u051b\u051d"
    "\u03b1\u03b2\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u0131\u0142\u00f8\u0111\u0251\u0261"
    "\u0138\u1d0b\u1d0f\u1d07\u0274\u1d1b\u0280\ua731\u1d04\u0454\u0167\u1d18\u1d00\u1d21\u1d05",
    "aeopcxykmtbhijsdqwabeikvoptuxilodagkkoentrscetpawd",
)
"""Letters of Cyrillic, Greek and Latin that look like others: this is about what a reader takes a key for."""
for _first, _letters in (
    ("\ua4d0", "bpddt.gk.jc.zf.mnlsr..vh..wxy.a.e.iou"),  # Lisu
    ("\u13a0", "drt.......aje......w...m...h.yo.g..z.....................vs...lc..p...k"),  # Cherokee
    ("\u20a0", "..cf..n..w..ekt..pga.c.........b"),  # signs of currencies
    ("\U0001f150", "abcdefghijklmnopqrstuvwxyz"),  # in black circles, and squares
    ("\U0001f170", "abcdefghijklmnopqrstuvwxyz"),
):
    _LOOK_ALIKES |= {ord(_first) + _at: ord(_one) for _at, _one in enumerate(_letters) if _one != "."}
_LOOK_ALIKES |= str.maketrans(
    "\xa2\xa3\xa5\xa7\u212e\xfe\u01ad\u0199\u2c81\u2c89\u2c95\u2c9b\u2c9f\u2ca3\u2ca5\u2ca7\u026a", "clyseptkaeknopcti"
)
_CAPITALS = str.maketrans("\u0392\u0396\u0397\u039c\u039d\u03a5", "BZHMNY")
"""Greek ones, whose small letters look like others."""
_INVISIBLE = re.compile("[\u02b0-\u02ff\u0640\u07fa\u115f\u1160\ua788-\ua78a]+")
"""Letters without a look of their own: fillers, what draws a word out, and signs beside letters."""


def folded(key: str) -> str:
    """Return the key without case and accents, and with ordinary letters for those that look like them."""
    if key.isascii():
        return key.lower()
    decomposed = _INVISIBLE.sub("", unicodedata.normalize("NFKD", key))
    decomposed = decomposed.translate(_CAPITALS).casefold().translate(_LOOK_ALIKES)
    return "".join(char for char in decomposed if not unicodedata.combining(char))
