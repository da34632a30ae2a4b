"""Whatever a comment, a docstring or a page refers to is there: files, headings, ids, links."""

import io
import pkgutil
import re
import subprocess
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from antiphon.turns.table import TABLE
from support.server import ROOT

PROMISES = ROOT / "docs" / "reference" / "promises.md"
CONFORMANCE = ROOT / "docs" / "conformance.md"
ARCHITECTURE = ROOT / "docs" / "explanation" / "architecture.md"
SOURCES = ("server", "client_web", "scripts", "tests", "deploy")
PACKAGE = ROOT / "server" / "antiphon"


@cache
def tracked(*suffixes: str) -> list[Path]:
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    return [path for name in names if name.endswith(suffixes) and (path := ROOT / name).is_file()]


def sources() -> list[Path]:
    """All that is written by hand, or generated, but for the pages, whose links are looked at one by one."""
    kinds = (".py", ".js", ".ts", ".css", ".html", ".sh", ".toml", ".json", ".tsv", ".md")
    folders = [path for path in tracked(*kinds) if path.relative_to(ROOT).parts[0] in SOURCES]
    scripts = [path for path in tracked("") if path.parent == ROOT / "scripts" and not path.suffix]
    return [*folders, *scripts, ROOT / "pyproject.toml", ROOT / "hatch_build.py"]


def package() -> list[Path]:
    return [path for path in tracked(".py") if path.is_relative_to(PACKAGE)]


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


BARE = re.compile(r"(?<!ITE[ -])\b(?:AC|COM|CON|GUD|PAT|REQ|SEC)-\d{3}\b")
"""A requirement of the VoicePilot document without its family: the register does not have it so."""
SECTION = re.compile(r"(?<!RFC \d{4}, )\bsection \d|\bVIP \d|(?<![.\w])(?:VIP|VoicePilot|Vela|WS v1|00[1-4]), \"")
"""A section of a document that is not here. Pages of ours are named by a heading, RFCs by their sections."""
ROWS = PACKAGE / "turns" / "table.py"
"""Its rows say from which section they come; the register says so (docs/reference/promises.md)."""
NO_MODULES = {"antiphon.brain", "lan.enabled"}
"""A group of entry points, and a setting, which are spelled as modules are."""


def test_a_requirement_is_named_with_its_family() -> None:
    named = ((path, name) for path in sources() for name in BARE.findall(path.read_text("utf-8")))
    lost = [f"{path.relative_to(ROOT)}: {name}" for path, name in named if path != Path(__file__)]
    assert not lost, lost


def test_no_section_is_named_of_a_document_that_is_not_here() -> None:
    lost = [
        f"{path.relative_to(ROOT)}: {found.group()}"
        for path in [*package(), *tracked(".d.ts")]
        if path != ROWS
        for found in SECTION.finditer(re.sub(r"\n\s*[#*]?\s*", " ", path.read_text("utf-8")))
    ]
    assert not lost, lost


def test_what_is_lost_is_found() -> None:
    assert BARE.findall("it holds (REQ-004), not ITE REQ-005, nor ITE-AC-001 (AC-007)") == ["REQ-004", "AC-007"]
    assert SECTION.search("as data (VIP section 7, 7.3)")
    assert SECTION.search('one model a message (WS v1, "Rules")')
    assert not SECTION.search('_row(1, S.NOT_CONNECTED, S.CONNECTING, "003", "after a question")')
    assert not SECTION.search("base64 (RFC 4648, section 4)")
    assert not SECTION.search('(docs/reference/vip.md, "Coming back")')
    assert not resolves("wire.voicepilot")
    assert resolves("http.contract.Contract")


def resolves(name: str) -> bool:
    """Tell whether a dotted name leads to a module of the package, or to something in one."""
    try:
        pkgutil.resolve_name("antiphon." + name.removeprefix("antiphon."))
    except (ImportError, AttributeError):
        return False
    return True


@cache
def code() -> tuple[frozenset[str], frozenset[str]]:
    """The package's names, and the texts of its literals: what stands in code, and not in a comment or a docstring."""
    names: set[str] = set()
    literals: set[str] = set()
    for path in package():
        for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline):
            if token.type == tokenize.NAME:
                names.add(token.string)
            elif token.type == tokenize.STRING and "`" not in token.string:
                literals.add(token.string.strip("rbf\"'"))
    return frozenset(names), frozenset(literals)


def test_a_module_that_is_named_in_the_code_is_there() -> None:
    rooms = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()} | {"antiphon"}
    _, literals = code()
    lost = []
    for path in [*package(), *tracked(".d.ts")]:
        for name in re.findall(r"`((?:\w+\.)+\w+)(?:\(\))?`", path.read_text("utf-8")):
            # What a client calls it may begin as a room does: `session.start`, `audio.end`.
            file = name.endswith((".py", ".js", ".toml"))
            ours = name.split(".")[0] in rooms and not file and name not in literals | NO_MODULES
            lost += [f"{path.relative_to(ROOT)}: {name}"] if ours and not resolves(name) else []
    assert not lost, lost


def test_a_private_name_in_a_comment_is_one_of_the_code() -> None:
    names, literals = code()
    lost = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in package()
        for name in re.findall(r"`(_[a-z]\w*)`", path.read_text("utf-8"))
        if name not in names and name not in literals
    ]
    assert not lost, lost


def test_an_invariant_that_is_named_is_on_the_page_of_the_architecture() -> None:
    listed = {int(number) for number in re.findall(r"^(\d)\. ", ARCHITECTURE.read_text("utf-8"), re.MULTILINE)}
    named = {
        int(number)
        for path in package()
        for numbers in re.findall(r"\(invariants? ([\d, and]+)\)", path.read_text("utf-8"))
        for number in re.findall(r"\d+", numbers)
    }
    assert named
    assert named <= listed


def test_a_row_that_is_named_is_one_of_the_table() -> None:
    rows = {row.number for row in TABLE}
    named = {
        int(number)
        for path in package()
        for numbers in re.findall(r"\b[Rr]ows? (\d+(?:(?:,| and| or) \d+)*)", path.read_text("utf-8"))
        for number in re.findall(r"\d+", numbers)
    }
    assert len(named) > 10
    assert named <= rows, named - rows


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
