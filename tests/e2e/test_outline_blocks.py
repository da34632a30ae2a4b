"""The outline that `observe` makes in Chromium: what is a list, a table, a form and a choice, and what is none."""

import pytest

from e2e.outlines import chosen, form, listed, option, outline, text, use
from e2e.stand import Stand, observed

CHOICES = {
    "tabs": (
        """<div role="tablist" aria-label="Views"><button role="tab" aria-selected="true">Day</button>
          <button role="tab">Week</button></div>""",
        [chosen("Views", option("Day", "open_day", on=True), option("Week", "open_week"))],
    ),
    "radio buttons outside of forms, one of which is disabled": (
        """<h2>Size</h2><label><input type="radio" name="s" checked>Small</label>
          <label><input type="radio" name="s" disabled>Large</label>""",
        [chosen("Size", option("Small", "choose_small", on=True), {"name": "Large", "on": False})],
    ),
    "a fieldset of radio buttons": (
        """<fieldset><legend>Pay</legend><ul><li><label><input type="radio" name="p">Card</label></li>
          <li><label><input type="radio" name="p">Cash</label></li></ul></fieldset>""",
        [chosen("Pay", option("Card", "choose_card"), option("Cash", "choose_cash"))],
    ),
    "buttons that are on or off, without those beside them": (
        """<div role="toolbar" aria-label="Format"><button aria-pressed="true">Bold</button>
          <button aria-pressed="false">Italic</button><button>Undo</button></div>""",
        [chosen("Format", option("Bold", "press_bold", on=True), option("Italic", "press_italic"))],
    ),
    "a list of links one of which is where one is": (
        """<h2>Show</h2><ul><li><a href="#all" aria-current="true">All tasks</a></li>
          <li><a href="#done">Done tasks</a></li></ul>""",
        [chosen("Show", option("All tasks", "open_all_tasks", on=True), option("Done tasks", "open_done_tasks"))],
    ),
    "one button that is on": ('<button aria-pressed="true">Mute</button>', []),
}
LISTS = {
    "a list without controls, and one in it": (
        "<main><h2>Facts</h2><ul><li>Water is wet<ul><li>very</li></ul></li><li>Fire is hot</li></ul></main>",
        [listed("Facts", {"name": "Water is wet very"}, {"name": "Fire is hot"})],
    ),
    "navigation, menus, and text beside the main part": (
        """<nav><ul><li><a href="#a">Home</a></li></ul></nav><footer><ul><li>Imprint</li></ul></footer>
          <ul role="menu"><li role="menuitem">Copy</li></ul>""",
        [],
    ),
    "articles in a row": (
        """<section><h2>News</h2><article><h3>First</h3><p>It rains.</p><a href="#f">More</a></article>
          <article><h3>Second</h3><p>It shines.</p></article></section>""",
        [
            listed(
                "News", {"name": "First It rains.", "uses": [use("More", "open_more")]}, {"name": "Second It shines."}
            )
        ],
    ),
    "cards in a row, which are made of nothing but divs": (
        """<section><h2>On loan</h2><div>
          <div class="card"><input type="checkbox" aria-label="Emma"><div><b>Emma</b> by Jane Austen</div>
            <button>Renew</button></div>
          <div class="card late"><input type="checkbox" aria-label="Dracula" checked>
            <div><b>Dracula</b> by Bram Stoker</div><button>Renew</button></div></div></section>""",
        [
            listed(
                "On loan",
                {
                    "name": "Emma by Jane Austen",
                    "on": False,
                    "uses": [use("Emma", "switch_emma"), use("Renew", "press_renew", which="first")],
                },
                {
                    "name": "Dracula by Bram Stoker",
                    "on": True,
                    "uses": [use("Dracula", "switch_dracula"), use("Renew", "press_renew", which="second")],
                },
            )
        ],
    ),
    "names in a line of their own, or with room behind them, in front of what is told of them": (
        """<style>b { display: block } i { margin-right: 8px }</style><h2>Members</h2><ul>
          <li><span><b>Anna Keller</b>anna@example.org</span><button>Remove</button></li>
          <li><span><b>Ben Ortiz</b><small>ben@example.org</small></span><button>Remove</button></li>
          <li><i>Cara Bell</i>cara@example.org <button>Remove</button></li></ul>""",
        [
            listed(
                "Members",
                *(
                    {"name": name, "uses": [use("Remove", "remove", which=name)]}
                    for name in (
                        "Anna Keller anna@example.org",
                        "Ben Ortiz ben@example.org",
                        "Cara Bell cara@example.org",
                    )
                ),
            )
        ],
    ),
    "divs that are no cards: buttons alone, fields that are filled in, parts of a page, and one by itself": (
        """<div class="bar"><button>Undo</button></div><div class="bar"><button>Redo</button></div>
          <div class="part"><h2>Mail</h2><p>It has come.</p><button>Read</button></div>
          <div class="part"><h2>Post</h2><p>It has not.</p><button>Wait</button></div>
          <div class="one"><p>Some words.</p><button>Go</button></div>""",
        [],
    ),
    "mails that are called by a link, with buttons that are on or off": (
        """<main><h2>Inbox</h2><ul>
          <li><a href="#1"><span style="display:block">Anna</span><span>Lunch on Thursday</span></a> 22 Nov
            <button aria-pressed="true">Star</button><button>Archive</button></li>
          <li><a href="#2">Read more</a> A letter from the harbour office <button aria-pressed="false">Star</button>
            <button>Archive</button></li></ul></main>""",
        [
            listed(
                "Inbox",
                {
                    "name": "Anna Lunch on Thursday 22 Nov",
                    "uses": [
                        use("Anna Lunch on Thursday", "open_anna_lunch_on_thursday"),
                        use("Star", "press_star", which="22 Nov"),
                        use("Archive", "press_archive", which="22 Nov"),
                    ],
                },
                {
                    "name": "A letter from the harbour office",
                    "uses": [
                        use("Read more", "read_more"),
                        use("Star", "press_star", which="A letter from the harbour office"),
                        use("Archive", "press_archive", which="A letter from the harbour office"),
                    ],
                },
            )
        ],
    ),
    "a list to choose from": (
        """<div role="listbox" aria-label="Tea"><div role="option" aria-selected="true">Oolong</div>
          <div role="option" aria-selected="false">Sencha</div></div>""",
        [
            listed(
                "Tea",
                {"name": "Oolong", "on": True, "uses": [use("Oolong", "choose_oolong")]},
                {"name": "Sencha", "on": False, "uses": [use("Sencha", "choose_sencha")]},
            )
        ],
    ),
    "an item with a field of its own": (
        """<h2>Cart</h2><ul><li>Oolong <form><label>Count <input type="number"></label><button>Update</button></form>
          </li><li>Sencha <button>Update</button></li></ul>""",
        [
            listed(
                "Cart",
                {"name": "Oolong", "uses": [use("Count", "set_count"), use("Update", "update", "Oolong Count")]},
                {"name": "Sencha", "uses": [use("Update", "update", "Sencha")]},
            )
        ],
    ),
    "an item with a form": (
        """<h2>Steps</h2><ol><li>Who <form><label>First <input></label><label>Last <input></label><button>Next</button>
          </form></li><li>Where</li></ol>""",
        [
            listed("Steps", {"name": "Who"}, {"name": "Where"}),
            form("Steps", text("First", "set_first"), text("Last", "set_last"), submit=use("Next", "press_next")),
        ],
    ),
    "rows that can be ticked, with a list of buttons": (
        """<table><caption>Team</caption><tr><th></th><th colspan="2">Who</th><th>Do</th></tr>
          <tr><td><input type="checkbox" aria-label="Pick Ann" checked></td><td>Ann</td><td>Graz</td>
          <td><ul><li><button>Edit</button></li><li><button>Drop</button></li></ul></td></tr></table>""",
        [
            {
                "kind": "table",
                "name": "Team",
                "columns": [{"name": ""}, {"name": "Who"}, {"name": ""}, {"name": "Do"}],
                "rows": [
                    {
                        "cells": ["", "Ann", "Graz", ""],
                        "on": True,
                        "uses": [
                            use("Pick Ann", "switch_pick_ann"),
                            use("Edit", "edit"),
                            use("Drop", "press_drop"),
                        ],
                    }
                ],
            }
        ],
    ),
}
FORMS = {
    "fields of a section": (
        """<section><h2>Where</h2><label>Street <input></label><label>Town <input></label><button>Cancel</button>
          <button>Save place</button></section>""",
        [form("Where", text("Street", "set_street"), text("Town", "set_town"), submit=use("Save place", "save_place"))],
    ),
    "a field with a button beside it": (
        '<main><h2>To do</h2><p><input aria-label="Task"><button>Add</button></p><button>Sort</button></main>',
        [form("To do", text("Task", "set_task"), submit=use("Add", "add"))],
    ),
    "a field alone": (
        '<section><h2>You</h2><input aria-label="Nickname"></section><h2>Else</h2><button>Save</button>',
        [form("You", text("Nickname", "set_nickname"))],
    ),
    "fields under several headings": (
        """<h2>You</h2><label>Name <input></label><label>Town <input></label><button>Save</button>
          <h2>Tea</h2><label>Sort <input></label><button>Brew</button>""",
        [
            form("You", text("Name", "set_name"), text("Town", "set_town"), submit=use("Save", "save")),
            form("Tea", text("Sort", "set_sort"), submit=use("Brew", "press_brew")),
        ],
    ),
    "a fieldset outside of forms, with a button that is disabled": (
        "<fieldset><legend>Guest</legend><label>Name <input></label><button disabled>Save</button></fieldset>",
        [form("Guest", text("Name", "set_name"))],
    ),
    "a form that is laid out as a list": (
        """<h2>Tea</h2><form><ul><li><label>Sort <input></label></li>
          <li><label>Milk <input type="checkbox"></label></li>
          </ul><input type="submit" value="Brew"></form>""",
        [
            form(
                "Tea",
                text("Sort", "set_sort"),
                {"name": "Milk", "kind": "switch", "value": False, "use": use("Milk", "switch_milk")},
                submit=use("Brew", "press_brew"),
            )
        ],
    ),
    "a form that is laid out as a table": (
        """<form aria-label="Account"><table><tr><td>Login</td><td><input aria-label="Login"></td></tr>
          <tr><td>Town</td><td><input aria-label="Town"></td></tr></table>
          <button type="button">Go in</button></form>""",
        [form("Account", text("Login", "set_login"), text("Town", "set_town"), submit=use("Go in", "go_in"))],
    ),
}
KINDS = {**CHOICES, **LISTS, **FORMS}


@pytest.mark.parametrize("what", KINDS)
async def test_what_a_page_is_made_of(stand: Stand, what: str) -> None:
    body, blocks = KINDS[what]
    async with observed(stand, body) as page:
        assert await outline(page) == blocks


async def test_an_action_of_the_page_itself_is_not_taken_for_the_button_of_that_name(stand: Stand) -> None:
    setup = "window.explicit = { actions: { add: { description: 'Add it', run: () => 'mine' } } };"
    body = '<form aria-label="Tasks"><label>Task <input></label><button>Add</button></form>'
    async with observed(stand, body, setup) as page:
        assert await outline(page) == [form("Tasks", text("Task", "set_task"))]


async def test_what_a_field_in_a_row_holds_is_in_its_cell(stand: Stand) -> None:
    body = """<main><h2>Grades</h2><table><tr><th>Name</th><th>Grade</th><th>Group</th></tr>
      <tr><td>Ole</td><td><input type="number" aria-label="Grade of Ole" value="45"> %</td>
        <td><select aria-label="Group of Ole"><option>A</option><option selected>B</option></select></td></tr>
      <tr><td>Mia</td><td><input type="number" aria-label="Grade of Mia"> %</td>
        <td><label><input type="checkbox" checked>Group A</label></td></tr></table></main>"""
    async with observed(stand, body) as page:
        [table] = await outline(page)
        assert [row["cells"] for row in table["rows"]] == [["Ole", "45 %", "B"], ["Mia", "%", "Group A"]]


async def test_heads_that_a_script_sorts_by_are_told_as_such_and_those_that_only_stand_there_are_not(
    stand: Stand,
) -> None:
    body = """<main><h2>Kilns</h2><table><tr><th tabindex="0" aria-sort="descending">Kiln</th>
      <th style="cursor: pointer">Heat</th><th><button>Owner</button></th><th>Notes</th><th tabindex="0"></th></tr>
      <tr><td>Old</td><td>900</td><td>Ida</td><td>slow</td><td></td></tr></table></main>"""
    async with observed(stand, body) as page:
        [table] = await outline(page)
        assert table["columns"] == [
            {"name": "Kiln", "sorted": "descending", "use": use("Kiln", "press_kiln")},
            {"name": "Heat", "use": use("Heat", "press_heat")},
            {"name": "Owner", "use": use("Owner", "press_owner")},
            {"name": "Notes"},
            {"name": ""},
        ]
