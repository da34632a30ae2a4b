"""Find packages of the extra `local` without importing them."""

import re
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from antiphon.domain.errors import AntiphonError, ErrorCode

_MEND = 'Install it with: pip install "antiphon[local]"'


def folder(module: str, distribution: str, wanted: str | None = None) -> Path:
    """Return the folder of an installed package. Raises `provider.unavailable` where it is missing, or where its
    version is not `wanted`.

    Raises `provider.unavailable` where it is missing, or where its version is not `wanted`.
    """
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise AntiphonError(ErrorCode.PROVIDER_UNAVAILABLE, f"The package {distribution} is not installed. {_MEND}")
    if wanted is not None and (found := version(distribution)) != wanted:
        raise AntiphonError(
            ErrorCode.PROVIDER_UNAVAILABLE,
            f"The package {distribution} is installed as {found}, but {wanted} is needed. {_MEND}",
        )
    return Path(spec.origin).parent


def file(path: Path, distribution: str) -> Path:
    """Return `path`, which must be a file of that package. Raises `provider.unavailable`."""
    if not path.is_file():
        raise AntiphonError(
            ErrorCode.PROVIDER_UNAVAILABLE, f"The package {distribution} has no file {path.name}. {_MEND}"
        )
    return path


def workers_that_fit(size: int, memory: Path = Path("/proc/meminfo")) -> int:
    """Return two where the machine has memory left for four processes of `size` bytes; else one.

    One of two that hangs mutes nobody. Where the system does not tell what is left, it is taken to be enough.
    """
    try:
        found = re.search(r"^MemAvailable: +(\d+) kB$", memory.read_text(), re.MULTILINE)
    except OSError:
        found = None
    return 1 if found and int(found[1]) * 1024 < 4 * size else 2
