"""Rules for what is said where nothing is done: to small talk, and to what was not understood."""

from collections.abc import Sequence

from antiphon.domain.conversation import AssistantSaid, BrainRequest, ConversationItem, UserSaid
from antiphon.providers.brain._rules import phrases
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.locked import why_not
from antiphon.providers.brain._rules.page_asks import answer_to_page, asks, question_of_page
from antiphon.providers.brain._rules.smalltalk import ANSWERS, Intent, from_passages, intent_of, is_question
from antiphon.providers.brain._rules.steps import Step
from antiphon.providers.brain._rules.untold import is_untold
from antiphon.providers.brain._rules.utterance import Mood, Utterance
from antiphon.providers.brain._rules.words import Word

NOT_ASKED = "I have not asked anything."
FIRST = "The dialog comes first."
_LATELY = 12
"""Items of the conversation that people have in mind."""


def small_talk(catalogue: Catalogue, request: BrainRequest, intent: Intent, before: Sequence[ConversationItem]) -> str:
    """The answer to what is not for the page."""
    profiles = catalogue.profiles
    if intent is Intent.HELP:
        asked = [item for item in before if isinstance(item, UserSaid) and intent_of(item.text) is Intent.HELP]
        return phrases.list_actions(profiles, 6 * len(asked[-8:]))
    if intent is Intent.WHERE:
        return phrases.where(request.page)
    if intent in {Intent.REPEAT, Intent.AGAIN}:
        last = next((item.text for item in reversed(before) if isinstance(item, AssistantSaid) and item.text), "")
        return last or "I have not said anything yet."
    last = next((item.text for item in reversed(before) if isinstance(item, AssistantSaid)), "")
    if intent is Intent.NO and "?" in last:  # to what was no question of ours, such as a greeting's
        return ANSWERS[Intent.CANCEL]
    if intent in {Intent.YES, Intent.NO} and _has_asked(before):
        return f"That question is over. {phrases.hint(profiles)}"
    if intent in {Intent.YES, Intent.NO}:
        return f"{NOT_ASKED} {phrases.hint(profiles)}"
    return ANSWERS[intent]


def _has_asked(before: Sequence[ConversationItem]) -> bool:
    """Tell whether a question of ours was among the last things that were said, be it answered or dropped."""
    told = [item.text for item in before[-_LATELY:] if isinstance(item, AssistantSaid)]
    return any("?" in text and text not in ANSWERS.values() for text in told)


def told_or_not(
    catalogue: Catalogue, request: BrainRequest, said: Utterance, before: Sequence[ConversationItem]
) -> str:
    """Return what is known of what was said, where it is no order: of the assistant's knowledge, or of what is
    locked; or that
    it is not known, or not understood."""
    narration = request.page.narration
    known = from_passages(said.words, request.passages) or why_not(said, narration)
    if known:
        return known
    asked = said.mood is Mood.LOOK or (is_question(said.words) and narration.strip())
    if asks(request.page) and not asked and said.mood is Mood.COMMAND:
        return f"{FIRST} {question_of_page(request.page)}"
    return phrases.NOT_TOLD if asked else not_understood(catalogue, request, before)


def asking_words(said: Utterance) -> Sequence[Word]:
    """Return the words of a question; of `where is order 23?` with its beginning, which may ask for a page too."""
    return said.spoken if said.mood is Mood.LOOK and said.spoken else said.words


def left_alone(request: BrainRequest, said: Utterance, before: Sequence[ConversationItem]) -> Step:
    """Return what `do not …` leads to: a no to what the page asks, or that nothing will be done."""
    refused = answer_to_page(None, said, request.actions, refuses=True)
    if refused and not is_untold(request, refused, said, before):
        return Step(call=refused)
    return Step(question_of_page(request.page) if asks(request.page) else "All right, I will not do that.")


def not_understood(catalogue: Catalogue, request: BrainRequest, before: Sequence[ConversationItem]) -> str:
    """That it was not, with what can be said; while the page asks something, that."""
    times = sum(isinstance(item, AssistantSaid) and item.text.startswith(phrases.NOT_UNDERSTOOD) for item in before)
    if asks(request.page):
        return f"{phrases.NOT_UNDERSTOOD[times % len(phrases.NOT_UNDERSTOOD)]} {question_of_page(request.page)}"
    return phrases.not_understood(catalogue.profiles, times)
