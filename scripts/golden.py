"""Writes the golden wire transcripts anew: `python scripts/golden.py [FLOW...]` (all of them unless said).

Each flow of `tests/support/flows/<contract>` is played against a whole session in virtual time, and what both sides
said is written to `tests/golden/<contract>/<flow>.jsonl`. Read the difference before it is committed: it is what
clients will see.
"""

import logging
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import structlog

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "tests")]

from support import golden  # noqa: E402
from support.flows import recorders  # noqa: E402


def main(names: list[str]) -> None:
    contracts = recorders()
    known = {name for flows in contracts.values() for name in flows}
    if unknown := set(names) - known:
        raise SystemExit(f"There is no flow {', '.join(sorted(unknown))}; there are: {', '.join(sorted(known))}.")
    for contract, flows in contracts.items():
        _write(golden.FOLDER / contract, flows, names)


def _write(folder: Path, flows: Mapping[str, Callable[[], list[golden.Line]]], names: list[str]) -> None:
    folder.mkdir(exist_ok=True)
    for name, record in flows.items():
        if not names or name in names:
            file, text = folder / f"{name}.jsonl", golden.text(record())
            same = file.is_file() and file.read_text("utf-8") == text
            file.write_text(text, "utf-8")
            print(f"{'as before' if same else 'wrote'}: {file.relative_to(ROOT)}")
    for file in folder.glob("*.jsonl"):
        if file.stem not in flows:
            file.unlink()
            print(f"removed: {file.relative_to(ROOT)}")


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    main(sys.argv[1:])
