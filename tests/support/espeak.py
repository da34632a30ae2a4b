"""A program `espeak-ng` for machines that have none, and for the faults of one: it does what the text tells it."""

import os
import stat
import sys
from pathlib import Path

PROGRAM = '''#!{python}
"""Speaks a tone. Faults by the text: hang, halt (behind the first sound), page, fail, silent, long."""
import math, os, struct, sys, time

VOICES = """Pty Language       Age/Gender VoiceName          File                 Other Languages
 5  cmn             --/M      Chinese_(Mandarin,_latin_as_English) sit/cmn              (zh-cmn 5)(zh 5)
 5  de              --/M      German             gmw/de
 5  en-029          --/M      English_(Caribbean) gmw/en-029           (en 10)
 2  en-gb           --/M      English_(Great_Britain) gmw/en               (en 2)
 2  en-us           --/M      English_(America)  gmw/en-US            (en 3)
 5  mi              --/M      M\u0101ori             poz/mi
 5  nb              --/M      Norwegian_Bokm\u00e5l  gmq/nb               (no 5)
 a line of another kind
"""
VARIANTS = """Pty Language       Age/Gender VoiceName          File                 Other Languages
 5  variant         --/F      female3            !v/f3
"""
FORM = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, 22050, 44100, 2, 16)
HEAD = b"RIFF" + struct.pack("<I", 0x7FFFF024) + b"WAVE" + FORM + b"data" + struct.pack("<I", 0x7FFFF000)

with open(os.path.join(os.path.dirname(__file__), "ran"), "a") as ran:
    print(os.getpid(), *sys.argv[1:], file=ran)
out = sys.stdout.buffer
if "--voices" in sys.argv:
    out.write(VOICES.encode())
    sys.exit()
if "--voices=variant" in sys.argv:
    out.write(VARIANTS.encode())
    sys.exit()
voice = sys.argv[sys.argv.index("-v") + 1].split("+")[0]
if voice not in VOICES.split():
    sys.exit(1)
text = sys.stdin.read() if "--stdin" in sys.argv else sys.argv[-1]
if "secrets" in text and any("KEY" in name for name in os.environ):
    sys.exit(9)
if "hang" in text:
    time.sleep(600)
if "fail" in text:
    sys.exit(3)
if "silent" in text:
    sys.exit()
if "page" in text:
    out.write(b"<html>no sound</html>")
    sys.exit()
tone = b"".join(struct.pack("<h", int(12000 * math.sin(n / 8))) for n in range(22050))
out.write(HEAD + tone)
out.flush()
if "halt" in text:
    time.sleep(600)
if "long" in text:
    while True:
        out.write(tone)
'''


def install(folder: Path) -> Path:
    """Put it into a folder, which is to come first in the PATH. Return the file of what it was called with."""
    folder.mkdir(exist_ok=True)
    program = folder / "espeak-ng"
    program.write_text(PROGRAM.replace("{python}", sys.executable), "utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return folder / "ran"


def path_with(folder: Path) -> str:
    return f"{folder}{os.pathsep}{os.environ['PATH']}"
