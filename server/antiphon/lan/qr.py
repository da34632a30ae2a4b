"""QR codes (ISO/IEC 18004) for a terminal and for a page."""

import segno

QUIET_ZONE = 2
"""Modules of light around it. The standard asks for four; cameras do with two, and a terminal has few lines."""

# Two modules a character, the upper and the lower one: dark is left out, as most terminals are dark.
_CELLS = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
_COLOURS = "\x1b[38;5;231;48;5;16m", "\x1b[0m"


def terminal(text: str, *, colours: bool) -> str:
    """Lines of half blocks. With `colours` it is white and black on every terminal; else as the terminal is."""
    rows = [[bool(module) for module in row] for row in segno.make_qr(text, error="m").matrix_iter(border=QUIET_ZONE)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    begin, end = _COLOURS if colours else ("", "")
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join(
        begin + "".join(_CELLS[pair] for pair in zip(upper, lower, strict=True)) + end for upper, lower in pairs
    )


def svg(text: str) -> str:
    """An element that scales, dark on light in any theme, without a style of its own (for a strict CSP)."""
    drawn: str = segno.make_qr(text, error="m").svg_inline(
        border=4, omitsize=True, dark="#000", light="#fff", svgclass="qr", lineclass=None, title="QR code"
    )
    return drawn
