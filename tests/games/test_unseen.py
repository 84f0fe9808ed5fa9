"""Dealing unseen dominoes to the hands and boneyard that may hold them."""

import pytest

from games.core.chance import Committed
from games.pieces.dominoes import ALL, DOUBLE_MASK, WITH, dominoes_of, mask
from games.pieces.unseen import Place, make_unseen_dealer

FULL = mask(ALL)


@pytest.mark.parametrize("number", range(20))
def test_every_place_gets_only_dominoes_that_it_may_hold_up_to_its_size(number: int) -> None:
    places = [Place(9, FULL & ~WITH[6]), Place(9, FULL & ~WITH[5]), Place(10, FULL)]
    dealt = make_unseen_dealer(FULL, places)(Committed(bytes(32), (), number))
    assert dealt is not None
    assert dealt[0] | dealt[1] | dealt[2] == FULL
    for place, held in zip(places, dealt, strict=True):
        assert held.bit_count() == place.room
        assert not held & ~place.may_hold


def test_the_only_possible_deal_is_found() -> None:
    """Each place may hold its own double and lower ones, so only one deal fits."""
    doubles = dominoes_of(DOUBLE_MASK)
    places = [Place(1, mask(doubles[: number + 1])) for number in range(7)]
    dealt = make_unseen_dealer(DOUBLE_MASK, places)(Committed(bytes(32), (), 1))
    assert dealt == [1 << double for double in doubles]


def test_no_deal_is_returned_if_none_fits() -> None:
    chance = Committed(bytes(32), (), 1)
    assert make_unseen_dealer(3, [Place(2, 1)])(chance) is None
    assert make_unseen_dealer(3, [Place(1, 3)])(chance) is None
    assert make_unseen_dealer(7, [Place(1, 7), Place(2, 1)])(chance) is None
