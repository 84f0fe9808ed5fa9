"""Hands that other rules decided: their draws are proved, their moves are not judged, and nobody calls them bad."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select, update

from bot.messages.parts.table_words import words_of
from bot.services.fairness import describe_verdict, make_proof
from bot.store import Connection
from bot.store.database.schema import causes
from bot.store.tables import rows as stored_tables
from bot.tables.fairness.chance import WatchedChance
from bot.tables.fairness.deciding_rules import find_fingerprint
from bot.tables.fairness.shuffles import Verdict, check_hand
from games import registry
from games.core import AnyGame, Refused
from games.core.folding import Decided
from tests.bot.harness.room import BEAR, Room
from tests.bot.harness.shelf import take_played_table
from tests.chance import ConstantChance
from tests.left_out import MORE_CASES, MORE_GAMES, mark_thorough

Refuses = Callable[[Any], bool]


def with_rules(game: AnyGame, refuses: Refuses, deals: bool = True) -> AnyGame:
    """The game with rules that refuse the moves for which `refuses` is true, and every deal if `deals` is False."""

    def decide(state: object, seat: Any, move: object, at: int, chance: Any) -> Decided[object, object]:
        if refuses(move):
            raise Refused("LB-20", "not_your_turn", name="Wally")
        watched = WatchedChance(ConstantChance())
        game.decide(state, seat, move, at, watched)
        if watched.drew and not deals:
            raise Refused("LB-20", "not_your_turn", name="Wally")
        return game.decide(state, seat, move, at, chance)

    return replace(game, decide=decide)


def stamp_decisions(connection: Connection, table: int, rules: str | None) -> None:
    """Note `rules` with every decision of a table. None stands for an old release, which noted no rules."""
    for cause, outcome in connection.execute(
        select(causes.c.cause, causes.c.outcome).where(causes.c.table_id == table)
    ).all():
        if outcome is not None:
            changed = {name: value for name, value in outcome.items() if name != "rules"}
            changed |= {} if rules is None else {"rules": rules}
            row = update(causes).where(causes.c.table_id == table, causes.c.cause == cause)
            connection.execute(row.values(outcome=changed))


async def check_by_rules(
    room: Room, table: int, refuses: Refuses, deals: bool = True
) -> tuple[Verdict, str, bytes | None]:
    """Check hand 1 by other rules. Returns the verdict, its words and the file of its proofs."""
    present = await room.tables.read_fresh(table)
    other = replace(present, game=with_rules(present.game, refuses, deals))
    verdict = await room.read(check_hand, other, 1)
    assert verdict is not None
    return verdict, describe_verdict(present, verdict, words_of(present)), make_proof(present, verdict)


@pytest.mark.parametrize("name", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_every_decision_notes_the_rules_that_made_it(room: Room, name: str) -> None:
    table = await room.start_table(name)
    made = await room.read(
        lambda connection: connection.execute(select(causes.c.outcome).where(causes.c.table_id == table)).scalars()
    )
    assert {outcome["rules"] for outcome in made if outcome} == {find_fingerprint(registry.game(name))}


def test_games_have_different_fingerprints_of_their_own_rules() -> None:
    found = {find_fingerprint(registry.game(name)) for name in registry.NAMES}
    assert len(found) == len(registry.NAMES)
    assert all(len(digits) == 12 for digits in found)


@pytest.mark.parametrize("rules", mark_thorough(["0123456789ab", None], MORE_CASES, but=["0123456789ab"]))
@pytest.mark.parametrize("name", mark_thorough(["lombardy-bones", "duo-dominoes"], MORE_GAMES, but=["duo-dominoes"]))
async def test_moves_of_other_rules_are_not_judged_and_their_draws_are_proved(
    room: Room, name: str, rules: str | None
) -> None:
    table = await take_played_table(room, name)
    await room.write(stamp_decisions, table, rules)
    verdict, words, file = await check_by_rules(room, table, is_play)
    assert verdict.same and verdict.foreign > 0 and not verdict.undrawn
    assert all(order.shown for order in verdict.orders) and file is not None
    assert "every piece" in words
    await room.ask(room.seats.close, table, BEAR)
    verdict, words, _ = await check_by_rules(room, table, is_play)
    assert verdict.same and verdict.foreign > 0 and not verdict.undrawn
    assert "was honest" in words and "I didn't check that part" in words
    verdict, words, _ = await check_by_rules(room, table, lambda move: False)
    assert (verdict.same, verdict.foreign) == (True, 0)
    assert "was honest" in words


async def test_a_deal_that_todays_rules_cannot_repeat_is_not_called_bad_and_not_honest(room: Room) -> None:
    table = await take_played_table(room, "duo-dominoes")
    await room.write(stamp_decisions, table, "0123456789ab")
    verdict, words, file = await check_by_rules(room, table, is_play, deals=False)
    assert (verdict.same, verdict.undrawn, file) == (True, 1, None)
    assert not any(order.shown for order in verdict.orders)
    assert "I can't prove its pieces" in words
    await room.ask(room.seats.close, table, BEAR)
    _, words, _ = await check_by_rules(room, table, is_play, deals=False)
    assert "I can't check shuffle 1 with today's rules" in words and "honest" not in words


async def test_a_changed_deal_of_other_rules_is_never_called_honest(room: Room) -> None:
    table = await take_played_table(room, "duo-dominoes")
    await room.write(stamp_decisions, table, "0123456789ab")
    await room.write(stored_tables.put_salts, table, 1, {"0": "slipped in afterwards"})
    await room.ask(room.seats.close, table, BEAR)
    _, words, _ = await check_by_rules(room, table, lambda move: False)
    assert "honest" not in words


async def test_moves_that_todays_rules_made_are_judged_by_them(room: Room) -> None:
    table = await take_played_table(room, "duo-dominoes")
    await room.ask(room.seats.close, table, BEAR)
    verdict, words, _ = await check_by_rules(room, table, is_play)
    assert not verdict.same
    assert "does NOT check" in words


def is_play(move: Any) -> bool:
    """True for the move that lays a tile."""
    return type(move).__name__ == "Play"
