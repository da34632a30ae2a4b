"""Names of what is a secret as a whole: an address that whoever knows it may use, a number that is good for once, a
file that holds keys (S16)."""

import re

_SPACE = r"[\W_]*"
_ABOUT = (
    rf"(?!s?{_SPACE}(?:age|at|by|click|cooldown|count|enabled|exp|label|length|lifetime|re?quest|sent|second|text|title"
    r"|ttl|valid))"
)
"""When such a link was sent, and for how long it is good, gives nothing away."""
_LINK = rf"(?:links?|ur[il]s?|href|addresse?s?){_ABOUT}"
_ONCE = (
    r"magic|(?:password|pw)?reset|(?:one|single)[\W_]*(?:time|use)|activation|verification|confirmation|recovery|unlock"
    r"|passwordless|(?:aktivierungs|anmelde|bestae?tigungs|einmal|(?:zu)?rue?cksetz|wiederherstellungs)"
)
_POSTED_TO = (
    r"(?:chat|discord|git(?:hub|lab)|in(?:coming)?|make|mattermost|(?:ms)?teams|n8n|out(?:going)?|slack|stripe|zapier)?"
)
_WEBHOOKS = rf"{_POSTED_TO}webhooks?(?:{_SPACE}{_LINK}|{_SPACE}endpoint|(?=[\W_\d]*$))"
_LINKS = (
    r"presigned|pre[\W_]+signed"
    rf"|signed{_SPACE}(?:get|put|upload|download|file|image|media|video)?{_SPACE}{_LINK}"
    rf"|(?:{_ONCE}){_SPACE}(?:login|log[\W_]*in|sign[\W_]*in|password)?{_SPACE}{_LINK}"
    rf"|lien{_SPACE}(?:magique|(?:de)?{_SPACE}(?:activation|confirmation|reinitialisation))"
    rf"|enlace{_SPACE}(?:magico|(?:de)?{_SPACE}(?:activacion|confirmacion|restablecimiento))"
)
_TAN_OF = (
    r"auth|bank(?:ing)?|chip|flicker|freigabe|konto|login|mobile?|online|photo|push|qr|smart|sms|transa[ck]tions?|user"
    r"|[eim]"
)
_NUMBERS = (
    rf"(?:(?:{_TAN_OF}){_SPACE}|(?<![\s\S]))tans?(?:{_SPACE}(?:codes?|liste?|nr|num(?:mer|ber)?))?(?=[\W_\d]*$)"
    r"|one[\W_]*time[\W_]*(?:number|pass|pw)s?|einmal[\W_]*(?:nummer|zahl)"
)
_KINDS_OF_KEYS = r"(?:rsa|dsa|ecdsa|ed25519)"
_FILES = (
    rf"(?:id|ssh){_SPACE}{_KINDS_OF_KEYS}(?:{_SPACE}sk)?(?!{_SPACE}pub)"
    r"|npmrc|netrc|pypirc|yarnrc|pgpass|dockercfg|docker[\W_]*config[\W_]*json|my[\W_]*cnf"
    r"|pfx|p12(?!\d)|pkcs[\W_]*12(?!\d)|jks|kdbx|keytab|ppk"
    rf"|unseal(?:{_SPACE}(?:codes?|keys?|shards?|shares?))?"
)
_NAMES = (
    rf"(?:mothers?{_SPACE}(?:s{_SPACE})?)?maiden{_SPACE}(?:sur)?name|mothers?{_SPACE}(?:s{_SPACE})?maiden"
    rf"|mae?dchen{_SPACE}name|nom{_SPACE}de{_SPACE}jeune{_SPACE}fille|(?:apellido|nombre){_SPACE}(?:de{_SPACE})?soltera"
    rf"|(?:cognome|nome){_SPACE}da{_SPACE}nubile"
)
_LOGINS = (
    r"(?:database|db|ftp|imap|ldap|mongo|mysql|pop3?|postgres|proxy|rdp|redis|router|sftp|smb|smtp|sql|ssh|vpn|wifi|wlan)"
    r"[\W_]*logins?(?=[\W_\d]*$)"
)
_SHORT_TOKENS = r"(?:access|api|auth|bearer|bot|id|refresh|session|user)[\W_]*toks?"

THINGS = "|".join((_WEBHOOKS, _LINKS, _NUMBERS, _FILES, _NAMES, _LOGINS, _SHORT_TOKENS))
"""A pattern for words of their own, in a key without case and look-alikes whose separators are still there."""

TRACES = re.split(
    r"\s",
    "webhook signed link url uri href addres lien enlace tan onetime einmal rsa dsa ed25519 rc pgpass docker mycnf pfx "
    "p12 pkcs12 jks kdbx keytab ppk unseal maiden dchen jeunefille soltera nubile login tok tkn tkns",
)
"""What each of these has in it once its separators are taken out: to look for these first is cheap."""
