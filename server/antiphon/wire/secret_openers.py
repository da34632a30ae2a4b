"""Two words of a secret's name that are run together: `sessionkey`, `authcode`, `masterpass` (S16).

Which words may stand before a key, a code or a PIN is a list, for many an ordinary word ends like one: `turkey`,
`compass`, `hairpin`. Once they are apart, it is told as of any other two words whether they name a secret.
"""

import re

_OPENERS = """
    access account activation admin agent alarm api app application auth authn authorization backup bank bot broker
    build card cert certificate challenge cipher client cloud cluster confirm consumer crypto customer data
    database db decrypt decryption deploy deployment developer device dkim dns edge email emergency encrypt
    encryption entry firebase ftp gate gateway git github gitlab google gpg guest hash host hotspot house identity
    imap ingest instance integration invite jwt kms ldap license login mail maintenance master merchant mobile
    mongo mqtt network node oauth openai org otp owner partner pay payment peer pgp phone postgres private product
    production project proxy publisher recovery redis registration remote reset repo rescue root router rsa safe
    secure security seed server service session setup sftp share sign signature signing site sms smtp sql ssh ssl
    staging storage store stream stripe subscription super support sync system telegram temp tenant tls transfer
    twilio unlock upload user vault verify voucher vpn wallet web webhook wifi wlan wpa write zone
"""
ENDS = ("key", "pass", "code", "pin", "cred")
"""One of these stands in every name that is looked at, whatever its separators."""
_TOGETHER = re.compile(
    rf"(?<![a-z])({'|'.join(sorted(_OPENERS.split(), key=len, reverse=True))})(keys?|pass|codes?|pins?|creds?)(?![a-z])"
)


def apart(letters: str) -> str:
    """Return a name, folded and in small letters, with a separator between such words."""
    return _TOGETHER.sub(r"\1_\2", letters)
