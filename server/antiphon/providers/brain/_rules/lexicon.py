"""Words of English by what they do in a request. Nothing here knows any page."""

from antiphon.providers.english import DIRECTIONS
from antiphon.providers.english import bag as bag
from antiphon.providers.english import sayings as sayings

ARTICLES = bag("a an the all some this that these those my your our his her their its")
PREPOSITIONS = bag("to of for in on into onto from at by with as about over under within inside")
PRONOUNS = bag("me us it them him one ones myself something anything someone everything mine there here")
FILLERS = bag(
    "please kindly now just then so well okay ok um uh er hm hmm and or also too right again maybe simply only bit "
    "little actually really up down s"
)
FUNCTION = ARTICLES | PREPOSITIONS | PRONOUNS | FILLERS
"""Words that mean nothing by themselves: they need no explanation."""

HESITATIONS = bag("um uh er erm umm uhh uhm ehm hm hmm hmmm mm mmm")
"""Sounds that are no words."""

AUXILIARIES = bag("is are was were be been has had have will would can could should must may might do does did")
SUBORDINATORS = bag("if when because although while unless until whether")
SUBJECTS = bag("i you he she we they it this that these those there someone somebody everyone nobody")
CLAUSE = (
    AUXILIARIES
    | (SUBORDINATORS - {"whether"})
    | bag("i you he she we they who whom whose which what where why how am but than")
)
"""Words that make a sentence of what looked like a command."""

GENERIC = bag(
    "page screen view section tab window panel dialog mode menu site website app area tool option button number value "
    "level setting thing element field box percent percentage point degree shopping"
)
"""Nouns that say little about which action is meant."""

TIMES = bag("second minute hour day week month year moment while time bit")
"""Spans of time, and how people speak of them."""

RECIPIENTS = bag("to recipient receiver contact person address addressee")
BODIES = bag("text message body content note comment")
"""Names of parameters for whom something is said to, and for what is said."""

LATELY = bag("today now currently tonight outside")
"""Words that end a question about how things are, and say nothing of what is asked for."""

UNITS = bag(
    "percent percentage dollar euro pound buck cent second minute hour degree piece time people person pixel point"
)
"""Units that numbers count, where nothing hangs on it."""

NEGATIONS = bag("not never no nothing nobody neither nor none without")
TRUE_WORDS = bag("on enable enabled activate activated active yes true yeah yep sure start show tick")
FALSE_WORDS = bag("off disable disabled deactivate deactivated inactive no false nope stop hide untick uncheck")

OPPOSITES = {one: other for pair in sayings(DIRECTIONS) for one, other in (pair, pair[::-1])}
"""Where one of two was said, the other was not meant."""

FRAMES = sayings(
    "please|can you|could you|would you|will you|can i|could i|may i|can we|could we|i want to|i want you to|i want|"
    "i need to|i need you to|i need|i would like to|i would like you to|i would like|i would love to|i wish to|"
    "we want to|we need to|let us|let me|hey|hi|hello|ok|okay|alright|all right|right|well|so|um|uh|er|hmm|yes|yeah|"
    "now|then|and|just|go ahead and|would you mind|do you mind|please do|would you please|is it possible to|"
    "i think i want to|i would rather|maybe|actually|kindly|quickly|could you possibly|i am going to|i have to|"
    "time to|try to|want to|i am ready to|can i have|could i have|may i have|can we have|could we have|"
    "i would like to have|i want to have|i guess|also|only|be so kind and|do me a favor and|thanks|"
    "oh|oh no|oh well|ah|hmm|erm|hm|oops|first of all|after that|finally|afterwards|"
    "would you be able to|are you able to|is there a way to|how about we|how about you|why do not we|why do not you|"
    "it would be great if you could|i was wondering if you could|any chance you could|if you could|mind if i|"
    "i feel like|i might want to|i may want to|mind|how about|what about|that is all|that is it|that will be all|"
    "the next thing is to|i wanted to|i wanted you to|press|press the|hit|hit the|click|click on|click on the|"
    "click the|tap|tap on|tap on the|tap the"
)
"""How people lead up to a command."""

HOLDS = sayings(
    "wait|wait wait|oh wait|no wait|wait no|stop|stop stop|no stop|hold on|hold it|hang on|wait a minute|wait a second|"
    "wait a moment|just a moment|just a second|one moment|one second|hold on a second|sorry|i am sorry|scratch that|"
    "correction|i mean|i meant|no weight|oh weight|a wait|strike that|on second thought|on second thoughts|rather"
)
"""Words that stop somebody, in front of what is wanted instead: `wait, set it to ten`; and as it may be heard."""

TAILS = sayings(
    "if you can|if you would|if you do not mind|if possible|for me please|thank you very much|would you please|"
    "right now|right away|for me|thank you|will you|would you|can you|please|thanks|now|okay|ok|immediately"
)
"""How people end one."""

LOOK = sayings(
    "what i have in|what i have got in|what i put in|what have i put in|what did i put in|what have i added to|"
    "what i have put in|what is there in|what all is in|what else is in|what is currently in|what is now in|"
    "what is right now in|what do i currently have in|what have we got in|what do we have in|what is there already in|"
    "what is already in|what is still in|what is left in|"
    "what do i have in|what have i got in|what is in|what is on|what are in|what are|where is|where are|"
    "where do i find|where can i find|what is inside"
)
"""How people ask for what showing something answers."""

PHRASAL = frozenset(
    sayings(
        "find out|look out|look like|look after|look into|look in|look on|look around|look over|look through|"
        "look a|look good|look forward|play with|put out|put off|put away|put up|write off|add up|add insult|go away|"
        "go ahead|go on|take care|take a|take off|make sure|make up|get lost|get well|read between|come on|hold on|"
        "call off|open up|see you|set off|run out|run away|turn into|turn around|show off|drop by|drop in|keep in|"
        "start over|give up"
    )
)
"""Verbs that a small word turns into something else."""
