"""Sites that are not ours: a web server with a Content-Security-Policy, and perhaps a backend."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

Backend = Callable[[], dict[str, Any]]


class Host(SimpleHTTPRequestHandler):
    """Files of a folder. Whoever posts gets what the backend gives. Pages have the policy in `<name>.csp`."""

    backend: Backend | None = None

    def end_headers(self) -> None:
        policy = Path(self.translate_path(self.path)).with_suffix(".csp")
        if policy.is_file():
            self.send_header("Content-Security-Policy", policy.read_text())
        super().end_headers()

    def do_POST(self) -> None:
        body = json.dumps(self.backend() if self.backend else {}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def host(folder: Path, backend: Backend | None = None) -> Iterator[str]:
    """The origin of a web server for `folder`, which may still be filled."""
    (folder / "favicon.ico").touch()
    handler = type("Answering", (Host,), {"backend": staticmethod(backend) if backend else None})
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder))) as web:
        threading.Thread(target=web.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{web.server_port}"
        web.shutdown()
