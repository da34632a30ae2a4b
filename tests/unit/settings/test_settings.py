"""Settings and assistants: where they come from, and what is refused."""

import os
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
        *(
            (f'[server]\nice_ports = "{ports}"\n', "such as '40000-40100' (it is ")
            for ports in (
                "",
                "40000",
                "40100-40000",
                "80-90",
                "65000-65536",
                "40000-40100-",
                "a-b",
                "-1-5",
                "٤0000-40100",
            )
        ),
        *(
            (f'[server]\nallowed_origins = ["https://a.example", "{origin}"]\n', f"{origin!r}, which is no origin")
            for origin in (
                "*",
                "a.example",
                "127.0.0.1:9000",
                "https://a.example/shop",
                "https://*.a.example",
                "",
            )
        ),
        *(
            (f'[server]\ntrusted_proxies = ["10.0.0.0/8", "{proxy}"]\n', f"{proxy!r}, which is no address or range")
            for proxy in ("proxy.example", "10.0.0.0/33", "")
        ),
        ("[lan]\ntrust_port = 65536\n", "lan.trust_port"),
        ("[nonsense]\na = 1\n", "nonsense"),
        ("[limits]\nmax_sessions = 0\n", "limits.max_sessions"),
        ("[limits]\nsessions_per_address = 0\n", "limits.sessions_per_address"),
        ("[limits]\nmessages_per_second = 1001\n", "1000"),
        ('[limits]\nadmission = "generous"\n', "'measured' or 'fixed'"),
        ("[media]\nbitrate = 8000\n", "16000"),
        ("[media]\ncomplexity = 11\n", "media.complexity"),
        ("[media]\nfade_ms = 19\n", "20"),
        ("[media]\nfade_ms = 1001\n", "1000"),
        ('[media]\nfec = "maybe"\n', "'auto', 'on' or 'off'"),
        ("[server\n", "antiphon.toml"),
    ],
)
def test_a_wrong_setting_is_refused_by_its_name_or_bound(tmp_path: Path, text: str, named: str) -> None:
    write(tmp_path / "antiphon.toml", text)
    with pytest.raises(AntiphonError) as refused:
        load()
    assert named in refused.value.message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n[server]\nprot = 9\n", "line 3: server.prot: is not a known key. Did you mean server.port?"),
        ("[servr]\nport = 9\n", "line 1: servr: is not a known key. Did you mean server?"),
        ("port = 9\n", "line 1: port: is not a known key. Did you mean server.port?"),
        ("[server]\nquux = 9\n", "line 2: server.quux: is not a known key."),
        ("[server]\ndrain_s = true\n", "line 2: server.drain_s: must be a number (it is true)."),
        ("[server]\nport = true\n", "line 2: server.port: must be a number (it is true)."),
        ("[media]\nfade_ms = false\n", "line 2: media.fade_ms: must be a number (it is false)."),
    ],
)
def test_a_wrong_setting_is_told_with_its_line_and_what_may_be_meant(tmp_path: Path, text: str, message: str) -> None:
    file = write(tmp_path / "own.toml", text)
    with pytest.raises(AntiphonError) as refused:
        load(file=file)
    assert refused.value.message == f"{file}, {message}"


def test_a_wrong_setting_is_told_by_the_flag_or_the_variable_that_it_came_from(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AntiphonError) as refused:
        load({"lan": {"trust_port": 70000}})
    assert refused.value.message == "--trust-port: must be at most 65535 (it is 70000)."
    monkeypatch.setenv("ANTIPHON_SERVER__PORT", "abc")
    with pytest.raises(AntiphonError) as refused:
        load()
    assert (
        refused.value.message
        == 'The variable ANTIPHON_SERVER__PORT: server.port: must be a whole number (it is "abc").'
    )


def test_a_folder_of_assistants_that_is_not_there_is_told_so(tmp_path: Path) -> None:
    for folder, problem in (
        (tmp_path / "nodir", "does not exist"),
        (write(tmp_path / "file", ""), "is no folder"),
        (tmp_path, "There is no assistant"),
    ):
        with pytest.raises(AntiphonError) as refused:
            load_folder(folder)
        assert problem in refused.value.message
        assert repr(str(folder)) in refused.value.message


def test_an_origin_is_what_browsers_call_one_in_any_writing(tmp_path: Path) -> None:
    origins = ("https://a.example", "http://LOCALHOST:5173/", "http://[::1]:9000", "capacitor://localhost", "null")
    write(tmp_path / "antiphon.toml", f"[server]\nallowed_origins = {list(origins)}\n")
    assert load().server.allowed_origins == origins


def test_a_local_network_is_set_like_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not load().lan.enabled
    write(tmp_path / "antiphon.toml", '[lan]\ncerts = "/etc/antiphon/certs"\ntrust_port = 80\n')
    monkeypatch.setenv("ANTIPHON_LAN__ENABLED", "true")
    lan = load().lan
    assert (lan.enabled, str(lan.certs), lan.port_beside(8080)) == (True, "/etc/antiphon/certs", 80)


def test_a_range_of_ports_has_both_of_its_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load().server.ice_port_range is None
    monkeypatch.setenv("ANTIPHON_SERVER__ICE_PORTS", "40000-40100")
    assert load().server.ice_port_range == range(40_000, 40_101)
    monkeypatch.setenv("ANTIPHON_SERVER__ICE_PORTS", " 1024 - 1024 ")
    assert load().server.ice_port_range == range(1024, 1025)


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
        ("promt = 'x'\n", "line 1: promt: is not a known key. Did you mean prompt?"),
        ("[timeouts]\nidel_s = 3\n", "line 2: timeouts.idel_s: is not a known key. Did you mean timeouts.idle_s?"),
        ("[timeouts]\nidle_s = true\n", "line 2: timeouts.idle_s: must be a number (it is true)."),
        ("# a\n[policy]\nprofile = 'default'\nspeechStopDebounceMs = 10\n", "line 4: policy.speechStopDebounceMs: "),
        ("[policy]\nspeechStopDebounceMs = 10\n", "150"),
        ("\n[timeouts]\n\naction_s = 0\n", "line 4: timeouts.action_s: "),
        ("triggers = [\n'vad',\n'telepathy']\n", "line 3: triggers.1: "),
        ("policy = 'assertive'\n", 'line 1: policy: must be a table: [policy] (it is "assertive").'),
        ("timeouts = 5\n", "line 1: timeouts: must be a table: [timeouts] (it is 5)."),
        (
            "[timeouts]\nno_speech_s = nan\n",
            "line 2: timeouts.no_speech_s: must be a number, and not nan or inf (it is nan).",
        ),
        ("[timeouts]\nidle_s = 1e9\n", "line 2: timeouts.idle_s: must be at most 86400 (it is 1000000000.0)."),
        (
            "[policy]\ninterruptionBudgetMs = true\n",
            "policy.interruptionBudgetMs: is true; it must be a whole number from 1 to 750. 250 would pass.",
        ),
        ("[policy]\nendOfTurnMs = 2024-01-01\n", "policy.endOfTurnMs: is 2024-01-01; it must be a whole number"),
        ("follow_up = 2024-01-01\n", "follow_up: must be true or false (it is 2024-01-01)."),
        ("greeting = true\n", "greeting: must be a text (it is true)."),
        ("[tools]\nname = 'x'\n", "line 1: tools: must be tables, each of them begun with [[tools]]."),
        ("tools = ['x']\n", "line 1: tools.0: must be a table"),
        ("id = 'x'\n", "line 1: id: "),
        ("[stt]\n", "line 1: stt.provider: is missing."),
        ("a = 1\ngreeting = \n", "line 2: not valid TOML: Invalid value."),
        ("a = 1\n[policy\n", "line 2: not valid TOML"),
        ("a = 1\nb = '''\n\n", "line 2: not valid TOML"),
        ("a = " + "[" * 5000, "nested too deep"),
        ("prompt = '" + "x" * 300_000 + "'", "262144 bytes"),
    ],
)
def test_a_wrong_assistant_is_refused_by_file_line_and_key(tmp_path: Path, text: str, named: str) -> None:
    with pytest.raises(AntiphonError) as refused:
        load_file(write(tmp_path / "shop.toml", text))
    assert refused.value.message.startswith("shop.toml, line ")
    assert named in refused.value.message


def test_all_that_is_wrong_is_told_and_the_first_of_it_again_for_the_log(tmp_path: Path) -> None:
    text = f"prompt = '{'swordfish ' * 4000}'\nlanguage = 'klingon!'\n"
    with pytest.raises(AntiphonError) as refused:
        load_file(write(tmp_path / "shop.toml", text))
    told = refused.value.message.splitlines()
    assert [line.split(":")[0] for line in told] == ["shop.toml, line 1", "shop.toml, line 2"]
    assert max(map(len, told)) < 250
    details = refused.value.details or {}
    assert details | {"problem": ""} == {"file": "shop.toml", "line": 1, "key": "prompt", "problem": ""}
    assert "swordfish" not in details["problem"]


def test_several_wrong_policy_values_are_told_with_everything_else_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = "[policy]\nendOfTurnMs = 100\ncooldown = 3\n[timeouts]\nidle_s = 0\n[vad]\nprovider = 5\n"
    with pytest.raises(AntiphonError) as refused:
        load_file(write(tmp_path / "shop.toml", "follow_up = 3\n" + text))
    assert refused.value.message.splitlines() == [
        "shop.toml, line 1: follow_up: must be true or false (it is 3).",
        "shop.toml, line 3: policy.endOfTurnMs: is 100; it must be a whole number from 200 (speechStopDebounceMs) to "
        "5000. 200 would pass.",
        "shop.toml, line 4: policy.cooldown: is 3; it must be true or false.",
        "shop.toml, line 6: timeouts.idle_s: must be more than 0 (it is 0).",
        "shop.toml, line 8: vad.provider: must be a text (it is 5).",
    ]


@pytest.mark.parametrize(("raw", "line"), [(b"a = 1\nb = '\xff'\n", 2), (b"\xff", 1)])
def test_what_is_no_utf_8_is_refused_by_its_line(tmp_path: Path, raw: bytes, line: int) -> None:
    (tmp_path / "shop.toml").write_bytes(raw)
    with pytest.raises(AntiphonError, match=f"line {line}: not valid TOML: this is not UTF-8"):
        load_file(tmp_path / "shop.toml")


def test_a_file_that_cannot_be_read_is_refused_and_what_editors_hide_is_none(tmp_path: Path) -> None:
    write(tmp_path / "demo.toml", "")
    (tmp_path / ".#demo.toml").symlink_to("somebody@somewhere")
    assert list(load_folder(tmp_path)) == ["demo"]
    (tmp_path / "gone.toml").symlink_to("nowhere.toml")
    with pytest.raises(AntiphonError, match=r"gone\.toml, line 1: the file cannot be read: No such file"):
        load_folder(tmp_path)


@pytest.mark.parametrize("kind", ["pipe", "folder", "device"])
def test_what_is_no_regular_file_is_refused_at_once_and_left_alone_in_a_folder(tmp_path: Path, kind: str) -> None:
    write(tmp_path / "demo.toml", "")
    odd = tmp_path / "odd.toml"
    if kind == "pipe":
        os.mkfifo(odd)
    elif kind == "folder":
        odd.mkdir()
    else:
        odd.symlink_to("/dev/zero")
    with pytest.raises(AntiphonError, match=r"odd\.toml, line 1: (it is no regular file|the file cannot be read)"):
        load_file(odd)
    assert list(load_folder(tmp_path)) == ["demo"]


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("ANTIPHON_SERVER_PORT", "SERVER__PORT"),
        ("ANTIPHON_PORT", "SERVER__PORT"),
        ("antiphon_max_sessions", "LIMITS__MAX_SESSIONS"),
        ("ANTIPHON_ASSISTENTS", "ASSISTANTS"),
        ("ANTIPHON_FOO", None),
        ("ANTIPHON_XYZ", None),
        ("ANTIPHON_SERVERS", None),
        ("ANTIPHON_", None),
    ],
)
def test_a_variable_that_nobody_reads_is_refused_and_only_a_setting_that_is_near_is_suggested(
    name: str, near: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "1")
    with pytest.raises(AntiphonError) as refused:
        load()
    hint = f" Did you mean ANTIPHON_{near}?" if near else ""
    assert refused.value.message == f"The variable {name} is not a known setting.{hint}"


def test_a_list_that_is_a_text_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(AntiphonError, match="must be a list"):
        load_file(write(tmp_path / "shop.toml", 'triggers = "vad"\n'))


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("ANTIPHON_SERVER__ALLOWED_ORIGINS", "swordfish", 'must be JSON, such as ["one", "two"].'),
        ("ANTIPHON_SERVER", "[swordfish", 'must be JSON, such as {"key": "value"}.'),
    ],
)
def test_a_variable_that_is_no_json_where_it_has_to_be_is_named_and_not_shown(
    name: str, value: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(AntiphonError) as refused:
        load()
    assert refused.value.message == f"The variable {name} {told}"


@pytest.mark.parametrize(
    ("raw", "told"), [(b"[server\n", "not valid TOML: "), (b"\xff", "not valid TOML: this is not UTF-8.")]
)
def test_a_settings_file_that_is_no_toml_is_told_as_that(tmp_path: Path, raw: bytes, told: str) -> None:
    (tmp_path / "antiphon.toml").write_bytes(raw)
    with pytest.raises(AntiphonError) as refused:
        load()
    assert refused.value.message.startswith(f"antiphon.toml: {told}")
