"""What `observe` says of a dialog that opens over another one, and of the other when that is gone."""

import pytest

from e2e.stages import STAGE, stages
from e2e.stand import Stand, actions, narration, run

SHOW = "window.show = (one) => { one.hidden = false; one.showModal?.(); };"
SHUT = "window.shut = (one) => { one.close?.(); one.hidden = true; };"
REMOVING = "The page asks: Remove the boat Tern? This cannot be undone. You can say yes for Remove, or no for Keep."
SURE = "The page asks: Really? You can say yes for Sure, or no for Not now."
BERTHS = "The page says: Berths. Tern. Gull. You can say Remove Tern, Remove Gull, or Close."


def modal(kind: str, id_: str, name: str, inner: str, named_by: str) -> str:
    """A modal dialog, `<dialog>` or made by hand, that is called by its label or by its heading."""
    heading = f'<h2 id="{id_}-name">{name}</h2>' if named_by == "heading" else ""
    attribute = f'aria-labelledby="{id_}-name"' if heading else f'aria-label="{name}"'
    opening = "dialog" if kind == "dialog" else 'div role="dialog" aria-modal="true"'
    return f'<{opening} id="{id_}" {attribute} hidden>{heading}{inner}</{kind}>'


def harbour(lower: str, upper: str, named_by: str, place: str = "behind", *, confirms: str = "") -> str:
    """A list of boats in one dialog, and the question over it in another one, somewhere in the page."""
    gone = confirms or "window.gone = true; shut(asking)"
    text = f'<p>This cannot be undone.</p><button onclick="{gone}">Remove</button>'
    keep = '<button onclick="shut(asking)">Keep</button>'
    asking = modal(upper, "asking", "Remove the boat Tern?", text + keep, named_by)
    boats = (
        "<li>Tern <button onclick='show(asking)'>Remove Tern</button></li><li>Gull <button>Remove Gull</button></li>"
    )
    inner = f"<ul>{boats}</ul><button onclick='shut(berths)'>Close</button>"
    before, within, behind = (asking if place == one else "" for one in ("before", "within", "behind"))
    return f"<h1>Harbour</h1>{before}{modal(lower, 'berths', 'Berths', inner + within, named_by)}{behind}"


@pytest.mark.requirement("V5-NARRATE")
@pytest.mark.parametrize("place", ["before", "within", "behind"])
@pytest.mark.parametrize("named_by", ["label", "heading"])
async def test_a_dialog_over_a_dialog_is_read_and_answered_like_one_alone(
    stand: Stand, named_by: str, place: str
) -> None:
    async with stages(stand) as page:
        for lower, upper in (("dialog", "dialog"), ("div", "div"), ("div", "dialog"), ("dialog", "div")):
            await page.evaluate(STAGE, [harbour(lower, upper, named_by, place), f"{SHOW}{SHUT}show(berths);"])
            assert await run(page, "remove_tern") == REMOVING, (lower, upper)
            assert {"yes", "no"} <= set(await actions(page)), (lower, upper)
            # The one below is told again, once nothing lies over it any more.
            assert await run(page, "no") == BERTHS, (lower, upper)
            assert "yes" not in await actions(page)
            await run(page, "remove_tern")
            assert await run(page, "yes") == BERTHS, (lower, upper)
            assert await page.evaluate("gone")


async def test_each_of_three_dialogs_is_told_again_when_that_over_it_is_gone(stand: Stand) -> None:
    for kind in ("dialog", "div"):
        # In the page the last one that is opened stands first.
        sure = '<button onclick="shut(sure)">Sure</button><button onclick="shut(sure)">Not now</button>'
        html = modal(kind, "sure", "Really?", sure, "label") + harbour(kind, kind, "label", confirms="show(sure)")
        async with stages(stand) as page:
            await page.evaluate(STAGE, [html, f"{SHOW}{SHUT}show(berths);"])
            assert await run(page, "remove_tern") == REMOVING
            assert await run(page, "yes") == SURE
            assert set(await actions(page)) == {"yes", "no", "press_sure", "press_not_now"}
            assert await run(page, "no") == REMOVING
            assert await run(page, "no") == BERTHS
            assert await run(page, "close") == "The page shows “Harbour”."


async def test_escape_leaves_the_dialog_below_to_be_told(stand: Stand) -> None:
    async with stages(stand) as page:
        await page.evaluate(STAGE, [harbour("dialog", "dialog", "label", "before"), f"{SHOW}{SHUT}show(berths);"])
        await run(page, "remove_tern")
        await page.keyboard.press("Escape")
        await page.wait_for_function("() => !told().actions.yes")
        assert BERTHS in await narration(page)
        assert REMOVING not in await narration(page)


async def test_of_dialogs_that_open_at_once_the_one_with_the_focus_lies_over_the_others(stand: Stand) -> None:
    async with stages(stand) as page:
        html = harbour("dialog", "dialog", "label", "before")
        await page.evaluate(STAGE, [html, f"{SHOW}{SHUT}show(berths); show(asking);"])
        assert REMOVING in await narration(page)
        assert "yes" in await actions(page)


POPOVER = (
    "<button popovertarget='{id}'>More</button><div id='{id}' popover role='dialog' aria-label='{name}'>"
    "<p>{text}</p><button onclick='this.parentElement.hidePopover()'>Empty</button>"
    "<button onclick='this.parentElement.hidePopover()'>Keep</button></div>"
)


async def test_what_a_modal_dialog_opens_within_itself_asks_too_and_hides_nothing(stand: Stand) -> None:
    popover = POPOVER.format(id="pop", name="Empty the berth?", text="It is free then.")
    html = modal("dialog", "berths", "Berths", f"<p>Tern.</p>{popover}<button>Ring</button>", "label")
    async with stages(stand) as page:
        await page.evaluate(STAGE, [html, f"{SHOW}show(berths);"])
        asked = "The page asks: Empty the berth? It is free then. You can say yes for Empty, or no for Keep."
        assert await run(page, "press_more") == asked
        assert set(await actions(page)) == {"yes", "no", "press_empty", "keep", "press_more", "press_ring"}
        assert await run(page, "no") == "The page says: Berths. Tern. You can say More, or Ring."


async def test_a_popover_that_asks_nothing_leaves_the_question_of_the_dialog_below(stand: Stand) -> None:
    hint = "<button popovertarget='tip'>Why</button><div id='tip' popover role='dialog'><p>The berth is sold.</p></div>"
    inner = f"<p>This cannot be undone.</p>{hint}<button>Remove</button><button>Keep</button>"
    html = modal("dialog", "asking", "Remove the boat Tern?", inner, "label")
    async with stages(stand) as page:
        await page.evaluate(STAGE, [html, f"{SHOW}show(asking);"])
        before = set(await actions(page))
        assert (await run(page, "press_why")).endswith("The dialog is open. The berth is sold.")
        assert set(await actions(page)) == before
        assert any(line.startswith("The page asks: Remove the boat Tern?") for line in await narration(page))
