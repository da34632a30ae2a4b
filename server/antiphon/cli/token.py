"""`antiphon token`: an application token for a server that has a secret.

The secret comes from the settings, never from the command line, where other users of the machine and the shell's
history would see it.
"""

import secrets
import time
from pathlib import Path
from typing import Annotated

import typer

from antiphon.cli.options import typed, whole
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.settings import load

MAX_TTL_S = 86_400
"""A token cannot be called back but by another secret: a day is the longest that one is good for, as
`http.tokens.LONGEST_S` has it."""
SECRET_BYTES = 32

NO_SECRET = """\
There is no secret to sign a token with. Make one: antiphon token --new-secret
Keep it as ANTIPHON_SERVER__SECRET, or in antiphon.toml as secret = "..." in [server]; the server must have the same."""

Ttl = Annotated[
    int,
    typer.Option(
        parser=whole(1, MAX_TTL_S),
        metavar="SECONDS",
        help=f"Seconds for which the token is good, from 1 to {MAX_TTL_S}.",
    ),
]
Subject = Annotated[str | None, typer.Option(help="For whom the token is: its claim sub.", show_default=False)]
Config = Annotated[Path | None, typer.Option(help="Settings file, instead of antiphon.toml.", show_default=False)]
NewSecret = Annotated[bool, typer.Option("--new-secret", help="Print a fresh secret, and no token.")]


def token(ttl: Ttl = 3600, subject: Subject = None, config: Config = None, new_secret: NewSecret = False) -> None:
    """Print an application token, signed with the server's secret."""
    if new_secret:
        typer.echo(secrets.token_urlsafe(SECRET_BYTES))
        return
    from antiphon.http.tokens import SUBJECT_CHARS, mint_application

    if subject is not None and not 1 <= len(subject) <= SUBJECT_CHARS:
        raise typer.BadParameter(
            f"it has {len(subject)} characters; from 1 to {SUBJECT_CHARS} are taken.", param_hint="--subject"
        )
    subject = typed(subject) if subject is not None else None
    secret = load(file=config).server.secret
    if secret is None:
        raise AntiphonError(ErrorCode.CONFIG_INVALID, NO_SECRET)
    typer.echo(mint_application(secret.get_secret_value(), int(time.time()), ttl, subject))
