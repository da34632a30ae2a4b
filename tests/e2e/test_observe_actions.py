"""`observe` in Chromium: what it makes of the controls of a page, and what it does with them."""

import pytest

from e2e.stand import OBSERVE, Stand, actions, narration, observed, run, values


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


async def test_a_link_that_a_script_makes_is_one(stand: Stand) -> None:
    body = """<a id="next" title="Next" style="cursor: pointer"><span>▶</span></a><a onclick="hits++">Press here</a>
      <label for="sum" data-voice-confirm>Sum</label><input id="sum" type="checkbox">"""
    async with observed(stand, body, "let hits = 0; next.addEventListener('click', () => hits++)") as page:
        assert {"open_next", "open_press_here", "switch_sum"} == set(found := await actions(page))
        assert found["switch_sum"]["confirm"] is True
        await run(page, "open_next")
        assert await page.evaluate("hits") == 1


async def test_an_option_of_a_group_that_is_disabled_cannot_be_chosen(stand: Stand) -> None:
    body = '<select aria-label="Size"><option>S<option>M<optgroup label="Out" disabled><option>L</optgroup></select>'
    async with observed(stand, body) as page:
        assert values((await actions(page))["choose_size"])["option"]["enum"] == ["S", "M"]
        assert (await run(page, "choose_size", option="L")).startswith("action.invalid_parameters: There is no “L”.")


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


@pytest.mark.parametrize("name", ["matches", "getAttribute", "closest"])
async def test_a_field_that_hides_a_method_of_its_form_costs_nothing_but_itself(stand: Stand, name: str) -> None:
    body = f'<form><label>Count <input name="{name}"></label></form><button>Add to cart</button>'
    async with observed(stand, body) as page:
        assert "press_add_to_cart" in await actions(page) or "add_to_cart" in await actions(page)


# As Prototype.js and MooTools leave the language to everybody else on the page.
LIBRARIES = """
  Object.defineProperty(Object.prototype, 'extend', { value() {}, enumerable: true });
  Array.prototype.toJSON = function () { return `[${this}]`; };
  Array.prototype.entries = function () { return [...this]; };
  const { from } = Array;
  Array.from = (list) => from(list);
"""


async def test_a_page_whose_libraries_change_all_arrays_is_observed(stand: Stand) -> None:
    body = "<button>Gallery</button><label>Colour <select><option>Red<option>Green</select></label>"
    async with observed(stand, body, LIBRARIES) as page:
        assert await run(page, "choose_colour", option="Green") == "Colour is Green."
        assert "press_gallery" in await actions(page)
        assert await page.evaluate("told().outline.blocks[0].fields[0].value") == "Green"
