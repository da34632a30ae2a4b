"""When what fails is not asked again at once."""

from antiphon.providers.breaker import FAILURES, FIRST_S, LONGEST_S, Breaker


def broken(at: float = 0.0) -> Breaker:
    breaker = Breaker()
    for _ in range(FAILURES):
        assert breaker.refuses(at) is None
        breaker.failed(at)
    return breaker


def test_a_failure_or_two_are_nothing_and_a_success_wipes_them_out() -> None:
    breaker = Breaker()
    for _ in range(3):
        for _ in range(FAILURES - 1):
            breaker.failed(0.0)
        breaker.worked()
    assert breaker.refuses(0.0) is None


def test_after_three_in_a_row_nobody_goes_for_a_second_and_then_one() -> None:
    breaker = broken()
    assert breaker.refuses(FIRST_S / 4) == FIRST_S * 3 / 4
    assert breaker.refuses(FIRST_S) is None
    assert breaker.refuses(FIRST_S) == FIRST_S, "the next one waits for what becomes of it"


def test_where_it_works_again_all_go() -> None:
    breaker = broken()
    breaker.refuses(FIRST_S)
    breaker.worked()
    assert [breaker.refuses(FIRST_S) for _ in range(3)] == [None] * 3
    breaker.failed(2.0)
    assert breaker.refuses(2.0) is None


def test_where_it_fails_again_the_wait_doubles_up_to_its_bound() -> None:
    breaker, now, waits = broken(), 0.0, []
    for _ in range(6):
        wait = breaker.refuses(now)
        assert wait is not None
        waits.append(wait)
        now += wait
        assert breaker.refuses(now) is None
        breaker.failed(now)
    assert waits == [FIRST_S, 2.0, 4.0, LONGEST_S, LONGEST_S, LONGEST_S]


def test_one_that_was_let_through_and_never_told_how_it_went_bars_nobody_for_ever() -> None:
    breaker = broken()
    assert breaker.refuses(FIRST_S) is None
    assert breaker.refuses(2 * FIRST_S) is None
