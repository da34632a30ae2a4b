"""Three German pages as they were captured, and what people say to them: `tests/data/german`."""

import json
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Any

from antiphon.contracts.vip import decode
from antiphon.domain.context import PageContext
from support.house_talk import House
from support.server import ROOT

FOLDER = ROOT / "tests" / "data" / "german"
PAGES = ("aufgaben", "buchung", "lager")
TODAY = date(2026, 11, 30)


@lru_cache
def dialogues(page: str) -> list[dict[str, Any]]:
    """What is said in each, the check of the page behind it, and the calls that its first sentence leads to."""
    return [json.loads(line) for line in (FOLDER / f"{page}.jsonl").read_text("utf-8").splitlines()]


@lru_cache
def captured(page: str) -> PageContext:
    payload = {"protocol": "vip/1", **json.loads((FOLDER / f"{page}.json").read_text("utf-8"))}
    told: Any = decode.meaning(decode.validated({"type": "session.initialize", "payload": payload}))
    context: PageContext = told.page
    return context


class German(House):
    """A conversation in German about one of the pages, which stays as it is."""

    def __init__(self, page: str) -> None:
        context = captured(page)
        super().__init__(context.actions, context.outline, TODAY, "de")
        self.page = replace(context)
