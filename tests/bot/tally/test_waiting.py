"""Entries that do not count yet: the lines below the standings say what they wait for, and from whom."""

import pytest

from bot.store.people import erasure
from bot.tally.changes import ledger
from bot.tally.changes.waiting import MOST_NAMED
from tests.bot.tally.crew import ADMIN, CHANNEL, DAY, USERS, Crew, person

MINUTE = 60_000


async def test_one_entry_waits_for_those_who_have_not_confirmed_it(crew: Crew) -> None:
    number = await crew.enter_hand({"Bear": 12, "Bull": -6, "Wally": -6}, wait=30 * MINUTE)
    counts = f"<t:{(crew.clock.now + 30 * MINUTE) // 1000}:R>"
    told = (
        "1 entry is waiting for {} (or the scorer) to confirm it (`/tally confirm`). Unless somebody disputes it, "
        f"it'll count anyway {counts}."
    )
    assert told.format("Bear, Bull and Wally") in (await crew.show()).text
    await crew.confirm(person("Bull"), number)
    assert told.format("Bear and Wally") in (await crew.show()).text
    crew.clock.forward(30 * MINUTE)
    await crew.announcements()
    assert "wait" not in (await crew.show()).text


async def test_several_entries_share_a_line_with_the_time_when_the_last_will_count(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 6, "Bull": -6}, wait=MINUTE)
    await crew.enter_hand({"Wally": 6, "Bull": -6}, wait=2 * MINUTE)
    assert (
        "2 entries are waiting for Bear, Bull and Wally (or the scorer) to confirm them (`/tally confirm`). Unless "
        f"somebody disputes them, they'll all count anyway, the last one <t:{(crew.clock.now + 2 * MINUTE) // 1000}:R>."
    ) in (await crew.show()).text


async def test_disputed_entries_do_not_count_by_themselves(crew: Crew) -> None:
    for _ in range(2):
        number = await crew.enter_hand({"Bear": 6, "Bull": -6}, wait=MINUTE)
        await crew.dispute(person("Bull"), number, "there was no Moon")
    decided = (
        "2 entries are disputed. A disputed entry doesn't count until everyone in it, or the scorer, confirms "
        "it (`/tally confirm`). The scorer can also strike it out (`/books undo`)."
    )
    shown = (await crew.show()).text
    assert decided in shown
    assert "wait" not in shown
    await crew.enter_hand({"Bear": 2, "Wally": -2}, wait=2 * DAY)
    shown = (await crew.show()).text
    assert "1 entry is waiting for Bear and Wally (or the scorer) to confirm it" in shown
    assert decided in shown


async def test_a_disputed_entry_counts_once_those_who_disputed_it_agree_too(crew: Crew) -> None:
    number = str(await crew.enter_hand({"Bear": 12, "Bull": -6, "Wally": -6}, wait=MINUTE))
    await crew.change(person("Wally"), ledger.confirm, number)
    await crew.change(person("Wally"), ledger.dispute, number, "by the button")
    for name in ("Bear", "Bull"):
        await crew.change(person(name), ledger.confirm, number)
    assert (await crew.entry(int(number))).is_disputed
    await crew.change(person("Wally"), ledger.confirm, number)
    assert (await crew.entry(int(number))).state == "posted"
    assert await crew.balances() == {"Bear": 12, "Bull": -6, "Wally": -6}
    await crew.check_audit()


async def test_somebody_who_disputes_confirms_and_disputes_again_still_disputes(crew: Crew) -> None:
    number = str(await crew.enter_hand({"Bear": 12, "Bull": -12}, wait=MINUTE))
    for _ in range(3):
        await crew.change(person("Bull"), ledger.dispute, number, "by the button")
        await crew.change(person("Bull"), ledger.confirm, number)
    await crew.change(person("Bull"), ledger.dispute, number, "by the button")
    await crew.change(person("Bear"), ledger.confirm, number)
    assert (await crew.entry(int(number))).is_disputed
    assert sum("disputes an entry" in message.text for message in await crew.announcements(CHANNEL)) == 1


async def test_another_reason_is_announced_also_after_the_first_was_given_twice(crew: Crew) -> None:
    number = str(await crew.enter_hand({"Bear": 12, "Bull": -12}, wait=MINUTE))
    await crew.change(person("Bull"), ledger.dispute, number, "by the button")
    await crew.change(person("Bull"), ledger.confirm, number)
    for reason in ("by the button", "there was no Moon"):
        await crew.change(person("Bull"), ledger.dispute, number, reason)
    told = [message.text for message in await crew.announcements(CHANNEL) if "disputes an entry" in message.text]
    assert ["there was no Moon" in text for text in told] == [False, True]


async def test_players_cannot_overrule_a_scorers_dispute(crew: Crew) -> None:
    number = str(await crew.enter_hand({"Bear": 12, "Bull": -12}, wait=MINUTE))
    await crew.change(ADMIN, ledger.dispute, number, "that was last week")
    for name in ("Bear", "Bull"):
        await crew.change(person(name), ledger.confirm, number)
    assert (await crew.entry(int(number))).is_disputed
    await crew.change(ADMIN, ledger.confirm, number)
    assert (await crew.entry(int(number))).state == "posted"


async def test_of_many_people_only_some_are_named_and_the_scorer_stands_in_for_former_members(
    crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"P{number}" for number in range(MOST_NAMED + 3)]
    for number, name in enumerate(names):
        monkeypatch.setitem(USERS, name, 500 + number)
    await crew.add_people(*names)
    for other in names[1:]:
        await crew.enter_hand({names[0]: 1, other: -1}, wait=MINUTE)
    assert "waiting for P0, P1, P2, P3, P4, P5 and 3 more (or the scorer)" in (await crew.show()).text
    for name in names:
        await crew.write(erasure.erase, USERS[name])
    assert "8 entries are waiting for the scorer to confirm them (`/tally confirm`)." in (await crew.show()).text
