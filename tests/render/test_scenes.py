"""Scenes: secrecy, sizes, and names that the font cannot write."""

import io
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from PIL import Image

from bot.wording import HOST
from games.core import Seat
from games.pieces.bones import KINDS, code, from_code as bone
from games.pieces.dominoes import Domino
from games.pussers.view import DiscardedBone, TraySet
from render import chart, sheet
from render.base.picture import Chart, Picture, Series, Sheet, SheetRow
from render.canvas import Canvas, Sprite
from render.style import Style
from render.words import LIMIT
from tests.effort import rounds
from tests.left_out import MORE_CASES
from tests.render import samples, shown as scenes
from tests.views import changed

STYLES = (Style(), Style("light", True))
SEATED = (
    samples.pussers(),
    samples.pussers_full(),
    samples.duo(),
    samples.lombardy(),
    samples.stud(0),
    samples.stud(1, 8),
)
CROWDS = (
    samples.pussers(None),
    samples.pussers_ended(),
    samples.duo(None),
    samples.duo_ended(),
    samples.lombardy(None),
    samples.stud(),
    samples.stud(None, 8),
    samples.stud_ended(),
)


def _check_picture(picture: Picture, most_bytes: int = 100_000) -> Picture:
    assert len(picture.png) < most_bytes
    image = Image.open(io.BytesIO(picture.png))
    assert image.mode == "P"
    assert image.width <= 1000
    assert image.height <= 1600
    assert 0 < len(picture.alt) <= LIMIT
    return picture


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("view", SEATED, ids=lambda view: type(view).__module__)
def test_racks_are_small_and_described(view: Any, style: Style) -> None:
    _check_picture(scenes.draw_hand(view, samples.NAMES, style))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("view", CROWDS, ids=lambda view: type(view).__module__)
def test_boards_receipts_and_sheets_are_small_and_described(view: Any, style: Style) -> None:
    for scene in (scenes.draw_board, scenes.draw_receipt, scenes.draw_sheet):
        _check_picture(scene(view, samples.NAMES, style))


@pytest.mark.parametrize("view", (*SEATED, *CROWDS), ids=lambda view: type(view).__module__)
def test_odd_names_break_nothing(view: Any) -> None:
    for scene in (scenes.draw_board, scenes.draw_receipt, scenes.draw_sheet):
        _check_picture(scene(view, samples.ODD_NAMES * 2))
    if view.seat is not None:
        _check_picture(scenes.draw_hand(view, samples.ODD_NAMES))


@given(st.integers(0, 2**32))
@settings(max_examples=rounds(5, 15, 100), deadline=None)
def test_any_table_of_pussers_can_be_drawn(seed: int) -> None:
    view = samples.random_pussers(seed)
    _check_picture(scenes.draw_board(view, samples.NAMES), 125_000)
    if view.seat is not None:
        _check_picture(scenes.draw_hand(view, samples.NAMES))


@pytest.mark.parametrize(
    "view", [samples.pussers(None), samples.duo(None), samples.stud()], ids=lambda v: type(v).__module__
)
def test_the_crowd_has_no_rack(view: Any) -> None:
    with pytest.raises(ValueError):
        scenes.draw_hand(view)


@given(st.integers(0, 2**32))
@settings(max_examples=rounds(5, 15, 100), deadline=None)
def test_a_board_does_not_depend_on_the_viewers_own_pieces(seed: int) -> None:
    """PB-22, PB-90: neither pixels nor words of the public board depend on the viewer's rack."""
    view = changed(samples.random_pussers(seed), ending=None)
    other = changed(view, rack=samples.bones("R1 R2"), working=None, seat=None)
    assert scenes.draw_board(view, samples.NAMES) == scenes.draw_board(changed(other, seat=view.seat), samples.NAMES)


def test_no_board_shows_what_only_its_viewer_sees() -> None:
    assert scenes.draw_board(samples.pussers(2)) == scenes.draw_board(samples.pussers(None))
    assert scenes.draw_board(samples.stud(0, owed=0)) == scenes.draw_board(samples.stud(None))
    assert scenes.draw_board(samples.duo(0)) == scenes.draw_board(samples.duo(None))
    assert scenes.draw_board(samples.lombardy(2)) == scenes.draw_board(samples.lombardy(None))


def test_the_bone_to_call_lies_below_the_rack_unless_its_viewer_threw_it() -> None:
    """A bone to call never lies in the fourteenth place, where the working bone stands."""
    full = samples.pussers_full()
    rack = changed(full, working=None, phase="calling", turn=None)

    def draw(thrower: int) -> Image.Image:
        thrown = changed(samples.pussers().discards[0], seat=thrower)
        return Image.open(io.BytesIO(scenes.draw_hand(changed(rack, discards=(thrown,), latest=0)).png)).convert("RGB")

    def colours(place: Image.Image) -> int:
        return len(place.getcolors(10_000) or ())

    others, own = draw(1), draw(0)
    for drawn in (others, own):
        assert colours(drawn.crop((640, 220, drawn.width, 340))) == 1
    assert colours(others.crop((0, own.height - 60, 90, others.height))) > colours(
        own.crop((0, own.height - 60, 20, own.height))
    )
    assert others.height > own.height


def test_bones_alike_stand_on_a_bar_even_if_one_was_just_plucked_or_begins_a_row() -> None:
    view = samples.pussers(rack=samples.bones("R1 R7 R8 S1 S2 S3 S5 S5 B4 B9"))

    def list_barred(working: str) -> list[int]:
        """The bones of both rows below which there's a bar, by their place. The working bone stands apart."""
        drawn = Image.open(io.BytesIO(scenes.draw_hand(changed(view, working=bone(working))).png)).convert("RGB")
        bar = drawn.getpixel((700, 208))  # below the first S5
        return [place for place in range(11) if drawn.getpixel((70 + place % 7 * 104, 208 + place // 7 * 147)) == bar]

    assert list_barred("DW") == [6, 7]
    assert list_barred("R7") == [1, 6, 7, 10]


def test_bones_shown_before_the_count_lie_open() -> None:
    shown = tuple(samples.dominoes(codes) for codes in ("6-6 5-4", "3-2", "0-0", "4-1"))
    picture = scenes.draw_board(samples.lombardy(None, phase="shown", shown=shown, counts=(2, 1, 1, 1)), samples.NAMES)
    assert "6-6 5-4" in picture.alt
    assert "All bones are up" in picture.alt


def test_the_sheet_must_sum_to_zero() -> None:
    """PB-4: the columns always add up to zero."""
    good = Sheet("Sheet", ("a", "b"), (SheetRow("1", "a wins", (3, -3)),))
    assert "Totals: a +3, b −3" in sheet.draw(good, Style(), HOST).alt
    with pytest.raises(ValueError):
        sheet.draw(replace(good, rows=(SheetRow("1", "a wins", (3, -2)),)), Style(), HOST)


def test_the_columns_of_a_sheet_are_headed_in_one_size(monkeypatch: pytest.MonkeyPatch) -> None:
    written: dict[str, int] = {}
    write = Canvas.write

    def note(canvas: Canvas, x: int, y: int, words: str, size: int, *rest: Any, **more: Any) -> Any:
        written[words] = size
        return write(canvas, x, y, words, size, *rest, **more)

    monkeypatch.setattr(Canvas, "write", note)
    sheet.draw(Sheet("Sheet", ("Bo", "Featherston", "Wal", "Al"), ()), Style(), HOST)
    heads = {size for words, size in written.items() if words in ("Bo", "Wal", "Al") or words.startswith("Feath")}
    assert len(heads) == 1 and len(written) > 4


def test_old_lines_of_the_sheet_are_brought_forward() -> None:
    rows = tuple(SheetRow(str(hand), "Bear ties up with 2", (6, -2, -2, -2)) for hand in range(1, 41))
    whole = Sheet("Sheet", samples.NAMES, rows)
    shown = sheet.bring_forward(whole)
    assert (len(shown.rows), shown.brought_forward, shown.totals) == (
        sheet.USUAL_LINES,
        (132, -44, -44, -44),
        whole.totals,
    )
    assert "Brought forward: +132 −44 −44 −44" in _check_picture(sheet.draw(whole, Style(), HOST)).alt


@pytest.mark.thorough(MORE_CASES)
@given(st.lists(st.lists(st.integers(-(10**6), 10**6), min_size=3, max_size=3), min_size=1, max_size=8), st.text())
@settings(max_examples=12, deadline=None)
def test_any_tally_can_be_charted(values: list[list[int]], name: str) -> None:
    picture = _check_picture(
        chart.draw(Chart(name, tuple(Series(name, tuple(line)) for line in values)), Style(), HOST)
    )
    assert picture.alt.count("highest") in (0, len(values))


@pytest.mark.parametrize("series", [(), (Series("a", ()),), (Series("a", (1,)), Series("b", (1, 2)))])
def test_a_chart_needs_lines_of_one_length(series: tuple[Series, ...]) -> None:
    with pytest.raises(ValueError):
        chart.draw(Chart("x", series), Style(), HOST)


@pytest.mark.parametrize("spread, step", [(1, 1), (6, 1), (7, 2), (600, 100), (2500, 500), (10**6, 200_000)])
def test_the_grid_of_a_chart_is_round(spread: int, step: int) -> None:
    assert chart.choose_step(spread) == step
    assert spread <= 6 * step


@given(st.lists(st.integers() | st.sampled_from([2**63, -(2**63), 10**17, 10**60]), min_size=1, max_size=4))
def test_an_axis_has_a_few_round_lines_whatever_the_amounts(values: list[int]) -> None:
    lines = chart.choose_grid(values)
    assert 2 <= len(lines) <= 9
    assert lines[0] <= min(*values, 0)
    assert lines[-1] >= max(*values, 0)
    assert str(lines.step).rstrip("0") in ("1", "2", "5")


def test_amounts_that_no_column_has_room_for_are_shortened(monkeypatch: pytest.MonkeyPatch) -> None:
    written = _record_texts(monkeypatch)
    most = 12 * 10**16
    drawn = chart.draw(Chart("x", (Series("Bartholomew", (0, most)), Series("Bull", (0, -most)))), Style(), HOST)
    assert all(begin >= 0 and end <= chart.WIDTH for _, begin, end in written)
    assert [words.split()[-1] for words, _, _ in written[-2:]] == ["+1.2e17", "−1.2e17"]
    assert str(most) in drawn.alt
    written.clear()
    rows = (SheetRow("1", "Bear won", (most, -most)),)
    assert str(most) in sheet.draw(Sheet("Sheet", ("Bear", "Bull"), rows), Style(), HOST).alt
    amounts = [(words, begin, end) for words, begin, end in written if words[0] in "+−"]
    assert {words for words, _, _ in amounts} == {"+1.2e17", "−1.2e17"}
    assert amounts[0][2] < amounts[1][1]
    assert "…" not in "".join(words for words, _, _ in written)


def test_eight_columns_leave_every_amount_and_entry_its_room() -> None:
    """With eight columns the amounts are below the entry, so a sheet has fewer rows."""
    row = SheetRow("1", "Bear won at the showdown", (-350, -50, -100, 2600, -50, -50, -1950, -50))
    wide = Sheet("Sheet", samples.NAMES * 2, (row,), (0,) * 8, hundredths=True)
    picture = sheet.draw(wide, Style(), HOST)
    assert "1 Bear won at the showdown: −3.50 −0.50 −1.00 +26.00 −0.50 −0.50 −19.50 −0.50" in picture.alt
    four = Sheet("Sheet", samples.NAMES, (SheetRow("1", "Bear won", (-350, -50, -100, 500)),), (0,) * 4)
    assert (
        Image.open(io.BytesIO(picture.png)).height > Image.open(io.BytesIO(sheet.draw(four, Style(), HOST).png)).height
    )
    many = sheet.bring_forward(replace(wide, rows=(row,) * sheet.USUAL_LINES))
    assert len(many.rows) == sheet.USUAL_LINES // 2
    assert many.totals == tuple(sheet.USUAL_LINES * amount for amount in row.amounts)


def test_hot_bones_are_marked_late_in_the_hand_if_wanted() -> None:
    """Nobody has thrown a hot bone out, and two or more are out of sight, so somebody is probably waiting for one."""
    thrown = bytearray(KINDS)
    thrown[bone("R7")] = 1
    view = samples.pussers(rack=samples.bones("R1 R7 S5 S5 S5 B2 B4"), left=40, thrown_out=bytes(thrown), chairs=(
        *samples.pussers().chairs[:3], samples.pussers().chairs[3]._replace(sets=(TraySet("pair", bone("B2")),))
    ))  # fmt: skip
    assert [code(hot) for hot in view.hot] == ["R1", "B4", "DW"]
    assert changed(view, left=49).hot == ()
    plain, marked = (scenes.draw_hand(view, samples.NAMES, style).png for style in (Style(), Style(hot=True)))
    assert plain != marked
    standing = changed(view, working=None), changed(view, rack=samples.bones("R7 S5 S5 S5 B2"))
    for some in standing:  # the rack, then the working bone
        assert (
            scenes.draw_hand(some, samples.NAMES, Style()).png
            != scenes.draw_hand(some, samples.NAMES, Style(hot=True)).png
        )


def test_bones_lie_on_their_side_and_upside_down_as_others_of_their_kind_are_gone_if_wanted() -> None:
    """Bones in the middle and open bones on trays count as gone. A bone that was called counts once."""
    discards = (
        DiscardedBone(Seat(0), bone("R7"), None),
        DiscardedBone(Seat(1), bone("B2"), Seat(3)),
        *[DiscardedBone(Seat(2), bone("S5"), None)] * 2,
    )
    open_pair = samples.pussers().chairs[3]._replace(sets=(TraySet("pair", bone("B2")),))
    view = samples.pussers(
        rack=samples.bones("R1 R7 S5 B2"), discards=discards, chairs=(*samples.pussers().chairs[:3], open_pair)
    )
    assert [(code(kind), count) for kind, count in view.gone] == [("R7", 1), ("S5", 2), ("B2", 3)]
    look = Style(dead=True)
    assert scenes.draw_hand(view, samples.NAMES, look).png != scenes.draw_hand(view, samples.NAMES, Style()).png


def _record_texts(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, int]]:
    """Record every text drawn from now on, with the x coordinates of its ends."""
    found: list[tuple[str, int, int]] = []
    write = Canvas.write

    def note(self: Canvas, x: int, y: int, words: str, size: int, colour: str, *, anchor: str = "l", **how: Any) -> int:
        taken = write(self, x, y, words, size, colour, anchor=anchor, **how)
        begin = x - {"l": 0, "m": taken // 2, "r": taken}[anchor]
        found.append((words, begin, begin + taken))
        return taken

    monkeypatch.setattr(Canvas, "write", note)
    return found


def test_no_amount_of_a_sheet_is_ever_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Amounts that add up over years, in six columns: each is written whole, in its own column."""
    written = _record_texts(monkeypatch)
    row = SheetRow("1", "Bear won", (-277_867, 116_851, -102_259, 287_576, -1_229_920, 1_205_619))
    sheet.draw(Sheet("Sheet", ("Bear", "שלום", "c", "d", "e", "f"), (row,) * 20), Style(), HOST)
    amounts = [entry for entry in written if entry[0][0] in "+−"]
    assert [words for words, _, _ in amounts[6:12]] == [
        "−277867",
        "+116851",
        "−102259",
        "+287576",
        "−1229920",
        "+1205619",
    ]
    assert "…" not in "".join(words for words, _, _ in written)
    for (_, _, end), (_, begin, _) in pairwise(amounts[:6]):
        assert end < begin
    (brought,) = [entry for entry in written if entry[0] == "Brought forward"]
    assert brought[2] < amounts[0][1]


def test_a_row_whose_name_cannot_be_drawn_has_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    written = _record_texts(monkeypatch)
    rows = (SheetRow("1", "Bear", (3,)), SheetRow("2", "ᚱᚢᚾ", (-3,)))
    sheet.draw(Sheet("Sheet", ("All",), rows, balanced=False), Style(), HOST)
    assert "No. 2" in [words for words, _, _ in written]


def test_the_alt_text_of_a_sheet_keeps_whole_names_before_entries() -> None:
    name = "Bartholomew"
    row = SheetRow("1", "Bear ties up with 6 and a good deal more", (30, -10, -10, -10))
    description = sheet.draw(Sheet("Sheet", (name, "Bull", "Wally", "Normie"), (row,) * 17), Style(), HOST).alt
    assert name in description
    assert "Bear ties up" not in description


LONG = ("Bartholomew-the-Magnificent", "Bull", "Quartermaster-of-the-Fleet", "Normie")


@pytest.mark.parametrize(
    ("view", "about"),
    [(samples.pussers(), " in the wall"), (samples.lombardy(), " · ends A"), (samples.duo(), " · ends A")],
)
def test_a_long_name_leaves_room_for_what_follows_it(view: Any, about: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written = _record_texts(monkeypatch)
    scenes.draw_hand(view, (LONG[0],) * 4)
    title = next(words for words, _, _ in written if words.startswith("Barth"))
    assert about in title and not title.endswith("…")
    assert all(0 <= begin < end <= 776 for _, begin, end in written)


@pytest.mark.parametrize(
    ("view", "tells"), [(samples.pussers_ended(), False), (samples.duo_ended(), True), (samples.stud_ended(), True)]
)
def test_long_names_hide_no_sum_of_a_receipt(view: Any, tells: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of Pussers Bones stand in words below the picture alone."""
    written = _record_texts(monkeypatch)
    scenes.draw_receipt(view, LONG)
    sums = " ".join(words for words, _, _ in written if "Bull" in words or "Normie" in words)
    assert ("Normie" in sums) is tells and not any(words.endswith("…") and len(words) > 24 for words, _, _ in written)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("many", [7, 8, 14])
def test_no_piece_of_a_hand_crosses_the_edge_of_its_picture(
    style: Style, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = Canvas.put
    right: list[int] = []

    def note(self: Canvas, piece: Sprite, x: int, y: int) -> None:
        put(self, piece, x, y)
        right.append(self.width + 1 - (x + piece.body.width))

    monkeypatch.setattr(Canvas, "put", note)
    held = tuple(Domino(number) for number in range(many))
    for view in (
        samples.lombardy(holding=held),
        samples.duo(holding=held[:7]),
        samples.pussers_full(),
        samples.stud(0),
    ):
        scenes.draw_hand(view, samples.NAMES, style)
    assert min(right) >= 10


def test_the_sheet_of_bonedoneskis_says_in_its_narrow_column_how_a_hand_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """BD-19: the others folded."""
    view = samples.stud_ended()
    assert view.ending is not None
    written = _record_texts(monkeypatch)
    scenes.draw_sheet(
        replace(view, ending=replace(view.ending, how="last", seat=Seat(3))), ("Able", "Baker", "Charlie", "Skipper")
    )
    assert "Skipper, unopposed" in [words for words, _, _ in written]


def test_the_picture_tells_that_play_goes_to_the_right() -> None:
    """LB-1: everybody keeps their place on the picture, and its heading gives the direction."""
    left, right = (
        scenes.draw_board(samples.lombardy(None, clockwise=clockwise), samples.NAMES) for clockwise in (True, False)
    )
    assert left.png != right.png
    assert "anticlockwise" in right.alt and "anticlockwise" not in left.alt
