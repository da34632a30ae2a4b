"""Cut texts of a language that is written without blanks between its words: `把牛奶打勾` as `把 牛 奶 打勾`.

The words are those of the language's file, the longest first; what is in none of them is cut at every character. So a
name of the page and the same name in a sentence are cut alike, and the templates of the file hold as they do elsewhere.
Figures stand where numerals count something, and a question has its mark, which recognisers leave out.
"""

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar, cast

from antiphon.domain.actions import Action, ActionCall
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import ActionTaken, BrainRequest, ConversationItem, UserSaid

_HAN = "\u3400-\u9fff\u3007"
_RUN = re.compile(f"[{_HAN}]+")
_WIDE = str.maketrans(
    dict(
        zip(
            "\uff0c\u3002\uff1f\uff01\uff1a\uff1b\uff08\uff09\uff0e\u3001",
            (", ", ". ", "? ", "! ", ": ", "; ", " (", ") ", ".", ", "),
            strict=True,
        )
    )
)
_AFTER = re.compile(r"([,.?!;:])(?=[^\s\d,.?!;:])")
_BEFORE = re.compile(r"\s+([,.?!;:)])")
_MARKS = "\uff0c\u3002\uff1f\uff01\uff1a\uff1b\u3001"
_BESIDE = re.compile(
    f"(?<=[{_MARKS}])\\s+|(?<=[{_HAN}\u201c\u201d\u2026])\\s+(?=\\S)|(?<=\\S)\\s+(?=[{_HAN}{_MARKS}\u201c\u201d\u2026])"
)
"""Blanks that nobody writes."""
_OF_ENDS = dict(zip(",.?!:;", "\uff0c\u3002\uff1f\uff01\uff1a\uff1b", strict=True))
_ENDS = re.compile(f"(?<=[{_HAN}\u201d\uff09])([,.?!:;])(?= |$)")
_LONGEST = 8
_MOST = 2000
"""Characters of an utterance, at most: what is longer is no order to a page."""
_AT_ONCE = 16
"""Actions that are cut without a pause."""
_MANY = 3
"""Numerals in a row, at least, that are digits one by one."""
_IDS = frozenset({"action", "id", "kind", "sorted", "route"})
_T = TypeVar("_T")


class Cutter:
    """Cuts texts of one language. `data` is its file, with the part `cutting`."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        own = data["cutting"]
        spoken = {name: part for name, part in data.items() if name not in {"cutting", "says", "told", "expected"}}
        spoken["words of names"] = own["words"]
        self._words = frozenset(run for text in _texts(spoken) for run in _RUN.findall(text) if len(run) <= _LONGEST)
        self._written: Mapping[str, str] = own["written"]
        self._requests = tuple(sorted(own["requests"], key=len, reverse=True))
        self._endings = tuple(sorted(own["request_ends"], key=len, reverse=True))
        self._asks = re.compile("|".join((*own["asks"], *(f"(?:{one})$" for one in own["asks_at_end"]))))
        self._digits: Mapping[str, int] = own["digits"]
        self._units: Mapping[str, int] = own["units"]
        self._counts = frozenset(own["counts"].split())
        self._leads = frozenset(own["leads"].split())
        self._weekdays = frozenset(own["weekdays"].split())
        self._percent = str(own["percent"])
        self._kept = re.compile("|".join(own["kept"]))
        self.text = lru_cache(8192)(self._of_text)
        """Returns a text with a blank between its words; one that has been cut stays as it is."""
        self._numerals = re.compile(f"[{''.join((*self._digits, *self._units))}]+")

    def _of_text(self, text: str) -> str:
        if not _RUN.search(text):
            return text
        cut = _RUN.sub(lambda run: f" {' '.join(self._cut(run[0]))} ", text.translate(_WIDE))
        return "\n".join(map(_plain, cut.split("\n")))

    def said(self, text: str) -> str:
        """Return an utterance so, with figures, and a question mark where it asks."""
        plain = text[:_MOST].translate(_WIDE).strip()
        for one, other in self._written.items():
            plain = plain.replace(one, other)
        return self.text(self._with_figures(self._marked(plain)))

    def _marked(self, plain: str) -> str:
        """With a question mark where it asks, and without one, and what is polite behind it, where it asks to do."""
        bare = plain.rstrip(" .!?")
        request = next((one for one in self._requests if bare.startswith(one)), "")
        ending = next((one for one in self._endings if (request or len(one) > 1) and bare.endswith(one)), "")
        ordered = bare.removesuffix(ending).rstrip(" ,")
        if self._asks.search(ordered.removeprefix(request)):
            return f"{bare}?"
        if ordered and (ending or request):
            return ordered
        return f"{bare}?" if self._asks.search(bare) else plain

    def _cut(self, run: str) -> Iterator[str]:
        at = 0
        while at < len(run):
            end = next(
                (end for end in range(min(at + _LONGEST, len(run)), at + 1, -1) if run[at:end] in self._words), at + 1
            )
            yield run[at:end]
            at = end

    def _with_figures(self, text: str) -> str:
        kept = {at for found in self._kept.finditer(text) for at in range(*found.span())}

        def figure(found: re.Match[str]) -> str:
            begin = found.start() + (text[found.start() - 1 : found.start()] in self._weekdays)
            numeral = text[begin : found.end()]
            if not numeral or kept & set(range(begin, found.end())):
                return found[0]
            before, behind = text[max(begin - 1, 0) : begin], text[found.end() : found.end() + 1]
            value = self._value(numeral, counted=before in self._leads or behind in self._counts)
            return f"{text[found.start() : begin]}{value}" if value else found[0]

        figured = self._numerals.sub(figure, text)
        return re.sub(rf"{self._percent}(\d+)", r"\1%", figured)

    def _value(self, numeral: str, *, counted: bool) -> str:
        """A number in figures; nothing where it may be a part of a word."""
        if not any(one in self._units for one in numeral):
            is_one = len(numeral) == 1 and counted
            return "".join(str(self._digits[one]) for one in numeral) if is_one or len(numeral) >= _MANY else ""
        if len(numeral) == 1 and not counted:
            return ""
        total = part = digit = 0
        for one in numeral:
            if one in self._digits:
                digit = self._digits[one]
            elif (unit := self._units[one]) >= 10**4:
                total, part, digit = total + (part + digit or 1) * unit, 0, 0
            else:
                part, digit = part + (digit or 1) * unit, 0
        return str(total + part + digit)


def joined(text: str) -> str:
    """Return a text that was cut as it is written."""
    wide = _ENDS.sub(lambda found: _OF_ENDS[found[1]], text)
    return _BESIDE.sub("", wide)


def _plain(text: str) -> str:
    return " ".join(_BEFORE.sub(r"\1", _AFTER.sub(r"\1 ", text)).split())


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


class CutPages:
    """One session's requests, cut. A page is cut once, however often it is asked about."""

    def __init__(self) -> None:
        self._page = self._cut = PageContext()

    async def request(self, request: BrainRequest, cutter: Cutter) -> BrainRequest:
        """Return a request in which the page and what was said are cut, all but ids. Lets others run in between."""
        if self._page is not request.page:
            self._cut = await self._of_page(request.page, cutter.text)
            self._page = request.page
        items = [_item(one, cutter) for one in request.items]
        return replace(request, items=items, page=self._cut, tools=_each(request.tools, cutter.text))

    async def _of_page(self, page: PageContext, cut: Callable[[str], str]) -> PageContext:
        actions: dict[str, Action] = {}
        for at, (id_, action) in enumerate(page.actions.items()):
            actions[id_] = _each(action, cut)
            if at % _AT_ONCE == 0:
                await asyncio.sleep(0)
        outline = page.outline
        if outline is not None:
            blocks = []
            for block in outline.blocks:
                blocks.append(_each(block, cut))
                await asyncio.sleep(0)
            outline = replace(outline, blocks=tuple(blocks), parts=_each(outline.parts, cut))
        return replace(page, narration=cut(page.narration), actions=actions, outline=outline)


def call_as_written(call: ActionCall, request: BrainRequest) -> ActionCall:
    """Return a call with values as the page has them, or as they are written; `request` is as it came."""
    action = request.actions.get(call.action_id)
    return replace(call, parameters={key: _value(action, key, one) for key, one in call.parameters.items()})


def _value(action: Action | None, key: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    known = action.parameters.get("properties", {}).get(key, {}).get("enum", ()) if action else ()
    same = (one for one in known if isinstance(one, str) and _bare(one) == _bare(value))
    return next(same, joined(value))


def _bare(text: str) -> str:
    return "".join(text.translate(_WIDE).split())


def _item(item: ConversationItem, cutter: Cutter) -> ConversationItem:
    if isinstance(item, UserSaid):
        return replace(item, text=cutter.said(item.text))
    return replace(item, call=_each(item.call, cutter.text)) if isinstance(item, ActionTaken) else item


def _each(value: _T, cut: Callable[[str], str]) -> _T:
    """Return a value with every text in it cut, but ids."""
    found: Any = value
    if isinstance(value, str):
        found = cut(value)
    elif isinstance(value, Mapping):
        found = {key: inner if key in _IDS else _each(inner, cut) for key, inner in value.items()}
    elif isinstance(value, list | tuple):
        found = type(value)(_each(inner, cut) for inner in value)
    elif is_dataclass(value) and not isinstance(value, type):
        names = [one.name for one in fields(value) if one.name not in {*_IDS, "action_id"}]
        found = replace(value, **{name: _each(getattr(value, name), cut) for name in names})
    return cast(_T, found)
