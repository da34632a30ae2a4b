"""What deploy/Containerfile runs, run without a container: in an environment of its own, with what it copies alone."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from support.containerfile import named
from support.server import ROOT, antiphon, of_tones, serve

BUILDS = ("pip", "hatchling", "pathspec", "packaging", "pluggy", "trove_classifiers")
IMAGE = "/opt/antiphon/bin/python"


def command(*words: str | Path, cwd: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a new environment that has what builds the wheel, as the image has it with requirements/run.txt."""
    venv = tmp_path_factory.mktemp("opt") / "antiphon"
    command(sys.executable, "-m", "venv", "--without-pip", venv, cwd=ROOT)
    python = venv / "bin/python"
    place = Path(command(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=venv).strip())
    for found in Path(sysconfig.get_path("purelib")).iterdir():
        if found.name.lower().startswith(BUILDS) and not (place / found.name).exists():
            (place / found.name).symlink_to(found)
    return python


def test_what_the_image_copies_is_enough_to_install_the_server(python: Path, tmp_path: Path) -> None:
    for one in named("COPY"):
        if one.stage == 0:
            *sources, target = one.words
            for source in sources:
                place = target if not target.endswith("/") else target + Path(source).name
                to = tmp_path / (source if target == "./" else place)
                to.parent.mkdir(parents=True, exist_ok=True)
                (shutil.copytree if (ROOT / source).is_dir() else shutil.copy)(ROOT / source, to)
    (install,) = (one for one in named("RUN") if one.words[-1] == ".")
    assert install.words[0] == IMAGE
    command(python, *install.words[1:], "--no-index", cwd=tmp_path)
    assert (python.parent / "antiphon").exists()
    look = "from antiphon import resources as r; print(r.client_web(), r.assistants(), r.recorded_speech(), sep='\\n')"
    for found in command(python, "-c", look, cwd=python.parent).splitlines():
        assert Path(found).is_relative_to(python.parents[1]), found


def test_the_image_is_healthy_while_its_server_answers(tmp_path: Path) -> None:
    (health,) = named("HEALTHCHECK")
    name, run, code = health.text[health.text.index("CMD [") :].removeprefix("CMD ").strip("[]").split(", ", 2)
    assert (name, run) == ('"python"', '"-c"')
    with serve("--assistants", str(of_tones(tmp_path / "assistants")), cwd=tmp_path) as server:
        port = server.url.rpartition(":")[2]
        probe = [sys.executable, "-c", code.strip('"').replace("8080", port)]
        assert subprocess.run(probe, timeout=30, check=False).returncode == 0
    assert subprocess.run(probe, timeout=30, check=False, capture_output=True).returncode != 0


def test_an_image_without_a_secret_does_not_start_and_says_what_it_lacks() -> None:
    (entry,) = named("ENTRYPOINT")
    assert entry.words[0] == "antiphon"
    done = antiphon(*entry.words[1:])
    assert done.returncode == 2
    assert "secret" in done.stderr


def test_the_image_listens_where_it_says() -> None:
    (port,) = named("EXPOSE")
    (entry,) = named("ENTRYPOINT")
    assert port.text == f"{entry.words[entry.words.index('--port') + 1]}/tcp"
