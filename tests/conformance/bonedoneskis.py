"""The vectors of Bonedoneskis, played by the engine (docs/rules/bonedoneskis.md, section 9)."""

from collections.abc import Mapping
from typing import Any

from games.bonedoneskis.decisions.betting import find_bring_in, find_first_to_act
from games.bonedoneskis.decisions.trades import list_trade_cards, list_trade_targets
from games.bonedoneskis.evaluation import packed as lines
from games.bonedoneskis.evaluation.evaluate import find_evaluator
from games.bonedoneskis.evaluation.packed import (
    DEALT,
    FRESH,
    STALE,
    TURNED,
    Line,
    card_of,
    deal_street_of,
    is_up,
    place_of,
)
from games.bonedoneskis.evaluation.ranking import class_of, ranks_of
from games.bonedoneskis.evolve import note_up_card
from games.bonedoneskis.options import OPTIONS, House
from games.bonedoneskis.rulebook import find_partner, list_triggers
from games.bonedoneskis.shapes import has_both_red_sixes, list_krablers
from games.bonedoneskis.state import State
from games.bonedoneskis.view import Phase
from games.core import Seat, settle
from games.core.options import bind
from games.pieces.cards import RANK, Card, code, from_code
from tests.conformance.bonedoneskis_lines import read_line
from tests.conformance.runner import Section

Vector = Mapping[str, Any]
PLENTY = 1_000_000
_RED = "hd"
_SOURCES = {"D": DEALT, "T": TURNED, "F": FRESH}


def house(vector: Vector) -> House:
    """The house rules of a vector: the defaults and its options. Raises Refused for an unknown option."""
    return bind(House, settle(OPTIONS, vector.get("options") or {}))


def hands(vector: Vector, document: Vector) -> dict[str, object]:
    value = worth(vector, vector["line"])
    expected = vector.get("expect") or {}
    untested = {"example": expected["example"]} if "example" in expected else {}
    return {"class": class_of(value), "ranks": list(ranks_of(value)), **untested}


def worth(vector: Vector, line: str) -> int:
    judge = find_evaluator(house(vector).reading_rules)
    if vector.get("view", "showdown") not in ("board", "showdown"):
        raise ValueError(f"no view {vector['view']}")
    return (
        judge.value_of_board(read_line(line)) if vector.get("view") == "board" else judge.value_of_line(read_line(line))
    )


def compare(vector: Vector, document: Vector) -> dict[str, object]:
    a, b = worth(vector, vector["a"]), worth(vector, vector["b"])
    return {"expect": "a" if a > b else "b" if b > a else "tie"}


def bring_in(vector: Vector, document: Vector) -> dict[str, object]:
    names, held = read_seats(vector)
    rules = house(vector)
    return {"expect": names[find_bring_in(held, seats(held), rules, find_evaluator(rules.reading_rules))]}


def first_to_act(vector: Vector, document: Vector) -> dict[str, object]:
    names, held = read_seats(vector)
    return {"expect": names[find_first_to_act(held, seats(held), find_evaluator(house(vector).reading_rules))]}


def read_seats(vector: Vector) -> tuple[list[str], list[Line]]:
    return list(vector["lines"]), [read_line(line or "") for line in vector["lines"].values()]


def seats(held: list[Line]) -> list[Seat]:
    return [Seat(number) for number in range(len(held))]


def events(vector: Vector, document: Vector) -> dict[str, object]:
    names = list(dict.fromkeys([*_texts(vector, "seats"), *_texts(vector, "folded")]))
    table = snapshot(vector, names)
    for seat in table.live_seats:
        if has_both_red_sixes(table.boards[seat]):
            return {"auto": [f"R10 {names[seat]} 6h+6d"], "compulsory": [], "calls": []}
    compulsory = [
        f"R12 {names[seat]} {code(card)} -> {' '.join(code(open_to) for open_to in list_trade_targets(table, seat))}"
        for seat, card in list_trade_cards(table)
        if list_trade_targets(table, seat)
    ]
    calls: list[str] = []
    for trigger in list_triggers(table) if vector.get("new") or table.street < table.length else ():  # BD-8
        cards = "+".join(code(card) for card in trigger.cards)
        entry = f"{trigger.rule.id} {names[trigger.seat]} {cards} {trigger.rule.kind}"
        if trigger.rule.id == "R26":
            other = find_partner(table, trigger.seat, (trigger.cards[0], trigger.cards[1], trigger.cards[2]))
            entry += f" {names[other]}" if other is not None else ""
        calls.append(entry)
    return {"auto": [], "compulsory": compulsory, "calls": calls}


def snapshot(vector: Vector, names: list[str]) -> State:
    """The table of an `events` vector, at the start of S2 or of a later round of calls."""
    street = int(vector["street"])
    folded = set(_texts(vector, "folded"))
    written, stacks = _by_name(vector, "lines"), _by_name(vector, "stacks")
    held = [read_line(written.get(name) or "") for name in names]
    table = State(
        house=house(vector),
        players=len(names),
        phase=Phase.TRADES,
        hand=1,
        stacks=[int(stacks.get(name, PLENTY)) for name in names],
        live_seats=tuple(Seat(seat) for seat, name in enumerate(names) if name not in folded),
        lines=tuple(held),
        boards=tuple(lines.mask_of_board(line) for line in held),
        holes=(2,) * len(names),
        street=street,
        length=int(vector.get("extended") or 6),
        last_up_by_seat=[_latest(line, street) for line in held],
        known_pairs=((),) * len(names),
        known_rows=((),) * len(names),
    )
    if vector.get("last_up"):
        name, card = vector["last_up"].split()
        table.last_dealt_up = (Seat(names.index(name)), from_code(card))
    new = []
    for entry in _texts(vector, "new"):
        name, shown, came = entry.split()
        new.append((Seat(names.index(name)), from_code(shown), _SOURCES[came]))
    for number, (seat, card, source) in enumerate(new, start=1):
        if any(place_of(line, card) >= 0 for line in table.lines):  # otherwise sold, or its player folded
            _mark(table, seat, card, lambda placed, s=source, n=number: _put_up(placed, s, street, n))
    for seat, card in _dealt_up(table, new):
        note_up_card(table, seat, card)
    _settle(table, names, vector)
    return table


def _texts(vector: Vector, field: str) -> list[str]:
    return [str(text) for text in vector.get(field) or ()]


def _by_name(vector: Vector, field: str) -> dict[str, Any]:
    return {str(name): value for name, value in (vector.get(field) or {}).items()}


def _put_up(placed: lines.Placed, source: int, street: int, number: int) -> lines.Placed:
    """Turn a card face up, with its source. A traded card is fresh only if it was dealt on this street (BD-5)."""
    return lines.put_up(
        placed, STALE if source == FRESH and deal_street_of(placed) != street else source, street, number
    )


def _dealt_up(table: State, new: list[tuple[Seat, Card, int]]) -> list[tuple[Seat, Card]]:
    """The cards dealt up on this street, in order, each with the seat that got it before any trade (Q-40)."""
    came = [(seat, card) for seat, card, source in new if source != TURNED]
    traded = [(seat, card) for seat, card, source in new if source == FRESH]
    if not traded:
        return came
    if len(traded) == 2:
        (first, given), (second, got) = traded
        back = {given: second, got: first}
        came = [(back.get(card, seat), card) for seat, card in came]
    earlier = {card_of(placed) for line in table.lines for placed in line if deal_street_of(placed) != table.street}
    came = [(seat, card) for seat, card in came if card not in earlier]
    turn = {card: [other for other, _ in came[:place]].count(seat) for place, (seat, card) in enumerate(came)}
    return sorted(came, key=lambda dealt: (turn[dealt[1]], dealt[0]))


def _latest(line: Line, street: int) -> Card | None:
    shown = [
        placed
        for placed in line
        if is_up(placed) and deal_street_of(placed) < street and lines.up_street_of(placed) == deal_street_of(placed)
    ]
    return card_of(max(shown, key=deal_street_of)) if shown else None


def _mark(table: State, seat: Seat, card: Card, change: Any) -> None:
    line = table.lines[seat]
    place = place_of(line, card)
    if place < 0:
        raise ValueError(f"{code(card)} does not lie there")
    changed = (*line[:place], change(line[place]), *line[place + 1 :])
    table.lines = (*table.lines[:seat], changed, *table.lines[seat + 1 :])


def _settle(table: State, names: list[str], vector: Vector) -> None:
    """Apply the settlements (R23 to R26) that the vector lists, and mark the cards whose power or duty is used."""
    for entry in _texts(vector, "settled"):
        rule, name, listed = entry.split()
        seat = names.index(name)
        cards = tuple(from_code(card) for card in listed.split("+"))
        if rule == "R25":
            _mark(table, Seat(seat), cards[0], lines.spend)
        elif rule == "R23":
            table.known_pairs = _add_cards(table.known_pairs, seat, cards)
        elif rule == "R26":
            table.known_rows = _add_cards(table.known_rows, seat, cards)
        elif rule == "R24":
            table.called_krablers |= {(cards[0], cards[1])}
        else:
            raise ValueError(f"nothing settles {rule}")
    done = {from_code(card) for card in _texts(vector, "spent")}
    for seat in table.live_seats:
        for placed in table.lines[seat]:
            if card_of(placed) in done:
                _mark(table, seat, card_of(placed), lines.spend)
        for pair in list_krablers(table.lines[seat], table.boards[seat], table.street):
            dealt_now = (placed for placed in table.lines[seat] if deal_street_of(placed) == table.street)
            later = next(placed for placed in dealt_now if card_of(placed) in pair)
            if card_of(later) in done and (RANK[card_of(later)] == 3 or code(card_of(later))[-1] in _RED):
                table.called_krablers |= {pair}
    if table.snowmen is not None and done & {table.snowmen.first_card, table.snowmen.second_card}:
        table.snowmen = None


def _add_cards(settled: tuple[Any, ...], seat: int, cards: tuple[Card, ...]) -> tuple[Any, ...]:
    return (*settled[:seat], (*settled[seat], cards), *settled[seat + 1 :])


SECTIONS: dict[str, Section] = {
    "hands": hands,
    "compare": compare,
    "bring_in": bring_in,
    "first_to_act": first_to_act,
    "events": events,
}
KNOWN: dict[str, set[str]] = {
    "hands": {"line", "view", "options", "example"},
    "compare": {"a", "b", "view", "options"},
    "bring_in": {"lines", "options"},
    "first_to_act": {"lines", "options"},
    "events": {
        "seats",
        "street",
        "lines",
        "new",
        "folded",
        "last_up",
        "settled",
        "spent",
        "stacks",
        "extended",
        "options",
    },
}
