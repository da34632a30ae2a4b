"""Refusals are told in the words of the product."""

import re
from typing import Any, get_args

import pytest
from pydantic import ValidationError
from pydantic_core.core_schema import ErrorType

from antiphon.http.models import CreateSession
from antiphon.wire.sentences import sentence

TOOLS_OWN = re.compile(
    r"Input should|valid (dict|str|int|num|bool|list)|instance of|String should|Extra inputs|Field req"
)


@pytest.mark.parametrize("kind", get_args(ErrorType))
def test_no_finding_is_told_in_the_words_of_the_tool(kind: str) -> None:
    context = dict.fromkeys(("max_length", "min_length", "pattern", "expected", "gt", "ge", "lt", "le"), 7)
    told = sentence({"type": kind, "loc": (), "msg": "Input should be right", "input": None, "ctx": context})
    assert told
    assert not TOOLS_OWN.search(told)
    assert "{" not in told


def test_what_a_check_of_ours_says_is_kept() -> None:
    finding: Any = {"type": "blank", "loc": (), "msg": "must have something in it", "input": ""}
    assert sentence(finding) == "must have something in it"


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"user_id": ""}, "must not be empty"),
        ({"user_id": "u" * 129}, "must have at most 128 characters"),
        ({"user_id": 5}, "must be a text"),
        ({"metadata": []}, "must be an object"),
        ({"offer": 5}, "must be an object"),
        ({"offer": {"type": "answer", "sdp": ""}}, "must be 'offer'"),
        ({"locale": "!"}, "must fit the pattern ^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"),
    ],
)
def test_a_finding_is_told_with_its_bound(value: dict[str, Any], told: str) -> None:
    with pytest.raises(ValidationError) as wrong:
        CreateSession.model_validate(value)
    assert sentence(wrong.value.errors()[0]) == told
