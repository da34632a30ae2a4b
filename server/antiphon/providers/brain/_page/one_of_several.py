"""Read a part of an utterance that fills in a form, beside its others: `subject no sound, it is urgent`."""

from collections.abc import Iterator

from antiphon.domain.outline import Block
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Slot
from antiphon.providers.brain._page.words import Said, content

SCORE = 0.7
SURE = 0.99


class OneOfSeveral(Reader):
    """Reads what is too little to be understood by itself."""

    def readings(self, form: Block, text: Said) -> Iterator[Reading]:
        """The name of a field of a form and its value, or an option of it behind `it is`."""
        yield from self._behind_its_name(form, text)
        yield from self._stated(form, text)

    def addressed(self, text: Said) -> Iterator[Reading]:
        """The choice of the person or thing that a form is for: `the letter is for all members`."""
        words, lists = text.text.split(), self.page.language.words
        at = next((at for at, word in enumerate(words) if word in lists["addressing"]), len(words))
        lead = [word for word in words[:at] if word not in lists["stating"] and content(word, self.page.language)]
        relating = self.page.language.views["relating"]
        phrase = " ".join(word for word in words[at + 1 :] if word not in relating)
        for form in self.page.outline.blocks if phrase and lead else ():
            own = set(content(form.name, self.page.language))
            fields = [one for one in form.fields if one.options and set(one.name.lower().split()) & lists["addressing"]]
            if len(fields) != 1 or not {stem for word in lead for stem in content(word, self.page.language)} <= own:
                continue
            rated = [(self.page.fit(phrase, one.name), one) for one in fields[0].options]
            best = max(fit for fit, _ in rated)
            found = [one for fit, one in rated if fit == best and fit.said > SURE]
            if len(found) == 1:
                yield from self.picked([(Slot(form, fields[0], found[0]), best)], SCORE)

    def _behind_its_name(self, form: Block, text: Said) -> Iterator[Reading]:
        words = text.text.split()
        for field in form.fields:
            size = len(field.name.split())
            own = content(field.name, self.page.language)
            if own and len(words) > size and content(" ".join(words[:size]), self.page.language) == own:
                yield from self.given(Slot(form, field), text.verbatim(*text.span(size, len(words))), SCORE)

    def _stated(self, form: Block, text: Said) -> Iterator[Reading]:
        words, lists = text.text.split(), self.page.language.words
        while words and (words[0] in lists["subject"] | lists["stating"] or not content(words[0], self.page.language)):
            words = words[1:]
        phrase = " ".join(words)
        found = [
            Slot(form, field, option)
            for field in form.fields
            for option in field.options
            if phrase and self.page.fit(phrase, option.name).whole
        ]
        if len(found) == 1:
            yield from self.picked([(found[0], self.page.fit(phrase, phrase))], SCORE)
