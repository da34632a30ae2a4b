"""Six digits, five tries, and pauses that double."""

import pytest

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.lan.pairing import CODE_S, LONGEST_PAUSE_S, PAUSE_S, TRIES, Pairing, six_digits
from unit.lan.conftest import Hand


class Desk:
    def __init__(self, clock: Hand) -> None:
        self.clock = clock
        self.shown: list[str] = []
        codes = iter(f"{number:06}" for number in range(100000, 200000))
        self.pairing = Pairing(clock, self.shown.append, lambda: next(codes))

    def says(self, code: str) -> AntiphonError | None:
        try:
            self.pairing.check(code)
        except AntiphonError as error:
            return error
        return None

    def fail(self, times: int = TRIES) -> None:
        for _ in range(times):
            error = self.says("000000")
            assert error is not None
            assert error.code is ErrorCode.AUTH_INVALID


@pytest.fixture
def desk(clock: Hand) -> Desk:
    return Desk(clock)


def retry_s(error: AntiphonError | None) -> int:
    assert error is not None
    assert error.code is ErrorCode.RATE_LIMITED
    seconds: int = (error.details or {})["retry_after_s"]
    return seconds


def test_the_code_is_taken_also_by_a_second_device(desk: Desk) -> None:
    assert desk.says(desk.pairing.code) is None
    assert desk.says(desk.pairing.code) is None


@pytest.mark.requirement("MEDIA-LAN")
def test_after_five_wrong_codes_not_even_the_right_one_is_taken(desk: Desk) -> None:
    right = desk.pairing.code
    desk.fail()
    assert retry_s(desk.says(right)) == PAUSE_S
    desk.clock.at += PAUSE_S - 0.5
    assert retry_s(desk.says(right)) == 1
    assert desk.shown == []


@pytest.mark.requirement("MEDIA-LAN")
def test_after_the_pause_a_new_code_is_shown_and_the_old_one_is_void(desk: Desk) -> None:
    old = desk.pairing.code
    desk.fail()
    desk.clock.at += PAUSE_S
    desk.pairing.tick()
    desk.pairing.tick()
    assert desk.shown == [desk.pairing.code] != [old]
    assert desk.says(old) is not None
    assert desk.says(desk.pairing.code) is None


def test_four_wrong_ones_and_the_right_one_begin_anew(desk: Desk) -> None:
    desk.fail(TRIES - 1)
    assert desk.says(desk.pairing.code) is None
    desk.fail(TRIES - 1)
    assert desk.says(desk.pairing.code) is None


def test_a_code_that_is_too_old_is_replaced_when_somebody_tries_one(desk: Desk) -> None:
    old = desk.pairing.code
    desk.clock.at += CODE_S - 1
    assert desk.says(old) is None
    desk.clock.at += 1
    desk.pairing.tick()
    assert desk.shown == []  # nobody wants one: the terminal stays quiet
    error = desk.says(old)
    assert error is not None
    assert "too old" in error.message
    assert desk.shown == [desk.pairing.code]
    assert desk.says(desk.pairing.code) is None


def test_old_codes_give_a_guesser_no_more_tries(desk: Desk) -> None:
    desk.fail(TRIES - 1)
    desk.clock.at += CODE_S
    assert desk.says("000000") is not None  # too old: not a guess at the new one
    assert desk.says("000000") is not None
    assert retry_s(desk.says(desk.pairing.code)) == PAUSE_S


@pytest.mark.requirement("MEDIA-LAN")
def test_whoever_guesses_for_a_day_has_two_hundred_tries_in_a_million(desk: Desk) -> None:
    tries, pauses = 0, []
    end = desk.clock.at + 86_400
    while desk.clock.at < end:
        error = desk.says("000000")
        assert error is not None
        if error.code is ErrorCode.RATE_LIMITED:
            pauses.append(retry_s(error))
            desk.clock.at += pauses[-1]
        else:
            tries += 1
    assert pauses[:3] == [PAUSE_S, 2 * PAUSE_S, 4 * PAUSE_S]
    assert max(pauses) == LONGEST_PAUSE_S
    assert tries < 200


@pytest.mark.parametrize("given", ["", "1", "1234567", "00000\uff10", "\ud800", "100000\0", "é" * 6])
def test_anything_may_be_given_and_is_just_wrong(desk: Desk, given: str) -> None:
    error = desk.says(given)
    assert error is not None
    assert error.code is ErrorCode.AUTH_INVALID


def test_codes_have_six_digits_and_are_not_the_same() -> None:
    codes = {six_digits() for _ in range(200)}
    assert len(codes) > 190
    assert all(len(code) == 6 and code.isascii() and code.isdigit() for code in codes)
