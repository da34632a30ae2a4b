"""`python -m antiphon` is the command `antiphon`."""

import sys


def main() -> None:
    """Run the command. Ctrl-C ends it without a word, also while it is being loaded (exit code as of a shell: 130)."""
    try:
        from antiphon.cli import main as command

        command()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
