"""The books through `Tally`, on both engines: entries, corrections, verdicts, seasons, people."""

import asyncio
from dataclasses import replace

from sqlalchemy import select

from bot.ports import Button, Location, Message, Reply, Request
from bot.services.books import suggestions
from bot.store.books import postings, reports
from bot.store.database import schema
from bot.store.people import erasure
from bot.tally.books import NamedTransfer, TallyFilters, export
from bot.tally.changes import ledger, members
from bot.tally.changes.members import MOST_ALIASES_OF_GUEST, MOST_IDLE, MOST_IDLE_OF_PERSON
from bot.tally.papers.paper_check import GivenPaper
from tests.bot.tally.crew import ADMIN, CHANNEL, DAY, GUILD, HERE, KEEPER, SCORER, TALLY, USERS, Crew, person
from tests.refuses import refuses


def text(reply: Reply) -> str:
    assert reply.message is not None
    return reply.message.text


def buttons(message: Message) -> list[str]:
    return [button.name for row in message.rows for button in row if isinstance(button, Button)]


async def set_up_tally(crew: Crew) -> None:
    await crew.tally.change_settings({"channel": str(TALLY), "scorer": str(SCORER)}, crew.request(ADMIN))
    await crew.announcements()


async def test_a_hand_is_in_the_books_with_all_its_details(crew: Crew) -> None:
    number = await crew.enter_hand({"Bear": 12, "Bull": -6, "Wally": -6})
    entry = await crew.entry(number)
    assert (entry.table, entry.hand, entry.game, entry.rules_version) == (entry.table, 1, "pussers-bones", 1)
    assert (entry.by, entry.reason, entry.at, entry.state) == (USERS["Bear"], "tie_up", crew.clock.now, "posted")
    assert await crew.balances() == {"Bear": 12, "Bull": -6, "Wally": -6}
    shown = await crew.show()
    assert "1. **Bear** +12 (1 entry)" in shown.text
    assert shown.pictures[0].alt.endswith("Totals: Navy 0.")
    await crew.check_audit()


async def test_the_scorer_moves_units_and_it_is_announced(crew: Crew) -> None:
    await set_up_tally(crew)
    for by in (person("Bear"), replace(KEEPER, roles=(1, 2))):
        with refuses("not_scorer"):
            await crew.adjust(by, "Bear", "Bull", 5, "a lost bet")
    request = crew.request(KEEPER)
    bet = NamedTransfer("Bear", "bull", 5)
    first = text(await crew.tally.changes.make(request, ledger.adjust, bet, "a lost bet"))
    assert text(await crew.tally.changes.make(request, ledger.adjust, bet, "a lost bet")) == first
    assert await crew.balances() == {"Bear": -5, "Bull": 5}
    announced = (await crew.announcements())[-1].text
    assert announced.startswith("<@2> made an entry.\n**#1**")
    assert announced.endswith("a lost bet. Bear −5, Bull +5")
    assert (
        len([announcement for announcement in await crew.announcements() if "made an entry" in announcement.text]) == 1
    )
    for amount, reason, why in ((0, "x", "amount"), (5, " ", "empty"), (5, "for $5", "money"), (10**7, "x", "amount")):
        with refuses(why):
            await crew.adjust(KEEPER, "Bear", "Bull", amount, reason)
    with refuses("same"):
        await crew.adjust(KEEPER, "Bear", "Bear", 5, "x")
    with refuses("nobody"):
        await crew.adjust(KEEPER, "Bear", "Ned", 5, "x")
    await crew.check_audit()


async def test_a_correction_is_a_reversing_entry_and_nothing_is_edited(crew: Crew) -> None:
    number = await crew.enter_hand({"Bear": 12, "Bull": -12})
    before = await crew.entry(number)
    with refuses("not_scorer"):
        await crew.tally.undo(crew.request(person("Bear")), str(number), "miscounted")
    assert text(await crew.tally.undo(crew.request(ADMIN), f"#{number}", "miscounted")) == "Taken back: 1 entry."
    announced = len(await crew.announcements())
    with refuses("TALLY/undone"):
        await crew.tally.undo(crew.request(ADMIN), str(number), "again")
    assert len(await crew.announcements()) == announced
    assert await crew.entry(number) == before
    book = await crew.book()
    first, second = await crew.store.read(postings.read, book.crew.id)
    assert (second.reverses, second.by, second.reason) == (first.id, ADMIN.user, "miscounted")
    assert (second.table, second.hand, second.game, second.rules_version) == (
        first.table, first.hand, first.game, first.rules_version,
    )  # fmt: skip
    assert [(entry.account, entry.amount) for entry in second.entries] == [
        (entry.account, -entry.amount) for entry in first.entries
    ]
    assert await crew.balances() == {}
    for bad in ("99", "x", "0", "9" * 30):
        with refuses("entry"):
            await crew.tally.undo(crew.request(ADMIN), bad, "why")
    await crew.check_audit()


async def test_a_hand_counts_when_its_players_agree_or_the_time_to_dispute_is_over(crew: Crew) -> None:
    await set_up_tally(crew)
    first = await crew.enter_hand({"Bear": 6, "Bull": -6}, wait=60_000)
    second = await crew.enter_hand({"Bear": 6, "Wally": -6}, wait=90_000)
    assert await crew.balances() == {}
    shown = (await crew.announcements())[-2]
    assert buttons(shown) == [f"tally.confirm.{first}", f"tally.dispute.{first}"]
    with refuses("not_scorer"):
        await crew.confirm(person("Wally"), first)
    agreed = await crew.press(f"tally.confirm.{first}", person("Bear"), HERE)
    assert text(agreed) == f"You agreed to entry #{first}; 1 player still has to agree."
    assert text(await crew.confirm(person("Bear"), first)) == text(agreed)
    assert text(await crew.confirm(person("Bull"), first)) == f"Entry #{first} counts."
    shown = (await crew.announcements())[-2]
    assert shown.rows == ()
    assert shown.text.endswith("Confirmed by <@11> and <@12>.")
    assert await crew.balances() == {"Bear": 6, "Bull": -6}
    crew.clock.forward(90_000)
    shown = (await crew.announcements())[-1]
    assert shown.text.endswith("Nobody disputed it.")
    assert (await crew.entry(second)).state == "posted"
    assert await crew.balances() == {"Bear": 12, "Bull": -6, "Wally": -6}
    with refuses("not_pending"):
        await crew.confirm(person("Bear"), second)
    await crew.check_audit()


async def test_a_disputed_hand_waits_for_the_scorer(crew: Crew) -> None:
    await set_up_tally(crew)
    first = await crew.enter_hand({"Bear": 6, "Bull": -6}, wait=60_000)
    second = await crew.enter_hand({"Bear": 6, "Bull": -6}, wait=60_000)
    for number in (first, second):
        noted = await crew.dispute(person("Bull"), number, "there was no Moon")
        assert text(noted).startswith(f"Entry #{number} is disputed. It counts once")
    await crew.store.write(ledger.confirm_due, first, crew.clock.now + DAY)  # it was found due just before the dispute
    third = await crew.enter_hand({"Bear": 2, "Bull": -2}, wait=2 * DAY)
    offered = await crew.reports.read(crew.request(ADMIN), suggestions.suggest_entries, "", True)
    assert [(value, name.startswith("disputed: #")) for name, value in offered] == [
        (str(third), False), (str(second), True), (str(first), True),
    ]  # fmt: skip
    written = await crew.store.read(export.list_rows, await crew.book(), reports.Scope(await crew.id()))
    assert [row["state"] for row in written if row["player"] == "Bear"] == ["disputed", "disputed", "pending"]
    await crew.tally.undo(crew.request(KEEPER), str(third), "never played")
    crew.clock.forward(DAY)
    told = [announcement.text for announcement in await crew.announcements()]
    assert any("<@12> disputes an entry: there was no Moon" in text for text in told)
    assert sum("-# This entry is disputed: it doesn't count until" in text for text in told) == 2
    assert await crew.balances() == {}
    agreed = await crew.confirm(person("Bear"), first)
    assert text(agreed) == f"You agreed to entry #{first}; 1 player still has to agree."
    assert await crew.balances() == {}
    assert text(await crew.confirm(KEEPER, first)) == f"Entry #{first} counts."
    assert (
        text(await crew.tally.undo(crew.request(KEEPER), str(second), "the player is right"))
        == "Struck out: it doesn't count."
    )
    assert await crew.balances() == {"Bear": 6, "Bull": -6}
    assert [announcement.text for announcement in await crew.announcements()][-1].startswith("<@2> struck out")
    with refuses("void"):
        await crew.tally.undo(crew.request(KEEPER), str(second), "again")
    await crew.check_audit()


async def test_the_scorer_rules_off_and_nothing_is_lost(crew: Crew) -> None:
    with refuses("empty_sheet"):
        await crew.tally.rule_off(crew.request(ADMIN), "")
    number = await crew.enter_hand({"Bear": 6, "Bull": -6})
    pending = await crew.enter_hand({"Bear": 1, "Bull": -1}, wait=1_000)
    assert text(await crew.tally.rule_off(crew.request(ADMIN), "The second")) == "Season 1 is closed."
    crew.clock.forward(DAY)
    await crew.enter_hand({"Bear": -2, "Bull": 2})
    assert (await crew.entry(pending)).season == (await crew.book()).season.id
    assert "**Bull** +1 (2 entries)" in (await crew.show()).text
    assert "**Bear** +6 (1 entry)" in (await crew.show(season="1")).text
    assert "**Bear** +5 (3 entries)" in (await crew.show(season="all")).text
    assert "The second" in (await crew.show(season="the second")).text
    await crew.tally.undo(crew.request(ADMIN), str(number), "it was long ago")
    assert "**Bear** +6 (1 entry)" in (await crew.show(season="Season 1")).text
    assert "**Bear** −7" in (await crew.show()).text
    for ask, why in (
        (TallyFilters(season="9"), "season"),
        (TallyFilters(since="soon"), "date"),
        (TallyFilters(player="Ned"), "nobody"),
    ):
        with refuses(why):
            await crew.reports.show_standings(ask, crew.request(person("Bear")))
    for name in ("season 1", "all", "Ever", "1"):  # nobody would find such a season, or would find another
        with refuses("season_name"):
            await crew.tally.rule_off(crew.request(ADMIN), name)
    await crew.check_audit()


async def test_a_guest_is_known_by_name_and_may_be_merged_with_a_member(crew: Crew) -> None:
    await crew.tally.add_guest("Old Mate", None, crew.request(person("Bear")))
    await crew.tally.add_guest("Ted", None, crew.request(person("Bear")))
    assert (
        text(await crew.change(person("Bull"), members.add_alias, "old mate", "Mate"))
        == "Old Mate is also called Mate."
    )
    await crew.adjust(ADMIN, "Mate", "Bear", 4, "at the pub")
    for alike in ("mate", "ＭＡＴＥ", "Mаtе", "Mate\u200b"):
        with refuses("taken"):
            await crew.tally.add_guest(alike, None, crew.request(person("Bear")))
    with refuses("not_scorer"):
        await crew.tally.add_guest("Mate", person("Bull"), crew.request(person("Bear")))
    with refuses("not_scorer"):
        await crew.change(person("Bull"), members.add_alias, "Bear", "Ursus")
    await crew.change(person("Bear"), members.add_alias, "Bear", "Ursus")
    assert await crew.balances() == {"Old Mate": -4, "Bear": 4}
    assert (
        text(await crew.tally.add_guest("Mate", person("Bull"), crew.request(ADMIN)))
        == "Old Mate and Bull are merged: one person in the books now."
    )
    assert await crew.balances() == {"Bull": -4, "Bear": 4}
    assert (await crew.book()).find_member("Old Mate").name == "Bull"
    await crew.enter_hand({"Bull": 4, "Bear": -4})
    assert await crew.balances() == {}
    assert "**Bull** 0 (2 entries)" in (await crew.show()).text
    assert (
        text(await crew.tally.add_guest("🐻\u200d❄️ Polar", None, crew.request(person("Bear"))))
        == "🐻\u200d❄️ Polar is in the books."
    )
    assert (await crew.book()).find_member("🐻\u200d❄️  polar").name == "🐻\u200d❄️ Polar"
    assert (
        text(await crew.tally.add_guest("||Spoiler||", None, crew.request(person("Bear"))))
        == "ǀǀSpoilerǀǀ is in the books."
    )
    assert (await crew.book()).find_member("||spoiler||").name == "ǀǀSpoilerǀǀ"
    with refuses("TALLY/name"):
        await crew.tally.add_guest("<@11>", None, crew.request(person("Bear")))
    assert "Ted and Ned are merged" in text(await crew.tally.add_guest("Ted", person("Ned"), crew.request(ADMIN)))
    assert (await crew.book()).find_by_user(USERS["Ned"]).name == "Ted"  # type: ignore[union-attr]
    await crew.tally.add_guest("Ted", person("Bear"), crew.request(ADMIN))
    assert (await crew.book()).find_by_user(USERS["Ned"]) is not None, "another account is asked first"
    await crew.check_audit()


async def test_only_an_admin_changes_the_tallys_settings_and_everybody_sees_them(crew: Crew) -> None:
    with refuses("not_admin"):
        await crew.tally.change_settings({"unit": "matches"}, crew.request(KEEPER))
    given = {
        "unit": "paper clip, paper clips",
        "confirm": 5,
        "stake": "3",
        "tally": "points",
        "stand_ins_score": "split",
        "channel": str(TALLY),
    }
    shown = text(await crew.tally.change_settings(given, crew.request(ADMIN)))
    assert all(
        word in shown
        for word in (
            "The tally counts in paper clips",
            f"Tally channel: <#{TALLY}>\n",
            "Minutes to confirm: 5\n",
            "points minus the average\n",
            "Stake in the tally: 3",
            "hands: half each",
        )
    )
    announced = " ".join(announcement.text for announcement in await crew.announcements())
    assert "set “Who scores when a seat changes hands” in the tally: half each." in announced
    assert "set “Minutes to confirm” in the tally: 5." in announced
    for bad in ({"unit": "dollars"}, {"confirm": -1}, {"tally": "everything"}):
        with refuses():
            await crew.tally.change_settings(bad, crew.request(ADMIN))
    await crew.enter_hand({"Bear": 1, "Bull": -1})
    assert "in paper clips" in (await crew.show()).text
    assert "Bull pays Bear 1 paper clip." in (await crew.tally.paying.show_debts(crew.request(person("Bear")))).text


async def test_a_group_of_the_server_has_books_of_its_own(crew: Crew) -> None:
    stokers = Location(GUILD, 555)
    await crew.enter_hand({"Bear": 1, "Bull": -1})
    await crew.tally.change_settings({"group": "Stokers"}, crew.request(ADMIN, stokers))
    inside = await crew.show(stokers)
    title, *told = inside.text.split("\n")
    assert title == "**Tally** · Stokers · Season 1 (in matches)"
    assert told == [
        "The books here are still empty. A hand goes in once it's finished (in dominoes, a whole game). "
        "A broken-off hand doesn't."
    ]
    assert "Bear" in (await crew.show(Location(GUILD, CHANNEL))).text
    assert "Stokers" in (await crew.show(Location(GUILD, 999, 555))).text
    await crew.tally.change_settings({"group": "none"}, crew.request(ADMIN, stokers))
    assert "Bear" in (await crew.show(stokers)).text
    with refuses("no_dm"):
        await crew.show(Location(0, 5))


async def test_an_erased_person_leaves_sums_pictures_and_announcements_without_a_name(crew: Crew) -> None:
    await set_up_tally(crew)
    for wait in (0, 0, 60_000):
        await crew.enter_hand({"Bear": 12, "Bull": -6, "Wally": -6}, wait=wait)
    await crew.change(person("Bear"), members.add_alias, "Bear", "Ursus")
    await crew.adjust(ADMIN, "Bull", "Bear", 2, "Ursus was right")
    with refuses("no_vote"):
        await crew.tally.rule_off(crew.request(person("Bear")), "")
    await crew.tally.check_paper(
        GivenPaper("date,Bear,Bull\n2001-01-01,1,-1\n"), crew.request(replace(person("Bear"), admin=True))
    )
    await crew.change(person("Bear"), ledger.dispute, "3", "says Bear")
    await crew.store.write(erasure.erase, USERS["Bear"])
    crew.clock.forward(DAY)
    await crew.check_audit()
    name = next(member.name for member in (await crew.book()).members.values() if member.name.startswith("Former"))
    assert await crew.balances() == {name: 26, "Bull": -14, "Wally": -12}
    reports = (crew.reports.show_standings, crew.reports.show_sheet, crew.reports.show_chart, crew.reports.show_records)
    pages = [await report(TallyFilters(), crew.request(person("Bull"))) for report in reports]
    pages.append(await crew.tally.paying.show_debts(crew.request(person("Bull"))))
    announced = [announcement for announcement in await crew.announcements() if "#3" in announcement.text][-1:]
    for message in [*pages, *announced]:
        everything = message.text + "".join(picture.alt for picture in message.pictures)
        assert "Bear" not in everything
        assert "Ursus" not in everything
        assert str(USERS["Bear"]) not in everything.replace("<t:", "")
    assert name[:8] in pages[1].pictures[0].alt
    kept = await crew.store.read(lambda c: [repr(tuple(row)) for row in c.execute(select(schema.memos))])
    assert not any("2001-01-01" in row for row in kept)
    assert (
        await refusal(crew.tally.enter_paper("", crew.request(replace(person("Bear"), admin=True))))
        == "TALLY/paper_gone"
    )


async def refusal(doing: object) -> str:
    with refuses() as refused:
        await doing  # type: ignore[misc]
    return refused.value.key


async def test_simultaneous_entries_lose_nothing(crew: Crew) -> None:
    requests = [crew.request(ADMIN) for _ in range(12)]
    await asyncio.gather(
        *(
            crew.tally.changes.make(request, ledger.adjust, NamedTransfer("Bear", "Bull", 1), "at once")
            for request in (*requests, *requests)
        ),
        *(crew.enter_hand({"Bear": 2, "Wally": -2}) for _ in range(3)),
    )
    assert await crew.balances() == {"Bear": -6, "Bull": 12, "Wally": -6}
    await crew.check_audit()


async def test_an_announcement_that_cannot_be_posted_is_given_up_and_the_entry_stays(crew: Crew) -> None:
    from bot.ports.messenger import DeliveryError, ErrorKind, Place

    def closed(what: str, place: Place, message: Message | None) -> None:
        raise DeliveryError(ErrorKind.FORBIDDEN)

    await set_up_tally(crew)
    crew.messenger.fail = closed
    await crew.adjust(ADMIN, "Bear", "Bull", 1, "quietly")
    assert await crew.announcements(TALLY) == [
        posted for posted in crew.messenger.at(TALLY) if "made an entry" not in posted.text
    ]
    assert await crew.balances() == {"Bear": -1, "Bull": 1}
    with refuses("no_speech"):
        await crew.tally.share(Message("x"), Request(ADMIN, HERE, crew.stamp()))


async def test_an_answer_can_be_shown_to_everybody_once(crew: Crew) -> None:
    message, stamp = await crew.show(), crew.stamp()
    for _ in range(2):
        assert text(await crew.tally.share(message, Request(ADMIN, HERE, stamp))) == "Posted in this channel."
    assert crew.messenger.at(CHANNEL) == [message]


async def test_amounts_too_large_for_the_books_are_refused_or_count_for_nothing(crew: Crew) -> None:
    await set_up_tally(crew)
    most = postings.MOST_BALANCE
    first = await crew.enter_hand({"Bear": most, "Bull": -most})
    with refuses("too_large"):
        await crew.adjust(KEEPER, "Bull", "Bear", 1_000_000, "x")
    waiting = [await crew.enter_hand({"Bear": most // 2, "Bull": -most // 2}, wait=60_000) for _ in range(2)]
    with refuses("too_large"):
        await crew.confirm(KEEPER, waiting[0])
    crew.clock.forward(60_000)
    told = await crew.announcements()
    assert [(await crew.entry(number)).state for number in waiting] == ["void", "void"]
    assert sum("too large for the books" in message.text for message in told) == 2
    await crew.tally.undo(crew.request(KEEPER), str(first), "wrong")
    assert await crew.balances() == {}
    await crew.check_audit()


async def test_one_person_cannot_use_up_a_crews_limit_of_idle_guests(crew: Crew) -> None:
    for number in range(MOST_IDLE_OF_PERSON):
        await crew.tally.add_guest(f"Mate {number}", None, crew.request(person("Bear")))
    with refuses("own_idle_guests"):
        await crew.tally.add_guest("One more", None, crew.request(person("Bear")))
    await crew.tally.add_guest("Another's", None, crew.request(person("Bull")))
    await crew.adjust(ADMIN, "Mate 1", "Mate 2", 5, "a bet")
    await crew.tally.add_guest("One more", None, crew.request(person("Bear")))


async def test_the_number_of_idle_guests_is_limited_and_the_scorer_removes_them(crew: Crew) -> None:
    givers = [person(name) for name in ("Bear", "Bull", "Wally")]
    for number in range(MOST_IDLE):
        await crew.tally.add_guest(f"Mate {number}", None, crew.request(givers[number % 3]))
    with refuses("idle_guests"):
        await crew.tally.add_guest("One more", None, crew.request(person("Bear")))
    await crew.tally.add_guest("The scorer's", None, crew.request(ADMIN))
    for _ in range(2):
        with refuses("not_scorer"):
            await crew.change(person("Bear"), members.remove_guest, "Mate 1")
    await crew.adjust(ADMIN, "Mate 1", "Mate 2", 5, "a bet")
    with refuses("guest_in_use"):
        await crew.change(ADMIN, members.remove_guest, "Mate 1")
    for name in ("Mate 3", "Mate 4"):
        assert text(await crew.change(ADMIN, members.remove_guest, name)) == f"{name} is out of the books."
    await crew.tally.add_guest("One more", None, crew.request(person("Bear")))
    await crew.check_audit()


async def test_a_guest_has_few_aliases_from_others_and_each_can_be_taken_away(crew: Crew) -> None:
    await crew.tally.add_guest("Ted", None, crew.request(person("Bear")))
    for other in ("Teddy", "Edward", "Ed")[:MOST_ALIASES_OF_GUEST]:
        await crew.change(person("Bear"), members.add_alias, "Ted", other)
    with refuses("guest_aliases"):
        await crew.change(person("Bear"), members.add_alias, "Ted", "Eddie")
    with refuses("not_scorer"):
        await crew.change(person("Bear"), members.remove_alias, "Ted", "Teddy")
    with refuses("no_alias"):
        await crew.change(ADMIN, members.remove_alias, "Ted", "Eddie")
    with refuses("own_name"):
        await crew.change(ADMIN, members.remove_alias, "Ted", "ted")
    await crew.change(ADMIN, members.remove_alias, "Ted", "teddy")
    (ted,) = [member for member in (await crew.book()).members.values() if member.name == "Ted"]
    assert ted.aliases == ["Edward", "Ed"]
