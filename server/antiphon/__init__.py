"""Antiphon: a voice operator that any web page can have."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("antiphon")
except PackageNotFoundError:  # running from a source tree that was never installed
    __version__ = "0+unknown"
