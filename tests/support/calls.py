"""Assistants, actions and speech for calls to the real server."""

import csv
import json
from dataclasses import dataclass
from pathlib import Path

SPEECH = Path(__file__).resolve().parents[1] / "data" / "speech"

ACTIONS = {
    "navigate": {
        "description": "Open a page of the shop",
        "parameters": {
            "type": "object",
            "properties": {"page": {"enum": ["home", "settings", "cart"]}},
            "required": ["page"],
        },
    },
    "set_volume": {
        "description": "Set the volume",
        "parameters": {
            "type": "object",
            "properties": {"level": {"type": "integer", "minimum": 0, "maximum": 100}},
            "required": ["level"],
        },
    },
}

GREETING = "Welcome to the shop."

LONG = (
    "Here is a long answer, which goes on for quite a while. It has several sentences in it. "
    "Each of them is there so that somebody can interrupt it. This one is the last but one. And this is the end."
)

SCRIPT = [
    {"match": "^long", "do": [{"say": LONG}]},
    {"match": "^act", "do": [{"call": {"name": "navigate", "arguments": {"page": "cart"}}}, {"say": "There it is."}]},
    {"match": "^quiet", "do": [{"empty": True}]},
    {"match": "^think", "do": [{"stall_s": 2}, {"say": "That is all."}]},
    {"match": None, "do": [{"say": "That is all."}]},
]


TYPED = """\
triggers = ["ptt"]
[vad]
provider = "webrtc"
[stt]
provider = "scripted"
[brain]
provider = "scripted"
script = "answer.jsonl"
[tts]
provider = "scripted"
"""


def write_typed(folder: Path, assistant: str, answer: str) -> None:
    """An assistant that loads no model, and answers whatever is typed with `answer`, as a tone of 60 ms a character."""
    (folder / f"{assistant}.toml").write_text(TYPED, "utf-8")
    (folder / "answer.jsonl").write_text(json.dumps({"match": None, "do": [{"say": answer}]}), "utf-8")


@dataclass(frozen=True)
class Clip:
    """A recording of a person, and what was said."""

    path: Path
    transcript: str


def clips() -> list[Clip]:
    with (SPEECH / "manifest.tsv").open(newline="", encoding="utf-8") as file:
        return [Clip(SPEECH / row["file"], row["transcript"]) for row in csv.DictReader(file, delimiter="\t")]


def write_assistants(folder: Path, *names: str) -> Path:
    """Write the assistants of these names into the folder, or all: a server loads the models of each that it finds.

    `demo` is as it ships; `ears` hears and says nothing; `tone` answers what is typed or said by script, as a tone;
    `echo` sends frames back. `shop`, `greeter` and `host` introduce themselves never, always and at the first visit;
    `keys` listens only when it is told to; `mute` is `tone` without a model, for what is typed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "script.jsonl").write_text("\n".join(json.dumps(line) for line in SCRIPT), "utf-8")
    (folder / "empty.jsonl").write_text(json.dumps({"match": None, "do": [{"empty": True}]}), "utf-8")
    tables = {
        "demo": "",
        "ears": '[brain]\nprovider = "scripted"\nscript = "empty.jsonl"\n[tts]\nprovider = "scripted"\n',
        "tone": '[brain]\nprovider = "scripted"\nscript = "script.jsonl"\n[tts]\nprovider = "scripted"\n',
        "shop": f'greeting = "{GREETING}"\n',
        "greeter": f'greeting = "{GREETING}"\nactivate_on = "always"\n',
        "host": f'greeting = "{GREETING}"\nactivate_on = "first_visit"\ntriggers = ["vad"]\n'
        '[tts]\nprovider = "scripted"\n',
        "keys": 'triggers = ["ptt", "wake_word"]\n',
        "echo": '[stt]\nprovider = "scripted"\n[brain]\nprovider = "echo"\n[tts]\nprovider = "scripted"\n',
        "mute": '[vad]\nprovider = "webrtc"\n[stt]\nprovider = "scripted"\n[brain]\nprovider = "scripted"\n'
        'script = "script.jsonl"\n[tts]\nprovider = "scripted"\n',
    }
    for name in names or tables:
        (folder / f"{name}.toml").write_text(tables[name], "utf-8")
    return folder


def write_vela(folder: Path) -> tuple[str, ...]:
    """The options of a server with the assistant `tone`, to whom Vela's page speaks too."""
    assistants = write_assistants(folder / "assistants", "tone")
    config = folder / "antiphon.toml"
    config.write_text('[vela]\nmode = "live"\nassistant = "tone"\n', "utf-8")
    return "--assistants", str(assistants), "--config", str(config)
