"""The outline that `observe` makes in Chromium: a whole page by value, what it never tells, and its bounds."""

import json
from typing import Any

import pytest

from e2e.outlines import option, outline, use
from e2e.stand import Stand, observed, run


def task(name: str, on: bool) -> dict[str, Any]:
    switch = use(name, "switch_" + name.lower().replace(" ", "_"))
    return {"name": name, "on": on, "uses": [switch, use("Delete", "delete", name)]}


def guest(*cells: str) -> dict[str, Any]:
    return {"cells": [*cells, ""], "uses": [use("Delete", "delete", cells[0])]}


HOUSE = """<header><h1>Guest house</h1><nav><ul><li><a href="#booking">Booking</a></li></ul>
    <button id="settings" onclick="box.showModal()">Settings</button></nav></header><main>
  <section><h2>To do</h2>
    <form onsubmit="event.preventDefault()"><input placeholder="What?" aria-label="New task"><button>Add</button></form>
    <div role="group" aria-label="Filter"><button aria-pressed="true">All</button>
      <button aria-pressed="false">Active</button></div>
    <ul><li><label><input type="checkbox" id="milk"> Buy milk</label><button>Delete</button></li>
      <li><label><input type="checkbox" checked> Order towels</label><button>Delete</button></li></ul>
    <button>Clear completed</button></section>
  <section id="booking"><h2>Booking</h2><form>
    <label>Guest name <input required></label><label>E-mail <input type="email" value="a@b.example"></label>
    <label>Arrival <input type="date" value="2026-05-03"></label><label>At <input type="time" value="15:00"></label>
    <label>Nights <input type="number" min="1" max="14" value="2"></label>
    <label>Room <select><option>Single<option selected>Double<option disabled>Suite</select></label>
    <fieldset><legend>Breakfast</legend><label><input type="radio" name="bf" checked>None</label>
      <label><input type="radio" name="bf">English</label></fieldset>
    <fieldset><legend>Car</legend><label><input type="checkbox"> Parking</label>
      <label>Plate <input aria-invalid="true" aria-describedby="why"></label><b id="why">No such plate</b></fieldset>
    <label>Comments <textarea>None
      yet</textarea></label><label>Member no. <input readonly value="M-17"></label>
    <label>Warmth (°C) <input type="range" min="16" max="26" step="0.5" value="20"></label>
    <label>Wall <input type="color" value="#ff0000"></label>
    <button type="reset">Reset</button><button>Save booking</button></form></section>
  <section><h2>Guests</h2><table><thead><tr><th aria-sort="none"><button>Name</button></th>
      <th aria-sort="ascending"><button>City</button></th><th>Nights</th><th>Actions</th></tr></thead><tbody>
    <tr><td>Anna</td><td>Graz</td><td>3</td><td><button>Delete</button></td></tr>
    <tr><td>Ben</td><td>Lyon</td><td>7</td><td><button>Delete</button></td></tr></tbody></table></section></main>
  <dialog id="box" aria-labelledby="head"><h2 id="head">Settings</h2>
    <label><input type="checkbox" role="switch"> Dark mode</label>
    <label>Language <select><option>English<option>Deutsch</select></label>
    <button onclick="box.close()">Close</button></dialog>"""
BOOKING = [
    {"name": "Guest name", "kind": "text", "use": use("Guest name", "set_guest_name"), "required": True},
    {"name": "E-mail", "kind": "email", "value": "a@b.example", "use": use("E-mail", "set_e_mail")},
    {"name": "Arrival", "kind": "date", "value": "2026-05-03", "use": use("Arrival", "set_arrival")},
    {"name": "At", "kind": "time", "value": "15:00", "use": use("At", "set_at")},
    {"name": "Nights", "kind": "number", "value": 2, "use": use("Nights", "set_nights"), "min": 1, "max": 14},
    {
        "name": "Room",
        "kind": "choice",
        "value": "Double",
        "use": use("Room", "choose_room"),
        "options": [{"name": "Single"}, {"name": "Double"}],
    },
    {
        "name": "Breakfast",
        "kind": "choice",
        "value": "None",
        "options": [option("None", "choose_none", on=True), option("English", "choose_english")],
    },
    {"name": "Parking", "kind": "switch", "value": False, "use": use("Parking", "switch_parking"), "group": "Car"},
    {
        "name": "Plate",
        "kind": "text",
        "use": use("Plate", "set_plate"),
        "invalid": "No such plate",
        "group": "Car",
    },
    {"name": "Comments", "kind": "long", "value": "None yet", "use": use("Comments", "set_comments")},
    {"name": "Member no.", "kind": "text", "value": "M-17", "locked": True},
    {
        "name": "Warmth (°C)",
        "kind": "number",
        "value": 20,
        "use": use("Warmth (°C)", "set_warmth_c"),
        "min": 16,
        "max": 26,
        "step": 0.5,
        "unit": "°C",
    },
    {"name": "Wall", "kind": "colour", "value": "#ff0000", "use": use("Wall", "set_wall")},
]


@pytest.mark.requirement("V5-NARRATE")
async def test_lists_tables_forms_and_choices_are_told_as_data_with_what_operates_them(stand: Stand) -> None:
    async with observed(stand, HOUSE) as page:
        assert await outline(page) == [
            {
                "kind": "form",
                "name": "To do",
                "fields": [{"name": "New task", "kind": "text", "use": use("New task", "set_new_task")}],
                "submit": use("Add", "add"),
            },
            {
                "kind": "choice",
                "name": "Filter",
                "options": [option("All", "press_all", on=True), option("Active", "press_active")],
            },
            {"kind": "list", "name": "To do", "items": [task("Buy milk", on=False), task("Order towels", on=True)]},
            {"kind": "form", "name": "Booking", "fields": BOOKING, "submit": use("Save booking", "save_booking")},
            {
                "kind": "table",
                "name": "Guests",
                "columns": [
                    {"name": "Name", "sorted": "none", "use": use("Name", "press_name")},
                    {"name": "City", "sorted": "ascending", "use": use("City", "press_city")},
                    {"name": "Nights"},
                    {"name": "Actions"},
                ],
                "rows": [guest("Anna", "Graz", "3"), guest("Ben", "Lyon", "7")],
            },
        ]


@pytest.mark.requirement("V5-NARRATE")
async def test_behind_a_dialog_nothing_else_is_told(stand: Stand) -> None:
    async with observed(stand, HOUSE) as page:
        before = await outline(page)
        await run(page, "press_settings")
        language = {
            "name": "Language",
            "kind": "choice",
            "value": "English",
            "use": use("Language", "choose_language"),
            "options": [{"name": "English"}, {"name": "Deutsch"}],
        }
        dark = {"name": "Dark mode", "kind": "switch", "value": False, "use": use("Dark mode", "switch_dark_mode")}
        assert await outline(page) == [{"kind": "form", "name": "Settings", "fields": [dark, language]}]
        await run(page, "close")
        assert await outline(page) == before


async def test_what_has_changed_is_told_once(stand: Stand) -> None:
    async with observed(stand, HOUSE) as page:
        news = "JSON.parse(JSON.stringify(page.news())).outline?.blocks[2].items.map(({ on }) => on)"
        await page.evaluate("told()")
        assert await page.evaluate(news) is None
        await run(page, "switch_buy_milk", to="on")
        assert (await outline(page))[2]["items"][0]["on"] is True
        assert await page.evaluate(news) is None
        await page.evaluate(
            "() => { milk.checked = false; milk.dispatchEvent(new Event('change', { bubbles: true })); }"
        )
        await page.evaluate("observer.look()")
        assert await page.evaluate(news) is None or await page.evaluate(news) == [False, True]
        assert (await outline(page))[2]["items"][0]["on"] is False
        await page.evaluate("observer.stop()")
        assert await outline(page) == []


@pytest.mark.requirement("V5-NARRATE")
async def test_what_is_hidden_ignored_or_secret_is_in_no_block(stand: Stand) -> None:
    body = """<main><ul><li>Kept <button>Go</button></li><li hidden>XHidden <button>Go</button></li>
        <li data-voice-ignore>XIgnored <button>Go</button></li><li>Aside<i data-voice-ignore>XAside</i>
        <b style="display:none">XGone</b><textarea autocomplete="cc-number">XCard</textarea>
        <i aria-hidden="true">XSign</i></li></ul><ul data-voice-ignore><li>XList</li></ul>
        <div inert><ul><li>XInert</li></ul></div>
      <table><tr><th>Tea</th><th data-voice-ignore>XHead</th></tr>
        <tr><td>Sencha</td><td data-voice-ignore>XCell</td></tr>
        <tr hidden><td>XRow</td><td>XOther</td></tr></table>
      <h2 data-voice-ignore>XTitle</h2><form><label>Name <input></label>
        <label>XPass <input type="password" value="XWord"></label>
        <label>XCode <input autocomplete="one-time-code" value="XNumber"></label>
        <label hidden>XField <input></label><label data-voice-ignore>XMine <input></label><button hidden>XSend</button>
        <button data-voice-ignore>XBuy</button></form>
      <div role="tablist" hidden><button role="tab">XOne</button><button role="tab">XTwo</button></div></main>"""
    async with observed(stand, body) as page:
        found = await outline(page)
        assert "X" not in json.dumps(found)
        assert found == [
            {"kind": "list", "name": "", "items": [{"name": "Kept", "uses": [use("Go", "go")]}, {"name": "Aside"}]},
            {
                "kind": "table",
                "name": "",
                "columns": [{"name": "Tea"}, {"name": ""}],
                "rows": [{"cells": ["Sencha", ""]}],
            },
            {"kind": "form", "name": "", "fields": [{"name": "Name", "kind": "text", "use": use("Name", "set_name")}]},
        ]


async def test_of_many_rows_sixty_are_told_where_the_page_is_scrolled_to(stand: Stand) -> None:
    setup = """rows.innerHTML = Array.from({ length: 500 }, (_, at) =>
      `<tr><td>Tea ${at}</td><td><button>Buy</button></td></tr>`).join('');"""
    async with observed(stand, '<table aria-label="Teas"><tbody id="rows"></tbody></table>', setup) as page:
        (table,) = await outline(page)
        first = [{"cells": [f"Tea {at}", ""], "uses": [use("Buy", "buy", f"Tea {at}")]} for at in range(60)]
        assert table == {"kind": "table", "name": "Teas", "columns": [], "rows": first}
        await page.evaluate("() => { scrollTo(0, document.body.scrollHeight); return observer.look(); }")
        (table,) = await outline(page)
        assert [row["cells"][0] for row in table["rows"]] == [f"Tea {at}" for at in range(440, 500)]
        assert table["rows"][-1]["uses"] == [use("Buy", "buy", "Tea 499")]


async def test_what_is_in_shadow_trees_is_told_like_the_rest(stand: Stand) -> None:
    body = '<h2>Tasks</h2><task-list id="tasks"><task-item>Buy milk</task-item><task-item>Call</task-item></task-list>'
    setup = """
      customElements.define('task-item', class extends HTMLElement {
        connectedCallback() {
          this.attachShadow({ mode: 'open' }).innerHTML =
            '<label><input type="checkbox"><slot></slot></label><button>Delete</button>';
        }
      });
      tasks.attachShadow({ mode: 'open' }).innerHTML =
        '<ul><slot></slot></ul><form><input aria-label="New"><button>Add</button></form>';"""
    async with observed(stand, body, setup) as page:
        tasks, form = await outline(page)
        assert (tasks["kind"], tasks["name"]) == ("list", "Tasks")
        assert [one["name"] for one in tasks["items"]] == ["Buy milk", "Call"]
        assert [[one["label"] for one in item["uses"]] for item in tasks["items"]] == [
            ["Buy milk", "Delete"],
            ["Call", "Delete"],
        ]
        assert [item["on"] for item in tasks["items"]] == [False, False]
        assert form == {
            "kind": "form",
            "name": "Tasks",
            "fields": [{"name": "New", "kind": "text", "use": use("New", "set_new")}],
            "submit": use("Add", "add"),
        }
