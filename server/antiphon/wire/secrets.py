"""Refuse secret-like keys in what a client says of itself, at any depth and in any spelling (S16)."""

import re
import unicodedata
from typing import Any

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.wire.codec import clip

_ANYWHERE = (
    r"apikey|accesskey|privatekey|token(?!i[sz])|secret(?!ar)|password|passwd|passwrd|passcode|passphrase|passkey|pwd"
    r"|authori[sz]ation|credential|bearer|oauth|jwt|csrf|xsrf|hmac|phpsessid|jsessionid"
    r"|(?:ssh|rsa|wifi|signing|encryption|licen[cs]e|shared|master|account|storage)key|privkey|sshpriv|keyfile|keystore"
    r"|sharedaccess|kubeconfig|clientassertion"
    r"|connectionstring|connstr|dburl|databaseurl|creditcard|cardnumber|cardno|ccnum|socialsecurity"
    r"|recoverycode|backupcode|securitycode|pincode|seedphrase|recoveryphrase|mnemonic|securityanswer"
    r"|bankaccount|acc(?:oun)?tn(?:um|o$|r$)|routingnumber|debitcard|cardnum"
    r"|(?:access|unlock|(?<!in)(?<!out)door|alarm|keypad|lockbox|wallet)(?:code|key)(?!board|chain|hole|pad|ring|word)"
    r"|(?:login|onetime|verification)code|recovery(?:key|seed|word)|seedword|wallet(?:seed|phrase|word)"
    r"|passwort|kennwort|geheimnis|geheimzahl|zugangsdaten|apischlussel|motdepasse|contrasena|wachtwoord|losenord|sekret|salasana|jelszo"
    r"|adgangskode"
    # German
    r"|(?:alarm|eingangs|einlass|entsperr|freischalt|geheim|haustue?r|sicherheits|tresor|wiederherstellungs|zugangs|zugriffs|zutritts)"
    r"(?:code|phrase|schlue?ssel(?!wort))|geheimnummer"
    r"|(?:bank|debit|kredit)karte|kartenn(?:ummer|r$)|konton(?:ummer|r$)|(?:bank|giro)konto|bankleitzahl|bankverbindung"
    # French
    r"|digicode|carte(?:bancaire|bleue|(?:de)?(?:credit|debit))|comptebancaire"
    # Spanish and Italian
    r"|(?:tarjeta|carta)(?:de|di)?(?:credito|debito)|cuentabancaria|conto(?:bancario|corrente)"
    r"|(?:codigo|codice|llave|chiave)(?:de|di|del|dela|della|dell|d)?"
    r"(?:access?o(?!r)|alarma|allarme|billetera|cajafuerte|cancello|cartera|cassaforte|cerradura|desbloqueo|entrada|ingresso|monedero"
    r"|porta(?!bil|le|nt|ta)|porton|puerta|recuper|sblocco|seguridad|serratura|sicurezza)"
    # French, Spanish and Italian
    r"|num(?:ero)?(?:de|di|dela|della|du|del)?(?:carta|carte|compte|conto(?!ur)|cuenta|tarjeta)"
    r"|(?:frase|phrase)(?:de|di)?(?:recuper|seme|semilla)"
    r"|\u043fapo\u043b\u044c|\u5bc6\u7801|\u5bc6\u78bc|\u30cf\u30b9\u30ef\u30fc\u30c8"
    r"|\u1107\u1175\u1106\u1175\u11af\u1107\u1165\u11ab\u1112\u1169"
)
"""In a key without case, separators and look-alikes: it may stand anywhere, for words run together have no ends. But a
tokenizer and a secretary are none."""
_ALONE = (
    r"pin|puk|pw|psk|sid|sessid|heslo|t?otp|[2m]fa|pem|pkey|dsn|sas|signature|cv[vc]2?|ssn|iban|senha|haslo|mdp|clave|parola|sifre"
    r"|cookies?|auth"
    r"|(?:entry|garage|gate|lock|safe|sms)[\W_]*(?:code|key)s?|(?:lock|safe)[\W_]*combination"
    r"|(?:(?:garagen|hof)?tor|(?:tuer|tur)?schloss|(?:garagen|keller|wohnungs)?tue?r|safe)[\W_]*(?:code|kombination|schlue?ssel)"
    r"|(?:code|cle)[\W_]*(?:de?[\W_]*)?(?:la?[\W_]*)?(?:acces|alarme|coffre|deblocage|deverrouillage|entree|immeuble|portail|porte"
    r"|portefeuille|recuperation|securite|serrure)"
)
"""Letters that name one as a word of their own alone: a spinner and an author have such letters too."""
_SECRET = re.compile(_ANYWHERE)
_SUSPECT = re.compile(f"{_ANYWHERE}|{_ALONE}")
_WORD = re.compile(
    rf"(?:^|[\W_])(?:{_ALONE})(?=$|[\W_\d])"
    r"(?![\W_]*(?:accepted|banner|consent|method|mode|notice|policy|provider|settings|state|status|type)s?$)"
)
"""But not what only tells how somebody has signed in, or of a banner about cookies."""
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
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
_DIGITS = str.maketrans("0134567@$", "oieasbtas")
_COUNTED = re.compile(r"tokens|token(?=count|limit|budget|usage)")
"""Words for what language models count. A number of them gives nothing away."""
_SEPARATORS = re.compile(r"[\W_]+")


KEY_CHARS = 16 * 1024
"""Of all keys together."""
LONGEST_KEY = 256
OTHER_CHARS = 1024
"""Of all keys together, those that are not ASCII: one of them may be written in eighteen."""

_Place = tuple[Any, str] | None
"""A key and the place of what holds it; None: the metadata themselves."""


def check_secrets(metadata: Any) -> None:
    """Raise `AntiphonError` `protocol.secret_in_metadata`, which names the place and never its value.

    Or `protocol.too_large` where the keys are longer than anybody's: each of their characters is looked at.
    """
    chars = others = 0
    waiting: list[tuple[_Place, dict[str, Any] | list[Any]]] = []
    if isinstance(metadata, dict | list):
        waiting.append((None, metadata))
    while waiting:
        place, value = waiting.pop()
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        if isinstance(value, dict):
            chars += sum(map(len, value))
            others += sum(len(key) for key in value if not key.isascii())
            if chars > KEY_CHARS or others > OTHER_CHARS or any(len(key) > LONGEST_KEY for key in value):
                told = f"Keys of metadata have at most {LONGEST_KEY} characters, and {KEY_CHARS} together"
                told += f" ({OTHER_CHARS} in those that are not ASCII); send less at once."
                raise AntiphonError(ErrorCode.TOO_LARGE, told)
        for key, inner in pairs:
            if isinstance(key, str) and is_secret(key, inner):
                told = f"`{_path((place, key))}`: metadata cannot hold secrets; keep them on your server."
                raise AntiphonError(ErrorCode.SECRET_IN_METADATA, told)
            if inner and isinstance(inner, dict | list):
                waiting.append(((place, str(key)), inner))


def _path(place: _Place) -> str:
    keys: list[str] = []
    while place is not None:
        place, key = place
        keys.append(clip(key))
    return clip(".".join(["metadata", *reversed(keys)]), 200)


def is_secret(key: str, value: Any = "") -> bool:
    """Tell whether a key names a secret in any spelling: `apiKey`, `API-KEY`, `user.access_token`, `p4ssw0rd`."""
    folded = _folded(key)
    plain = _SEPARATORS.sub("", folded)
    spelled = plain if plain.isalpha() and folded == plain else _SEPARATORS.sub("", folded.translate(_DIGITS))
    if _SUSPECT.search(plain) is None and (spelled == plain or _SECRET.search(spelled) is None):
        return False
    if isinstance(value, int | float) and not isinstance(value, bool):
        plain, spelled = _COUNTED.sub("", plain), _COUNTED.sub("", spelled)
    if _SECRET.search(plain) or _SECRET.search(spelled):
        return True
    # Whether there is one, which many a page knows, gives nothing away.
    return not isinstance(value, bool) and _WORD.search(_folded(_CAMEL.sub("_", key))) is not None


def _folded(key: str) -> str:
    """Return the key without case and accents, and with ordinary letters for those that look like them."""
    if key.isascii():
        return key.lower()
    decomposed = _INVISIBLE.sub("", unicodedata.normalize("NFKD", key))
    decomposed = decomposed.translate(_CAPITALS).casefold().translate(_LOOK_ALIKES)
    return "".join(char for char in decomposed if not unicodedata.combining(char))
