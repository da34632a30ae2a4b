"""A plot of what calls cost, as one SVG file without scripts or fonts of its own."""

import math
from collections.abc import Sequence
from xml.sax.saxutils import escape

from antiphon.testing.bench_row import MAX_P99_MS, Row

WIDTH, HEIGHT = 760, 560
LEFT, RIGHT, TOP, GAP, BOTTOM = 70, 24, 56, 60, 48
PANEL = (HEIGHT - TOP - GAP - BOTTOM) / 2
TICKS = 5
_STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#24292f}.t{font-weight:600}.s{fill:#57606a;font-size:12px}"
    ".g{stroke:#d0d7de;stroke-width:1}.a{stroke:#0550ae;fill:#0550ae}.b{stroke:#bc4c00;fill:#bc4c00}"
    ".l{fill:none;stroke-width:2}.m{stroke:#cf222e;stroke-dasharray:5 4}"
    "svg{background:#fff}"
)


def plot(rows: Sequence[Row], title: str) -> str:
    """Two panels over the number of calls: the share of a core that they use, and p99 of the gaps from 20 ms."""
    shares = [(row.calls, row.cost.core_share * 100) for row in rows if row.cost is not None]
    gaps = [(row.calls, row.gap_ms.p99) for row in rows if row.gap_ms.p99 is not None]
    most = max((row.calls for row in rows), default=1)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
            f"<title>{escape(title)}</title><style>{_STYLE}</style>",
            f'<text class="t" x="{LEFT}" y="22">{escape(title)}</text>',
            *_panel(TOP, "CPU, % of a core", "a", shares, most, None),
            *_panel(TOP + PANEL + GAP, "gap between packets, ms off 20, p99", "b", gaps, most, MAX_P99_MS),
            f'<text class="s" x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 10}" text-anchor="middle">calls</text>',
            "</svg>",
            "",
        ]
    )


def _panel(
    top: float, name: str, style: str, points: Sequence[tuple[int, float]], most: int, bound: float | None
) -> list[str]:
    """One panel; `bound` is drawn as a dashed line that is not to be crossed."""
    high = nice_ceiling(max([y for _, y in points] + ([bound * 1.2] if bound else []), default=1.0))
    bottom = top + PANEL

    def x(calls: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * calls / most

    def y(value: float) -> float:
        return bottom - PANEL * value / high

    parts = [f'<text class="s" x="{LEFT}" y="{top - 8:.1f}">{escape(name)}</text>']
    for step in range(TICKS + 1):
        value = high * step / TICKS
        at = f"{y(value):.1f}"
        parts.append(f'<path class="g" d="M{LEFT} {at}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text class="s" x="{LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g}</text>')
    if bound is not None:
        parts.append(f'<path class="m" d="M{LEFT} {y(bound):.1f}H{WIDTH - RIGHT}"/>')
    if points:
        line = "L".join(f"{x(calls):.1f} {y(value):.1f}" for calls, value in points)
        parts.append(f'<path class="l {style}" style="fill:none" d="M{line}"/>')
    for calls, value in points:
        told = f"<title>calls {calls}: {value:.2f}</title>"
        parts.append(f'<circle class="{style}" cx="{x(calls):.1f}" cy="{y(value):.1f}" r="4">{told}</circle>')
        parts.append(f'<text class="s" x="{x(calls):.1f}" y="{bottom + 16:.1f}" text-anchor="middle">{calls}</text>')
    return parts


def nice_ceiling(value: float) -> float:
    """The next of 1, 2, 5, 10, 20, 50 and so on that is not less."""
    if value <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= value)
