"""What the brain is told of what was heard."""

from antiphon.domain.conversation import AssistantSaid, UserSaid
from antiphon.domain.events import HeardCorrected
from antiphon.session.memory import Memory, Page


def conversation() -> Memory:
    memory = Memory(Page(), language="en", prompt="")
    memory.observe(UserSaid("turn_1", "how are you"))
    memory.observe(AssistantSaid("turn_1", "Very well, and", complete=False))
    memory.observe(UserSaid("turn_2", "what time is it"))
    return memory


def said(memory: Memory) -> list[object]:
    return list(memory.request("turn_2").items)


def test_what_was_really_heard_of_an_interrupted_reply_takes_the_place_of_what_was_sent() -> None:
    memory = conversation()
    memory.observe(HeardCorrected("turn_1", "resp_1", 0, "Very"))
    assert said(memory) == [
        UserSaid("turn_1", "how are you"),
        AssistantSaid("turn_1", "Very", complete=False),
        UserSaid("turn_2", "what time is it"),
    ]


def test_of_a_reply_that_was_not_heard_at_all_the_brain_is_told_nothing_until_that_is_corrected_too() -> None:
    memory = conversation()
    memory.observe(HeardCorrected("turn_1", "resp_1", 0, ""))
    assert said(memory) == [UserSaid("turn_1", "how are you"), UserSaid("turn_2", "what time is it")]
    memory.observe(HeardCorrected("turn_1", "resp_1", 0, "Very well,"))
    assert said(memory)[1] == AssistantSaid("turn_1", "Very well,", complete=False)


def test_a_reply_that_was_heard_to_its_end_is_not_corrected() -> None:
    memory = conversation()
    memory.observe(AssistantSaid("turn_2", "It is noon.", complete=True))
    memory.observe(HeardCorrected("turn_2", "resp_1", 0, "It"))
    memory.observe(HeardCorrected("turn_9", "resp_1", 0, "It"))
    assert said(memory)[-1] == AssistantSaid("turn_2", "It is noon.")


def test_the_newest_interrupted_reply_of_a_turn_is_meant() -> None:
    memory = conversation()
    memory.observe(AssistantSaid("turn_1", "As I was saying,", complete=False))
    memory.observe(HeardCorrected("turn_1", "resp_1", 0, "As"))
    assert [item.text for item in said(memory) if isinstance(item, AssistantSaid)] == ["Very well, and", "As"]


def test_the_brain_is_told_how_long_nothing_had_been_said_when_words_began() -> None:
    memory = conversation()
    memory.observe(UserSaid("turn_3", "yes", after_s=75.0))
    assert said(memory)[-1] == UserSaid("turn_3", "yes", after_s=75.0)
    assert memory.preemptive_request("turn_4", "no", 2.0).items[-1] == UserSaid("turn_4", "no", after_s=2.0)
