"""A server and a call in a namespace that leads nowhere, for `test_tells_nobody.py`.

Run inside of it as `python trapped.py CLIP`: the resolver is a socket that answers nobody and counts who asks. Prints
`asked: N` and each name, then what the caller printed.
"""

import os
import socket
import subprocess
import sys
import threading

HEADER = 12
"""So many bytes of a DNS message are no name (RFC 1035, section 4.1.1)."""
LAST = b"the last one"


def main(clip: str) -> int:
    trap, asker = (socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(2))
    trap.bind(("127.0.0.1", 53))
    asked: list[bytes] = []
    listening = threading.Thread(target=listen, args=(trap, asked), daemon=True)
    listening.start()
    antiphon = [sys.executable, "-m", "antiphon"]
    with subprocess.Popen([*antiphon, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            url = server.stdout.readline().split()[-1]
            call = [*antiphon, "call", "--url", url, clip]
            called = subprocess.run(call, capture_output=True, text=True, timeout=60, check=False)
        finally:
            server.terminate()
    asker.sendto(LAST, trap.getsockname())  # behind all that the server has asked
    listening.join(10)
    print(f"asked: {len(asked)}", *(query[HEADER:] for query in asked))
    print(called.stdout, called.stderr)
    print(f"ended: {server.returncode}")
    return called.returncode or server.returncode


def listen(trap: socket.socket, asked: list[bytes]) -> None:
    while (query := trap.recv(512)) != LAST:
        asked.append(query)


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
