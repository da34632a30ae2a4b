# ruff: noqa: E501, RUF001 - a row is a text and what is said of it; letters that look like others are tested.
"""What a voice is given to say for what is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.providers.wording import markup, requests, sound
from support.processor import cpu_s


def said(text: str, language: str = "en") -> str:
    return " ".join(requests(text, language))


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("It costs $49.95.", "It costs forty-nine dollars and ninety-five cents."),
        ("-$5, $1, $1.01, $0.50", "minus five dollars, one dollar, one dollar and one cent, fifty cents"),
        ("£3M and $3k, $2.5 million", "three million pounds and three thousand dollars, two point five million dollars"),
        ("€1.234,56 or 49,95 €", "one thousand two hundred thirty-four euros and fifty-six cents or forty-nine euros and ninety-five cents"),
        ("CHF 5, 20 EUR, ¥500, ₹500", "five Swiss francs, twenty euros, five hundred yen, five hundred rupees"),
        ("$10-20, $5/month, 5¢", "ten to twenty dollars, five dollars per month, five cents"),
        ("₹1,50,000, Rs. 500, ¥1200", "one hundred fifty thousand rupees, five hundred rupees, one thousand two hundred yen"),
        ("1.000 €, 5 Kč, CHF 12.50", "one thousand euros, five Czech korunas, twelve Swiss francs and fifty centimes"),
        ("$1,299.00, -$20, US$30, A$5", "one thousand two hundred ninety-nine dollars, minus twenty dollars, thirty U S dollars, five Australian dollars"),
    ],
)  # fmt: skip
def test_money(written: str, spoken: str) -> None:
    assert said(written) == spoken


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("We open at 8:00 p.m. today.", "We open at eight P.M today."),
        ("It ends at 8:00 p.m. Then we go.", "It ends at eight P.M. Then we go."),
        ("8pm, 10:30 AM, 9:05 a.m.", "eight P.M, ten thirty A.M, nine oh five A.M."),
        ("17:45, 8:00, 00:30, 17:00", "seventeen forty-five, eight o'clock, zero thirty, seventeen hundred"),
        ("at 7.30 pm, 12 p.m.", "at seven thirty P.M, twelve P.M."),
        ("00:00, 1h 30m, 2 hrs, 1:23:45", "midnight, one hour thirty minutes, two hours, one twenty-three and forty-five seconds"),
        ("9am-5pm, 8:00–17:00", "nine A.M to five P.M, eight o'clock to seventeen hundred"),
    ],
)  # fmt: skip
def test_times(written: str, spoken: str) -> None:
    assert said(written) == spoken


@pytest.mark.parametrize(
    ("written", "language", "spoken"),
    [
        ("3/4/2025", "en", "March fourth, twenty twenty-five"),
        ("3/4/2025", "en-US", "March fourth, twenty twenty-five"),
        ("3/4/2025", "en-GB", "April third, twenty twenty-five"),
        ("13/4/2025", "en-US", "April thirteenth, twenty twenty-five"),
        ("13/13/2025 or so", "en", "thirteen slash thirteen slash two thousand twenty-five or so"),
        ("2025-03-04", "en", "March fourth, twenty twenty-five"),
        ("2025-03-04T14:30:00Z", "en", "March fourth, twenty twenty-five at fourteen thirty"),
        ("13.04.2025", "en", "April thirteenth, twenty twenty-five"),
        ("4 Mar 2025; Sept. 5; May 2024", "en", "March fourth, twenty twenty-five; September fifth; May twenty twenty-four"),
        ("the 5th of May, Sat 4 Oct, Tue., Dec. 3", "en", "the fifth of May, Saturday October fourth, Tuesday, December third"),
        ("12/25/24, 2024/1/7, Jan. 5, 2024", "en", "December twenty-fifth, twenty twenty-four, January seventh, twenty twenty-four, January fifth, twenty twenty-four"),
        ("It was built in 1999. Q3 2024, ca. 1900.", "en", "It was built in nineteen ninety-nine. Q3 twenty twenty-four, around nineteen hundred."),
        ("1500 people", "en", "one thousand five hundred people"),
        ("Mon-Fri, 1990-1995, the 1990s", "en", "Monday to Friday, nineteen ninety to nineteen ninety-five, the nineteen nineties"),
    ],
)  # fmt: skip
def test_dates_are_those_of_the_locale(written: str, language: str, spoken: str) -> None:
    assert said(written, language) == spoken


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("Call 555-867-5309.", "Call five five five, eight six seven, five three zero nine."),
        ("+1 (415) 555-2671", "plus one, four one five, five five five, two six seven one"),
        ("Tel. 030 901820", "Tel. zero three zero, nine zero one eight two zero"),
        ("PIN 0042, order 12345678", "PIN zero zero four two, order one two three four, five six seven eight"),
        ("(555) 867-5309, 1-800-555-0199", "five five five, eight six seven, five three zero nine, one, eight zero zero, five five five, zero one nine nine"),
        ("+43 664 1234567, 0664/1234567", "plus four three, six six four, one two three four five six seven, zero six six four, one two three four five six seven"),
        ("Call 911, ext. 204.", "Call nine one one, extension two zero four."),
        ("Your code is 4821. Order #48213", "Your code is four eight two one. Order number four eight two one three"),
        ("Flight BA2490, AB12CD34", "Flight B.A two four nine zero, A.B one two C.D three four"),
        ("123456789012345678", "one two three, four five six, seven eight nine, zero one two, three four five, six seven eight"),
        ("192.168.1.1", "one hundred ninety-two dot one hundred sixty-eight dot one dot one"),
        ("v2.1.3 and version 1.2.3", "version two point one point three and version one point two point three"),
        ("maria.lopez@example.com", "maria dot lopez at example dot com"),
        ("Go to https://www.example.com/docs.", "Go to example dot com slash docs."),
        ("index.html", "index dot html"),
        ("mailto:a@b.com, john_doe@my-shop.co.uk", "a at b dot com, john underscore doe at my dash shop dot co dot uk"),
        ("order 5000 units, call 300 people", "order five thousand units, call three hundred people"),
        ("v2, iOS 17.2", "version two, iOS seventeen point two"),
    ],
)  # fmt: skip
def test_numbers_and_addresses_that_lead_somewhere(written: str, spoken: str) -> None:
    assert said(written) == spoken


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("12 km/h, 5 mph, 20 °C", "twelve kilometers per hour, five miles per hour, twenty degrees Celsius"),
        ("5 kg, 50%, 16 GB, 5 µm", "five kilograms, fifty percent, sixteen gigabytes, five micrometers"),
        ("3–5 days, 10-12, 5-10 min", "three to five days, ten to twelve, five to ten minutes"),
        ("1/2 cup, 3.14, 1,234", "one half cup, three point one four, one thousand two hundred thirty-four"),
        ("the 1st, the 22nd", "the first, the twenty-second"),
        ("3x faster, 16:9, 5'10\"", "three times faster, sixteen to nine, five feet ten"),
        ("10k, 3M people", "ten thousand, three million people"),
        ("230 V, 2 L, 5 sq ft, seat 5 A", "two hundred thirty volts, two liters, five square feet, seat five A"),
        ("120/80 mmHg", "one hundred twenty over eighty millimeters of mercury"),
        ("1 1/2 cups, ½, 1¼, 2/3, ⅓", "one and one half cups, one half, one and a quarter, two thirds, one third"),
        ("A–Z, pages 3-5, 10-20%", "A to Z, pages three to five, ten to twenty percent"),
        ("1.234.567, 1'234'567, 1,234,567", ", ".join(["one million two hundred thirty-four thousand five hundred sixty-seven"] * 3)),
        ("1e-5, 10^6, x², 0x1F", "one times ten to the power of minus five, ten to the power of six, x squared, zero x one F"),
        ("3 + 4 = 7, a > b, ±5", "three plus four equals seven, a is greater than b, plus or minus five"),
        ("~$5.40, ~20, <$5, >10%", "about five dollars and forty cents, about twenty, less than five dollars, more than ten percent"),
        ("50/50, 9/11, 3/4", "fifty fifty, nine eleven, three quarters"),
        ("4.5★, 4K video", "four point five stars, four K video"),
    ],
)  # fmt: skip
def test_figures_and_units(written: str, spoken: str) -> None:
    assert said(written) == spoken


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("Dr. Smith, e.g. approx. 5", "Doctor Smith, for example approximately five"),
        ("5 Elm St. near St. Mary", "five Elm Street near Saint Mary"),
        ("He is from the U.S. She too.", "He is from the U S. She too."),
        ("No. I mean No. 5.", "No. I mean Number five."),
        ("J. K. Rowling", "J K Rowling"),
        ("The U.S.A. is big, p.s. Mr. Lee", "The U.S.A is big, p.s. Mister Lee"),
        ("Henry VIII, World War II, Chapter IV", "Henry the eighth, World War two, Chapter four"),
        ("I am in it. NASA and the FBI", "I am in it. NASA and the FBI"),
        ("and/or he/she, TCP/IP, C++, R&D", "and or he or she, TCP IP, C plus plus, R and D"),
    ],
)
def test_short_forms_and_names(written: str, spoken: str) -> None:
    assert said(written) == spoken


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("**Bold**, *thin*, ~~gone~~ and `code`", "Bold, thin, gone and code"),
        ("See [the docs](https://example.com/a?b=c).", "See the docs."),
        ("# A heading", "A heading"),
        ("- [x] Tea", "Tea"),
        ("2. Open the door.", "two, Open the door."),
        ("> A quote[1]", "A quote"),
        ("| Tea | $3 |", "Tea, three dollars."),
        ("|---|:--:|", ""),
        ("---", ""),
        ("```python\nprint(1)\n```", ""),
        ("**Hello there.", "Hello there."),
        ("How are you?**", "How are you?"),
        ("and more](https://example.com/a/b) for you", "and more for you"),
        ("2*3*4, snake_case and 5 * 6", "two times three times four, snake case and five times six"),
        ("Tom &amp; Ann", "Tom and Ann"),
        ("one<br>two <b>three</b> &lt;four&gt;", "one two three four"),
        ("$x^2$ and \\(a+b\\)", "x squared and a plus b"),
        ("![A cat](cat.png)", "A cat"),
    ],
)
def test_markdown_is_for_the_eye(written: str, spoken: str) -> None:
    assert said(written) == spoken


@pytest.mark.parametrize(
    "text",
    ["你好，世界。", "مرحبا بالعالم", "Привет, мир!", "Γειά σου Κόσμε", "🙂 🎉", "...", "***", "| - |"],
)
def test_what_this_voice_cannot_read_is_not_handed_to_it(text: str) -> None:
    assert requests(text, "en") == []


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("The word 你好 means hello.", "The word means hello."),
        ("Key d41d8cd98f00b204e9800998ecf8427e now", "Key the code on the page now"),
        ("Id 550e8400-e29b-41d4-a716-446655440000.", "Id the code on the page."),
        ("It is QmFzZTY0IGVuY29kZWQgdGV4dCBmb3Ig.", "It is the code on the page."),
        ("See https://shop.example.com/p/green-tea?ref=abc123&x=y now", "See the link on the page now"),
        ("Pay 98765432109876543210987654", "Pay the long number on the page"),
        ("See example.com/a?id=3&x=y now", "See the link on the page now"),
        ("①  Ⅳ", "one IV"),
        ("Sooooooo hahahahaha!!!!!", "Sooo hahaha!"),
        ("𝐁𝐨𝐥𝐝 ＡＢＣ ٣", "Bold ABC three"),
        ("α and Δt, Łódź, Zoë", "alpha and delta t, Lódz, Zoë"),
    ],
)
def test_what_nobody_could_follow_is_left_out_or_said_to_be_shown(written: str, spoken: str) -> None:
    assert said(written) == spoken


def test_another_language_is_given_no_english_words() -> None:
    assert said("**Am 3.4.2025** kostet es 49,95 €, z. B. [hier](https://example.de/a).", "de") == (
        "Am 3. April 2025 kostet es 49,95 Euro, zum Beispiel hier."
    )
    assert said("**Den 3.4.2025** kostar det 45 kr, [här](https://example.se/a).", "sv") == (
        "Den 3.4.2025 kostar det 45 kr, här."
    )
    assert said("Koden d41d8cd98f00b204e9800998ecf8427e gäller.", "sv") == "Koden gäller."


@pytest.mark.parametrize("language", ["", "zz", "e", "../en", "en/..", "__init__", "EN-us", "sound"])
def test_any_tag_is_a_language(language: str) -> None:
    assert said("Hello.", language) == "Hello."


@pytest.mark.parametrize(
    "text", ["1234567890123 " * 4, "9" * 15 + " and " + "8" * 15, "a, " * 100, "x" * 33 + " y" * 60]
)
def test_no_request_sounds_for_longer_than_a_few_seconds(text: str) -> None:
    pieces = requests(text, "en")
    assert len(pieces) > 1
    assert max(map(sound.seconds, pieces)) <= sound.LONGEST_S


def test_figures_are_long_where_no_words_are_made_of_them() -> None:
    assert sound.seconds("1234567890") > 3 * sound.seconds("abcdefghij")
    assert max(map(sound.seconds, requests("12345 67890 " * 5, "fr"))) <= sound.LONGEST_S


@given(st.text(max_size=120) | st.text(alphabet="0123456789.,:/-$€%()*_[]`|'#kMapmTIVX \n", max_size=120))
def test_whatever_is_written_can_be_worded_soon(text: str) -> None:
    assert cpu_s(lambda: requests(text, "en"), 0.5) < 0.5
    assert all(sound.seconds(piece) <= sound.LONGEST_S for piece in requests(text, "en"))


@pytest.mark.parametrize("sign", ["$", "1-", "a.", "[(", "*a", "+1 ", "0 0", "_", "`", "A.", "/a", "1:", "<a ", "\\"])
def test_a_long_text_of_the_same_is_worded_soon(sign: str) -> None:
    assert cpu_s(lambda: requests(sign * 5_000, "en"), 1.0) < 1.0


def test_plain_words_stay_as_they_are() -> None:
    text = "Welcome to the shop. What can I do for you?"
    assert markup.plain(text) == said(text) == text
