"""The backends of docs/how-to/embed-from-another-origin.md, as they stand there, against the real server."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from support.node import NODE
from support.server import ROOT, RunningServer, of_tones, serve

GUIDE = (ROOT / "docs/how-to/embed-from-another-origin.md").read_text()
SECRET = "recipe secret of at least 32 characters"
SDP = {"Content-Type": "application/sdp"}


def block(language: str, part: str) -> str:
    found = re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
    (text,) = (one for one in found if part in one)
    return str(text)


def python(folder: Path) -> list[str]:
    (folder / "recipe.py").write_text(block("python", "jwt.encode"))
    return [sys.executable, "-c", "import json, recipe; print(json.dumps(recipe.open_session('u-1')))"]


def node(folder: Path) -> list[str]:
    (folder / "recipe.mjs").write_text(block("js", "createHmac"))
    run = "import { openSession } from './recipe.mjs'; console.log(JSON.stringify(await openSession('u-1')));"
    return [NODE, "--input-type=module", "--eval", run]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("server")
    (folder / "antiphon.toml").write_text(f'[server]\nsecret = "{SECRET}"\n')
    with serve("--assistants", str(of_tones(folder / "assistants")), cwd=folder) as running:
        yield running


def run(recipe: Any, folder: Path, url: str, secret: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        recipe(folder),
        cwd=folder,
        env=os.environ | {"VOICE_URL": url, "VOICE_SECRET": secret},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.requirement("V5-AUTH")
@pytest.mark.parametrize("recipe", [python, node])
async def test_the_recipe_gives_the_page_a_key_that_opens_one_session_once(
    recipe: Any, server: RunningServer, tmp_path: Path
) -> None:
    done = run(recipe, tmp_path, server.url, SECRET)
    assert done.returncode == 0, done.stderr
    given = json.loads(done.stdout)
    assert set(given) == {"id", "key"}
    assert SECRET not in done.stdout
    offer = f"/v1/sessions/{given['id']}/offer"
    async with aiohttp.ClientSession(server.url) as http:
        other = await http.post(offer, data="v=0\r\n", headers=SDP | {"Authorization": "Bearer made-up"})
        assert other.status == 401
        bearer = SDP | {"Authorization": f"Bearer {given['key']}"}
        # What is wrong with this one is the offer, not the key, which is used up all the same.
        first = await http.post(offer, data="v=0\r\n", headers=bearer)
        assert first.status == 400
        assert (await first.json())["code"].split(".")[0] != "auth"
        assert (await http.post(offer, data="v=0\r\n", headers=bearer)).status in (401, 404)


@pytest.mark.parametrize("recipe", [python, node])
def test_the_recipe_with_another_secret_fails_and_says_so(recipe: Any, server: RunningServer, tmp_path: Path) -> None:
    done = run(recipe, tmp_path, server.url, "x" * 32)
    assert done.returncode != 0
    assert "401" in done.stderr
    assert done.stdout == ""
