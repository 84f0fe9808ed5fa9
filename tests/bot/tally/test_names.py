"""The names of people in the books: a guest who becomes a player, and a player with a new name on Discord."""

from bot.services.books import suggestions
from bot.tally.changes import members
from tests.bot.tally.crew import ADMIN, USERS, Crew, person
from tests.refuses import refuses


async def test_a_player_numbered_because_of_a_guest_takes_the_guests_name(crew: Crew) -> None:
    await crew.tally.add_guest("Ned", None, crew.request())
    await crew.enter_hand({"Bear": 6, "Ned": -6})
    assert (await crew.balances()) == {"Bear": 6, "Ned (2)": -6}
    guest = next(member for member in (await crew.book()).members.values() if member.name == "Ned")
    await crew.tally.add_guest(f"#{guest.id}", person("Ned"), crew.request())
    assert (await crew.balances()) == {"Bear": 6, "Ned": -6}
    book = await crew.book()
    assert [book.find_member(name).user_id for name in ("Ned", "Ned (2)")] == [USERS["Ned"]] * 2
    assert [member.name for member in book.members.values()].count("Ned") == 1
    await crew.check_audit()


async def sit_down(crew: Crew, name: str) -> None:
    """Let Bull sit down at a table under this name."""
    found = await crew.read(members.label_users, await crew.id(), {}, {USERS["Bull"]: name})
    await crew.write(members.note_names, await crew.id(), found.new, found.revision)


async def test_a_name_follows_discord_and_both_names_find_the_player(crew: Crew) -> None:
    bull = (await crew.book()).find_member("Bull")
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    await sit_down(crew, "BULL")
    assert (await crew.book()).members[bull.id].name == "BULL", "only its capitals differ"
    for name in ("Bull", "Bullwinkle", "Bullwinkle", "Bear", "BEAR"):
        await sit_down(crew, name)
    book = await crew.book()
    assert (book.members[bull.id].name, book.members[bull.id].aliases) == ("Bullwinkle", ["Bull"])
    assert book.find_member("bullwinkle").id == book.find_member("Bull").id == bull.id
    assert book.find_member("Bear").user_id == USERS["Bear"]
    assert await crew.balances() == {"Bear": 6, "Bullwinkle": -6}
    await sit_down(crew, "Bull")
    assert (await crew.book()).members[bull.id].name == "Bull"
    assert (await crew.book()).members[bull.id].aliases == ["Bullwinkle"]
    for number in range(members.MOST_NOTED + 3):
        await sit_down(crew, f"Bull {number} of many")
    assert len((await crew.book()).members[bull.id].aliases) == members.MOST_NOTED


async def test_a_name_that_was_found_in_older_books_waits(crew: Crew) -> None:
    """Somebody else may have the name by then. It is looked up again at the next hand's end, outside the writer."""
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    found = await crew.read(members.label_users, await crew.id(), {USERS["Bull"]: "Bullwinkle"}, {})
    assert found.names == {USERS["Bull"]: "Bullwinkle"}
    both = {USERS[name]: "Bruno" for name in ("Bear", "Bull")}
    assert list((await crew.read(members.label_users, await crew.id(), {}, both)).names.values()) == [
        "Bruno", "Bull",
    ]  # fmt: skip
    newcomer = {USERS["Bull"]: "Bruno", USERS["Ned"]: "Bruno"}
    assert list((await crew.read(members.label_users, await crew.id(), {}, newcomer)).names.values()) == [
        "Bruno", "Bruno (2)",
    ]  # fmt: skip
    await crew.tally.add_guest("Bullwinkle", None, crew.request())
    await crew.write(members.note_names, await crew.id(), found.new, found.revision)
    assert {member.name for member in (await crew.book()).members.values()} == {
        "Bear", "Bull", "Bullwinkle", "Wally",
    }  # fmt: skip


async def test_a_name_that_the_scorer_sets_stays_and_keeps_everything(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    with refuses("not_scorer"):
        await crew.change(person("Bull"), members.rename, "Bull", "Moose", False)
    with refuses("namesake"):
        await crew.change(ADMIN, members.rename, "Bull", "bear", False)
    await crew.change(ADMIN, members.rename, "Bull", "Moose", False)
    moose = (await crew.book()).find_member("Moose")
    await sit_down(crew, "Bullwinkle")
    moose = (await crew.book()).find_member("Moose")
    assert (moose.name, moose.aliases, moose.user_id) == ("Moose", ["Bull", "Bullwinkle"], USERS["Bull"])
    assert await crew.balances() == {"Bear": 6, "Moose": -6}
    await crew.change(ADMIN, members.rename, "Moose", "", True)
    await sit_down(crew, "Bullwinkle")
    assert (await crew.book()).find_member("Moose").name == "Bullwinkle"
    await crew.check_audit()


async def test_a_name_that_could_be_two_people_is_asked_about(crew: Crew) -> None:
    """An adjustment once took from the paper's Ned, while the Ned who plays was meant."""
    await crew.tally.add_guest("Ned", None, crew.request())
    await crew.enter_hand({"Bear": 6, "Ned": -6})
    with refuses("several") as refused:
        await crew.adjust(ADMIN, "Ned", "Bear", 1, "a slip")
    assert refused.value.facts["names"] == ("Ned (guest)", "Ned (2)")
    offered = await crew.reports.read(crew.request(), suggestions.suggest_members, "ned")
    assert [label for label, _ in offered] == ["Ned (guest)", "Ned (2)"]
    for _, value in offered:
        await crew.adjust(ADMIN, value, "Bear", 1, "a slip")
    assert await crew.balances() == {"Bear": 8, "Ned": -1, "Ned (2)": -7}
    await crew.tally.add_guest(offered[0][1], person("Ned"), crew.request())
    assert await crew.balances() == {"Bear": 8, "Ned": -8}


TYPED = {
    "İbrahim": "ibrahim", "Işıl": "isil", "Straße": "strasse", "🐻Bär🔥": "bar", "Łukasz": "lukasz",
    "Bjørn": "bjorn", "Đorđe": "dorde", "Z̷̢a̸l̵go": "zalgo", "Æsa": "aesa", "O'Neil": "oneil",
}  # fmt: skip


async def test_a_name_is_completed_and_found_by_the_same_letters(crew: Crew) -> None:
    known = set((await crew.book()).members)
    for name, typed in TYPED.items():
        await crew.tally.add_guest(name, None, crew.request())
        book = await crew.book()
        (guest,) = (member for number, member in book.members.items() if number not in known)
        known.add(guest.id)
        for spelt in (name, typed, typed.upper()):
            offered = await crew.reports.read(crew.request(), suggestions.suggest_members, spelt)
            assert [value for _, value in offered] == [guest.name]
            assert book.find_member(spelt) == guest


async def test_nobody_is_entered_under_a_number_that_means_a_member(crew: Crew) -> None:
    """The bot writes "#7" for the member 7 where a name would mean somebody else, and a guest was called so."""
    for name in ("#7", "＃7", " #123"):
        with refuses("TALLY/name"):
            await crew.tally.add_guest(name, None, crew.request())
    for member in (await crew.book()).members.values():
        assert (await crew.book()).find_member(f"#{member.id}") == member


async def test_a_name_from_another_keyboard_is_the_same_persons(crew: Crew) -> None:
    """A paper's "O'Brien" came in as a second person beside the "O’Brien" of a phone."""
    await crew.tally.add_guest("Siân O’Brien‐Lee", None, crew.request())
    with refuses("namesake"):
        await crew.tally.add_guest("Siân O'Brien-Lee", None, crew.request())
    await crew.bring_paper("date,Siân O'Brien-Lee,Bull\n2014-01-01,3,-3\n")
    assert (await crew.balances()) == {"Siân O’Brien‐Lee": 3, "Bull": -3}


async def test_who_is_called_what_is_typed_is_offered_first(crew: Crew) -> None:
    """Discord shows 25 choices, and Ana came after everybody whose name contains hers."""
    for name in ("Mariana", "Anabel", "Ana", "*"):
        await crew.tally.add_guest(name, None, crew.request())
    for typed, names in {"ana": ["Ana", "Anabel", "Mariana"], "*": ["№ 1 ∗"]}.items():
        offered = await crew.reports.read(crew.request(), suggestions.suggest_members, typed)
        assert [value for _, value in offered] == names
