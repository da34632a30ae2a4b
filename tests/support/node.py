"""Node.js for the tests, and the packages of requirements/node, which scripts/test installs."""

import os
import sys
from pathlib import Path

import playwright

NODE = str(Path(next(iter(playwright.__path__))) / "driver" / "node")
PACKAGES = Path(sys.prefix) / "node" / "node_modules"
NODE_ENVIRONMENT = {**os.environ, "NODE_PATH": str(PACKAGES)}
