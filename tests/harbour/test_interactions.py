"""Slash commands, autocomplete, buttons, selects, modals and follow-ups through a real client."""

import asyncio
import io

import discord
import pytest
from discord import app_commands

from harbour import CallbackType, Harbour, NoResponse, NotOffered, Person
from harbour.actions import interactions
from harbour.base.json_types import Json, JsonValue
from harbour.base.signal import DEFAULT_TIMEOUT_S
from tests.harbour.conftest import Ask, Bot, Start, png


class Form(discord.ui.Modal, title="Adjust the tally"):
    matches: discord.ui.Label["Form"] = discord.ui.Label(text="Matches", component=discord.ui.TextInput(max_length=5))
    reason: discord.ui.Label["Form"] = discord.ui.Label(
        text="Reason", component=discord.ui.TextInput(required=False, default="a slip")
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        matches, reason = self.matches.component, self.reason.component
        assert isinstance(matches, discord.ui.TextInput) and isinstance(reason, discord.ui.TextInput)
        booked = f"{matches.value}: {reason.value}"
        await interaction.response.send_message(booked, ephemeral=True)


class Panel(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Take", custom_id="take", style=discord.ButtonStyle.success)
    async def take(self, interaction: discord.Interaction, _: discord.ui.Button["Panel"]) -> None:
        file = discord.File(io.BytesIO(png(301)), "after.png", description="the board after")
        await interaction.response.edit_message(content="taken", attachments=[file], view=self)

    @discord.ui.button(label="Form", custom_id="form")
    async def form(self, interaction: discord.Interaction, _: discord.ui.Button["Panel"]) -> None:
        await interaction.response.send_modal(Form())

    @discord.ui.button(label="Off", custom_id="off", disabled=True)
    async def off(self, interaction: discord.Interaction, _: discord.ui.Button["Panel"]) -> None:
        raise AssertionError("a disabled button was pressed")

    @discord.ui.select(
        custom_id="bones",
        options=[discord.SelectOption(label=f"{n} Ball", value=f"b{n}") for n in range(1, 5)],
        max_values=2,
    )
    async def bones(self, interaction: discord.Interaction, select: discord.ui.Select["Panel"]) -> None:
        await interaction.response.send_message(",".join(select.values), ephemeral=True)


def table_bot() -> Bot:
    bot = Bot()
    table = app_commands.Group(name="table", description="Tables")

    @table.command(name="open", description="Open a table")
    @app_commands.choices(game=[app_commands.Choice(name="Duo Dominoes", value="duo")])
    async def open_table(
        interaction: discord.Interaction,
        game: str,
        robots: app_commands.Range[int, 0, 3] = 0,
        guest: discord.Member | None = None,
        thread: bool = False,
    ) -> None:
        guest_name = guest.display_name if guest else "nobody"
        await interaction.response.send_message(f"{game} {robots} {guest_name} {thread}", view=Panel())

    bot.tree.add_command(table)

    @bot.tree.command(description="Your hand, privately")
    async def hand(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        file = discord.File(io.BytesIO(png()), "hand.png", description="your hand")
        await interaction.edit_original_response(content="Your hand", attachments=[file])
        await interaction.followup.send("And a word", ephemeral=True)

    @bot.tree.command(description="Throw a bone")
    async def discard(interaction: discord.Interaction, bone: str) -> None:
        await interaction.response.send_message(f"discards {bone}")

    @discard.autocomplete("bone")
    async def bones(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"{n} Ball", value=f"b{n}") for n in range(1, 9) if current in f"{n} Ball"]

    @bot.tree.command(description="Bring the old sheets")
    async def paper(interaction: discord.Interaction, sheet: discord.Attachment) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.followup.send((await sheet.read()).decode())

    @bot.tree.command(description="Nothing comes back")
    async def silent(interaction: discord.Interaction) -> None:
        pass

    return bot


async def test_a_slash_command_with_typed_options(harbour: Harbour, start: Start, bear: Person, bull: Person) -> None:
    await start(table_bot())
    answer = await bear.slash("table open", game="duo", robots=2, guest=bull, thread=True)
    message = await answer.message()
    assert message.content == "duo 2 Bull True"
    assert message.interaction is not None and message.interaction["name"] == "table open"
    assert (await answer.wait_for_acknowledgement()) is CallbackType.MESSAGE
    assert harbour.unsupported == []


@pytest.mark.parametrize(
    "command, options",
    [
        ("table open", {}),
        ("table open", {"game": "poker"}),
        ("table open", {"game": "duo", "robots": 4}),
        ("table open", {"game": "duo", "robots": "2"}),
        ("table open", {"game": "duo", "thread": "yes"}),
        ("table open", {"game": "duo", "colour": "red"}),
        ("table open", {"game": "duo", "guest": "12"}),
        ("table shut", {}),
        ("table", {}),
        ("paper", {"sheet": "text"}),
    ],
)
async def test_unregistered_commands_and_invalid_options_are_not_offered(
    start: Start, bear: Person, command: str, options: Json
) -> None:
    await start(table_bot())
    with pytest.raises(NotOffered):
        await bear.slash(command, options=options)


async def test_a_deferred_ephemeral_response_with_a_follow_up(start: Start, bear: Person, bull: Person) -> None:
    await start(table_bot())
    answer = await bear.slash("hand")
    message = await answer.message()
    assert message.content == "Your hand" and message.ephemeral and not message.loading
    assert message.attachments[0].ephemeral and message.attachments[0].body == png()
    assert (await answer.followup()).content == "And a word"
    assert [m.content for m in bear.ephemerals()] == ["Your hand", "And a word"]
    assert bull.messages() == [] and b"hand" not in b"".join(bull.collect_seen())
    bear.dismiss(message)
    assert [m.content for m in bear.messages()] == ["And a word"]


async def test_autocomplete_offers_choices_for_a_command(start: Start, bear: Person) -> None:
    await start(table_bot())
    assert await bear.autocomplete("discard", "bone", "3") == [{"name": "3 Ball", "value": "b3"}]
    assert b'"3 Ball"' in b"".join(bear.collect_seen())
    assert (await (await bear.slash("discard", bone="b3")).message()).content == "discards b3"
    with pytest.raises(NotOffered):
        await bear.autocomplete("table open", "game", "d")


async def test_a_button_replaces_the_picture(start: Start, bear: Person) -> None:
    await start(table_bot())
    board = await (await bear.slash("table open", game="duo")).message()
    answer = await bear.press(board, "Take")
    assert await answer.message() is board and board.content == "taken"
    assert [a.description for a in board.attachments] == ["the board after"]
    assert answer.interaction.acknowledged is CallbackType.UPDATE_MESSAGE


async def test_entries_of_a_select(start: Start, bear: Person) -> None:
    await start(table_bot())
    board = await (await bear.slash("table open", game="duo")).message()
    assert (await (await bear.select(board, "bones", ["b1", "3 Ball"])).message()).content == "b1,b3"
    for values in ([], ["b1", "b2", "b3"], ["b9"]):
        with pytest.raises(NotOffered):
            await bear.select(board, "bones", values)


async def test_buttons_that_cannot_be_pressed(start: Start, bear: Person, bull: Person) -> None:
    await start(table_bot())
    board = await (await bear.slash("table open", game="duo")).message()
    for name in ("Off", "nothing of that name"):
        with pytest.raises(NotOffered):
            await bear.press(board, name)
    mine = await (await bear.select(board, "bones", ["b1"])).message()
    with pytest.raises(NotOffered):
        await bull.press(mine, "anything")


async def test_a_modal_is_filled_in(start: Start, bear: Person, bull: Person) -> None:
    await start(table_bot())
    board = await (await bear.slash("table open", game="duo")).message()
    modal = await (await bear.press(board, "form")).modal()
    assert modal.title == "Adjust the tally" and [i["label"] for i in modal.inputs()] == ["Matches", "Reason"]
    booked = await (await bear.submit_modal(modal, Matches="12", Reason="a gift")).message()
    assert booked.content == "12: a gift" and booked.ephemeral
    again = await (await bear.press(board, "form")).modal()
    assert (await (await bear.submit_modal(again, Matches="12")).message()).content == "12: a slip"
    for wrong in ({"Matches": ""}, {"Matches": "123456"}, {"Nobody": "1"}):
        with pytest.raises(NotOffered):
            await bear.submit_modal(modal, wrong)
    with pytest.raises(NotOffered):
        await bull.submit_modal(modal, Matches="1")


async def test_no_response_in_three_seconds_is_a_failure(
    harbour: Harbour, start: Start, bear: Person, ask: Ask
) -> None:
    await start(table_bot())
    answer = await bear.slash("silent")
    interactions.schedule_timeout(harbour.state, answer.interaction)
    assert not answer.interaction.failed, "the time is not over by the harbour's clock"
    harbour.clock.advance(3.1)
    path = f"/interactions/{answer.id}/{answer.interaction.token}/callback"
    status, body = await ask("POST", path, {"type": 4, "data": {"content": "late"}})
    assert (status, body["code"]) == (404, 10062)
    interactions.schedule_timeout(harbour.state, answer.interaction)
    with pytest.raises(NoResponse):
        await answer.wait_for_acknowledgement()


async def test_an_interaction_is_acknowledged_once(harbour: Harbour, start: Start, bear: Person, ask: Ask) -> None:
    await start(table_bot())
    answer = await bear.slash("discard", bone="b1")
    await answer.message()
    path = f"/interactions/{answer.id}/{answer.interaction.token}/callback"
    assert (await ask("POST", path, {"type": 6}))[1]["code"] == 40060
    assert (await ask("POST", path.replace(answer.id, "1" * 18), {"type": 6}))[1]["code"] == 10062


@pytest.mark.parametrize("kind", [1, 6, 7, 8])
async def test_a_command_does_not_accept_other_responses(bear: Person, ask: Ask, start: Start, kind: int) -> None:
    await start(table_bot())
    answer = await bear.slash("silent")
    path = f"/interactions/{answer.id}/{answer.interaction.token}/callback"
    status, body = await ask("POST", path, {"type": kind, "data": {"content": "x", "choices": []}})
    assert (status, body["code"]) == (400, 50035)


async def test_the_token_lasts_fifteen_minutes(harbour: Harbour, start: Start, bear: Person, ask: Ask) -> None:
    await start(table_bot())
    answer = await bear.slash("discard", bone="b1")
    await answer.message()
    path = f"/webhooks/{harbour.state.application_id}/{answer.interaction.token}"
    assert (await ask("PATCH", path + "/messages/@original", {"content": "changed"}))[0] == 200
    assert (await ask("GET", path + "/messages/@original"))[1]["content"] == "changed"
    assert (await ask("DELETE", path + "/messages/@original"))[0] == 204
    assert (await ask("GET", path + "/messages/@original"))[1]["code"] == 10008
    harbour.clock.advance(15 * 60 + 1)
    assert (await ask("POST", path, {"content": "late"}))[1]["code"] == 50027
    assert (await ask("POST", f"/webhooks/{harbour.state.application_id}/{'x' * 60}", {}))[1]["code"] == 10015


async def test_calls_arriving_out_of_order_sort_by_their_ids(
    harbour: Harbour, start: Start, bear: Person, bull: Person
) -> None:
    bot = table_bot()
    arrived: list[tuple[str, float]] = []

    @bot.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        arrived.append((interaction.user.display_name, interaction.created_at.timestamp() * 1000))

    await start(bot)
    now = harbour.clock.now()
    late = await bear.slash("discard", bone="b1", at_ms=now + 5)
    early = await bull.slash("discard", bone="b2", at_ms=now)
    await asyncio.gather(late.message(), early.message())
    assert [name for name, _ in arrived] == ["Bear", "Bull"]
    assert arrived[0][1] - arrived[1][1] == pytest.approx(5, abs=0.01) and int(early.id) < int(late.id)


async def test_channel_messages_cannot_be_ephemeral(harbour: Harbour, ask: Ask, bear: Person) -> None:
    path = f"/channels/{harbour.channel.id}/messages"
    status, message = await ask("POST", path, {"content": "psst", "flags": 64})
    assert status == 200 and message["flags"] == 0 and not bear.messages()[0].ephemeral


async def test_channel_routes_do_not_find_ephemeral_messages(start: Start, bear: Person, ask: Ask) -> None:
    await start(table_bot())
    message = await (await bear.slash("hand")).message()
    path = f"/channels/{message.channel_id}/messages/{message.id}"
    assert (await ask("GET", path))[1]["code"] == 10008
    assert (await ask("GET", f"/channels/{message.channel_id}/messages"))[1] == []


async def test_a_stale_press_and_a_second_delivery_reach_the_bot(
    harbour: Harbour, start: Start, bear: Person, bull: Person
) -> None:
    bot = table_bot()
    arrived: list[tuple[int, JsonValue]] = []

    @bot.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        custom_id = interaction.data.get("custom_id") if interaction.data else None
        arrived.append((interaction.id, custom_id))
        bot.signal.notify()

    await start(bot)
    answer = await bear.slash("table open", game="duo")
    board = await answer.message()
    pressed = await bull.press(board, "gone:7", stale=True)
    chosen = await bull.select(board, "gone:8", ["b1"], stale=True)
    interactions.deliver(harbour.state, answer.interaction)
    ids = [int(answer.id), int(pressed.id), int(chosen.id), int(answer.id)]
    await bot.signal.wait_until(lambda: len(arrived) == 4, DEFAULT_TIMEOUT_S, "four interactions")
    assert arrived == list(zip(ids, [None, "gone:7", "gone:8", None], strict=True))
