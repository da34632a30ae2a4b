"""Outlines that `observe` makes of pages, and their parts as they are told."""

import json
from typing import Any

from playwright.async_api import Page

from antiphon.contracts.vip.outline import Outline


async def outline(page: Page) -> list[dict[str, Any]]:
    """The blocks, which the server takes and whose uses are actions that are offered."""
    told = json.loads(await page.evaluate("JSON.stringify(told())"))
    found: dict[str, Any] = told["outline"]
    Outline.model_validate(found)
    for one in uses(found):
        properties = told["actions"][one["action"]]["parameters"]["properties"]
        for name, value in one.get("with", {}).items():
            assert value in properties[name]["enum"]
    blocks: list[dict[str, Any]] = found["blocks"]
    return blocks


def uses(part: Any) -> list[dict[str, Any]]:
    if isinstance(part, list):
        return [one for member in part for one in uses(member)]
    if not isinstance(part, dict):
        return []
    return [part] if "action" in part else uses(list(part.values()))


def use(label: str, action: str, which: str = "") -> dict[str, Any]:
    return {"label": label, "action": action, **({"with": {"which": which}} if which else {})}


def option(name: str, action: str, on: bool = False) -> dict[str, Any]:
    return {"name": name, "on": on, "use": use(name, action)}


def text(name: str, action: str) -> dict[str, Any]:
    return {"name": name, "kind": "text", "use": use(name, action)}


def listed(name: str, *items: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "list", "name": name, "items": list(items)}


def chosen(name: str, *options: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "choice", "name": name, "options": list(options)}


def form(name: str, *fields: dict[str, Any], submit: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"kind": "form", "name": name, "fields": list(fields), **({"submit": submit} if submit else {})}
