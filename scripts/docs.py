"""Makes the reference pages that come from the code. `python scripts/docs.py` writes them; a test fails when stale."""

import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "server"))

from antiphon.domain.errors import ErrorCode  # noqa: E402
from antiphon.domain.states import VELA, State  # noqa: E402
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
MARK = re.compile(r'pytest\.mark\.requirement\("([^"]+)"\)')
TEST = re.compile(r"^(?:    )?(?:async )?def (test_\w+)", re.MULTILINE)


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
        lines.append(f"| `{code.code}` | {code.stage} | {retryable} | {code.status} | {code.title} |")
    return "\n".join(lines) + "\n"


def state_machine() -> str:
    """The transition table and its diagram, from the data that the engine runs on."""
    lines = [
        "# States and transitions",
        "",
        "Made from `server/antiphon/turns/table.py` by `python scripts/docs.py`. What is not in the table is refused",
        "with `protocol.invalid_transition`, and the state does not change.",
        "",
        "| state | name | floor | in Vela and VoicePilot |",
        "|---|---|---|---|",
    ]
    lines += [f"| `{s.value}` | {NAMES[s]} | {holder(s) or '-'} | {VELA.get(s, '-')} |" for s in State]
    lines += ["", "| # | from | to | trigger | source | note |", "|---|---|---|---|---|---|"]
    for row in TABLE:
        origin = "any" if row.from_states == ANY else ", ".join(f"`{s.value}`" for s in State if s in row.from_states)
        lines.append(
            f"| {row.number} | {origin} | `{row.to.value}` | `{row.trigger.value}` | {row.source} | {row.note} |"
        )
    arrows: dict[tuple[State, State], list[str]] = defaultdict(list)
    for row in TABLE:
        if row.from_states != ANY:
            for state in State:
                if state in row.from_states:
                    arrows[state, row.to].append(row.trigger.value)
    lines += ["", "`session.close` leads from every state to `not_connected`; the diagram leaves it out.", ""]
    lines += ["```mermaid", "stateDiagram-v2", "    [*] --> not_connected"]
    for (origin_state, to), triggers in arrows.items():
        lines.append(f"    {origin_state.value} --> {to.value}: {', '.join(triggers)}")
    return "\n".join([*lines, "```"]) + "\n"


def conformance() -> str:
    """Every requirement id that a test names, and the tests that hold it. CI runs them all, so a listed test passes."""
    held: dict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text("utf-8")
        for mark in MARK.finditer(text):
            test = TEST.search(text, mark.end())
            if test is not None:
                held[mark.group(1)].append(f"`{path.relative_to(ROOT / 'tests').as_posix()}` {test.group(1)[5:]}")
    lines = [
        "# Conformance",
        "",
        "Made from the marks in the tests by `python scripts/docs.py`. A statement is listed with the tests that hold",
        "it; `scripts/test` runs every one of them, and none may be skipped. A statement that is not listed is not",
        "claimed yet, and a statement may be held in part until its step is complete.",
        "",
        "| id | held by |",
        "|---|---|",
    ]
    for requirement in sorted(held):
        tests = "<br>".join(_readable(test) for test in held[requirement])
        lines.append(f"| {requirement} | {tests} |")
    return "\n".join(lines) + "\n"


def _readable(test: str) -> str:
    path, name = test.split("` ", 1)
    return f"{path}`: {name.replace('_', ' ')}"


PAGES = {
    ROOT / "docs/reference/errors.md": errors,
    ROOT / "docs/reference/state-machine.md": state_machine,
    ROOT / "docs/conformance.md": conformance,
}


def stale() -> list[str]:
    """The pages that are not what the code makes of them now."""
    return [
        page.relative_to(ROOT).as_posix()
        for page, make in PAGES.items()
        if not page.is_file() or page.read_text("utf-8") != make()
    ]


if __name__ == "__main__":
    for page, make in PAGES.items():
        page.write_text(make(), "utf-8")
        print(f"wrote {page.relative_to(ROOT)}")
