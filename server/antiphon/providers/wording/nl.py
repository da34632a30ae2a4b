"""Dutch as it is said: prices, units, dates, times, telephone numbers and short forms as words."""

from antiphon.providers.wording.by_locale import LocaleWording

UNREADABLE = {"link": "de link op de pagina", "code": "de code op de pagina", "number": "het lange nummer op de pagina"}

_SHORT_FORMS = {
    "bijv.": "bijvoorbeeld",
    "bv.": "bijvoorbeeld",
    "d.w.z.": "dat wil zeggen",
    "o.a.": "onder andere",
    "enz.": "enzovoort",
    "ca.": "circa",
    "incl.": "inclusief",
    "excl.": "exclusief",
    "evt.": "eventueel",
    "nr.": "nummer",
    "Nr.": "Nummer",
    "tel.": "telefoon",
    "Tel.": "Telefoon",
    "dhr.": "de heer",
    "mevr.": "mevrouw",
    "dr.": "dokter",
    "mln.": "miljoen",
    "mld.": "miljard",
    "btw": "b t w",
}

word = LocaleWording("nl", _SHORT_FORMS, "{h} uur {m}", "{h} uur", "plus", "uur|u").word
