"""The cost of an evening to one person, for them alone: certain losses, and moves that two judges find dear."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from bot.messages.replays.replay import STEP, ReplayMessages
from bot.messages.replays.replay_steps import Look
from bot.ports.patterns import Pattern
from bot.ports.ui import Accent, Button, Message, Text, lay_out
from bot.tables.aggregate.table import Table
from bot.tables.play.evening import HandLoss, OwnChoice, list_own_choices, read_evening
from bot.wording import Words, name_move, word_facts
from games.core.appraisal import Appraisal, MadeMove
from games.core.seats import Seat

DEAREST: Final = Pattern("dearest")
"""The button for the reader's own losses."""
MOST_TOLD: Final = 3
"""The most dear moves of an evening that are told, at most one a hand."""

Appraise = Callable[[str, Sequence[MadeMove]], Awaitable[list[Appraisal[object] | None] | None]]
"""Appraises the moves of a game, outside the event loop. Returns None if that takes too long."""


async def make_dearest_message(
    replays: ReplayMessages, appraise: Appraise, table: Table, seat: Seat, words: Words
) -> Message:
    """Tell a seat's player what their moves of the evening cost, with a button to the step of each dear move."""
    evening = await replays.store.read(read_evening, table)
    choices: list[OwnChoice] = []
    if table.game.appraise is not None:
        choices = await replays.store.read(list_own_choices, table, replays.hands, evening.hands, seat)
    judged = await appraise(
        table.game.NAME,
        [(own.view, own.move, (str(table.id), str(own.hand.number), str(own.place))) for own in choices],
    )
    lines, buttons = [*list_losses(evening.list_losses(seat), words)], []
    for own, found in _pick(choices, judged or []):
        lines.append(_tell(own, found, table, words))
        step = await _find_step(replays, table, own, seat)
        label = words.say("evening/replay", hand=own.hand.view.hand)
        buttons.append(Button(STEP.make(hand=own.hand.number, step=step, way="open"), label))
    if judged is None:
        lines.append(words.say("went/late"))
    text = Text("\n".join(lines) or words.say("losses/none"))
    return lay_out(Accent.FINISHED, (text, *([tuple(buttons)] if buttons else [])), (), table.id)


def _pick(
    choices: Sequence[OwnChoice], judged: Sequence[Appraisal[object] | None]
) -> list[tuple[OwnChoice, Appraisal[object]]]:
    """The dearest moves, at most one a hand."""
    dear = [(own, found) for own, found in zip(choices, judged, strict=False) if found is not None]
    dear.sort(key=lambda told: -told[1].least)
    by_hand = {own.hand.number: (own, found) for own, found in reversed(dear)}
    return sorted(by_hand.values(), key=lambda told: -told[1].least)[:MOST_TOLD]


def _tell(own: OwnChoice, found: Appraisal[object], table: Table, words: Words) -> str:
    better, made = (name_move(table.game.write(move), words) for move in (found.better, own.move))
    told = words.say("dearest/told", hand=own.hand.view.hand, better=better, made=made, least=found.least)
    if not found.cause:
        return told
    return words.say(
        "dearest/cause", told=told, cause=words.say(f"dearest/{found.cause}", **word_facts(found.facts, words))
    )


async def _find_step(replays: ReplayMessages, table: Table, own: OwnChoice, seat: Seat) -> int:
    """The step of a move in the reader's own replay."""
    found = await replays.find_step(table, Look(own.hand.number, own=seat))
    sequences = [found.hand[place].sequence for place in found.steps]
    return 1 + next(
        (step for step, sequence in enumerate(sequences) if sequence >= own.entry.sequence), len(sequences) - 1
    )


def list_losses(losses: Sequence[HandLoss], words: Words) -> list[str]:
    """A line for each kind of certain loss, the dearest kind first."""
    kinds: dict[str, list[HandLoss]] = {}
    for found in losses:
        kinds.setdefault(found.loss.kind, []).append(found)
    lines = []
    for kind, of_kind in sorted(kinds.items(), key=lambda item: -sum(found.loss.cost for found in item[1])):
        dearest = max(of_kind, key=lambda found: found.loss.cost)
        piece = dearest.loss.piece
        lines.append(
            words.say(
                f"losses/{kind}",
                count=len(of_kind),
                sum=sum(found.loss.cost for found in of_kind),
                cost=dearest.loss.cost,
                piece=words.say(piece) if words.knows(piece) else piece,
                hand=dearest.hand,
            )
        )
    return lines
