"""Words that decide, by language: back-channels, stop words, words that go on, yes and no. Over 300 lines: lists.

The lists are configuration: an assistant may bring its own. What is not listed for a language is English.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

SURE = 0.6
"""A recogniser's confidence, from which a word or two over an answer is taken at its word."""
FEW = 2
STOP_WORDS = frozenset({"stop"})
"""After an interruption these only cancel what was interrupted; the words that interrupt are `LANGUAGES`, `stop`."""
_BARE_YES = frozenset({"yes", "ja", "oui", "sí", "si", "sì", "sim", "是", "是 的", "对"})
_BARE_NO = frozenset({"no", "nope", "nah", "nein", "ne", "nee", "nö", "non", "não", "不", "不 是"})
"""Behind a yes it is neither: `yes, no`."""
WORD = re.compile(r"[\u3400-\u9fff]|(?:(?![\u3400-\u9fff])[^\W_])+(?:['\u2019-](?:(?![\u3400-\u9fff])[^\W_])+)*")
"""Chinese has no blanks between words: each of its characters is one here."""
LONGEST = 400
"""Characters. No phrase of a list is as long."""
_LEFT_OUT = " \u2026 "


def phrase(text: str) -> str:
    """A text as phrases are compared: lower case, words only, one space between them.

    Of one that is longer than any phrase the beginning and the end, with a sign between them that no phrase has: it is
    looked at several times in each turn, and a client may type thousands of words.
    """
    if len(text) > LONGEST:
        return _LEFT_OUT.join((_plain(text[: LONGEST // 2]), _plain(text[-LONGEST // 2 :])))
    return _plain(text)


def _plain(text: str) -> str:
    return " ".join(word.replace("\u2019", "'") for word in WORD.findall(text.lower()))


@dataclass(frozen=True, slots=True)
class Words:
    """One language's lists, each of phrases as `phrase` makes them."""

    back_channels: frozenset[str]
    stop: frozenset[str]
    dangling: frozenset[str]
    yes: frozenset[str] = frozenset()
    no: frozenset[str] = frozenset()
    beside: frozenset[str] = frozenset()
    """What may stand beside a yes or a no, and changes nothing of it; alone it is neither."""
    like_stop: frozenset[str] = frozenset()
    """What a recogniser makes of a single "stop" over an answer: a word that sounds like it."""
    halts: frozenset[str] = frozenset()
    """What is a no to a question, and to whoever says it over an answer may be no more than a wish for silence."""

    def approves(self, text: str, question: str = "") -> bool | None:
        """Tell whether `text` answers "shall I do it?": yes, no, or None for what is not clearly one of them.

        Only what says yes from end to end is a yes: with a no in it, a condition, a request or a question it is none.
        What ends with a no is one, whatever stands before it: `ok, stop`. Of `yes, cancel it` nobody knows that, where
        the `question` is whether to cancel.
        """
        words = phrase(text).split()
        if _made_of(words, self.beside):
            return None
        if _made_of(words, self.no, self.beside):
            return False
        last = self._last_no(words)
        if last and last[0] not in _BARE_NO:
            return None if last[0] in phrase(question).split() else False
        asks_back = text.rstrip().endswith(("?", "\uff1f"))
        return True if not asks_back and _made_of(words, self.yes, self.beside) else None

    def offers(self, text: str) -> bool:
        """Tell whether a text names both answers that may be given to it: `Say yes for Delete, or no for Keep`."""
        words = set(phrase(text).split())
        return not _BARE_YES.isdisjoint(words) and not _BARE_NO.isdisjoint(words)

    def says_no(self, text: str) -> bool:
        """Tell whether it is a no and nothing else, which is an answer: `wait` or `quiet` is a wish for silence."""
        return phrase(text) in _BARE_NO

    def refuses(self, text: str) -> bool:
        """Tell whether `text` says no, and not only to be silent, or to wait."""
        halts = _made_of(phrase(text).split(), self.halts, self.beside, self.yes, self.back_channels)
        return self.approves(text) is False and not halts

    def _last_no(self, words: list[str]) -> list[str]:
        """The no that words end with, where a yes or a back-channel stands before it; empty where none does."""
        for at in sorted(_cuts(words, self.yes, self.no, self.beside, self.back_channels)):
            size = _longest(words[at:], self.no)
            if at and size and _made_of(words[at + size :], self.beside):
                return words[at : at + size]
        return []

    def only_back_channels(self, text: str) -> bool:
        """Tell whether `text` says no more than that somebody listens: it is back-channels, end to end."""
        return bool(text) and _made_of(phrase(text).split(), self.back_channels)

    def only_stops(self, text: str) -> bool:
        """Tell whether `text` says nothing but to stop, end to end."""
        return bool(text) and _made_of(phrase(text).split(), self.stop)

    def only_sounds_like_stop(self, text: str) -> bool:
        """Tell whether `text` is a single word that sounds like "stop": it means that over an answer."""
        return phrase(text) in self.like_stop

    def stops(self, text: str) -> bool:
        """Tell whether `text` begins or ends by telling the assistant to stop."""
        said = f" {phrase(text)} "
        return any(said.startswith(f" {word} ") or said.endswith(f" {word} ") for word in self.stop)

    def confirms(self, text: str, *, final: bool, confidence: float | None = None) -> bool:
        """Tell whether `text` over an answer means to interrupt it.

        A word or two that the recogniser is not sure of (`confidence` from 0 to 1) may be a cough or an "mm-hm"; what
        tells to stop counts all the same.

        What is looked at in between may end within a word ("I said" on the way to "I see"), so its last word counts
        only where it tells to stop; and it may be the beginning of a back-channel.
        """
        if self.stops(text) or self.only_sounds_like_stop(text):
            return True
        words = phrase(text).split()
        if final and confidence is not None and confidence < SURE and len(words) <= FEW:
            return False
        return not _made_of(words, self.back_channels) if final else not _begins(words[:-1], self.back_channels)

    def leaves_open(self, text: str) -> bool:
        """Tell whether more is to come: a filler or a word that nobody ends a sentence with, a comma, an ellipsis."""
        stripped = text.rstrip()
        if stripped.endswith(("?", "\uff1f")):
            return False  # `What's the weather like?` ends with a word that nobody ends a statement with
        if stripped.endswith((",", "…", "...", "-", ":", "\uff0c", "\u3001", "\uff1a")):
            return True
        said = f" {phrase(text)}"
        return any(said.endswith(f" {one}") for one in self.dangling)

    def complete(self, text: str) -> bool:
        """Tell whether it looks like a whole sentence."""
        return text.rstrip().endswith((".", "!", "?", "\u3002", "\uff01", "\uff1f")) and not self.leaves_open(text)

    def closed(self, text: str) -> bool:
        """Tell whether it needs nothing more, however it is written: a yes, a no, a word of thanks, "stop"."""
        said = self.only_back_channels(text) or self.only_stops(text) or self.approves(text) is not None
        return said and not self.leaves_open(text)


def _made_of(words: list[str], *lists: frozenset[str]) -> bool:
    """Tell whether `words` can be cut into phrases of `lists` without a rest."""
    return len(words) in _cuts(words, *lists)


def _begins(words: list[str], phrases: frozenset[str]) -> bool:
    """Tell whether `words` can go on so that they can be cut into `phrases`."""
    rests = [words[at:] for at in _cuts(words, phrases)]
    return any(phrase_.split()[: len(rest)] == rest for rest in rests for phrase_ in phrases)


def _cuts(words: list[str], *lists: frozenset[str]) -> set[int]:
    """After how many words a cut can be made, where all before it is phrases of `lists`."""
    reachable = {0}
    for at, first in enumerate(words):
        if at in reachable:
            known = [one for phrases in lists for one in _by_first_word(phrases).get(first, ())]
            reachable |= {at + len(one) for one in known if words[at : at + len(one)] == one}
    return reachable


def _longest(words: list[str], phrases: frozenset[str]) -> int:
    """Count the words of the longest phrase that `words` begin with; 0 where they begin with none."""
    known = _by_first_word(phrases).get(words[0], []) if words else []
    return max((len(one) for one in known if words[: len(one)] == one), default=0)


@lru_cache(256)
def _by_first_word(phrases: frozenset[str]) -> dict[str, list[list[str]]]:
    """Each phrase in its words."""
    found: dict[str, list[list[str]]] = {}
    for one in filter(None, map(str.split, phrases)):
        found.setdefault(one[0], []).append(one)
    return found


def _words(
    *, back_channels: str, stop: str, dangling: str, yes: str, no: str, beside: str, halts: str, like_stop: str = ""
) -> Words:
    def split(text: str) -> frozenset[str]:
        return frozenset(filter(None, map(phrase, text.split(","))))

    return Words(
        split(back_channels),
        split(stop),
        split(dangling),
        split(yes),
        split(no),
        split(beside),
        split(like_stop),
        split(halts),
    )


LANGUAGES = {
    "en": _words(
        back_channels=(
            "mm-hm, mm-hmm, mm hm, mhm, mhmm, mm, mmm, hm, hmm, uh-huh, uh huh, uh-uh, huh, aha, ah, oh, ooh, uh, "
            "um, er, ha, haha, heh, yeah, yep, yes, yup, okay, ok, k, right, sure, true, fine, good, great, nice, "
            "cool, perfect, wow, really, indeed, exactly, absolutely, definitely, totally, interesting, of "
            "course, fair enough, i see, yes sir, yes ma'am, okay then, ok then, all right then, sure thing, i "
            "know, right on, no problem, so true, i understand, got it, i got it, gotcha, makes sense, make "
            "sense, sounds good, alright, all right, very good, very nice, that's right, that's true, that's "
            "good, that's great, that's nice, that's fine, that's cool, lovely, excellent, amazing, awesome, "
            "wonderful, you, thank you, thanks"
        ),
        stop=(
            "stop, wait, no, hold on, cancel, enough, quiet, be quiet, shut up, pause, never mind, hang on, one moment"
        ),
        dangling=(
            "and, or, but, so, because, if, when, that, which, who, the, a, an, to, of, in, on, at, for, from, "
            "with, by, my, your, his, her, its, our, their, is, are, was, were, i, we, they, um, uh, er, erm, "
            "hmm, like, well, then, than, as, about, into"
        ),
        yes=(
            "yes, yeah, yep, yup, sure, sure thing, okay, ok, alright, all right, of course, certainly, "
            "absolutely, definitely, exactly, correct, that's right, that's correct, go ahead, go for it, "
            "proceed, do it, do that, do so, confirm, confirmed, i confirm, i confirm it, agreed, i agree, "
            "affirmative, yes i do, yes you may, sounds good"
        ),
        no=(
            "no, nope, nah, no way, no thanks, don't, do not, don't do it, do not do it, don't do that, do not do "
            "that, don't do so, never mind, nevermind, never, cancel, cancel it, cancel that, leave it, leave "
            "that, forget it, forget that, forget about it, stop, stop it, stop that, wait, hold on, not now, not "
            "yet, not really, better not, rather not, i'd rather not, i would rather not, of course not, "
            "certainly not, absolutely not, definitely not, i don't, i do not, i don't want it, i don't want "
            "that, i don't want to, i do not want that, i do not want to, negative, i changed my mind, i've "
            "changed my mind, quit, quit it, abort, abort it, drop it, drop that, end it, end that, skip it, call "
            "it off, let it be, leave it be, leave it alone"
        ),
        beside=(
            "please, thanks, thank you, now, then, just, oh, ah, uh, um, er, well, i'm sure, i am sure, delete "
            "it, delete that, delete them, remove it, remove that, remove them, erase it, clear it, empty it, "
            "send it, send that, submit it, post it, publish it, save it, buy it, buy that, buy them, order it, "
            "order that, order them, book it, book that, pay it, pay for it, place it, close it, reset it, start "
            "it, run it, change it, transfer it, replace it, share it, sign it"
        ),
        halts="stop, stop it, stop that, wait, hold on",
        like_stop=(
            "star, stars, stark, stuff, staff, stock, stab, stump, stopped, stops, stah, starp, storp, stob, stopp"
        ),
    ),
    "de": _words(
        back_channels=(
            "mhm, hm, hmm, aha, ah, oh, ja, jo, jep, okay, ok, genau, gut, klar, stimmt, verstehe, ach so, alles "
            "klar, danke, äh, ähm, super, schön"
        ),
        stop="stopp, stop, halt, warte, nein, moment, abbrechen, genug, ruhe, still, pause, egal",
        dangling=(
            "und, oder, aber, weil, wenn, dass, der, die, das, ein, eine, einen, zu, von, in, im, auf, an, für, "
            "mit, mein, meine, dein, ist, sind, ich, wir, äh, ähm, also, dann, als, über, den, dem"
        ),
        yes=(
            "ja, jo, jep, jawohl, klar, na klar, sicher, gerne, gern, okay, ok, genau, richtig, natürlich, "
            "selbstverständlich, unbedingt, einverstanden, in ordnung, mach es, mach das, tu es, tu das, nur zu, "
            "bestätigt, ich bestätige"
        ),
        no=(
            "nein, ne, nee, nö, lieber nicht, besser nicht, bitte nicht, auf keinen fall, auf gar keinen fall, "
            "natürlich nicht, mach es nicht, mach das nicht, tu es nicht, tu das nicht, noch nicht, jetzt nicht, "
            "nicht jetzt, niemals, abbrechen, lass es, lass das, vergiss es, egal, stopp, stop, halt, warte, "
            "moment"
        ),
        beside=(
            "bitte, danke, doch, mal, jetzt, dann, nun, oh, ah, äh, ähm, lösch es, lösche es, schick es, schicke "
            "es, sende es, kauf es, kaufe es, bestell es, bestelle es, buch es, buche es, bezahl es, bezahle es"
        ),
        halts="stopp, stop, halt, warte, moment",
    ),
    "fr": _words(
        back_channels=(
            "mhm, hm, ah, oh, oui, ouais, d'accord, ok, okay, bien, très bien, je vois, merci, euh, super, voilà"
        ),
        stop="stop, arrête, arrêtez, attends, attendez, non, annule, assez, silence, pause, tais-toi",
        dangling=(
            "et, ou, mais, parce, que, si, quand, le, la, les, un, une, des, de, du, à, au, en, sur, pour, avec, "
            "mon, ma, je, nous, euh, alors, est, sont"
        ),
        yes=(
            "oui, ouais, d'accord, ok, okay, bien sûr, certainement, absolument, exactement, volontiers, entendu, "
            "vas-y, allez-y, fais-le, faites-le, je confirme, confirmé"
        ),
        no=(
            "non, pas du tout, surtout pas, pas maintenant, pas encore, ne le fais pas, ne le faites pas, ne fais "
            "pas ça, bien sûr que non, jamais, annule, annulez, annuler, laisse, laissez, laisse tomber, oublie, "
            "oubliez, stop, arrête, arrêtez, attends, attendez"
        ),
        beside="s'il te plaît, s'il vous plaît, merci, maintenant, alors, oh, ah, euh",
        halts="stop, arrête, arrêtez, attends, attendez",
    ),
    "es": _words(
        back_channels="mhm, ah, oh, sí, si, ajá, vale, ok, okay, bien, claro, ya, entiendo, gracias, eh, genial",
        stop="para, alto, espera, no, cancela, basta, silencio, pausa, cállate",
        dangling=(
            "y, o, pero, porque, si, cuando, que, el, la, los, las, un, una, de, del, a, en, con, por, para, mi, "
            "tu, yo, es, son, eh, pues"
        ),
        yes=(
            "sí, si, claro, claro que sí, por supuesto, desde luego, vale, ok, okay, de acuerdo, seguro, "
            "correcto, exacto, adelante, hazlo, hágalo, confirmo, lo confirmo, confirmado"
        ),
        no=(
            "no, claro que no, por supuesto que no, mejor no, ahora no, todavía no, aún no, no lo hagas, no lo "
            "haga, nunca, cancela, cancélalo, cancelar, déjalo, olvídalo, para, alto, espera"
        ),
        beside="por favor, gracias, ahora, entonces, oh, ah, eh, pues",
        halts="para, alto, espera",
    ),
    "it": _words(
        back_channels=(
            "mhm, mh, ah, oh, eh, sì, si, ok, okay, va bene, bene, benissimo, certo, giusto, esatto, capito, "
            "ho capito, capisco, già, ecco, grazie, perfetto, ottimo, davvero, ehm"
        ),
        stop=("stop, basta, ferma, fermati, fermo, aspetta, aspetti, no, annulla, silenzio, zitto, pausa, un momento"),
        dangling=(
            "e, o, ma, perché, che, se, quando, il, lo, la, i, gli, le, un, uno, una, di, del, della, a, al, "
            "alla, da, in, nel, con, su, per, mio, mia, io, è, sono, ehm, cioè, quindi, allora"
        ),
        yes=(
            "sì, si, certo, certamente, sicuro, ok, okay, va bene, d'accordo, esatto, giusto, volentieri, "
            "naturalmente, senz'altro, fallo, lo faccia, procedi, proceda, confermo, confermato, vai, avanti"
        ),
        no=(
            "no, no grazie, certo che no, meglio di no, non ora, non adesso, non ancora, non farlo, "
            "non lo faccia, mai, annulla, annullare, lascia stare, lasci stare, lascia perdere, lasci perdere, "
            "niente, ferma, fermati, stop, basta, aspetta, aspetti"
        ),
        beside="per favore, per piacere, grazie, adesso, ora, allora, pure, oh, ah, eh, ehm",
        halts="ferma, fermati, stop, basta, aspetta, aspetti",
    ),
    "pt": _words(
        back_channels=(
            "mhm, hum, ah, oh, sim, é, pois, pois é, tá, tá bom, está bem, ok, okay, bom, bem, certo, claro, "
            "entendi, percebi, entendo, obrigado, obrigada, legal, ótimo, perfeito, isso, aham, éh"
        ),
        stop=("para, pare, parar, chega, espera, espere, não, cancela, cancele, silêncio, pausa, um momento, cala-te"),
        dangling=(
            "e, ou, mas, porque, que, se, quando, o, a, os, as, um, uma, de, do, da, em, no, na, com, para, por, "
            "ao, meu, minha, eu, é, são, então, tipo, éh"
        ),
        yes=(
            "sim, claro, claro que sim, com certeza, certo, exato, exatamente, ok, okay, tá bom, está bem, "
            "tudo bem, pode ser, pode, isso, de acordo, concordo, faça, faz isso, faça isso, confirmo, "
            "confirmado, vá em frente"
        ),
        no=(
            "não, não obrigado, não obrigada, claro que não, melhor não, agora não, ainda não, não faça, "
            "não faça isso, não faças, nunca, cancela, cancele, cancelar, deixa, deixe, deixa pra lá, "
            "deixe pra lá, esquece, esqueça, para, pare, espera, espere"
        ),
        beside="por favor, obrigado, obrigada, agora, então, oh, ah, éh",
        halts="para, pare, parar, espera, espere",
    ),
    "nl": _words(
        back_channels=(
            "mhm, hm, hmm, aha, ah, oh, ja, jawel, jep, oké, ok, okay, goed, prima, juist, precies, klopt, "
            "snap ik, ik snap het, duidelijk, dank je, dank u, bedankt, leuk, mooi, eh, ehm"
        ),
        stop=(
            "stop, wacht, nee, hou op, houd op, genoeg, stil, annuleer, annuleren, pauze, laat maar, moment, wacht even"
        ),
        dangling=(
            "en, of, maar, omdat, want, als, wanneer, dat, die, de, het, een, van, naar, in, op, aan, bij, voor, "
            "met, door, mijn, jouw, is, zijn, ik, wij, dus, dan, eh, ehm, uh"
        ),
        yes=(
            "ja, jawel, jep, graag, zeker, natuurlijk, oké, ok, okay, goed, prima, precies, juist, klopt, "
            "akkoord, doe maar, doe het, doe dat, ga je gang, ga uw gang, bevestigd, ik bevestig het, absoluut"
        ),
        no=(
            "nee, nee hoor, nee bedankt, nee dank je, liever niet, beter niet, niet nu, nu niet, nog niet, "
            "zeker niet, natuurlijk niet, niet doen, doe het niet, doe dat niet, nooit, annuleer, annuleren, "
            "laat maar, laat het, vergeet het, stop, wacht, wacht even, hou op, houd op"
        ),
        beside="alsjeblieft, alstublieft, bedankt, dank je, dank u, nu, dan, maar, oh, ah, eh, ehm",
        halts="stop, wacht, wacht even, hou op, houd op",
    ),
    "zh": _words(
        back_channels=(
            "嗯, 嗯嗯, 哦, 噢, 啊, 呃, 是, 是的, 对, 对对, 对的, 好, 好的, 好吧, 行, 没错, 明白, 明白了, 知道了, "
            "我知道, 了解, 原来如此, 谢谢, 不错, 真的"
        ),
        stop="停, 停下, 停一下, 等等, 等一下, 不, 不要, 不用了, 够了, 取消, 安静, 别说了, 暂停, 算了",
        dangling=(
            "和, 或, 或者, 但, 但是, 因为, 如果, 当, 把, 被, 在, 给, 对于, 跟, 的, 我, 我们, 这个, 那个, 然后, 就是, 呃"
        ),
        yes=(
            "是, 是的, 对, 对的, 好, 好的, 好吧, 行, 可以, 当然, 当然可以, 没问题, 没错, 确定, 确认, 我确认, "
            "同意, 做吧, 就这样, 来吧, 要, 需要"
        ),
        no=(
            "不, 不是, 不要, 不用, 不用了, 不行, 不可以, 不对, 当然不, 别, 别做, 还没, 现在不, 暂时不要, 取消, "
            "算了, 停, 停下, 停一下, 等等, 等一下, 我改主意了"
        ),
        beside="请, 谢谢, 现在, 那, 那么, 吧, 啊, 哦, 呃, 嗯",
        halts="停, 停下, 停一下, 等等, 等一下",
    ),
}


def words_for(language: str) -> Words:
    """The lists of a language tag such as `en-GB`."""
    return LANGUAGES.get(language.split("-")[0].lower(), LANGUAGES["en"])
