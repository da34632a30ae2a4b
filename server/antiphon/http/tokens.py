"""Authorization: tokens for opening a session and for using one that is open (V5-AUTH, S5, S6)."""

import hashlib
import secrets
import time
from dataclasses import dataclass
from typing import Any, Literal

import jwt
from aiohttp import hdrs, web

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.texts import shown
from antiphon.ports import Clock
from antiphon.wire.codec import value_of

AUDIENCE = "antiphon"
ALGORITHM = "HS256"
LONGEST_S = 86_400
"""A token cannot be called back but by another secret: a day is the longest that one is good for, as
`cli.token.MAX_TTL_S` has it."""
LEEWAY_S = 60
"""So far may the clock of whoever mints one be ahead."""

SUBJECT_CHARS = 256
"""The most characters of a user's name in a token."""

Kind = Literal["key", "token"]


def bearer(request: web.Request) -> str:
    """Return the token of the `Authorization` header. Raises `AntiphonError` `auth.required` or `auth.invalid`."""
    return bearer_of(request.headers.get(hdrs.AUTHORIZATION))


def bearer_of(value: str | None) -> str:
    """Return the token within an `Authorization` header; None where there is none."""
    if value is None:
        raise AntiphonError(ErrorCode.AUTH_REQUIRED, "Send a token: Authorization: Bearer <token>.")
    scheme, _, token = value.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise AntiphonError(ErrorCode.AUTH_INVALID, "The Authorization header must be: Bearer <token>.")
    return token.strip()


def require_application(request: web.Request, secret: str | None) -> str | None:
    """Check the application token of a request and return its subject; without a secret, everybody is let through."""
    return check_application(request.headers.get(hdrs.AUTHORIZATION), secret)


def check_application(authorization: str | None, secret: str | None) -> str | None:
    """Check the application token in an `Authorization` and return its `sub`; None where it has none.

    Raises `AntiphonError` where there is none, unless there is no secret. The token is a JWT (RFC 7519) signed with
    HS256 and nothing else, for the audience `antiphon`, that expires within a day.
    """
    if secret is None:
        return None
    try:
        claims = _TOKENS.decode(bearer_of(authorization), secret, algorithms=[ALGORITHM], options=_OURSELVES)
        _check_claims(claims, time.time())
    except (jwt.PyJWTError, UnicodeError) as error:  # UnicodeError: what is no ASCII in a header
        told = str(error) if isinstance(error, _Wrong) else _NOT_SIGNED
        raise AntiphonError(ErrorCode.AUTH_INVALID, f"The application token is not valid: {told}.") from None
    subject: str | None = claims.get("sub")
    return subject


def user_of(subject: str | None, told: str | None, name: str) -> str | None:
    """Return the user that opens a session: the token's, or else the request's. `name` is the request's field.

    Raises `AntiphonError` `auth.forbidden` where both do, and differ: a token for one user opens no session as another.
    """
    if subject is None or told is None or told == subject:
        return subject or told
    message = (
        f"{name} is {told[:60]!r}, and the token is for {subject[:60]!r} (its sub). Leave {name} out, or send that."
    )
    raise AntiphonError(ErrorCode.AUTH_FORBIDDEN, message)


def mint_application(secret: str, now_s: int, ttl_s: int, subject: str | None = None) -> str:
    """Make a token that `check_application` takes from `now_s` (since the epoch) for `ttl_s` seconds.

    Its claims (RFC 7519, section 4.1) are those that are asked for there, and `sub` where given.
    """
    claims: dict[str, str | int] = {"aud": AUDIENCE, "iat": now_s, "exp": now_s + ttl_s}
    if subject is not None:
        claims["sub"] = subject
    return jwt.encode(claims, secret, algorithm=ALGORITHM)


class _Tokens(jwt.PyJWT):
    """Reads claims as strictly as other JSON of strangers: no claim twice, no half surrogate pair, no infinity."""

    def _decode_payload(self, decoded: dict[str, Any]) -> dict[str, Any]:
        try:
            claims = value_of(decoded["payload"].decode(), "token")
        except (AntiphonError, UnicodeError):
            raise _Wrong("its claims are no JSON, or one of them stands there twice") from None
        if not isinstance(claims, dict):
            raise _Wrong("its claims are no JSON object")
        return claims


_TOKENS = _Tokens()


class _Wrong(jwt.PyJWTError):
    """A claim of a token is wrong that this server's secret has signed: whoever made it needs to know which."""


_NOT_SIGNED = f"it is not one that was signed with this server's secret (a JWT, {ALGORITHM})"
_OURSELVES: Any = {f"verify_{claim}": False for claim in ("exp", "nbf", "iat", "aud", "iss", "sub", "jti")}
"""Claims are checked here, so that each can be told of by its name. The signature is checked before them."""


def _check_claims(claims: dict[str, Any], now: float) -> None:
    """Check the claims. Raises `_Wrong`, which says which claim is wrong and why (RFC 7519, 4.1)."""
    for name in ("exp", "aud"):
        if name not in claims:
            raise _Wrong(f"it has no claim {name!r}")
    for name in ("exp", "nbf", "iat"):
        value = claims.get(name, 0)
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise _Wrong(f"its {name} is {shown(value)}, and must be a number: seconds since 1970")
    if claims["exp"] <= now:
        raise _Wrong("it has expired (its exp)")
    if claims["exp"] > now + LONGEST_S + LEEWAY_S:
        raise _Wrong(f"it does not end within {LONGEST_S} s, which is the longest that one may be good for (its exp)")
    if claims.get("nbf", 0) > now:
        raise _Wrong("it is not good yet (its nbf)")
    if claims.get("iat", 0) > now + LEEWAY_S:
        raise _Wrong("it was made in the future (its iat): one of the two clocks is wrong")
    if claims["aud"] != AUDIENCE:
        raise _Wrong(f"its audience is not {AUDIENCE!r} (its aud)")
    if "sub" in claims:
        _check_subject(claims["sub"])


def _check_subject(subject: Any) -> None:
    if not isinstance(subject, str):
        raise _Wrong(f"its sub is {shown(subject)}, and must be a text: whom it is for")
    if not subject:
        raise _Wrong("its sub is empty: leave it out where it is for nobody in particular")
    if len(subject) > SUBJECT_CHARS:
        raise _Wrong(f"its sub has {len(subject)} characters, more than {SUBJECT_CHARS}")


@dataclass(slots=True)
class _Credential:
    session_id: str
    kind: Kind
    expires_at: float
    used: bool = False


class Credentials:
    """Ephemeral keys and session tokens, each kept as a hash, so that nothing here opens a session."""

    def __init__(self, clock: Clock, key_s: float) -> None:
        self._clock = clock
        self._key_s = key_s
        self._known: dict[bytes, _Credential] = {}

    def mint_key(self, session_id: str) -> str:
        """Make a key that connects to the session once, within `key_s`."""
        return self._mint(session_id, "key", self._clock.now() + self._key_s)

    def mint_token(self, session_id: str) -> str:
        """Make a token that is valid for as long as the session is."""
        return self._mint(session_id, "token", float("inf"))

    def spend_key(self, session_id: str, key: str) -> None:
        """Use the key up. Raises `AntiphonError` `auth.invalid` or `auth.forbidden`."""
        self._usable_key(session_id, key).used = True

    def check_key(self, session_id: str, key: str) -> None:
        """Check the key without using it up. Raises as `spend_key` does."""
        self._usable_key(session_id, key)

    def check_token(self, session_id: str, token: str) -> None:
        """Check a session token. Raises `AntiphonError` `auth.invalid` or `auth.forbidden`."""
        self._credential(session_id, token, "token")

    def session_of(self, token: str) -> str:
        """Return the session that a token is for. Raises `AntiphonError` `auth.invalid`, or `auth.forbidden`."""
        found = self._known.get(_digest(token))
        if found is None:
            raise AntiphonError(ErrorCode.AUTH_INVALID, "The token is not known to this server.")
        if found.kind != "token":
            raise AntiphonError(ErrorCode.AUTH_FORBIDDEN, "This needs a session token, not an ephemeral key.")
        return found.session_id

    def is_token(self, session_id: str, text: str) -> bool:
        found = self._known.get(_digest(text))
        return found is not None and found.session_id == session_id and found.kind == "token"

    def forget(self, session_id: str) -> None:
        self._known = {d: known for d, known in self._known.items() if known.session_id != session_id}

    def _usable_key(self, session_id: str, key: str) -> _Credential:
        credential = self._credential(session_id, key, "key")
        if credential.used or credential.expires_at <= self._clock.now():
            raise AntiphonError(
                ErrorCode.AUTH_INVALID, "The ephemeral key was used or has expired; open another session."
            )
        return credential

    def _mint(self, session_id: str, kind: Kind, expires_at: float) -> str:
        text = secrets.token_urlsafe(32)
        self._known[_digest(text)] = _Credential(session_id, kind, expires_at)
        return text

    def _credential(self, session_id: str, text: str, kind: Kind) -> _Credential:
        found = self._known.get(_digest(text))
        if found is None:
            raise AntiphonError(ErrorCode.AUTH_INVALID, "The token is not known to this server.")
        if found.session_id != session_id or found.kind != kind:
            wanted = "session token" if kind == "token" else "ephemeral key"
            raise AntiphonError(ErrorCode.AUTH_FORBIDDEN, f"This needs the {wanted} of this very session.")
        return found


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "replace")).digest()
