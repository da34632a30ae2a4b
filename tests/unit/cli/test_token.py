"""`antiphon token`, as a user runs it; what it prints is shown to the server's own check."""

import time
from collections.abc import Callable
from pathlib import Path

import jwt
import pytest
from aiohttp.test_utils import make_mocked_request

from antiphon import cli
from antiphon.cli.token import MAX_TTL_S
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.http.tokens import LONGEST_S, mint_application, require_application

SECRET = "a secret of at least thirty-two bytes"
OTHER = "another secret of thirty-two bytes"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """The command in an empty folder, with no settings: exit code, output, errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ANTIPHON_SERVER__SECRET", raising=False)
    monkeypatch.setenv("COLUMNS", "200")

    def command(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["antiphon", "token", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        printed = capfd.readouterr()
        return int(ended.value.code or 0), printed.out, printed.err

    return command


def check(token: str, secret: str = SECRET) -> None:
    """What the server does with a request that has the token."""
    request = make_mocked_request("POST", "/v1/sessions", headers={"Authorization": f"Bearer {token}"})
    require_application(request, secret)


def claims(token: str) -> dict[str, object]:
    return jwt.decode(token, SECRET, algorithms=["HS256"], audience="antiphon")


@pytest.mark.requirement("V5-AUTH")
def test_the_server_takes_the_token(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTIPHON_SERVER__SECRET", SECRET)
    before = int(time.time())
    code, out, err = run()
    assert (code, err, out.count("\n")) == (0, "", 1)
    check(out.strip())
    found = claims(out.strip())
    assert set(found) == {"aud", "iat", "exp"}
    assert before <= int(str(found["iat"])) <= time.time()
    assert int(str(found["exp"])) - int(str(found["iat"])) == 3600
    with pytest.raises(AntiphonError) as refused:
        check(out.strip(), OTHER)
    assert refused.value.code is ErrorCode.AUTH_INVALID


@pytest.mark.requirement("V5-AUTH")
def test_a_token_is_good_for_as_long_as_it_was_asked_for() -> None:
    now = int(time.time())
    check(mint_application(SECRET, now - 100, 160))
    with pytest.raises(AntiphonError, match="it has expired"):
        check(mint_application(SECRET, now - 100, 99))


def test_life_and_subject_are_what_was_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTIPHON_SERVER__SECRET", SECRET)
    code, out, _ = run("--ttl", 60, "--subject", "user-7")
    assert code == 0
    check(out.strip())
    found = claims(out.strip())
    assert found["sub"] == "user-7"
    assert int(str(found["exp"])) - int(str(found["iat"])) == 60


def test_a_subject_is_whole_where_the_locale_does_not_have_its_letters(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Python hands on the bytes of an argument in an ASCII locale."""
    monkeypatch.setenv("ANTIPHON_SERVER__SECRET", SECRET)
    subject = "J\u00fcrgen \u4f60"
    code, out, _ = run("--subject", subject.encode().decode("ascii", "surrogateescape"))
    assert code == 0
    assert claims(out.strip())["sub"] == subject


@pytest.mark.parametrize("arguments", [(), ("--config", "mine.toml")])
def test_the_secret_is_read_from_the_servers_settings(run: Run, arguments: tuple[str, ...]) -> None:
    Path(arguments[-1] if arguments else "antiphon.toml").write_text(f'[server]\nsecret = "{SECRET}"\n')
    code, out, _ = run(*arguments)
    assert code == 0
    check(out.strip())


def test_without_a_secret_it_says_how_to_make_one(run: Run) -> None:
    code, out, err = run()
    assert (code, out) == (2, "")
    assert "antiphon token --new-secret" in err
    assert "ANTIPHON_SERVER__SECRET" in err


def test_a_new_secret_is_one_that_the_settings_take(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    made = [run("--new-secret") for _ in range(2)]
    assert [(code, err) for code, _, err in made] == [(0, ""), (0, "")]
    one, other = (out.removesuffix("\n") for _, out, _ in made)
    assert one != other
    assert len(one) == 43  # 32 bytes in base64url, without padding (RFC 4648, section 5)
    monkeypatch.setenv("ANTIPHON_SERVER__SECRET", one)
    code, out, _ = run()
    assert code == 0
    check(out.strip(), one)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--ttl", 0), "--ttl"),
        (("--ttl", MAX_TTL_S + 1), str(MAX_TTL_S)),
        (("--ttl", "long"), "--ttl"),
        (("--subject", ""), "--subject"),
        (("--subject", "x" * 257), "257 characters"),
        (("--config", "nowhere.toml"), "nowhere.toml"),
        (("--secret", SECRET), "--secret"),
    ],
)
def test_a_wrong_call_exits_2_and_names_what_is_wrong(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: tuple[object, ...], named: str
) -> None:
    monkeypatch.setenv("ANTIPHON_SERVER__SECRET", SECRET)
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert named in err


def test_a_secret_that_is_too_short_is_refused_and_not_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTIPHON_SERVER__SECRET", "too-short-a-secret")
    code, out, err = run()
    assert (code, out) == (2, "")
    assert "server.secret" in err
    assert "too-short" not in err


def test_the_longest_token_is_one_that_the_server_takes() -> None:
    assert MAX_TTL_S == LONGEST_S


@pytest.mark.parametrize("ttl", ["0", "-1", "86401", "soon", "1.5", ""])
def test_a_time_that_is_none_is_refused_by_what_was_given(run: Run, ttl: str) -> None:
    code, out, err = run("--ttl", ttl)
    assert (code, out) == (2, "")
    assert "--ttl" in err
    assert f"{ttl!r} is no whole number from 1 to 86400." in " ".join(err.replace("│", " ").split())
