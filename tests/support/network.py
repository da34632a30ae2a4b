"""A network of its own for a test: a namespace with an interface that has a private address.

It lives as long as the process that holds it, which ends when its standard input does: nothing is left behind, however
the test ends.
"""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

# Two ends of a cable: an interface whose other end hangs in the air has no link, and a browser does not use it.
_SET_UP = """
set -e
ip link set lo up
ip link add lan0 type veth peer name lan1
ip link set lan1 up
ip link set lan0 up
ip address add "$1"/24 dev lan0
ip route add default dev lan0
echo ready
exec cat
"""


@dataclass(frozen=True)
class Network:
    """`enter` is the command that runs another one in it."""

    enter: tuple[str, ...]

    def run(self, *command: str) -> None:
        subprocess.run([*self.enter, *command], check=True, timeout=30)

    def move(self, old: str, new: str) -> None:
        """The machine's address changes, as when it goes from one network to another."""
        self.run("ip", "address", "add", f"{new}/24", "dev", "lan0")
        self.run("ip", "address", "del", f"{old}/24", "dev", "lan0")

    def wrapper(self, program: str, path: Path) -> Path:
        """A command that runs `program` in it, for those who take nothing but the name of a file."""
        path.write_text(f'#!/bin/sh\nexec {" ".join(self.enter)} {program} "$@"\n')
        path.chmod(0o755)
        return path


@contextmanager
def network(address: str) -> Iterator[Network]:
    """A network in which this machine has `address`. Raises `RuntimeError` with what the system says against it."""
    own = ["unshare", "--map-root-user", "--net", "sh", "-c", _SET_UP, "sh", address]
    holder = subprocess.Popen(own, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert holder.stdin is not None
    assert holder.stdout is not None
    assert holder.stderr is not None
    with holder:
        if holder.stdout.readline().strip() != "ready":
            raise RuntimeError(f"no network of its own: {holder.stderr.read()}")
        try:
            target = ("--target", str(holder.pid), "--user", "--net", "--preserve-credentials")
            yield Network(("nsenter", *target))
        finally:
            holder.stdin.close()
