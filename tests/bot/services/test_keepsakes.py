"""Keepsakes of a crew: hands that are kept and move, links to messages, and the gallery of both."""

import io
import random
from dataclasses import replace

import pytest
from PIL import Image

import render.scenes
from bot.acts.keepsakes import suggest_years
from bot.edge.custom_ids import Control
from bot.edge.interactions import InteractionRequest
from bot.messages.replays.moving_hand import MOST_STEPS, list_steps
from bot.ports import Location, Message, Reply, Requester
from bot.services import keepsakes as service
from bot.store import Connection
from bot.store.books import crews, keepsakes, postings
from bot.store.people import personal_data
from bot.tables.play.past_hands import PastHand
from bot.tally.books import find_date
from bot.tally.papers.collecting import find_origin
from games import registry
from render.base.picture import Picture
from render.moving import MOST_BYTES, Frame, animate
from tests.bot.harness.room import ACTS, BEAR, BULL, HERE, NED, Room, list_controls, message_of
from tests.bot.harness.shelf import take_played_table
from tests.contract.twins import twin
from tests.left_out import MORE_CASES, MORE_GAMES, mark_thorough
from tests.refuses import refuses


async def keep(room: Room, table: int, who: Requester = BEAR, line: str = "What a hand", hand: int = 1) -> Message:
    """Keep a hand as people do: by the button below its replay, and the form."""
    shown = message_of(await room.press(table, f"replay.{hand}.1.open", who))
    (button,) = [name for name in list_controls(shown) if name.endswith(".keep")]
    form = (await room.press(table, button, who)).form
    assert form is not None
    return message_of(await room.press(table, form.name, who, line))


async def read_past_hand(room: Room, table: int) -> PastHand:
    present = await room.get(table)
    past = await room.read(room.replays.hands.read, present, 1)
    assert past is not None
    return past


async def test_the_line_of_a_kept_hand_may_hold_a_link(room: Room) -> None:
    table = await take_played_table(room, "duo-dominoes")
    link = f"https://discord.com/channels/{10**19}/{10**19}/{10**19}"
    assert f"“Bull said it: {link}”" in (await keep(room, table, line=f"Bull said it: {link}")).text
    assert (
        "https://"
        not in (await keep(room, table, line="https://discord.com/invite/1 https://a.com/channels/1/2/3")).text
    )


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_a_kept_hand_moves_and_shows_nothing_that_stayed_hidden(room: Room, game: str) -> None:
    table = await take_played_table(room, game)
    present, past = await room.get(table), await read_past_hand(room, table)
    steps = list_steps(present, past, ())
    assert 2 <= len(steps) <= MOST_STEPS
    drawn = render.scenes.draw_moving(steps, "")
    image = Image.open(io.BytesIO(drawn.png))
    assert (image.format, len(drawn.png) <= MOST_BYTES) == ("GIF", True)
    assert getattr(image, "n_frames", 1) > 1
    others = twin([entry.event for entry in past.events], None, random.Random(7))
    swapped = tuple(replace(entry, event=event) for entry, event in zip(past.events, others, strict=True))
    hidden = replace(past, events=swapped)
    opened = replace(hidden, secret=replace(past.secret, revealed_at=None if past.is_open else 1))
    for other in (hidden, opened):
        again = list_steps(present, other, ())
        assert [time for _, _, time in again] == [time for _, _, time in steps]
        ending = getattr(steps[-1][0], "ending", None)
        shows_all = bool(getattr(ending, "losers", ()))  # with the rule `show_washout`, nothing stays hidden at the end
        until = len(steps) - 1 if shows_all else len(steps)
        assert again[:until] == steps[:until]  # the picture is drawn from these steps alone


async def test_a_kept_hand_stands_in_the_gallery_with_its_keepers_line(room: Room) -> None:
    table = await take_played_table(room, "duo-dominoes", (BEAR, BULL), 2)
    kept = await keep(room, table, line="The night of the double six")
    assert kept.name == "hand.gif"
    assert len(kept.pictures) == 1
    assert "“The night of the double six”" in kept.text
    assert kept.text.endswith(f"Kept by <@{BEAR.user}>; with <@{BULL.user}>")
    gallery = message_of(await room.press_at(Control(0, "keep.gallery", 0), BULL, HERE))
    assert "The night of the double six" in gallery.text
    again = message_of(await room.press_at(Control(0, "keep.open", 0), BULL, HERE, "1"))
    assert again.pictures == kept.pictures
    replayed = message_of(await room.press(table, "replay.1.1.open", BULL))
    assert replayed.text.startswith("Hand 1, step 1")


async def test_a_kept_hand_is_posted_once_in_half_a_minute(room: Room) -> None:
    table = await take_played_table(room, "duo-dominoes")
    await keep(room, table)
    await room.press(table, "keep.post.1", BEAR)
    posted = room.at(HERE.channel)[-1]
    assert (posted.name, len(posted.pictures), posted.loud) == ("hand.gif", 1, False)
    with refuses("shared_lately"):
        await room.press(table, "keep.post.1", BEAR)


async def test_only_its_keeper_or_a_scorer_lets_a_kept_hand_go(room: Room) -> None:
    table = await take_played_table(room, "duo-dominoes")
    await keep(room, table)
    with refuses("not_yours"):
        await room.press(table, "keep.drop.1", NED)
    await room.press(table, "keep.drop.1", BEAR)
    for what in ("keep.drop.1", "keep.post.1"):
        with refuses("gone"):
            await room.press(table, what, BEAR)


async def test_what_cannot_be_kept_is_refused(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await take_played_table(room, "duo-dominoes")
    for hand, line, reason in ((2, "x", "no_replay"), (1, " ", "empty"), (1, "20 dollars", "money")):
        with refuses(reason):
            await room.press(table, f"keep.hand.{hand}", BEAR, line)
    monkeypatch.setattr(service, "MOST_OF_PERSON", 0)
    with refuses("too_many"):
        await room.press(table, "keep.hand.1", BEAR, "x")


async def test_whoever_keeps_as_much_as_they_may_can_still_change_a_line(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await take_played_table(room, "duo-dominoes")
    monkeypatch.setattr(service, "MOST_OF_PERSON", 1)
    await keep(room, table, line="first")
    assert "“second”" in (await keep(room, table, line="second")).text
    found = await room.read(keepsakes.list_matching, keepsakes.Search((1,), (HERE.channel,), 0), 9)
    assert [known.line for known in found] == ["second"]


async def test_the_gallery_leaves_out_hands_of_a_channel_that_its_reader_does_not_see(room: Room) -> None:
    table = await take_played_table(room, "duo-dominoes")
    await keep(room, table)
    elsewhere = Location(HERE.guild, 777)
    for who, found in ((BEAR, True), (NED, False)):
        gallery = message_of(await room.press_at(Control(0, "keep.gallery", 0), who, elsewhere))
        assert ("What a hand" in gallery.text) is found
    with refuses("gone"):
        await room.press_at(Control(0, "keep.open", 0), NED, elsewhere, "1")


async def test_the_gallery_of_a_crew_that_moved_is_opened_from_its_new_server(room: Room) -> None:
    """Whoever sat there finds it. No scorer of the new server lets anything of others go."""
    table = await take_played_table(room, "duo-dominoes", (BEAR, BULL), 2)
    await keep(room, table)
    old = await room.read(crews.find_crew, 1)
    assert old is not None
    there = Location(HERE.guild + 1, 888)

    def move(connection: Connection) -> None:
        new = crews.ensure(connection, there.guild, 1)
        owners = [crews.add_member(connection, new.id, name, 1).id for name in ("Bear", "Bull")]
        gains = zip(crews.open_accounts(connection, new.id, owners), (1, -1), strict=True)
        source = f"books:{'0' * 16}:{find_origin(old)}.1"
        postings.post(connection, postings.NewTransfer(new.id, source, [postings.Gain(*gain) for gain in gains], 1))

    with refuses("gone"):
        await room.press_at(Control(0, "keep.open", 0), BULL, there, "1")
    await room.write(move)
    for who, found in ((BULL, True), (NED, False)):
        gallery = (await room.press_at(Control(0, "keep.gallery", 0), who, there)).message
        assert gallery is not None and ("What a hand" in gallery.text) is found
    opened = (await room.press_at(Control(0, "keep.open", 0), BULL, there, "1")).message
    assert opened is not None and opened.name == "hand.gif"
    with refuses("not_yours"):
        await room.press_at(Control(0, "keep.drop.1", 0), replace(BULL, admin=True), there)


def test_a_picture_that_would_be_too_large_leaves_boards_out() -> None:
    noise = random.Random(1)
    pictures = []
    for _ in range(12):
        image = Image.frombytes("P", (400, 400), noise.randbytes(160_000))
        image.putpalette(noise.randbytes(768))
        file = io.BytesIO()
        image.save(file, "PNG")
        pictures.append(Picture(file.getvalue(), ""))
    made = animate([Frame(picture, 100) for picture in pictures], "x")
    assert len(made.png) <= MOST_BYTES


async def test_an_erasure_deletes_the_persons_keepsakes_and_their_name_in_others(room: Room) -> None:
    table = await take_played_table(room, "duo-dominoes", (BEAR, BULL), 2)
    await room.close(table)
    await room.settle()
    await room.write(crews.add_member, 1, "Bear", room.clock.now, BEAR.user)
    await keep(room, table, BEAR, "Bull and Bear")
    await keep(room, table, BULL, "Bear and Bull")
    mine = (await room.read(personal_data.export, BEAR.user))["kept"]
    assert ([kept["line"] for kept in mine["mine"]], len(mine["by_others"])) == (["Bull and Bear"], 1)
    await room.me.erase(room.request(BEAR))
    await room.settle()
    found = await room.read(keepsakes.list_matching, keepsakes.Search((1,), (HERE.channel,), 0), 9)
    assert [(kept.keeper, kept.line.partition(" and ")[2]) for kept in found] == [(BULL.user, "Bull")]
    assert "Bear" not in found[0].line
    assert await room.read(keepsakes.list_people, found[0].id) == [BULL.user]


@pytest.mark.thorough(MORE_CASES)
async def test_a_link_that_an_earlier_build_kept_stays_until_its_author_goes(room: Room) -> None:
    message, author = 77, NED.user
    old = keepsakes.Keepsake(0, 1, keepsakes.KeptKind.MESSAGE, HERE.channel, None, None, None, None, message, author,
                             BEAR.user, "Ned's best line", room.clock.now, room.clock.now)  # fmt: skip
    await room.open("duo-dominoes")
    await room.write(keepsakes.keep, old, (author,))
    kept = message_of(await room.press_at(Control(0, "keep.open", 0), BULL, HERE, "1"))
    assert f"https://discord.com/channels/{HERE.guild}/{HERE.channel}/{message}" in kept.text
    await room.me.erase(room.request(NED))
    with refuses("gone"):
        await room.press_at(Control(0, "keep.open", 0), BULL, HERE, "1")
    for strange in (
        "keep.earlier.x....",
        "keep.earlier.1.chess...",
    ):
        with refuses("no_button"):
            await room.press_at(Control(0, strange, 0), BEAR, HERE, "x")


async def test_the_gallery_finds_by_text_person_game_and_year_and_has_pages(room: Room) -> None:
    table = await take_played_table(room, "duo-dominoes", (BEAR, BULL), 2)
    await room.write(crews.add_member, 1, "Bull", room.clock.now, BULL.user)
    await room.write(crews.add_member, 1, "Old Tom", room.clock.now)
    place = (HERE.channel, None, None, None, None)
    kept = keepsakes.Keepsake(0, 1, keepsakes.KeptKind.MESSAGE, *place, 1, NED.user, BEAR.user, "", 0, room.clock.now)
    for number in range(1, 11):
        old = kept._replace(
            message=number, line=f"line {number} of Old Tom", happened_at=(1990 - 1970) * 31_557_600_000
        )
        await room.write(keepsakes.keep, old, (NED.user,))
    await keep(room, table, line="The double six")

    async def show(**options: object) -> Message:
        request = InteractionRequest(BEAR, HERE, room.stamp(), path=("tally", "remember"), options=options)  # type: ignore[arg-type]
        reply = await ACTS.carry_out(room.services, ACTS.find(request), request)
        assert isinstance(reply, Reply)
        assert reply.message is not None
        return reply.message

    first = await show()
    assert "The double six" in first.text
    (earlier,) = [name for name in list_controls(first) if name.startswith("keep.earlier")]
    second = message_of(await room.press_at(Control(0, earlier, 0), BEAR, HERE))
    assert "line 1 of Old Tom" in second.text
    assert any(name.startswith("keep.newest") for name in list_controls(second))
    for options, found in (
        ({"text": "DOUBLE"}, {"The double six"}),
        ({"player": "Bull"}, {"The double six"}),
        ({"game": "duo-dominoes"}, {"The double six"}),
        ({"text": "line 7", "player": "Old Tom", "year": 1990}, {"line 7 of Old Tom"}),
        ({"year": 1980}, set()),
    ):
        told = (await show(**options)).text
        assert {
            line.partition("“")[2].rstrip("”") for line in told.splitlines() if "“" in line and "·" in line
        } == found
    now = find_date(room.clock.now).year
    unseen = Location(HERE.guild, HERE.channel + 1)
    for where, typed, years in ((HERE, "", [now, 1990]), (HERE, "19", [1990]), (unseen, "", [])):
        request = InteractionRequest(NED, where, room.stamp(), options={"year": typed})
        assert [year for _, year in await suggest_years(room.services, request)] == years
