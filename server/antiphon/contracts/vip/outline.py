"""The page's outline as a client sends it (docs/reference/vip.md, "The outline"), and what is made of it."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StrictBool, StrictFloat, StrictInt, StringConstraints

from antiphon.domain import outline as page
from antiphon.domain.texts import all_readable
from antiphon.wire.codec import json_bytes
from antiphon.wire.model import READABLE, Strict, too_large

OUTLINE_BYTES = 16 * 1024
MAX_BLOCKS = 40
MAX_ENTRIES = 60
MAX_COLUMNS = 12
MAX_FIELDS = 40
MAX_OPTIONS = 100

Label = Annotated[str, StringConstraints(max_length=200), READABLE]
Number = StrictInt | StrictFloat


class Use(Strict):
    """A control: the registry's action that operates it, `with` the parameters that choose it among its namesakes."""

    label: Label
    action: Annotated[str, StringConstraints(min_length=1, max_length=128)]
    with_: Annotated[dict[str, Any], AfterValidator(all_readable)] = Field(
        alias="with", max_length=4, default_factory=dict
    )

    def read(self) -> page.Use:
        return page.Use(self.label, self.action, self.with_)


Uses = Annotated[list[Use], Field(max_length=12)]


class Item(Strict):
    name: Label
    on: bool | None = None
    uses: Uses = Field(default_factory=list)

    def read(self) -> page.Item:
        return page.Item(self.name, self.on, _uses(self.uses))


class Column(Strict):
    name: Label
    sorted: page.Sorted | None = None
    use: Use | None = None

    def read(self) -> page.Column:
        return page.Column(self.name, self.sorted, _use(self.use))


class Row(Strict):
    cells: Annotated[list[Label], Field(max_length=MAX_COLUMNS)]
    on: bool | None = None
    uses: Uses = Field(default_factory=list)

    def read(self) -> page.TableRow:
        return page.TableRow(tuple(self.cells), self.on, _uses(self.uses))


class Option(Strict):
    name: Label
    on: bool | None = None
    use: Use | None = None

    def read(self) -> page.Option:
        return page.Option(self.name, self.on, _use(self.use))


Options = Annotated[list[Option], Field(max_length=MAX_OPTIONS)]


class FormField(Strict):
    """A field of a form. `group` is its legend; `invalid` what the page finds wrong with what is in it."""

    name: Label
    kind: page.FieldKind
    value: Label | StrictBool | Number | None = None
    use: Use | None = None
    required: bool = False
    invalid: Label | None = None
    min: Number | None = None
    max: Number | None = None
    step: Number | None = None
    unit: Label | None = None
    options: Options = Field(default_factory=list)
    group: Label | None = None
    locked: bool = False

    def read(self) -> page.FormField:
        return page.FormField(
            self.name,
            self.kind,
            self.value,
            _use(self.use),
            self.required,
            self.invalid,
            self.min,
            self.max,
            self.step,
            self.unit,
            tuple(one.read() for one in self.options),
            self.group,
            self.locked,
        )


class ListBlock(Strict):
    kind: Literal["list"]
    name: Label = ""
    items: Annotated[list[Item], Field(max_length=MAX_ENTRIES)]

    def read(self) -> page.Block:
        return page.Block("list", self.name, items=tuple(one.read() for one in self.items))


class TableBlock(Strict):
    kind: Literal["table"]
    name: Label = ""
    columns: list[Column] = Field(max_length=MAX_COLUMNS, default_factory=list)
    rows: Annotated[list[Row], Field(max_length=MAX_ENTRIES)]

    def read(self) -> page.Block:
        columns, rows = (tuple(one.read() for one in self.columns), tuple(one.read() for one in self.rows))
        return page.Block("table", self.name, columns=columns, rows=rows)


class FormBlock(Strict):
    kind: Literal["form"]
    name: Label = ""
    fields: Annotated[list[FormField], Field(max_length=MAX_FIELDS)]
    submit: Use | None = None

    def read(self) -> page.Block:
        fields = tuple(one.read() for one in self.fields)
        return page.Block("form", self.name, fields=fields, submit=_use(self.submit))


class ChoiceBlock(Strict):
    kind: Literal["choice"]
    name: Label = ""
    options: Options

    def read(self) -> page.Block:
        return page.Block("choice", self.name, options=tuple(one.read() for one in self.options))


class PartBlock(Strict):
    """A part of the page that is shown in place of others. `text`: words that stand in it, where it is not shown."""

    kind: Literal["part"]
    use: Use
    on: StrictBool = False
    text: Annotated[str, StringConstraints(max_length=1500), READABLE] = ""

    def read(self) -> page.Part:
        return page.Part(self.use.read(), self.on, self.text)


AnyBlock = Annotated[ListBlock | TableBlock | FormBlock | ChoiceBlock | PartBlock, Field(discriminator="kind")]


class Outline(Strict):
    """The blocks of a page, in its order; at most 16 KiB of JSON in all."""

    blocks: Annotated[list[AnyBlock], Field(max_length=MAX_BLOCKS)]

    def read(self) -> page.Outline:
        read = [one.read() for one in self.blocks]
        blocks = tuple(one for one in read if isinstance(one, page.Block))
        return page.Outline(blocks, tuple(one for one in read if isinstance(one, page.Part)))


def _fits(outline: object) -> object:
    size = json_bytes(outline)
    if size > OUTLINE_BYTES:
        raise too_large(size, OUTLINE_BYTES)
    return outline


PageOutline = Annotated[Outline, BeforeValidator(_fits)]


def _use(use: Use | None) -> page.Use | None:
    return use.read() if use is not None else None


def _uses(uses: list[Use]) -> tuple[page.Use, ...]:
    return tuple(one.read() for one in uses)
