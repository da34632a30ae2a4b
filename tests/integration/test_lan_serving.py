"""`antiphon serve --lan` as a process of its own, by HTTPS with nothing but its own authority trusted."""

import json
import os
import re
import ssl
import subprocess
import sys
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from antiphon.lan.folder import AUTHORITY, LEAF
from support.server import ENVIRONMENT, RunningServer, antiphon, serve

SCRIPTED = """
[stt]
provider = "scripted"
texts = ["hello"]
[brain]
provider = "scripted"
script = "script.jsonl"
[tts]
provider = "scripted"
"""

pytestmark = pytest.mark.requirement("MEDIA-LAN")


@pytest.fixture
def options(tmp_path: Path) -> tuple[str, ...]:
    folder = tmp_path / "assistants"
    folder.mkdir()
    (folder / "demo.toml").write_text(SCRIPTED)
    (folder / "script.jsonl").write_text(json.dumps({"match": None, "do": [{"say": "That is all."}]}) + "\n")
    return "--lan", "--host", "127.0.0.1", "--certs", str(tmp_path / "certs"), "--assistants", str(folder)


async def pair(server: RunningServer, certs: Path) -> str:
    trusting = ssl.create_default_context(cafile=str(certs / AUTHORITY))
    (code,) = re.findall(r"#pair=(\d{6})", "".join(server.output))
    wish: dict[str, Any] = {"json": {"code": code}, "ssl": trusting}
    async with aiohttp.ClientSession() as http, http.post(f"{server.url}/v1/pair", **wish) as answer:
        token: str = (await answer.json())["token"]
        return token


def call(url: str, token: str, authority: Path) -> subprocess.CompletedProcess[str]:
    """`antiphon call` by somebody who trusts that authority."""
    return subprocess.run(
        [sys.executable, "-m", "antiphon", "call", "--url", url, "--token", token, "--text", "hello"],
        env=ENVIRONMENT | {"SSL_CERT_FILE": str(authority)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


async def test_a_paired_caller_calls_and_the_next_start_takes_the_same_token(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    certs = tmp_path / "certs"
    with serve(*options) as server:
        assert server.url.startswith("https://127.0.0.1:")
        token = await pair(server, certs)
    with serve(*options) as server:
        done = call(server.url, token, certs / AUTHORITY)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "That is all." in done.stdout


async def test_who_does_not_trust_the_authority_gets_no_connection(options: tuple[str, ...]) -> None:
    with serve(*options) as server:
        async with aiohttp.ClientSession() as http:
            with pytest.raises(aiohttp.ClientConnectorCertificateError, match="local issuer certificate"):
                await http.get(f"{server.url}/healthz")


def test_certificates_that_cannot_be_used_are_told_in_a_sentence(options: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "certs").mkdir()
    (tmp_path / "certs" / AUTHORITY).write_text("half of one")
    done = antiphon("serve", "--port", "0", *options)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert f"{AUTHORITY} is there without" in done.stderr
    assert os.listdir(tmp_path / "certs") == [AUTHORITY]


def test_both_ports_are_looked_at_before_anything_is_loaded(options: tuple[str, ...], tmp_path: Path) -> None:
    with serve(*options) as server:
        (port,) = re.findall(r"http://127\.0\.0\.1:(\d+)/", "".join(server.output))
        done = antiphon("serve", "--port", "0", *options, "--trust-port", port)
    assert done.returncode == 2
    assert f"127.0.0.1:{port}" in done.stderr
    assert (tmp_path / "certs" / LEAF).is_file()
