"""`antiphon doctor`, as a user runs it."""

import json
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from antiphon.cli import app, checks, running
from antiphon.lan.authority import AUTHORITY_DAYS
from antiphon.lan.certificates import Certificates
from antiphon.lan.folder import AUTHORITY_KEY, LEAF
from antiphon.lan.host import identity, identity_of

GOOD = '[stt]\nprovider = "scripted"\ntexts = ["hello"]\n[brain]\nprovider = "echo"\n[tts]\nprovider = "scripted"\n'


class Doctor:
    def __init__(self, folder: Path) -> None:
        self.assistants = folder / "assistants"
        self.assistants.mkdir()
        (self.assistants / "demo.toml").write_text(GOOD)

    def run(self, *options: str) -> tuple[int, dict[str, Any]]:
        """The exit code, and of each check its status and message."""
        command = ["doctor", "--json", "--port", "0", "--assistants", str(self.assistants), *options]
        done = CliRunner().invoke(app, command)
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        report = json.loads(done.stdout)
        assert report["ok"] == (done.exit_code == 0)
        return done.exit_code, {check["name"]: (check["status"], check["message"]) for check in report["checks"]}

    def found(self, name: str, *options: str) -> tuple[int, str, str]:
        code, found = self.run(*options)
        return code, *found[name]


Answers = dict[str, tuple[int, str, str]]
READY = {"/readyz": (200, "application/json", '{"status": "ready", "refused_assistants": []}')}
FULL = {"/readyz": (503, "application/problem+json", '{"type": "urn:antiphon:error:capacity.full"}')}
OTHER = {"/readyz": (200, "application/json", '{"status": "ready"}')}
PAGE = {"/readyz": (200, "text/html", "<p>Hello")}
LIST = {"/readyz": (200, "application/json", "[1]")}
TRUST = {"/antiphon-ca.crt": (200, "application/x-x509-ca-cert", "-----BEGIN CERTIFICATE-----")}


@contextmanager
def answering(answers: Answers, context: ssl.SSLContext | None = None) -> Iterator[str]:
    """The port of a server that gives these answers."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, kind, body = answers.get(self.path, (404, "text/plain", ""))
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        if context is not None:
            server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield str(server.server_address[1])
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def doctor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Doctor:
    monkeypatch.chdir(tmp_path)
    return Doctor(tmp_path)


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def test_where_nothing_is_missing_every_line_is_ok_and_so_is_the_exit_code(doctor: Doctor) -> None:
    code, found = doctor.run()
    assert code == 0
    names = {"settings", "python", "codec", "processor", "assistant", "port", "page", "certificate", "calls"}
    assert set(found) == names
    assert {name for name, (status, _) in found.items() if status != "ok"} <= {"processor"}  # of the machine at hand


def test_without_json_it_is_one_line_each(doctor: Doctor) -> None:
    done = CliRunner().invoke(app, ["doctor", "--port", "0", "--assistants", str(doctor.assistants)])
    lines = done.stdout.splitlines()
    assert len(lines) == 9
    assert all(line.split()[0] in ("ok", "warning", "missing") for line in lines)


def test_it_changes_nothing(doctor: Doctor, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    doctor.run("--lan")
    assert sorted(tmp_path.rglob("*")) == before


def test_the_embedded_speech_is_looked_for(doctor: Doctor) -> None:
    (doctor.assistants / "demo.toml").write_text("")
    assert doctor.found("assistant")[1] == "ok"
    assert "[stt] moonshine" in doctor.found("assistant")[2]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('[brain]\nprovider = "oracle"\n', "Known names"),
        ("[stt\n", "not valid TOML"),
        ('[brain]\nprovider = "scripted"\nscript = "missing.jsonl"\n', "missing.jsonl"),
    ],
)
def test_an_assistant_that_cannot_be_loaded_stands_in_the_way(doctor: Doctor, table: str, said: str) -> None:
    (doctor.assistants / "demo.toml").write_text(table)
    code, status, message = doctor.found("assistant")
    assert (code, status) == (1, "missing")
    assert "demo.toml" in message
    assert said in message


def test_a_missing_package_is_told_with_how_to_install_it(doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    (doctor.assistants / "demo.toml").write_text('[vad]\nprovider = "energy"\n')
    monkeypatch.setattr("antiphon.providers.packages.find_spec", lambda _: None)
    code, status, message = doctor.found("assistant")
    assert (code, status) == (1, "missing")
    assert 'pip install "antiphon[local]"' in message


def test_a_folder_without_assistants_is_told(doctor: Doctor, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    code, status, _ = doctor.found("assistants", "--assistants", str(tmp_path / "empty"))
    assert (code, status) == (1, "missing")


def test_a_port_that_is_taken_stands_in_the_way(doctor: Doctor, taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "ASK_S", 0.1)  # it takes connections, and says nothing
    code, status, message = doctor.found("port", "--port", str(taken))
    assert (code, status) == (1, "missing")
    assert "is silent, as a server of Antiphon is while it loads" in message
    assert "--port" in message


@pytest.mark.parametrize("answers", [OTHER, PAGE, LIST, {}])
def test_a_server_of_somebody_else_stands_in_the_way(doctor: Doctor, answers: Answers) -> None:
    with answering(answers) as port:
        assert doctor.found("port", "--port", port)[:2] == (1, "missing")


def test_a_server_that_runs_already_is_no_fault(doctor: Doctor) -> None:
    with answering(READY) as port:
        code, status, message = doctor.found("port", "--port", port)
    assert (code, status) == (0, "ok")
    assert f"a server runs at http://127.0.0.1:{port}/ and takes calls" in message
    assert "--port" in message
    with answering(FULL) as port:
        code, status, message = doctor.found("port", "--port", port)
    assert (code, status) == (0, "warning")
    assert "takes no calls now" in message


def test_a_server_of_the_local_network_that_runs_already_is_no_fault(doctor: Doctor, tmp_path: Path) -> None:
    context = Certificates(tmp_path / "certs").context
    with answering(READY, context) as port, answering(TRUST) as beside:
        code, found = doctor.run("--lan", "--host", "127.0.0.1", "--port", port, "--trust-port", beside)
    assert code == 0
    assert found["port"] == ("ok", found["port"][1])
    assert f"https://127.0.0.1:{port}/" in found["port"][1]
    assert found["trust page"] == ("ok", f"a server of Antiphon has 127.0.0.1:{beside}")


def test_the_port_of_the_page_that_explains_how_to_trust_counts_too(
    doctor: Doctor, taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "ASK_S", 0.1)
    code, status, _ = doctor.found("trust page", "--lan", "--host", "127.0.0.1", "--trust-port", str(taken))
    assert (code, status) == (1, "missing")


def test_a_wrong_setting_is_told_and_the_machine_is_looked_at_all_the_same(doctor: Doctor, tmp_path: Path) -> None:
    (tmp_path / "antiphon.toml").write_text("[server]\nprot = 1\n")
    code, found = doctor.run()
    assert code == 1
    assert found["settings"][0] == "missing"
    assert "server.prot" in found["settings"][1]
    assert {"python", "codec", "processor"} <= set(found)


def test_others_without_a_secret_or_without_tls_are_told_apart(doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    assert doctor.found("page", "--host", "0.0.0.0")[:2] == (1, "missing")
    monkeypatch.setenv("ANTIPHON_SERVER__SECRET", "a secret of at least thirty-two bytes")
    code, status, message = doctor.found("page", "--host", "0.0.0.0")
    assert (code, status) == (0, "warning")
    assert "--lan" in message


def test_too_few_ports_for_calls_are_a_warning(doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTIPHON_SERVER__ICE_PORTS", "40000-40004")
    code, status, message = doctor.found("calls")
    assert (code, status) == (0, "warning")
    assert "5 UDP ports" in message


def test_a_slow_processor_and_a_missing_libopus_are_warnings(doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "SLOW_MS", 0.0)
    monkeypatch.setattr(checks, "FEW_CORES", 0)
    monkeypatch.setattr(checks, "libopus", lambda: None)
    code, found = doctor.run()
    assert code == 0
    assert found["processor"][0] == found["codec"][0] == "warning"


@pytest.mark.requirement("MEDIA-LAN")
def test_a_certificate_of_the_present_machine_is_ok_and_one_of_another_is_renewed(
    doctor: Doctor, tmp_path: Path
) -> None:
    assert "none in certs yet" in doctor.found("certificate")[2]
    Certificates(tmp_path / "certs")
    code, status, message = doctor.found("certificate", "--lan")
    assert (code, status) == (0, "ok")
    assert "present names and addresses" in message
    Certificates(tmp_path / "certs", lambda: identity_of("another", []))
    assert "renews it" in doctor.found("certificate", "--lan")[2]


def test_a_broken_certificate_stands_in_the_way_of_lan_alone(doctor: Doctor, tmp_path: Path) -> None:
    Certificates(tmp_path / "certs")
    (tmp_path / "certs" / LEAF).write_text("half")
    assert doctor.found("certificate", "--lan")[:2] == (1, "missing")
    assert doctor.found("certificate")[:2] == (0, "warning")


def test_an_authority_that_ends_is_told_in_time(doctor: Doctor, tmp_path: Path) -> None:
    then = datetime.now(UTC) - timedelta(days=AUTHORITY_DAYS - 30)
    Certificates(tmp_path / "certs", identity, lambda: then)
    code, status, message = doctor.found("certificate", "--lan")
    assert (code, status) == (0, "warning")
    assert "ends on" in message


def test_keys_that_others_may_read_are_told_with_the_command(doctor: Doctor, tmp_path: Path) -> None:
    Certificates(tmp_path / "certs")
    (tmp_path / "certs" / AUTHORITY_KEY).chmod(0o644)
    code, status, message = doctor.found("certificate")
    assert (code, status) == (0, "warning")
    assert "chmod 600" in message


@pytest.mark.parametrize("command", ["serve", "doctor"])
@pytest.mark.parametrize("option", ["--port", "--trust-port"])
@pytest.mark.parametrize("port", ["abc", "99999", "-1", "80.5"])
def test_a_port_that_is_none_is_refused_by_its_option_and_what_was_given(command: str, option: str, port: str) -> None:
    done = CliRunner().invoke(app, [command, option, port], env={"COLUMNS": "200"})
    assert done.exit_code == 2
    told = " ".join(done.output.replace("│", " ").split())
    assert option in told
    assert f"{port!r} is no whole number from 0 to 65535." in told
