"""Read what a server's processes cost, as Linux's /proc tells it (proc(5))."""

import os
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")
_TICKS = os.sysconf("SC_CLK_TCK")
_USER, _SYSTEM, _PARENT = 11, 12, 1
"""Fields of /proc/PID/stat, counted from behind the name (which may hold anything): utime, stime, ppid."""


@dataclass(frozen=True, slots=True)
class Usage:
    """One process with its threads, or several. `cpu_s` since they began; memory in kB."""

    cpu_s: float = 0.0
    rss_kb: int = 0
    pss_kb: int = 0
    threads: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.cpu_s + other.cpu_s,
            self.rss_kb + other.rss_kb,
            self.pss_kb + other.pss_kb,
            self.threads + other.threads,
        )


@dataclass(frozen=True, slots=True)
class ServerUsage:
    """The process that carries the media, and what computes for it in processes of its own."""

    media: Usage
    workers: Usage
    worker_processes: int


def usage(pid: int) -> Usage | None:
    """Of one process; None where it is gone, is somebody else's, or there is no /proc."""
    try:
        fields = _stat(pid)
        status = _numbers(_PROC / str(pid) / "status")
        memory = _numbers(_PROC / str(pid) / "smaps_rollup")
    except OSError:
        return None
    cpu_s = (int(fields[_USER]) + int(fields[_SYSTEM])) / _TICKS
    return Usage(cpu_s, memory.get("Rss", 0), memory.get("Pss", 0), status.get("Threads", 0))


def server_usage(pid: int) -> ServerUsage | None:
    """Of the server with this process id and everything that it has started; None where it cannot be read."""
    media = usage(pid)
    if media is None:
        return None
    workers = [found for child in descendants(pid) if (found := usage(child)) is not None]
    return ServerUsage(media, sum(workers, Usage()), len(workers))


def descendants(pid: int) -> list[int]:
    """The processes that `pid` has started, and those that they have."""
    parents: dict[int, int] = {}
    for entry in _PROC.iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int(_stat(int(entry.name))[_PARENT])
            except OSError:
                pass  # It ended while we looked.
    found = [pid]
    for ancestor in found:
        found += [child for child, parent in parents.items() if parent == ancestor]
    return found[1:]


def _stat(pid: int) -> list[str]:
    return (_PROC / str(pid) / "stat").read_text().rsplit(")", 1)[1].split()


def _numbers(path: Path) -> dict[str, int]:
    """The lines `Name:  123 kB` of a file, by their names."""
    found = {}
    for line in path.read_text().splitlines():
        name, _, value = line.partition(":")
        words = value.split()
        if words and words[0].isdigit():
            found[name] = int(words[0])
    return found
