"""Word errors, counted as the acceptance counts them: lower case, no punctuation, hyphens as spaces."""

import re


def words(text: str) -> list[str]:
    return re.sub(r"[^a-z0-9' ]", "", text.lower().replace("-", " ")).split()


def word_errors(reference: str, heard: str) -> tuple[int, int]:
    """Insertions, deletions and substitutions (the least that will do), and the words of the reference."""
    wanted, got = words(reference), words(heard)
    row = list(range(len(got) + 1))
    for i, word in enumerate(wanted, 1):
        above, row[0] = row[0], i
        for j, other in enumerate(got, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (word != other))
    return row[-1], len(wanted)


def errors_to_the_end(told: str, heard: str) -> tuple[int, int]:
    """Word errors against that end of what was told which was heard from somewhere in it on, and the words of that end.

    Nobody knows at which word somebody began to listen: a word that was misheard as two, or two as one, must not
    count as another at the beginning.
    """
    wanted = words(told)
    ends = (word_errors(" ".join(wanted[begin:]), heard) for begin in range(len(wanted)))
    return min(ends, key=lambda end: (end[0], -end[1]))
