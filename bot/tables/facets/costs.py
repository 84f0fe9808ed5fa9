"""The public costs of mistakes, for each seat in a hand."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from bot.tables.history import events
from bot.tables.history.entries import Entry, Step, is_of_game
from games.core import AnyGame, Seat
from games.core.receipt import ReceiptLine


class Costs(Struct, frozen=True):
    """The lines of receipts that cost each seat's present player something, in the hand under way or the last hand."""

    by_seat: Mapping[Seat, tuple[ReceiptLine, ...]] = {}
    hand: int = 0
    """The shuffle number of the hand that the lines belong to."""
    last_shuffle: int = 0
    """The number of the last shuffle that was committed to. Its hand may not be dealt yet."""

    def after(self, step: Step, game: AnyGame) -> Self:
        """Fold the receipts of a step. A new hand and a new player begin without lines."""
        costs = replace(self, by_seat={}) if step.changes_hand else self
        for _, move in groupby(step.entries, key=lambda entry: entry.cause):
            costs = costs._after(list(move), game)
        return costs

    def _after(self, move: Sequence[Entry], game: AnyGame) -> Self:
        kept, hand, last_shuffle = dict(self.by_seat), self.hand, self.last_shuffle
        for receipt in game.receipts([entry.event for entry in move if is_of_game(entry.event)]):
            for seat in receipt.seats if receipt.total < 0 else ():
                if hand != last_shuffle:
                    kept, hand = {}, last_shuffle
                own = tuple(line for line in receipt.lines if ("seat", seat) in line.facts)
                kept[Seat(seat)] = (*kept.get(Seat(seat), ()), *own)
        for entry in move:
            if isinstance(entry.event, events.CommittedTo):
                last_shuffle = entry.event.number
            elif isinstance(entry.event, events.Substituted):
                kept.pop(entry.event.seat, None)
        if last_shuffle > hand + 1:
            kept = {}
        return replace(self, by_seat=kept, hand=hand, last_shuffle=last_shuffle)
