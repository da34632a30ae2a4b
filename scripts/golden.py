"""Writes the golden wire transcripts anew: `python scripts/golden.py [FLOW...]` (all of them unless said).

Each flow of `tests/support/flows` is played against a whole session in virtual time, and what both sides said is
written to `tests/golden/<flow>.jsonl`; those of WS v1 (`tests/support/ws_flows.py`) to `tests/golden_ws_v1`. Read the
difference before it is committed: it is what clients will see.

Those of Vela (`tests/support/vela_flows.py`) go to `tests/golden_vela`.
"""

import logging
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import structlog

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "tests")]

from support import golden, vela_flows, vela_golden, ws_flows, ws_golden  # noqa: E402
from support.flows import FLOWS  # noqa: E402


def main(names: list[str]) -> None:
    known = {flow.name for flow in (*FLOWS, *ws_flows.FLOWS, *vela_flows.FLOWS)}
    if unknown := set(names) - known:
        raise SystemExit(f"There is no flow {', '.join(sorted(unknown))}; there are: {', '.join(sorted(known))}.")
    _write(golden.FOLDER, {flow.name: partial(golden.record, flow) for flow in FLOWS}, names)
    _write(ws_golden.FOLDER, {flow.name: partial(ws_golden.record, flow) for flow in ws_flows.FLOWS}, names)
    _write(vela_golden.FOLDER, {flow.name: partial(vela_golden.record, flow) for flow in vela_flows.FLOWS}, names)


def _write(folder: Path, flows: dict[str, Callable[[], list[golden.Line]]], names: list[str]) -> None:
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
