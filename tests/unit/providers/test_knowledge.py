"""What is found in an assistant's knowledge, and what is not."""

from pathlib import Path

import pytest

from antiphon.domain.errors import AntiphonError
from antiphon.providers.knowledge import BASE_BYTES, BEST, PASSAGE_CHARS, Index, Library, Several
from support.processor import cpu_s

SHOP = """# Shipping

Parcels leave within two days. Shipping to Norway costs nine euros.

## Returns

Unused goods can be returned for thirty days.
"""


def found(index: Index | Several, text: str) -> list[str]:
    return [passage.text for passage in index.search(text)]


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("How much is shipping to Norway?", "Parcels leave within two days. Shipping to Norway costs nine euros."),
        ("Can I return my goods?", "Unused goods can be returned for thirty days."),
        ("RETURNS", "Unused goods can be returned for thirty days."),
    ],
)
def test_the_best_passage_comes_first(asked: str, first: str) -> None:
    assert found(Index([("shop", SHOP)]), asked)[0] == first


@pytest.mark.parametrize(
    "asked", ["", "?", "What is it?", "tell me", "unicorns", '"', "a OR b", "*", "x" * 10_000, "\x00"]
)
def test_what_is_not_there_is_not_found_and_no_question_is_a_query(asked: str) -> None:
    assert found(Index([("shop", SHOP)]), asked) == []


@pytest.mark.parametrize("asked", ['shipping" OR "1', "shipping NEAR(", "shipping) -", "source:shipping", "shipping*"])
def test_a_question_is_words_and_no_query(asked: str) -> None:
    assert "Shipping to Norway" in found(Index([("shop", SHOP)]), asked)[0]


def test_a_long_text_is_cut_into_what_can_be_said() -> None:
    text = " ".join(f"Sentence number {n} is about apples and pears." for n in range(200)) + "\n\n" + "apples" * 500
    passages = found(Index([("long", text)]), "apples")
    assert len(passages) == BEST
    assert all(len(passage) <= PASSAGE_CHARS for passage in passages)


def test_several_give_the_best_of_each_in_turn() -> None:
    one = Index([("one", "Apples are red.\n\nApples are round.")])
    other = Index([("other", "Apples cost a euro.")])
    passages = found(Several([one, other]), "apples")
    assert passages[0] in ("Apples are red.", "Apples are round.")
    assert passages[1] == "Apples cost a euro."


def test_a_folder_is_a_base_and_is_read_again_when_it_has_changed(tmp_path: Path) -> None:
    base = tmp_path / "shop" / "deeper"
    base.mkdir(parents=True)
    (base / "prices.md").write_text("A pear costs two euros.", "utf-8")
    (base / "notes.pdf").write_text("A pear costs three euros.", "utf-8")
    library = Library(tmp_path)
    index = library.load("shop")
    assert found(index, "pear") == ["A pear costs two euros."]
    assert library.load("shop") is index
    (base / "more.txt").write_text("A pear is green.", "utf-8")
    assert sorted(found(library.load("shop"), "pear")) == ["A pear costs two euros.", "A pear is green."]


def test_a_base_that_is_not_there_or_too_large_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "large").mkdir()
    with open(tmp_path / "large" / "x.txt", "wb") as file:
        file.truncate(BASE_BYTES + 1)
    for name, told in (("nothing", "no knowledge base"), ("empty", "no knowledge base"), ("large", "larger than")):
        with pytest.raises(AntiphonError, match=told) as refused:
            Library(tmp_path).load(name)
        assert refused.value.code.code == "protocol.invalid_override"


def test_a_search_in_a_large_base_does_not_keep_the_loop() -> None:
    text = "\n\n".join(f"Parcel {n} of the shop is on its way to customer {n * 7}." for n in range(40_000))
    index = Index([("large", text)])
    asked = "Where in the shop is parcel 700 on its way to that customer?"
    assert "Parcel 700 " in " ".join(found(index, asked))
    assert cpu_s(lambda: found(index, asked), 0.02) < 0.02
