"""Writes the golden wire transcripts anew: `python scripts/golden.py [FLOW...]` (all of them unless said).

Each flow of `tests/support/flows` is played against a whole session in virtual time, and what both sides said is
written to `tests/golden/<flow>.jsonl`. Read the difference before it is committed: it is what clients will see.
"""

import logging
import sys
from pathlib import Path

import structlog

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "tests")]

from support import golden  # noqa: E402
from support.flows import FLOWS  # noqa: E402


def main(names: list[str]) -> None:
    known = {flow.name for flow in FLOWS}
    if unknown := set(names) - known:
        raise SystemExit(f"There is no flow {', '.join(sorted(unknown))}; there are: {', '.join(sorted(known))}.")
    golden.FOLDER.mkdir(exist_ok=True)
    for flow in FLOWS:
        if not names or flow.name in names:
            file, text = golden.file_of(flow.name), golden.text(golden.record(flow))
            same = file.is_file() and file.read_text("utf-8") == text
            file.write_text(text, "utf-8")
            print(f"{'as before' if same else 'wrote'}: {file.relative_to(ROOT)}")
    for file in golden.FOLDER.glob("*.jsonl"):
        if file.stem not in known:
            file.unlink()
            print(f"removed: {file.relative_to(ROOT)}")


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    main(sys.argv[1:])
