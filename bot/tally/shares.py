"""Who takes what a seat won or lost: the one who has it, or two who had it in turn."""

from __future__ import annotations

from collections.abc import Sequence

from bot.store.postings import Entry


def entries(amounts: Sequence[int], seats: Sequence[Sequence[int]]) -> list[Entry]:
    """The entries of a hand: `amounts` by seat, and by seat the accounts that share it (one or two).

    Of two, the first has half, cut towards zero, and the second the rest. Nothing is entered for an amount of zero.
    """
    lines = []
    for amount, accounts in zip(amounts, seats, strict=True):
        half = abs(amount) // 2 * (1 if amount > 0 else -1)
        parts = [amount] if len(accounts) == 1 else [half, amount - half]
        lines += [Entry(account, part) for account, part in zip(accounts, parts, strict=True) if part]
    return lines
