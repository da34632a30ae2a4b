"""Take the last deed back, or do the same to something else."""

from collections.abc import Iterator
from dataclasses import replace

from antiphon.domain.actions import ActionCall
from antiphon.domain.outline import Outline, Use
from antiphon.providers.brain._page.gestures import Gestures
from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Match, Reading
from antiphon.providers.brain._page.settling import renewed_call
from antiphon.providers.brain._page.subjects import VALUES, Page, Slot, Subject, renewed
from antiphon.providers.brain._page.words import Said, content, said


def undone(done: Plan | None, gestures: Gestures) -> Iterator[Reading]:
    """Take the last change back by the opposite, or the removal of what was added, or a control of the page."""
    if done is None:
        return
    if back := back_of(done, gestures):
        yield Reading("undo", 1.0, (Plan(back, done.about),))
    else:
        yield Reading("undo", 1.0, text=gestures.page.language.say("no_undo"))


def back_of(done: Plan, gestures: Gestures) -> tuple[ActionCall, ...]:
    """The calls that take a deed back; none where nothing on the page does."""
    page = gestures.page
    if done.adds:
        added = [one for one in page.subjects() if page.fit(done.adds, one.name).whole]
        call = page.call(page.use_for(added[-1].uses, "remove", added[-1].name)) if added else None
        return (call,) if call else ()
    back = done.back
    if not back and len(done.calls) == 1:
        undo = next((id_ for id_ in page.actions if "undo" in id_.split("_")), None)
        opposite = _opposite(done, page)
        back = (ActionCall(undo, {}),) if undo else (opposite,) if opposite else ()
    return tuple(renewed_call(call, done.about, page) for call in back)


def _opposite(done: Plan, page: Page) -> ActionCall | None:
    """The control that takes away what another has given: `Remove star`, where `Star` was."""
    subject = renewed(done.about, page) if isinstance(done.about, Subject) else None
    given = set(content(done.gesture, page.language))
    plain = {stem for label in page.language.labels["remove"] for stem in content(label, page.language)}
    if subject is None or not given:
        return None
    if moved := _moved_back(done.gesture, subject, page):
        return moved
    ways = page.language.taken_back.get(done.gesture.lower(), ())
    for use in subject.uses:
        if page.label_of(use, subject.name).lower() in ways:
            return page.call(use)
        own = set(content(page.label_of(use, subject.name), page.language))
        if given < own and own - given <= plain:
            return page.call(use)
    return None


def _moved_back(label: str, subject: Subject, page: Page) -> ActionCall | None:
    """The button that moves an item back, where it was moved up or down."""
    up, down = page.language.item["up_labels"], page.language.item["down_labels"]
    other = down if label.lower() in up else up if label.lower() in down else ()
    uses = (use for use in subject.uses if page.label_of(use, subject.name).lower() in other)
    return page.call(next(uses, None))


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
    for subject in page.subjects():
        for use in subject.uses:
            if use.action != call.action_id or any(call.parameters.get(key) != one for key, one in use.fixed.items()):
                continue
            field = page.field_of(use)
            value = page.held(subject, field) if field else None
            back = gestures.fields.calls(Slot(subject.block, field), value) if field and value is not None else ()
            return Plan((call,), subject, back)
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
    back = back_of(done, gestures)
    if done.gesture in {"tick", "untick", "more", "less"}:
        again = gestures.readings(done.gesture, _match(gestures, item=rest))
    else:
        again = gestures.items.by_label(said(f"{done.gesture} {rest}", gestures.page.language))
    for one in again:
        if len(one.plans) == 1 and one.plans[0].calls:
            plan = one.plans[0]
            yield replace(one, score=0.9, plans=(replace(plan, calls=(*back, *plan.calls)),))


def continued(done: Plan | None, gestures: Gestures, text: Said) -> Iterator[Reading]:
    """`and half a litre of cream`, after something was added: so is this."""
    if done is not None and (done.adds or done.gesture == "add") and isinstance(done.about, Slot):
        yield from gestures.entering.more(done.about.block, text.verbatim(0, len(text.text) + 1))


def corrected(done: Plan | None, gestures: Gestures, rest: str, raw: str) -> Iterator[Reading]:
    """`no, the third`, `make it seven`: the last thing once more, with another item or value."""
    if done is None:
        return
    if done.adds:
        removed = next(undone(done, gestures), None)
        back = removed.plans[0].calls if removed and removed.plans else ()
        calls = gestures.entering.instead(done, raw) if back else ()
        if calls:
            adds = next((str(call.parameters["text"]) for call in calls if "text" in call.parameters), "")
            yield Reading("undo", 0.9, (replace(done, calls=(*back, *calls), back=(), adds=adds),))
        return
    if done.sorts:
        by = _without_by(rest, gestures.page.language)
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


def _without_by(text: str, language: Language) -> str:
    by = next((one for one in language.ordered["by"] if text.startswith(f"{one} ")), "")
    return text.removeprefix(f"{by} ") if by else text
