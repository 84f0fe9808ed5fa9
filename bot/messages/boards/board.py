"""The board: the message with the public view of a table, and the buttons that everybody may press."""

from typing import Final

from bot.messages.boards.lobby import JOIN, describe_queue
from bot.messages.parts.controls import find_press_sequence, make_rows, with_until_turn
from bot.messages.parts.pictures import PictureKind, Pictures
from bot.messages.parts.table_panel import fit_row, make_more_button
from bot.messages.parts.table_words import cover_words, find_last_hand_key, words_of
from bot.messages.replays.replay import STEP
from bot.ports import (
    MOST_ROWS,
    MOST_TEXT,
    Accent,
    Button,
    Buttons,
    Controls,
    Fixture,
    Message,
    Pattern,
    Text,
    cut,
    in_plain,
    join_lines,
    lay_out,
    make_button,
)
from bot.tables.aggregate import Table, has_turn
from bot.tables.aggregate.offers import count_free_places
from bot.tables.aggregate.turns import is_silent
from bot.tables.lobby.house_rules import find_cloth, is_in_words
from bot.tables.play import closings
from bot.tables.play.closings import LostPlace
from bot.tables.seats.handovers import count_votes_needed, list_open_votes
from bot.tables.seats.queue import list_robots_seats
from bot.tables.timing.deadlines import find_closing_time, has_answered, has_nothing_to_call, is_about_to_pass
from bot.wording import Words, describe_moment, list_remarks
from games.core import Seat, View, find_dealing_verb, sides_of
from render.base.picture import EndingWords
from render.scenes import tell_outcome
from render.style import Style

TAKE_BACK: Final = Pattern("undo.{answer:yes|no}[.{number:int}]")
"""The answers to a request to take a move back. Those of older releases do not say which request they answer."""
CLOSING: Final = Pattern("close.{answer:yes|no}.{number:int}")
VOTE: Final = Pattern("vote.{seat:int}")


async def make_board(pictures: Pictures, table: Table, recent: tuple[str, ...] = ()) -> Message:
    """Make the board of a table that has begun. `recent` holds the last lines of the log."""
    crowd = table.view(None)
    words = words_of(table)
    ended = find_ending(table, words)
    top = describe_scores(table, words)
    question = join_lines(write_headline(table, words), ended.hand if ended is not None else "")
    lines: list[str] = []
    shown = pictures.mark_closed(crowd) if table.is_closed else crowd
    if shown is crowd:
        lines += [*(ended.lines if ended else ()), *list_remarks(crowd, words), *recent]
    asked = table.takeback.asked
    lines += [
        words.say("log/table.undo_asked", seat=words.name(asked.seat)) if asked is not None else "",
        *list_votes(table, words),
        describe_away(table, words),
        describe_out(table, words),
        *describe_closing(table, words),
        describe_last_hand(table, words),
        *describe_queue(table),
        words.say("board/hint") if table.hand_open and not table.is_closed else "",
    ]
    rows = lay_controls(table, crowd, words)
    sequence = find_press_sequence(table, rows)
    in_words, picture = is_in_words(table), None
    if not in_words:
        kind: PictureKind = "board" if ended is None else "receipt"
        picture = await pictures.draw(kind, shown, words, Style(cloth=find_cloth(table)), patient=True)
    text = join_lines(*lines)
    if picture is None:
        text = f"{text}\n{pictures.describe_view(shown, words, moment=False)}".strip()
    below = Text(cut(text, MOST_TEXT - len(top) - len(question) - 2))
    # The question comes last, directly above the buttons, so that no picture stands between them.
    made = lay_out(
        choose_accent(table),
        (Text(top), Fixture.PICTURES, below, Text(question), *rows),
        (picture,),
        table.id,
        sequence,
    )
    return in_plain(made) if in_words else made


def choose_accent(table: Table) -> Accent:
    """Choose the colour of a board, which shows the table's state. It follows from public facts alone."""
    if table.is_closed:
        return Accent.FINISHED if table.public_view.over else Accent.CLOSED
    if not table.hand_open:
        return Accent.FINISHED
    return Accent.CALL if len(table.public_view.to_act) > 1 else Accent.PLAYING


def write_headline(
    table: Table, words: Words, seat: Seat | None = None, answered: bool = False, spoiler: bool = False
) -> str:
    """Say who has to act, what they may do, and by when. The headline addresses `seat` as "you". `answered` is True if
    an order answers for them. A `spoiler` covers what is told of an ended hand."""
    if table.lost:
        until = f"<t:{table.clock.kept_until // 1000}:F>"
        return words.say("board/head", what=words.say("board/lost", until=until))
    crowd, ended = table.public_view, find_ending(table, words, seat)
    if table.is_paused or (table.is_closed and ended is None):
        return words.say("board/head", what=words.say(f"board/{table.status}"))
    passes = seat is not None and is_about_to_pass(table, seat)
    if passes or (seat is not None and has_nothing_to_call(table, seat)):
        return words.say("board/head", what=words.say("board/passes" if passes else "board/nothing_to_call"))
    if ended is not None:
        sentence = ended.sentence
    elif answered or (seat is not None and has_answered(table, seat)):
        sentence = words.say("board/answered")
    else:
        sentence = describe_moment(crowd, words, seat)
    head = words.say("board/head", what=sentence[:1].upper() + sentence[1:])
    parts = [cover_words(head, spoiler and ended is not None)]
    deadline = table.clock.to_real_time(crowd.deadline)
    if table.is_closed:
        parts.append(words.say("board/closed"))
    elif deadline is not None:
        parts.append(words.say("board/until", when=f"<t:{-(-deadline // 1000)}:R>"))
    return " · ".join(parts)


def find_ending(table: Table, words: Words, seat: Seat | None = None) -> EndingWords | None:
    """The end of the last hand in words, for the player in `seat` or for everybody, as `tell_outcome` does.

    Somebody who took the seat since the deal reads what everybody does: what its former player folded or missed isn't
    theirs."""
    own = seat is not None and not table.occupants.missed_last(seat)
    return tell_outcome(table.view(seat if own else None), words)


def describe_lost_place(table: Table, words: Words) -> str:
    """Say that a table was closed because its channel, thread or server was deleted; empty for other tables."""
    if table.closing.because not in set(LostPlace):
        return ""
    return words.say(f"gone/{table.closing.because}", title=table.game.TITLE, number=table.id)


def describe_scores(table: Table, words: Words) -> str:
    """The line at the top: game, hand, and the scores of the sides while a hand is played and once all is over."""
    if not (table.hand_open or table.is_closed):
        return words.say("board/about", parts=name_hand(table, words))
    scores = words.say("board/scores", scores=list_scores(table, words), goal=table.public_view.goal)
    return words.say("board/about", parts=f"{name_hand(table, words)} · {scores}")


def name_hand(table: Table, words: Words) -> str:
    """Name the game and the hand."""
    return words.say("board/title", title=table.game.TITLE, hand=table.public_view.hand)


def list_scores(table: Table, words: Words) -> str:
    """List the scores of the sides: partners have one score together."""
    scores = table.public_view.scores
    return ", ".join(
        words.say("board/score", name=words.name_side(side), score=scores[side[0]])
        for side in sides_of(table.game.PARTNERS, len(scores))
    )


def lay_controls(table: Table, crowd: View, words: Words) -> Controls:
    """The public buttons: calls that any player might make, *My hand*, *Why?*, open votes and answers to questions."""
    if table.is_closed:
        return (
            (
                make_button("why", words),
                make_button("sheet", words),
                *make_replay_buttons(table, words),
                make_again_button(words),
            ),
        )
    asked = (*make_takeback_buttons(table, words), *make_closing_buttons(table, words))
    questions = (asked,) if asked else ()
    if table.is_paused:
        return ((*make_resume_buttons(table, words), make_button("hand.show", words)), *questions)
    votes = tuple(button for _, button in make_vote_buttons(table, words))
    after_hand = [] if table.hand_open else make_replay_buttons(table, words)
    most = MOST_ROWS - len(questions)
    acts = make_rows(table.game, crowd, words, most - 1)
    if table.leaves_all_out:
        deal = find_dealing_verb(table.game).name
        acts = tuple(left for row in acts if (left := tuple(item for item in row if item.name != deal)))
    acting = any(control.style == "primary" for row in acts for control in row if isinstance(control, Button))
    # Between hands there is no hand to show, unless it is the way back into one's seat.
    needs_hand = table.hand_open or describe_away(table, words)
    style = "primary" if crowd.to_act and not acting else "secondary"
    extra = [
        *((make_button("hand.show", words, style),) if needs_hand else ()),
        make_button("why", words),
        *after_hand,
        *votes,
    ]
    can_sit = bool(count_free_places(table) or list_robots_seats(table))
    extra += [make_more_button(words), *([make_button(JOIN, words)] if can_sit else ())]
    rows = (*acts, fit_row(extra))
    return (*with_until_turn(table.game, crowd, rows, words, most), *questions)


def make_takeback_buttons(table: Table, words: Words) -> Buttons:
    """The buttons that answer a request for a take-back; none if there is no request."""
    if table.takeback.asked is None:
        return ()
    number = table.takeback.number
    yes = make_button(TAKE_BACK, words, "success", answer="yes", number=number)
    return yes, make_button(TAKE_BACK, words, "danger", answer="no", number=number)


def make_closing_buttons(table: Table, words: Words) -> Buttons:
    """The buttons that answer the request to close the table; none if there is no request."""
    if table.closing.asked is None:
        return ()
    number = table.closing.number
    yes = make_button(CLOSING, words, answer="yes", number=number)
    return yes, make_button(CLOSING, words, answer="no", number=number)


def make_vote_buttons(table: Table, words: Words) -> tuple[tuple[Seat, Button], ...]:
    """The buttons of the open votes, each with the seat that a robot would play for."""
    return tuple(
        (seat, Button(VOTE.make(seat=seat), word_vote("button_vote", table, seat, words), "danger"))
        for seat in list_open_votes(table)
    )


def word_vote(key: str, table: Table, seat: Seat, words: Words, **facts: object) -> str:
    """Word a vote on a seat. A call window is nobody's turn, so nobody is named there (PB-47)."""
    name = words.name(seat) if has_turn(table, seat) else words.say("fact/whoever")
    return words.say(f"{key}/silent" if is_silent(table, seat) else key, name=name, **facts)


def list_votes(table: Table, words: Words) -> list[str]:
    """A line for each open vote in which somebody has voted, with the votes cast and the votes needed."""
    cast = {seat: len(table.absences.votes.get(seat, ())) for seat in list_open_votes(table)}
    return [
        word_vote("board/votes", table, seat, words, cast=count, needed=count_votes_needed(table, seat))
        for seat, count in cast.items()
        if count
    ]


def describe_away(table: Table, words: Words) -> str:
    """The line about people whose seats robots play; "" if there are no such people."""
    names = tuple(
        words.name(seat.seat) for seat in table.seats if seat.user_id is not None and seat.stand_in is not None
    )
    return words.say("board/away", names=names) if names and not table.is_closed else ""


def describe_out(table: Table, words: Words) -> str:
    """The line about people whom the next hand leaves out; "" if there are no such people."""
    names = tuple(words.name(seat) for seat in table.people if seat in table.public_view.out)
    key = "board/out/all" if table.leaves_all_out else "board/out"
    return words.say(key, names=names) if names and not table.is_closed else ""


def describe_closing(table: Table, words: Words) -> list[str]:
    """The line about the request to close the table; none if there is no request."""
    asked = table.closing.asked
    if asked is None or table.is_closed:
        return []
    key = "board/close_asked" if asked.by is not None else "board/close_asked/outside"
    asker, outsider = words.name(asked.by), words.name_outsider(asked.outsider)
    line = words.say(key, by=asker, outsider=outsider, names=closings.list_missing_names(table))
    closes_at = find_closing_time(table)
    if closes_at is None:
        return [line]
    return [line, words.say("board/close_silence", when=f"<t:{-(-closes_at // 1000)}:R>")]


def describe_last_hand(table: Table, words: Words) -> str:
    """The line that says that this hand, or this game of several hands, is the last; "" if it is not."""
    closing = table.closing
    if not closing.is_last_hand or table.is_closed:
        return ""
    key = f"board/{find_last_hand_key(table)}"
    return words.say(key if closing.last_hand_by is not None else f"{key}/outside", by=words.name(closing.last_hand_by))


def make_replay_buttons(table: Table, words: Words) -> Buttons:
    """The button that shows the last finished hand again; none before a hand is finished."""
    hand = table.shuffle.last_finished
    return (make_button(STEP, words, hand=hand, step=1, way="open"),) if hand else ()


def make_resume_buttons(table: Table, words: Words) -> Buttons:
    """The button that ends a pause; none if the table is not paused, or while the bot is away from its server."""
    if not table.is_paused or table.lost:
        return ()
    return (Button("table.resume", words.label("resume"), "success"),)


def make_again_button(words: Words) -> Button:
    """The button that opens the next table with the same people."""
    return make_button("table.again", words, "success")
