"""The engine's possible calls equal the rulebook's, on boards with many of them (BD-7, R4 to R29)."""

import random
from typing import Any

from hypothesis import given, settings, strategies as st

from tests.conformance import bonedoneskis as conformance
from tests.effort import rounds
from tests.games.bonedoneskis.book import Book

DECK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
BUSY = {code for code in DECK if code[0] in "23489JK" or code in ("Ts", "Qh", "6h", "6d")}
OPTIONS: dict[str, list[Any]] = {
    "trade_nine": ["9d", "both"],
    "stale_fires": [True],
    "eight_ball_turned": [True],
    "duel_folded": [True],
    "fee": [100, 300],
}


def draw_vector(luck: random.Random) -> dict[str, Any]:
    """Draw an events vector, as section 9 of the rulebook writes it, with many cards that have rules."""
    seats = list("ABCDEFGH"[: luck.randint(2, 6)])
    street = luck.randint(3, 8)
    deck = sorted(DECK, key=lambda code: luck.random() * (0.4 if code in BUSY else 1))
    folded = [seat for seat in seats[2:] if luck.random() < 0.1]
    vector: dict[str, Any] = {
        "seats": seats,
        "street": street,
        "lines": {},
        "new": [],
        "folded": folded,
        "extended": min(8, max(6, street + luck.randint(0, 1))),
        "stacks": {seat: luck.choice([0, 1, 249, 250, 5000]) for seat in seats if luck.random() < 0.4},
        "options": {name: luck.choice(values) for name, values in OPTIONS.items() if luck.random() < 0.3},
        "settled": [],
    }
    turned = []
    for seat in seats:
        if seat in folded:
            continue
        held = [f"{deck.pop(0)}.2d", f"{deck.pop(0)}.2d"]
        if luck.random() < 0.3:
            code, since = held[1][:2], luck.randint(3, street)
            held[1] = f"{code}.2u{since}"
            turned += [f"{seat} {code} T"] * (since == street)
        for dealt in range(3, street + 1):
            code = deck.pop(0)
            up = luck.random() < 0.92
            paid = "*" if code in ("Js", "Jc") and luck.random() < 0.2 else ""
            held.append(f"{code}.{dealt}{'u' if up else 'd'}{paid}")
            if up and dealt == street:
                vector["new"].append(f"{seat} {code} D")
        vector["lines"][seat] = " ".join(held)
    vector["new"] = mark_trades(luck, vector["new"]) + turned
    if luck.random() < 0.5:
        rest = [code for code in ("8h", "8d") if code in deck]
        vector["last_up"] = f"{luck.choice(seats)} {rest[0] if rest else deck[0]}"
    vector["spent"] = [entry.split()[1] for entry in vector["new"] if luck.random() < 0.08]
    for call in Book(vector | {"spent": []}).list_expected()["calls"]:
        if call[:3] in ("R23", "R25", "R26") and luck.random() < 0.3:
            vector["settled"].append(" ".join(call.split()[:3]))
    return vector


def mark_trades(luck: random.Random, new: list[str]) -> list[str]:
    """Return the new cards; sometimes two of them, but no red 8, are marked as traded."""
    others = [entry for entry in new if entry[2:4] not in ("8h", "8d")]
    pair = luck.sample(others, 2) if len(others) > 1 and luck.random() < 0.4 else []
    return [entry.replace(" D", " F") if entry in pair else entry for entry in new]


@settings(max_examples=rounds(60, 300, 3_000))
@given(st.integers(0, 10**9))
def test_the_possible_calls_are_those_of_the_rulebook_bd_7(seed: int) -> None:
    vector = draw_vector(random.Random(seed))
    assert conformance.events(vector, {}) == Book(vector).list_expected(), vector
