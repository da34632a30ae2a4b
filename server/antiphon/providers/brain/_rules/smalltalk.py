"""Rules for what people say to a voice that is not for the page: greetings, thanks, questions about what it can do."""

import re
from collections.abc import Sequence
from enum import StrEnum

from rapidfuzz import fuzz, process

from antiphon.domain.conversation import Passage
from antiphon.providers.brain._rules.lexicon import CLAUSE, FUNCTION, GENERIC, bag, sayings
from antiphon.providers.brain._rules.naming import quote
from antiphon.providers.brain._rules.of_another import is_of_another
from antiphon.providers.brain._rules.states import is_no_answer, state_told
from antiphon.providers.brain._rules.utterance import strip_courtesies
from antiphon.providers.brain._rules.verbs import SYNONYMS
from antiphon.providers.brain._rules.words import Word, hear, stem

_WORD = re.compile(r"\w+")
_ALIKE = 90
_SHORT = 6
_LONGEST = 200
"""Characters; small talk is short, courtesies included."""


class Intent(StrEnum):
    HELP = "help"
    WHERE = "where"
    GREETING = "greeting"
    THANKS = "thanks"
    HOW = "how"
    WHO = "who"
    BYE = "bye"
    REPEAT = "repeat"
    AGAIN = "again"
    """The last action, once more."""
    YES = "yes"
    NO = "no"
    CANCEL = "cancel"
    SORRY = "sorry"
    WAIT = "wait"


_SAID = {
    Intent.HELP: (
        "what can i do|what can i do here|what can i do now|what can i do on this page|what can you do|help|help me|"
        "what can i say|what can i say here|which actions are there|what actions are there|what are my options|"
        "what are the options|what commands are there|which commands are there|list the actions|list all actions|"
        "list the commands|what is possible here|what else can i do|what else can you do|how does this work|"
        "show me what you can do|tell me what i can do|what can you do for me|what can you help me with|"
        "how can you help me|i need help|what are my choices|what actions are available|what can i ask you|"
        "what do i do|what should i do|what should i say|give me a hint|what else|which actions do you have|"
        "tell me what you can do|what are you able to do|what can be done here|options"
    ),
    Intent.WHERE: (
        "where am i|where am i now|what is on this page|what is on the page|what is this page|what page is this|"
        "which page is this|which page am i on|what page am i on|what do you see|what is on the screen|"
        "what is on my screen|what does the page say|what does it say|read the page|read this page|"
        "read the page to me|describe the page|describe this page|what am i looking at|tell me about this page|"
        "what is here|what is this|what do i see here|what does this page show|where are we"
    ),
    Intent.GREETING: (
        "hello|hi|hey|hello there|hi there|hey there|good morning|good afternoon|good evening|good day|greetings|"
        "hello again|nice to meet you|hello hello|can you hear me|are you there|do you hear me"
    ),
    Intent.THANKS: (
        "thanks|thank you|thank you very much|thanks a lot|many thanks|thank you so much|great thanks|perfect|great|"
        "wonderful|well done|good job|cool|awesome|very good|excellent|nice|cheers|that is great|that is perfect"
    ),
    Intent.HOW: "how are you|how are you doing|how is it going|how do you do|how are you today|are you ok|what is up",
    Intent.WHO: (
        "who are you|what are you|what is your name|are you a robot|are you human|are you a person|are you real|"
        "who am i talking to|who is this|tell me about yourself|do you have a name"
    ),
    Intent.BYE: (
        "bye|goodbye|good bye|bye bye|see you|see you later|see you soon|good night|have a nice day|have a good day|"
        "talk to you later|until next time|farewell|i have to go|that is all|that was all|that will be all"
    ),
    Intent.REPEAT: (
        "repeat that|repeat|say that again|can you repeat that|repeat it|say it again|what did you say|pardon|"
        "pardon me|come again|i did not hear you|i did not catch that|i did not get that|what was that|say again|"
        "what do you mean|what does that mean|what was the question|"
        "what|sorry what|excuse me|could you say that again|repeat the last sentence|repeat what you said|"
        "can you say that again|tell me again|say that once more|what did you just say|huh"
    ),
    Intent.AGAIN: (
        "again|again please|once more|once more please|one more time|once again|and again|and once more|do it again|"
        "do that again|do that once more|do it once more|the same again|same again|try again|"
        "try it again|try that again|do the same again|and one more time|do it one more time|do that one more time"
    ),
    Intent.YES: (
        "yes|yeah|yep|yup|sure|okay|ok|of course|that is right|correct|right|exactly|yes please|do it|go ahead|"
        "yes go ahead|absolutely|definitely|certainly|please do|i do|yes i do|yes it is|that one|yes that one|"
        "yes please do|okay then|ok then|sure thing|yes do it|yes do that|do that|please do it|yes of course|yes sure"
    ),
    Intent.NO: (
        "no|nope|no thanks|no thank you|not now|not really|no way|nah|no no|neither|none|none of them|wrong|"
        "that is wrong|of course not|absolutely not|definitely not|not that|not that one|i do not|no i do not|do not|"
        "no it is not|neither of them|no wait|no stop|no do not|rather not|i would rather not|better not|please no"
    ),
    Intent.CANCEL: (
        "never mind|nevermind|forget it|cancel|cancel that|stop it|leave it|forget about it|nothing|forget that|"
        "do not do that|do not do it|do not bother|please do not|stop that|no never mind|i changed my mind|skip it|"
        "cancel it|maybe later|later|another time|not yet|let it be|leave it alone|do not worry about it|"
        "i do not want that"
    ),
    Intent.SORRY: "sorry|i am sorry|my bad|oops|excuse me please|my mistake",
    Intent.WAIT: (
        "wait|wait wait|wait a second|wait a minute|wait a moment|hold on|hold on a second|hold on a minute|hang on|"
        "one moment|one second|just a second|just a moment|just a minute|give me a second|give me a moment|"
        "hang on a second|hang on a minute|hang on a moment|hold on a moment|one sec|just a sec|wait a sec|"
        "be right back|i will be right back|give me a minute|give me a sec|"
        "let me think|let me see|let me check|i am thinking|i have to think|i need to think|let me look"
    ),
}
_PHRASES = {
    " ".join(word.text for word in hear(phrase)): intent
    for intent, lines in _SAID.items()
    for phrase in lines.split("|")
}
_LONG = [phrase for phrase in _PHRASES if len(phrase) > _SHORT]

OFFER = " What would you like to do?"
"""The end of an answer that leaves it to the user what comes next."""
ANSWERS = {
    Intent.GREETING: f"Hello!{OFFER}",
    Intent.THANKS: "You are welcome.",
    Intent.HOW: f"I am fine, thank you.{OFFER}",
    Intent.WHO: "I am the voice of this page. Tell me what to do here, or ask what you can do.",
    Intent.BYE: "Goodbye! Until next time.",
    Intent.SORRY: "No problem.",
    Intent.CANCEL: "All right.",
    Intent.WAIT: "Take your time.",
}


def intent_of(text: str) -> Intent | None:
    """Return what was meant, where the whole utterance is small talk; small mishearings are forgiven."""
    if len(text) > _LONGEST:
        return None
    words = hear(text)
    for heard in (words, strip_courtesies(words)):
        phrase = " ".join(word.text for word in heard)
        if phrase in _PHRASES:
            # `Again?` asks what was said, `Again.` wants it done.
            asks = _PHRASES[phrase] is Intent.AGAIN and text.rstrip().endswith("?")
            return Intent.REPEAT if asks else _PHRASES[phrase]
        if _SHORT < len(phrase) < 60:
            best = process.extractOne(phrase, _LONG, scorer=fuzz.ratio, score_cutoff=_ALIKE)
            if best:
                return _PHRASES[best[0]]
    return None


def from_narration(words: Sequence[Word], narration: str) -> str | None:
    """The sentence of the page's narration that a question is about, if one holds most of its words."""
    asked = {word.stem for word in words if word.text not in FUNCTION | CLAUSE | GENERIC | _ASKING}
    state = state_told(words, [quote(line, _LONGEST_NARRATION) for line in narration[:_LONGEST_NARRATION].splitlines()])
    if state:
        return quote(state)
    if not is_question(words) or not asked:
        return None
    best, most = None, (0.6, len(words))
    said = {word.stem for word in words}
    told_apart = (one for one in narration[:_LONGEST_NARRATION].splitlines() if not one.endswith("\u201d"))
    lines = (quote(line, _LONGEST_NARRATION) for line in told_apart)  # a text of the page's is no answer for its words
    for sentence in (one for line in lines for one in _SENTENCE_END.split(line)):
        plain = (
            _QUOTED.sub("", sentence) if sentence.startswith(_TITLES) else sentence
        )  # what it is called tells nothing
        told = set(map(stem, _WORD.findall(plain.lower())))
        shared = sum(1 for stem in asked if stem in told or SYNONYMS.get(stem, frozenset()) & told) / len(asked)
        if (shared, len(said & told)) > most:  # of two, the one that has more of the little words: `which lamp is on`
            best, most = sentence.strip(), (shared, len(said & told))
    if best and (is_no_answer(words, best) or is_of_another(words, best)):
        return None
    return quote(best if best.endswith((".", "!", "?")) else f"{best}.") if best else None


def from_passages(words: Sequence[Word], passages: Sequence[Passage]) -> str | None:
    """The best passage of the assistant's knowledge, if it has at least half of the words that tell what is asked."""
    asked = {word.stem for word in words if word.text not in FUNCTION | CLAUSE | GENERIC | _ASKING}
    for passage in passages:
        told = set(map(stem, _WORD.findall(passage.text.lower())))
        shared = sum(1 for one in asked if one in told or SYNONYMS.get(one, frozenset()) & told)
        if asked and 2 * shared >= len(asked):
            return quote(passage.text, _LONGEST_PASSAGE)
    return None


def is_question(words: Sequence[Word]) -> bool:
    """Tell whether words ask for something that a page could tell; what asks about the listener does not."""
    texts = tuple(word.text for word in words)
    asks = texts[:1] and texts[0] in _QUESTIONS and "you" not in texts[1:3] and texts[:2] != ("do", "not")
    return bool(asks) or any(texts[: len(one)] == one for one in _TELL_ME)


_QUESTIONS = bag("what where when who which how why whose is are was were does do did has have can")
_TELL_ME = sayings("tell me|say what|say how|read me")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_TITLES = ("The page is \u201c", "The page shows \u201c")
_QUOTED = re.compile("\u201c.*\u201d")
_LONGEST_NARRATION = 8192
_LONGEST_PASSAGE = 500
_ASKING = bag("many much long big there tell know currently say says page about old far often")
