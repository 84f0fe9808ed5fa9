"""The lobby: a table that has not begun, with one row per seat, its house rules, and the buttons to join and start."""

from collections.abc import Mapping
from typing import Final

from bot.messages.parts.house_rules import PRESET, rules_of
from bot.messages.parts.seals import make_verify_buttons
from bot.messages.parts.table_words import name_level, words_of
from bot.ports import (
    MOST_TEXT,
    Accent,
    Button,
    Buttons,
    Controls,
    Fixture,
    Item,
    Menu,
    Message,
    Pattern,
    Section,
    Text,
    format_timestamp,
    in_plain,
    lay_out,
    make_button,
    with_buttons,
)
from bot.tables.aggregate import Table, name_table
from bot.tables.lobby.house_rules import (
    find_offered_preset,
    find_starting_rules,
    find_unlisted_rules,
    is_in_words,
    may_start_when_full,
)
from bot.tables.lobby.lobby import list_held_places
from bot.tables.seats.queue import list_robots_seats, queue_of
from bot.wording import Words, describe_preset, describe_stored_value, describe_value, name_house_rule, name_preset
from games.core import AnyGame, Level, Options

JOIN: Final = "lobby.join"
LEAVE: Final = "lobby.leave"
MORE: Final = Pattern("lobby.more[.{commitment}]")
ROBOTS: Final = "lobby.robots"
START_NOW: Final = Pattern("lobby.start.now.{last_offer:int}")
AGREE: Final = Pattern("lobby.agree.{number:int}")
LEAVE_SEAT: Final = Pattern("lobby.leave.{seat:int}")
"""The buttons of older releases, one beside each name."""
MOST_CONTROLS: Final = 7
"""The most controls of a lobby."""


def name_robot_control(level: Level) -> str:
    """Name the control that adds a robot of a level; an old hand is the usual robot."""
    return "lobby.robot+" if level is Level.OLD_HAND else f"lobby.{level}+"


def make_lobby(table: Table, untaught: bool = False) -> Message:
    """Make the message of a table that has not begun: its players, its house rules, and its buttons.

    While nobody has begun a lesson or finished a hand (`untaught`), *Show me* has the same colour as *Start*.
    """
    words = words_of(table)
    if table.is_closed:
        closed = words.say("lobby/closed", title=table.game.TITLE)
        made = lay_out(Accent.CLOSED, (Text(closed),))
    else:
        head, foot = Text("\n".join(_list_head(table))), Text("\n".join(_list_foot(table, untaught))[:MOST_TEXT])
        taken = _list_seats(table)
        free = [words.say("lobby/free", number=number) for number in range(len(taken) + 1, table.most_seats + 1)]
        join = make_button(JOIN, words, "success" if free else "secondary")
        beside = (Section(free[0], join),) if free else ()
        seats = (Text("\n".join(taken)), *beside, Text("\n".join(free[1:])))
        rows = _make_rows(table, () if free else (join,), untaught)
        parts = (head, *seats, Fixture.LINE, foot, *rows)
        made = lay_out(Accent.LOBBY, parts, table=table.id, sequence=len(table.seats) + 1)
    return in_plain(made) if is_in_words(table) else made


def _list_head(table: Table) -> list[str]:
    words = words_of(table)
    fewest, most = table.game.SEATS[0], table.most_seats
    return [
        words.say(
            "lobby/title", title=table.game.TITLE, name=name_table(table.id), pace=words.say(f"pace/{table.row.pace}")
        ),
        words.say(_choose_seats_key(table, fewest, most), count=len(table.seats), fewest=fewest, most=most),
    ]


def _list_seats(table: Table) -> list[str]:
    """A line for each taken seat, and for each seat that is held for somebody from the queue."""
    words = words_of(table)
    taken = [
        words.say(
            "lobby/robot" if seat.is_robot else "lobby/person",
            number=seat.seat + 1,
            name=seat.name,
            level=name_level(table, seat, words),
        )
        for seat in table.seats
    ]
    held = enumerate(list_held_places(table), len(taken) + 1)
    return [*taken, *(words.say("lobby/held", number=number, name=offer.name) for number, offer in held)]


def _list_foot(table: Table, untaught: bool) -> list[str]:
    words = words_of(table)
    return [
        *([words.say("lobby/seating")] if words.knows("lobby/seating") else []),
        *describe_queue(table),
        words.say("lobby/new", title=table.game.TITLE),
        *_describe_offered_rules(table),
        f"-# {describe_house_rules(table, words, find_unlisted_rules(table))}",
        *describe_changed_rules(table),
        *([words.say("lobby/full")] if may_start_when_full(table) else []),
        *([words.say("lobby/at", when=format_timestamp(table.start.at))] if table.start.at is not None else []),
        *([] if _is_full(table) else [words.say("lobby/robots")]),
        *([] if words.spoken == words.language else [words.say("lobby/only_english", title=table.game.TITLE)]),
        words.say("lobby/languages"),
        *([words.say("lobby/words")] if untaught and not is_in_words(table) else []),
    ]


def _describe_offered_rules(table: Table) -> list[str]:
    """The line that offers newcomers house rules to begin with; none once somebody has chosen rules."""
    offered = find_offered_preset(table)
    if offered is None:
        return []
    words = words_of(table)
    return [
        words.say("lobby/offer", name=name_preset(offered.name, words), description=describe_preset(offered, words))
    ]


def _make_offered_rules_button(table: Table) -> Buttons:
    """The button that takes the offered rules."""
    offered = find_offered_preset(table)
    if offered is None:
        return ()
    words = words_of(table)
    label = words.say("lobby/offer_button", name=name_preset(offered.name, words))
    return (Button(PRESET.make(preset=offered.name), label),)


def _is_full(table: Table) -> bool:
    return len(table.seats) >= table.most_seats


def ask_to_start(table: Table, words: Words) -> Message:
    """Ask whether to start without the people for whom a seat is held. The button carries the number of the last offer
    of such a seat, so a press agrees to no later offer."""
    held = list_held_places(table)
    names, until = tuple(offer.name for offer in held), format_timestamp(max(offer.until or 0 for offer in held))
    button = make_button(START_NOW, words, "primary", last_offer=held[-1].number)
    return with_buttons(words.say("lobby/start_question", names=names, until=until), button, table=table.id)


def _make_rows(table: Table, join: Buttons, untaught: bool) -> Controls:
    """The buttons of the lobby, at most `MOST_CONTROLS`, after *Join* (`join`), unless that stands beside a free seat.

    If newcomers are offered house rules, the button that takes them replaces *House rules*. While somebody has to
    agree, *Agree* replaces *Start*. The other controls are behind *More*.
    """
    words = words_of(table)
    enough = len(table.seats) >= table.game.SEATS[0]
    buttons = (
        *join,
        make_button(LEAVE, words),
        make_button(name_robot_control(Level.OLD_HAND), words, disabled=_is_full(table)),
        *(_make_offered_rules_button(table) or (make_button("lobby.house", words),)),
    )
    begin = make_button("lobby.start", words, "primary", disabled=not enough)
    if table.consent.awaited:
        begin = make_button(AGREE, words, "success", number=table.consent.changes)
    # It carries the commitment of the first shuffle, so every reader has it before anybody salts the shuffle.
    commitment = None if table.shuffle.secret is None else table.shuffle.known_secret.commitment
    more = make_button(MORE, words, commitment=commitment)
    show_me = make_button("learn", words, "primary" if untaught else "secondary")
    return buttons, (show_me, begin, more)


def make_more_message(table: Table, words: Words) -> Message:
    """Make the private message behind *More*: robots by level, and what is rarely needed."""
    full, robots = _is_full(table), any(seat.is_robot for seat in table.seats)
    levels = tuple(
        Item(level, words.say(f"level/{level}"), words.say(f"level/plain/{level}")) for level in table.game.LEVELS
    )
    menu: Controls = () if full or not levels else ((Menu(ROBOTS, words.say("lobby/robots_menu"), levels),),)
    buttons = (
        make_button("lobby.robot-", words, disabled=not robots),
        make_button("lobby.swap", words, disabled=len(table.seats) < 2),
        make_button("lobby.call", words, disabled=full),
    )
    reading = (
        *((make_button("lobby.house", words),) if _make_offered_rules_button(table) else ()),
        make_button("rules", words),
    )
    rows = (*menu, buttons, (*reading, *make_verify_buttons(table, words)))
    return Message(words.say("lobby/more"), rows=rows, table=table.id)


def describe_changed_rules(table: Table) -> list[str]:
    """The line that asks for agreement to changed house rules; none if nobody must agree any more."""
    words = words_of(table)
    names = tuple(table.names[seat] for seat in table.consent.awaited)
    if not names:
        return []
    game, changed = table.game, table.consent.changed
    before = {name: describe_stored_value(name, value, words.about(game.NAME)) for name, value in changed.items()}
    return [words.say("lobby/changed", changed=describe_values(before, table.game.NAME, words), names=names)]


def _choose_seats_key(table: Table, fewest: int, most: int) -> str:
    if len(table.seats) >= fewest:
        if table.consent.awaited:
            return "lobby/ready_once_agreed"
        return "lobby/ready_held" if list_held_places(table) else "lobby/ready"
    return "lobby/seats" if fewest < most else "lobby/seats_exact"


def describe_house_rules(table: Table, words: Words, unlisted: frozenset[str] = frozenset()) -> str:
    """The house rules that differ from the rulebook, in one line, without those `unlisted`. A lobby shows the rules
    with which the game would begin."""
    present = {**(find_starting_rules(table) if table.is_lobby else table.row.options), **table.settings.house}
    defaults = {option.name: option.default for option in rules_of(table) if option.name not in unlisted}
    changed = {name: value for name, value in present.items() if name in defaults and value != defaults[name]}
    if not changed:
        return words.say("lobby/house_default")
    return words.say("lobby/house", changed=describe_rules(table.game, changed, words))


def describe_rules(game: AnyGame, rules: Options, words: Words) -> str:
    """House rules of a game with their values, in one line."""
    return describe_values(
        {name: describe_value(name, value, words.about(game.NAME)) for name, value in rules.items()}, game.NAME, words
    )


def describe_values(rules: Mapping[str, str], game: str, words: Words) -> str:
    """House rules with values as people say them, in one line."""
    spoken = (
        words.say("house/item", name=name_house_rule(name, words.about(game)), value=value)
        for name, value in rules.items()
    )
    return " · ".join(spoken)[:900]


def describe_queue(table: Table) -> list[str]:
    """The lines about the people who wait for a seat, and about a robot's seat that *Join* takes."""
    words, queue = words_of(table), queue_of(table)
    lines = [words.say("queue/waiting", names=tuple(waiter.name for waiter in queue))] if queue else []
    if not queue and list_robots_seats(table):
        lines.append(words.say(f"queue/robot/{'lobby' if table.playing is None else find_score_key(table)}"))
    return lines


def find_score_key(table: Table) -> str:
    """Find the key that says from when a robot's seat scores for whoever takes it: "hand", or "game" in a game of
    several hands."""
    return "game" if table.public_view.game_open else "hand"
