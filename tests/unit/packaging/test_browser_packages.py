"""The build hook, with an npm that writes down what it is asked for, and the lock file that the real one gets."""

import json
import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from support.server import ROOT

# Puts the package where `npm ci` would, and counts how often that was.
NPM = """
import json, pathlib, sys
assert sys.argv[1] == "ci"
with open({log!r}, "a") as log:
    log.write("ci\\n")
package = pathlib.Path("node_modules/names")
(package / "dist/parts").mkdir(parents=True)
version = json.loads(pathlib.Path("package.json").read_text())["version"]
for name in "dist/name.mjs dist/name.d.ts dist/name.js dist/name.mjs.map dist/parts/one.mjs LICENSE.md".split():
    (package / name).write_text(version + name)
"""
TAKEN = ["names/LICENSE.md", "names/name.d.mts", "names/name.d.ts", "names/name.mjs", "names/parts/one.mjs"]


@pytest.fixture
def hook() -> ModuleType:
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Checkout:
    """A folder with what the hook reads, and an npm for it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "checkout"
        self.vendor = self.root / "client_web/vendor"
        self.asked = self.root / "requirements/browser"
        self._log = folder / "log"
        self.npm = folder / "npm.py"
        for made in (self.vendor.parent, self.asked):
            made.mkdir(parents=True)
        self.npm.write_text(NPM.format(log=str(self._log)))
        self.ask("1")

    def ask(self, version: str) -> None:
        asked = {"version": version, "dependencies": {"names": version}}
        (self.asked / "package.json").write_text(json.dumps(asked))
        (self.asked / "package-lock.json").write_text(f"the hash of {version}")

    @property
    def files(self) -> list[str]:
        found = (file.relative_to(self.vendor) for file in self.vendor.rglob("*") if file.is_file())
        return sorted(map(str, found))

    @property
    def runs(self) -> int:
        return len(self._log.read_text().splitlines()) if self._log.exists() else 0


@pytest.fixture
def checkout(tmp_path: Path, hook: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Checkout:
    made = Checkout(tmp_path)
    monkeypatch.setattr(hook, "npm", lambda: [sys.executable, str(made.npm)])
    return made


def test_modules_types_and_licence_are_taken_once_and_anew_where_the_lock_has_changed(
    hook: ModuleType, checkout: Checkout
) -> None:
    whole = ["contents.txt", *TAKEN, "package-lock.json"]
    for _ in range(2):
        hook.install(checkout.root)
        assert (checkout.files, checkout.runs) == (whole, 1)
    (checkout.vendor / "names/left.mjs").touch()
    checkout.ask("2")
    hook.install(checkout.root)
    assert (checkout.files, checkout.runs) == (whole, 2)
    assert (checkout.vendor / "names/name.mjs").read_text() == "2dist/name.mjs"


def test_a_folder_that_lacks_a_file_is_made_anew(hook: ModuleType, checkout: Checkout) -> None:
    hook.install(checkout.root)
    (checkout.vendor / "names/name.mjs").unlink()
    hook.install(checkout.root)
    assert ("names/name.mjs" in checkout.files, checkout.runs) == (True, 2)


def test_an_npm_that_fails_is_quoted_and_leaves_what_was_there(hook: ModuleType, checkout: Checkout) -> None:
    hook.install(checkout.root)
    checkout.ask("2")
    checkout.npm.write_text("import sys; sys.exit('npm error code ENOTFOUND')")
    with pytest.raises(hook.InstallError) as raised:
        hook.install(checkout.root)
    told = str(raised.value)
    assert re.search(r"needs of others \(names\).*ENOTFOUND.*npm_config_registry.*run this again", told, re.DOTALL)
    assert (checkout.vendor / "names/name.mjs").read_text() == "1dist/name.mjs"
    assert [one.name for one in checkout.vendor.parent.iterdir()] == ["vendor"]


def test_without_an_npm_it_says_where_one_comes_from(hook: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hook.importlib.util, "find_spec", lambda _name: None)
    monkeypatch.setattr(hook.shutil, "which", lambda _name: None)
    with pytest.raises(hook.InstallError, match="scripts/run, which brings one"):
        hook.npm()
    monkeypatch.setattr(hook.shutil, "which", lambda name: f"/usr/bin/{name}")
    assert hook.npm() == ["/usr/bin/npm"]


def test_an_isolated_build_gets_an_npm_where_it_needs_one(hook: ModuleType, checkout: Checkout) -> None:
    plugin: Any = hook.BrowserPackages(str(checkout.root), {}, None, None, "", "wheel")
    assert plugin.dependencies() == [hook.NPM]
    data: dict[str, Any] = {"artifacts": []}
    plugin.initialize("standard", data)
    assert data == {"artifacts": ["/client_web/vendor"]}
    assert plugin.dependencies() == []


def test_each_package_is_asked_for_in_one_version_by_its_hash_and_from_no_address() -> None:
    folder = ROOT / "requirements/browser"
    asked = json.loads((folder / "package.json").read_text())["dependencies"]
    locked = json.loads((folder / "package-lock.json").read_text())["packages"]
    assert locked.pop("")["dependencies"] == asked
    assert {name.removeprefix("node_modules/"): one["version"] for name, one in locked.items()} == asked
    for one in locked.values():
        assert re.fullmatch(r"sha512-[\w+/]{86}==", one["integrity"])
        assert "resolved" not in one


def test_nothing_of_others_is_kept_with_the_browser_module() -> None:
    def listed(*options: str) -> str:
        command = ["git", "ls-files", *options, "--", "client_web/vendor"]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout

    assert listed() + listed("--others", "--exclude-standard") == ""
    taken = json.loads((ROOT / "requirements/browser/package.json").read_text())["dependencies"]
    licences = (ROOT / "docs/reference/licences.md").read_text()
    assert [name for name, version in taken.items() if f"`{name}` {version}" not in licences] == []
