"""A server whose standard error nobody reads any more."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

from antiphon.cli.bench_server import write_assistants
from support.server import ANNOUNCEMENT, ENVIRONMENT


def test_a_server_takes_calls_and_ends_also_when_nobody_reads_its_logs(tmp_path: Path) -> None:
    write_assistants(tmp_path, ["talk"])
    reader, writer = os.pipe()
    command = [sys.executable, "-m", "antiphon", "serve", "--port", "0", "--assistants", str(tmp_path)]
    with subprocess.Popen(
        command, cwd=tmp_path, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=writer, text=True
    ) as server:
        try:
            os.close(writer)
            assert server.stdout is not None
            line = next(line for line in server.stdout if ANNOUNCEMENT in line)
            url = line.split(ANNOUNCEMENT)[1].split()[0].rstrip("/")
            os.close(reader)
            asked = urllib.request.Request(
                f"{url}/v1/sessions",
                data=json.dumps({"assistant_id": "talk"}).encode(),
                headers={"Content-Type": "application/json"},
            )
            with urllib.request.urlopen(asked, timeout=20) as answer:
                assert answer.status == 201
            server.send_signal(signal.SIGTERM)
            assert server.wait(20) == 0
        finally:
            server.kill()
