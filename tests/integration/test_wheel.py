"""The source archive makes a wheel, which serves the pages from a new environment, started in an empty folder."""

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

ROOT = Path(__file__).parents[2]
START_S = 60  # models are loaded before calls are accepted
STOP_S = 40


def check(*command: str | Path, cwd: Path | None = None) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def clean_environment() -> dict[str, str]:
    """Without what would lead Python or the server back to the checkout."""
    return {k: v for k, v in os.environ.items() if k != "PYTHONPATH" and not k.startswith("ANTIPHON_")}


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    check(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", folder, ROOT)
    (built,) = folder.glob("*.tar.gz")
    return built


@pytest.fixture(scope="module")
def sources(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked source archive: what who has no checkout has."""
    folder = tmp_path_factory.mktemp("sources")
    with tarfile.open(sdist) as packed:
        packed.extractall(folder, filter="data")
    return folder / sdist.name.removesuffix(".tar.gz")


@pytest.fixture(scope="module")
def wheel(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    # As a build before it would have left it: this one needs no network.
    shutil.copytree(ROOT / "client_web/vendor", sources / "client_web/vendor")
    folder = tmp_path_factory.mktemp("wheel")
    check(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, sources)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` of a new environment with the wheel, which borrows the packages of the present one."""
    venv = tmp_path_factory.mktemp("venv")
    check(sys.executable, "-m", "venv", "--without-pip", venv)
    python = venv / "bin/python"
    check(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel)
    packages = Path(check(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    # After the installation: pip would else take the borrowed Antiphon for the installed one.
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    return venv / "bin"


def test_the_source_archive_carries_all_that_is_kept_and_nothing_else(sources: Path) -> None:
    """What it takes to build, to test and to read; what a build or a run has left behind is not in it."""
    listed = check("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", cwd=ROOT).split("\0")
    kept = {name for name in listed if name and (ROOT / name).is_file()}
    packed = {str(file.relative_to(sources)) for file in sources.rglob("*") if file.is_file()}
    assert packed - kept - {"PKG-INFO"} == set()
    missing = {name.split("/")[0] for name in kept - packed}
    assert missing <= {"certs"}


def test_the_wheel_carries_page_demo_types_and_licence_and_no_tests(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {
        "antiphon/py.typed",
        "antiphon/resources/assistants/demo.toml",
        "antiphon/resources/certs/README.md",
        "antiphon/resources/trust/page.css",
        "antiphon/resources/trust/page.html",
        "antiphon/resources/client_web/antiphon.js",
        "antiphon/resources/client_web/panel/antiphon-panel.js",
        "antiphon/resources/client_web/panel/styles/base.js",
        "antiphon/resources/client_web/vendor/dom-accessibility-api/getRole.mjs",
        "antiphon/resources/client_web/vendor/dom-accessibility-api/LICENSE.md",
    } <= names
    assert any(re.fullmatch(r"antiphon/resources/client_web/demo/.+\.html", name) for name in names)
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert [name for name in names if re.search(r"(^|/)tests?/|\.test\.js$|__pycache__", name)] == []
    assert {name.split("/")[0] for name in names if "dist-info" not in name} == {"antiphon"}


def test_the_installed_package_is_the_wheels_own(installed: Path, tmp_path: Path) -> None:
    script = "from antiphon import resources as r; print(r.client_web(), r.assistants(), sep='\\n')"
    found = check(installed / "python", "-c", script, cwd=tmp_path).splitlines()
    assert [Path(line).is_relative_to(installed.parent) for line in found] == [True, True]


def browser_files() -> list[Path]:
    """What a browser loads of the checkout."""
    kinds = {".css", ".html", ".js", ".mjs", ".svg", ".ts"}
    found = [file for file in (ROOT / "client_web").rglob("*") if file.suffix in kinds]
    return [file for file in found if file.parent.name not in ("test", "node_modules")]


@asynccontextmanager
async def serving(installed: Path, folder: Path, log: Path) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """A server in `folder` and the URL that it printed."""
    with log.open("wb") as errors:
        server = await asyncio.create_subprocess_exec(
            installed / "antiphon",
            "serve",
            "--port",
            "0",
            cwd=folder,
            env=clean_environment(),
            stdout=asyncio.subprocess.PIPE,
            stderr=errors,
        )
    try:
        yield server, await asyncio.wait_for(printed_url(server, log), START_S)
    finally:
        if server.returncode is None:
            server.kill()
        await server.wait()


async def printed_url(server: asyncio.subprocess.Process, log: Path) -> str:
    assert server.stdout is not None
    async for line in server.stdout:
        if found := re.search(r"Antiphon accepts calls at (http://127\.0\.0\.1:\d+)/", line.decode()):
            return found[1]
    raise AssertionError(
        f"The server ended before it accepted calls. It wrote:\n{await asyncio.to_thread(log.read_text)}"
    )


async def test_serve_in_an_empty_folder_shows_the_page_and_the_demo_and_stops_cleanly(
    installed: Path, tmp_path: Path
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    async with serving(installed, empty, tmp_path / "log") as (server, url), aiohttp.ClientSession(url) as http:
        async with http.get("/") as page:
            assert page.status == 200
            assert page.content_type == "text/html"
            assert "<html" in (await page.text()).lower()
        async with http.get("/client/antiphon.js") as module:
            assert module.status == 200
            assert module.content_type in ("text/javascript", "application/javascript")
            assert await module.read() == (ROOT / "client_web/antiphon.js").read_bytes()
        async with http.get("/vela") as vela:
            assert vela.status == 200
            assert "Vela" in await vela.text()
        for file in browser_files():
            async with http.get(f"/client/{file.relative_to(ROOT / 'client_web')}") as served:
                assert (served.status, await served.read()) == (200, file.read_bytes()), file
        async with http.get("/v1/assistants") as assistants:
            assert assistants.status == 200
            assert "demo" in [assistant["id"] for assistant in await assistants.json()]
        server.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(server.wait(), STOP_S) == 0
    assert list(empty.iterdir()) == []
