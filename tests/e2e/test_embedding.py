"""Pages of other origins with the assistant on them, as docs/how-to/embed-from-another-origin.md has them.

Each visit fails on any error or warning on the console and on any report of the page's Content-Security-Policy.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from e2e import accessibility, firefox
from e2e.browser import Visit, visit
from e2e.hosts import host
from e2e.spoken import say, silence
from support.server import ROOT, of_tones, serve

GUIDE = (ROOT / "docs/how-to/embed-from-another-origin.md").read_text()
DEMO = (ROOT / "client_web/demo/index.html").read_text()
VOICE = "https://voice.example"
SECRET = "s" * 32

PLAIN = """<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>Lamp</title>
  <h1>The lamp is <output id="lamp">off</output>.</h1>
  <p>Words.</p>
  %s
</html>
"""


def block(language: str, part: str) -> str:
    """The block of the guide in this language with `part` in it."""
    found: list[str] = [
        text for text in re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE) if part in text
    ]
    assert len(found) == 1, f"{len(found)} blocks of {language} with {part!r}"
    return found[0]


def policy(server: str, name: str) -> str:
    """The guide's Content-Security-Policy for `name`, in one line, for this server."""
    text = re.search(rf"^{name}: (.*)$", block("text", f"{name}: "), re.MULTILINE)
    assert text
    return text[1].replace(VOICE, server)


@dataclass(frozen=True)
class Sites:
    """A server, a site whose origin it lists, and one whose origin it does not; both hand out the same files."""

    server: str
    listed: str
    other: str
    folder: Path

    def page(self, name: str, html: str, policy: str = "") -> None:
        (self.folder / f"{name}.html").write_text(html.replace(VOICE, self.server))
        if policy:
            (self.folder / f"{name}.csp").write_text(policy)


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sites]:
    root = tmp_path_factory.mktemp("embedding")
    folder = root / "site"
    folder.mkdir()
    with host(folder) as listed, host(folder) as other:
        (root / "antiphon.toml").write_text(f'[server]\nallowed_origins = ["{listed}"]\n')
        with serve(cwd=root) as server:
            found = Sites(server.url, listed, other, folder)
            found.page("demo", DEMO.replace('"../../client/', f'"{VOICE}/client/'), policy(server.url, "demonstration"))
            (folder / "page.js").write_text(block("js", "antiphon-attached"))
            tags = block("html", "data-assistant") + '<script type="module" src="page.js"></script>'
            found.page("tag", PLAIN % tags, policy(server.url, "page"))
            # Firefox asks for a picture by itself, which is the page's own matter.
            found.page("own", PLAIN % tags, policy(server.url, "page") + "; img-src 'self'")
            found.page("plain", PLAIN % "")
            found.page("closed", PLAIN % "", "default-src 'self'; script-src 'self' 'unsafe-inline'")
            yield found


@pytest.fixture
def quiet(tmp_path: Path) -> Path:
    return silence(tmp_path / "silence.wav")


def refusal(sites: Sites) -> str:
    server, other = sites.server.removeprefix("http://"), sites.other
    return (
        f"Antiphon: {server} refuses pages of {other}. "
        f'Set server.allowed_origins = ["{other}"] there, beside what it has.'
    )


def take(seen: Visit, *parts: str) -> list[str]:
    """The faults so far, which are then forgiven; each must have one of `parts` in it."""
    faults, seen.faults = seen.faults, []
    assert [fault for fault in faults if not any(part in fault for part in parts)] == []
    return faults


async def connected(page: Page) -> None:
    await page.locator('antiphon-panel[data-vip-state="idle"]').wait_for(timeout=20_000)


async def write(page: Page, text: str) -> None:
    await page.get_by_label("Type instead of talking").fill(text)
    await page.keyboard.press("Enter")


async def test_the_demonstration_on_a_second_origin_does_what_is_said(sites: Sites, tmp_path: Path) -> None:
    order = say("Switch to the dark theme.", tmp_path / "order.wav", lead_s=6.0, again=True)
    async with visit(f"{sites.listed}/demo.html", order, server=sites.server) as seen:
        await seen.page.get_by_role("button", name="Start", exact=True).click()
        # The AudioWorklet of the other origin runs: only that knows how loud the microphone is.
        module = f"{sites.server}/client/demo/demo.js"
        level = "async (module) => new Promise(async (done) => (await import(module)).antiphon.on('level', done))"
        assert "level" in await seen.page.evaluate(level, module)
        await expect(seen.page.locator("html")).to_have_attribute("data-theme", "dark", timeout=30_000)
        await expect(seen.page.locator(".entry-line.assistant").first).to_be_visible(timeout=20_000)
        await seen.stop()


async def test_from_an_origin_that_is_not_listed_it_is_refused_and_the_console_says_what_to_set(
    sites: Sites, quiet: Path
) -> None:
    async with visit(f"{sites.other}/demo.html", quiet, server=sites.server) as seen:
        await seen.page.get_by_role("button", name="Start", exact=True).click()
        await expect(seen.page.get_by_role("button", name="Start again")).to_be_visible(timeout=20_000)
        faults = take(seen, refusal(sites), "has been blocked by CORS policy", "net::ERR_FAILED")
        assert f"console error: {refusal(sites)}" in faults
        assert "not_connected" in (await seen.states())[-1]


async def test_one_script_tag_gives_a_plain_page_a_panel_that_does_what_is_typed(sites: Sites, quiet: Path) -> None:
    async with visit(f"{sites.listed}/tag.html", quiet, server=sites.server) as seen:
        page = seen.page
        await page.get_by_role("button", name="Talk to this page").click()
        await page.get_by_role("button", name="Start", exact=True).click()
        await connected(page)
        await write(page, "Switch the lamp on.")
        await expect(page.locator("#lamp")).to_have_text("on", timeout=20_000)
        # A call that is silent for a second is taken for lost where the server does not answer this.
        alive = "async (url) => (await fetch(url, { mode: 'no-cors' })).type"
        assert await page.evaluate(alive, f"{sites.server}/healthz") == "opaque"
        # Closed, the button says that there is a call.
        await page.get_by_role("button", name="Close").click()
        await expect(page.locator("antiphon-panel")).to_be_hidden()
        await expect(page.get_by_role("button", name=re.compile("Ready|Speaking"))).to_be_visible()


@pytest.mark.parametrize("directive", ["script-src", "connect-src"])
async def test_each_source_of_the_policy_is_needed(sites: Sites, quiet: Path, directive: str) -> None:
    tags = (sites.folder / "tag.html").read_text()
    allowed = f"{directive} 'self' {sites.server}"
    whole = policy(sites.server, "page")
    assert allowed in whole
    assert whole.count(sites.server) == 2
    sites.page("less", tags, whole.replace(allowed, f"{directive} 'self'"))
    async with visit(f"{sites.listed}/less.html", quiet, server=sites.server) as seen:
        await seen.page.wait_for_function("() => watched.reports.length > 0")
        told = await seen.page.evaluate("watched.reports.splice(0)")
        assert all(one.startswith(directive) for one in told), told
        seen.faults.clear()


# What a page looks like to itself: where everything is, and whether it can be scrolled.
LAYOUT = """
() => ({
  boxes: [...document.querySelectorAll('body *')].map((one) => Object.values(one.getBoundingClientRect().toJSON())),
  size: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
  under: document.elementFromPoint(100, innerHeight - 100).localName,
})
"""


@pytest.mark.parametrize(
    ("size", "scheme"),
    [({"width": 1000, "height": 700}, "light"), ({"width": 360, "height": 640}, "dark")],
    ids=["wide-light", "phone-dark"],
)
async def test_the_corner_leaves_the_page_as_it_is_and_is_used_by_keyboard(
    sites: Sites, quiet: Path, size: Any, scheme: str
) -> None:
    options: dict[str, Any] = {"viewport": size, "color_scheme": scheme}
    async with visit(f"{sites.listed}/tag.html", quiet, server=sites.server, **options) as seen:
        page = seen.page
        button = page.get_by_role("button", name="Talk to this page")
        await expect(button).to_be_visible()
        with_corner = await page.evaluate(LAYOUT)
        await page.evaluate("document.querySelector('antiphon-embed').remove()")
        assert await page.evaluate(LAYOUT) == with_corner
        await page.reload()
        await expect(button).to_be_visible()
        await page.keyboard.press("Tab")
        await expect(button).to_be_focused()
        await page.keyboard.press("Enter")
        panel = page.locator("antiphon-panel")
        await expect(panel).to_be_visible()
        await expect(panel.locator("section.panel")).to_be_focused()
        box = await panel.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert box["height"] > 300
        assert [fault for fault in await accessibility.faults(page) if "antiphon-embed" in fault] == []
        await page.keyboard.press("Escape")
        await expect(panel).to_be_hidden()
        await expect(button).to_be_focused()
        surface = "getComputedStyle(document.querySelector('antiphon-embed')).colorScheme"
        assert await page.evaluate(surface) == "light dark"


async def test_a_page_with_small_letters_has_a_panel_that_can_be_read(sites: Sites, quiet: Path) -> None:
    sites.page(
        "small", PLAIN.replace("<h1>", "<style>html { font-size: 10px }</style><h1>") % block("html", "data-assistant")
    )
    async with visit(
        f"{sites.listed}/small.html", quiet, server=sites.server, viewport={"width": 360, "height": 640}
    ) as seen:
        await seen.page.get_by_role("button", name="Talk to this page").click()
        box = await seen.page.locator("antiphon-panel").bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        assert box["width"] > 300


# Where the panel, and what is pressed and typed in it, stand. The button's words change, and so does its width.
TOPS = """
(panel) => ['.panel', '.call', 'input'].map((part) => {
  const { top } = panel.shadowRoot.querySelector(part).getBoundingClientRect();
  return `${part} ${Math.round(top)}`;
})
"""


@pytest.mark.parametrize("width", [320, 360, 375, 390, 412])
async def test_on_a_phone_stop_stands_where_start_stood(sites: Sites, quiet: Path, width: int) -> None:
    as_wide_as_the_phone = '<meta name="viewport" content="width=device-width, initial-scale=1" /><title>'
    sites.page("phone", PLAIN.replace("<title>", as_wide_as_the_phone) % block("html", "data-assistant"))
    phone: dict[str, Any] = {"viewport": {"width": width, "height": 664}, "is_mobile": True, "has_touch": True}
    async with visit(f"{sites.listed}/phone.html", quiet, server=sites.server, **phone) as seen:
        panel = seen.page.locator("antiphon-panel")
        name = panel.locator("[data-state-name]")
        await seen.page.get_by_role("button", name="Talk to this page").click()
        await expect(name).to_have_text("Not connected")
        before = await panel.evaluate(TOPS)
        await seen.page.get_by_role("button", name="Start").click()
        await expect(name).to_have_text("Ready")
        await expect(seen.page.get_by_role("button", name="Stop")).to_be_visible()
        assert await panel.evaluate(TOPS) == before


async def test_a_script_tag_on_a_page_that_is_not_listed_shows_nothing_but_the_sentence_in_the_console(
    sites: Sites, quiet: Path
) -> None:
    async with visit(f"{sites.other}/tag.html", quiet, server=sites.server) as seen:
        await seen.page.locator("antiphon-embed[hidden]").wait_for(state="attached")
        assert take(seen, refusal(sites)) == [f"console error: {refusal(sites)}"]
        await expect(seen.page.get_by_role("button", name="Talk to this page")).to_be_hidden()


async def bookmark(page: Page, server: str) -> str:
    """The address of the bookmark, from the page where users find it."""
    await page.goto(f"{server}/client/bookmarklet.html")
    link = page.get_by_role("link", name="Talk to this page")
    await link.click()
    await expect(page.get_by_role("status")).to_contain_text("Drag it")
    address = await link.get_attribute("href")
    assert address
    assert await page.get_by_label("The bookmark's address").input_value() == address
    return address


RUN = "(bookmark) => { location.href = bookmark; }"


async def test_the_bookmark_opens_the_panel_on_a_page_that_knows_nothing_of_it(sites: Sites, quiet: Path) -> None:
    async with visit(f"{sites.listed}/plain.html", quiet, server=sites.server) as seen:
        page = seen.page
        address = await bookmark(page, sites.server)
        await page.goto(f"{sites.listed}/plain.html")
        await page.evaluate(RUN, address)
        await expect(page.locator("antiphon-panel")).to_be_visible()
        await page.get_by_role("button", name="Close").click()
        await page.evaluate(RUN, address)
        await expect(page.locator("antiphon-panel")).to_be_visible()
        assert await page.locator("antiphon-embed").count() == 1
        await page.get_by_role("button", name="Start", exact=True).click()
        await connected(page)
        await write(page, "Hello.")
        await expect(page.locator(".entry-line.assistant").first).to_be_visible(timeout=20_000)


async def test_the_bookmark_says_why_on_pages_where_it_does_not_work(sites: Sites, quiet: Path) -> None:
    async with visit(f"{sites.other}/plain.html", quiet, server=sites.server) as seen:
        page = seen.page
        address = await bookmark(page, sites.server)
        # The server does not list the page: the panel's place says what to set.
        await page.goto(f"{sites.other}/plain.html")
        await page.evaluate(RUN, address)
        await expect(page.get_by_role("alert")).to_have_text(refusal(sites).removeprefix("Antiphon: "))
        assert take(seen, refusal(sites))
        # The page forbids scripts of other hosts.
        await page.goto(f"{sites.other}/closed.html")
        async with page.expect_event("dialog") as told:
            await page.evaluate(RUN, address)
        dialog = await told.value
        assert "Content-Security-Policy" in dialog.message
        await dialog.dismiss()
        assert take(seen, "Content Security Policy", "script-src")
        await page.evaluate("watched.reports = []")


CORNER = "document.querySelector('antiphon-embed')?.shadowRoot"
SHOWN = f"{CORNER}?.querySelector('antiphon-panel')"


async def test_firefox_takes_the_script_tag_with_that_policy_and_the_bookmark(sites: Sites) -> None:
    async with firefox.visit(f"{sites.listed}/own.html", firefox.BLOCKED, server=sites.server) as seen:
        page = seen.page
        await page.until(f"!!{CORNER}")
        await page.click(f"{CORNER}.querySelector('.toggle')")
        await page.until(f"!!{SHOWN}")
        await page.click(f"{SHOWN}.shadowRoot.querySelector('[data-call]')")
        await page.until(f"{SHOWN}.dataset.vipState === 'idle'")
        await page.evaluate(f"{SHOWN}.shadowRoot.querySelector('#text').focus()")
        await page.type("Switch the lamp on.")
        await page.until("lamp.value === 'on'")
        assert await seen.reports() == []
        await page.goto(f"{sites.server}/client/bookmarklet.html")
        address = await page.evaluate("document.querySelector('[data-bookmarklet]').href")
        await page.goto(f"{sites.listed}/plain.html")
        await page.evaluate(f"void (location.href = {json.dumps(address)})")
        await page.until(f"!!{SHOWN}")


async def test_a_page_gets_its_key_of_its_own_backend_by_the_recipe_of_the_guide(
    tmp_path: Path, quiet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    recipe: dict[str, Any] = {}
    exec(compile(block("python", "jwt.encode"), "recipe", "exec"), recipe)
    monkeypatch.setenv("VOICE_SECRET", SECRET)
    with host(site, lambda: recipe["open_session"]("u-1")) as origin:
        (tmp_path / "antiphon.toml").write_text(f'[server]\nsecret = "{SECRET}"\nallowed_origins = ["{origin}"]\n')
        with serve("--assistants", str(of_tones(tmp_path / "assistants")), cwd=tmp_path) as server:
            monkeypatch.setenv("VOICE_URL", server.url)
            tag = block("html", "data-token-url").replace(VOICE, server.url)
            (site / "page.html").write_text(PLAIN % tag)
            (site / "page.csp").write_text(policy(server.url, "page"))
            async with visit(f"{origin}/page.html", quiet, server=server.url) as seen:
                await seen.page.get_by_role("button", name="Talk to this page").click()
                await seen.page.get_by_role("button", name="Start", exact=True).click()
                await connected(seen.page)


async def test_the_button_and_the_panel_of_another_origin_speak_the_language_of_the_browser(
    sites: Sites, quiet: Path
) -> None:
    tag = f'<script type="module" src="{VOICE}/client/embed.js" data-assistant="demo"></script>'
    sites.page("short", PLAIN % tag, policy(sites.server, "page"))
    async with visit(f"{sites.listed}/short.html", quiet, server=sites.server, locale="de-CH") as seen:
        page = seen.page
        await page.get_by_role("button", name="Mit dieser Seite sprechen").click()
        await expect(page.get_by_role("button", name="Starten", exact=True)).to_be_visible()
        await page.get_by_role("button", name="Schließen", exact=True).click()
        # A page that wants another one gets it, as soon as it is there.
        again = f"async () => {{ const {{ embed }} = await import('{sites.server}/client/embed.js');"
        await page.evaluate(again + " embed().remove(); embed({ lang: 'nl', close: 'Weg' }); }")
        await page.get_by_role("button", name="Praat met deze pagina").click()
        await expect(page.get_by_role("button", name="Weg", exact=True)).to_be_visible()
        await expect(page.locator("antiphon-panel section.panel")).to_have_attribute("lang", "nl")
