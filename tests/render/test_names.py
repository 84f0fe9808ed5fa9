"""Names of any script in words and in pictures."""

import io

import pytest
from PIL import Image

from bot.wording import HOST
from render import chart, season_card
from render.base import lettering
from render.base.lettering import make_name_drawable
from render.base.picture import CardRow, Chart, Picture, SeasonCard, Series
from render.base.plain_text import shorten_name, split_graphemes
from render.canvas import clip, clip_name, measure
from render.style import Style
from render.words import make_names_drawable, tell_names_apart
from tests.left_out import MORE_CASES, mark_thorough
from tests.render import samples, shown
from tests.render.real_names import NAMES

TABLES = [NAMES[start : start + 4] for start in range(0, len(NAMES), 4)]


def test_sixty_real_names_are_drawn_letter_for_letter() -> None:
    assert len(set(NAMES)) == 60
    assert {name: make_name_drawable(name) for name in NAMES if make_name_drawable(name) != shorten_name(name)} == {}
    assert {name: shorten_name(name) for name in NAMES if shorten_name(name).rstrip("\u200e") != name} == {}


def _draw_all(names: tuple[str, ...], number: int) -> tuple[Picture, ...]:
    view = (samples.pussers, samples.duo, samples.lombardy, samples.stud)[number % 4](0)
    ended = (samples.pussers_ended, samples.duo_ended, samples.lombardy, samples.stud_ended)[number % 4]()
    style = Style("light" if number % 2 else "dark")
    rows = tuple((f"{place}.", name, "−3") for place, name in enumerate(names[1:], 2))
    card = SeasonCard("Winter", "", names[:1], "+57", rows, (CardRow("Biggest hand", names, "+150"),))
    lines = Chart("Tally", tuple(Series(name, (0, 5 * place)) for place, name in enumerate(names)))
    return (
        shown.draw_board(view, names, style),
        shown.draw_hand(view, names, style),
        shown.draw_receipt(ended, names, style),
        shown.draw_sheet(view, names, style),
        season_card.draw(card, style, HOST),
        chart.draw(lines, style, HOST),
    )


@pytest.mark.parametrize("number", mark_thorough(range(len(TABLES)), MORE_CASES, but=range(2, 4)))
def test_every_picture_of_a_table_names_its_players(number: int) -> None:
    names = TABLES[number]
    for name in names:
        drawn = lettering.lay_out_words(name)
        assert all(run.text and lettering.draw_run(*run, 700, 30).width for word in drawn for run in word if run.face)
    pictures = _draw_all(names, number)
    assert all(Image.open(io.BytesIO(picture.png)).width and picture.alt for picture in pictures)
    assert all(shorten_name(name) in pictures[4].alt for name in names)


def _pixels(name: str) -> bytes:
    lines = Chart("", (Series(name, (0, 0)),))
    return chart.draw(lines, Style(), HOST).png


def test_people_whose_names_differ_in_a_sign_stay_apart() -> None:
    assert len({_pixels(name) for name in ("Bear", "Bear ♛", "Bear ★", "🐻", "🔥", "Bear 🐻")}) == 6
    assert tell_names_apart(["Bear", "Bear", "Bull", "Bear"]) == ("Bear", "Bear (2)", "Bull", "Bear (3)")


def test_a_name_that_no_font_has_becomes_its_number() -> None:
    runes = "ᚱᚢᚾ"
    assert make_name_drawable(runes) == "" and shorten_name(runes) == runes
    assert make_names_drawable(["Bear", runes, f"{runes} Ned", "𝓑𝓮𝓪𝓻"], HOST.say) == (
        "Bear",
        "No. 2",
        "Ned",
        "Bear (2)",
    )


def test_a_name_that_fills_its_line_keeps_its_number_beside_a_mark_of_direction() -> None:
    name = shorten_name("דובי (2)", 8)
    assert len(name) <= 8 and name.rstrip("\u200e\u200f").endswith(" (2)")


@pytest.mark.parametrize(
    "face, flat, deep", [("arabic", "محمد", "علي"), ("telugu", "రాజు", "కృష్ణ"), ("myanmar", "အောင်", "ကျွန်")]
)
def test_the_words_of_a_name_have_one_size(face: str, flat: str, deep: str) -> None:
    def advance(text: str) -> float:
        return lettering.draw_run(face, text, 700, 40).advance

    assert advance(f"{flat} {deep}") - advance(" ") == pytest.approx(advance(flat) + advance(deep), abs=1)


def test_arabic_letters_are_as_high_as_the_small_letters_of_their_neighbours() -> None:
    assert lettering.draw_run("arabic", "محمد", 700, 100).rise >= lettering.draw_run("letters", "ж", 700, 100).rise


def test_right_to_left_names_leave_their_neighbours_in_place() -> None:
    def seen(text: str) -> list[str]:
        return [run.text for word in lettering.lay_out_words(text) for run in word]

    name, other = shorten_name("דוד כהן"), shorten_name("שרה")
    assert seen(f"{name} +18, {other} (3)") == ["כהן", "דוד", "+18,", "שרה", "(3)"]
    assert seen(shorten_name("רחל (רחלי)")) == ["(", "רחלי", ")", "רחל"]
    assert seen(f"to {shorten_name('محمود Bear')} 5") == ["to", "محمود", "Bear", "5"]
    assert lettering.draw_run("arabic", "محمد", 700, 40).advance != sum(
        lettering.draw_run("arabic", sign, 700, 40).advance for sign in "محمد"
    ), "letters are joined"


@pytest.mark.parametrize(
    "name", mark_thorough([name for name in NAMES if len(name) > 4], MORE_CASES, but=NAMES[::6]), ids=ascii
)
def test_long_names_end_at_a_letter(name: str) -> None:
    whole = set(split_graphemes(name * 9))
    for shortened in (shorten_name(name * 9), clip(name * 9, 700, 28, 150), clip_name(name * 9, 700, 28, 150)):
        bare = shortened.rstrip("\u200e\u200f")
        assert bare.endswith("…") and set(split_graphemes(bare[:-1])) <= whole
    assert measure(clip(name * 9, 700, 28, 150), 700, 28) <= 150


def test_the_number_of_a_name_outlives_its_shortening() -> None:
    assert shorten_name("Bartholomew the Great (2)", 12) == "Barthol… (2)"
    assert clip_name("Bartholomew the Great 2", 800, 30, 150).endswith("… 2")
    assert clip_name("Bartholomew the Great", 800, 30, 150, " · you").endswith("… · you")


ALIKE = (
    ("Bartholomew of Portsmouth", "Bartholomew of Plymouth", "Bartholomew of"),
    ("Александра Вознесенская", "Александра Воскресенская", "Александра"),
    ("אלכסנדרה הגדולה מירושלים", "אלכסנדרה הגדולה מחיפה", "אלכסנדרה"),
    ("Anna-Lena 👩🏽‍🚀 Müller-Lüdenscheidt", "Anna-Lena 👩🏽‍🚀 Müller-Lüneburg", "Anna-Lena 👨🏽‍🚀 Müller"),
)


@pytest.mark.parametrize("names", ALIKE, ids=ascii)
@pytest.mark.parametrize("width", [60, 94, 130, 180])
def test_names_that_begin_alike_stay_apart_when_they_are_shortened(names: tuple[str, ...], width: int) -> None:
    shown = [clip_name(name, 700, 21, width, among=names) for name in names]
    assert len(set(shown)) == len(names)
    assert [measure(name, 700, 21) <= width for name in shown] == [True] * len(names)
    assert clip_name(names[0], 700, 21, width) == clip(names[0], 700, 21, width), "alone it ends with …"


@pytest.mark.parametrize("number", mark_thorough(range(len(ALIKE)), MORE_CASES, but=[0]))
def test_pictures_keep_names_apart_that_begin_alike(number: int) -> None:
    """A picture looks different when two people swap their names, as its alt text does."""
    one, other, third = ALIKE[number]
    pictures = zip(*(_draw_all((*pair, third, "Bear"), number) for pair in ((one, other), (other, one))), strict=True)
    named = [(first.png, second.png) for first, second in pictures if first.alt != second.alt]
    assert len(named) >= 4
    assert [first != second for first, second in named] == [True] * len(named)


def test_each_script_has_the_font_that_is_named_for_it() -> None:
    stretches = zip(lettering._BLOCKS, lettering._BLOCKS[1:], strict=False)
    chosen = [(start, end, face) for (start, face), (end, _) in stretches if face]
    lost = [
        (hex(start), face)
        for start, end, face in chosen
        for faces in [lettering._CJK if face == "han" else (face,)]
        if not any(start <= point < end for name in faces for point in lettering._list_characters(name))
    ]
    assert lost == []


@pytest.mark.thorough(MORE_CASES)
def test_different_names_make_different_pictures() -> None:
    assert len({_pixels(name) for name in NAMES}) == len(NAMES)
