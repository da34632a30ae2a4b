"""Refuse secret-like keys in what a client says of itself, at any depth and in any spelling (S16)."""

import re
from collections.abc import Sequence
from typing import Any

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.wire.codec import clip
from antiphon.wire.look_alikes import folded
from antiphon.wire.secret_compounds import ends_so, is_secret_compound
from antiphon.wire.secret_openers import ENDS, apart
from antiphon.wire.secret_pairs import TRACES as PAIR_TRACES
from antiphon.wire.secret_pairs import is_secret_pair
from antiphon.wire.secret_things import THINGS, TRACES

_PRIVATE = r"priv(?:at[aeo]?[mnrs]?|ad[ao]|ee?)"
_KEY = r"(?:schlue?ssel(?!woe?rt)|sleutel|chiave|chave|llave(?!ro))"


def _russian(*parts: str) -> str:
    """Return a pattern for Russian words in a row, each with any ending; it is met where letters have been folded."""
    return r"[^\W_]{0,4}".join(map(folded, parts))


_RUSSIAN = "|".join(
    (
        *map(_russian, ("парол", "секрет", "мнемоник", "пинкод", "токен")),
        *(_russian(what, "ключ") for what in ("приватн", "закрыт", "личн", "апи", "api")),
        *(_russian("ключ", what) for what in ("доступа", "апи", "api", "шифрован", "подписи", "восстановл")),
        *(_russian("код", what) for what in ("доступа", "двер", "домофон", "подтвержд", "безопасност", "восстановл")),
        *(_russian(what, "слов") for what in ("кодов", "секретн")),
    )
)
_CHINESE = (
    "密码|密碼|密钥|密鑰|密匙|口令|秘密|机密|機密|私钥|私鑰|助记词|助記詞|验证码|驗證碼|安全码|安全碼|访问码|訪問碼"
    "|访问代码|訪問代碼|通行码|通行碼|秘钥|秘鑰|验证代码|暗号|暗號|令牌|凭证|憑證|门禁码|門禁碼"
)
_ANYWHERE = (
    r"apikey|accesskey|privatekey|token(?!i[sz])|secret(?!ai?r)|password|passwd|passwrd|passcode|passphrase|passkey|pwd"
    r"|authori[sz]ation|creden[ctz]ia(?:l|is)|bearer|oauth|jwt|csrf|xsrf|hmac|phpsessid|jsessionid"
    r"|(?:ssh|rsa|wifi|signing|(?:en|de)cryption|licen[cs]e|shared|master|account|storage)key|privkey|sshpriv|keyfile|keystore"
    r"|creds(?<!sacreds)|sharedaccess|kubeconfig|clientassertion"
    r"|connectionstring|connstr|(?<!im)(?<!tm)(?<!om)(?<!tv)(?<!movie)dburl|databaseurl|creditcard|cardnumber|cardno|ccnum|socialsecurity"
    r"|recoverycode|backupcode|securitycode|pincode|seedphrase|recoveryphrase|securityanswer"
    r"|bankaccount|acc(?:oun)?tn(?:um|o$|r$)|routingnumber|debitcard|cardnum"
    r"|(?:access|unlock|(?<!in)(?<!out)door|alarm|keypad|lockbox|wallet)(?:code|key)(?!board|chain|hole|pad|ring|word)"
    r"|(?:login|onetime|verification|vault)code|vaultkey|recovery(?:key|seed|word)|seedword|wallet(?:seed|phrase|word)"
    r"|passwoe?rt|kennwoe?rt|geheimnis|geheimzahl|zugangsdaten|apischlussel|motdepasse|contrasena|wachtwoord|losenord|sekret|salasana|jelszo"
    r"|adgangskode|anmeldedaten|logindaten"
    # German
    r"|(?:alarm|bestae?tigungs|eingangs|einlass|entsperr|freischalt|geheim|haupt|haustue?r|sicherheits|tresor|wiederherstellungs|zugangs|zugriffs|zutritts)"
    r"(?:code|phrase|schlue?ssel(?!woe?rt))|geheimnummer|einmal(?:code|schlue?ssel(?!woe?rt))"
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
    # Words for secrets and passwords
    r"|geheim(?<!insgeheim)(?!tip)|(?:losungs|sicherheits|wiederherstellungs|zugangs)woe?rt|codewo(?<!unicodewo)(?:rd|e?rt|ord)|segret(?!ar|er)|segredo"
    r"|paroladordine|pass?woord|code(?:confidentiel|(?:de)?verification)|jeton(?:de?)?(?:api|acces)|clemaitre"
    r"|mots?depasse|phrasedepasse|palavra(?:de)?passe|wachtzin|toegangswoord|mnemoni[ckqs]|otpauth"
    # Keys to an interface, private keys, and keys to what is closed
    rf"|(?:api|{_PRIVATE}|access?o?|acesso|toegangs)(?:de)?{_KEY}"
    rf"|{_KEY}(?:maestr[ao]|maitre|mestra|(?:de|di|da|do|fue?r|van|voor)?(?:api|{_PRIVATE}|access?o(?!r)|acesso|toegang|zugang|zugriff))"
    # Codes that open or confirm something, in Portuguese and Dutch
    r"|codigo(?:de|da|do)?(?:acesso|verificacion|alarme|cofre|confirmacao|desbloqueio|entrada|porta(?!l)|recuperacao|seguranca|verificacao)"
    r"|(?:alarm|beveiligings|(?<!in)deur|herstel|kluis|ontgrendel|poort|toegangs|verificatie)code"
    r"|cod(?:e|igo|ice)pin(?![gkn])|(?:secret|private|master|otp)seed"
)
"""In a key without case, separators and look-alikes: it may stand anywhere, for words run together have no ends. But a
tokenizer, a secretary and a keyword are none."""
_ALONE = (
    rf"{folded('пин')}|pin|puk|pw|psk|sid|sessid|heslo"
    r"|[ht]?otp(?:auth|codes?|keys?|seeds?|ur[il])?|(?:2[\W_]?|m)fa(?:codes?|keys?|seeds?)?"
    r"|pem|pkey|dsn|sas|signature|cv[vc]2?|ssn|iban|senha|haslo|mdp|(?<!palabra[\W_])clave|parola|sifre"
    r"|cookies?|auth|mpin|tpin|pswr?d?|userpsw|ghpat|glpat"
    r"|identifiants(?![\W_]*(?:des?[\W_]*)?(?:articles|commandes|pages|produits))"
    r"|(?:entry|garage|gate|lock|safe|sms)[\W_]*(?:code|key)s?|(?:lock|safe)[\W_]*combination"
    r"|(?:(?:garagen|hof)?tor|(?:tuer|tur)?schloss|(?:garagen|keller|wohnungs)?tue?r|safe)[\W_]*(?:code|kombination|schlue?ssel)"
    # Prefixes of those who give keys out
    r"|[prs]k[\W_]*(?:live|prod|test)|(?:stripe|openai|anthropic|clerk|paystack)[\W_]*[prs]k|whsec|xox[bp]|ghp|akia"
    # Keys whose word is short, or the end of others
    rf"|(?:api|{_PRIVATE}|access?o?)[\W_]*(?:cles?|clef|clave)"
    rf"|(?:keys?|cles?|clef|clave)[\W_]*(?:de?[\W_]*|of[\W_]*|for[\W_]*)?(?:la?[\W_]*)?(?:api|{_PRIVATE}|acceso)"
    r"|(?:code|cle)[\W_]*(?:de?[\W_]*)?(?:la?[\W_]*)?(?:acces|alarme|coffre|deblocage|deverrouillage|entree|immeuble|portail|porte"
    r"|portefeuille|recuperation|securite|serrure)"
)
"""Letters that name one as a word of their own alone: a spinner and an author have such letters too."""
_OF_OTHER_LETTERS = (
    rf"{_RUSSIAN}|{_CHINESE}"
    r"|\u30cf\u30b9\u30ef\u30fc\u30c8"
    r"|\u1107\u1175\u1106\u1175\u11af\u1107\u1165\u11ab\u1112\u1169"
)
_SECRET = re.compile(f"{_ANYWHERE}|{_OF_OTHER_LETTERS}")
_SECRET_ASCII = re.compile(_ANYWHERE)
"""Where all letters are of ASCII none can be of another alphabet: half the time for the longest keys."""
_SUSPECT = re.compile(f"{_ANYWHERE}|{_OF_OTHER_LETTERS}|{_ALONE}")
_SUSPECT_ASCII = re.compile(f"{_ANYWHERE}|{_ALONE}")
_WORD = re.compile(
    rf"(?:^|[\W_])(?:{_ALONE}|{THINGS})(?=$|[\W_\d])"
    r"(?![\W_]*(?:accepted|banner|consent|method|mode|notice|policy|provider|settings|state|status|type)s?$)"
)
"""But not what only tells how somebody has signed in, or of a banner about cookies."""
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_DIGITS: dict[int, int] = str.maketrans("0134567@$", "oieasbtas")
_COUNTED = re.compile(rf"tokens|token(?=count|limit|budget|usage)|{folded('токен')}(?:{folded('ов')}|{folded('ы')})")
"""Words for what language models count. A number of them gives nothing away."""
_SEPARATORS = re.compile(r"[\W_]+")
_LATIN = re.compile("[a-z]")


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


def _has_any(traces: Sequence[str], text: str) -> bool:
    for trace in traces:  # noqa: SIM110 - twice as fast as `any`, and each key is asked
        if trace in text:
            return True
    return False


def _is_secret_word(secret: re.Pattern[str], spelled: str, plain: str) -> bool:
    return spelled != plain and secret.search(spelled) is not None


def is_secret(key: str, value: Any = "") -> bool:
    """Tell whether a key names a secret in any spelling: `apiKey`, `API-KEY`, `user.access_token`, `p4ssw0rd`."""
    if _names_secret(key, value):
        return True
    if not (key.isascii() and _has_any(ENDS, key.lower())):  # before letters are folded, which takes longer
        return False
    letters = folded(_CAMEL.sub("_", key))
    words = apart(letters)
    return words != letters and _names_secret(words, value)


def _names_secret(key: str, value: Any) -> bool:
    secret, suspect = (_SECRET_ASCII, _SUSPECT_ASCII) if key.isascii() else (_SECRET, _SUSPECT)
    letters = folded(key)
    plain = _SEPARATORS.sub("", letters)
    spelled = plain if plain.isalpha() and letters == plain else _SEPARATORS.sub("", letters.translate(_DIGITS))
    tail = ends_so(plain) or (spelled != plain and ends_so(spelled))
    has_latin = key.isascii() or _LATIN.search(plain) is not None
    is_thing = has_latin and _has_any(TRACES, plain)
    may_pair = has_latin and _has_any(PAIR_TRACES, spelled)
    if (
        not tail
        and not is_thing
        and not may_pair
        and suspect.search(plain) is None
        and not _is_secret_word(secret, spelled, plain)
    ):
        return False
    if isinstance(value, int | float) and not isinstance(value, bool):
        plain, spelled = _COUNTED.sub("", plain), _COUNTED.sub("", spelled)
    if secret.search(plain) or secret.search(spelled):
        return True
    # Whether there is one, which many a page knows, gives nothing away.
    if isinstance(value, bool):
        return False
    if _WORD.search(folded(_CAMEL.sub("_", key))) is not None or (tail and is_secret_compound(key, _DIGITS)):
        return True
    return may_pair and is_secret_pair(key, _DIGITS)
