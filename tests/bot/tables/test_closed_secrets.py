"""Until the session ends, nothing that leaves the process reveals an unshown piece; afterwards all shuffles verify."""

import json
from collections import Counter
from typing import Any

import pytest

from bot.cli import verify
from bot.messages.parts.table_words import words_of
from bot.messages.replays.replay_steps import Look
from bot.ports import Message, Requester
from bot.services.fairness import describe_verdict, make_proof
from bot.store.tables import commits as stored_events, rows as stored_tables
from bot.tables.aggregate import Table
from bot.tables.fairness import shuffles
from bot.tables.fairness.chance import salts_of
from bot.tables.fairness.sealing import make_tree
from bot.tables.fairness.shuffles import OPENED, SHOWN, read_record
from bot.tables.history import events
from bot.tables.history.entries import Entry, decode_entries, select_effective
from games.core.places import list_public_pieces
from games.core.proof import Proof, find_fixed_order, proves
from tests.bot.harness.players import play_until
from tests.bot.harness.room import BEAR, CHANNEL, WALLY, Room, message_of
from tests.bot.harness.shelf import take_played_table
from tests.bot.harness.shuffles import verify_with
from tests.bot.tables.test_second_verifier import SHUFFLED, export_paper
from tests.left_out import MORE_CASES, MORE_GAMES, mark_thorough
from tests.refuses import refuses

STRANGER = Requester(99, "Guest")


async def read_entries(room: Room, table: int) -> list[Entry]:
    return decode_entries(await room.read(stored_events.read, table))


def contents_of(message: Message) -> str:
    """Everything that a message carries: its text, its controls, and the words of its pictures."""
    return repr((message.text, message.rows, message.name, [picture.alt for picture in message.pictures]))


async def collect_public_output(room: Room, table: int) -> str:
    """Collect all messages ever shown, `/replay verify` with its file, the whole public replay, and the export."""
    left = [contents_of(message) for sent in room.messenger.messages.values() for message in sent.history]
    present = await room.get(table)
    for hand in range(1, present.shuffle.number + 1):
        verdict = await room.fairness.check(present, hand)
        left += [describe_verdict(present, verdict, words_of(present)), (make_proof(present, verdict) or b"").decode()]
    for step in range(1, 40):
        reply = message_of(await room.ask(room.services.replays.show, table, STRANGER, Look(1, step)))
        left.append(contents_of(reply))
    left.append(json.dumps(await export_paper(room, table)))
    return "\n".join(left)


async def read_shuffle(room: Room, table: int, hand: int) -> tuple[str, dict[str, tuple[int, ...]]]:
    """Read the secret of a hand and its shuffled orders, by name, from the store."""
    present = await room.get(table)
    known = await room.read(stored_tables.find_secret, table, hand)
    assert known is not None
    found = await room.read(_deal_orders_again, present, hand, known.secret)
    return known.secret, found


def _deal_orders_again(connection: Any, table: Table, hand: int, secret: str) -> dict[str, tuple[int, ...]]:
    """Deal the orders of a hand again from its secret. The first is as it was fixed before its seal."""
    record = read_record(connection, table.row, table.game, hand)
    entered = shuffles._select_shuffle(record.all_entries, hand)
    known = stored_tables.find_secret(connection, table.id, hand)
    assert known is not None
    streams = shuffles._collect_streams(record, entered, bytes.fromhex(secret), salts_of(known, len(table.seats)))
    dealt = shuffles._deal_again(record, entered, streams)
    assert dealt.same
    orders = [order for drawing in dealt.drawings for order in drawing.orders]
    named = {order.name: order for order in shuffles._find_orders(entered)}
    first = named["1.1"]
    assert first.seal is not None
    return dict(zip(named, [find_fixed_order(orders[0], first.root, first.seal), *orders[1:]], strict=True))


@pytest.mark.parametrize("game", mark_thorough(SHUFFLED, MORE_GAMES, but=["duo-dominoes"]))
async def test_nothing_tells_an_unshown_piece_before_the_end_and_everything_verifies_after(
    room: Room, game: str
) -> None:
    shut = {"show_washout": "false"} if game == "pussers-bones" else {}  # no event has the racks that a washout opens
    table = await take_played_table(room, game, house=shut)
    left = await collect_public_output(room, table)
    present = await room.get(table)
    secret, orders = await read_shuffle(room, table, 1)
    assert secret not in left
    verdict = await room.fairness.check(present, 1)
    assert (verdict.stage, verdict.same, verdict.secret) == (SHOWN, True, None)
    rolled = verdict._replace(orders=())
    assert "nothing was shuffled" in describe_verdict(present, rolled, words_of(present)), "as where dice are rolled"
    assert make_proof(present, rolled) is None

    public = Counter(
        piece
        for entry in select_effective(await read_entries(room, table))
        for piece in list_public_pieces(entry.event)
    )
    assert verdict.orders
    for order in verdict.orders:
        draw, _, part = order.name.partition(".")
        whole = make_tree(present.game, bytes.fromhex(secret), int(draw), int(part), orders[order.name])
        assert whole.root == order.root
        assert f"fair.copy.{order.root}" in [
            control.name for message in room.messenger.everything_at(CHANNEL) for row in message.rows for control in row
        ]
        proved = {proof.place: proof for proof in order.shown}
        blinds = {whole.make_proof(place).blind: place for place in range(order.pieces)}
        assert {place for blind, place in blinds.items() if blind in left} == set(proved)
        for place, proof in proved.items():
            assert proves(proof, order.root, order.pieces)
            piece = orders[order.name][place]
            assert proof.piece == present.game.PIECES.code(piece)
            assert public[piece], "only what everybody saw is proved"
            wrong = Proof(place, "nothing", proof.blind, proof.path)
            assert not proves(wrong, order.root, order.pieces)
        unshown = set(range(order.pieces)) - set(proved)
        known_blinds = [proof.blind for proof in proved.values()]
        codes = [present.game.PIECES.code(piece) for piece in present.game.PIECES.every]
        for place in sorted(unshown)[:3]:  # no piece with any known blind gives the hash of this place
            path = whole.make_proof(place).path
            guesses = (Proof(place, code, blind, path) for code in codes for blind in known_blinds)
            assert not any(proves(guess, order.root, order.pieces) for guess in guesses)

    results = verify.check(await export_paper(room, table))
    assert all(well is not False for well, _ in results)
    assert "pieces proved" in results[0][1]

    await room.ask(room.seats.close, table, BEAR)
    closed = await room.get(table)
    for hand in range(1, closed.shuffle.number + 1):
        verdict = await room.fairness.check(closed, hand)
        assert (verdict.stage, verdict.kept, verdict.same) == (OPENED, True, True)
        assert verdict.decisions > 0 or hand > 1
    results = verify.check(await export_paper(room, table))
    assert all(well is not False for well, _ in results)
    assert "decisions" in results[0][1]


@pytest.mark.parametrize("ending", mark_thorough(["asked", "idle", "left", "lobby", "over"], MORE_CASES, but=["asked"]))
async def test_a_table_opens_its_secrets_however_it_ends(room: Room, ending: str) -> None:
    if ending in ("left", "lobby"):
        table = await room.open("duo-dominoes")
        leave = room.lobby.leave if ending == "left" else room.seats.close
        await room.ask(leave, table, BEAR)
    else:
        table = await room.start_table("duo-dominoes", house={"match_games": "1", "game_points": "1"})
    if ending == "asked":
        await room.ask(room.seats.close, table, BEAR)
    elif ending == "over":
        await play_until(room, table, 1_000, BEAR)
    elif ending == "idle":
        room = await room.crash_and_restart()  # a restart in between changes nothing
        while (await room.tables.read_fresh(table)).status != "closed":
            room.forward(60 * 60_000)
            await room.settle()
    present = await room.tables.read_fresh(table)
    assert present.status == "closed"
    for hand in range(1, present.shuffle.number + 1):
        known = await room.read(stored_tables.find_secret, table, hand)
        assert known is not None and known.revealed_at is not None
        verdict = await room.fairness.check(present, hand)
        assert (verdict.stage, verdict.kept, verdict.same) == (OPENED, True, True)
    found = [entry.event for entry in await read_entries(room, table)]
    assert sum(isinstance(event, events.SecretsOpened) for event in found) == 1


async def test_a_seats_next_and_former_players_replay_its_earlier_hands_in_the_public_view(room: Room) -> None:
    table = await take_played_table(room, "bonedoneskis")
    room.forward(1_000)
    await room.hand_over(table, BEAR, BEAR.user, WALLY)
    replay = room.services.replays.show
    shown = [message_of(await room.ask(replay, table, who, Look(1, 20))) for who in (WALLY, BEAR, STRANGER)]
    assert len({contents_of(message) for message in shown}) == 1
    await room.ask(room.seats.close, table, WALLY if await is_host(room, table, WALLY) else BEAR)
    theirs = await room.ask(replay, table, WALLY, Look(1, 20))
    (picture,) = message_of(theirs).pictures
    assert picture.png.startswith(b"both View(seat=0")


async def is_host(room: Room, table: int, who: Requester) -> bool:
    return (await room.get(table)).row.host == who.user


@pytest.mark.thorough(MORE_CASES)
async def test_robots_keep_their_reasons_from_several_people_until_the_session_ends(room: Room) -> None:
    table = await take_played_table(room, "bonedoneskis", (BEAR, WALLY), 2)
    for closed in (False, True):
        if closed:
            await room.ask(room.seats.close, table, BEAR)
        replay = room.services.replays.show
        shown = [await room.ask(replay, table, BEAR, Look(1, step)) for step in range(1, 40)]
        texts = [reply.message.text for reply in shown if reply.message is not None]
        assert any("give their reasons when the session ends" in text for text in texts) == (not closed)
        assert any("“" in text for text in texts) == closed
    with refuses("no_shuffle"):
        await room.ask(verify_with(room.services), table, BEAR, 900)
