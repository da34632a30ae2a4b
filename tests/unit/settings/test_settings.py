"""Settings and assistants: where they come from, and what is refused."""

from pathlib import Path

import pytest

from antiphon.domain.errors import AntiphonError
from antiphon.settings import load
from antiphon.settings.assistants import load_file, load_folder


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


def test_without_a_file_the_server_is_for_this_machine_alone() -> None:
    server = load().server
    assert (server.host, server.port, server.loopback) == ("127.0.0.1", 8080, True)


def test_flags_come_before_variables_and_variables_before_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "antiphon.toml", '[server]\nhost = "localhost"\nport = 1\n[limits]\nmax_sessions = 3\n')
    monkeypatch.setenv("ANTIPHON_SERVER__PORT", "2")
    assert load().server.port == 2
    settings = load({"server": {"port": 3}})
    assert (settings.server.port, settings.server.host, settings.limits.max_sessions) == (3, "localhost", 3)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[server]\nprot = 1\n", "server.prot"),
        ("[server]\nport = 70000\n", "65535"),
        ("[nonsense]\na = 1\n", "nonsense"),
        ("[limits]\nmax_sessions = 0\n", "limits.max_sessions"),
        ("[limits]\nsessions_per_address = 0\n", "limits.sessions_per_address"),
        ("[limits]\nmessages_per_second = 1001\n", "1000"),
        ("[server\n", "antiphon.toml"),
    ],
)
def test_a_wrong_setting_is_refused_by_its_name_or_bound(tmp_path: Path, text: str, named: str) -> None:
    write(tmp_path / "antiphon.toml", text)
    with pytest.raises(AntiphonError) as refused:
        load()
    assert named in refused.value.message


def test_a_short_secret_is_refused_without_being_shown(tmp_path: Path) -> None:
    write(tmp_path / "antiphon.toml", '[server]\nsecret = "hunter2hunter2"\n')
    with pytest.raises(AntiphonError) as refused:
        load()
    assert "hunter2" not in refused.value.message


def test_a_settings_file_that_was_named_must_exist(tmp_path: Path) -> None:
    with pytest.raises(AntiphonError, match=r"nowhere\.toml"):
        load(file=tmp_path / "nowhere.toml")


def test_an_assistant_is_a_file_named_by_its_id(tmp_path: Path) -> None:
    write(tmp_path / "shop.toml", 'greeting = "Hello."\n[policy]\nendOfTurnMs = 500\n[brain]\nprovider = "echo"\n')
    assistant = load_folder(tmp_path)["shop"]
    assert assistant.id == "shop"
    assert assistant.interruption_policy().end_of_turn_ms == 500
    assert assistant.brain.provider == "echo"
    assert assistant.public()["greeting"] == "Hello."


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("promt = 'x'\n", "promt"),
        ("[policy]\nspeechStopDebounceMs = 10\n", "150"),
        ("[timeouts]\naction_s = 0\n", "timeouts.action_s"),
        ("triggers = ['telepathy']\n", "triggers"),
        ("greeting = \n", "line 1"),
    ],
)
def test_a_wrong_assistant_is_refused_by_file_and_key(tmp_path: Path, text: str, named: str) -> None:
    with pytest.raises(AntiphonError) as refused:
        load_file(write(tmp_path / "shop.toml", text))
    assert "shop.toml" in refused.value.message
    assert named in refused.value.message


def test_a_folder_without_assistants_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AntiphonError, match="no assistant"):
        load_folder(tmp_path / "none")


@pytest.mark.parametrize(("name", "near"), [("ANTIPHON_SERVER_PORT", "ANTIPHON_SERVER__PORT"), ("ANTIPHON_XYZ", "")])
def test_a_variable_that_nobody_reads_is_refused(name: str, near: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "1")
    with pytest.raises(AntiphonError) as refused:
        load()
    assert name in refused.value.message
    assert near in refused.value.message


def test_a_list_that_is_a_text_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(AntiphonError, match="must be a list"):
        load_file(write(tmp_path / "shop.toml", 'triggers = "vad"\n'))
