"""What `npm pack` makes of client_web: plain files that a program in TypeScript and Node.js can use."""

import json
import os
import re
import subprocess
import tarfile
import tomllib
from pathlib import Path
from typing import Any

import pytest

from support.node import NODE, PACKAGES, npm

ROOT = Path(__file__).parents[3]
CLIENT = ROOT / "client_web"
MANIFEST: dict[str, Any] = json.loads((CLIENT / "package.json").read_text())
CHECK = {"target": "ES2022", "lib": ["ES2024", "DOM", "DOM.Iterable"], "types": [], "strict": True, "noEmit": True}

PURE = """
import { Antiphon, AntiphonError, STATES } from 'antiphon';
import { feed } from 'antiphon/feed.js';
import { optionsOf } from 'antiphon/embed.js';
const error = new AntiphonError('client.failed', 'Words.');
console.log(JSON.stringify([STATES.length, error.code, Antiphon.name, typeof feed, optionsOf({ open: '' }).open]));
"""


def run(*command: str, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        command, cwd=cwd, env=os.environ | environment, capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with the package in its node_modules, as `npm install` would put it there."""
    folder = tmp_path_factory.mktemp("npm")
    pack = ["pack", "--json", "--ignore-scripts", "--pack-destination", str(folder)]
    run(*npm(), *pack, cwd=CLIENT, npm_config_cache=str(folder / "cache"), npm_config_update_notifier="false")
    (tarball,) = folder.glob("*.tgz")
    assert tarball.name == f"antiphon-{MANIFEST['version']}.tgz"
    place = folder / "node_modules"
    with tarfile.open(tarball) as packed:
        packed.extractall(place, filter="data")
    (place / "package").rename(place / "antiphon")
    (folder / "package.json").write_text('{ "private": true, "type": "module" }')
    return folder


def names(project: Path) -> set[str]:
    package = project / "node_modules/antiphon"
    return {str(file.relative_to(package)) for file in package.rglob("*") if file.is_file()}


def test_the_package_holds_the_module_the_panel_their_types_and_the_licence(project: Path) -> None:
    assert names(project) >= {
        "antiphon.js", "antiphon.d.ts", "embed.js", "embed.d.ts", "embed/corner.js", "feed.js", "feed.d.ts",
        "embed/words.js", "generated/languages.js", "languages/de.js", "languages/zh.js", "src/language.js",
        "generated/messages.d.ts", "generated/transitions.js", "panel/antiphon-panel.js", "panel/antiphon-panel.d.ts",
        "panel/react.d.ts", "panel/styles/base.js",
        "src/call.js", "src/worklet.js", "types.d.ts", "LICENSE", "README.md", "package.json",
    }  # fmt: skip


def test_the_package_holds_no_tests_no_demonstration_and_no_other_page(project: Path) -> None:
    other = re.compile(r"(^|/)(test|demo)/|\.test\.|vela|ws-v1|bookmarklet|\.html|tsconfig")
    assert [name for name in names(project) if other.search(name)] == []


def test_every_file_that_a_module_of_the_package_loads_is_in_it(project: Path) -> None:
    package = project / "node_modules/antiphon"
    loads = re.compile(r"""(?:\bfrom |\bimport |\bimport\(|new URL\()'(\.{1,2}/[^']+)'""")
    missing = [
        f"{file.relative_to(package)}: {path}"
        for file in package.rglob("*.[jt]s")
        for path in loads.findall(file.read_text())
        if not any(one.is_file() for one in (file.parent / path, (file.parent / path).with_suffix(".d.ts")))
    ]
    assert missing == []


def test_every_name_that_can_be_imported_leads_to_a_file_and_its_types(project: Path) -> None:
    package = project / "node_modules/antiphon"
    for name, files in MANIFEST["exports"].items():
        assert list(files) == ["types", "default"], name  # a checker takes the first that fits
        assert [file for file in files.values() if not (package / file).is_file()] == []


@pytest.mark.parametrize(("module", "resolution"), [("NodeNext", "NodeNext"), ("ES2022", "Bundler")])
def test_a_page_in_typescript_imports_the_package(project: Path, module: str, resolution: str) -> None:
    page = (CLIENT / "test/consumer.ts").read_text()
    page = page.replace("'../antiphon.js'", "'antiphon'").replace("'../feed.js'", "'antiphon/feed.js'")
    page = page.replace("'../panel/antiphon-panel.js'", "'antiphon/panel'")
    embed = "import { embed } from 'antiphon/embed.js';\nembed({ server: 'https://voice.example' }).open();\n"
    assert "'../" not in page
    (project / "page.ts").write_text(embed + page)
    options = CHECK | {"module": module, "moduleResolution": resolution}
    (project / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": ["page.ts"]}))
    run(NODE, str(PACKAGES / "typescript/bin/tsc"), "--project", ".", cwd=project)


def test_a_page_in_react_has_the_panel_as_a_tag_with_its_attributes(project: Path) -> None:
    wrong = "// @ts-expect-error There is no such mode.\nexport const wrong = <antiphon-panel mode='song' />;\n"
    options = CHECK | {"module": "ES2022", "moduleResolution": "Bundler", "jsx": "react-jsx", "preserveSymlinks": True}
    compiles_in_react(project, guide_for_react() + wrong, options)


@pytest.mark.parametrize("lib", [[], ["DOM"]], ids=["the libraries of the target", "no more than the DOM"])
@pytest.mark.parametrize(("module", "resolution"), [("NodeNext", "NodeNext"), ("ES2022", "Bundler")])
@pytest.mark.parametrize("target", ["ES2020", "ES2022", "ESNext"])
def test_the_types_want_no_newer_language_than_a_page_is_made_for(
    project: Path, target: str, module: str, resolution: str, lib: list[str]
) -> None:
    names = "".join(f"export * as name{at} from 'antiphon{path[1:]}';\n" for at, path in enumerate(MANIFEST["exports"]))
    options: dict[str, Any] = {
        "target": target,
        "module": module,
        "moduleResolution": resolution,
        "strict": True,
        "noEmit": True,
    }
    options |= {"types": [], "jsx": "react-jsx", "preserveSymlinks": True, "skipLibCheck": False}
    options |= {"lib": [target, *lib]} if lib else {}
    compiles_in_react(project, guide_for_react() + names, options)


def guide_for_react() -> str:
    """The page in React that the guide shows."""
    guide = (ROOT / "docs/how-to/the-panel-on-your-page.md").read_text()
    (example,) = re.findall(r"^```tsx\n(.*?)^```$", guide, re.DOTALL | re.MULTILINE)
    return str(example)


def compiles_in_react(project: Path, page: str, options: dict[str, Any]) -> None:
    for name in ("@types", "csstype"):
        if not (project / "node_modules" / name).exists():
            (project / "node_modules" / name).symlink_to(PACKAGES / name)
    (project / "page.tsx").write_text(page)
    (project / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": ["page.tsx"]}))
    run(NODE, str(PACKAGES / "typescript/bin/tsc"), "--project", ".", cwd=project)


def test_what_needs_no_browser_runs_in_node(project: Path) -> None:
    (project / "pure.mjs").write_text(PURE)
    told = json.loads(run(NODE, "pure.mjs", cwd=project))
    assert told == [7, "client.failed", "Antiphon", "function", True]


def test_the_package_has_the_version_and_the_licence_of_the_server() -> None:
    server = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert (MANIFEST["version"], MANIFEST["license"]) == (server["version"], server["license"])
    assert (CLIENT / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()
    assert not MANIFEST.keys() & {"dependencies", "devDependencies", "peerDependencies"}
