"""The present shuffle is folded from the commitments; its secret is read from the store."""

from dataclasses import replace

import pytest

from bot.store import Secret
from bot.tables.facets.shuffle import Shuffle
from bot.tables.history.events import CommittedTo, HandOver, Opened, Prepared, Revealed
from tests.bot.tables.facets.steps import step

SECRET = Secret(1, 1, "digest", "c0ffee", {}, 0, None)


def test_a_commitment_begins_a_shuffle_without_its_secret() -> None:
    shuffle = Shuffle().after(step(Opened(), CommittedTo(1, "digest"))).with_secret(SECRET)
    assert (shuffle.number, shuffle.known_secret) == (1, SECRET)
    assert shuffle.after(step(HandOver(1))) == replace(shuffle, last_finished=1)
    assert shuffle.after(step(Revealed(1))) == replace(shuffle, last_opened=1, last_finished=1)
    assert Shuffle().after(step(Prepared(1), Revealed(1))).last_finished == 0, "a prepared hand has no replay"
    following = shuffle.after(step(Revealed(1), CommittedTo(2, "other")))
    assert (following.number, following.secret, following.last_finished) == (2, None, 1)


def test_no_secret_is_known_before_the_first_commitment() -> None:
    with pytest.raises(LookupError):
        Shuffle().known_secret  # noqa: B018


def test_a_secret_is_not_printed() -> None:
    assert "c0ffee" not in repr(Shuffle(1, SECRET))
