"""The lines of `antiphon serve` while it loads: which model of how many, and after what time."""

import sys
import time
from typing import Literal

import structlog

from antiphon.loading import Loading

WHAT = {"stt": "recogniser", "brain": "brain", "tts": "voice"}

log = structlog.get_logger()


class Progress:
    """Lines on standard error: as sentences, or in the log's form where that is to be JSON; none where `quiet`."""

    def __init__(self, style: Literal["text", "json"] = "text", *, quiet: bool = False) -> None:
        self._style = style
        self._quiet = quiet
        self._began = time.monotonic()

    def loading(self, loading: Loading) -> None:
        what = WHAT.get(loading.kind, loading.kind)
        self._say("loading", f"Loading the {what} {loading.name} ({loading.number} of {loading.of})", loading.name)

    def loaded(self) -> None:
        self._say("loaded", "All is loaded")

    def _say(self, event: str, sentence: str, provider: str | None = None) -> None:
        after_s = time.monotonic() - self._began
        if self._quiet:
            return
        if self._style == "json":
            log.info(event, seconds=round(after_s, 1), **({"provider": provider} if provider else {}))
        else:
            print(f"{after_s:5.1f} s  {sentence}", file=sys.stderr, flush=True)
