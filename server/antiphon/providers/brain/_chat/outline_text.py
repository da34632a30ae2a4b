"""Write a page's outline for a model: a line for each item, row and field, with what can be done there."""

from collections.abc import Iterator, Sequence

from antiphon.domain.outline import Block, FormField, Option, Outline, Use


def outline_text(outline: Outline) -> str:
    """Return the outline as text; the names of actions stand in brackets, so that what can be done is found there."""
    lines = [line for block in outline.blocks for line in _block(block)]
    for part in outline.parts:
        shown = "shown now" if part.on else f"not shown; has the words: {part.text}" if part.text else "not shown"
        lines.append(f"Part “{part.use.label}” ({shown}){_uses([part.use])}")
    return "\n".join(lines)


def _block(block: Block) -> Iterator[str]:
    yield f"{block.kind.capitalize()}{f' “{block.name}”' if block.name else ''}:"
    for item in block.items:
        yield f"- {item.name}{_ticked(item.on)}{_uses(item.uses)}"
    if block.columns:
        heads = (
            f"{one.name} ({one.sorted})" if one.sorted in ("ascending", "descending") else one.name
            for one in block.columns
        )
        yield f"| {' | '.join(heads)}{_uses([one.use for one in block.columns if one.use])}"
    for row in block.rows:
        yield f"| {' | '.join(row.cells)}{_ticked(row.on)}{_uses(row.uses)}"
    for field in block.fields:
        yield f"- {_field(field)}"
    yield from (f"- {_option(one)}" for one in block.options)
    if block.submit:
        yield f"- sent by{_uses([block.submit])}"


def _field(field: FormField) -> str:
    value = {None: "empty", True: "on", False: "off"}.get(field.value, field.value) if field.value != "" else "empty"  # type: ignore[arg-type]
    told = [f"{field.name} ({field.kind}): {value}{f' {field.unit}' if field.unit else ''}"]
    if field.group:
        told.append(f"of {field.group}")
    if field.required:
        told.append("required")
    if field.minimum is not None or field.maximum is not None:
        told.append(f"from {_bound(field.minimum)} to {_bound(field.maximum)}")
    if field.options:
        told.append("options: " + ", ".join(one.name for one in field.options))
    if field.invalid:
        told.append(f"wrong: {field.invalid}")
    if field.locked:
        told.append("cannot be used now")
    return "; ".join(told) + _uses([field.use] if field.use else [])


def _bound(value: float | None) -> str:
    return "any" if value is None else f"{value:g}"


def _option(option: Option) -> str:
    return f"{option.name}{_ticked(option.on)}{_uses([option.use] if option.use else [])}"


def _ticked(on: bool | None) -> str:
    return "" if on is None else " (on)" if on else " (off)"


def _uses(uses: Sequence[Use]) -> str:
    told = []
    for use in uses:
        fixed = ", ".join(f"{name}={value}" for name, value in use.fixed.items())
        told.append(f"{use.action}{f'({fixed})' if fixed else ''}")
    return f" [{'; '.join(told)}]" if told else ""
