"""What is looked at before anything is loaded."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from antiphon import plugins
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.loading import check

SPEECH = '[stt]\nprovider = "scripted"\n[tts]\nprovider = "scripted"\n'
SCRIPTED = '[brain]\nprovider = "scripted"\nscript = "script.jsonl"\n'


def write(folder: Path, name: str = "demo", text: str = SPEECH + SCRIPTED) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "script.jsonl").write_text(json.dumps({"match": None, "do": [{"say": "hello"}]}), "utf-8")
    file = folder / f"{name}.toml"
    file.write_text(text, "utf-8")
    return file


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('[tts]\nprovider = "scripted"\nspeed = 2\n', "line 3: tts.speed: "),
        ('[tts]\nprovider = "oracle"\n', "line 2: tts.provider: There is no tts named 'oracle'"),
        ('[brain]\nprovider = "scripted"\nscript = "none.jsonl"\n', "line 1: brain: script: none.jsonl cannot be read"),
        ("[vad]\nprovider = 3\n", "line 2: vad.provider: "),
    ],
)
def test_what_is_wrong_is_told_by_its_place_whichever_assistant_has_it(tmp_path: Path, text: str, place: str) -> None:
    write(tmp_path)
    write(tmp_path, "shop", text)
    with pytest.raises(AntiphonError) as refused:
        check(tmp_path)
    assert refused.value.code is ErrorCode.CONFIG_INVALID
    assert refused.value.message.startswith(f"shop.toml, {place}")


def test_a_file_that_a_link_leads_to_has_its_own_folder(tmp_path: Path) -> None:
    file = write(tmp_path / "there")
    (tmp_path / "here").mkdir()
    (tmp_path / "here/demo.toml").symlink_to(file)
    check(tmp_path / "here")


def test_a_provider_from_outside_is_left_for_when_each_has_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load() -> Any:
        raise AssertionError("it was loaded")

    point = SimpleNamespace(name="far_away", load=load)

    def entry_points(group: str, name: str | None = None) -> list[Any]:
        return [point] if group == "antiphon.tts" else []

    monkeypatch.setattr(plugins, "entry_points", entry_points)
    write(tmp_path, text=f'{SCRIPTED}[stt]\nprovider = "scripted"\n[tts]\nprovider = "far_away"\n')
    check(tmp_path)
