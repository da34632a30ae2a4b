"""Pages that were written without Antiphon, from npm packages, in a call: each control is asked for by its name.

What is a control, and what it is called, says the browser's own accessibility tree, so that what `observe` misses is
missed here. What was operated says a listener in the page, which knows nothing of actions.
"""

import asyncio
import csv
import json
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import CDPSession, Page, Route

from e2e.browser import chromium
from e2e.test_own_page import web_server
from support.node import PACKAGES
from support.server import ROOT, serve

PAGES = ROOT / "tests" / "data" / "pages.tsv"

_PRESSED = {"button", "DisclosureTriangle", "PopUpButton", "togglebutton"}
_OPENED = {"link", "tab", "menuitem", "treeitem"}
_WRITTEN = {"textbox", "searchbox", "textFieldWithComboBox"}
_SWITCHED = {"checkbox", "switch", "menuitemcheckbox"}
_CHOSEN = {"radio", "menuitemradio", "option", "listboxoption"}
_SET = {"spinbutton", "slider"}
_OTHERS = {"combobox", "listbox", "Date", "DateTime", "InputTime", "ColorWell"}
OPERABLE = _PRESSED | _OPENED | _WRITTEN | _SWITCHED | _CHOSEN | _SET | _OTHERS
"""Roles of what is operated, as Chromium names them."""

# Which controls were clicked or changed, by their places in `controls`; and no other page is loaded.
LISTEN = """
() => {
  window.controls = [];
  window.touched = [];
  const note = (event) => {
    const path = event.composedPath();
    const labelled = path.map((one) => one.control).filter(Boolean);
    for (const one of [...path, ...labelled]) {
      const at = controls.indexOf(one);
      if (at >= 0) touched.push(at);
    }
  };
  for (const type of ['click', 'input', 'change']) addEventListener(type, note, true);
}
"""
FACTS = """
function () {
  const place = this.getBoundingClientRect();
  const native = this instanceof HTMLSelectElement;
  const fills = this.matches('input,select,textarea');
  const above = [...document.querySelectorAll('h1,h2,h3,h4,h5,h6,legend')]
    .filter((one) => one.compareDocumentPosition(this) & Node.DOCUMENT_POSITION_FOLLOWING)
    .at(-1);
  const alike = native ? [...this.options].filter((one) => !one.disabled && !one.selected) : [];
  // A link within a tab of the same name is one thing to a person.
  const around = controls.find((one) => one !== this && one.contains(this) && one.textContent === this.textContent);
  return {
    place: controls.push(this) - 1,
    within: Boolean(around) || this instanceof HTMLOptionElement || Boolean(this.getRootNode().host?.matches('input')),
    type: this.type ?? '',
    shown: this.checkVisibility({ visibilityProperty: true }),
    locked: this.matches(':disabled,[readonly],[aria-disabled="true"],[type=password]'),
    hint: this.placeholder || this.title || (fills ? above?.textContent : '') || '',
    on: this.checked ?? this.ariaChecked === 'true',
    low: this.min || this.ariaValueMin || '',
    high: this.max || this.ariaValueMax || '',
    option: alike[0]?.label ?? '',
    native,
    written: this.matches('input,textarea,[contenteditable]'),
  };
}
"""
STATE = """
(at) => {
  const one = controls[at];
  if (one instanceof HTMLSelectElement) return one.selectedOptions[0]?.label;
  if (one.type === 'checkbox' || one.type === 'radio') return one.checked ? 'on' : 'off';
  return one.ariaChecked ?? one.ariaValueNow ?? one.value ?? one.textContent;
}
"""
# The question has begun to be heard: what nobody has heard is not asked.
HEARD = "() => antiphon.state === 'idle' || told.filter(({ type }) => type === 'caption').length > 1"
# A link to the same page of another site is the same link.
TOUCHED = """
(at) => {
  const { href } = controls[at];
  const leads = href && href.split('#')[0] !== location.href.split('#')[0];
  return [...touched, ...(leads ? touched.filter((one) => controls[one].href === href).map(() => at) : [])];
}
"""
ORDER = """
() => [...controls.keys()].sort((one, other) =>
  controls[one].compareDocumentPosition(controls[other]) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1)
"""
CALL = """
async (url) => {
  const { Antiphon } = await import(`${url}/client/antiphon.js`);
  window.told = [];
  window.antiphon = new Antiphon({ url });
  for (const type of ['action', 'reply', 'caption', 'transcript', 'error', 'unsent', 'microphone']) {
    antiphon.on(type, (detail) => told.push({ type, ...detail }));
  }
  window.observed = antiphon.observe();
  await observed.ready;
  await antiphon.connect();
}
"""
POLL_MS = 50
"""A look in each frame, as is usual, would take from the page what it needs for its own."""
MOST_QUESTIONS = 3
ANSWERED = "told.findLast(({ type, done }) => type === 'reply' && done)"
ACTED = "told.filter(({ type, status }) => type === 'action' && status !== 'started')"


@dataclass(frozen=True)
class Source:
    """A page of an npm package of requirements/node: `page` is its path below `folder`, which is one of the package."""

    name: str
    package: str
    licence: str
    folder: str
    page: str
    what: str

    @property
    def root(self) -> Path:
        """The folder that a web server serves."""
        return PACKAGES / self.package / self.folder

    @property
    def version(self) -> str:
        version: str = json.loads((PACKAGES / self.package / "package.json").read_text())["version"]
        return version


def sources() -> list[Source]:
    with PAGES.open(newline="") as file:
        return [Source(**line) for line in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


@dataclass
class Control:
    """One control of a page. `order` is what a person would say, `wanted` the value that it then has, if any."""

    place: int
    role: str
    name: str
    order: str
    wanted: str = ""
    nth: int = 0
    """Which one it is of those that are asked for by the same verb and name."""
    heard: str = ""
    """What the recogniser made of the order, where it was spoken."""
    answer: str = ""
    """What the assistant said, or did."""
    operated: bool = False


@dataclass
class Results:
    source: Source
    controls: list[Control] = field(default_factory=list)

    @property
    def named(self) -> list[Control]:
        return [one for one in self.controls if one.name]

    @property
    def operated(self) -> list[Control]:
        return [one for one in self.controls if one.operated]

    @property
    def missed(self) -> list[Control]:
        return [one for one in self.controls if not one.operated]


@contextmanager
def answering(*origins: str, spoken: bool = False) -> Iterator[str]:
    """The real server with the brain `rules`, for pages of these origins; recognition and voice too where `spoken`."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "assistants").mkdir()
        scripted = '[stt]\nprovider = "scripted"\ntexts = ["Well."]\n[tts]\nprovider = "scripted"\n'
        rules = f'[brain]\nprovider = "rules"\n{"" if spoken else scripted}'
        (folder / "assistants" / "demo.toml").write_text(rules)
        (folder / "antiphon.toml").write_text(f"[server]\nallowed_origins = {json.dumps(origins)}\n")
        with serve("--assistants", str(folder / "assistants"), cwd=folder) as server:
            yield server.url


@contextmanager
def site(source: Source) -> Iterator[str]:
    with web_server(source.root) as origin:
        yield origin


class Visited:
    """One page in a call."""

    def __init__(self, page: Page, url: str, server: str) -> None:
        self.page = page
        self.heard = ""
        """What the recogniser made of the last order, where it was spoken."""
        self._url = url
        self._server = server
        self._loaded = False

    async def load(self) -> None:
        """The page as it is at first, in a new call. Nothing but the page and the server is reached from it."""
        if not self._loaded:
            await self.page.route("**/*", self._route)
        self._loaded = False
        await self.page.goto(self._url)
        self._loaded = True
        await self.page.evaluate(LISTEN)
        await self.page.evaluate(CALL, self._server)
        await self.page.wait_for_function("() => antiphon.state === 'idle'", polling=POLL_MS)

    async def _route(self, route: Route) -> None:
        leaves = self._loaded and route.request.is_navigation_request()
        inside = route.request.url.startswith(("/".join(self._url.split("/")[:3]), self._server))
        if leaves:
            await route.fulfill(status=204)  # the page stays
        else:
            await (route.continue_() if inside else route.abort())

    async def controls(self) -> list[Control]:
        """Every control that is shown and enabled, in the order of the page."""
        cdp = await self.page.context.new_cdp_session(self.page)
        tree = await cdp.send("Accessibility.getFullAXTree")
        found = []
        await self.page.evaluate("controls.length = 0")
        operable = [
            node
            for node in tree["nodes"]
            if not node.get("ignored") and node.get("role", {}).get("value") in OPERABLE and "backendDOMNodeId" in node
        ]
        every = await _facts(cdp, [node["backendDOMNodeId"] for node in operable])
        for node, facts in zip(operable, every, strict=True):
            if not facts or not facts["shown"] or facts["locked"] or facts["within"]:
                continue
            if facts["type"] == "file":
                continue  # A browser opens its file dialog for a hand alone.
            name = " ".join((node.get("name", {}).get("value", "") or facts["hint"]).split())
            found.append(_spoken(node["role"]["value"], name, facts))
        await cdp.detach()
        order: list[int] = await self.page.evaluate(ORDER)
        found.sort(key=lambda control: order.index(control.place))
        counts: dict[tuple[str, str], int] = {}
        for control in found:
            asked = (control.order.split()[0], control.name.lower())
            control.nth = counts.get(asked, 0)
            counts[asked] = control.nth + 1
        return found

    async def ask(self, text: str) -> dict[str, Any]:
        """Says it in writing; what is answered in the end. Empty where nothing came within 15 s."""
        await self.page.evaluate("(text) => { told.length = 0; antiphon.sendText(text); }", text)
        return await self.answered()

    async def answered(self, timeout: float = 15_000) -> dict[str, Any]:
        try:
            await self.page.wait_for_function(f"() => {ANSWERED}", timeout=timeout, polling=POLL_MS)
        except Exception:  # noqa: BLE001 - a control that gets no answer is a control that was missed
            return {}
        answer: dict[str, Any] = await self.page.evaluate(ANSWERED)
        return answer

    async def operate(self, control: Control) -> None:
        """Asks for the control, says which one where it is asked, and looks whether it was operated."""
        # What is said over an answer that nobody has heard yet goes on where the order before it was.
        await self.page.evaluate("() => antiphon.state === 'idle' || antiphon.cancelReply()")
        await self.page.wait_for_function("() => antiphon.state === 'idle'", polling=POLL_MS)
        await self.page.evaluate("touched.length = 0")
        answer = await self.ask(control.order)
        control.heard = self.heard
        for _ in range(MOST_QUESTIONS):
            wanted = which(answer.get("text", ""), control)
            if not wanted:
                break
            await self.page.wait_for_function(HEARD, polling=POLL_MS)
            answer = await self.ask(wanted)
            control.heard = " / ".join(filter(None, [control.heard, self.heard]))
        control.answer = answer.get("text", "")
        acted: list[dict[str, Any]] = await self.page.evaluate(ACTED)
        touched: list[int] = await self.page.evaluate(TOUCHED, control.place)
        state = str(await self.page.evaluate(STATE, control.place))
        right = self.is_right(control, state) if control.wanted else control.place in touched
        control.operated = [one["status"] for one in acted] == ["success"] and right

    def is_right(self, control: Control, state: str) -> bool:
        return state.strip() == control.wanted


_NAMES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]


def which(question: str, control: Control) -> str:
    """What is answered where it is asked which one is meant; nothing where something else is said.

    Who was not understood does not say the name again, but which one of them it was.
    """
    again = question.startswith("I did not get that. ")
    question = question.removeprefix("I did not get that. ")
    if question.startswith("Do you mean "):
        meant = question.removeprefix("Do you mean ").rstrip("?").replace(" or ", ", ").split(", ")
        fits = [at for at, one in enumerate(meant) if letters(control.name) in letters(one)]
        if not fits:
            return ""
        return "yes" if len(meant) == 1 else f"the {_NAMES[fits[0]]} one"
    if not question.startswith("Which one? You can say "):
        return ""
    offered = question.split("You can say ", 1)[-1].rstrip(".").replace(" or ", ", ").split(", ")
    if offered[0] != "first" and not again:
        return offered[min(control.nth, len(offered) - 1)]
    return f"the {_NAMES[control.nth]}" if control.nth < len(_NAMES) else f"number {control.nth + 1}"


def letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()


# Nothing of what is no element, or lets itself not be asked.
OF_EACH = f"""
function (...nodes) {{
  const facts = {FACTS.strip()};
  return nodes.map((one) => {{
    try {{
      return facts.call(one);
    }} catch {{
      return undefined;
    }}
  }});
}}
"""


async def _facts(cdp: CDPSession, nodes: list[int]) -> list[dict[str, Any] | None]:
    resolved = [await cdp.send("DOM.resolveNode", {"backendNodeId": node}) for node in nodes]
    objects = [{"objectId": one["object"]["objectId"]} for one in resolved]
    if not objects:
        return []
    call = {"functionDeclaration": OF_EACH, **objects[0], "arguments": objects, "returnByValue": True}
    answer = await cdp.send("Runtime.callFunctionOn", call)
    facts: list[dict[str, Any] | None] = answer["result"]["value"]
    return facts


def _spoken(role: str, name: str, facts: dict[str, Any]) -> Control:
    """What a person says who sees the control and reads its name."""
    said = name.rstrip(".!?:")
    order, wanted = f"open {said}" if role in _OPENED else f"press {said}", ""
    if role in _SET:
        low, high = float(facts["low"] or 1), float(facts["high"] or 5)
        wanted = f"{(low + high) // 2:.0f}"
        order = f"set {said} to {wanted}"
    elif facts["native"]:
        wanted = facts["option"]
        order = f"set {said} to {wanted}"
    elif role in _SWITCHED:
        wanted = "off" if facts["on"] else "on"
        order = f"turn {said} {wanted}"
    elif role in _CHOSEN:
        order = f"choose {said}"
    elif facts["type"] == "date":
        order, wanted = f"set {said} to the fifth of May 2026", "2026-05-05"
    elif facts["type"] == "color":
        order, wanted = f"set {said} to blue", "#0000ff"
    elif facts["written"] and name.lower().startswith("search"):
        order, wanted = f"{said} for blue teapot", "blue teapot"
    elif facts["written"] and role not in _PRESSED:
        wanted = "blue teapot"
        order = f"set {said} to {wanted}"
    return Control(facts["place"], role, name, order, wanted)


def of_each_kind(controls: list[Control], most: int) -> list[Control]:
    """Up to so many: by turns one of each role, those of a role spread over the page."""
    roles = {one.role: [other for other in controls if other.role == one.role] for one in controls}
    rounds = [[ones[len(ones) * turn // most] for ones in roles.values()] for turn in range(most)]
    chosen = {one.place: one for ones in rounds for one in ones}
    return sorted(list(chosen.values())[:most], key=controls.index)


async def results_of(visited: Visited, source: Source, most: int = 0) -> Results:
    """Asks for every control of a page, or for `most` of them that are of all kinds, one after the other."""
    page = visited.page
    await visited.load()
    every = await visited.controls()
    results = Results(source, of_each_kind(every, most) if most else every)
    for control in results.controls:
        still = await page.evaluate("(at) => controls[at].checkVisibility({ visibilityProperty: true })", control.place)
        if not still:  # what came before has put it away
            await visited.load()
            await visited.controls()
        if control.name:
            await visited.operate(control)
    return results


async def measure(source: Source) -> Results:
    """In writing."""
    with site(source) as origin, answering(origin) as server:
        async with chromium() as browser:
            visited = Visited(await browser.new_page(), f"{origin}/{source.page}", server)
            return await asyncio.wait_for(results_of(visited, source), 1200)
