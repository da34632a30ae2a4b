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
