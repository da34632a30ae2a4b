"""The container file and the systemd unit, read: what they name is there, and what they should not do they do not."""

import fnmatch
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from support.containerfile import Instruction, instructions, named
from support.server import ROOT

UNIT = ROOT / "deploy/antiphon.service"
KNOWN = {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT"}


def copied() -> list[Instruction]:
    """Out of the repository, not out of another stage."""
    return [one for one in named("COPY") if not one.text.startswith("--from=")]


def sources() -> list[str]:
    return [source for one in copied() for source in one.words[:-1]]


def test_every_base_is_pinned_by_its_digest_and_both_stages_have_the_same() -> None:
    bases = {one.words[0] for one in named("FROM")}
    assert len(bases) == 1
    assert re.fullmatch(r"python:3\.1[123]-slim(-\w+)?@sha256:[0-9a-f]{64}", bases.pop())


def test_only_known_instructions_are_used_and_nothing_is_fetched_by_them() -> None:
    assert {one.name for one in instructions()} <= KNOWN
    text = " ".join(one.text for one in instructions())
    assert not re.search(r"https?://(?!127\.0\.0\.1)|\bcurl\b|\bwget\b|\bapt", text)


def test_every_package_is_installed_by_its_hash() -> None:
    installs = [part for one in named("RUN") for part in one.text.split("&&") if "pip install" in part]
    assert len(installs) == 4
    *locked, own = installs
    for install, lock in zip(locked, ("run", "vectors", "npm"), strict=True):
        assert f"--require-hashes -r requirements/{lock}.txt" in install
    # The last adds this repository and asks no index of Python's; of npm's, by the hashes of requirements/browser.
    assert {"--no-deps", "--no-build-isolation"} <= set(own.split())
    assert own.split()[-1] == "."


def test_what_is_copied_is_there_and_tracked() -> None:
    for source in sources():
        assert (ROOT / source).exists(), source
        listed = subprocess.run(["git", "ls-files", "--", source], cwd=ROOT, capture_output=True, text=True, check=True)
        assert listed.stdout, f"{source} is not of this repository"


def test_what_is_copied_is_let_in_and_nothing_else_is() -> None:
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if not line.startswith("#")]
    assert lines[0] == "*"
    assert {line[1:] for line in lines if line.startswith("!")} == set(sources())
    assert "client_web/vendor" in lines  # is made in the image, of what its hash names
    for machine_s_own in (".git", ".venv", "certs", "antiphon.toml", ".env", "traces"):
        assert not any(fnmatch.fnmatch(machine_s_own, line[1:]) for line in lines if line.startswith("!"))


def test_the_server_runs_as_nobody_in_particular() -> None:
    (user,) = named("USER")
    assert int(user.text) >= 1000
    order = [one for one in instructions() if one.stage == user.stage]
    after = {one.name for one in order[order.index(user) :]}
    assert "RUN" not in after
    assert {"ENTRYPOINT", "HEALTHCHECK"} <= after
    (made,) = (one for one in order if one.text.startswith("useradd"))
    assert f"--uid {user.text}" in made.text


def test_the_image_has_no_secret_in_it() -> None:
    assert not re.search(r"secret|token|password|key", " ".join(one.text for one in instructions()), re.IGNORECASE)


def entries() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in UNIT.read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            found.setdefault(name, []).append(value)
    return found


def test_the_unit_keeps_the_settings_from_everybody_but_the_service() -> None:
    unit = entries()
    (load,) = unit["LoadCredential"]
    name, _, path = load.partition(":")
    (start,) = unit["ExecStart"]
    assert f"--config ${{CREDENTIALS_DIRECTORY}}/{name}" in start
    assert path.startswith("/etc/")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DynamicUser", "yes"), ("NoNewPrivileges", "yes"), ("CapabilityBoundingSet", ""), ("AmbientCapabilities", ""),
        ("ProtectSystem", "strict"), ("ProtectHome", "yes"), ("PrivateTmp", "yes"), ("PrivateDevices", "yes"),
        ("ProtectKernelTunables", "yes"), ("ProtectKernelModules", "yes"), ("ProtectControlGroups", "yes"),
        ("RestrictNamespaces", "yes"), ("RestrictSUIDSGID", "yes"), ("LockPersonality", "yes"),
        ("SystemCallArchitectures", "native"), ("UMask", "0077"), ("RestartPreventExitStatus", "2"),
    ],
)  # fmt: skip
def test_the_unit_lets_the_service_do_no_more_than_it_needs(name: str, value: str) -> None:
    assert entries()[name] == [value]


def test_the_service_has_the_time_that_a_drain_takes() -> None:
    assert int(entries()["TimeoutStopSec"][0]) > 40


def test_systemd_itself_takes_the_unit_where_there_is_one(tmp_path: Path) -> None:
    tool = shutil.which("systemd-analyze")
    text = UNIT.read_text()
    assert re.search(r"^\[Unit\]$.*^\[Service\]$.*^\[Install\]$", text, re.MULTILINE | re.DOTALL)
    if tool is None:
        return
    # It wants to see the command, which is not installed here.
    here = tmp_path / UNIT.name
    here.write_text(text.replace("/opt/antiphon/bin/antiphon", shutil.which("true") or ""))
    done = subprocess.run([tool, "verify", str(here)], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
