"""Help: what a user can do at this moment at a table, or how to begin where there is none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.messages.board import headline, resume_button
from bot.messages.controls import PLAIN, Taste, name_controls, rows
from bot.messages.table_words import words_of
from bot.ports.ui import MOST_TEXT, Button, Message
from bot.store.tables.rows import Status
from bot.tables.aggregate.table import Table
from bot.tables.facets.turns import lets_go
from bot.wording import Words, knows, label, say
from games import registry
from games.core.game import most_seats
from games.core.robots import Level
from games.core.seats import Seat
from games.core.view import View


def help_at(table: Table, seat: Seat | None, taste: Taste = PLAIN, at: int = 0) -> Message:
    """Say who the table waits for, until when, and what the reader can press. `seat` and `taste` are the reader's.

    `at` is the reader's channel. If the table is elsewhere, the answer begins with the table's place.
    """
    told = _in_game(table, seat, taste) if table.playing else _in_lobby(table, seat)
    if at in (0, table.place) or table.practice:
        return told
    where = say("help/place", title=table.game.TITLE, place=f"<#{table.place}>")
    return replace(told, text=f"{where}\n{told.text}"[:MOST_TEXT])


def _in_game(table: Table, seat: Seat | None, taste: Taste) -> Message:
    crowd, words = table.public_view, words_of(table)
    asked = seat is not None and seat in crowd.to_act
    lines = [headline(table, crowd, words, seat if asked else None)]
    if seat is None:
        lines.append(say("help/onlooker"))
    elif table.occupant(seat).stand_in is not None:
        lines.append(say("help/stand_in"))
    elif table.status == Status.LIVE:
        labels = _bold(_named(table, table.view(seat), words, taste).values())
        lines.append(say("help/buttons", labels=labels) if labels else say("help/nothing"))
    rules = Button("rules", label("rules"))
    if table.practice:
        lines += [say("help/hint")] if table.hand_open else []
        lines.append(say("help/more_practice", title=table.game.TITLE))
        return Message("\n".join(lines)[:MOST_TEXT], rows=((rules,),), table=table.id)
    lines.append(say("help/more", title=table.game.TITLE))
    resume = (resume_button(),) if table.status == Status.PAUSED else ()
    row = (*resume, Button("hand.show", label("hand.show")), rules)
    return Message("\n".join(lines)[:MOST_TEXT], rows=(row if seat is not None else (rules,),), table=table.id)


def _named(table: Table, view: View, words: Words, taste: Taste) -> dict[str, str]:
    """Map each verb to the text on the seat's present button or menu, as its player sees it."""
    return name_controls(rows(table.game, view, words, crowd=table.public_view, taste=taste), words)


def explain_moment(table: Table, seat: Seat | None, taste: Taste = PLAIN) -> str:
    """Explain the present turn to a newcomer: who has to act, what they may do and until when, the effect of each
    button of `seat`, and the game's words in this text. It uses only the public view and the seat's own buttons."""
    if not table.playing:
        return help_at(table, seat).text
    crowd, words = table.public_view, words_of(table)
    asked = seat is not None and seat in crowd.to_act
    lines = [headline(table, crowd, words, seat if asked else None)]
    others = tuple(words.name(other) for other in crowd.to_act if other != seat)
    if others and table.status == Status.LIVE:
        lines.append(say("why/waits", names=(*(["you"] if asked else []), *others)))
    if seat is None:
        lines.append(say("why/onlooker"))
    elif table.status == Status.LIVE:
        plain = {verb.name: verb.plain for verb in table.game.VERBS}
        for verb in plain:
            now = f"plain/{verb}/{crowd.phase}"
            if knows(now, words.game, words.talk):
                plain[verb] = say(now, words.game, words.talk)
        shown = _named(table, table.view(seat), words, taste)
        told = [say("why/button", button=named, plain=plain[verb]) for verb, named in shown.items()]
        passing = lets_go(table.game, crowd)
        if passing is not None and passing.name in shown:
            named = say("button_until_turn", verb=shown[passing.name])
            told.append(say("why/button", button=named, plain=say("plain/until_turn")))
        lines += told or [say("help/nothing")]
    key = next(
        (candidate for candidate in (f"words/{crowd.phase}", "words") if knows(candidate, words.game, words.talk)), ""
    )
    lines += [say(key, words.game, words.talk)] if key else []
    return "\n".join(lines)


def _in_lobby(table: Table, seat: Seat | None) -> Message:
    count, fewest = len(table.seats), table.game.SEATS[0]
    full = count >= most_seats(table.game, table.row.options)
    key = "help/lobby" if count < fewest else "help/lobby_enough"
    press = [
        *(["lobby.join"] if seat is None and not full else []),
        *(["lobby.robot+"] if not full else []),
        "lobby.house",
        *(["lobby.start"] if count >= fewest else []),
    ]
    lines = (
        say(key, title=table.game.TITLE, count=count, fewest=fewest),
        say("help/buttons", labels=_bold(label(what) for what in press)),
        *([] if full else [say("help/levels", levels=", ".join(_level(level) for level in table.game.LEVELS))]),
        say("help/more_lobby", title=table.game.TITLE),
    )
    return Message("\n".join(lines)[:MOST_TEXT], rows=((Button("rules", label("rules")),),), table=table.id)


def _level(level: Level) -> str:
    """Name a level of robots, with half a line about it."""
    return say("help/level", level=say(f"level/{level}"), plain=say(f"level/plain/{level}"))


def help_anywhere(rows: tuple[tuple[Button, ...], ...]) -> Message:
    """Name the games, and say how to begin. `rows` are the buttons that open the guides; one more lists the lessons."""
    games = [say(f"help/{name}", name) for name in registry.NAMES]
    lines = (say("help/games", count=len(games)), *games, say("help/begin"), say("help/else"))
    lessons = Button("learn.list", label("learn.list"))
    return Message("\n".join(lines)[:MOST_TEXT], rows=(*rows, (lessons,)))


def _bold(labels: Iterable[str]) -> str:
    return ", ".join(f"**{text}**" for text in labels)
