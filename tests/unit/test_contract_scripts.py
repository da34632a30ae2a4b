"""The scripts around contracts find them: a folder is enough, and no script names one."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from antiphon.contracts.registry import CONTRACTS
from support.flows import recorders
from support.golden import FOLDER
from support.server import ROOT

SCRIPTS = sorted(file for file in (ROOT / "scripts").rglob("*") if file.is_file() and file.suffix in ("", ".py", ".sh"))
MEASURES_ONE = {"ws_figures.py"}
"""A client of the one contract whose figures it prints, from outside."""
NAMES = re.compile("|".join(rf"(?<![a-z]){one.name.replace('_', '[ _-]?')}(?![a-z0-9])" for one in CONTRACTS), re.I)
TOY = ROOT / "tests/toy_contract"
FILES = {"__init__.py", "contract.py", "dialect.py"}


def test_a_contract_has_the_name_of_its_folder() -> None:
    folders = (ROOT / "server/antiphon/contracts").glob("*/contract.py")
    assert sorted(one.name for one in CONTRACTS) == sorted(file.parent.name for file in folders)


def test_flows_and_transcripts_are_those_of_contracts() -> None:
    names = {one.name for one in CONTRACTS}
    assert set(recorders()) == {folder.name for folder in FOLDER.iterdir()} <= names


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda file: file.name)
def test_no_script_names_a_contract(script: Path) -> None:
    found = NAMES.search(script.read_text("utf-8"))
    assert (found is not None) == (script.name in MEASURES_ONE), found


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources with the toy among the contracts: a folder, a line in the list, its rules and its flows."""
    root = tmp_path_factory.mktemp("sources")
    (root / "server/antiphon").mkdir(parents=True)
    for source in (ROOT / "server/antiphon").iterdir():
        if source.name != "contracts":
            (root / "server/antiphon" / source.name).symlink_to(source)
    no_caches = shutil.ignore_patterns("__pycache__")
    for folder in ("server/antiphon/contracts", "scripts", "docs/reference", "client_web/generated"):
        shutil.copytree(ROOT / folder, root / folder, ignore=no_caches)
    shutil.copytree(ROOT / "tests/support", root / "tests/support", ignore=no_caches)
    shutil.copytree(FOLDER, root / "tests/golden")

    _put(root / "server/antiphon/contracts/toy", {file: TOY / file for file in FILES})
    _put(root / "tests/support/flows/toy", {"__init__.py": TOY / "flows.py"})
    _put(root / "scripts/contracts", {"toy.md": TOY / "reference.md"})
    registry = root / "server/antiphon/contracts/registry.py"
    listed = registry.read_text("utf-8").replace("(VIP, ", "(TOY, VIP, ")
    registry.write_text(f"from antiphon.contracts.toy.contract import TOY\n{listed}", "utf-8")
    return root


def _put(folder: Path, files: dict[str, Path]) -> None:
    folder.mkdir(exist_ok=True)
    for name, file in files.items():
        (folder / name).write_text(file.read_text("utf-8").replace("toy_contract", "antiphon.contracts.toy"), "utf-8")


def _run(root: Path, script: str, *arguments: str) -> list[str]:
    command = [sys.executable, str(root / "scripts" / script), *arguments]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_rules_of_another_contract_are_enough_for_its_page(copy: Path) -> None:
    page = Path("docs/reference") / "toy.md"
    assert f"wrote {page}" in _run(copy, "docs.py")
    assert "refused: `protocol.invalid_message`: Not a valid message." in (copy / page).read_text("utf-8")
    for other in ("ws-v1.md", "vela.md"):
        assert (copy / "docs/reference" / other).read_bytes() == (ROOT / "docs/reference" / other).read_bytes()


def test_the_flows_of_another_contract_are_enough_for_its_transcripts(copy: Path) -> None:
    told = _run(copy, "golden.py", "toy_question", "toy_refused")
    assert [line for line in told if line.startswith("wrote: ")] == [
        "wrote: tests/golden/toy/toy_question.jsonl",
        "wrote: tests/golden/toy/toy_refused.jsonl",
    ]
    written = (copy / "tests/golden/toy/toy_refused.jsonl").read_text("utf-8").splitlines()
    assert written[-1] == '{"from": "server", "message": "refused: Lines are text."}'


def test_rules_of_no_contract_are_refused(copy: Path) -> None:
    stray = copy / "scripts/contracts/nobody.md"
    stray.write_text("# Nobody\n", "utf-8")
    try:
        command = [sys.executable, str(copy / "scripts/docs.py")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=100)
        assert done.returncode != 0
        assert "rules of no contract: nobody" in done.stderr
    finally:
        stray.unlink()
