"""Read steps on a choice whose options are a scale: `the fan a little slower`, `bigger text`."""

import re
from collections.abc import Sequence

from antiphon.domain.outline import FormField, Option
from antiphon.providers.brain._page.names import Fit
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Slot

_FIGURE = re.compile(r"^[^\w]?\s?(\d+(?:[.,]\d+)?)\s?\D{0,12}$")
LEAST = 3
"""Options that are a scale; two are on and off."""


class Scales(Reader):
    """Reads that a choice is to go a step up or down."""

    def stepped(self, slot: Slot, way: int) -> Reading | None:
        """The option that is next on a field's scale; None where it has none, or is at its end."""
        options = self.steps(slot.field)
        at = next((at for at, one in enumerate(options) if one.on or one.name == slot.field.value), None)
        if at is None or not 0 <= at + way < len(options):
            return None
        picked = self.picked([(Slot(slot.block, slot.field, options[at + way]), Fit(1.0, 1.0))], 0.76)
        return next(picked, None)

    def steps(self, field: FormField) -> Sequence[Option]:
        """The options of a field from the lowest to the highest; none where they are no scale."""
        if field.kind != "choice" or field.locked:
            return ()
        heights = [(self._height(one.name), one) for one in field.options]
        known = [(height, one) for height, one in heights if height is not None]
        if len(known) < LEAST or len(known) < len(heights) or len({height for height, _ in known}) < len(known):
            return ()
        return [one for _, one in sorted(known, key=lambda pair: pair[0])]

    def _height(self, name: str) -> float | None:
        """The height of a step, by its figure or by its name; None where neither says it."""
        low = name.lower().strip()
        if figure := _FIGURE.match(low):
            return float(figure[1].replace(",", "."))
        scales = self.page.language.wished.scales
        words = re.findall(r"[^\W_]+", low)
        found = [scales[word] for word in (low, " ".join(words), *words) if word in scales]
        return float(found[0]) if found else None
