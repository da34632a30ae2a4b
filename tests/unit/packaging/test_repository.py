"""No file of the repository says where its packages were fetched from, or on which machine it was made."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

# Written so that the pattern does not find itself.
ADDRESS = re.compile(
    r"[p]ypi\.(org|python)|[p]ythonhosted\.org|[r]egistry\.(npmjs|yarnpkg)|[d]eb\.debian\.org|[a]rchive\.ubuntu\.com"
    r"|[p]roxy\.golang|[c]rates\.io|-{2}(extra-)?index-url|-{2}find-links|\b[i]ndex-url\s*=|\b[f]ind-links\s*="
    r"|\b(PIP|UV)_[A-Z_]*[I]NDEX(_URL)?\b|/[s]imple/"
)
MACHINE = re.compile(
    r"(?<![\w./$}-])/(home|Users)/[a-z][\w.-]*/|(?<![\w./$}-])/[r]oot/|(?<![\w./$}-])/[w]ork/(main|shared)"
    r"|\.[p]yenv/|(?<![\w./$}-])/[t]mp/\w|[A-Z]:\\+[U]sers\\+"
)


def lines() -> list[tuple[str, str]]:
    """Every line of every text file that is tracked or would be, with its place."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        timeout=60,
    )
    found = []
    for name in filter(None, listed.stdout.decode().split("\0")):
        path = ROOT / name
        content = path.read_bytes() if path.is_file() else b""
        if b"\0" in content:
            continue
        for number, line in enumerate(content.decode(errors="replace").splitlines(), start=1):
            found.append((f"{name}:{number}", line))
    return found


def test_no_file_holds_the_address_of_a_package_index() -> None:
    assert [f"{place}: {line.strip()}" for place, line in lines() if ADDRESS.search(line)] == []


def test_no_file_holds_a_path_of_the_machine_that_made_it() -> None:
    assert [f"{place}: {line.strip()}" for place, line in lines() if MACHINE.search(line)] == []


@pytest.mark.parametrize(
    "line",
    [
        "https://{}ypi.org/simple".format("p"),
        "--{}-url https://packages.example/".format("index"),
        '"resolved": "https://{}.npmjs.org/ws/-/ws-8.tgz"'.format("registry"),
        "{}_INDEX_URL=https://packages.example/".format("PIP"),
        "https://packages.example/{}/aiohttp/".format("simple"),
    ],
)
def test_an_address_of_a_package_index_is_recognised(line: str) -> None:
    assert ADDRESS.search(line)


@pytest.mark.parametrize("folder", ["home/ann", "Users/ann", "root", "work/main", "tmp/build"])
def test_a_path_of_a_machine_is_recognised(folder: str) -> None:
    assert MACHINE.search(f'source = "/{folder}/antiphon"')


@pytest.mark.parametrize("line", ["tests/root/x", "$HOME/home/ann/x", "GET /client/antiphon.js", "{root}/tmp/x"])
def test_other_paths_are_left_alone(line: str) -> None:
    assert not MACHINE.search(line)
