"""A correction that begins as a question does, `actually, when …`, is understood or not, and fails for no one."""

import pytest

from antiphon.domain.actions import ActionOutcome

from .conftest import Talk, action, registry

TABLE: dict[str, object] = {
    "press_group": action("Press Group"),
    "press_last_hand_in": action("Press Last hand-in"),
    "set_grade": action("Set the grade", {"value": {"type": "number"}}, ["value"]),
}


@pytest.mark.parametrize(
    "said",
    [
        "Actually, by when they last handed something in.",
        "Actually, when they last handed something in.",
        "no, who handed it in last",
        "I mean where the last group is",
    ],
)
async def test_a_correction_in_the_words_of_a_question(said: str) -> None:
    talk = Talk(registry(TABLE))
    await talk.say("press group")
    await talk.ends(ActionOutcome("success"))
    told = await talk.say(said)
    assert talk.call is not None or told
