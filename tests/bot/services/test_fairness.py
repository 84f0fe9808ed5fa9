"""The shuffles of docs/fairness.md: an independent implementation, the test vectors, the life of a secret."""

import hashlib
import hmac
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.edge.custom_ids import Control, parse_custom_id
from bot.messages.replays.replay_steps import Look
from bot.ports import Button, Menu, Requester
from bot.store.tables import rows as stored_tables
from games.core import SecretChance
from games.core.proof import Proof, Tree, draw_places, find_fixed_order, proves
from tests.bot.harness.players import play_until
from tests.bot.harness.room import BEAR, CHANNEL, Room, message_of
from tests.bot.harness.shelf import take_played_table
from tests.bot.harness.shuffles import verify_with
from tests.refuses import refuses

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "fairness.md").read_text(encoding="utf-8")
SECRET = bytes(range(32))
SEALED = ("sea", "", "1234567890123456789")
GAME = "duo-dominoes"


def stream(secret: bytes, salts: list[str], counter: int | str) -> Iterator[int]:
    """The random numbers of a decision, implemented from the document alone."""
    block = 0
    while True:
        text = "\n".join(salts).encode() + b"\0" + str(counter).encode() + b"\0" + str(block).encode()
        digest = hmac.new(secret, text, hashlib.sha256).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def pick(numbers: Iterator[int], n: int) -> int:
    return next(x for x in numbers if x < 2**32 // n * n) % n


def shuffle(numbers: Iterator[int], count: int) -> list[int]:
    items = list(range(count))
    for last in range(count - 1, 0, -1):
        other = pick(numbers, last + 1)
        items[last], items[other] = items[other], items[last]
    return items


def _read_row(start: str) -> list[int]:
    (found,) = re.findall(rf"^\| {re.escape(start)} \| ([\d, ]+) \|$", PAGE, re.MULTILINE)
    return [int(number) for number in found.split(",")]


def test_the_commitment_and_the_first_block_of_the_page() -> None:
    assert hashlib.sha256(SECRET).hexdigest() in PAGE
    assert hmac.new(SECRET, b"\n\n\n\x007\x000", hashlib.sha256).hexdigest() in PAGE


@pytest.mark.parametrize(
    ("start", "salts", "counter", "picks", "order"),
    [
        ("numbers | four seats, none | 7", [""] * 4, 7, 2**32, 0),
        ("picks below 6 | four seats, none | 7", [""] * 4, 7, 6, 0),
        ("shuffle of 0 to 9 | four seats, none | 7", [""] * 4, 7, 0, 10),
        ("shuffle of 0 to 9 | `salt`, `pepper` | 41", ["salt", "pepper"], 41, 0, 10),
        ("shuffle of 0 to 9 | `sea`, none | 7.order", ["sea", ""], "7.order", 0, 10),
        ("picks below 144 | `Grüße`, none, `x` | 1", ["Grüße", "", "x"], 1, 144, 0),
        ("picks below 144 | `sea`, none, seal `1234567890123456789` | 7", [*SEALED], 7, 144, 0),
        ("picks below 144 | `sea`, none, seal `1234567890123456789` | 7.1", [*SEALED], "7.1", 144, 0),
        ("shuffle of 0 to 27 | four seats, none | 4", [""] * 4, 4, 0, 28),
    ],
)
def test_the_vectors_of_the_page(start: str, salts: list[str], counter: int | str, picks: int, order: int) -> None:
    expected = _read_row(start)
    numbers, chance = stream(SECRET, salts, counter), SecretChance(SECRET, salts, counter)
    if order:
        assert shuffle(numbers, order) == expected == list(chance.shuffle(range(order)))
    else:
        assert [pick(numbers, picks) for _ in expected] == expected == [chance.below(picks) for _ in expected]


def test_the_root_of_the_page() -> None:
    """The tree of hashes, implemented from the document alone."""

    def sha(data: bytes) -> bytes:
        return hashlib.sha256(data).digest()

    key = hmac.new(SECRET, b"blinds", hashlib.sha256).digest()
    order = ("6-4", "3-3", "1-0")
    blinds = [hmac.new(key, f"1.1 {place}".encode(), hashlib.sha256).digest() for place in range(3)]
    leaves = [sha(b"\0" + blinds[place] + f"{place} {piece}".encode()) for place, piece in enumerate(order)]
    pair = sha(b"\1" + leaves[0] + leaves[1])
    root = sha(b"\1" + pair + leaves[2])
    for label, found in (
        ("blind of place 0", blinds[0]),
        ("leaf of place 0", leaves[0]),
        ("root", root),
        ("path of place 2", pair),
    ):
        assert f"| {label} | `{found.hex()}` |" in PAGE
    for pieces in (3, 10):
        places = shuffle(stream(root, [SEALED[-1]], "places"), pieces)
        assert _read_row(f"places of {pieces} pieces") == places == list(draw_places(root.hex(), SEALED[-1], pieces))
    deal = [order[place] for place in _read_row("places of 3 pieces")]
    assert f"| deal of 3 pieces | {', '.join(f'`{piece}`' for piece in deal)} |" in PAGE
    assert find_fixed_order(deal, root.hex(), SEALED[-1]) == order
    tree = Tree(SECRET, "1.1", order)
    assert (tree.root, tree.make_proof(2)) == (root.hex(), Proof(2, "1-0", blinds[2].hex(), (pair.hex(),)))


@pytest.mark.parametrize("pieces", [1, 2, 3, 5, 28, 52, 144])
def test_every_piece_is_proved_and_nothing_else(pieces: int) -> None:
    tree = Tree(SECRET, "1.1", [str(piece) for piece in range(pieces)])
    for place in range(pieces):
        proof = tree.make_proof(place)
        assert proves(proof, tree.root, pieces)
        assert not proves(proof._replace(piece="other"), tree.root, pieces)
        assert not proves(proof._replace(place=place + 1), tree.root, pieces)
        assert not proves(proof._replace(path=(*proof.path, "00" * 32)), tree.root, pieces)


async def test_the_commitment_is_public_before_the_deal_and_the_secret_only_after_the_session(room: Room) -> None:
    requests: list[str] = []
    room.messenger.fail = lambda what, place, message: (
        requests.append(repr(message)) if place.channel == CHANNEL else None
    )
    table = await room.start_table(GAME)
    secret = await room.read(stored_tables.find_secret, table, 1)
    assert secret is not None
    shown = "\n".join(requests)
    assert shown.index(secret.commitment) < shown.index("**Hand 1**")
    reply = await room.ask(verify_with(room.services), table, BEAR, 1)
    assert reply.message is not None
    assert secret.secret not in reply.message.text
    with refuses("dealt"):
        await room.press(table, "salt.give", BEAR, "too late")
    await play_until(room, table, 1, BEAR)
    reply = await room.ask(verify_with(room.services), table, BEAR, 1)
    assert reply.message is not None
    assert secret.secret not in reply.message.text
    present = await room.get(table)
    assert present.shuffle.secret is not None
    assert present.shuffle.secret.commitment != secret.commitment
    with refuses("no_shuffle"):
        await room.ask(verify_with(room.services), table, BEAR, 9)
    await room.ask(room.seats.close, table, BEAR)
    for hand in (1, 2):
        reply = await room.ask(verify_with(room.services), table, BEAR, hand)
        known = await room.read(stored_tables.find_secret, table, hand)
        assert reply.message is not None and known is not None
        assert known.secret in reply.message.text
        assert reply.message.text.startswith(("**Shuffle 1 was honest**", "Nothing was dealt from shuffle 2"))


async def test_a_tampered_record_fails_verification(room: Room) -> None:
    table = await take_played_table(room, GAME)
    await room.write(stored_tables.put_salts, table, 1, {"0": "slipped in afterwards"})
    for close in (False, True):
        if close:
            await room.ask(room.seats.close, table, BEAR)
        reply = message_of(await room.ask(verify_with(room.services), table, BEAR, 1))
        assert "does NOT check" in reply.text


async def test_the_buttons_of_a_replay_hold_only_the_step_they_lead_to(room: Room) -> None:
    """Discord requires the ids within a message to differ. The same step has the same ids for every viewer."""
    table = await take_played_table(room, "duo-dominoes")
    stranger = Requester(99, "Guest")
    most, step = 10_000, 1
    while step <= most:
        replay = room.services.replays.show
        own, open_to_all = [await room.ask(replay, table, who, Look(1, step)) for who in (BEAR, stranger)]
        assert own.message is not None and open_to_all.message is not None
        assert own.message.rows[0] == open_to_all.message.rows[0]
        row, (menu,), *below = own.message.rows
        buttons = [part for more in (row, *below) for part in more if isinstance(part, Button) and "." in part.name]
        assert isinstance(menu, Menu)
        assert menu.name == open_to_all.message.rows[1][0].name
        assert all(1 <= int(item.value) <= 10_000 for item in menu.items)
        most = int(own.message.text.partition(" of ")[2].partition("\n")[0])
        names = [*(button.name for button in buttons), menu.name]
        ids = [str(Control(table, name, own.message.sequence)) for name in names]
        assert len(set(ids)) == len(ids)
        for button, custom_id in zip(buttons, ids, strict=False):
            control = parse_custom_id(custom_id)
            assert control is not None and isinstance(button, Button)
            _, hand, to, act = control.name.split(".")
            assert int(hand) == 1 and (button.disabled or act == "keep" or 1 <= int(to) <= most)
        step += 1
    last = message_of(await room.press(table, f"replay.1.{most}.last", stranger))
    assert f"step {most} of {most}" in last.text
