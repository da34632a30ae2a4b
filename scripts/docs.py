"""Makes what is made from the code: reference pages, the browser's files. `python scripts/docs.py` writes them.

A test fails when one is stale.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "scripts")]

import contract_page  # noqa: E402
import machines_page  # noqa: E402

from antiphon.contracts.schema_export import document  # noqa: E402
from antiphon.contracts.typescript import render  # noqa: E402
from antiphon.domain.errors import ErrorCode  # noqa: E402
from antiphon.domain.states import FOUR_STATES, State  # noqa: E402
from antiphon.turns.floor import holder  # noqa: E402
from antiphon.turns.table import ANY, TABLE  # noqa: E402

NAMES = {
    State.NOT_CONNECTED: "Not Connected",
    State.CONNECTING: "Connecting",
    State.IDLE: "Idle",
    State.USER_SPEAKING: "Listening",
    State.AI_THINKING: "Processing",
    State.AI_SPEAKING: "Speaking",
    State.INVOKE_ACTION: "Action",
}


def errors() -> str:
    """Every error code, from the enum."""
    lines = [
        "# Error codes",
        "",
        "Made from `server/antiphon/domain/errors.py` by `python scripts/docs.py`.",
        "",
        "`retryable` says whether the same message may succeed later. The status is that of an HTTP answer, "
        "`application/problem+json`.",
        "",
        "| code | stage | retryable | HTTP status | meaning |",
        "|---|---|---|---|---|",
    ]
    for code in ErrorCode:
        retryable = "yes" if code.retryable else "no"
        if code is ErrorCode.SESSION_EXPIRED:
            retryable += "; yes where the page of a contract says so: connect anew"
        lines.append(f"| `{code.code}` | {code.stage} | {retryable} | {code.status} | {code.title} |")
    return "\n".join(lines) + "\n"


def arrows() -> dict[tuple[State, State], list[str]]:
    """The triggers between each two states, without what leads from every state."""
    found: dict[tuple[State, State], list[str]] = defaultdict(list)
    for row in TABLE:
        if row.from_states != ANY:
            for state in State:
                if state in row.from_states:
                    found[state, row.to].append(row.trigger.value)
    return found


def state_machine() -> str:
    """The transition table and its diagram, from the data that the engine runs on."""
    lines = [
        "# States and transitions",
        "",
        "Made from `server/antiphon/turns/table.py` by `python scripts/docs.py`. What is not in the table is refused",
        "with `protocol.invalid_transition`, and the state does not change. What comes too late is a race and no",
        "error: `input.end`, `input.barge_in`, `response.cancel`, `audio.played`, hints and yields for a turn that is",
        "over change nothing, and nothing is answered.",
        "",
        "| state | name | floor | in contracts with four states |",
        "|---|---|---|---|",
    ]
    lines += [f"| `{s.value}` | {NAMES[s]} | {holder(s) or '-'} | {FOUR_STATES.get(s, '-')} |" for s in State]
    lines += ["", "| # | from | to | trigger | source | note |", "|---|---|---|---|---|---|"]
    for row in TABLE:
        origin = "any" if row.from_states == ANY else ", ".join(f"`{s.value}`" for s in State if s in row.from_states)
        lines.append(
            f"| {row.number} | {origin} | `{row.to.value}` | `{row.trigger.value}` | {row.source} | {row.note} |"
        )
    lines += ["", "`session.close` leads from every state to `not_connected`; the diagram leaves it out.", ""]
    lines += ["```mermaid", "stateDiagram-v2", "    [*] --> not_connected"]
    for (origin_state, to), triggers in arrows().items():
        lines.append(f"    {origin_state.value} --> {to.value}: {', '.join(triggers)}")
    return "\n".join([*lines, "```"]) + "\n"


def transitions() -> str:
    """The transition table for the browser: states with their names and floors, and one row for each way to go."""
    states = [{"id": s.value, "name": NAMES[s], "floor": holder(s)} for s in State]
    ways = [
        {
            "number": row.number,
            "from": [s.value for s in State if s in row.from_states],
            "to": row.to.value,
            "trigger": row.trigger.value,
        }
        for row in TABLE
    ]
    lines = [
        f'  "{name}": [\n' + ",\n".join(f"    {json.dumps(each)}" for each in rows) + "\n  ]"
        for name, rows in {"states": states, "transitions": ways}.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def ways() -> str:
    """The same as a module, which every browser loads: not all of them import JSON."""
    ways = [" ".join([origin.value, to.value, *triggers]) for (origin, to), triggers in arrows().items()]
    lines = [
        "/** Made from `server/antiphon/turns/table.py` by `python scripts/docs.py`. */",
        "",
        "export const STATES = /** @type {const} */ ([",
        "  " + ", ".join(f"'{state.value}'" for state in State) + ",",
        "]);",
        "Object.freeze(STATES);",
        "",
        "/** From, to, triggers. */",
        "const TABLE = `\\",
        *ways[:-1],
        f"{ways[-1]}`;",
        "",
        "/** From, trigger, to. `session.close` ends it everywhere. */",
        "export const WAYS = new Set(",
        "  TABLE.split('\\n').flatMap((line) => {",
        "    const [from, to, ...triggers] = line.split(' ');",
        "    return triggers.map((trigger) => `${from} ${trigger} ${to}`);",
        "  }),",
        ");",
    ]
    return "\n".join(lines) + "\n"


def languages() -> str:
    """The languages that the browser's files speak beside English, each with what loads it: one file a language."""
    codes = sorted(file.stem for file in (ROOT / "client_web/languages").glob("*.js"))
    lines = [
        "/** Made from the files of `client_web/languages` by `python scripts/docs.py`. */",
        "",
        "/** What loads each, by code. @type {Record<string, () => Promise<import('../types.js').Language>>} */",
        "export const LANGUAGES = {",
        *(f"  {code}: () => import('../languages/{code}.js')," for code in codes),
        "};",
    ]
    return "\n".join(lines) + "\n"


def messages() -> str:
    """The browser's types of every message."""
    return render(document())


PAGES = {
    ROOT / "docs/reference/errors.md": errors,
    ROOT / "docs/reference/state-machine.md": state_machine,
    ROOT / "docs/reference/machines.md": machines_page.machines,
    **contract_page.pages(),
    ROOT / "client_web/generated/messages.d.ts": messages,
    ROOT / "client_web/generated/transitions.json": transitions,
    ROOT / "client_web/generated/transitions.js": ways,
    ROOT / "client_web/generated/languages.js": languages,
}


def stale() -> list[str]:
    """The files that are not what the code makes of them now."""
    return [
        page.relative_to(ROOT).as_posix()
        for page, make in PAGES.items()
        if not page.is_file() or page.read_text("utf-8") != make()
    ]


if __name__ == "__main__":
    for page, make in PAGES.items():
        page.write_text(make(), "utf-8")
        print(f"wrote {page.relative_to(ROOT)}")
