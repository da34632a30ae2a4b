"""Words that are much alike and yet never a slip for each other: weekdays, months, numbers and common given names.

Whoever says `Thursday` where there is only a Tuesday, or `Joan` where there is a John, means another one.
"""

from collections.abc import Sequence
from itertools import pairwise

from antiphon.providers.brain._rules.lexicon import bag, sayings
from antiphon.providers.brain._rules.numbers import ORDINALS
from antiphon.providers.brain._rules.words import Word
from antiphon.providers.english import SMALL, TENS

_DAYS = bag("monday tuesday wednesday thursday friday saturday sunday")
_MONTHS = bag("january february march april may june july august september october november december")
_NUMBERS = frozenset({*SMALL, *TENS, *ORDINALS, "hundred", "thousand", "million"})
_GIVEN = bag(
    "aaron adam adrian alan albert alex alexander alfred alice alina amanda amelia amy andrea andreas andrew angela "
    "anita ann anna anne annie anthony anton arthur audrey barbara ben benjamin bernard bert betty bill bob brenda "
    "brian bruce carl carla carlos carol caroline catherine cecil charles charlotte chloe chris christian christina "
    "christine christopher claire clara claudia colin craig cynthia daisy dan daniel daniela david dean debbie "
    "deborah dennis diana diane dominic donald donna doris dorothy doug douglas ed eddie edgar edith edward eileen "
    "elaine eleanor elena eli elias elisa elizabeth ella ellen emil emily emma eric erica erik erika erin ernest "
    "esther ethan eugene eva evan eve evelyn fiona flora florian frances francis frank fred frederick gabriel gary "
    "gavin geoff george gerald gerard gina gladys glen gloria gordon grace graham greg gregory greta hanna hannah "
    "harold harriet harry harvey hazel heather hector heidi helen helena henry herbert hilda holly howard hugh hugo "
    "ian ida igor ingrid irene iris isaac isabel isabella ivan jack jacob jake james jamie jan jane janet janice "
    "jasmine jason jean jeff jeffrey jenna jennifer jenny jeremy jerry jesse jessica jill jim jimmy jo joan joanna "
    "joanne joe joel johanna john johnny jon jonathan jordan jose joseph josephine joshua joy joyce juan judith "
    "judy julia julian julie juliet justin karen karin karl kate katherine kathleen kathryn kathy katie keith kelly "
    "ken kenneth kevin kim kurt kyle lara larry laura lauren lawrence lea leah lee lena leo leon leonard leslie "
    "lewis liam lily linda lisa liz lola lora lorena louis louise lucas lucia lucy luis lukas luke lydia maggie "
    "marc marcel marco marcus margaret maria marian marie marina mario marion marissa mark marlene marta martha "
    "martin martina mary mateo matt matthew maud maureen maurice max maya megan melanie melissa mia michael "
    "michelle mike mila miles milo mina mira miriam molly monica nadia nancy naomi natalia natalie natasha nathan "
    "neil nell nicholas nick nicola nicole nigel nina nora norma norman olga oliver olivia oscar otto owen pamela "
    "patricia patrick patsy paul paula pauline pedro peggy penny peter petra phil philip phoebe phyllis polly "
    "rachel ralph raymond rebecca renata richard rick rita rob robert roberta robin roger roland ron ronald rosa "
    "rose rosemary roy ruby rudolf rupert russell ruth ryan sabine sally sam samantha samuel sandra sara sarah "
    "scott sean sebastian selina sharon sheila shirley silvia simon simone sofia sonia sophia sophie stacy stan "
    "stella stephanie stephen steve steven stuart sue susan susanna sylvia tamara tanya tara ted teresa terry theo "
    "theodore theresa thomas tim timothy tina tobias toby todd tom tony tracy ursula vera vernon veronica victor "
    "victoria vincent viola violet virginia vivian walter wanda wayne wendy wilfred will william zoe"
)
_SAME = sayings(
    "jon john|ann anne|sara sarah|katherine catherine kathryn|steven stephen|mark marc|eric erik|erica erika|carl karl|"
    "geoff jeff|allan alan|lewis louis|teresa theresa|claire clare|hanna hannah|lucas lukas|sofia sophia|silvia sylvia|"
    "elisa eliza|marion marian|francis frances|jean gene|phillip philip"
)
"""Names that are one to the ear."""
_KINDS = (_DAYS, _MONTHS, _NUMBERS)
_EVERY = frozenset[str]().union(*_KINDS)


def is_another(said: str, name: str, *, typed: bool = False) -> bool:
    """Tell whether a word that was said is the name of another one of the same kind: `thursday` for `tuesday`.

    A given name was meant as it was `typed`; one that was spoken may have been misheard.
    """
    if said == name:
        return False
    if said in _EVERY:
        return any(said in kind and name in kind for kind in _KINDS)
    other = typed and said in _GIVEN and name in _GIVEN
    return other and not any(said in group and name in group for group in _SAME)


def names_another(name: Sequence[str], words: Sequence[Word], *, typed: bool) -> bool:
    """Tell whether a word of a name was not said, but another of its kind was: `Joan Berry`, where there is `John
    Berry`."""
    texts = {word.text for word in words}
    meant, others = {*name} - texts, texts - {*name}
    if any(is_another(text, word, typed=typed) for word in meant for text in others):
        return True
    figures = any(word.isdigit() for word in meant) and not any(word.isdigit() for word in {*name} & texts)
    return figures and any(
        one.text in name and two.text in others and two.text.isdigit() for one, two in pairwise(words)
    )
