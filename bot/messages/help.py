"""Help: what somebody can do at a table at this moment, what its buttons do, and hints."""

from collections.abc import Iterable
from dataclasses import replace

from bot.messages.board import make_resume_buttons, write_headline
from bot.messages.controls import USUAL_TASTE, Taste, describe_move, make_rows, name_controls
from bot.ports.ui import MOST_TEXT, Button, Message
from bot.store.tables.rows import Status
from bot.tables.aggregate.table import Table
from bot.tables.facets.seats import find_passing_verb
from bot.tables.play.robots import advise
from bot.tables.timing.deadlines import has_nothing_to_call
from bot.wording import Words, word_reason
from games.core.game import find_most_seats
from games.core.robots import Level
from games.core.seats import Seat


def make_help(
    table: Table, seat: Seat | None, words: Words, taste: Taste = USUAL_TASTE, channel: int = 0, may_run: bool = False
) -> Message:
    """Say what the reader (`seat`, `words`, `taste`) can press. In a game, say first who has to act and until when.

    `channel` is the channel that the reader is in. If the table is elsewhere, the answer begins with the table's place.
    `may_run` is True for somebody without a seat who may run the table, such as an admin.
    """
    if table.playing:
        answer = _make_help_in_game(table, seat, words, taste)
    else:
        answer = _make_help_in_lobby(table, seat, words, may_run or seat is not None)
    if channel in (0, table.place) or table.alone:
        return answer
    place_line = words.say("help/place", title=table.game.TITLE, place=f"<#{table.place}>")
    return replace(answer, text=f"{place_line}\n{answer.text}"[:MOST_TEXT])


def _make_help_in_game(table: Table, seat: Seat | None, words: Words, taste: Taste) -> Message:
    crowd = table.public_view
    asked = seat is not None and seat in crowd.to_act
    lines = [write_headline(table, crowd, words, seat if asked else None)]
    if seat is None:
        lines.append(words.say("help/onlooker"))
    elif table.occupant(seat).stand_in is not None:
        lines.append(words.say("help/stand_in"))
    elif table.status == Status.LIVE:
        labels = _list_in_bold(name_own_controls(table, seat, words, taste).values())
        lines.append(words.say("help/buttons", labels=labels) if labels else words.say("help/nothing"))
    rules = Button("rules", words.label("rules"))
    if table.alone:
        lines += [words.say("help/hint")] if table.hand_open and table.practice else []
        key = "help/more_practice" if table.practice else "help/more_daily"
        lines.append(words.say(key, title=table.game.TITLE))
        return Message("\n".join(lines)[:MOST_TEXT], rows=((rules,),), table=table.id)
    lines.append(words.say("help/more", title=table.game.TITLE))
    resume = make_resume_buttons(table, words)
    row = (*resume, Button("hand.show", words.label("hand.show")), rules)
    return Message("\n".join(lines)[:MOST_TEXT], rows=(row if seat is not None else (rules,),), table=table.id)


def name_own_controls(table: Table, seat: Seat, words: Words, taste: Taste = USUAL_TASTE) -> dict[str, str]:
    """Map each verb to the text on the seat's present button or menu, as its player sees it."""
    if has_nothing_to_call(table, seat):
        return {}
    return name_controls(make_rows(table.game, table.view(seat), words, crowd=table.public_view, taste=taste), words)


def explain_moment(table: Table, seat: Seat | None, words: Words, taste: Taste = USUAL_TASTE) -> str:
    """Explain the present turn to a newcomer: who has to act and until when, what each button of `seat` does, and the
    game's own words for this phase. Only the public view and the seat's own buttons are used."""
    if not table.playing:
        return make_help(table, seat, words).text
    crowd = table.public_view
    asked = seat is not None and seat in crowd.to_act
    lines = [write_headline(table, crowd, words, seat if asked else None)]
    others = tuple(words.name(other) for other in crowd.to_act if other != seat)
    if others and table.status == Status.LIVE:
        lines.append(words.say("why/waits", names=(*([words.say("why/you")] if asked else []), *others)))
    if seat is None:
        lines.append(words.say("why/onlooker"))
    elif table.status == Status.LIVE:
        defaults = {verb.name: verb.description for verb in table.game.VERBS}
        shown = name_own_controls(table, seat, words, taste)
        effects: list[str] = []
        for verb, label in shown.items():
            key = _find_known(words, f"plain/{verb}/{crowd.phase}", f"plain/{verb}")
            description = words.say(key) if key else defaults[verb]
            effects.append(words.say("why/button", button=label, description=description))
        passing = find_passing_verb(table.game, crowd)
        if passing is not None and passing.name in shown:
            label = words.say("button_until_turn", verb=shown[passing.name])
            effects.append(words.say("why/button", button=label, description=words.say("plain/until_turn")))
        lines += effects or [words.say("help/nothing")]
    key = _find_known(words, f"words/{crowd.phase}", "words")
    lines += [words.say(key)] if key else []
    return "\n".join(lines)


def _find_known(words: Words, *keys: str) -> str:
    """Find the first of these keys for which there is a sentence; "" if there is none."""
    return next((key for key in keys if words.knows(key)), "")


def describe_hint(table: Table, seat: Seat, words: Words) -> str:
    """The move that a robot (an *old hand*) would make in a seat, with its reason, or that it would wait.

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
    lines = [word_reason(seat, thought, written, words, "practice/hint")]
    effect = describe_move(table.game, table.view(seat), written, words)
    lines += [words.say("practice/hint_does", does=effect)] if effect else []
    return "\n".join(lines)[:MOST_TEXT]


def _make_help_in_lobby(table: Table, seat: Seat | None, words: Words, may_run: bool) -> Message:
    count, fewest = len(table.seats), table.game.SEATS[0]
    full = count >= find_most_seats(table.game, table.row.options)
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
    levels = ", ".join(_explain_level(level, words) for level in table.game.LEVELS)
    lines = (
        words.say(key if count >= fewest else "help/lobby", title=table.game.TITLE, count=count, fewest=fewest),
        words.say("help/buttons", labels=_list_in_bold(words.label(name) for name in names)),
        *([words.say("help/queue")] if seat is None and full else []),
        *([words.say("help/levels", levels=levels)] if may_run and not full else []),
        words.say("help/more_lobby", title=table.game.TITLE),
    )
    return Message("\n".join(lines)[:MOST_TEXT], rows=((Button("rules", words.label("rules")),),), table=table.id)


def _explain_level(level: Level, words: Words) -> str:
    """Name a level of robots, and say in half a line how it plays."""
    return words.say("help/level", level=words.say(f"level/{level}"), description=words.say(f"level/plain/{level}"))


def _list_in_bold(labels: Iterable[str]) -> str:
    return ", ".join(f"**{text}**" for text in labels)
