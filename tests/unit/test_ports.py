"""The ports are every place at which the product can be extended: nothing else is found on a provider."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from antiphon import ports
from antiphon.providers.brain.echo import EchoBrain
from antiphon.providers.brain.rules import RulesBrain
from antiphon.providers.prepared import Prepared
from antiphon.providers.stt.faster_whisper import FasterWhisper
from antiphon.providers.stt.moonshine import Moonshine
from antiphon.providers.stt.openai import OpenAiRecogniser
from antiphon.providers.stt.wyoming import WyomingRecogniser, WyomingStream
from antiphon.providers.tts.espeak import Espeak
from antiphon.providers.tts.openai import OpenAiVoice
from antiphon.providers.tts.piper import Piper
from antiphon.providers.tts.wyoming import WyomingVoice

PACKAGE = Path(ports.__file__).parents[1]
ASKS = ["session/*.py", "sessions.py", "assistant_registry.py", "loading.py", "providers/*.py"]
"""Whoever asks providers, voices, brains and models for what they may do besides."""
OTHERS = {"__name__": "of a function", "malloc_trim": "of the C library"}


def looked_up(source: str) -> Iterator[str]:
    """The names of members that are looked up as text."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "hasattr"):
            name = node.args[1]
            yield str(name.value) if isinstance(name, ast.Constant) else ast.unparse(name)


@pytest.mark.parametrize("files", ASKS)
def test_no_ability_is_found_by_its_name_alone(files: str) -> None:
    paths = sorted(PACKAGE.glob(files))
    assert paths, f"there are no files {files!r} any more"
    found = [f"{path.name}: {name}" for path in paths for name in looked_up(path.read_text("utf-8"))]
    assert [one for one in found if one.split(": ")[1] not in OTHERS] == [], (
        "declare it as a protocol in antiphon.ports"
    )


def test_every_protocol_of_a_file_is_one_of_the_ports() -> None:
    declared = [
        node.name
        for path in PACKAGE.glob("ports/*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
    ]
    assert sorted(declared) == sorted(ports.__all__)


@pytest.mark.parametrize(
    ("provider", "abilities"),
    [
        (EchoBrain, {"SendsFramesBack"}),
        (Espeak, {"ChecksItself"}),
        (FasterWhisper, {"KnowsOutage", "KnowsStops", "ReportsInference"}),
        (Moonshine, {"KnowsOutage", "KnowsStops", "ReportsInference"}),
        (OpenAiRecogniser, {"ChecksItself", "KnowsStops"}),
        (OpenAiVoice, {"ChecksItself"}),
        (Piper, {"KnowsOutage", "ReportsInference", "ReportsIdle"}),
        (Prepared, {"KnowsOutage", "StartsReplies"}),
        (RulesBrain, {"KnowsPhrases", "NamesModel"}),
        (WyomingRecogniser, {"ChecksItself", "KnowsStops"}),
        (WyomingStream, {"MayLag"}),
        (WyomingVoice, {"ChecksItself"}),
    ],
)
def test_a_provider_has_the_abilities_that_it_is_known_by(provider: type, abilities: set[str]) -> None:
    optional = {name for name in ports.__all__ if getattr(getattr(ports, name), "_is_runtime_protocol", False)}
    members = {name: set(getattr(ports, name).__dict__) - set(Protocol.__dict__) for name in optional}
    has = {name for name, wanted in members.items() if all(hasattr(provider, one) for one in wanted if one[0] != "_")}
    assert has == abilities
