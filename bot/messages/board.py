"""The board: what everybody sees of a table, as one message with the buttons that everybody may press."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.messages import controls as messages_controls
from bot.messages.pictures import Pictures
from bot.messages.until_turn import with_until_turn
from bot.ports.text import clean_name
from bot.ports.ui import (
    MOST_COMPONENTS,
    Accent,
    Button,
    Fixture,
    Layout,
    Message,
    Part,
    Row,
    Section,
    Text,
    cut,
    laid_out,
    without_pieces,
)
from bot.tables import closings
from bot.tables.house_rules import settings_of
from bot.tables.queue import queue_of
from bot.tables.robots import level_of, offers
from bot.tables.seats import Gone, open_votes
from bot.tables.table import Table
from bot.wording import Words, house_name, house_value, knows, label, moment, remarks, say, stored_value
from bot.wording.pieces import Nicknames
from games.core.game import AnyGame, most_seats
from games.core.options import Options
from games.core.robots import Level
from games.core.seats import Seat
from games.core.view import View
from render.style import Style

PROMISE: Final = "fair.promise"
"""The beginning of the name of the button that shows a commitment."""
PROMISE_DIGITS: Final = 8
"""The digits of a commitment on its button."""
JOIN: Final = "lobby.join"
LEAVE: Final = "lobby.leave"
MOST_TEXT = 1_990
"""Characters of a message (Discord's limit is 2,000)."""


def talk_of(options: Options) -> str:
    """The talk that the house chose ("messdeck"); empty in games without a choice."""
    return str(options.get("talk", ""))


def nicknames_of(options: Options) -> Nicknames:
    """The house's own names of pieces, by code; none in games without the choice."""
    named = options.get("nicknames")
    return tuple((code, clean_name(name)) for code, name in named.items()) if isinstance(named, Mapping) else ()


def words_of(table: Table) -> Words:
    """The wording of a table: its game, its players' names, its talk and its nicknames."""
    return Words(table.row.game, table.names, talk_of(table.row.options), nicknames_of(table.row.options))


@dataclass(slots=True)
class BoardMessages:
    """Makes the board: the public message of a table."""

    pictures: Pictures

    async def message(self, table: Table, recent: tuple[str, ...] = ()) -> Message:
        """The board, or before the start the lobby. `recent` holds the last lines of the log."""
        if not table.playing:
            return lobby(table)
        crowd = table.view(None)
        words = words_of(table)
        head = [headline(table, crowd, words), about(table, crowd, words)]
        lines: list[str] = []
        shown = self.pictures.closed(crowd) if table.status == "closed" else crowd
        if shown is crowd:
            lines += [*remarks(crowd, words), *recent]
        if table.takeback.asked is not None:
            lines.append(say("log/table.undo_asked", seat=words.name(table.takeback.asked.seat)))
        lines += closing(table, words)
        if table.hand_open and table.status != "closed":
            lines.append(say("board/hint", words.game))
        lines += waiting(table)
        rows = controls(table, crowd, words)
        seq = messages_controls.moment(table, rows)
        if table.row.settings.get("text_only"):
            said = "\n".join([*head, *map(without_pieces, lines), self.pictures.words(shown, table.names)])
            return Message(said[:MOST_TEXT], (), rows, table.id, seq)
        picture = await self.pictures.draw("board", shown, table.names, Style(), patient=True)
        pictures = (picture,) if picture is not None else ()
        told = "\n".join(lines)
        if picture is None:
            told = f"{told}\n{self.pictures.words(shown, table.names)}".strip()
        top = "\n".join(head)
        seen = (Text(top), *((Fixture.PICTURES,) if pictures else ()))
        below = (Text(cut(told, MOST_TEXT - len(top))),) if told else ()
        return laid_out(Layout(accent(table, crowd), (*seen, *below, *rows)), pictures, table.id, seq)


def accent(table: Table, crowd: View) -> Accent:
    """The state of a table that is played at, for the colour of its board: public facts alone decide it."""
    if table.status == "closed":
        return Accent.FINISHED if crowd.over else Accent.CLOSED
    if not table.hand_open:
        return Accent.FINISHED
    return Accent.CALL if len(crowd.to_act) > 1 else Accent.PLAYING


def headline(table: Table, crowd: View, words: Words, seat: Seat | None = None) -> str:
    """The headline: who has to act, what they may do, and by when. Addresses `seat` as "you"."""
    if table.status in ("closed", "paused"):
        return say("board/head", words.game, what=say(f"board/{table.status}", words.game))
    what = moment(crowd, words, seat)
    parts = [say("board/head", words.game, what=what[:1].upper() + what[1:])]
    deadline = table.clock.real_time(crowd.deadline)
    if deadline is not None:
        parts.append(say("board/until", words.game, when=f"<t:{-(-deadline // 1000)}:R>"))
    return " · ".join(parts)


def place_gone(table: Table) -> str:
    """Say that a table was closed because its channel, thread or server is gone; empty otherwise."""
    if table.closed_because not in set(Gone):
        return ""
    return say(f"gone/{table.closed_because}", title=table.game.TITLE, number=table.id)


def about(table: Table, crowd: View, words: Words) -> str:
    """The line below the headline: game, hand and scores."""
    scores = ", ".join(
        say("board/score", words.game, words.talk, name=words.name(seat), score=score)
        for seat, score in enumerate(crowd.scores)
    )
    title = say("board/title", words.game, words.talk, title=table.game.TITLE, hand=crowd.hand)
    return say("board/about", words.game, parts=f"{title} · {say('board/scores', words.game, scores=scores)}")


def controls(table: Table, crowd: View, words: Words) -> tuple[Row, ...]:
    """The public buttons: calls that any player might make, My hand, Why?, open votes, answers to a take-back."""
    if table.status == "closed":
        return ((Button("why", label("why")), Button("sheet", label("sheet")), *replay_button(table), again_button()),)
    asked = questions(table)
    if table.status == "paused":
        return ((Button("table.resume", label("resume"), "success"), _hand_button()), *asked)
    votes = tuple(button for _, button in vote_buttons(table, words))
    over = [] if table.hand_open else [Button("sheet", label("sheet")), *replay_button(table)]
    most = messages_controls.MOST_ROWS - len(asked)
    acts = messages_controls.rows(table.game, crowd, words, (), most - 1)
    extra = [_hand_button(bright=_waits_for_hands(crowd, acts)), Button("why", label("why")), *over, *votes]
    extra += [Button(what, label(what)) for what in ("rules", "lobby.join")]
    made = (*acts, tuple(extra[: messages_controls.WIDTH]))
    return (*with_until_turn(table.game, crowd, made, words, most), *asked)


def questions(table: Table) -> tuple[Row, ...]:
    """The answers to what everybody is asked: a take-back, closing the table. One row at most."""
    row = (*takeback_answers(table), *closing_answers(table))
    return (row,) if row else ()


def takeback_answers(table: Table) -> tuple[Button, ...]:
    """The answers to the question about a take-back; none if nobody asks."""
    if table.takeback.asked is None:
        return ()
    number = table.takeback.number
    yes = Button(f"undo.yes.{number}", label("undo.yes"), "success")
    return yes, Button(f"undo.no.{number}", label("undo.no"), "danger")


def closing_answers(table: Table) -> tuple[Button, ...]:
    """The answers to the question about closing the table; none if nobody asks."""
    if table.closing.asked is None:
        return ()
    number = table.closing.number
    yes = Button(f"close.yes.{number}", label("close.yes"))
    return yes, Button(f"close.no.{number}", label("close.no"))


def vote_buttons(table: Table, words: Words) -> tuple[tuple[Seat, Button], ...]:
    """The votes that are open, by the seat that a robot would play for."""
    return tuple(
        (seat, Button(f"vote.{seat}", say("button_vote", words.game, seat=words.name(seat))[:80], "danger"))
        for seat in open_votes(table)
    )


def closing(table: Table, words: Words) -> list[str]:
    """The line about a wish to close the table; none if nobody has it."""
    asked = table.closing.asked
    if asked is None or table.status == "closed":
        return []
    key = "board/close_asked" if asked.by is not None else "board/close_asked/outside"
    return [say(key, by=words.name(asked.by), names=closings.names_missing(table))]


def replay_button(table: Table) -> tuple[Button, ...]:
    """The button that shows the last finished hand again; none if there is none."""
    hand = table.last_finished_hand
    return (Button(f"replay.{hand}.1.open", label("replay.open")),) if hand else ()


def again_button() -> Button:
    """The button that opens the next table with the same people."""
    return Button("table.again", label("table.again"), "success")


def _hand_button(bright: bool = False) -> Button:
    return Button("hand.show", label("hand.show"), "primary" if bright else "secondary")


def _waits_for_hands(crowd: View, acts: tuple[Row, ...]) -> bool:
    """True if the table waits for somebody who can only act from their own hand."""
    return bool(crowd.to_act) and not any(
        one.style == "primary" for row in acts for one in row if isinstance(one, Button)
    )


def lobby(table: Table) -> Message:
    """The message of a table that has not begun: its players, its house rules, and the buttons to join and start."""
    if table.row.settings.get("text_only"):
        return plain_lobby(table)
    if table.status == "closed":
        return laid_out(Layout(Accent.CLOSED, (Text(say("lobby/closed", title=table.game.TITLE)),)), table=table.id)
    seats, beside = _seat_rows(table, alone=True)
    made = Layout(Accent.LOBBY, _lobby_parts(table, seats, lobby_rows(table, beside)))
    if made.size > MOST_COMPONENTS:
        seats, beside = _seat_rows(table, alone=False)
        made = Layout(Accent.LOBBY, _lobby_parts(table, seats, lobby_rows(table, beside)))
    return laid_out(made, table=table.id)


def plain_lobby(table: Table) -> Message:
    """The same in one text with all buttons below it."""
    if table.status == "closed":
        return Message(say("lobby/closed", title=table.game.TITLE), table=table.id)
    text = "\n".join([*_lobby_head(table), *_sitting(table), *_lobby_foot(table)])
    return Message(text[:MOST_TEXT], rows=lobby_rows(table, frozenset()), table=table.id)


def _lobby_parts(table: Table, seats: list[Text | Section], rows: tuple[Row, ...]) -> tuple[Part, ...]:
    foot = "\n".join(_lobby_foot(table))
    return (Text("\n".join(_lobby_head(table))), *seats, Fixture.LINE, Text(foot[:MOST_TEXT]), *rows)


def _lobby_head(table: Table) -> list[str]:
    fewest, most = table.game.SEATS[0], most_seats(table.game, table.row.options)
    return [
        say("lobby/title", title=table.game.TITLE, pace=say(f"pace/{table.row.pace}")),
        say(_seats_key(len(table.seats), fewest, most), count=len(table.seats), fewest=fewest, most=most),
    ]


def _sitting(table: Table) -> list[str]:
    """A line for each seat that is taken."""
    return [
        say(
            "lobby/robot" if one.user_id is None else "lobby/person",
            number=one.seat + 1,
            name=one.name,
            level=say(f"level/{level_of(one)}"),
        )
        for one in table.seats
    ]


def _lobby_foot(table: Table) -> list[str]:
    words = words_of(table)
    return [
        *([say("lobby/seating", words.game)] if knows("lobby/seating", words.game) else []),
        *waiting(table),
        house_rules(table, words),
        *changed_rules(table),
        *([say("lobby/full")] if table.row.settings.get("start") == "full" else []),
        *([say("lobby/at", when=timestamp(table.start.at))] if table.start.at is not None else []),
        say("lobby/new", title=table.game.TITLE),
    ]


def _seat_rows(table: Table, alone: bool) -> tuple[list[Text | Section], frozenset[str]]:
    """The seats one below the other, and the buttons that stand beside a seat: *Leave* beside each person, *Join*
    beside the first free seat. Only if `alone`, *Leave* is nowhere else."""
    found: list[Text | Section] = []
    for one, line in zip(table.seats, _sitting(table), strict=True):
        if alone and one.user_id is not None:
            found.append(Section(line, Button(f"{LEAVE}.{one.seat}", label(LEAVE))))
        else:
            found.append(Text(line))
    beside = {LEAVE} if alone and not queue_of(table) else set[str]()
    free = range(len(table.seats) + 1, most_seats(table.game, table.row.options) + 1)
    if free:
        found.append(Section(say("lobby/free", number=free[0]), _join(table)))
        beside.add(JOIN)
    if len(free) > 1:
        found.append(Text("\n".join(say("lobby/free", number=number) for number in free[1:])))
    return _merged(found), frozenset(beside)


def _merged(parts: list[Text | Section]) -> list[Text | Section]:
    """The parts, with texts that follow each other in one."""
    made: list[Text | Section] = []
    for part in parts:
        if isinstance(part, Text) and made and isinstance(made[-1], Text):
            made[-1] = Text(f"{made[-1].text}\n{part.text}")
        else:
            made.append(part)
    return made


def _join(table: Table) -> Button:
    full = len(table.seats) >= most_seats(table.game, table.row.options)
    return Button(JOIN, label(JOIN), "secondary" if full else "success")


def lobby_rows(table: Table, beside: frozenset[str]) -> tuple[Row, ...]:
    """The buttons of the lobby, apart from those `beside` the seats."""
    enough = len(table.seats) >= table.game.SEATS[0]
    full = len(table.seats) >= most_seats(table.game, table.row.options)
    strongest = Button("lobby.shellback+", label("lobby.shellback+"), disabled=full)
    shellback = (strongest,) if offers(table.game, Level.SHELLBACK) else ()
    seats = (
        _join(table),
        Button(LEAVE, label(LEAVE)),
        Button("lobby.swap", label("lobby.swap"), disabled=len(table.seats) < 2),
        Button("lobby.call", label("lobby.call"), disabled=full),
    )
    rows: tuple[Row, ...] = (
        tuple(one for one in seats if one.what not in beside),
        (
            Button("lobby.robot+", label("lobby.robot+"), disabled=full),
            Button("lobby.deckhand+", label("lobby.deckhand+"), disabled=full),
            *shellback,
            Button("lobby.robot-", label("lobby.robot-"), disabled=all(one.user_id is not None for one in table.seats)),
            *_promise(table),
        ),
        (
            Button("lobby.house", label("lobby.house")),
            Button("learn", label("learn")),
            Button("rules", label("rules")),
            Button("lobby.start", label("lobby.start"), "primary", disabled=not enough),
        ),
    )
    if table.consent.waits_for:
        what = "lobby.agree"
        rows = (*rows, (Button(f"{what}.{table.consent.changes}", label(what), "success"),))
    return rows


def changed_rules(table: Table) -> list[str]:
    """The line about house rules to which somebody must still agree; none if everybody has."""
    names = tuple(table.names[seat] for seat in table.consent.waits_for)
    if not names:
        return []
    game, changed = table.game, table.consent.changed
    before = {name: stored_value(name, value, game.NAME) for name, value in changed.items()}
    return [say("lobby/changed", changed=spoken_values(before), names=names)]


def _promise(table: Table) -> tuple[Button, ...]:
    """The button with the commitment of the coming shuffle: its first digits as label, all of it in its custom id.

    So everybody who can read the lobby has the whole of it before anybody salts the shuffle.
    """
    if table.shuffle.secret is None:
        return ()
    whole = table.shuffle.committed.commitment
    return (Button(f"{PROMISE}.{whole}", say("button_promise", digits=whole[:PROMISE_DIGITS])),)


def waiting(table: Table) -> list[str]:
    """The line about the people who wait for a seat; none if nobody does."""
    queue = queue_of(table)
    return [say("queue/waiting", names=tuple(one.name for one in queue))] if queue else []


def timestamp(at: int) -> str:
    """Discord's markup for a time: day and time in each reader's own zone, and the time left."""
    return f"<t:{at // 1000}:F> (<t:{at // 1000}:R>)"


def _seats_key(count: int, fewest: int, most: int) -> str:
    if count >= fewest:
        return "lobby/ready"
    return "lobby/seats" if fewest < most else "lobby/seats_exact"


def house_rules(table: Table, words: Words) -> str:
    """The house rules that differ from the rulebook, in one line."""
    defaults = {option.name: option.default for option in table.game.OPTIONS}
    own = {option.name: option.default for option in settings_of(table.game)}
    found = [(name, value) for name, value in table.row.options.items() if value != defaults.get(name)]
    found += [(name, value) for name, value in table.row.settings.items() if name in own and value != own[name]]
    return say("lobby/house", changed=spoken_rules(table.game, dict(found))) if found else say("lobby/house_default")


def spoken_rules(game: AnyGame, rules: Options) -> str:
    """House rules of a game with their values, in one line."""
    return spoken_values({name: house_value(name, value, game.NAME) for name, value in rules.items()})


def spoken_values(rules: Mapping[str, str]) -> str:
    """House rules with values as people say them, in one line."""
    spoken = (say("house/item", name=house_name(name), value=value) for name, value in rules.items())
    return " · ".join(spoken)[:900]
