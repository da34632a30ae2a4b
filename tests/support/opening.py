"""Opens sessions of a server that listens to nobody, as `POST /v1/sessions` would."""

from collections.abc import Mapping
from typing import Any

from antiphon.app import Server
from antiphon.contracts.vip.contract import Vip
from antiphon.http.session_records import SessionRecords
from antiphon.session.session import Session


async def open_session(
    server: Server,
    assistant_id: str | None = None,
    user_id: str | None = None,
    locale: str | None = None,
    metadata: Mapping[str, Any] | None = None,
) -> Session:
    return await Vip(server, SessionRecords(server)).open(assistant_id, user_id, locale, metadata or {})
