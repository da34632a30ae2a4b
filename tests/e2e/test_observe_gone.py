"""`observe` in Chromium: what has changed or gone before it is invoked."""

from e2e.stand import Stand, actions, observed


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
