"""`fallback` of a provider's table, and how long each is waited for."""

from pathlib import Path

import pytest

from antiphon.domain.errors import AntiphonError
from antiphon.loading import wanted
from antiphon.settings.assistants import Assistant, load_file


def load(tmp_path: Path, text: str) -> Assistant:
    path = tmp_path / "shop.toml"
    path.write_text(text, "utf-8")
    return load_file(path)


def test_names_and_tables_are_asked_in_their_order(tmp_path: Path) -> None:
    text = """
[timeouts]
first_text_s = 2.5
[brain]
provider = "openai"
model = "small"
fallback = [{ provider = "openai", model = "large" }, "rules"]
"""
    assistant = load(tmp_path, text)
    brains = [(at, name, options) for at, kind, name, options in wanted(assistant) if kind == "brain"]
    assert brains == [
        (("brain",), "openai", {"model": "small"}),
        (("brain", "fallback", 0), "openai", {"model": "large"}),
        (("brain", "fallback", 1), "rules", {}),
    ]
    assert assistant.patience("brain") == 2.5
    assert assistant.patience("stt") == 5.0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[brain]\nprovider = "rules"\nfallback = "rules"\n', "fallback"),
        ('[brain]\nprovider = "rules"\nfallback = [1]\n', "fallback"),
        ('[brain]\nprovider = "rules"\nfallback = [{ model = "a" }]\n', "provider"),
        ('[brain]\nprovider = "rules"\nfallback = ["a", "a", "a", "a", "a"]\n', "4"),
        ("[timeouts]\nfirst_text_s = 0\n", "0.1"),
    ],
)
def test_what_is_wrong_is_refused(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(AntiphonError, match=told):
        load(tmp_path, text)
