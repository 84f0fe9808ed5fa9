"""Dealing unseen dominoes to the hands and boneyard that may hold them."""

import pytest

from games.core import SecretChance
from games.pieces.dominoes import ALL, DOUBLE_MASK, WITH, dominoes_of, mask
from games.pieces.unseen import HiddenPlace, make_unseen_dealer

FULL = mask(ALL)


@pytest.mark.parametrize("number", range(20))
def test_every_place_gets_only_dominoes_that_it_may_hold_up_to_its_size(number: int) -> None:
    places = [HiddenPlace(9, FULL & ~WITH[6]), HiddenPlace(9, FULL & ~WITH[5]), HiddenPlace(10, FULL)]
    dealt = make_unseen_dealer(FULL, places)(SecretChance(bytes(32), (), number))
    assert dealt is not None
    assert dealt[0] | dealt[1] | dealt[2] == FULL
    for place, held in zip(places, dealt, strict=True):
        assert held.bit_count() == place.room
        assert not held & ~place.may_hold


def test_the_only_possible_deal_is_found() -> None:
    """Each place may hold its own double and lower ones, so only one deal fits."""
    doubles = dominoes_of(DOUBLE_MASK)
    places = [HiddenPlace(1, mask(doubles[: number + 1])) for number in range(7)]
    dealt = make_unseen_dealer(DOUBLE_MASK, places)(SecretChance(bytes(32), (), 1))
    assert dealt == [1 << double for double in doubles]


def test_no_deal_is_returned_if_none_fits() -> None:
    chance = SecretChance(bytes(32), (), 1)
    assert make_unseen_dealer(3, [HiddenPlace(2, 1)])(chance) is None
    assert make_unseen_dealer(3, [HiddenPlace(1, 3)])(chance) is None
    assert make_unseen_dealer(7, [HiddenPlace(1, 7), HiddenPlace(2, 1)])(chance) is None
