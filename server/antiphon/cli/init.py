"""`antiphon init`: the two folders of a first page of one's own, to start and to change."""

from pathlib import Path
from typing import Annotated

import typer

from antiphon.domain.errors import AntiphonError, ErrorCode

SETTINGS = """\
[server]
allowed_origins = ["http://127.0.0.1:9000"]  # where your pages are; exactly as the address bar has it
"""

PAGE = """\
<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>Lamp</title>
  <main>
    <h1>The lamp is <output id="lamp">off</output>.</h1>
  </main>
  <antiphon-panel assistant="demo" lang="en" prompts="Switch the lamp on | Is the lamp on?"></antiphon-panel>

  <script type="module">
    import 'http://127.0.0.1:8080/client/panel/antiphon-panel.js';

    const lamp = document.querySelector('#lamp');
    document.querySelector('antiphon-panel').options = {
      narration: () => `A page with one lamp. The lamp is ${lamp.value}.`,
      actions: {
        switch_lamp: {
          description: 'Switch the lamp',
          parameters: {
            type: 'object',
            properties: { to: { type: 'string', enum: ['on', 'off'], description: 'On or off' } },
            required: ['to'],
          },
          run: ({ to }) => {
            lamp.value = to;
            return `The lamp is ${to}.`;
          },
        },
      },
    };
  </script>
</html>
"""

FILES = {"voice/antiphon.toml": SETTINGS, "site/page.html": PAGE}

NEXT = """\
Start both, each in a terminal of its own:
    cd {folder}/voice && antiphon serve
    cd {folder}/site && python3 -m http.server 9000 --bind 127.0.0.1
Then open http://127.0.0.1:9000/page.html, press Start, and say "switch the lamp on"."""

Folder = Annotated[Path, typer.Argument(help="Where to write it; made where it is not there.")]


def init(folder: Folder = Path("my-page")) -> None:
    """Write a page with the panel on it, and the settings of a server that it may call."""
    files = {folder / name: text for name, text in FILES.items()}
    for file in files:
        if file.exists():
            raise AntiphonError(
                ErrorCode.CONFIG_INVALID, f"{file} is there already; nothing was written. Name another folder."
            )
    _write(files)
    for file in files:
        typer.echo(f"wrote {file}")
    typer.echo(NEXT.format(folder=folder))


def _write(files: dict[Path, str]) -> None:
    """Write all of them, or none. Raises `AntiphonError` `config.invalid`, which names the one that cannot be."""
    made: list[Path] = []
    file = Path()
    try:
        for file, text in files.items():
            for folder in reversed(file.parents):
                if not folder.exists():
                    folder.mkdir()
                    made.append(folder)
            made.append(file)
            file.write_text(text, encoding="utf-8")
    except OSError as error:
        _remove(made)
        raise AntiphonError(
            ErrorCode.CONFIG_INVALID,
            f"{error.filename or file} cannot be written: {error.strerror}. Nothing was; name another folder.",
        ) from error


def _remove(made: list[Path]) -> None:
    """Remove files and folders, the last one first; what is in a folder that somebody else has put there stays."""
    for path in reversed(made):
        try:
            path.rmdir() if path.is_dir() else path.unlink(missing_ok=True)
        except OSError:
            pass  # not empty, or the disk takes no change at all
