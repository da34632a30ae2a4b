"""The instructions of deploy/Containerfile."""

import json
import re
import shlex
from dataclasses import dataclass

from support.server import ROOT

CONTAINERFILE = ROOT / "deploy/Containerfile"


@dataclass(frozen=True)
class Instruction:
    """`stage` counts from 0; `words` are its arguments, those of the form with brackets too."""

    stage: int
    name: str
    text: str

    @property
    def words(self) -> list[str]:
        if self.text.startswith("["):
            return [str(word) for word in json.loads(self.text)]
        return shlex.split(self.text)


def instructions() -> list[Instruction]:
    text = re.sub(r"^\s*#.*\n", "", CONTAINERFILE.read_text(), flags=re.MULTILINE)
    found: list[Instruction] = []
    stage = -1
    for line in text.replace("\\\n", " ").splitlines():
        name, _, rest = line.strip().partition(" ")
        if name:
            stage += name == "FROM"
            found.append(Instruction(stage, name, rest.strip()))
    return found


def named(name: str) -> list[Instruction]:
    return [one for one in instructions() if one.name == name]
