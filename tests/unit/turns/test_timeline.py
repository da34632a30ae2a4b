"""The turns that are kept of a session."""

from antiphon.domain.events import ReplyText
from antiphon.turns.timeline import Historian, Timeline


def test_the_history_forgets_what_it_knew_of_old_replies_too() -> None:
    timeline = Timeline()
    historian = Historian(timeline)
    for number in range(210):
        for response in ("a", "b"):
            historian.observe(ReplyText(f"turn_{number}", f"{response}_{number}", "Yes."), float(number), "default")
    assert len(timeline.turns()) == 200
    assert timeline.turns()[-1].text == "Yes. Yes."


def test_the_history_is_bounded() -> None:
    timeline = Timeline(bound=2)
    for number in range(3):
        timeline.begin(f"turn_{number}", "user", float(number), "default")
    assert [turn.turn_id for turn in timeline.turns()] == ["turn_1", "turn_2"]
    assert timeline.update("turn_0", "user", text="late") is None
