"""Prices, units, dates, times, telephone numbers and short forms in other languages than English, for a voice."""

import pytest

from antiphon.providers.wording import plainly

SAID = [
    ("de", "Für 49,95 € wiegt er 2 kg, z. B. so.", "Für 49,95 Euro wiegt er 2 Kilogramm, zum Beispiel so."),
    ("de-AT", "Am 24.12.2026 um 14:30 Uhr.", "Am 24. Dezember 2026 um 14 Uhr 30."),
    ("de", "Am 2026-12-24 um 9:00.", "Am 24. Dezember 2026 um 9 Uhr."),
    ("de", "Rufen Sie +49 30 1234567 an.", "Rufen Sie plus 4 9, 3 0, 1 2 3 4 5 6 7 an."),
    ("de", "Oder 030 123456.", "Oder 0 3 0, 1 2 3 4 5 6."),
    ("de", "-5 °C und 80 km/h, ca. 50 %.", "-5 Grad Celsius und 80 Kilometer pro Stunde, circa 50 Prozent."),
    ("de", "1 € Pfand auf 1.299,00 €.", "1 Euro Pfand auf 1.299,00 Euro."),
    ("de", "Hier: https://example.org/a/b/c?x=1&y=2 und **fett** 😀.", "Hier: Link auf der Seite und fett  ."),
    ("de", "Es ist 550e8400-e29b-41d4-a716-446655440000.", "Es ist Code auf der Seite."),
    ("es", "Cuesta 49,95 € el 24/12/2026 a las 14:30.", "Cuesta 49,95 euros el 24 de diciembre de 2026 a las 14 30."),
    ("es-MX", "El Sr. López, p. ej., pesa 80 kg.", "El señor López, por ejemplo, pesa 80 kilogramos."),
    ("fr", "Cela coûte 49,95 € le 24/12/2026 à 14:30.", "Cela coûte 49,95 euros le 24 décembre 2026 à 14 heures 30."),
    ("fr", "M. Dupont habite au n° 5.", "Monsieur Dupont habite au numéro 5."),
    ("it", "Costa 1 € il 24/12/2026 alle 14:30.", "Costa 1 euro il 24 dicembre 2026 alle 14 e 30."),
    ("pt-BR", "A Sra. Silva chega às 14:30.", "A senhora Silva chega às 14 e 30."),
    ("nl", "€ 49,95 op 24-12-2026 om 14:30 uur, bijv.", "49,95 euro op 24 december 2026 om 14 uur 30, bijvoorbeeld"),
    ("zh", "价格是49.95 €,2026-12-24 14:30,重2 kg。", "价格是49.95 欧元,2026年12月24日 14点30分,重2千克。"),
    ("zh-CN", "电话 +86 10 12345678。", "电话 加 8 6, 1 0, 1 2 3 4 5 6 7 8。"),
    # What a voice says by itself, and what only looks like one of these.
    ("de", "Im Jahr 2026 waren es 1.250 Gäste.", "Im Jahr 2026 waren es 1.250 Gäste."),
    ("de", "Version 1.2.2026.4 steht 3:2.", "Version 1.2.2026.4 steht 3:2."),
    ("de", "Am 45.13.2026.", "Am 45.13.2026."),
    ("de", "Zimmer 1204567.", "Zimmer 1204567."),
    ("en", "It is $49.95 at 2:30 pm.", "It is $49.95 at 2:30 pm."),
    ("sv", "Det kostar 45 kr.", "Det kostar 45 kr."),
]  # fmt: skip


@pytest.mark.parametrize(("language", "written", "said"), SAID)
def test_a_clause_is_said_as_people_say_it(language: str, written: str, said: str) -> None:
    assert plainly(written, language) == said


@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "nl", "pt", "zh", "en", "sv"])
@pytest.mark.parametrize(
    "written", ["", "   ", "```python", "---", "😀", "|---|---|", "€", "+", ":", "%" * 700, "1" * 700]
)
def test_what_holds_nothing_to_say_or_too_much_is_no_fault(language: str, written: str) -> None:
    assert isinstance(plainly(written, language), str)


@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "nl", "pt", "zh"])
def test_a_link_a_code_and_a_long_number_are_told_of_in_the_language(language: str) -> None:
    plain = plainly(
        "A https://example.org/a/b/c?x=1&y=2 B 550e8400-e29b-41d4-a716-446655440000 C " + "7" * 30, language
    )
    assert "example" not in plain
    assert not any(map(str.isdigit, plain))
