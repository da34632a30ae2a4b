"""What a page says beside its controls, lists and tables is told, each text behind the heading that it stands under."""

import pytest

from e2e.stand import Stand, narration, observed

PAGE = """<header><h1>Boat hire</h1><div class="who">Signed in as Ida</div></header>
<main><div class="tiles"><div><b>12</b> boats</div><div><b>3</b> on the water</div></div>
<h2>Boats</h2><p id="count">12 boats, page 1 of 2</p>
<ul><li>Tern <select aria-label="Berth"><option>North</option><option selected>South</option></select></li>
<li>Gull <select aria-label="Berth"><option selected>North</option><option>South</option></select></li></ul>
<table><tr><th>Day</th><th>Price</th></tr><tr><td>Monday</td><td>€ 12</td></tr></table>
<h2>Good to know</h2><dl><dt>Opening hours</dt><dd>8 am to 7 pm</dd>
<dt>Telephone</dt><dd><a href="tel:1">0341 77</a></dd></dl>
<p>Life jackets are in the shed. Children must wear one, and so must everybody who cannot swim well
enough to get back.</p>
<div data-voice-ignore>Secret remark</div><p hidden>Hidden remark</p><div aria-hidden="true">Silent remark</div>
<form><label for="name">Your name</label><input id="name" name="children">
<small>As in your passport</small></form></main>"""


@pytest.mark.requirement("V5-NARRATE")
async def test_the_texts_of_a_page_are_told_with_their_headings_and_nothing_twice(stand: Stand) -> None:
    async with observed(stand, PAGE) as page:
        told = await narration(page)
        texts = [line for line in told if line.endswith("\u201d")]
        assert texts == [
            "Boat hire: \u201cSigned in as Ida\u201d",
            "Boat hire: \u201c12 boats\u201d",
            "Boat hire: \u201c3 on the water\u201d",
            "Boats: \u201c12 boats, page 1 of 2\u201d",
            "Good to know: \u201cOpening hours: 8 am to 7 pm\u201d",
            "Good to know: \u201cTelephone: 0341 77\u201d",
            "Good to know: \u201cLife jackets are in the shed. Children must wear one, and so must everybody who cannot"
            " swim well enough to get back.\u201d",
            "Good to know: \u201cAs in your passport\u201d",
        ]
        await page.evaluate("document.querySelector('#count').textContent = '11 boats'")
        await page.wait_for_function("told().narration.includes('Boats: \u201c11 boats\u201d')")


@pytest.mark.requirement("V5-NARRATE")
async def test_the_states_of_controls_of_one_name_are_told_with_which_one_it_is(stand: Stand) -> None:
    async with observed(stand, PAGE) as page:
        told = await narration(page)
        assert {"Berth (Tern) is South.", "Berth (Gull) is North."} <= set(told)


async def test_what_looks_like_two_words_is_told_as_two(stand: Stand) -> None:
    body = """<style>i { margin-left: 8px }</style>
      <h2>Nora Brandt<i>Upcoming</i></h2>
      <p>Two bikes, for three days and a half.</p>
      <h2>Half<b>way</b></h2><p>One bike, and a helmet of the larger kind that is blue.</p>"""
    async with observed(stand, body) as page:
        told = [line.partition(":")[0] for line in await narration(page) if line.endswith("\u201d")]
        assert told == ["Nora Brandt Upcoming", "Halfway"]


async def test_a_cell_has_the_name_by_which_its_thing_is_opened_and_not_what_can_be_done_to_all(stand: Stand) -> None:
    body = """<table><tr><th>No.</th><th>Subject</th><th></th></tr>
      <tr><td>7</td><td><button>Leaking pipe</button> (2)</td><td><button>Close</button></td></tr>
      <tr><td>8</td><td><a href="#8">Lost key</a></td><td><button>Close</button></td></tr></table>"""
    async with observed(stand, body) as page:
        [table] = await page.evaluate("page.introduction().outline.blocks")
        assert [row["cells"] for row in table["rows"]] == [["7", "Leaking pipe (2)", ""], ["8", "Lost key", ""]]
