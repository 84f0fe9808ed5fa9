"""Proofs of single pieces: a Merkle tree over a shuffled order, whose leaves are blinded by values from the secret.

A hand is dealt from a fixed order. The root of this order is published before anybody knows the seal. Then the seal
draws places of the order, one after the other, and the deal takes its pieces from them. Everybody can repeat this draw.

A piece that was shown is proved by its blind and its path to the root. The other leaves stay unreadable, because each
leaf has a blind of its own. ``docs/fairness.md`` has the details.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from games.core.chance import SecretChance

_LEAF: Final = b"\0"
_NODE: Final = b"\1"
_PLACES: Final = "places"
"""The counter of the stream that draws the places: a word, because all other streams have numbers."""
MOST_PIECES: Final = 10_000
"""The most pieces in an order that is checked."""

T = TypeVar("T")


class Proof(NamedTuple):
    """The proof of one piece in an order."""

    place: int
    """The piece's place in the order, from 0."""
    piece: str
    """The piece's code."""
    blind: str
    """The value that blinds the piece's leaf, in hexadecimal."""
    path: tuple[str, ...]
    """The sibling hashes on the way up to the root, in hexadecimal."""


class Tree:
    """A Merkle tree over the codes of a shuffled order. `name` is the order's name in its hand ("1.1")."""

    def __init__(self, secret: bytes, name: str, codes: Sequence[str]) -> None:
        self._codes = tuple(codes)
        self._blinds = [_make_blind(secret, name, place) for place in range(len(self._codes))]
        leaves = [_hash_leaf(*leaf) for leaf in zip(self._blinds, range(len(self._codes)), self._codes, strict=True)]
        self._levels = [leaves]
        while len(self._levels[-1]) > 1:
            below = self._levels[-1]
            pairs = [_hash_node(*below[at : at + 2]) for at in range(0, len(below) - 1, 2)]
            self._levels.append(pairs + below[len(pairs) * 2 :])

    @property
    def root(self) -> str:
        """The root, in hexadecimal."""
        return self._levels[-1][0].hex()

    def make_proof(self, place: int) -> Proof:
        """The proof of the piece at a place."""
        path, at = [], place
        for level in self._levels[:-1]:
            if (sibling := at ^ 1) < len(level):
                path.append(level[sibling].hex())
            at //= 2
        return Proof(place, self._codes[place], self._blinds[place].hex(), tuple(path))


def proves(proof: Proof, root: str, pieces: int) -> bool:
    """True if the proof leads to the root of an order of `pieces` pieces. Raises ValueError for bad hexadecimal."""
    if not 0 <= proof.place < pieces or len(bytes.fromhex(proof.blind)) != hashlib.sha256().digest_size:
        return False
    climbed, at, width = _hash_leaf(bytes.fromhex(proof.blind), proof.place, proof.piece), proof.place, pieces
    path = [bytes.fromhex(sibling) for sibling in proof.path]
    while width > 1:
        if at ^ 1 < width:
            if not path:
                return False
            sibling = path.pop(0)
            climbed = _hash_node(sibling, climbed) if at % 2 else _hash_node(climbed, sibling)
        at, width = at // 2, (width + 1) // 2
    return not path and climbed.hex() == root


def draw_places(root: str, seal: str, pieces: int) -> tuple[int, ...]:
    """The places of a fixed order, in the sequence in which the deal takes pieces from them.

    `seal` is the id of the message that seals the hand, or "" without one. Raises ValueError for bad hexadecimal and
    for too many pieces.
    """
    if pieces > MOST_PIECES:
        raise ValueError(f"an order of more than {MOST_PIECES} pieces")
    return SecretChance(bytes.fromhex(root), (seal,), _PLACES).shuffle(range(pieces))


def find_fixed_order(dealt: Sequence[T], root: str, seal: str) -> tuple[T, ...]:
    """The fixed order that a deal was taken from."""
    by_place = dict(zip(draw_places(root, seal, len(dealt)), dealt, strict=True))
    return tuple(by_place[place] for place in range(len(dealt)))


def _make_blind(secret: bytes, name: str, place: int) -> bytes:
    key = hmac.digest(secret, b"blinds", "sha256")
    return hmac.digest(key, f"{name} {place}".encode(), "sha256")


def _hash_leaf(blind: bytes, place: int, code: str) -> bytes:
    return hashlib.sha256(_LEAF + blind + f"{place} {code}".encode()).digest()


def _hash_node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(_NODE + left + right).digest()
