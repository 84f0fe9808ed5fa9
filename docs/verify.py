#!/usr/bin/env python3
"""A second verifier: `python docs/verify.py FILE` checks an exported table, or a file of proofs of `/replay verify`.

It is written from docs/fairness.md alone, with nothing but Python's standard library, so that nobody has to trust the
program that dealt the hands. It shows that each open secret is the one that was promised, that order and root of a
hand follow from it, that the hand was dealt from that order, and that each proof leads to its root. It does not know the
rules of the games: `boneyard verify` also judges every move again.
"""

import hashlib
import hmac
import json
import sys

PROOFS = ("table.salts_closed", "table.sealed", "table.drawn", "table.rooted")


def kinds(size):
    """The pieces of which there are this many, each by its code, and how often each is there, before the shuffle."""
    if size == 28:
        return [f"{high}-{low}" for high in range(7) for low in range(high + 1)], 1
    if size == 52:
        return [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"], 1
    bones = [suit + str(number) for suit in "RSB" for number in range(1, 10)] + "WE WS WW WN DR DG DW".split()
    return bones + "F1 F2 F3 F4 N1 N2 N3 N4".split(), 4  # pretties are there once


def numbers(key, salts, counter):
    """The stream of a decision: 32-bit numbers."""
    block = 0
    while True:
        text = "\n".join(salts).encode() + b"\0" + counter.encode() + b"\0" + str(block).encode()
        found = hmac.new(key, text, "sha256").digest()
        yield from (int.from_bytes(found[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def shuffle(items, stream):
    """Fisher and Yates, from the last place down."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        limit = 2**32 - 2**32 % (last + 1)
        pick = next(number for number in stream if number < limit) % (last + 1)
        order[last], order[pick] = order[pick], order[last]
    return order


def places(root, seal, pieces):
    """The places of the fixed order from which a deal takes its pieces."""
    return shuffle(range(pieces), numbers(bytes.fromhex(root), [seal], "places"))


def leaf(blind, place, piece):
    return hashlib.sha256(b"\0" + blind + f"{place} {piece}".encode()).digest()


def node(left, right):
    return hashlib.sha256(b"\1" + left + right).digest()


def root_of(secret, name, order):
    """The root of an order of pieces under a secret."""
    key = hmac.new(secret, b"blinds", "sha256").digest()
    level = [leaf(hmac.new(key, f"{name} {at}".encode(), "sha256").digest(), at, piece) for at, piece in enumerate(order)]
    while len(level) > 1:
        pairs = [node(level[at], level[at + 1]) for at in range(0, len(level) - 1, 2)]
        level = pairs + level[2 * len(pairs) :]
    return level[0].hex()


def proves(order, shown):
    """True if a proof leads from a shown piece to the root of its order."""
    at, width, path = shown["place"], order["pieces"], [bytes.fromhex(beside) for beside in shown["path"]]
    climbed = leaf(bytes.fromhex(shown["blind"]), at, shown["piece"])
    while width > 1:
        if at ^ 1 < width:
            beside = path.pop(0)
            climbed = node(beside, climbed) if at % 2 else node(climbed, beside)
        at, width = at // 2, (width + 1) // 2
    return not path and climbed.hex() == order["root"] and 0 <= shown["place"] < order["pieces"] <= 10_000


def check_proofs(orders):
    """Check the proofs of a hand whose secret is closed. Returns a fault, or how many pieces are proved."""
    for order in orders:
        if not all(proves(order, shown) for shown in order["shown"]):
            return "a proof does not lead to its root", 0
        if order.get("seal") is not None:
            drawn = places(order["root"], order["seal"], order["pieces"])
            if [drawn[at] for at in order["dealt"]] != [shown["place"] for shown in order["shown"]]:
                return "the seal drew other places", 0
    return "", sum(len(order["shown"]) for order in orders)


def check_deal(players, events, shuffle_, promised):
    """Check a hand whose secret is open. Returns a fault, or how many of its pieces were dealt as they should be."""
    secret = bytes.fromhex(shuffle_["secret"])
    if hashlib.sha256(secret).hexdigest() != shuffle_["commitment"] or shuffle_["commitment"] != promised:
        return "the secret does not match its commitment", 0
    mine = hand_of(events, shuffle_["number"])
    bodies = {event["kind"]: event["body"] for event in reversed(mine)}
    if "table.drawn" in bodies and "table.rooted" not in bodies and not any(map(find_deal, mine)):
        return "", 0  # nothing was shuffled, as in a game whose dice are rolled
    if "table.rooted" not in bodies:
        return ("its moves were taken out" if any(event["kind"] in PROOFS for event in mine) else ""), 0
    rooted, closed = bodies["table.rooted"], bodies["table.salts_closed"]
    first = next(event for event in mine if event["kind"] == "table.salts_closed")
    counter = str(sum(event["kind"] not in PROOFS for event in events[: events.index(first)]))
    salts = [shuffle_["salts"].get(str(seat), "") for seat in range(players)]
    seal = bodies["table.sealed"]["message"]
    codes, copies = kinds(rooted["sizes"][0])
    pieces = [code for code in codes for _ in range(1 if code[0] in "FN" else copies)]
    if len(pieces) != rooted["sizes"][0]:
        return "it was dealt from other pieces than this page knows", 0
    if closed["root"]:  # the order was fixed before its seal, which draws the places
        fixed = shuffle(pieces, numbers(secret, salts, counter + ".order"))
        dealt = [fixed[place] for place in places(closed["root"], seal, len(fixed))]
    else:  # an older release: the seal is one of the salts
        fixed = dealt = shuffle(pieces, numbers(secret, salts + [seal] * bool(seal), counter))
    if root_of(secret, "1.1", fixed) != rooted["roots"][0] or closed["root"] not in ("", rooted["roots"][0]):
        return "the root does not follow from the secret", 0
    at = 0
    for part in next(found for found in map(find_deal, mine) if found):
        told = [codes[piece] for piece in part]
        if sorted(told) != sorted(dealt[at : at + len(told)]) or (len(part) == len(dealt) and told != dealt):
            return "the deal comes out differently", 0
        at += len(told)
    return ("" if at == len(dealt) else "pieces of the deal are missing"), at


def hand_of(events, number):
    """The events between the commitment of a shuffle and the next."""
    found, inside = [], False
    for event in events:
        if event["kind"] == "table.committed":
            inside = event["body"]["number"] == number
        elif inside:
            found.append(event)
    return found


def find_deal(event):
    """The pieces of the event that deals: a whole wall or deck, or a holding for each seat and the boneyard."""
    body = event["body"]
    if whole := body.get("wall") or body.get("deck"):
        return [whole]
    if event["kind"].endswith(".dealt") and "holdings" in body:
        return [*body["holdings"], body.get("boneyard", [])]
    return []


def check(exported):
    """Check a file. Returns for each shuffle its number, its fault, and how many pieces were checked."""
    if "boneyard_proof" in exported:
        return [(exported["shuffle"], *check_proofs(exported["orders"]))]
    events, found = exported["events"], []
    promised = {event["body"]["number"]: event["body"]["digest"] for event in events if event["kind"] == "table.committed"}
    for shuffle_ in exported["shuffles"]:
        number = shuffle_["number"]
        if shuffle_["secret"] is None:
            roots = [(root, size) for event in hand_of(events, number) if event["kind"] == "table.rooted"
                     for root, size in zip(event["body"]["roots"], event["body"]["sizes"])]
            orders = shuffle_["orders"]
            fault, checked = check_proofs(orders)
            if orders and [(order["root"], order["pieces"]) for order in orders] != roots:
                fault = "its roots are not those of its events"
        else:
            fault, checked = check_deal(len(exported["players"]), events, shuffle_, promised.pop(number, None))
        found.append((number, fault, checked))
        promised.pop(number, None)
    return found + [(number, "it was taken out of the file", 0) for number in promised]


def main(path):
    with open(path, encoding="utf-8") as file:
        found = check(json.load(file))
    for number, fault, checked in found:
        print(f"shuffle {number}: {fault or (f'{checked} pieces are right' if checked else 'nothing to check')}")
    return any(fault for _, fault, _ in found) or not any(checked for _, _, checked in found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
