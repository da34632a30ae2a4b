"""What a Vela client is told of the end of its session, and whether it should connect anew."""

from pathlib import Path

import pytest

from antiphon.contracts.vela.dialect import VelaDialect
from antiphon.contracts.vela.envelope import failure
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed, SessionClosed
from antiphon.domain.states import CloseReason

TABLE = Path(__file__).parents[3] / "docs/reference/errors.md"


@pytest.mark.requirement("VELA-LIVE")
@pytest.mark.parametrize(
    ("reason", "anew"),
    [(CloseReason.IDLE, True), (CloseReason.LIMIT, True), (CloseReason.SHUTDOWN, True), (CloseReason.REPLACED, False)],
)
def test_who_should_connect_anew_is_told_so(reason: CloseReason, anew: bool) -> None:
    [told] = VelaDialect("sess_1").encode(SessionClosed(reason))
    assert (told.payload["code"], told.payload["retryable"]) == ("session.expired", anew)
    assert ("connect again" in told.payload["message"]) is anew


def test_the_table_tells_that_it_depends_on_what_it_is_told_of() -> None:
    code = ErrorCode.SESSION_EXPIRED
    assert failure(Failed(code, "It has ended.")).payload["retryable"] is False
    [row] = [line for line in TABLE.read_text("utf-8").splitlines() if line.startswith(f"| `{code.code}` |")]
    assert row.split(" | ")[2] == "no; yes where the page of a contract says so: connect anew"
