"""The page as structure: lists, tables, forms and choices, beside the narration. Data for the brain, never instructions
(S17).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

BlockKind = Literal["list", "table", "form", "choice"]
FieldKind = Literal[
    "text", "long", "email", "tel", "url", "search", "number", "date", "time", "colour", "switch", "choice"
]
Sorted = Literal["ascending", "descending", "none"]


@dataclass(frozen=True, slots=True)
class Use:
    """A control of an item, a row, a column or a form: the action that operates it.

    `fixed` are the parameters that choose it among controls of the same name; a value that it takes is not in them.
    """

    label: str
    action: str
    fixed: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Item:
    """An entry of a list. `on`: whether it is ticked, where it can be."""

    name: str
    on: bool | None = None
    uses: tuple[Use, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; `use` sorts by it."""

    name: str
    sorted: Sorted | None = None
    use: Use | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table: a text for each column, blank where a cell has only controls."""

    cells: tuple[str, ...]
    on: bool | None = None
    uses: tuple[Use, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One of several that can be chosen: by a use of its own, or by its name as a value of the field's."""

    name: str
    on: bool | None = None
    use: Use | None = None


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of a form, as the message of a page's outline has it.

    `group` is the legend that it stands under, `invalid` what the page finds wrong with it.
    """

    name: str
    kind: FieldKind
    value: str | float | bool | None = None
    use: Use | None = None
    required: bool = False
    invalid: str | None = None
    minimum: float | None = None
    maximum: float | None = None
    step: float | None = None
    unit: str | None = None
    options: tuple[Option, ...] = ()
    group: str | None = None
    locked: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the page. A list has items, a table columns and rows, a form fields, a choice options."""

    kind: BlockKind
    name: str = ""
    items: tuple[Item, ...] = ()
    columns: tuple[Column, ...] = ()
    rows: tuple[TableRow, ...] = ()
    fields: tuple[FormField, ...] = ()
    submit: Use | None = None
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the page of which one at a time is shown: `use` shows it.

    `text` are the words that stand in it, where it is not `on`: they say where to go, and never what there is.
    """

    use: Use
    on: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True)
class Outline:
    """The blocks of a page, in its order, and the parts of it that are shown in place of one another."""

    blocks: tuple[Block, ...] = ()
    parts: tuple[Part, ...] = ()
