"""Names of secrets whose last word is an ordinary one: a `key` alone is none, and an `openai_key` is (S16)."""

import re
from collections.abc import Sequence

from antiphon.wire.look_alikes import folded


def _words(text: str) -> frozenset[str]:
    return frozenset(map(folded, text.split()))


_HARMLESS_KEYS = _words(
    """
    answer arrow cache clock color colour column event feature field foreign function group hot i18n idempotency index
    issue item label language list locale low map menu message metric musical object page partition primary project
    public route row shift sort surrogate tab text theme translation
    fremd primar primaer sortier primaire sorteer vreemde
    """
)
"""What stands before a key that opens nothing; the last line is German and Dutch."""
_HARMLESS_PASSES = _words(
    """
    all backstage band battle boarding bus by city day event festival first game guest hall high impf lift low month
    mountain museum next park parking press rail reise render season second single ski test tests toll train transit
    travel visitor week year
    """
)
_HARMLESS_PATS = _words("cow date file glob match name path postman re regex search time url")
"""Patterns, mostly. Other ones are personal access tokens."""
_OF_KEYS = _words("age dh dsa ec ecdsa ed25519 gpg jwe jwk jws pem pgp pkcs8 pkcs12 rsa ssh ssl tls vapid x509")
"""What is private of these is a key."""
_RUN_TOGETHER = _words(
    """
    anthropickey appkey appkeys gpgkey openaikey pgpkey servicerolekey subscriptionkey wpakey wpa2key
    adminpass dbpass ftppass imappass loginpass mailpass mypass redispass rootpass smtppass sqlpass sshpass userpass
    vpnpass wifipass wlanpass rsapriv rsaprivate sshprivate
    """
)
_LAST = {
    **dict.fromkeys(("key", "keys", "schlussel", "schluessel", "sleutel", "sleutels"), _HARMLESS_KEYS),
    "pass": _HARMLESS_PASSES,
    **dict.fromkeys(("pat", "pats"), _HARMLESS_PATS),
}
_RUSSIAN_KEY = _words("ключ ключа ключу ключом ключе ключи ключей ключам ключами ключах")
_HARMLESS_RUSSIAN = tuple(
    _words(
        """
        внешн горяч карт кеш кэш объект ответ открыт первичн перевод проект публичн сообщен сортиров составн строк
        уникальн
        """
    )
)
_ENDS = (*_LAST, *_RUSSIAN_KEY, "priv", "private")
_BEGINS = folded("ключ")

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_DIGITS = "0123456789"
_SEPARATORS = re.compile(r"[\W_]+")


def ends_so(plain: str) -> bool:
    """Tell whether a key, folded and without separators, may be such a compound; a cheap question, for each key."""
    return plain.rstrip(_DIGITS).endswith(_ENDS) or plain.startswith(_BEGINS)


def is_secret_compound(key: str, digits: dict[int, int]) -> bool:
    """Tell whether a key of several words ends in one that makes it a secret: `openai_key`, `smtpPass`, `gh_pat`.

    `digits` are read as the letters that they stand for where nothing is found otherwise.
    """
    letters = folded(_CAMEL.sub("_", key))
    for spelled in (letters, letters.translate(digits)):
        words = [word for word in _SEPARATORS.split(spelled) if word]
        while len(words) > 1 and words[-1].isdigit():
            words.pop()
        if words and words[-1].rstrip(_DIGITS) in _RUN_TOGETHER:
            return True
        if len(words) > 1 and (found := _judged(words)) is not None:
            return found
    return False


def _judged(words: Sequence[str]) -> bool | None:
    """None: its last word is none of these."""
    last = words[-1].rstrip(_DIGITS)
    if (harmless := _LAST.get(last)) is not None:
        return words[-2] not in harmless
    if last in ("priv", "private"):
        return words[-2] in _OF_KEYS
    if last in _RUSSIAN_KEY:
        return not words[-2].startswith(_HARMLESS_RUSSIAN)
    if words[0] in _RUSSIAN_KEY:  # what it is for comes after it
        return not words[1].startswith(_HARMLESS_RUSSIAN)
    return None
