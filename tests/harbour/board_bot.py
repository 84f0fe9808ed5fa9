"""The bot for the tests of the page: a board with controls, and commands of each kind."""

import asyncio
import io

import discord
from discord import app_commands

from tests.harbour.conftest import PIXEL, Bot
from tests.harbour.test_interactions import Form


class Board(discord.ui.View):
    """A board with buttons and menus."""

    def __init__(self, meeting: asyncio.Barrier | None) -> None:
        super().__init__(timeout=None)
        self.pressed = 0
        self.meeting = meeting

    @discord.ui.button(label="Join", custom_id="join", style=discord.ButtonStyle.success)
    async def join(self, interaction: discord.Interaction, _: discord.ui.Button["Board"]) -> None:
        self.pressed += 1
        await interaction.response.edit_message(content=f"Joined {self.pressed} times")

    @discord.ui.button(label="My hand", custom_id="hand")
    async def hand(self, interaction: discord.Interaction, _: discord.ui.Button["Board"]) -> None:
        file = discord.File(io.BytesIO(PIXEL), "hand.png", description="three balls and an east", spoiler=True)
        await interaction.response.send_message("For your eyes", file=file, ephemeral=True)

    @discord.ui.button(label="Tally", custom_id="tally", style=discord.ButtonStyle.primary)
    async def tally(self, interaction: discord.Interaction, _: discord.ui.Button["Board"]) -> None:
        await interaction.response.send_modal(Form())

    @discord.ui.button(label="Pluck", custom_id="pluck")
    async def pluck(self, interaction: discord.Interaction, _: discord.ui.Button["Board"]) -> None:
        assert self.meeting is not None
        await interaction.response.defer()
        await self.meeting.wait()
        await self.meeting.wait()
        self.clear_items()
        await interaction.edit_original_response(content="Plucked", view=self)

    @discord.ui.select(
        custom_id="bone", placeholder="Discard", options=[discord.SelectOption(label=f"{n} Ball") for n in range(1, 5)]
    )
    async def bone(self, interaction: discord.Interaction, select: discord.ui.Select["Board"]) -> None:
        await interaction.response.send_message(f"threw {select.values[0]}")

    @discord.ui.select(
        custom_id="keep",
        placeholder="Hold back",
        max_values=2,
        options=[discord.SelectOption(label=f"{n} Stick") for n in range(1, 5)],
    )
    async def keep(self, interaction: discord.Interaction, select: discord.ui.Select["Board"]) -> None:
        await interaction.response.send_message("kept " + " and ".join(select.values), ephemeral=True)


def board_bot(meeting: asyncio.Barrier | None = None) -> Bot:
    """Make a bot with commands of each kind, and a command that the bot never answers.

    After a press of *Pluck* it comes to the meeting twice: when it has acknowledged the press, and before its edit.
    """
    bot = Bot()
    table = app_commands.Group(name="table", description="Tables")

    @table.command(name="open", description="Open a table")
    @app_commands.choices(game=[app_commands.Choice(name=n, value=n.lower()) for n in ("Duo", "Pussers")])
    @app_commands.describe(game="Which game; without one, where the table is at which you have played last")
    async def open_table(
        interaction: discord.Interaction, game: str, robots: app_commands.Range[int, 0, 3] = 0
    ) -> None:
        await interaction.response.send_message(
            f"The *table* is open\nLobby of {game}: **{robots}** robots", view=Board(meeting)
        )

    bot.tree.add_command(table)

    @bot.tree.command(description="Throw a bone")
    async def discard(interaction: discord.Interaction, bone: str) -> None:
        await interaction.response.send_message(f"discards {bone}")

    @discard.autocomplete("bone")
    async def bones(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"{n} Ball", value=f"b{n}") for n in range(1, 9) if current in f"{n} Ball"]

    @bot.tree.command(description="Yes!")
    async def yes(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Yes! it is")

    @bot.tree.context_menu(name="Quote")
    async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"quoted {message.content}", ephemeral=True)

    @bot.tree.command(description="Never answered")
    async def silent(interaction: discord.Interaction) -> None:
        pass

    return bot
