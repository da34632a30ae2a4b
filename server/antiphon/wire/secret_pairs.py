"""Names of secrets whose words are all ordinary ones: a code opens nothing, and the code of a padlock does (S16).

A word says what is named (an address, a code, a ticket), and a word before it whose it is (a database, a lock,
Kerberos). Each kind of name is a `Kind`, so a store, a lock or a network that comes up later is one more word here.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from antiphon.wire.look_alikes import folded


def _words(text: str) -> frozenset[str]:
    return frozenset(map(folded, text.split()))


class Kind(NamedTuple):
    """Names that end in one of `named`, behind one of `owners`.

    `between` may stand between the two; None: any word may but `_LOOKED_AT`. The same in the other order is such a
    name where it begins with one of `named` and goes on with one of `turned`.
    """

    named: frozenset[str]
    owners: frozenset[str]
    between: frozenset[str] | None = frozenset()
    turned: frozenset[str] = frozenset()


_STORES = _words(
    """
    database databases datenbank datasource datastore db dbs jdbc odbc rdbms sql sqlalchemy sqlite sqlserver mssql
    mysql mariadb postgres postgresql postgre pg pgsql psql pgbouncer pgpool timescale cockroach yugabyte oracle
    mongo mongodb mongoose mongolab mongohq couch couchdb couchbase cassandra scylla dynamo dynamodb cosmos cosmosdb
    neo4j arango arangodb influx influxdb clickhouse snowflake redshift bigquery firebird hana sybase teradata
    planetscale turso libsql prisma typeorm sequelize hibernate jawsdb cleardb
    redis rediss rediscloud redistogo upstash valkey keydb memcache memcached memcachier cache
    elastic elasticsearch opensearch solr zookeeper etcd
    broker brokers amqp amqps rabbit rabbitmq cloudamqp kafka nats mqtt mqtts activemq stomp pulsar celery sidekiq
    servicebus eventhub eventhubs iothub queue mq redpanda
    ldap ldaps smtp smtps imap imaps pop3 mailer ftp ftps sftp smb nfs webdav rtsp rtsps rtmp rtmps proxy socks socks5
    connection conn
    """
)
"""Stores, brokers, and others whose addresses have the name and the password of a user in them."""
_STORE_ENDS = ("db", "sql", "redis", "mongo")
_FILM_STORES = _words("imdb tmdb omdb tvdb moviedb themoviedb thetvdb")
_LOOKED_AT = _words(
    """
    admin article avatar blog console course dashboard doc docs documentation download favicon help home homepage icon
    image info landing logo manual page pages photo picture status support thumbnail tutorial ui video web
    website wiki
    """
)
"""What stands between a store and an address that anybody may look at."""
_LOCKS = _words(
    """
    lock locks padlock bikelock doorlock smartlock combilock lockbox locker keybox keysafe safe vault strongbox
    schloss vorhangschloss vorhangeschloss vorhaengeschloss fahrradschloss spind schliessfach tresor
    cadenas antivol casier candado taquilla lucchetto armadietto cadeado hangslot fietsslot
    """
)
_DOORS = _words(
    """
    door doors gate garage barrier entrance entryway elevator lift intercom buzzer doorbell keypad mailbox letterbox
    shed cellar luggage suitcase bike bicycle apartment house alarm
    disarm disarming arming duress panic unlock unlocking
    haustuer tuer tur sprechanlage gegensprechanlage briefkasten schranke interphone portillon citofono telefonillo
    """
)
_NETWORKS = _words("wifi wlan network hotspot router modem ssid wpa wpa2 wpa3 wps vpn eduroam netzwerk netwerk")
_DEVICES = _words(
    """
    device devices bluetooth pairing homekit zigbee zwave sim esim laptop tablet geraet gerat appareil
    dispositivo apparaat authenticator authentication 2step twostep 2factor twofactor multifactor
    reset scratch setup activation authn authz
    """
)
_WHOSE = _words(
    """
    access admin back backup current default emergency entry family first front guest home house main master my new old
    our office public second side staff temp temporary user visitor de del della delle des di do da du der fur fuer of
    for the la le il el
    """
)
"""Whose code it is, or to which of two doors."""
_SIGNED_IN = _words("saml saml2 sso adfs wsfed kerberos kerb krb krb5 spnego ntlm idp authn federation webauthn fido")

KINDS = (
    Kind(_words("url urls uri uris string str dsn connection conn"), _STORES, None, _STORES),
    Kind(_words("backend broker"), _words("celery"), _words("result message task")),
    Kind(
        _words("code codes codigo codice"),
        _LOCKS | _DOORS | _NETWORKS | _DEVICES,
        _WHOSE,
        _LOCKS | _NETWORKS | _words("door gate garage intercom doorbell interphone portillon citofono"),
    ),
    Kind(
        _words("pattern patterns muster patron"),
        _words(
            """
            lock unlock unlocking padlock swipe device screen security door garage gate alarm keypad android
            lockscreen screenlock entsperr sperr
            """
        ),
        _words("phone screen"),
        _words("lock unlock"),
    ),
    Kind(_words("gesture gestures knock swipe"), _words("lock unlock unlocking padlock login lockscreen screenlock")),
    Kind(_words("combination combinations combo combi kombination"), _LOCKS | _DOORS, _WHOSE, _LOCKS),
    Kind(_words("phrase"), _words("key pass unlock login security access encryption backup memorable safe master")),
    Kind(_words("word"), _words("unlock login security access memorable safe")),
    Kind(
        _words("ticket tickets tgt ccache"),
        _SIGNED_IN | _words("session login granting tgs tls rdp cas pve proxy"),
    ),
    Kind(
        _words("assertion assertions artifact"),
        _SIGNED_IN | _words("session login identity client oidc user cas"),
    ),
    Kind(_words("response responses"), _SIGNED_IN | _words("challenge captcha recaptcha hcaptcha turnstile oidc")),
    Kind(_words("cvd cav cav2 csc cid"), _words("card cc credit")),
    Kind(_words("string str"), _words("connect")),
    Kind(_words("verifier"), _words("code pkce")),
    Kind(_words("hash hashes"), _words("ntlm nt lm pass pw login bcrypt argon2 scrypt")),
    Kind(_words("cred creds"), _STORES | _NETWORKS | _words("login user admin aws gcp azure cloud service ssh git")),
)
_ALONE = _words("cred creds keyphrase cvn cvn2 pkce krbtgt krb5ccname")
_STREET = _words("street")
"""Whose credibility is no secret."""
_ABOUT = _words(
    """
    age at by click clicks count enabled exp expired expires expiry format hint id label length lifetime method name
    policy request scheme seconds sent status text title ttl type valid version
    """
)
"""When it was sent, for how long it is good, and of which kind it is gives nothing away."""
_OTHER = frozenset({("mobile", "network", "code")})
"""The number of an operator of telephones."""

_NAMED = {
    named: tuple(kind for kind in KINDS if named in kind.named)
    for named in sorted(set().union(*(k.named for k in KINDS)))
}
_LASTS = tuple({*_NAMED, *_ALONE})
_FIRSTS = tuple(_NAMED)

FAR = 4
"""So many words before one are looked at: a name has few, and a key may be made of a hundred."""
LONG = 5
"""A word of so many letters is looked for at the end of others too, where nothing tells words apart."""
_LONG_OWNERS = {kind: tuple(owner for owner in kind.owners if len(owner) >= LONG) for kind in KINDS}
TRACES = (
    *("url", "uri", "str", "dsn", "conn", "backend", "broker", "code", "codi", "pattern", "muster", "gesture"),
    *("knock", "swipe", "patron", "comb", "kombi", "phrase", "word", "ticket", "assertion", "artifact", "response"),
    *("verifier", "hash", "cred", "cv", "cav", "csc", "cid", "pkce", "tgt", "krb", "ccache"),
)
"""What each of these has in it once its separators are taken out: to look for these first is cheap."""

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SEPARATORS = re.compile(r"[\W_]+")
_BASES = re.compile(r"\b(?:base (?:de )?(?:datos|donnees|dados)|banco de dados|banca dati)\b")
_DIGITS = "0123456789"


def is_secret_pair(key: str, digits: dict[int, int]) -> bool:
    """Tell whether two words of a key make it a secret: `MONGODB_URI`, `padlockCode`, `samlAssertion`.

    `digits` are read as the letters that they stand for where nothing is found otherwise.
    """
    letters = folded(_CAMEL.sub("_", key))
    if _is_pair(letters):
        return True
    spelled = letters.translate(digits)
    return spelled != letters and _is_pair(spelled)


def _is_pair(letters: str) -> bool:
    words = _SEPARATORS.sub(" ", letters).split()
    if "base" in words or "banco" in words or "banca" in words:
        words = _BASES.sub("database", " ".join(words)).split()
    while len(words) > 1 and words[-1].isdigit():
        words.pop()
    if not words:
        return False
    for at, word in enumerate(words):
        short = word.rstrip(_DIGITS) or word
        if not short.endswith(_LASTS) or (words[at + 1 : at + 2] and words[at + 1] in _ABOUT):
            continue
        before = words[max(0, at - FAR) : at]
        if _is_alone(before[-1] if before else "", word, short) or _is_of(before, word, short):
            return True
    return _is_turned(words)


def _is_alone(before: str, word: str, short: str) -> bool:
    return (word in _ALONE or short in _ALONE or before + short in _ALONE) and before not in _STREET


def _is_of(before: Sequence[str], word: str, short: str) -> bool:
    """Tell whether a word names such a thing, after those before it or in itself."""
    kinds = _NAMED.get(word) or _NAMED.get(short)
    if kinds is None:
        return any(
            _owns(kind, own) or own.rstrip(_DIGITS).endswith(_LONG_OWNERS[kind])
            for named, kinds in _NAMED.items()
            if short.endswith(named) and (own := short.removesuffix(named))
            for kind in kinds
        )
    return (*before[-2:], short) not in _OTHER and any(_is_behind(kind, before) for kind in kinds)


def _is_behind(kind: Kind, before: Sequence[str]) -> bool:
    for at in range(len(before) - 1, -1, -1):
        if _owns(kind, before[at]) or (at and _owns(kind, before[at - 1] + before[at])):
            return True
        if before[at] in _LOOKED_AT if kind.between is None else before[at] not in kind.between:
            return False
    return False


def _owns(kind: Kind, word: str) -> bool:
    plain = word.rstrip(_DIGITS)
    if plain in kind.owners or word in kind.owners:
        return True
    return kind.between is None and plain.endswith(_STORE_ENDS) and plain not in _FILM_STORES


def _is_turned(words: Sequence[str]) -> bool:
    if len(words) == 1:
        return words[0].startswith(_FIRSTS) and any(
            words[0].startswith(named) and words[0].removeprefix(named) in kind.turned
            for named, kinds in _NAMED.items()
            for kind in kinds
        )
    kinds = _NAMED.get(words[0])
    if kinds is None:
        return False
    rest = words[1 : 2 + FAR]
    while len(rest) > 1 and rest[0] in _WHOSE:
        rest = rest[1:]
    return len(rest) <= 2 and any("".join(rest) in kind.turned for kind in kinds)
