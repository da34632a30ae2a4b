"""The manners of a language that has only its file."""

import re
from collections.abc import Collection, Mapping
from typing import Any

from antiphon.domain.actions import Action, ActionCall, ActionOutcome
from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.words import content, framed, said
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.naming import id_words, quote

_OBSERVED = re.compile(r"^(?:Press|Open|Set|Choose|Switch) (.+?)(?: on or off)?$")
"""As `observe` describes what it finds, in every language."""
_SENTENCE = re.compile(r"(?<=[.!?]) (?=\S)")


def name_of(action: Action) -> str:
    """Return what stands on a control, or else what an action says of itself."""
    text = quote(action.description).strip()
    observed = _OBSERVED.match(text)
    return observed[1] if observed else text.rstrip(".") or id_words(action.id)


class FileManners:
    """Goes by the lists of words and the sentences of a language's file."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def plain(self, raw: str) -> str:
        """Return an utterance as the file's phrases are written."""
        return said(raw, self._language).text

    def is_(self, name: str, raw: str) -> bool:
        """Tell whether an utterance is one of a list of the file's, with courtesies around it or without."""
        text = said(raw, self._language)
        return (
            text.text in self._language.words[name] or framed(text, self._language).text in self._language.words[name]
        )

    def is_aside(self, raw: str) -> bool:
        first = self.plain(raw).split(" ", 1)[0]
        asks = raw.rstrip().endswith("?") or first in self._language.words["interrogatives"]
        return asks or any(
            self.is_(name, raw) for name in ("help_asked", "waiting", "again_asked", "greeting", "thanked", "farewell")
        )

    def refuses(self, raw: str) -> bool:
        return self.is_("no", raw) or self.is_("stopping", raw)

    def holds(self, raw: str) -> bool:
        return self.is_("waiting", raw)

    def wants_it_again(self, raw: str) -> bool:
        return self.is_("again_asked", raw)

    def answers_yes_or_no(self, raw: str) -> bool:
        return self.is_("yes", raw) or self.is_("no", raw)

    def told(self, action: Action | None, call: ActionCall, outcome: ActionOutcome, here: bool) -> str:
        say, deed = self._language.say, self._deed(action, call)
        if outcome.ok:
            output = outcome.output
            if isinstance(output, Mapping):
                output = next((output[key] for key in ("message", "say") if isinstance(output.get(key), str)), None)
            if isinstance(output, str) and quote(output):
                return self.in_language(quote(output))
            return say("begun" if outcome.begun else "done", deed=deed)
        named = {
            "action.timeout": "late_here" if here else "late",
            "action.declined": "declined",
            "action.cancelled": "cancelled",
        }.get(outcome.error_code or "")
        if named:
            return say(named)
        message = self.in_language(quote(outcome.error_message or "")).rstrip(".")
        return say("could_not", message=message) if message else say("not_done", deed=deed)

    def in_language(self, text: str) -> str:
        """Return what the page's observer tells, which is English, in the words of the file; all else as it is."""
        whole = self._translated(text)
        if whole != text:
            return whole
        return " ".join(self._translated(one) for one in _SENTENCE.split(text))

    def _translated(self, sentence: str) -> str:
        for pattern, own in self._language.told:
            if match := pattern.fullmatch(sentence):
                return own.format(**match.groupdict())
        return sentence

    def _deed(self, action: Action | None, call: ActionCall) -> str:
        name = name_of(action) if action else id_words(call.action_id)
        return ", ".join([name, *(self._value(one) for one in call.parameters.values())])

    def _value(self, value: Any) -> str:
        if value in {"on", "off"}:
            return self._language.say("switched_on" if value == "on" else "switched_off")
        return quote(str(value))

    def sure(self, catalogue: Catalogue, call: ActionCall) -> str:
        profile = catalogue.profile(call.action_id)
        return self._language.say("shall_i", deed=self._deed(profile.action, call)) if profile else ""

    def is_unknown(self, text: str) -> bool:
        return text.startswith(self._language.says["not_understood"])

    def beside(self, text: str) -> str:
        return self._language.says["not_told"] if self.is_unknown(text) else text

    def is_grave(self, catalogue: Catalogue, call: ActionCall) -> bool:
        profile = catalogue.profile(call.action_id)
        if profile is None:
            return False
        name, grave = name_of(profile.action), self._language.words["grave"]
        if self._language.cutter:  # wherever it stands, be it in the middle of another word
            return profile.action.confirm or any(one.replace(" ", "") in name.replace(" ", "") for one in grave)
        words = set(content(name, self._language))
        return profile.action.confirm or not words.isdisjoint(self._language.stems("grave"))

    def _all_of(self, text: str) -> set[str]:
        """The stems of all words but articles; those for all as they are: they make a difference to what is removed."""
        articles, every = self._language.words["articles"], {*self._language.views["every"]}
        heard = [word for word in self._language.hear(self._language.cut(text)) if word.text not in articles]
        return {word.text if word.text in every else word.stem for word in heard}

    def _ordering(self, raw: str, name: str) -> str:
        """Return what was said without verbs that tell what was done, but for those of the name: `ho eliminato`.

        Nothing of what only states something is left.
        """
        past, own = self._language.spoken.past, {word.text for word in self._language.hear(name)}
        heard = [word.text for word in self._language.hear(raw)]
        if not self._language.spoken.states.isdisjoint({*heard} - own):
            return ""  # `o aluguel está pago` is no order to pay it
        return " ".join(word for word in heard if word in own or not word.endswith(past))

    def is_named(self, catalogue: Catalogue, call: ActionCall, raw: str, known: Collection[str] = ()) -> bool:
        """Every word of its name was said, or, for what removes, another verb that does."""
        profile = catalogue.profile(call.action_id)
        if profile is None:
            return False
        name = name_of(profile.action)
        spoken, own = self._all_of(self._ordering(raw, name)), self._all_of(name)
        removing = self._language.stemmed(self._language.labels["remove"])
        removes = self._language.stemmed(self._language.views["removing"])
        own = {word for word in own if word not in removing} | ({"", *removes} if own & removing else set())
        verbs = own & {"", *removes}
        return own - verbs <= spoken and (not verbs or bool(removes & spoken))
