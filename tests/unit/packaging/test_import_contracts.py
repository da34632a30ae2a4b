"""The import contracts of pyproject.toml, tried: a copy of the package breaks each of them in one known place."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

# A module that is added to the copy, its only statement, and the link that has to be reported.
PROBES = {
    "session/probe_neighbour.py": ("import antiphon.transports", "antiphon.transports"),
    "http/probe_upwards.py": ("import antiphon.app", "antiphon.app"),
    "turns/probe_clock.py": ("import time", "time"),
    "wire/probe_hidden.py": ("def later() -> None:\n    import asyncio.queues", "asyncio"),
    "audio/vad/probe_thread.py": ("from threading import Thread", "threading"),
    "domain/probe_wall.py": ("from datetime import datetime", "datetime"),
    "session/probe_rtc.py": ("import aiortc.mediastreams", "aiortc"),
    "audio/probe_av.py": ("from av import AudioFrame", "av"),
    "providers/stt/probe_model.py": ("from pydantic import BaseModel", "pydantic"),
    "session/probe_plugins.py": ("from antiphon import plugins", "antiphon.plugins"),
    "resources/probe_up.py": ("import antiphon.session", "antiphon.session"),
    "testing/probe_app.py": ("from antiphon import app", "antiphon.app"),
    "contracts/vela/probe_other.py": ("import antiphon.contracts.ws_v1.decode", "antiphon.contracts.ws_v1.decode"),
    "http/probe_kit.py": ("import antiphon.testing", "antiphon.testing"),
}


def lint(root: Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache", "--no-logo"]
    environment = os.environ | {"PYTHONPATH": str(root / "server"), "COLUMNS": "200"}
    return subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False, timeout=60)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    root = tmp_path_factory.mktemp("house")
    shutil.copy(ROOT / "pyproject.toml", root)
    package = shutil.copytree(
        ROOT / "server/antiphon", root / "server/antiphon", ignore=shutil.ignore_patterns("__pycache__")
    )
    for file, (statement, _) in PROBES.items():
        (package / file).write_text(f"{statement}\n")
    (package / "attic").mkdir()
    (package / "attic/__init__.py").touch()
    done = lint(root)
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("file", PROBES)
def test_a_forbidden_import_is_reported_with_its_place(report: str, file: str) -> None:
    importer = "antiphon." + file.removesuffix(".py").replace("/", ".")
    assert re.search(rf"{re.escape(importer)} -> {re.escape(PROBES[file][1])} \(l\.", report), report


def test_each_contract_can_be_broken(report: str) -> None:
    assert "Contracts: 0 kept" in report


def test_a_new_room_has_to_be_given_its_place(report: str) -> None:
    assert "- antiphon.attic" in report


def test_the_package_keeps_every_contract() -> None:
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
