"""scripts/run and scripts/test on machines that lack something, and on one that lacks nothing.

The scripts are the real ones, in a checkout of their own; what they call (pip, apt-get, id) writes down its arguments.
"""

import os
import re
import select
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from typer.testing import CliRunner

from antiphon.cli import app

ROOT = Path(__file__).parents[3]
TOOLS = ("bash", "cat", "dirname", "mktemp", "rm")


class Machine:
    """A checkout with the scripts, a PATH of its own, and a log of what was called."""

    def __init__(self, folder: Path) -> None:
        self.checkout = folder / "checkout"
        self.path = folder / "bin"
        self.log = folder / "log"
        self.elsewhere = folder / "elsewhere"
        for made in (self.checkout, self.path, self.elsewhere):
            made.mkdir()
        self.log.touch()
        for name in ("scripts", "requirements", ".ci"):
            shutil.copytree(ROOT / name, self.checkout / name)
        shutil.copy(ROOT / "pyproject.toml", self.checkout)
        self.vendor = self.checkout / "client_web/vendor"
        self.vendor.mkdir(parents=True)
        shutil.copy(ROOT / "requirements/browser/package-lock.json", self.vendor)  # as the build hook leaves it
        (self.vendor / "contents.txt").write_text("package-lock.json\n")
        for tool in TOOLS:
            (self.path / tool).symlink_to(shutil.which(tool) or tool)

    def program(self, path: Path, script: str) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!{self.path}/bash\n{dedent(script)}")
        path.chmod(0o755)
        return path

    def command(self, name: str, script: str = "") -> Path:
        """A command on the PATH that logs its arguments, then does what `script` says."""
        return self.program(self.path / name, f'echo "{name} $*" >>{self.log}\n{script}')

    def environment(self, folder: Path) -> None:
        """A virtual environment whose pip, pytest and command only log: its Python is else the real one."""
        self.program(
            folder / "bin/python",
            f'[ "$1" != -m ] || {{ echo "python $*" >>{self.log}; exit 0; }}\nexec {sys.executable} "$@"',
        )
        self.program(folder / "bin/antiphon", f'echo antiphon "$@" >>{self.log}')

    def run(self, script: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        environment = {"PATH": str(self.path), "HOME": str(self.elsewhere)} | variables
        command = [str(self.checkout / script), *arguments]
        return subprocess.run(
            command, cwd=self.elsewhere, env=environment, capture_output=True, text=True, check=False, timeout=30
        )

    def calls(self) -> list[str]:
        """What was called since this was last asked."""
        called = self.log.read_text().splitlines()
        self.log.write_text("")
        return called


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    made = Machine(tmp_path)
    # /usr/bin/env finds bash on the PATH of the machine
    assert shutil.which("env")
    return made


@pytest.mark.parametrize("script", ["scripts/run", "scripts/test", "scripts/lock", ".ci/run"])
def test_a_script_can_be_started_and_is_whole(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)
    subprocess.run(["bash", "-n", str(ROOT / script)], check=True, timeout=30)


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_run_tells_what_it_does_and_installs_nothing(machine: Machine, option: str) -> None:
    machine.command("python3")
    done = machine.run("scripts/run", "--port", "9000", option)
    assert done.returncode == 0
    assert "starts `antiphon serve`" in done.stdout
    assert done.stderr == ""
    assert machine.calls() == []
    options = re.search(r"^OPTIONS=\(([^)]*)\)", (ROOT / "scripts/run").read_text(), re.MULTILINE)
    assert options
    assert [option for option in options[1].split() if f"{option} " not in done.stdout] == []


def test_without_a_fitting_python_it_says_which_ones_fit(machine: Machine) -> None:
    machine.command("python3", "exit 1")  # what an older Python answers to the question
    done = machine.run("scripts/run")
    assert done.returncode == 1
    assert "no Python from 3.11 to 3.13" in done.stderr
    assert "apt-get install python3 python3-venv" in done.stderr


def test_a_python_without_venv_is_told_how_to_get_it(machine: Machine) -> None:
    machine.command("python3", 'case "$2" in *ensurepip*) exit 1 ;; esac')
    done = machine.run("scripts/run")
    assert done.returncode == 1
    assert "has no venv module" in done.stderr
    assert "apt-get install python3-venv" in done.stderr


def test_run_installs_by_hash_once_and_starts_the_server_with_its_arguments(machine: Machine) -> None:
    machine.environment(machine.checkout / ".venv")
    done = machine.run("scripts/run", "--port", "9000")
    assert done.returncode == 0, done.stderr
    lock, vectors, package, serve = machine.calls()
    assert "--require-hashes -r" in lock
    assert lock.endswith("requirements/run.txt")
    assert "--no-deps --require-hashes -r" in vectors
    assert vectors.endswith("requirements/vectors.txt")
    assert "--no-deps --no-build-isolation -e" in package
    assert serve == "antiphon serve --port 9000"

    assert machine.run("scripts/run").returncode == 0
    assert machine.calls() == ["antiphon serve"]


@pytest.mark.parametrize(
    ("file", "text"), [("package-lock.json", "of another version"), ("contents.txt", "gone.mjs\n")]
)
def test_run_brings_the_npm_of_a_first_build_by_its_hash_and_keeps_it_not(
    machine: Machine, file: str, text: str
) -> None:
    machine.environment(machine.checkout / ".venv")
    machine.run("scripts/run")
    machine.calls()
    (machine.vendor / file).write_text(text)
    done = machine.run("scripts/run")
    assert re.search(r"Loading npm, .* of others, .* some 60 MB to load, 200 MB on the disk", done.stdout)
    assert "Installing this checkout, and what the browser module needs of others: npm loads it" in done.stdout
    _, _, npm, package, _ = machine.calls()
    assert "--target" in npm
    assert npm.endswith("requirements/npm.txt")
    assert "--require-hashes" in npm
    assert "--no-build-isolation -e" in package
    assert not (machine.checkout / ".venv/npm").exists()
    # The build itself is only written down here, and has made nothing: the next start builds again.
    assert machine.run("scripts/run").returncode == 0
    assert len(machine.calls()) == 5


def test_run_tells_how_much_it_loads_before_it_does_and_nothing_where_that_is_not_wanted(machine: Machine) -> None:
    machine.environment(machine.checkout / ".venv")
    done = machine.run("scripts/run")
    assert re.search(r"requirements/run\.txt into .*: some \d+ MB to load, \d+ MB on the disk\n", done.stdout)
    (machine.checkout / ".venv/antiphon-run.stamp").unlink()
    machine.calls()
    done = machine.run("scripts/run", "--quiet", "--port", "9000")
    assert done.stdout == ""
    assert machine.calls()[3] == "antiphon serve --quiet --port 9000"


def test_run_tells_a_slip_before_it_installs_anything(machine: Machine) -> None:
    machine.environment(machine.checkout / ".venv")
    done = machine.run("scripts/run", "--prot=9000")
    assert (done.returncode, done.stdout, machine.calls()) == (1, "", [])
    assert "has no option --prot; it has --host --port " in done.stderr


def test_run_knows_all_options_of_the_server(machine: Machine) -> None:
    machine.environment(machine.checkout / ".venv")
    told = CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "300"}).output
    options = set(re.findall(r"(?<![\w-])--[a-z-]+", told))
    assert {"--port", "--quiet", "--no-trace-text"} < options
    done = machine.run("scripts/run", *options)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("file", ["requirements/run.txt", "requirements/vectors.txt", "pyproject.toml"])
def test_run_installs_again_when_what_it_installs_from_has_changed(machine: Machine, file: str) -> None:
    machine.environment(machine.checkout / ".venv")
    machine.run("scripts/run")
    machine.calls()
    with (machine.checkout / file).open("a") as text:
        text.write("# changed\n")
    machine.run("scripts/run")
    assert [call.split()[0] for call in machine.calls()] == ["python", "python", "python", "antiphon"]


def test_an_installation_that_failed_is_tried_again(machine: Machine) -> None:
    venv = machine.checkout / ".venv"
    machine.environment(venv)
    whole = (venv / "bin/python").read_text()
    (venv / "bin/python").write_text(whole.replace("exit 0", "exit 7"))
    assert machine.run("scripts/run").returncode == 7
    assert "antiphon serve" not in machine.calls()
    (venv / "bin/python").write_text(whole)
    assert machine.run("scripts/run").returncode == 0
    assert len(machine.calls()) == 4


def test_the_environment_may_live_elsewhere(machine: Machine) -> None:
    machine.environment(machine.elsewhere / "venv")
    assert machine.run("scripts/run", ANTIPHON_VENV="venv").returncode == 0
    assert machine.calls()[-1] == "antiphon serve"
    assert not (machine.checkout / ".venv").exists()


def test_test_with_arguments_is_pytest_alone(machine: Machine) -> None:
    machine.environment(machine.checkout / ".venv")
    machine.command("cmp")  # the packages of npm are those that were installed
    done = machine.run("scripts/test", "tests/unit", "-k", "engine")
    assert done.returncode == 0, done.stderr
    assert machine.calls()[-1] == "python -m pytest tests/unit -k engine"


BROWSERS = ("chromium", "firefox-esr", "pulseaudio", "certutil", "openssl", "ip")
SHELL = "chromium-headless-shell"
PACKAGES = "chromium firefox-esr pulseaudio libnss3-tools openssl iproute2"


def test_an_ordinary_user_without_the_browsers_gets_the_line_to_run(machine: Machine) -> None:
    machine.command("id", "echo 1000")
    machine.command("apt-get")
    done = machine.run("scripts/test")
    assert done.returncode == 1
    assert f"sudo apt-get update && sudo apt-get install --yes {PACKAGES}\n" in done.stderr
    assert machine.calls() == ["id -u"]


def test_without_apt_it_says_what_is_missing(machine: Machine) -> None:
    done = machine.run("scripts/test")
    assert done.returncode == 1
    assert f"need {PACKAGES}, and there is no apt-get" in done.stderr


def test_root_gets_what_is_missing_installed_after_an_update(machine: Machine) -> None:
    machine.command("chromium")
    machine.command("id", "echo 0")
    machine.command("apt-get")
    done = machine.run("scripts/test")  # goes on to look for a Python, and finds none
    assert "no Python" in done.stderr
    assert [call for call in machine.calls() if call.startswith("apt-get")] == [
        "apt-get update -qq",
        f"apt-get install --yes -qq --no-install-recommends {PACKAGES.removeprefix('chromium ')}",
        f"apt-get install --yes -qq --no-install-recommends {SHELL}",
    ]


def test_where_there_is_no_chromium_without_windows_the_whole_one_does(machine: Machine) -> None:
    for command in BROWSERS:
        machine.command(command)
    machine.command("id", "echo 0")
    machine.command("apt-get", f"case $* in *{SHELL}*) exit 100 ;; esac")
    done = machine.run("scripts/test")
    assert "no Python" in done.stderr
    assert f"Without {SHELL} every page" in done.stdout
    assert [call for call in machine.calls() if call.startswith("apt-get")][1:2] == ["apt-get update -qq"]


def test_root_who_has_the_browsers_installs_nothing(machine: Machine) -> None:
    machine.command("apt-get")
    for browser in BROWSERS:
        machine.command(browser)
    machine.run("scripts/test")
    assert machine.calls() == []


def test_ci_uses_a_new_environment_and_removes_it(machine: Machine) -> None:
    for browser in BROWSERS:
        machine.command(browser)
    temporary = machine.elsewhere / "temporary"
    temporary.mkdir()
    machine.command("python3", 'case "$2" in venv) exit 9 ;; esac')
    done = machine.run(".ci/run", TMPDIR=str(temporary))
    assert done.returncode == 9
    (made,) = [call for call in machine.calls() if "-m venv" in call]
    assert str(temporary) in made
    assert list(temporary.iterdir()) == []
    assert not (machine.checkout / ".venv").exists()


# It says that it is there, and waits; whatever it started has `ready` open too, which ends when they all have.
WAITS = """
import os, subprocess, sys
ready = os.open(os.environ["READY"], os.O_WRONLY)
if os.environ["DEEP"]:
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], pass_fds=[ready])
os.write(ready, b"ready")
open(os.environ["GO_ON"]).close()
"""


@pytest.mark.parametrize(
    ("when", "arguments", "deep"),
    [
        ("-m venv --clear*", (), True),
        ("-m pip install*-r*", ("--quiet",), True),
        ("*/scripts/lib/progress.py*", (), False),
        ("-m pip install*-r*", (), False),
        ("-m pip install*--no-deps*", (), True),
        ("- *", (), False),  # whether there is something to install
        ("-c import pip", (), False),
    ],
)
def test_ctrl_c_ends_it_without_a_word_at_any_moment(
    machine: Machine, tmp_path: Path, when: str, arguments: tuple[str, ...], deep: bool
) -> None:
    ready, go_on, waits = tmp_path / "ready", tmp_path / "go_on", tmp_path / "waits.py"
    os.mkfifo(ready)
    os.mkfifo(go_on)
    waits.write_text(WAITS)
    python = f"""case "$*" in {when.replace(" ", chr(92) + " ")}) exec {sys.executable} {waits} ;; esac
        case "$*" in -m*) exit 0 ;; esac
        exec {sys.executable} "$@\""""
    if "venv" in when:
        machine.command("python3", python)
    else:
        machine.program(machine.checkout / ".venv/bin/python", python)
    environment = {"PATH": str(machine.path), "HOME": str(machine.elsewhere), "READY": str(ready)}
    environment |= {"GO_ON": str(go_on), "DEEP": "1" if deep else ""}
    command = [str(machine.checkout / "scripts/run"), *arguments]
    # A group of its own is what the keys of a terminal reach.
    with (
        subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        ) as script,
        ready.open("rb", buffering=0) as told,
    ):
        assert told.read(5) == b"ready"
        os.killpg(script.pid, signal.SIGINT)
        goes_on = os.open(go_on, os.O_RDWR)
        _, errors = script.communicate(timeout=20)
        assert (script.returncode, errors) == (130, "")
        is_over, _, _ = select.select([told], [], [], 10)
        assert is_over, "a child is left"
        assert told.read(1) == b""
    os.close(goes_on)
