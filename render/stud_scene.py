"""The scene of Bonedoneskis: the lines of cards on the felt, a player's own cards, the showdown."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain, repeat
from typing import Final, NamedTuple

from games.bonedoneskis.view import Chair, LyingCard, ShownHand, View
from games.pieces.cards import CODES, symbol
from render import cards, sprites
from render.base.lettering import make_name_drawable
from render.canvas import Canvas, clip, clip_name, wrap
from render.drawing import Drawing
from render.scenes import Scene
from render.style import Style, Theme
from render.words import Narrator, Voice, name_seats
from render.words.stud import (
    describe_board,
    describe_hand,
    describe_heading,
    describe_missing_cards,
    describe_moment,
    describe_notes,
    describe_outcome,
    describe_shown,
    describe_state,
    fill_score_sheet,
    find_public_card,
    find_shown_hand,
    mark_closed,
    name_hand,
    name_own_hand,
    name_rule,
)
from render.words.stud_endings import describe_receipt, describe_winnings, list_idle, tell_outcome

WIDTH: Final = 880
_MARGIN: Final = 16
_NAME_WIDTH: Final = 212
"""The width of the column with the name and state of a seat. The cards of the seat's line are to its right."""
NAME_ROOM: Final = _NAME_WIDTH - 28
"""The pixels in which a seat's name and the name of its hand are written."""
RAISED: Final = 10
"""The pixels by which the five cards of a hand stand higher than the others at the showdown."""
_FOOT: Final = 736
"""The width in pixels for the line of text below a hand."""
_ROOM: Final = WIDTH - _NAME_WIDTH - 3 * _MARGIN
"""The width in pixels for the cards of a line."""
_MOST_IN_A_COLUMN: Final = 2
"""The most hands of a showdown below each other, each as wide as the picture. More stand side by side in pairs."""
_LEAST_SHOWN: Final = 60
"""The width of their cards."""
_HALF_WIDTH: Final = (WIDTH - 3 * _MARGIN) // 2
_LEAST: Final = 72
"""The least width of a card: 28 pixels on a phone. If a line is too long for that, its cards overlap."""


def _choose_card_width(longest: int) -> int:
    return max(_LEAST, min(82, _ROOM // max(6, longest) - 8))


def _choose_step(count: int, width: int, room: int = _ROOM) -> int:
    """Return the distance from card to card in a line of `count` cards: less than a card's width if they overlap."""
    return min(width + 8, (room - width) // max(1, count - 1))


def _tag_cards(shown: ShownHand | None) -> dict[str, str]:
    """Map the code of each of a hand's five cards to its tag: the card that it plays as, or "" for itself."""
    plays = shown.plays if shown is not None else ()
    return {
        card: f"{cards.PLAYS}{code.replace('-', ' 4-')}" if rule else ""
        for printed, code, rule in plays
        for card in printed.split("+")
    }


class _Board(NamedTuple):
    """A board that is being drawn: the picture, its colours and voice, what it shows, and the width of a card."""

    canvas: Canvas
    theme: Theme
    voice: Voice
    view: View
    width: int
    room: int = _ROOM
    """The width in pixels for the cards of a line."""


def _draw_line(board: _Board, chair: Chair, x: int, y: int) -> None:
    """Draw the cards of a line. If a hand was shown, its five cards stand higher than the others."""
    canvas, theme, voice, view, width, room = board
    tags = _tag_cards(find_shown_hand(view, chair.seat))
    for place, lying in enumerate(chair.line):
        card = find_public_card(chair, lying)
        code, mark = "", ""
        if card is not None:
            code = CODES[card]
            down = "" if lying.up else f"\n{voice.say('scene/tag/down')}"
            mark = (tags.get(code) or _name_mark(lying, voice)) + down
        drop, step = RAISED if tags and code not in tags else 0, _choose_step(len(chair.line), width, room)
        canvas.put(sprites.make_card(card, width, mark, theme, theme.panel), x + place * step, y + drop)


def _name_mark(lying: LyingCard, voice: Voice) -> str:
    return voice.say(f"scene/tag/{lying.mark}") if lying.mark else ""


def _measure_row(view: View, chair: Chair, width: int) -> int:
    """Return the height of a seat's row: lower without cards, and higher if some cards are raised."""
    raised = RAISED if _tag_cards(find_shown_hand(view, chair.seat)) else 0
    return cards.find_height(width) + 36 + raised if chair.line else 94


def _draw_seat(board: _Board, chair: Chair) -> None:
    """Draw a seat's row: name, chips and bet on the left, the line of cards on the right."""
    canvas, theme, voice, view, _, _ = board
    ground, height = theme.panel, canvas.height - 10
    acts = chair.seat == (view.turn if view.asked is None else view.asked.seat)
    canvas.draw_panel((_MARGIN, 0, WIDTH - 2 * _MARGIN, height), ground, theme.accent if acts else None)
    is_out = chair.state in ("folded", "out")
    room = NAME_ROOM - (34 if chair.seat == view.dealer else 0)
    inks = theme.muted if is_out else theme.text, ground
    name_width = canvas.write_name((32, 11, room), voice.name(chair.seat), (28, 23), inks, voice.names)
    if chair.seat == view.dealer:
        _draw_dealer(board, 40 + name_width, 10)
    canvas.write(32, 47, voice.say("scene/chips", amount=chair.stack), 26, theme.muted, ground=ground)
    shown = find_shown_hand(view, chair.seat)
    about = name_hand(shown, voice) if shown is not None else describe_state(chair, voice)
    x, y = (32, 78) if chair.line else (_NAME_WIDTH + _MARGIN, 26)
    size = 24 if len(wrap(about, 24, NAME_ROOM)) <= 2 else 20
    for row, text in enumerate(wrap(about, size, NAME_ROOM)[:2]):
        canvas.write(x, y + 28 * row, text, size, theme.accent, ground=ground)
    _draw_line(board, chair, _NAME_WIDTH + _MARGIN, 9)  # inside the edge, shadows included


def _draw_dealer(board: _Board, x: int, y: int) -> None:
    canvas, theme, voice, *_ = board
    canvas.draw_rounded((x, y, 30, 30), 15, theme.accent, ground=theme.panel)
    canvas.write(x + 15, y, voice.say("scene/dealer"), 24, theme.panel, weight=800, anchor="m", ground=theme.accent)


def _wrap_notes(notes: Iterable[str], theme: Theme) -> list[tuple[str, str]]:
    """Break the notes below the seats into lines; the first note is in the accent colour."""
    inks = chain((theme.accent,), repeat(theme.muted))
    return [(line, ink) for note, ink in zip(notes, inks, strict=False) for line in wrap(note, 28, WIDTH - 40)]


def draw_board(view: View, narrator: Narrator, style: Style, near: int | None = None) -> Drawing:
    """Draw every seat's line as everybody sees it, the pots, the last calls, and whose turn it is.

    The seats are in the order of turns from top to bottom, after the seat `near`. That one has no row: its hand below
    shows all that is in it.
    """
    above, *rows, below = _draw_table(view, narrator, style.colours, style.big)
    seats = rows if near is None else (*rows[near + 1 :], *rows[:near])
    return Drawing(above, describe_board(view, narrator), (*seats, below))


@lru_cache(maxsize=16)
def _draw_table(view: View, narrator: Narrator, theme: Theme, big: bool) -> tuple[Canvas, ...]:
    """Draw the heading, the row of each seat and the notes, each once for the channel and all hands below it."""
    voice = name_seats(view, narrator, make_name_drawable)
    width = _choose_card_width(max((len(chair.line) for chair in view.chairs), default=6))
    if len(view.chairs) > 5 and not big:
        width = _LEAST
    footer = _wrap_notes(describe_notes(view, voice), theme)
    heights = [112, *(_measure_row(view, chair, width) for chair in view.chairs), 38 * len(footer) + 12]
    canvases = tuple(Canvas(WIDTH, height, sprites.make_card_palette(theme), theme.felt) for height in heights)
    above, *rows, below = canvases
    above.write(_MARGIN + 4, 14, clip(describe_heading(view, voice), 700, 28, WIDTH - 40), 28, theme.muted)
    above.write_title(_MARGIN + 4, 52, describe_moment(view, voice), 40, theme.text, WIDTH - 40)
    for canvas, chair in zip(rows, view.chairs, strict=True):
        _draw_seat(_Board(canvas, theme, voice, view, width), chair)
    for row, (note, ink) in enumerate(footer):
        below.write(_MARGIN + 4, 38 * row, note, 28, ink)
    return canvases


def draw_hand(view: View, narrator: Narrator, style: Style) -> Drawing:
    """Draw the viewer's own line, with its face-down cards. Raises ValueError for the crowd's view."""
    if view.seat is None:
        raise ValueError("the crowd has no cards")
    theme = style.colours
    voice = name_seats(view, narrator, make_name_drawable)
    chair = view.chairs[view.seat]
    width, per_row = (172, 4) if style.big else (114, 6) if len(chair.line) <= 6 else (97, 7)
    shown = find_shown_hand(view, view.seat)
    tags = _tag_cards(shown)
    step_x, step_y = width + 8, cards.find_height(width) + 52 + (RAISED if tags else 0)
    rows = -(-len(chair.line) // per_row)
    own_hand = [*filter(None, wrap(name_own_hand(view, voice, symbol), 28, _FOOT)[:2])]
    foot = write_foot(view, chair, shown, voice)
    below = 78 + rows * step_y + 36 * len(own_hand)
    canvas = Canvas(776, below + (48 if foot else 12), sprites.make_card_palette(theme), theme.felt)
    chips_width = canvas.write(
        756, 16, voice.say("scene/chips", amount=chair.stack), 34, theme.accent, weight=800, anchor="r"
    )
    name = clip_name(voice.name(view.seat), 800, 34, 700 - chips_width, among=voice.names)
    name_width = canvas.write(20, 16, name, 34, theme.text, weight=800)
    if view.seat == view.dealer:
        _draw_dealer(_Board(canvas, theme, voice, view, width), 32 + name_width, 20)
    for slot, lying in enumerate(chair.line):
        x, y = 22 + slot % per_row * step_x, 74 + slot // per_row * step_y
        code = CODES[lying.card] if lying.card is not None else ""
        mark = tags.get(code, "") or _name_mark(lying, voice)
        y += RAISED if tags and code not in tags else 0
        canvas.put(sprites.make_card(lying.card, width, mark, theme, theme.felt), x, y)
        way, ink = ("scene/way/up", theme.muted) if lying.up else ("scene/way/down", theme.accent)
        canvas.write(x + width // 2, y + cards.find_height(width) + 8, voice.say(way), 24, ink, anchor="m")
    for row, line in enumerate(reversed(own_hand), 1):
        canvas.write(20, below - 36 * row, line, 28, theme.accent)
    canvas.write(20, below, clip(foot, 700, 28, _FOOT), 28, theme.muted)
    return Drawing(canvas, describe_hand(view, narrator))


def write_foot(view: View, chair: Chair, shown: ShownHand | None, voice: Voice) -> str:
    """The line below the viewer's hand: the hand that they showed, or their state and what they claimed."""
    if shown is not None:
        return name_hand(shown, voice)
    calls = voice.list(dict.fromkeys(name_rule(call.partition(" ")[0], voice) for call in view.said))
    state = describe_missing_cards(chair, voice) or describe_state(chair, voice)
    return " · ".join(filter(None, (state, calls and voice.say("scene/called_short", call=calls))))


def draw_receipt(view: View, narrator: Narrator, style: Style) -> Drawing:
    """Draw the hands of the showdown and their values, and the pots."""
    theme = style.colours
    voice = name_seats(view, narrator, make_name_drawable)
    ending = view.ending
    hands = ending.hands if ending is not None else ()
    longest = max((len(view.chairs[shown.seat].line) for shown in hands), default=6)
    width, columns, panel = _choose_card_width(longest), 1, WIDTH - 2 * _MARGIN
    name_room, name_y, cards_x, cards_y = NAME_ROOM, 18, _NAME_WIDTH, 10
    if len(hands) > _MOST_IN_A_COLUMN:
        width, columns, panel = _LEAST_SHOWN, 2, _HALF_WIDTH
        name_room, name_y, cards_x, cards_y = panel - 32, 4, 16, 40
    most = 2 if len(hands) < 5 else 1  # lines for which a phone has room
    rows = [_wrap_value(view, shown, voice, panel - 32, most) for shown in hands]
    value_y = cards_y + cards.find_height(width) + RAISED + 2
    step = value_y + 10 + 28 * max(map(len, rows), default=1)
    won = describe_winnings(ending, voice) if ending is not None else []
    told = len(won) > 1 or not hands  # the verdict tells a single pot
    footer = wrap(voice.join_clauses(won), 28, WIDTH - 40) if told else []
    foot = 68 + step * -(-len(hands) // columns)
    canvas = Canvas(WIDTH, foot + 38 * len(footer) + 8, sprites.make_card_palette(theme), theme.felt)
    canvas.write_title(20, 14, describe_outcome(view, voice), 38, theme.text, WIDTH - 40)
    for place, shown in enumerate(hands):
        x, y = _MARGIN + place % columns * (_HALF_WIDTH + _MARGIN), 68 + place // columns * step
        canvas.draw_panel((x, y, panel, step - 8), theme.panel)
        name, inks = voice.name(shown.seat), (theme.text, theme.panel)
        canvas.write_name((x + 16, y + name_y, name_room), name, (28, 23), inks, voice.names)
        board = _Board(canvas, theme, voice, view, width, panel - cards_x - 16)
        _draw_line(board, view.chairs[shown.seat], x + cards_x, y + cards_y)
        for row, value in enumerate(rows[place]):
            canvas.write(x + 16, y + value_y + 28 * row, value, 24, theme.accent, ground=theme.panel)
    for row, line in enumerate(footer):
        canvas.write(20, foot + 38 * row, line, 28, theme.accent)
    return Drawing(canvas, describe_receipt(view, narrator))


def _wrap_value(view: View, shown: ShownHand, voice: Voice, room: int, most: int) -> list[str]:
    """Break the value of a shown hand into at most `most` lines. If they're too few, what counted for nothing is left
    out, and then what cards played as: the cards say both by themselves."""
    idle = list_idle(view, shown.seat, voice, symbol)
    values = describe_shown(shown, voice, symbol, idle), describe_shown(shown, voice, symbol), name_hand(shown, voice)
    *_, shortest = wrapped = [wrap(value, 24, room) for value in values]
    return next((rows for rows in wrapped if len(rows) <= most), shortest[:most])


SCENE: Final = Scene[View](
    draw_board,
    draw_hand,
    draw_receipt,
    fill_score_sheet,
    tell_outcome,
    describe_board,
    describe_hand,
    mark_closed,
)
