"""Who has been here before."""

from typing import Any

import pytest

from antiphon.sessions import VISITORS_KEPT, Visitors, visitor


@pytest.mark.requirement("V7-INTRO")
@pytest.mark.parametrize(
    ("user_id", "metadata", "who"),
    [
        ("ann", {}, ("user", "ann")),
        ("ann", {"visitor_id": "v1"}, ("user", "ann")),
        (None, {"visitor_id": "v1"}, ("visitor", "v1")),
        (None, {"visitor_id": 7}, ("visitor", "7")),
        (None, {}, None),
        (None, {"visitor_id": ""}, None),
        (None, {"visitor_id": None}, None),
        (None, {"visitor_id": True}, None),
        (None, {"visitor_id": ["v1"]}, None),
        (None, {"visitor_id": "x" * 129}, None),
    ],
)
def test_the_user_or_else_the_visitor_that_the_application_names(
    user_id: str | None, metadata: dict[str, Any], who: tuple[str, str] | None
) -> None:
    assert visitor(user_id, metadata) == who


def test_a_visitor_of_a_users_name_is_somebody_else() -> None:
    visitors = Visitors()
    visitors.came(("user", "ann"))
    assert not visitors.is_new(("user", "ann"))
    assert visitors.is_new(("visitor", "ann"))


def test_who_is_not_named_is_new_each_time() -> None:
    visitors = Visitors()
    visitors.came(None)
    assert visitors.is_new(None)


def test_who_was_not_here_for_longest_is_forgotten_first() -> None:
    visitors = Visitors()
    for number in range(VISITORS_KEPT):
        visitors.came(("user", str(number)))
    visitors.came(("user", "0"))
    visitors.came(("user", "another"))
    assert not visitors.is_new(("user", "0"))
    assert visitors.is_new(("user", "1"))
    assert not visitors.is_new(("user", "2"))
