"""Fair shuffles: salting the next one, and verifying one that is over."""

import json
from typing import Final

from msgspec import Struct

from bot.ports import Reply, Request, reply_text
from bot.services.request import change_table
from bot.store import Store
from bot.tables.aggregate import Table, Wish, must_allow
from bot.tables.fairness import sealing
from bot.tables.fairness.sealing import asks_each_hand
from bot.tables.fairness.shuffles import OPENED, PROOF_FORMATS, SHOWN, Verdict, check_hand, find_shuffle, order_as_json
from bot.tables.history.entries import read_entries
from bot.tables.service import TableService
from bot.wording import Words
from games.core import Refused

HIGHEST_HAND: Final = 1_000_000
"""The highest number of a hand, or of a step in one, that can be requested."""


class FairnessService(Struct, frozen=True):
    """Lets players take part in shuffles, and check them."""

    store: Store
    tables: TableService

    async def salt(self, table: Table, request: Request, words: str) -> Reply:
        """Put the requester's words into the coming shuffle."""
        committed = await change_table(self.tables, table.id, request, sealing.salt_shuffle, words)
        commitment = committed.table.shuffle.known_secret.commitment
        return request.answer("fair/salted", commitment=commitment)

    async def check_shuffle(self, table: Table, digits: str) -> Verdict:
        """Check the shuffle whose commitment or root (`digits`) a button carries. Raises Refused if no shuffle of this
        table has these digits."""
        number = find_shuffle(await self.store.read(read_entries, table.id), digits)
        if number is None:
            raise Refused("TABLE", "no_button")
        return await self.check(table, number)

    async def show_digits(self, table: Table, request: Request, digits: str) -> Reply:
        """Show the digits of the shuffle with this root, to copy. Raises Refused if no shuffle of the table has it."""
        verdict, words = await self.check_shuffle(table, digits), request.words
        seal = (words.say("fair/copy_seal", seal=verdict.seal),) if verdict.seal else ()
        roots = (words.say("fair/copy_root", name=order.name, root=order.root) for order in verdict.orders)
        lines = (words.say("fair/copy_commitment", commitment=verdict.commitment), *roots, *seal)
        return reply_text(words.say("fair/copy", number=verdict.number, lines="\n".join(lines)))

    async def check(self, table: Table, hand: int | None = None) -> Verdict:
        """Check a hand (the last finished one by default): deal it again, or prove the pieces that were shown.

        Raises Refused if that hand was never shuffled, if it was prepared, or before the end of the hand of the day.
        """
        number = find_last_finished(table) if hand is None else hand
        if table.is_set_up and number == table.shuffle.number:
            raise Refused("TABLE", "prepared")
        must_allow(table, Wish.LOOK)
        is_possible = 1 <= number <= HIGHEST_HAND
        verdict = await self.store.read(check_hand, table, number) if is_possible else None
        if verdict is None:
            raise Refused("TABLE", "no_shuffle", number=number)
        return verdict


def find_last_finished(table: Table) -> int:
    """Return the number of the last finished hand, or 1 if none is finished yet."""
    return max(1, table.shuffle.last_finished)


def describe_verdict(table: Table, verdict: Verdict, words: Words) -> str:
    """Word the outcome of checking a hand."""
    salts = ", ".join(f'"{salt}"' for salt in verdict.salts) if any(verdict.salts) else words.say("verify/no_salts")
    shown = sum(len(order.shown) for order in verdict.orders)
    pieces = sum(order.pieces for order in verdict.orders)
    counts = {"shown": shown, "pieces": pieces, "hidden": pieces - shown}
    facts = verdict._asdict() | counts | {"salts": salts, "facts": _describe_root_and_seal(table, verdict, words)}
    return words.say(f"verify/{_choose_key(table, verdict)}", **facts)


def _choose_key(table: Table, verdict: Verdict) -> str:
    if verdict.stage == OPENED:
        if not (verdict.kept and verdict.same):
            return "bad"
        if verdict.foreign:
            return "undrawn" if verdict.undrawn else "foreign"
        return "good" if verdict.decisions else "undealt"
    if verdict.stage == SHOWN:
        if not verdict.same or verdict.undrawn:
            return "shown_foreign" if verdict.same else "shown_bad"
        if not verdict.orders:
            return "shown_none"
        return "shown_all" if all(len(order.shown) == order.pieces for order in verdict.orders) else "shown"
    if table.is_closed:
        return "broken_off"
    if verdict.seal is None and not table.hand_open:
        return "coming"
    return "closed_hand" if asks_each_hand(table) else "closed"


def _describe_root_and_seal(table: Table, verdict: Verdict, words: Words) -> str:
    """The sentences about the roots and the seal of a shuffle, which everybody may read."""
    roots = tuple(f"`{order.root}`" for order in verdict.orders)
    root_text = words.say("verify/root", roots=roots) if roots else ""
    if verdict.seal is None:
        return root_text
    link = f"https://discord.com/channels/{table.row.guild or '@me'}/{table.place}/{verdict.seal}"
    return root_text + (words.say("verify/sealed", link=link) if verdict.seal else words.say("verify/unsealed"))


def make_proof(table: Table, verdict: Verdict) -> bytes | None:
    """The proofs of the shown pieces of a hand as JSON, which `boneyard verify` checks; None if there are none."""
    if verdict.stage != SHOWN or not verdict.same or verdict.undrawn or not verdict.orders:
        return None
    proof = {
        "boneyard_proof": PROOF_FORMATS[any(order.seal is not None for order in verdict.orders)],
        "table": table.id,
        "game": table.row.game,
        "shuffle": verdict.number,
        "commitment": verdict.commitment,
        "seal": verdict.seal,
        "orders": [order_as_json(order) for order in verdict.orders],
    }
    return json.dumps(proof, indent=1).encode()
