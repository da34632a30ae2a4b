"""Answers in a language that has only its file, where the page's structure says nothing of an utterance."""

from antiphon.domain.actions import ActionCall
from antiphon.domain.conversation import ActionTaken, AssistantSaid, BrainRequest, UserSaid
from antiphon.providers.brain._page.helping import helped
from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.manners_of_file import FileManners
from antiphon.providers.brain._page.page_question import answer, asked
from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.words import framed, said
from antiphon.providers.brain._rules.page_asks import asks

_SMALL_TALK = {"greeting": "hello", "thanked": "welcome", "farewell": "bye", "waiting": "take_your_time"}


class Beyond:
    """Answers for one request. Every sentence is of the file."""

    def __init__(self, request: BrainRequest, language: Language) -> None:
        self._request = request
        self._language = language
        self._manners = FileManners(language)

    def of_page(self) -> tuple[str, ActionCall | None] | None:
        """Answer a question that the page asks itself, or give that question again; None where it asks nothing."""
        last = self._request.items[-1]
        if not isinstance(last, UserSaid) or not asks(self._request.page):
            return None
        if call := answer(self._request.page, last.text, self._language):
            return "", call
        return self._language.say("asks_page", question=asked(self._request.page)), None

    def answer(self) -> str:
        """Return small talk, what can be done here, or the last answer again; else that nothing was understood."""
        request, say = self._request, self._language.say
        last = request.items[-1] if request.items else None
        if isinstance(last, ActionTaken):
            action = request.actions.get(last.call.action_id)
            return self._manners.told(action, last.call, last.outcome, last.call.action_id in request.tools)
        if not isinstance(last, UserSaid):
            return say("hello")
        for name, sentence in _SMALL_TALK.items():
            if self._manners.is_(name, last.text):
                return say(sentence)
        if self._manners.wants_it_again(last.text):
            before = next((one for one in reversed(request.items) if isinstance(one, AssistantSaid)), None)
            return before.text if before else say("nothing_to_repeat")
        if self._is_undo(last.text):
            return say("nothing_to_undo")
        if self._manners.is_("yes", last.text) or self._manners.refuses(last.text):
            return say("nothing_to_answer")
        page = Page(request.page.outline, request.actions, self._language) if request.page.outline else None
        help_ = helped(page) if page else ""
        if self._manners.is_("help_asked", last.text) and help_:
            return help_
        return " ".join(filter(None, (say("not_understood"), help_)))

    def _is_undo(self, raw: str) -> bool:
        text = framed(said(raw, self._language), self._language).text
        return any(one.gesture == "undo" and one.pattern.fullmatch(text) for one in self._language.gestures)
