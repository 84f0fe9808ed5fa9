"""Help: what somebody can do at a table at this moment, what its buttons do, and hints."""

import re
from collections.abc import Iterable
from dataclasses import replace

from bot.messages.boards.board import make_resume_buttons, write_headline
from bot.messages.front_door import DOOR
from bot.messages.hands.own_boards import gives_hints
from bot.messages.parts.controls import USUAL, describe_move, make_rows, name_controls
from bot.messages.parts.table_words import cover_words
from bot.messages.replays.dearest import DearMove
from bot.ports import Buttons, Message, join_lines, make_button, with_buttons
from bot.store import Preferences
from bot.tables.aggregate import Table
from bot.tables.facets.seats import find_passing_verb
from bot.tables.play.robots import advise
from bot.tables.timing.deadlines import find_only_answer, has_nothing_to_call
from bot.wording import Words, word_reason
from games.core import Seat
from render.scenes import describe_view


def make_help(
    table: Table, seat: Seat | None, words: Words, chosen: Preferences = USUAL, may_run: bool = False
) -> Message:
    """Say what the reader (`seat`, `words`, `chosen`) can press. In a game, say first who has to act and until when.

    `may_run` is True for somebody without a seat who may run the table, such as an admin.
    """
    own: Buttons = ()
    if not table.playing:
        text = _describe_lobby(table, seat, words, may_run or seat is not None)
    else:
        text = _describe_play(table, seat, words, chosen)
        if not table.kind.is_private and seat is not None:
            own = (*make_resume_buttons(table, words), make_button("hand.show", words))
    rules = (make_button("rules", words), make_button(DOOR, words))
    return with_buttons(text, *own, *rules, table=table.id)


def _describe_play(table: Table, seat: Seat | None, words: Words, chosen: Preferences) -> str:
    asked = seat in table.public_view.to_act
    lines = [write_headline(table, words, seat if asked else None, spoiler=chosen.spoiler)]
    if seat is None:
        lines.append(words.say("help/onlooker"))
    elif table.occupant(seat).stand_in is not None:
        lines.append(words.say("help/stand_in"))
    elif table.is_live:
        labels = _list_in_bold(name_own_controls(table, seat, words, chosen).values())
        lines.append(words.say("help/buttons", labels=labels) if labels else words.say("help/nothing"))
    lines += [words.say("help/hint")] if gives_hints(table) else []
    key = f"help/more_{table.kind.name}" if table.kind.is_private else "help/more"
    return "\n".join((*lines, words.say(key, title=table.game.TITLE)))


def name_own_controls(table: Table, seat: Seat, words: Words, chosen: Preferences = USUAL) -> dict[str, str]:
    """Map each verb to the text on the seat's present button or menu, as its player sees it."""
    if has_nothing_to_call(table, seat) or find_only_answer(table, seat) is not None:
        return {}
    return name_controls(make_rows(table.game, table.view(seat), words, crowd=table.public_view, chosen=chosen), words)


def explain_moment(
    table: Table, seat: Seat | None, words: Words, chosen: Preferences = USUAL, hidden: bool = False
) -> str:
    """Explain the present turn to a newcomer: who has to act and until when, what each rule does that the board names,
    or the hand of `seat` unless it is `hidden`, what each of its buttons does, and the game's own words for this phase.
    Only the public view and the seat's own hand and buttons are used."""
    if not table.playing:
        return make_help(table, seat, words).text
    crowd = table.public_view
    asked = seat in crowd.to_act
    lines = [write_headline(table, words, seat if asked else None, spoiler=chosen.spoiler)]
    others = tuple(words.name(other) for other in crowd.to_act if other != seat)
    if others and table.is_live:
        lines.append(words.say("why/waits", names=(*([words.say("why/you")] if asked else []), *others)))
    if seat is None:
        lines.append(words.say("why/onlooker"))
    elif table.is_live:
        defaults = {verb.name: verb.description for verb in table.game.VERBS}
        shown = name_own_controls(table, seat, words, chosen)
        effects: list[str] = []
        for verb, label in shown.items():
            description = words.say_known(f"plain/{verb}/{crowd.phase}", f"plain/{verb}") or defaults[verb]
            effects.append(words.say("why/button", button=label, description=description))
        passing = find_passing_verb(table.game, crowd)
        if passing is not None and passing.name in shown:
            label = words.say("button_until_turn", verb=shown[passing.name])
            effects.append(words.say("why/button", button=label, description=words.say("plain/until_turn")))
        # The first line is the seat's own hand: "6♣ as A♣ (R8)". A player's name names no rule.
        own_hand, _, board = describe_view(table.view(seat), replace(words, names=())).partition("\n")
        rules = dict.fromkeys(re.findall(r"\b(R\d+)\)", board + own_hand * (not hidden)))
        lines += [cover_words(words.say_known(f"why/{rule}"), chosen.spoiler) for rule in rules]
        lines += effects or [words.say("help/nothing")]
    lines.append(words.say_known(f"words/{crowd.phase}", "words", **table.row.options))
    lines += [words.say_known(f"why/{rule}") for rule, value in table.row.options.items() if value is True]
    return join_lines(*lines)


def describe_hint(table: Table, seat: Seat, words: Words, dear: DearMove | None = None) -> str:
    """The move that a robot would make in a seat, with its reason, or that it would wait. If it beats a `dear` move,
    that's the reason. If the robot's own move is dear, the better one stands in its place.

    For a seat without controls, the text says that there is nothing to do.
    """
    thought = advise(table, seat)
    if thought is None:
        labels = _list_in_bold(name_own_controls(table, seat, words).values())
        asked = seat in table.public_view.to_act and not table.view(seat).has_spoken
        return words.say(
            f"practice/hint_{'wait' if asked else 'silent'}" if labels else "practice/no_hint", labels=labels
        )
    written = table.game.write(thought.move)
    told = word_reason(seat, thought, written, words, "practice/hint")
    if dear is not None:
        better, made = map(table.game.write, (dear.found.better, dear.move))
        # The judges weigh a bone without the call that the advice may add.
        if written.startswith(made):
            told = dear.tell(table, words, written := better)
        elif written.startswith(better) and dear.found.cause:
            told = dear.tell(table, words, written)
    return join_lines(told, describe_move(table.game, table.view(seat), written, words))


def _describe_lobby(table: Table, seat: Seat | None, words: Words, may_run: bool) -> str:
    count, fewest = len(table.seats), table.game.SEATS[0]
    full = count >= table.most_seats
    asked = seat is not None and seat in table.consent.awaited
    starts = may_run and count >= fewest and not table.consent.awaited
    key = "help/lobby_enough" if starts else "help/lobby_full" if full else "help/lobby_taken"
    names = [
        *(["lobby.join"] if seat is None else []),
        *(["lobby.robot+"] if may_run and not full else []),
        "lobby.house",
        *(["lobby.agree"] if asked else []),
        *(["lobby.start"] if starts else []),
    ]
    levels = ", ".join(
        words.say("help/level", level=words.say(f"level/{level}"), description=words.say(f"level/plain/{level}"))
        for level in table.game.LEVELS
    )
    return join_lines(
        words.say(key if count >= fewest else "help/lobby", title=table.game.TITLE, count=count, fewest=fewest),
        words.say("help/buttons", labels=_list_in_bold(map(words.name_button, names))),
        words.say("help/queue") if seat is None and full else "",
        words.say("help/levels", levels=levels) if may_run and not full else "",
        words.say("help/more_lobby", title=table.game.TITLE),
    )


def _list_in_bold(labels: Iterable[str]) -> str:
    return ", ".join(f"**{text}**" for text in labels)
