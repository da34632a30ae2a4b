"""Locate the files that are not Python: the browser's and the demo assistant.

A wheel carries them inside this package; a checkout keeps them at its top level (`pyproject.toml` maps one to the
other). Both are plain folders, so that a web server can serve them as they are.
"""

from pathlib import Path

from antiphon.domain.errors import AntiphonError, ErrorCode

PACKAGED = Path(__file__).parent
CHECKOUT = PACKAGED.parents[2]
"""The two places, in the order in which they are searched."""


def client_web() -> Path:
    """Return the folder of `antiphon.js`, `src/` and `demo/`. Raises `AntiphonError` `config.invalid` without it."""
    return _folder("client_web")


def assistants() -> Path:
    """Return the folder of the assistants that ship, `demo.toml` among them. Raises as `client_web` does."""
    return _folder("assistants")


def recorded_speech() -> Path:
    """Return a recording of somebody who reads aloud, a WAV file: 3 s, public domain. Raises as `client_web` does."""
    for file in (PACKAGED / "speech.wav", CHECKOUT / "tests/data/speech/librivox_sense_0880.wav"):
        if file.is_file():
            return file
    raise AntiphonError(
        ErrorCode.CONFIG_INVALID, f"Antiphon's own recording is not in {PACKAGED}. Install the package again."
    )


def trust_page() -> Path:
    """Return the folder of the page that explains how to trust a local authority. Raises as `client_web` does."""
    return _folder("trust")


def about_certificates() -> bytes:
    """Return the text that explains a folder of certificates. Raises as `client_web` does."""
    return (_folder("certs") / "README.md").read_bytes()


def _folder(name: str) -> Path:
    for parent in (PACKAGED, CHECKOUT):
        if (parent / name).is_dir():
            return parent / name
    raise AntiphonError(
        ErrorCode.CONFIG_INVALID,
        f"Antiphon's own folder {name!r} is neither in {PACKAGED} nor in {CHECKOUT}: the installation is not "
        "complete. Install the package again.",
    )
