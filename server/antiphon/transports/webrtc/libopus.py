"""libopus as PyAV's wheel carries it, for what FFmpeg's wrapper around it cannot do: FEC, concealment, 16 kHz.

The names and values are those of `opus_defines.h` (libopus 1.3 and later).
"""

import ctypes
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

APPLICATION_VOIP = 2048
APPLICATION_RESTRICTED_LOWDELAY = 2051

SET_BITRATE = 4002
SET_COMPLEXITY = 4010
SET_INBAND_FEC = 4012
SET_PACKET_LOSS_PERC = 4014
SET_SIGNAL = 4024
RESET_STATE = 4028

SIGNAL_VOICE = 3001

_SYSTEM = ("libopus.so.0", "libopus.0.dylib", "opus.dll")


class OpusError(Exception):
    """libopus refused a call: what was asked, and its own words for the reason."""


@cache
def libopus() -> ctypes.PyDLL | None:
    """Return the library of PyAV's wheel, or else the system's; None where there is none that can be loaded."""
    return load(_candidates())


def load(names: Iterable[str]) -> ctypes.PyDLL | None:
    """Return the first of these libraries that is a libopus, with the types of its calls declared; None without one.

    A call keeps the interpreter's lock: it lasts some 100 us at most, and to give the lock up and wait for it again
    beside a busy thread would cost up to 5 ms.
    """
    for name in names:
        try:
            return _declared(ctypes.PyDLL(name))
        except (OSError, AttributeError):
            continue  # Not loadable here, or not a libopus; the next one may be.
    return None


def checked(library: ctypes.PyDLL, code: int, what: str) -> int:
    """Return `code`, unless it is one of libopus's errors (under 0). Raises `OpusError`."""
    if code < 0:
        raise OpusError(f"{what}: {library.opus_strerror(code).decode('ascii', 'replace')} ({code})")
    return code


def _candidates() -> Iterator[str]:
    spec = find_spec("av")
    for folder in spec.submodule_search_locations or () if spec else ():
        package = Path(folder)
        # Where auditwheel and delvewheel put a wheel's libraries, and where delocate does.
        for libraries in (package.parent / "av.libs", package / ".dylibs"):
            yield from map(str, sorted(libraries.glob("*opus*")))
    yield from _SYSTEM


def _declared(library: ctypes.PyDLL) -> ctypes.PyDLL:
    pointer, number, data = ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p
    types: dict[str, tuple[Any, list[Any]]] = {
        "opus_strerror": (data, [number]),
        "opus_get_version_string": (data, []),
        "opus_packet_parse": (number, [data, number, pointer, pointer, pointer, pointer]),
        "opus_packet_get_nb_samples": (number, [data, number, number]),
        "opus_decoder_create": (pointer, [number, number, pointer]),
        "opus_decoder_destroy": (None, [pointer]),
        # What follows a request is variadic: on some machines it travels elsewhere than a declared argument.
        "opus_decoder_ctl": (number, [pointer, number]),
        "opus_decode": (number, [pointer, data, number, pointer, number, number]),
        "opus_encoder_create": (pointer, [number, number, number, pointer]),
        "opus_encoder_destroy": (None, [pointer]),
        "opus_encoder_ctl": (number, [pointer, number]),
        "opus_encode": (number, [pointer, pointer, number, pointer, number]),
    }
    for name, (result, arguments) in types.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library
