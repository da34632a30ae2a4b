"""Tell at once which value was heard while another one was asked for: `Lena Fox. Which amount?`

Who is only asked the same again cannot tell whether the name was heard, or what will be done with it in the end.
"""

from dataclasses import replace
from typing import Any

from antiphon.providers.brain._rules.phrases import spoken
from antiphon.providers.brain._rules.schema import Kind, Param
from antiphon.providers.brain._rules.steps import Open, Step, Which
from antiphon.providers.brain._rules.words import hear, stem


def acknowledged(question: Open | Which | None, step: Step) -> Step:
    """A step that asks an open question again, with the values in front that an utterance gave beside it."""
    asked = step.question
    if not isinstance(question, Open) or not isinstance(asked, Open) or asked.profile is not question.profile:
        return step
    if asked.param is not question.param or asked.param.name in asked.values:
        return step
    params = [one for one in asked.profile.params if one.name in asked.values]
    new = [one for one in params if question.values.get(one.name) != asked.values[one.name]]
    told = " and ".join(_told(one, asked.values[one.name]) for one in new)
    return replace(step, text=f"{told[:1].upper()}{told[1:]}. {step.text}") if told else step


def _told(param: Param, value: Any) -> str:
    """A value as the page writes it, where that is how it is spoken; a number with what it counts: `3 nights`."""
    name = spoken(param, value)
    if param.kind is Kind.NUMBER and value != 1 and param.words and param.words[-1] != stem(param.words[-1]):
        return f"{name} {' '.join(param.words)}"
    return value if isinstance(value, str) and [word.text for word in hear(value)] == name.split() else name
