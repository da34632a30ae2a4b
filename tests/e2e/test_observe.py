"""`observe` in Chromium: what it makes of a page, what it never touches, and that the page does not notice it."""

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Page

from e2e.browser import chromium
from e2e.test_own_page import web_server
from support.server import ROOT

# The observer on the page alone, with what a call would be told.
OBSERVE = """
async () => {
  const { observe } = await import('/client/src/observe/observe.js');
  const { Page } = await import('/client/src/page.js');
  window.page = new Page();
  page.change(window.explicit ?? {});
  window.updates = 0;
  const tell = (news) => {
    page.change(news);
    updates += [...page.updates()].length;
  };
  window.observer = await observe(page, tell, window.part, { measure: true });
  window.told = () => page.introduction();
  window.run = (id, parameters = {}) =>
    page.actions[id]
      .run(parameters, { signal: new AbortController().signal })
      .catch(({ code, message }) => `${code}: ${message}`);
}
"""
HEAD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Tea</title><body>'


@dataclass
class Stand:
    """An origin, and the tabs of one browser window: what they all load is in its cache."""

    origin: str
    folder: Path
    context: BrowserContext
    pages: Iterator[int] = field(default_factory=count)


@asynccontextmanager
async def stand_in(folder: Path) -> AsyncIterator[Stand]:
    (folder / "client").symlink_to(ROOT / "client_web")
    (folder / "favicon.ico").touch()
    (folder / "other.html").write_text(f"{HEAD}<h1>Other</h1>")
    with web_server(folder) as origin:
        async with chromium() as browser:
            yield Stand(origin, folder, await browser.new_context())


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def stand(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stand]:
    async with stand_in(tmp_path_factory.mktemp("stand")) as made:
        yield made


@asynccontextmanager
async def observed(stand: Stand, body: str, setup: str = "") -> AsyncIterator[Page]:
    """A page of its own."""
    name = f"page-{next(stand.pages)}.html"
    (stand.folder / name).write_text(f"{HEAD}{body}<script>{setup}</script>")
    page = await stand.context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    await page.goto(f"{stand.origin}/{name}")
    await page.evaluate(OBSERVE)
    yield page
    await page.close()
    assert faults == []


async def actions(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = await page.evaluate("told().actions")
    return found


async def narration(page: Page) -> list[str]:
    text: str = await page.evaluate("told().narration")
    return text.split("\n")


async def run(page: Page, action: str, **parameters: Any) -> str:
    output: str = await page.evaluate("([id, parameters]) => run(id, parameters)", [action, parameters])
    return output


def values(action: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = action["parameters"]["properties"]
    return found


@pytest.mark.requirement("V5-REGISTRY")
async def test_controls_become_actions_by_their_names_and_roles(stand: Stand) -> None:
    body = """
      <button>Add to cart</button><button>Gallery</button><a href="#a">Contact</a><button title="Bold">B</button>
      <label>Name <input></label>
      <input type="search" placeholder="Search tea"><label>Count <input type="number" min="1" max="9"></label>
      <label>Volume <input type="range"></label><label>Day <input type="date"></label>
      <label>Terms <input type="checkbox"></label>
      <label>Colour <select><option>Red<option>Deep green</select></label><label><input type="radio">Express</label>
      <div role="switch" aria-checked="false" tabindex="0">Lamp</div><div role="tab" tabindex="0">Details</div>
      <button>Größe</button><button>日本語</button><button>I'm not sure</button><button><svg></svg></button>"""
    async with observed(stand, body) as page:
        found = await actions(page)
        assert {id_: action["description"] for id_, action in found.items()} == {
            "add_to_cart": "Add to cart",
            "press_gallery": "Press Gallery",
            "open_contact": "Open Contact",
            "press_bold": "Press Bold",
            "set_name": "Set Name",
            "search_tea": "Search tea",
            "set_count": "Set Count",
            "set_volume": "Set Volume",
            "set_day": "Set Day",
            "switch_terms": "Switch Terms on or off",
            "choose_colour": "Choose Colour",
            "choose_express": "Choose Express",
            "switch_lamp": "Switch Lamp on or off",
            "open_details": "Open Details",
            "press_grosse": "Press Größe",
            "press_unnamed": "Press 日本語",
            "press_i_am_not_sure": "Press I'm not sure",
        }
        assert values(found["set_count"]) == {
            "value": {"title": "Count", "type": "integer", "minimum": 1, "maximum": 9}
        }
        assert values(found["choose_colour"])["option"]["enum"] == ["Red", "Deep green"]
        assert values(found["set_day"])["date"]["format"] == "date"


@pytest.mark.requirement("V5-REGISTRY")
async def test_what_is_ignored_hidden_disabled_or_secret_is_neither_read_nor_operated(stand: Stand) -> None:
    body = """
      <style>.gone { display: none } .unseen { visibility: hidden }</style><button>Shown</button>
      <div data-voice-ignore><h1>Ignored heading</h1><button>Ignored</button></div><button hidden>Hidden</button>
      <button class="gone">Gone</button><div class="unseen"><button>Unseen</button></div>
      <div inert><button>Inert</button></div>
      <div aria-hidden="true"><button>Silent</button></div><button style="width:0;height:0;padding:0;border:0"></button>
      <details><summary>More</summary><button>Folded</button></details><button disabled>Disabled</button>
      <button aria-disabled="true">Off</button><fieldset disabled><button>Barred</button></fieldset>
      <label>Fixed <input readonly value="fixed"></label><label>Password <input type="password" value="p4ss"></label>
      <label>Card <input autocomplete="cc-number" value="4111"></label>
      <label>Code <input autocomplete="one-time-code"></label>
      <label>Sent code <input name="otpCode" value="123456"></label>
      <label>On the back <input id="card-cvc" value="987"></label><b id="x" data-voice-ignore>Ignored name</b>
      <button aria-labelledby="x">Plain</button><a>No link</a>
      <label>File <input type="file"></label>"""
    async with observed(stand, body) as page:
        assert set(await actions(page)) == {"press_shown", "press_more", "press_plain"}
        told = "\n".join(await narration(page))
        assert all(word not in told for word in ("p4ss", "4111", "123456", "987", "Ignored", "fixed"))


@pytest.mark.requirement("V5-NARRATE")
async def test_what_cannot_be_used_now_is_told_with_the_reason_and_never_offered(stand: Stand) -> None:
    body = """<p id="why">The cart is empty</p><p id="secret" data-voice-ignore>Ignored reason</p>
      <button id="pay" disabled aria-describedby="why">Pay</button>
      <button aria-disabled="true" title="Later">Send</button><fieldset disabled>
      <button aria-describedby="secret">Barred</button></fieldset>
      <label>Fixed <input readonly value="fixed"></label><button disabled hidden>Hidden</button>
      <div data-voice-ignore><button disabled>Ignored</button></div>
      <label>Password <input type="password" disabled></label><button>Open cart</button>"""
    async with observed(stand, body) as page:
        assert set(await actions(page)) == {"open_cart"}
        assert [line for line in await narration(page) if line.startswith("\u201c")] == [
            "\u201cPay\u201d is disabled: The cart is empty.",
            "\u201cSend\u201d is disabled: Later.",
            "\u201cBarred\u201d is disabled.",
            "\u201cFixed\u201d is read-only.",
        ]
        await page.evaluate("pay.disabled = false; observer.look()")
        assert "press_pay" in await actions(page)
        assert "\u201cPay\u201d" not in "\n".join(await narration(page))
        await page.evaluate("pay.disabled = true; observer.look()")
        assert "press_pay" not in await actions(page)
        assert "\u201cPay\u201d is disabled: The cart is empty." in await narration(page)


async def test_what_is_shown_in_an_ignored_part_of_a_component_is_ignored(stand: Stand) -> None:
    body = """<div id="host"><p><button>Own</button></p><button slot="open">Public</button></div>"""
    setup = """host.attachShadow({ mode: 'open' }).innerHTML =
      '<div data-voice-ignore><slot></slot></div><slot name="open"></slot>'"""
    async with observed(stand, body, setup) as page:
        assert set(await actions(page)) == {"press_public"}


async def test_a_link_that_a_script_makes_is_one(stand: Stand) -> None:
    body = """<a id="next" title="Next" style="cursor: pointer"><span>▶</span></a><a onclick="hits++">Press here</a>
      <label for="sum" data-voice-confirm>Sum</label><input id="sum" type="checkbox">"""
    async with observed(stand, body, "let hits = 0; next.addEventListener('click', () => hits++)") as page:
        assert {"open_next", "open_press_here", "switch_sum"} == set(found := await actions(page))
        assert found["switch_sum"]["confirm"] is True
        await run(page, "open_next")
        assert await page.evaluate("hits") == 1


@pytest.mark.requirement("V5-NARRATE")
async def test_nothing_ignored_hidden_or_secret_is_told_as_a_part_of_something_else(stand: Stand) -> None:
    body = """
      <table><tr><th>Name</th><th>Pay</th></tr><tr data-voice-ignore><td>XIgnored</td><td>1</td></tr>
        <tr><td>Ann</td><td data-voice-ignore>XCell</td><td>here</td></tr>
        <tr><td>Bob</td><td hidden>XHidden</td><td>there</td></tr>
        <tr><td>Cyd</td><td>paid<b style="display:none">XGone</b>
          <textarea autocomplete="cc-number">XCard</textarea></td></tr></table>
      <div role="status">Saved<i data-voice-ignore>XAside</i><i aria-hidden="true">XSign</i><style>XRule{}</style></div>
      <button>Pay<i data-voice-ignore>XSum</i></button><h2>Card <input autocomplete="cc-number" value="XNumber"></h2>
      <label><input type="checkbox">Pin <input autocomplete="one-time-code" value="XCode">kept</label>
      <div contenteditable aria-label="Note">Hello <b data-voice-ignore>XPart</b></div>
      <section><h3 hidden>XHead</h3><button>Drop</button></section>
      <section><h3 data-voice-ignore>XTop</h3><button>Drop</button></section>
      <table><tr><td data-voice-ignore>XRow</td><td>Tea</td><td><button>Sip</button></td></tr>
        <tr><td>Milk</td><td><button>Sip</button></td></tr></table>"""
    async with observed(stand, body) as page:
        told = await page.evaluate("JSON.stringify(told())")
        assert re.findall(r"X[A-Z][a-z]+", told) == []
        assert {"Ann: here.", "Bob: there.", "Cyd: Pay paid.", "Saved.", "Note is Hello."} <= set(await narration(page))
        assert values((await actions(page))["press_sip"])["which"]["enum"] == ["Tea", "Milk"]


@pytest.mark.requirement("V5-REGISTRY")
async def test_a_password_that_the_page_shows_is_still_one(stand: Stand) -> None:
    async with observed(stand, '<label>Password <input id="p" type="password" value="p4ss"></label>') as page:
        await page.evaluate("() => { p.type = 'text'; return observer.look(); }")
        assert await actions(page) == {}
        assert await narration(page) == ["The page is “Tea”."]


@pytest.mark.requirement("V5-REGISTRY")
async def test_enter_takes_the_yes_that_its_button_takes_and_presses_none_that_is_ignored(stand: Stand) -> None:
    body = """<form onsubmit="event.preventDefault(); sent++"><input id="note" aria-label="Note">
      <button id="wipe" data-voice-confirm>Delete account</button></form>"""
    async with observed(stand, body, "let sent = 0") as page:
        await page.evaluate("() => { note.focus(); return observer.look(); }")
        assert (await actions(page))["press_enter"]["confirm"] is True
        # In one task with the invocation: the observer has seen none of it yet.
        refused = await page.evaluate("() => { wipe.dataset.voiceIgnore = ''; return run('press_enter'); }")
        assert refused == "action.not_found: What Enter presses here is not for the voice."
        await page.evaluate("observer.look()")
        assert "press_enter" not in await actions(page)
        assert await page.evaluate("sent") == 0


async def test_what_has_become_another_before_it_is_invoked_is_left_alone(stand: Stand) -> None:
    body = """<button id="file">Keep file</button><button id="cart">Cart 1</button>
      <table><tr><td id="a">Ann</td><td><button>Remove</button></td></tr>
        <tr><td id="b">Bob</td><td><button>Remove</button></td></tr></table>"""
    setup = "let pressed = []; addEventListener('click', ({ target }) => pressed.push(target.textContent));"
    async with observed(stand, body, setup) as page:
        # In one task with the invocation: the observer has seen none of it yet.
        renamed = await page.evaluate("() => { file.textContent = 'Delete file'; return run('keep_file'); }")
        assert renamed == "action.not_found: “Keep file” is no longer shown on this page."
        counted = await page.evaluate("() => { cart.textContent = 'Cart 2'; return run('press_cart_1'); }")
        assert counted == "I pressed Cart 2."
        swap = "[a.textContent, b.textContent] = [b.textContent, a.textContent];"
        moved = await page.evaluate(f"() => {{ {swap} return run('remove', {{ which: 'Ann' }}); }}")
        assert moved == "action.not_found: The page has changed: “Remove” is no longer at “Ann”."
        assert await page.evaluate("pressed") == ["Cart 2"]


async def test_a_modal_dialog_that_is_ignored_or_elsewhere_stands_in_the_way_too(stand: Stand) -> None:
    body = (
        '<main><button>Behind</button><dialog id="a" data-voice-ignore>Own</dialog></main><dialog id="b">Else</dialog>'
    )
    async with observed(stand, body, "window.part = document.querySelector('main')") as page:
        for dialog in ("a", "b"):
            refused = await page.evaluate(f"() => {{ {dialog}.showModal(); return run('press_behind'); }}")
            assert refused == "action.not_found: “Behind” is no longer shown on this page."
            await page.evaluate("observer.look()")
            assert await actions(page) == {}
            await page.evaluate(f"() => {{ {dialog}.close(); return observer.look(); }}")
            assert set(await actions(page)) == {"press_behind"}


async def test_an_option_of_a_group_that_is_disabled_cannot_be_chosen(stand: Stand) -> None:
    body = '<select aria-label="Size"><option>S<option>M<optgroup label="Out" disabled><option>L</optgroup></select>'
    async with observed(stand, body) as page:
        assert values((await actions(page))["choose_size"])["option"]["enum"] == ["S", "M"]
        assert (await run(page, "choose_size", option="L")).startswith("action.invalid_parameters: There is no “L”.")


async def test_what_went_before_it_is_invoked_is_a_clear_error_with_a_code(stand: Stand) -> None:
    body = '<button id="a">Save</button><button id="b">Send</button><div id="c"><button>Print</button></div>'
    setup = "let pressed = 0; for (const one of document.querySelectorAll('button')) one.onclick = () => pressed++;"
    async with observed(stand, body, setup) as page:
        # In one task with the invocation: the observer has seen none of it yet.
        gone = await page.evaluate(
            "() => { const { run } = page.actions.save; a.remove();"
            " return run({}, {}).catch(({ code, message }) => `${code} ${message}`); }"
        )
        locked = await page.evaluate("() => { b.disabled = true; return run('send'); }")
        assert gone == "action.not_found “Save” is no longer shown on this page."
        assert locked == "action.failed: “Send” cannot be used at the moment."
        hidden = await page.evaluate("() => { c.hidden = true; return run('print'); }")
        assert hidden == "action.not_found: “Print” is no longer shown on this page."
        assert await page.evaluate("pressed") == 0


async def test_two_with_the_same_name_are_told_apart_by_their_place_or_their_order(stand: Stand) -> None:
    body = """<ul id="list"><li>Rooibos <button>Remove</button></li><li>Earl Grey <button>Remove</button></li></ul>
      <table><tr><td>Oolong</td><td><button>Buy</button></td></tr><tr><td>Sencha</td><td><button>Buy</button>
      </td></tr></table>
      <h2>Bill to</h2><div><label>City <input></label></div><h2>Ship to</h2><div><label>City <input></label></div>
      <p><button>Same</button><button>Same</button></p><a href="/other.html">Home</a><a href="/other.html">Home</a>"""
    setup = "window.hits = []; document.onclick = ({ target }) => hits.push(target.parentElement.textContent);"
    async with observed(stand, body, setup) as page:
        found = await actions(page)
        places = {id_: values(action)["which"]["enum"] for id_, action in found.items() if "which" in values(action)}
        assert places == {
            "remove": ["Rooibos", "Earl Grey"],
            "buy": ["Oolong", "Sencha"],
            "set_city": ["Bill to", "Ship to"],
            "press_same": ["first", "second"],
        }
        await run(page, "remove", which="Earl Grey")
        assert await page.evaluate("hits") == ["Earl Grey Remove"]
        await page.evaluate("list.lastElementChild.remove()")
        await page.wait_for_function("() => !('which' in told().actions.remove.parameters.properties)")


async def test_places_are_called_as_the_page_calls_them_now(stand: Stand) -> None:
    body = """<table><tr><td id="a">Ann</td><td><button>Remove</button></td></tr>
      <tr><td id="b">Bob</td><td><button>Remove</button></td></tr></table>
      <section id="bill" aria-label="Bill to"><label>City <input></label></section>
      <div><h2 id="ship">Ship to</h2><label>City <input></label></div>"""
    async with observed(stand, body) as page:
        places = "Object.values(told().actions).map(({ parameters }) => parameters.properties.which.enum)"
        assert await page.evaluate(places) == [["Ann", "Bob"], ["Bill to", "Ship to"]]
        await page.evaluate("""() => {
          a.textContent = 'Cyd';
          b.firstChild.data = 'Dan';
          bill.ariaLabel = 'Invoice';
          ship.textContent = 'Parcel';
          return observer.look();
        }""")
        assert await page.evaluate(places) == [["Cyd", "Dan"], ["Invoice", "Parcel"]]
        assert await run(page, "remove", which="Dan") == "I pressed Remove."


async def test_ids_stay_when_the_page_draws_itself_again_and_a_number_in_a_name_changes(stand: Stand) -> None:
    body = """<div id="app"><button>Cart (1)</button><button>Inbox 3</button></div>
      <button>Volume</button><label>Volume <input></label>"""
    async with observed(stand, body) as page:
        before = list(await actions(page))
        assert before == ["press_cart", "press_inbox_3", "press_volume", "set_volume"]
        await page.evaluate("app.lastElementChild.textContent = 'Inbox 4'")
        await page.wait_for_function("() => told().actions.press_inbox_3.description === 'Press Inbox 4'")
        await page.evaluate("app.innerHTML = '<button>Cart (2)</button><button>Inbox 3</button>'")
        await page.wait_for_function("() => told().actions.press_cart?.description === 'Press Cart (2)'")
        assert sorted(await actions(page)) == sorted(before)


async def test_values_are_set_so_that_frameworks_notice(stand: Stand) -> None:
    body = """<label>Name <input id="name"></label><label>Volume <input id="volume" type="range" step="5"></label>
      <label>Colour <select id="colour"><option>Red<option>Deep green</select></label>
      <label>Terms <input type="checkbox" id="terms"></label>
      <label>Day <input id="day" type="date" min="2026-01-01"></label><label>Short <input maxlength="3"></label>
      <div id="slider" role="slider" tabindex="0" aria-label="Warmth" aria-valuemin="0" aria-valuemax="10"
        aria-valuenow="2"></div>
      <style>#slider { width: 9em; height: 1em }</style>"""
    setup = """
      // As React does: a setter of its own on the element hides values that are set by scripts.
      let hidden = '';
      Object.defineProperty(document.querySelector('#name'), 'value', { set: (text) => (hidden = text),
        get() { return Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').get.call(this); } });
      window.heard = [];
      for (const type of ['input', 'change'])
        addEventListener(type, ({ target: { id, value } }) => heard.push(`${id} ${type} ${value}`));
      slider.onkeydown = ({ key }) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0;
        slider.ariaValueNow = Number(slider.ariaValueNow) + step;
      };"""
    async with observed(stand, body, setup) as page:
        assert await run(page, "set_name", text="Anna") == "Name is Anna."
        assert await page.evaluate("hidden") == ""
        assert await page.evaluate("heard.splice(0)") == ["name input Anna", "name change Anna"]
        assert await run(page, "set_volume", value=42) == "Volume is 40."
        assert await run(page, "choose_colour", option="Deep green") == "Colour is Deep green."
        assert await run(page, "switch_terms", to="on") == "Terms is ticked."
        assert await run(page, "switch_terms", to="on") == "Terms is ticked."
        assert await run(page, "set_day", date="2026-05-03") == "Day is 2026-05-03."
        assert await run(page, "set_warmth", value=7) == "Warmth is 7."
        told = await narration(page)
        assert {"Name is Anna.", "Volume is 40.", "Terms is on.", "Warmth is 7."} <= set(told)
        early = await run(page, "set_day", date="2025-05-03")
        assert early == "action.invalid_parameters: Day can be 2026-01-01 at the earliest."
        assert "at most 3 characters" in await run(page, "set_short", text="long")


@pytest.mark.requirement("V5-NARRATE")
async def test_a_modal_dialog_takes_over_and_its_end_gives_the_page_back(stand: Stand) -> None:
    body = """<h1>Our tea</h1><table><tr><th>Tea<th>Price<tr><td>Oolong<td>4.50</table>
      <button onclick="box.showModal()">Settings</button>
      <dialog id="box" aria-label="Settings"><button onclick="box.close()">Close</button></dialog>"""
    async with observed(stand, body) as page:
        assert await narration(page) == ["The page is “Tea”.", "The page shows “Our tea”.", "Oolong: Price 4.50."]
        assert await run(page, "press_settings") == "The page says: Settings. You can say Close."
        assert list(await actions(page)) == ["yes", "close"]
        assert await run(page, "close") == "I pressed Close."
        assert list(await actions(page)) == ["press_settings"]


async def test_explicit_actions_and_words_go_before_those_that_are_seen(stand: Stand) -> None:
    save = "{ description: 'Save it all', run: () => 'mine' }"
    setup = f"window.explicit = {{ actions: {{ save: {save} }}, narration: 'A shop.' }};"
    body = '<button>Save</button><button data-voice-confirm data-voice-description="Empties the cart">Clear</button>'
    async with observed(stand, body, setup) as page:
        found = await actions(page)
        assert found["save"]["description"] == "Save it all"
        assert found["clear"]["description"] == "Clear. Empties the cart"
        assert found["clear"]["confirm"] is True
        assert (await narration(page))[0] == "A shop."
        await page.evaluate("observer.stop()")
        assert list(await actions(page)) == ["save"]
        assert await narration(page) == ["A shop."]


async def test_a_link_and_a_form_answer_before_the_page_goes(stand: Stand) -> None:
    body = """<a href="/other.html">Other</a>
      <form action="/other.html"><label>Query <input name="q"></label><button name="go" value="1">Find</button>
      </form>"""
    async with observed(stand, body) as page:
        async with page.expect_navigation(url="**/other.html"):
            assert await run(page, "open_other") == "Opening Other."
        await page.go_back()
        await page.evaluate(OBSERVE)
        await run(page, "set_query", text="tea")
        async with page.expect_navigation(url="**/other.html?q=tea&go=1"):
            assert await run(page, "find") == "I pressed Find. It is being sent."


async def test_enter_is_pressed_in_the_field_that_is_written_in(stand: Stand) -> None:
    body = '<label>Task <input id="task"></label><ul id="list"></ul>'
    setup = """task.onkeydown = ({ key }) =>
        key === 'Enter' && list.insertAdjacentHTML('beforeend', `<li><h2>${task.value}</h2>`);"""
    async with observed(stand, body, setup) as page:
        await run(page, "set_task", text="Buy milk")
        assert await run(page, "press_enter") == "The page shows “Buy milk”."


async def test_what_is_near_is_offered_within_the_limits(stand: Stand) -> None:
    body = '<div id="list"></div>'
    setup = """
      const row = (_, at) => `<p><button>Tea of the sort ${at} ${'x'.repeat(30)}</button></p>`;
      list.innerHTML = Array.from({ length: 3000 }, row).join('');"""
    async with observed(stand, body, setup) as page:
        found = await actions(page)
        assert 100 < len(found) <= 200
        assert next(iter(found)).startswith("press_tea_of_the_sort_0_")
        assert await page.evaluate("new Blob([JSON.stringify(told().actions)]).size") < 48 * 1024
        await page.evaluate("scrollTo(0, document.body.scrollHeight)")
        await page.wait_for_function(
            "() => Object.keys(told().actions).some((id) => id.startsWith('press_tea_of_the_sort_2999'))"
        )


@pytest.mark.parametrize("name", ["matches", "getAttribute", "closest"])
async def test_a_field_that_hides_a_method_of_its_form_costs_nothing_but_itself(stand: Stand, name: str) -> None:
    body = f'<form><label>Count <input name="{name}"></label></form><button>Add to cart</button>'
    async with observed(stand, body) as page:
        assert "press_add_to_cart" in await actions(page) or "add_to_cart" in await actions(page)


SLICES = "performance.getEntriesByName('antiphon.observe').map(({ duration }) => duration)"
CHANGES = 60
SLICE_MS = 4.0
SHARE = 0.6
"""Of the slices: a machine with other things to do takes the processor away in the midst of the others."""
UNDISTURBED = 0.75
"""Of the slices, the shortest: they tell what all would take if nobody took the processor away."""
A_CHANGE_MS = 8.0
"""Of the page's thread: it is under 4 on a machine with little else to do, as the line that is printed says."""


async def test_ten_thousand_elements_and_ten_changes_a_second_leave_the_page_its_time(stand: Stand) -> None:
    setup = """
      const row = (at) => `<tr><td>Tea ${at}</td><td><button>Buy</button></td><td><input aria-label="Count"></td></tr>`;
      list.innerHTML = Array.from({ length: 1700 }, (_, at) => row(at)).join('');
      let at = 0;
      window.changes = 0;
      window.change = () => {
        list.rows[at % 40].cells[0].textContent = `Tea ${at}`;
        list.rows[at % 7].classList.toggle('chosen');
        list.append(list.rows[3]);
        changes++;
        at++;
      };"""
    async with observed(stand, '<table><tbody id="list"></tbody></table>', setup) as page:
        assert await page.evaluate("document.querySelectorAll('*').length") > 10_000
        await page.evaluate("() => { updates = 0; performance.clearMeasures(); }")
        await page.evaluate("() => { window.timer = setInterval(change, 100); }")
        await page.wait_for_function(f"() => changes >= {CHANGES}", polling=500)
        await page.evaluate("clearInterval(timer)")
        slices: list[float] = sorted(await page.evaluate(SLICES))
        await page.wait_for_function("() => updates", polling=500)
        told: int = await page.evaluate("updates")
        under = sum(duration < SLICE_MS for duration in slices) / len(slices)
        undisturbed = slices[: round(UNDISTURBED * len(slices))]
        middle, each = slices[len(slices) // 2], sum(undisturbed) / UNDISTURBED / CHANGES
        print(
            f"{under:.0%} of {len(slices)} slices under {SLICE_MS} ms, the middle one {middle:.2f}; {each:.2f} a change"
        )
        assert under >= SHARE
        assert each < A_CHANGE_MS
        assert told <= 40
