"""The log that a client catches up from: in order, once, bounded."""

from antiphon.session.resend_buffer import ResendBuffer


def filled(log: ResendBuffer, count: int, text: str = "m") -> ResendBuffer:
    for seq in range(log.last_seq + 1, log.last_seq + count + 1):
        log.append(seq, f"{text}{seq}")
    return log


def test_what_came_after_is_given_in_order() -> None:
    log = filled(ResendBuffer(), 5)
    assert log.after(2, 10) == [(3, "m3"), (4, "m4"), (5, "m5")]
    assert log.after(2, 2) == [(3, "m3"), (4, "m4")]
    assert log.after(5, 10) == []
    assert log.after(0, 1) == [(1, "m1")]


def test_an_empty_log_has_nothing_to_tell() -> None:
    assert ResendBuffer().after(0, 10) == []
    assert ResendBuffer().first_seq == 1


def test_the_oldest_go_first_and_their_loss_is_told() -> None:
    log = filled(ResendBuffer(messages=3), 10)
    assert log.first_seq == 8
    assert log.after(6, 10) is None
    assert log.after(7, 10) == [(8, "m8"), (9, "m9"), (10, "m10")]


def test_it_is_bounded_in_bytes_too() -> None:
    log = filled(ResendBuffer(size_bytes=100), 50, "x" * 18)
    assert log.first_seq == 46
    assert len(log.after(45, 100) or []) == 5


def test_a_message_larger_than_the_log_leaves_it_empty() -> None:
    log = filled(ResendBuffer(size_bytes=10), 1, "x" * 50)
    assert log.after(0, 10) is None
    assert log.after(1, 10) == []
