"""Two evenings of each game that differ only in hidden pieces: whoever cannot see these pieces is shown the same.

In the second evening two pieces are in each other's places, one of them hidden in another's hand. Everybody says the
same. Texts, pictures, alt texts, labels, custom ids, edits, answers, completions: whatever Discord could show to Bear,
or to a stranger in the channel, must not tell the two evenings apart.
"""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from games import registry
from games.pieces import bones, cards, dominoes
from tests.left_out import LONGER, mark_thorough
from tests.stories.dealt_evenings import Rehearsal, assert_twins, record_evening
from tests.stories.evening import NAMES


class Twins(NamedTuple):
    """The evenings of one game: its pieces and their order, the number of moves, and what is completed."""

    pieces: Sequence[int]
    seed: int
    moves: int
    hidden: int
    """The number of moves that each reading of the deal makes before the pieces change places."""
    asks: tuple[str, ...]
    people: int = 4
    house: dict[str, str] = {}
    begun: tuple[tuple[int, str], ...] = ()


TWINS = {
    "pussers-bones": Twins(
        bones.FULL_SET, 7, 48, 7, ("discard", "setout"), 4,
        {"call_mode": "everyone-decides", "decide_timeout_s": "0"}, ((-1, "next"),),
    ),
    "lombardy-bones": Twins(
        dominoes.ALL, 11, 13, 2, ("play", "answer", "score"), 3, {"call_mode": "race", "race_grace_ms": "0"}
    ),
    "duo-dominoes": Twins(dominoes.ALL, 5, 10, 3, ("play",)),
    "bonedoneskis": Twins(cards.ALL, 4, 11, 3, ("turn", "claim")),
}  # fmt: skip


@pytest.mark.parametrize("name", mark_thorough(registry.NAMES, LONGER))
async def test_what_a_person_receives_does_not_depend_on_hidden_pieces(name: str, tmp_path: Path) -> None:
    pieces, seed, moves, hidden, asks, people, house, begun = TWINS[name]
    order = list(pieces)
    random.Random(seed).shuffle(order)
    script, other = Rehearsal(registry.game(name), people, dict(house)).twins(order, moves, hidden)
    names = NAMES[:people]
    one, two = [
        await record_evening(tmp_path / str(number), name, names, house, shuffled, [*begun, *script], list(asks))
        for number, shuffled in enumerate((order, other))
    ]
    assert_twins(one, two, names[0], names[-1])
