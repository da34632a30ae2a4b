"""Antiphon: a voice operator that any web page can have."""

import os

# The runtime of the local models tells its maker of each process that loads it, unless this is there before. It stands
# here since nothing of the product is loaded before it, in the server and in every process that the server starts.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"


def __getattr__(name: str) -> str:
    """`__version__`, looked up when somebody asks: it would take a quarter of the time in which a worker starts."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("antiphon")
    except PackageNotFoundError:  # running from a source tree that was never installed
        return "0+unknown"
