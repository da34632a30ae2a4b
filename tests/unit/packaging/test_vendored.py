"""What client_web hands out of others is what their packages hold."""

import json

import pytest

from support.node import PACKAGES
from support.server import ROOT

VENDORED = ROOT / "client_web" / "vendor" / "dom-accessibility-api"
PACKAGE = PACKAGES / "dom-accessibility-api"
FILES = sorted(str(file.relative_to(VENDORED)) for file in VENDORED.rglob("*.mjs"))


@pytest.mark.parametrize("file", FILES)
def test_a_vendored_module_is_the_one_of_the_package(file: str) -> None:
    assert (VENDORED / file).read_bytes() == (PACKAGE / "dist" / file).read_bytes()


def test_the_version_and_the_licence_are_those_of_the_package() -> None:
    version = json.loads((PACKAGE / "package.json").read_text())["version"]
    assert (VENDORED / "README.md").read_text().startswith(f"# dom-accessibility-api {version}\n")
    assert (VENDORED / "LICENSE.md").read_bytes() == (PACKAGE / "LICENSE.md").read_bytes()
    lock = json.loads((ROOT / "requirements" / "node" / "package-lock.json").read_text())
    assert lock["packages"]["node_modules/dom-accessibility-api"]["version"] == version
