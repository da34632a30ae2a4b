"""Take the last deed back, or do the same to something else."""

from collections.abc import Iterator
from dataclasses import replace

from antiphon.domain.actions import ActionCall
from antiphon.domain.outline import Outline, Use
from antiphon.providers.brain._page.gestures import Gestures
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Match, Reading
from antiphon.providers.brain._page.subjects import VALUES, Page, Slot, Subject
from antiphon.providers.brain._page.words import Said, said


def undone(done: Plan | None, gestures: Gestures) -> Iterator[Reading]:
    """Take the last change back by the opposite, or the removal of what was added, or a control of the page."""
    page = gestures.page
    if done is None:
        return
    back = done.back
    if done.adds:
        added = [one for one in page.subjects() if page.fit(done.adds, one.name).whole]
        call = page.call(page.use_for(added[-1].uses, "remove")) if added else None
        back = (call,) if call else ()
    if not back and len(done.calls) == 1:
        undo = next((id_ for id_ in page.actions if "undo" in id_.split("_")), None)
        back = (ActionCall(undo, {}),) if undo else ()
    if back:
        yield Reading("undo", 1.0, (Plan(back, done.about),))
    else:
        yield Reading("undo", 1.0, text=page.language.say("no_undo"))


def taken_back(call: ActionCall, before: Outline, gestures: Gestures) -> Plan:
    """A call as a plan, with the call that gives a field the value that it had before."""
    page = Page(before, gestures.page.actions, gestures.page.language)
    for slot in page.slots():
        use = slot.field.use
        if (
            use
            and use.action == call.action_id
            and all(call.parameters.get(key) == one for key, one in use.fixed.items())
        ):
            value = slot.field.value
            return Plan((call,), slot, gestures.fields.calls(slot, value) if value not in (None, "") else ())
    return Plan((call,))


def _set_otherwise(done: Plan, gestures: Gestures, raw: str) -> Iterator[Reading]:
    """The field of an item once more, with another value."""
    page, [call] = gestures.page, done.calls
    value = next((name for name in VALUES if name in call.parameters), None)
    fixed = {name: one for name, one in call.parameters.items() if name != value}
    field = page.field_of(Use("", call.action_id, fixed)) if value and isinstance(done.about, Subject) else None
    if field and isinstance(done.about, Subject):
        for one in gestures.fields.given(Slot(done.about.block, field), raw, 0.8):
            yield replace(one, plans=tuple(replace(plan, about=done.about) for plan in one.plans))


def _match(gestures: Gestures, **slots: str) -> Match:
    text = said(" ".join(slots.values()), gestures.page.language)
    return Match(slots, slots, text)


def _redone(gestures: Gestures, done: Plan, rest: str) -> Iterator[Reading]:
    """The same gesture with another item, once what was done to the first is taken back."""
    if done.gesture in {"tick", "untick", "more", "less"}:
        again = gestures.readings(done.gesture, _match(gestures, item=rest))
    else:
        again = gestures.items.by_label(said(f"{done.gesture} {rest}", gestures.page.language))
    for one in again:
        if len(one.plans) == 1 and one.plans[0].calls:
            plan = one.plans[0]
            yield replace(one, score=0.9, plans=(replace(plan, calls=(*done.back, *plan.calls)),))


def continued(done: Plan | None, gestures: Gestures, text: Said) -> Iterator[Reading]:
    """`and half a litre of cream`, after something was added: so is this."""
    if done is not None and (done.adds or done.gesture == "add"):
        raw = text.verbatim(0, len(text.text) + 1)
        yield from gestures.readings("add", Match({"text": text.text}, {"text": raw}, text))


def corrected(done: Plan | None, gestures: Gestures, rest: str, raw: str) -> Iterator[Reading]:
    """`no, the third`, `make it seven`: the last thing once more, with another item or value."""
    if done is None:
        return
    if done.adds:
        removed = next(undone(done, gestures), None)
        back = removed.plans[0].calls if removed and removed.plans else ()
        for one in gestures.readings("add", _match(gestures, text=raw)) if back else ():
            plans = tuple(replace(plan, calls=(*back, *plan.calls)) for plan in one.plans)
            yield replace(one, score=0.9, plans=plans)
        return
    if done.sorts:
        by = rest.removeprefix("by ")
        yield from gestures.readings("sort", _match(gestures, column=by))
        return
    if len(done.calls) == 1 and isinstance(done.about, Subject):
        again = list(_set_otherwise(done, gestures, raw))
        if again:
            yield from again
            return
    if isinstance(done.about, Subject) and done.gesture:
        yield from _redone(gestures, done, rest)
        return
    if isinstance(done.about, Slot) and done.about.option is None:
        slots = [one for one in gestures.page.slots() if one.field.name == done.about.field.name]
        for slot in slots[:1]:
            yield from gestures.fields.given(slot, raw, 0.8)
    if isinstance(done.about, Slot) and done.about.option is not None:
        found = gestures.fields.find.options(rest, bare=False)
        yield from gestures.fields.picked([pair for pair in found if pair[0].field.name == done.about.field.name], 0.8)
