"""`antiphon explain`: how the brain `rules` reads a sentence on a page."""

import asyncio
import json
from pathlib import Path
from typing import Annotated, Any

import typer

from antiphon.domain.actions import ActionCall
from antiphon.domain.context import PageContext
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.signals import ClientReady

SentencesArgument = Annotated[list[str], typer.Argument(help="What somebody says to the page, each by itself.")]
PageOption = Annotated[
    Path,
    typer.Option(
        "--page",
        help="The page as JSON: `narration`, `actions` and `outline`, as a client sends them in `session.initialize`.",
    ),
]
SpokenOption = Annotated[bool, typer.Option("--spoken", help="Read it as it comes from a recogniser, not as written.")]


def explain(sentences: SentencesArgument, page: PageOption, spoken: SpokenOption = False) -> None:
    """Say how sentences are read on a page: what is done, by which score, and what else they might have been."""
    context = _page(page)
    for sentence in sentences:
        typer.echo(asyncio.run(_explained(context, sentence, typed=not spoken)))


def _page(file: Path) -> PageContext:
    """Raises `AntiphonError` `config.invalid` for a file that is none, or that no server would take."""
    from antiphon.contracts.vip import decode

    try:
        payload: Any = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise AntiphonError(ErrorCode.CONFIG_INVALID, f"The page {file} cannot be read as JSON: {error}") from None
    payload = payload.get("payload", payload) if isinstance(payload, dict) else payload
    fields = payload if isinstance(payload, dict) else {}
    known = {name: fields[name] for name in ("narration", "actions", "outline") if fields.get(name) is not None}
    if not known:
        raise AntiphonError(
            ErrorCode.CONFIG_INVALID,
            f"The page {file} has none of `narration`, `actions` and `outline`. A client sends them in "
            "`session.initialize`; see docs/reference/vip.md.",
        )
    message = {"type": "session.initialize", "payload": {"protocol": "vip/1", "narration": "", **known}}
    ready = decode.meaning(decode.validated(message))
    return ready.page if isinstance(ready, ClientReady) and ready.page else PageContext()


async def _explained(page: PageContext, sentence: str, *, typed: bool) -> str:
    from antiphon.providers.brain._page.explaining import explain as read

    found = await read(page, sentence, typed=typed)
    lines = [f"“{sentence}”"]
    lines.append(f"  does    {_call(found.call)}" if found.call else f"  says    {found.text}")
    lines.append(f"  read    by {'the structure of the page' if found.by_structure else 'the words of its actions'}")
    for number, one in enumerate(found.readings):
        does = ", then ".join(map(_call, one.calls)) or f"says “{one.answer}”"
        first = " (asks first)" if one.asks else ""
        lines.append(f"  {'as' if not number else 'or':<7} {one.score:.2f} {one.gesture}: {does}{first}")
    lines += [
        f"  names   “{name.words}”: {' or '.join(name.names)}, {name.share:.0%} of the name" for name in found.named
    ]
    return "\n".join(lines)


def _call(call: ActionCall) -> str:
    given = json.dumps(dict(call.parameters), ensure_ascii=False) if call.parameters else ""
    return f"{call.action_id} {given}".rstrip()
