"""Antiphon: a voice operator that any web page can have."""

import os
from importlib.metadata import PackageNotFoundError, version

# The runtime of the local models tells its maker of each process that loads it, unless this is there before. It stands
# here since nothing of the product is loaded before it, in the server and in every process that the server starts.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

try:
    __version__ = version("antiphon")
except PackageNotFoundError:  # running from a source tree that was never installed
    __version__ = "0+unknown"
