"""`observe` in Chromium: what it neither reads nor operates, because it is ignored, hidden, disabled or secret."""

import re

import pytest

from e2e.stand import Stand, actions, narration, observed, values


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
        assert [line for line in await narration(page) if line.startswith("\u201c") and line.endswith(".")] == [
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
