"""Whatever a comment, a docstring or a page refers to is there: files, headings, ids, links."""

import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from support.server import ROOT

PROMISES = ROOT / "docs" / "reference" / "promises.md"
CONFORMANCE = ROOT / "docs" / "conformance.md"
SOURCES = ("server", "client_web", "scripts", "tests")


@cache
def tracked(*suffixes: str) -> list[Path]:
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    return [path for name in names if name.endswith(suffixes) and (path := ROOT / name).is_file()]


def sources() -> list[Path]:
    return [path for path in tracked(".py", ".js") if path.relative_to(ROOT).parts[0] in SOURCES]


def headings(page: Path) -> set[str]:
    return set(re.findall(r"^#+ +(.+?) *$", page.read_text("utf-8"), re.MULTILINE))


def anchors(page: Path) -> set[str]:
    """As GitHub makes them of the headings."""
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings(page))
    return {name.replace(" ", "-") for name in plain}


def test_a_page_that_is_named_in_the_code_is_there_and_has_the_heading() -> None:
    lost = []
    for path in sources():
        text = re.sub(r"\n\s*#?\s*", " ", path.read_text("utf-8"))
        for page, _, heading in re.findall(r"\b((?:docs|design|spec)/[\w/-]+\.md)(, \"([^\"]+)\")?", text):
            there = ROOT / page
            if not there.is_file() or (heading and heading not in headings(there)):
                lost.append(f"{path.relative_to(ROOT)}: {page} {heading}")
    assert not lost, lost


def test_a_promise_that_is_named_is_in_the_register() -> None:
    registered = set(re.findall(r"^\| ([RS]\d+) \|", PROMISES.read_text("utf-8"), re.MULTILINE))
    assert len(registered) > 25
    lost = []
    for path in sources():
        # In brackets, at the end of a sentence about what the code does: (S16), (R8, S11), (V5-AUTH, S5).
        for bracket in re.findall(r"\(([^()\n]*\b[RSBM]\d{1,2})\)", path.read_text("utf-8")):
            ids = [name for name in re.split(r"[,;] *", bracket) if re.fullmatch(r"[RSBM]\d{1,2}", name)]
            lost += [f"{path.relative_to(ROOT)}: {name}" for name in ids if name not in registered]
    assert not lost, lost


def test_a_requirement_that_is_named_is_one_of_the_conformance_page() -> None:
    known = set(re.findall(r"^\| ([A-Z0-9]+(?:-[A-Z0-9]+)+) \|", CONFORMANCE.read_text("utf-8"), re.MULTILINE))
    assert len(known) > 80
    families = {name.split("-")[0] for name in known}
    lost = []
    for path in sources():
        text = path.read_text("utf-8")
        named = {f"ITE-{kind}-{number}" for kind, number in re.findall(r"\bITE ([A-Z]{2,3})-(\d{3})\b", text)}
        named |= set(re.findall(r"\(([A-Z0-9]{2,}(?:-[A-Z0-9]+)+)[),;]", text))
        lost += [
            f"{path.relative_to(ROOT)}: {name}"
            for name in named
            if name.split("-")[0] in families and name not in known
        ]
    assert not lost, lost


# The texts of pages that are made elsewhere: their links are those of the pages.
PARTS = ROOT / "scripts" / "contracts"


@pytest.mark.parametrize(
    "page", [one for one in tracked(".md") if one.parent != PARTS], ids=lambda page: str(page.relative_to(ROOT))
)
def test_a_relative_link_leads_somewhere(page: Path) -> None:
    text = re.sub(r"^( {4}|```).*?$", "", page.read_text("utf-8"), flags=re.MULTILINE)
    lost = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:|//", target):
            continue
        name, _, anchor = target.partition("#")
        there = (page.parent / name).resolve() if name else page
        if not there.exists() or (anchor and there.suffix == ".md" and anchor not in anchors(there)):
            lost.append(target)
    assert not lost


def names_of_files(text: str) -> Iterator[str]:
    """Python files and folders of the sources, as pages name them: from the top, or from the package, or by name."""
    for quoted in re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)):
        if re.fullmatch(
            r"(?!.*__init__)\w[\w/-]*\.(?:py|jsonl|js)|(?:server|client_web|tests|scripts)/[\w/-]*", quoted
        ):
            yield quoted


def test_a_module_that_the_glossary_names_is_there() -> None:
    rows = re.findall(r"^\|(?! word|---)(.+)\|$", (ROOT / "docs" / "glossary.md").read_text("utf-8"), re.MULTILINE)
    assert len(rows) > 40
    lost = []
    for word, _, places, _ in (row.split("|") for row in rows):
        named = re.findall("`([^`]+)`", places)
        assert named, f"where does{word}live?"
        for name in named:
            there = ROOT / name if name.startswith("client_web/") else ROOT / "server" / "antiphon" / name
            lost += [] if there.exists() else [name]
    assert not lost, lost


@pytest.mark.parametrize(
    "page",
    ["README.md", "CONTRIBUTING.md", *(f"docs/{name}.md" for name in ("glossary", "performance"))]
    + [str(path.relative_to(ROOT)) for path in tracked(".md") if path.parent.parent == ROOT / "docs"],
)
def test_a_file_that_a_page_names_is_there(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    made = re.findall(r'title="([^"]+)"', text)
    files = "\n".join(f"/{path.relative_to(ROOT)}" for path in tracked("")) + "\n"
    named = set(names_of_files(text)) - {*made, "client_web/vendor"}  # which installing makes
    lost = [name for name in named if f"/{name.rstrip('/')}/" not in files and f"/{name}\n" not in files]
    assert not lost, lost


def test_every_page_is_in_the_index() -> None:
    index = ROOT / "docs" / "README.md"
    listed = {(index.parent / target).resolve() for target in re.findall(r"\]\(([^)#]+)\)", index.read_text("utf-8"))}
    pages = {path for path in tracked(".md") if path.is_relative_to(ROOT / "docs")} - {index}
    assert pages - listed == set()
