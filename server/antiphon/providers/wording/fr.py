"""French as it is said: prices, units, dates, times, telephone numbers and short forms as words."""

from antiphon.providers.wording.by_locale import LocaleWording

UNREADABLE = {"link": "le lien sur la page", "code": "le code sur la page", "number": "le long numéro sur la page"}

_SHORT_FORMS = {
    "p. ex.": "par exemple",
    "etc.": "et cetera",
    "env.": "environ",
    "c.-à-d.": "c'est-à-dire",
    "Mme": "Madame",
    "Mlle": "Mademoiselle",
    "MM.": "Messieurs",
    "M.": "Monsieur",
    "Dr": "docteur",
    "n°": "numéro",
    "N°": "numéro",
    "tél.": "téléphone",
    "Tél.": "Téléphone",
    "bd": "boulevard",
    "max.": "maximum",
    "min.": "minimum",
}

word = LocaleWording("fr", _SHORT_FORMS, "{h} heures {m}", "{h} heures", "plus", "h|heures").word
