"""What a player is building: a line that follows from their own view after their last move, and from nothing else."""

from typing import Any

import pytest

from games.core.options import settle
from games.core.seats import Seat
from games.pussers.options import OPTIONS, House
from games.pussers.washout import find_building
from games.registry import game
from tests.contract.driver import Session
from tests.effort import rounds
from tests.render import samples
from tests.views import changed


def test_it_knows_nothing_of_a_working_bone_a_discard_or_another_rack() -> None:
    """A property of views: only the own rack, the own tray and the house decide."""
    view: Any = samples.pussers(0)
    own = changed(view, house=House(building=True), ending=None)
    found = find_building(own)
    assert found is not None and found.lacking >= 1
    others = tuple(
        chair if chair.seat == own.seat else chair._replace(sets=(), pretties=(), rack=1) for chair in own.chairs
    )
    for change in ({"working": None}, {"discards": (), "latest": None}, {"chairs": others}, {"left": 3}):
        assert find_building(changed(own, **change)) == found


@pytest.mark.parametrize("house", [House(building=False), House(enforcement="faithful"), House(mistaken_calls="on")])
def test_it_is_off_where_the_house_says_so_and_where_mistakes_are_possible(house: House) -> None:
    view: Any = samples.pussers(0)
    assert find_building(changed(view, house=house, ending=None)) is None


def test_it_stays_the_same_while_a_window_is_open() -> None:
    session = Session(game("pussers-bones"), 4, settle(OPTIONS, {"suits": "any"}), 1)
    seen: dict[tuple[Any, ...], Any] = {}
    for _ in session.steps("robots", rounds(150, 400, 2_000)):
        for seat in map(Seat, range(4)):
            view: Any = session.view(seat)
            if view.phase == "calling":
                built = find_building(view)
                assert seen.setdefault((seat, view.hand, view.latest), built) == built
    assert len(seen) > 40
