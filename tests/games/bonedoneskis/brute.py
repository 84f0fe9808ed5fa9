"""The value of a line by brute force, from section 5 of the rulebook and without the engine.

It tries every set of joins, every code that each card can stand for, and every five cards.
"""

from itertools import combinations, product

RANKS = "23456789TJQKA"
DECK = [rank + suit for suit in "cdhs" for rank in RANKS]
DEFAULTS = {
    "dead_six_blocks": False,
    "schizo_basis": "face_up",
    "codependent_down": False,
    "jack_down_wild": True,
    "nuts_substitutes": "all",
}


def parse(line: str) -> list[dict[str, object]]:
    cards: list[dict[str, object]] = []
    for word in line.split():
        code, rest = word.split(".")
        paid = rest.endswith("*")
        rest = rest.rstrip("*")
        cards.append(
            {"code": code, "dealt": int(rest[0]), "up": rest[1] == "u", "since": int(rest[2:] or rest[0]), "paid": paid}
        )
    return cards


def five_value(cards: tuple[tuple[str, str], ...]) -> tuple[int, ...]:
    """A comparable value of at most five cards, each a code and its kind: natural, wild or derived."""
    ranks = sorted((RANKS.index(code[0]) + 2 for code, _ in cards), reverse=True)
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = tuple(count for count, _ in groups)
    listed = tuple(rank for _, rank in groups)
    if shape == (5,):
        return (11, *listed)
    if len(cards) == 5:
        suits = {code[1] for code, _ in cards}
        flush = len(suits) == 1 and "-" not in suits
        distinct = shape == (1,) * 5
        high = 0
        if distinct and ranks[0] - ranks[4] == 4:
            high = ranks[0]
        elif ranks == [14, 5, 4, 3, 2]:
            high = 5
        if flush and high:
            return 10, high
        if shape == (4, 1):
            return (9, *listed)
        if shape == (3, 2):
            return (8, *listed)
        if flush:
            return (7, *ranks)
        if high:
            return 6, high
    elif shape[:1] == (4,):
        return (9, *listed)
    kind = {(3,): 5, (2, 2): 4, (2, 1): 3, (2,): 3}.get(shape[:2] if shape[:1] != (3,) else (3,), 2)
    return (kind, *listed)


def are_nuts(cards: tuple[tuple[str, str], ...], substitutes: str) -> bool:
    allowed = {"all": {"natural", "wild", "derived"}, "wild_only": {"natural", "wild"}, "none": {"natural"}}[
        substitutes
    ]
    return sorted(code[0] for code, _ in cards) == ["2", "2", "2", "5", "5"] and {kind for _, kind in cards} <= allowed


def value(line: str, board: bool = False, **options: object) -> tuple[int, ...]:
    """The value of a line: the index of its class in HE-6, counted from the bottom, then its ranks."""
    rules = DEFAULTS | options
    cards = parse(line)
    if not board and any(card["code"] == "4c" and not card["up"] for card in cards):
        return (0,)
    dead = () if rules.get("red_sixes_live") else ("6h", "6d")
    live = [i for i, card in enumerate(cards) if card["code"] not in dead and (card["up"] or not board)]
    held = {str(cards[i]["code"]) for i in live}
    if rules["dead_six_blocks"]:
        held |= {str(card["code"]) for card in cards if card["code"] in ("6h", "6d") and (card["up"] or not board)}
    if not live:
        return (1,)
    joins = []
    for i in live:
        card = cards[i]
        if i == 0 or card["code"] not in ("2d", "2c") or i - 1 not in live or not cards[i - 1]["up"]:
            continue
        when = card["dealt"] in (4, 5, 6, 7) if card["up"] else rules["codependent_down"] and card["dealt"] in (6, 7)
        left = str(cards[i - 1]["code"])
        if when and left[0] != "K":
            rank = "3" if left[0] == "A" else RANKS[RANKS.index(left[0]) + 2]
            if rank + left[1] not in held:
                joins.append((i, rank + left[1]))
    best: tuple[int, ...] = (1,)
    for size in range(len(joins) + 1):
        for chosen in combinations(joins, size):
            gone = [place for i, _ in chosen for place in (i - 1, i)]
            if len(set(gone)) < len(gone):
                continue
            slots: list[list[tuple[tuple[str, str], ...]]] = [[((made, "derived"),)] for _, made in chosen]
            for i in live:
                if i not in gone:
                    slots.append(choices(cards[i], held, rules))
            for played in product(*slots):
                every = tuple(card for group in played for card in group)
                for five in combinations(every, min(5, len(every))):
                    codes = [code for code, _ in five if code != "4-"]
                    if len(set(codes)) == len(codes):
                        if are_nuts(five, str(rules["nuts_substitutes"])):
                            return 12, 2, 5
                        best = max(best, five_value(five))
    return best


def choices(card: dict[str, object], held: set[str], rules: dict[str, object]) -> list[tuple[tuple[str, str], ...]]:
    code = str(card["code"])
    found: list[tuple[tuple[str, str], ...]] = [((code, "natural"),)]
    if (code[0] == "7" and card["up"]) or (card["paid"] and (card["up"] or rules["jack_down_wild"])):
        found += [((other, "wild"),) for other in DECK if other not in held]
    elif code in ("6s", "6c"):
        found += [((other, "derived"),) for other in ("As", "Ah", "Ad", "Ac") if other not in held]
    elif code[0] == "A":
        found += [((other, "derived"),) for other in ("6h", "6d") if other not in held]
    elif code == "4s" and card["up"] and not (rules["schizo_basis"] == "dealt_up" and card["since"] != card["dealt"]):
        if card["since"] == 5:
            found.append((("4s", "natural"), ("4-", "derived")))
        other = {3: "8s", 4: "Qs"}.get(int(str(card["since"])))
        if other and other not in held:
            found.append(((other, "derived"),))
    return found
