"""Short stories: a screen reader, closed DMs, private answers, a thread for a table, a second start."""

import asyncio
from pathlib import Path

import pytest

from bot.cli.run import find_button as control
from bot.cli.run import make_harbour_settings
from bot.config import Settings
from bot.edge import repeating
from bot.serving.app import App
from bot.serving.registration import COMMANDS_MEMO
from bot.store.database import key_values
from games.core.seats import Seat
from harbour import Fault, Harbour
from tests.chance import FixedSeals, SeededChance
from tests.left_out import LONGER, MORE_CASES
from tests.render import shown as scenes
from tests.stories.dealt_evenings import control_id
from tests.stories.evening import SETTINGS, Evening, complete_move, evening, words_for
from tests.stories.table_messages import hand_alt


def count_registrations(harbour: Harbour) -> int:
    """Count how often commands were registered."""
    return sum(request.method == "PUT" and request.path.endswith("/commands") for request in harbour.requests)


async def end_of(*jobs: str) -> None:
    """Wait until the background jobs with these names have ended."""
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() in jobs))


async def start_duo(night: Evening) -> None:
    """Start a table of Duo Dominoes and deal the first hand."""
    await night.open("duo-dominoes")
    await night.start()


@pytest.mark.thorough(LONGER)
async def test_a_whole_hand_in_words_alone(tmp_path: Path) -> None:
    """For a screen reader: there is no picture, every tile is in words, every move is a command or a button."""
    async with evening(tmp_path, chance=SeededChance("words")) as night:
        await night.open("duo-dominoes", text_only="yes")
        for person in night.people:
            await night.settle(await person.slash("me text", options={"value": "on"}))
        await night.start()
        table = await night.until(lambda table: table.public_view.hand == 2)
        assert table.public_view.hand == 2
        for person in night.people:
            rack = night.rack(person)
            assert rack.attachments == []
            assert "tiles" in rack.words
        assert night.board().attachments == []
        assert "tiles" in night.board().words


@pytest.mark.thorough(LONGER)
async def test_a_player_with_closed_dms_gets_a_thread_and_later_their_dms_again(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("closed")) as night:
        bull = night.people[1]
        bull.close_dms()
        await start_duo(night)
        await night.ask_for_thread(bull)
        (thread,) = bull.threads()
        assert [person.threads() for person in night.people if person is not bull] == [[], [], []]
        in_thread = [message for message in bull.messages(thread) if message.controls()]
        assert len(in_thread) == 1
        assert len(in_thread[0].attachments) == 1
        told = [message for message in night.harbour.channel.history() if bull.mention in message.words]
        assert len(told) == 1

        hand = await bull.press(night.board(), control(night.board(), "hand.show"))
        shown = await hand.followup()
        assert shown.ephemeral
        own = await night.now()
        seat = own.seat_of(int(bull.id))
        assert seat is not None
        assert shown.attachments[0].description == scenes.draw_hand(own.view(seat), own.names).alt

        bull.open_dms()
        await night.until(lambda table: table.public_view.hand == 2)
        assert len([message for message in bull.dm() if message.controls()]) == 1


async def test_a_move_that_is_not_allowed_is_answered_in_private_and_changes_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("refused")) as night:
        await start_duo(night)
        before = await night.now()
        sequence = before.sequence
        waiting = before.public_view.to_act[0]
        other = night.people[(waiting + 1) % 4]
        refused = await other.slash("move", options={"words": "play 6-6"})
        await night.settle(refused)
        message = await refused.message()
        assert message.words.startswith("DD-")
        assert message.ephemeral
        unread = await night.people[waiting].slash("move", options={"words": "play banana"})
        await night.settle(unread)
        assert "banana" in (await unread.message()).words
        assert (await night.now()).sequence == sequence
        for person in night.people:
            if person is not other:
                assert all(message.words not in seen.words for seen in person.messages())


async def test_completion_offers_a_players_own_bones_and_strangers_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("offers")) as night:
        await start_duo(night)
        waiting = (await night.now()).public_view.to_act[0]
        offered = await complete_move(night.people[waiting], "play")
        assert offered
        stranger = night.harbour.add_user("Guest")
        assert await complete_move(stranger, "play") == []
        for seat, person in enumerate(night.people):
            if seat != waiting:
                mine = await complete_move(person, "play")
                assert mine == []


@pytest.mark.thorough(MORE_CASES)
async def test_a_table_in_a_thread_of_its_own_leaves_the_channel_free(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("threads")) as night:
        bear = night.people[0]
        opened = await bear.slash("table open", options={"game": "duo-dominoes", "thread": True})
        await night.settle(opened)
        (thread,) = bear.threads()
        lobby = await bear.wait_for_message(lambda message: message.controls(), channel=thread)
        assert lobby.channel_id == thread.id
        await night.settle(await bear.slash("table open", options={"game": "duo-dominoes"}))
        assert [posted for posted in night.harbour.channel.history() if posted.controls() and posted.only_for is None]
        second = await bear.slash("table open", options={"game": "duo-dominoes"})
        assert "a table already" in (await second.message()).words


async def test_house_rules_are_chosen_from_menus_and_numbers_are_typed(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("forms")) as night:
        await night.open("pussers-bones")
        bear = night.people[0]
        lobby = await bear.wait_for_message(lambda message: message.controls())
        more = await night.more(bear)
        themes = await (await bear.press(more, control(more, "lobby.house"))).message()
        rules = await (await bear.select(themes, control_id(themes, "lobby.house"), ["theme:table"])).message()
        values = await (await bear.select(rules, control_id(rules, "lobby.house~2"), ["talk"])).message()
        await night.settle(await bear.select(values, control_id(values, "lobby.house.set"), ["talk=messdeck"]))
        themes = await (await bear.press(lobby, control(lobby, "lobby.house"))).message()
        rules = await (await bear.select(themes, control_id(themes, "lobby.house"), ["theme:stakes"])).message()
        modal = await (await bear.select(rules, control_id(rules, "lobby.house~2"), ["cents_per_point"])).modal()
        filled = await bear.submit_modal(modal, {"option": "cents_per_point", "value": "2"})
        await night.settle(filled)
        options = (await night.now()).row.options
        assert (options["talk"], options["cents_per_point"]) == ("messdeck", 2)


@pytest.mark.thorough(MORE_CASES)
async def test_a_second_start_does_not_register_commands_again(tmp_path: Path) -> None:
    """The database holds the hash of the commands, and they have not changed."""
    async with evening(tmp_path) as night:
        assert count_registrations(night.harbour) == 1
        app = App(
            make_harbour_settings(Settings(), night.harbour),
            night.store,
            SETTINGS,
            night.harbour.clock.now,
            dict,
            night.chance,
            FixedSeals,
        )
        stop, ready = asyncio.Event(), asyncio.Event()
        running = asyncio.create_task(app.run(stop, ready))
        await ready.wait()
        await end_of("commands", "emojis")
        stop.set()
        await running
        assert count_registrations(night.harbour) == 1


async def test_commands_are_registered_later_if_discord_was_away_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repeating, "FIRST_JOB_WAIT", 0.0)
    async with evening(tmp_path) as night:
        await night.store.write(key_values.drop, COMMANDS_MEMO)
        harbour, night_settings = night.harbour, make_harbour_settings(Settings(), night.harbour)
        cut_off = harbour.inject_fault(Fault("PUT", r".*/commands", cut=True, times=2))
        app = App(night_settings, night.store, SETTINGS, harbour.clock.now, dict, night.chance, FixedSeals)
        stop, ready = asyncio.Event(), asyncio.Event()
        running = asyncio.create_task(app.run(stop, ready))
        await ready.wait()
        await end_of("commands", "emojis")
        assert cut_off.hits == 2
        assert await night.store.read(key_values.get, COMMANDS_MEMO) is not None
        stop.set()
        await running


@pytest.mark.thorough(MORE_CASES)
async def test_commands_that_discord_refuses_are_tried_again_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(repeating, "REFUSED_WAIT", 0.0)
    async with evening(tmp_path) as night:
        await night.store.write(key_values.drop, COMMANDS_MEMO)
        harbour = night.harbour
        refused = harbour.inject_fault(Fault("PUT", r".*/commands", 400, code=50035, times=2))
        settings = make_harbour_settings(Settings(), harbour)
        app = App(settings, night.store, SETTINGS, harbour.clock.now, dict, night.chance, FixedSeals)
        stop, ready = asyncio.Event(), asyncio.Event()
        running = asyncio.create_task(app.run(stop, ready))
        await ready.wait()
        await end_of("commands", "emojis")
        assert refused.hits == 2
        assert await night.store.read(key_values.get, COMMANDS_MEMO) is not None
        assert "Discord refused commands: 400 50035" in caplog.text
        stop.set()
        await running


async def test_the_game_goes_on_while_discord_takes_no_messages(tmp_path: Path) -> None:
    """Moves do not wait for messages. Once Discord takes messages again, the bot skips outdated ones."""
    async with evening(tmp_path, chance=SeededChance("outage")) as night:
        await start_duo(night)
        before = (await night.now()).sequence
        edits = sum(request.method == "PATCH" for request in night.harbour.requests)
        held = [
            night.harbour.inject_fault(Fault(method, r"/channels/\d+/messages.*", hold=True, times=1_000))
            for method in ("POST", "PATCH")
        ]
        for _ in range(4):
            table = await night.now()
            seat = table.public_view.to_act[0]
            verb, _, argument = (words_for(table, seat) or "").partition(" ")
            await (await night.type(night.people[seat], verb, argument)).wait_for_acknowledgement()
            assert night.app.router is not None
            await night.app.router.drain()
        after = await night.now()
        assert after.sequence >= before + 4
        assert [attachment.description for attachment in night.board().attachments] != [
            scenes.draw_board(after.public_view, after.names).alt
        ]
        for fault in held:
            fault.times = 0
            fault.release()
        await night.settle()
        shown = [attachment.description for attachment in night.board().attachments]
        assert shown == [scenes.draw_board(after.public_view, after.names).alt]
        for place, person in enumerate(night.people):
            rack = [attachment.description for attachment in night.rack(person).attachments]
            assert rack == [hand_alt(after, Seat(place))]
        assert sum(request.method == "PATCH" for request in night.harbour.requests) - edits < 4 * 5 + 4
