"""The possible calls and required trades of an events vector, worked out from the rulebook without the engine.

The rules are those of sections 4 and 9 of docs/rules/bonedoneskis.md; section 9 also says how a vector is written.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from typing import Any

RANKS = "A23456789TJQK"
SINGLES = {
    "2s": ("R4", "power", "DF"),
    "Js": ("R6", "duty", "DTF"),
    "Jc": ("R6", "duty", "DTF"),
    **{f"3{suit}": ("R7", "power", "DTF") for suit in "shdc"},
    "Qh": ("R17", "power", "DTF"),
    "Ks": ("R18", "duty", "DTF"),
    "Kc": ("R18", "duty", "DTF"),
    "4h": ("R19", "power", "DTF"),
    "4d": ("R19", "power", "DTF"),
    "9s": ("R21", "power", "D"),
}
"""By card: its rule, the kind of its call, and the sources after which it can be called (D dealt, T turned up, F fresh
by a trade)."""


@dataclass(frozen=True)
class PlacedCard:
    """A card of a seat's line. `since` is the street on which it was last turned up; `paid` marks a paid jack."""

    code: str
    dealt: int
    up: bool
    since: int
    paid: bool

    @property
    def rank(self) -> int:
        return RANKS.index(self.code[0]) + 1


def parse_line(text: str) -> list[PlacedCard]:
    cards = []
    for word in text.split():
        code, rest = word.rstrip("*").split(".")
        cards.append(PlacedCard(code, int(rest[0]), rest[1] == "u", int(rest[2:] or rest[0]), word.endswith("*")))
    return cards


class Book:
    """An events vector, with the calls and trades that the rulebook allows in it."""

    def __init__(self, vector: Mapping[str, Any]) -> None:
        self.street: int = vector["street"]
        self.live = [seat for seat in vector["seats"] if seat not in vector["folded"]]
        self.lines = {seat: parse_line(vector["lines"][seat]) for seat in self.live}
        self.stacks = {seat: vector["stacks"].get(seat, 10**6) for seat in vector["seats"]}
        self.options = {"fee": 250, "trade_nine": "9h"} | vector["options"]
        self.new = [entry.split() for entry in vector["new"]]
        traded = {code for _, code, source in self.new if source == "F"}
        held = [card for seat in self.live for card in self.lines[seat]]
        self.fresh = {card.code for card in held if card.code in traded and card.dealt == self.street}
        self.last_up = vector.get("last_up", "").split()
        self.done = {*vector["settled"], *vector["spent"]}
        self.last = self.street == vector.get("extended", 6)

    def list_expected(self) -> dict[str, list[str]]:
        """The expected result of the vector: an automatic win, or else the required trades and the possible calls."""
        for seat in self.live:
            if {"6h", "6d"} <= {card.code for card in self.shown(seat)}:
                return {"auto": [f"R10 {seat} 6h+6d"], "compulsory": [], "calls": []}
        calls = [*self.duels(), *(row for seat in self.live for row in self.rows(seat))]
        calls += [call for seat in self.live for call in self.eight_ball(seat)]
        for seat in self.live:
            calls += [*self.cards(seat), *self.hooks(seat), *self.krablers(seat), *self.kings(seat)]
        return {"auto": [], "compulsory": list(self.trades()), "calls": [] if self.last and not self.new else calls}

    def shown(self, seat: str) -> list[PlacedCard]:
        return [card for card in self.lines[seat] if card.up]

    def has_down(self, seat: str) -> bool:
        return len(self.shown(seat)) < len(self.lines[seat])

    def others(self, seat: str) -> list[PlacedCard]:
        return [card for other in self.live if other != seat for card in self.shown(other)]

    def list_new_cards(self, seat: str) -> Iterator[tuple[PlacedCard, str]]:
        """The face-up cards that came to this seat on this street and are not spent, each with its source."""
        for holder, code, source in self.new:
            for card in self.shown(seat):
                if holder == seat and card.code == code and code not in self.done:
                    yield card, source

    def is_stale(self, card: PlacedCard, source: str) -> bool:
        """True for a traded card that was dealt on an earlier street."""
        return source == "F" and card.dealt != self.street

    def trades(self) -> Iterator[str]:
        nine = self.options["trade_nine"]
        wanted = {"Ts", "2h", *(("9h", "9d") if nine == "both" else (nine,))}
        for seat in self.live:
            open_to = [card.code for card in self.others(seat) if card.dealt == self.street]
            for card, source in self.list_new_cards(seat):
                if card.code in wanted and source == "D" and open_to:
                    yield f"R12 {seat} {card.code} -> {' '.join(open_to)}"

    def duels(self) -> Iterator[str]:
        fallen = [[seat, code] for seat, code, source in self.new if source == "D" or code in self.fresh]
        for (first, card), (second, following) in pairwise([self.last_up, *fallen] if self.last_up else fallen):
            if {card, following} != {"8h", "8d"} or first == second or {card, following} & self.done:
                continue
            live = [seat in self.live for seat in (first, second)]
            held = all(live) or (any(live) and self.options.get("duel_folded"))
            if held and self.stacks[first] and self.stacks[second]:
                yield f"R16 {second} {card}+{following} duty"

    def rows(self, seat: str) -> list[str]:
        found = []
        for three in zip(self.lines[seat], self.lines[seat][1:], self.lines[seat][2:], strict=False):
            if not all(card.up and card.code not in ("6h", "6d") for card in three):
                continue
            name = "+".join(card.code for card in three)
            for a, b, c in product(*[(1, 14) if card.rank == 1 else (card.rank,) for card in three]):
                if a - b == b - c and abs(a - b) == 1 and f"R26 {seat} {name}" not in self.done:
                    found.append((name, c > a))
        if not found or not self.has_down(seat):
            return []
        name, rising = found[-1]
        place = self.live.index(seat)
        around = self.live[place + 1 :] + self.live[:place]
        partners = [other for other in (around[::-1] if rising else around) if self.has_down(other)]
        return [f"R26 {seat} {name} duty {partners[0]}"] if partners else []

    def eight_ball(self, seat: str) -> Iterator[str]:
        sources = "DFT" if self.options.get("eight_ball_turned") else "DF"
        for card, source in self.list_new_cards(seat):
            may = source in sources and not self.is_stale(card, source) and self.stacks[seat] >= self.options["fee"]
            if card.code == "8s" and may and self.others(seat):
                yield f"R14 {seat} 8s power"

    def cards(self, seat: str) -> Iterator[str]:
        for card, source in self.list_new_cards(seat):
            rule, kind, sources = SINGLES.get(card.code, ("", "", ""))
            stale = self.is_stale(card, source) and not self.options.get("stale_fires")
            can = {
                "R4": any(other.rank in (2, 5) for other in self.others(seat)),
                "R6": not card.paid and self.stacks[seat] > 0,
                "R7": self.stacks[seat] >= self.options["fee"],
                "R17": any(self.has_down(other) for other in self.live),
                "R18": self.has_down(seat),
            }
            if source in sources and not stale and can.get(rule, True):
                yield f"{rule} {seat} {card.code} {kind}"

    def hooks(self, seat: str) -> list[str]:
        shown = self.shown(seat)
        for (left, first), (right, second) in combinations(enumerate(shown), 2):
            bare = {first.rank, second.rank} == {4, 11} and all(card.rank != 8 for card in shown[left:right])
            if bare and f"R23 {seat} {first.code}+{second.code}" not in self.done:
                return [f"R23 {seat} {first.code}+{second.code} duty"] if self.stacks[seat] else []
        return []

    def krablers(self, seat: str) -> Iterator[str]:
        sources = {code: source for holder, code, source in self.new if holder == seat}
        dealt = [card for card in self.shown(seat) if card.since == card.dealt]
        for king, three in product(dealt, dealt):
            if (king.rank, three.rank) != (13, 3) or {king.dealt, three.dealt} != {self.street - 1, self.street}:
                continue
            now, before = (king, three) if king.dealt == self.street else (three, king)
            called = now.code in self.done and now.code not in ("Ks", "Kc")
            if (
                sources.get(now.code, "") in ("D", "F")
                and before.code not in sources
                and not called
                and self.stacks[seat]
            ):
                yield f"R24 {seat} {king.code}+{three.code} duty"

    def kings(self, seat: str) -> list[str]:
        order = [code for _, code, _ in self.new]
        kings = [card for card in self.shown(seat) if card.code in ("Kh", "Kd") and card.dealt == 2]
        kings.sort(key=lambda card: (card.since, order.index(card.code) if card.code in order else -1))
        new = [card.code for card in kings if not {card.code, f"R25 {seat} {card.code}"} & self.done]
        return [] if self.last else [f"R25 {seat} {code} power" for code in new]
