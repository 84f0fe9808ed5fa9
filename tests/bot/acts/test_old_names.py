"""The names of controls on messages that were posted long ago: they are still read, and made in the same way."""

import pytest

from bot.acts import register
from bot.ports import Pattern

ACTS = register()
DIGEST = "4f" * 32
OLD_NAMES = """
close.no.4
close.yes.4
daily.instead.20781
daily.play.20781
daily.share.20781
fair.copy.DIGEST
fair.promise.DIGEST
guide.game.duo-dominoes
guide.open.pussers-bones/in-short
guide.open.pussers-bones/pb-45#2
keep.drop.3
keep.earlier.17.duo-dominoes.2025.4.the 3.50 hand
keep.hand.3
keep.newest.0....
keep.post.3
keepaway.back.all.1384112211223344556.10
keepaway.back.here.1384112211223344556.0
keepaway.page.10.after
keepaway.page.0.before
learn.game.duo-dominoes
learn.go.pussers-bones/turn
learn.say.pussers-bones/bones.2.0
learn.step.pussers-bones/bones.2
lobby.agree.2
lobby.leave.2
lobby.more
lobby.more.DIGEST
lobby.house.preset
lobby.house.preset.any_suits
lobby.start.now.2
mine.12
night.in.3.1
night.weekly.3.0
offer.agree.1
offer.no.1
offer.yes.1
orders.until.pass
practice.begin.duo-dominoes
practice.first.pussers-bones
practice.new.duo-dominoes.old_hand
practice.new.pussers-bones.first
dearest.next.1
replay.2.1.open
replay.2.3.play
replay.2.3.1.instead
replay.2.100000.share
replay.2.100000.keep
replay.2.3.went
replay.2.3.1.went
replay.2.3.on
replay.2.3.0.back
replay.2.3.call
replay.2.3.score
replay.2.3.jump
replay.2.3.1.jump
replay.2.3.seat
table.open.duo-dominoes
tally.apart.4.9
tally.confirm.7
tally.debts.6.after.2
tally.dispute.7
tally.handed.no.7
tally.handed.yes.7
tally.join.4.9
tally.keep.3
tally.me.4
tally.page.chart.....
tally.page.leaders.3.duo-dominoes.2025-01-01.2025-02-01..2
tally.page.player.all....7.2
tally.page.records......2
tally.page.sheet......2..later
tally.page.sheet.all....7.2.120.earlier
tally.page.show.3.....2
tally.paper.all.0a1b2c
tally.paper.enter.0a1b2c
tally.paper.order.0a1b2c
tally.pay.4.9.120.31
tally.pay.4.9.3000000000.31
tally.real.duo-dominoes
tally.real_again.7
tally.real_seat
tally.real_seat.4
tally.real_step.undo
tally.real_tap.~2
tally.real_tap.1.R1
tally.real_told.duo-dominoes
tally.ruleoff.2
undo.no
undo.yes
undo.yes.4
vote.1
""".replace("DIGEST", DIGEST).strip().split("\n")  # fmt: skip
"""Names that releases up to 1.0.0 wrote, as the stories saw them. None may ever go."""


@pytest.mark.parametrize("name", OLD_NAMES)
def test_an_old_name_belongs_to_one_pattern_which_makes_it_again(name: str) -> None:
    (read,) = [(pattern, facts) for pattern in ACTS.by_pattern if (facts := pattern.read(name)) is not None]
    pattern, facts = read
    assert ACTS.find_by_control(name) == (ACTS.by_pattern[pattern], facts)
    assert pattern.make(**facts) == name


def test_every_pattern_with_facts_has_an_old_name() -> None:
    lacking = [pattern for pattern in ACTS.by_pattern if pattern.kinds and not any(map(pattern.read, OLD_NAMES))]
    assert not lacking, f"add a name that these patterns make to OLD_NAMES: {lacking}"


@pytest.mark.parametrize(
    "name",
    ["tally.join.4", "tally.join.4.x", "tally.join.4.09", "tally.join.-4.9", "tally.join.4.9.", "undo.maybe.3",
     "undo.yes.", "vote.१", "tally.join.4.9\n", "tally.pay.1.2.3", f"mine.{10**15}",
     f"night.in.7.{2**31}", f"daily.share.{2**31}", f"replay.{2**31}.0",
     "keepaway.back.all.9999999999999999999.0", "lobby.more.", "replay.2.3.sideways"],
)  # fmt: skip
def test_a_name_that_no_pattern_makes_is_not_read(name: str) -> None:
    assert ACTS.find_by_control(name) == (None, {})


def test_a_name_that_could_not_be_read_again_is_not_made() -> None:
    with pytest.raises(ValueError, match=r"tally\.me\.-1"):
        Pattern("tally.me.{member:int}").make(member=-1)
    with pytest.raises(ValueError, match=r"learn\.a\.b"):
        Pattern("learn.{game}").make(game="a.b")


def test_a_pattern_is_never_written_in_the_place_of_a_name() -> None:
    with pytest.raises(TypeError, match="make one with its facts"):
        f"{Pattern('learn.go.{path:rest}')}.4"
