"""The page on a phone, in a real Chromium: what a press shows, where the focus goes, and the line on top."""

import asyncio

import discord
import pytest
from selenium.webdriver.common.keys import Keys

from harbour import Harbour, Person
from tests.harbour.board_bot import board_bot
from tests.harbour.browser import HEIGHT, WIDTH, Browser
from tests.harbour.conftest import Ask, Bot, Start
from tests.harbour.test_page import open_table
from tests.left_out import MORE_CASES

pytestmark = pytest.mark.browser

COVERED = """
const at = (x, y) => document.elementFromPoint(x, y)?.closest("button")?.id;
return [...document.querySelectorAll(".me button:not([hidden])")].filter((button) => {
  const { left, top, right, bottom } = button.getBoundingClientRect();
  const over = [...document.querySelectorAll(".place")].some((place) => {
    const box = place.getBoundingClientRect();
    const end = Math.min(box.right, document.getElementById("places").getBoundingClientRect().right);
    return box.top < bottom && top < box.bottom && box.left < right && left < end;
  });
  return over || at(left + 1, top + 1) !== button.id || at(right - 1, bottom - 1) !== button.id;
}).map((button) => button.id);
"""
"""A script that lists the buttons beside the places that lie partly outside of the page, or over a place."""

BADGE = """
const box = (css) => document.querySelector(css)?.getBoundingClientRect();
const [all, last, badge] = ["#places", ".place:last-child", ".badge"].map(box);
return badge ? last.right <= all.right && badge.left >= last.left && badge.right <= all.right : null;
"""
"""A script that says if the unread badge and its place lie within the page; null if nothing is unread."""


@pytest.mark.thorough(MORE_CASES)
async def test_a_pressed_button_stays_dimmed_until_the_edit_comes(
    harbour: Harbour, start: Start, bear: Person, bull: Person, window: Browser
) -> None:
    meeting = asyncio.Barrier(2)
    await start(board_bot(meeting))
    await open_table(window, harbour, bear)
    await window.press(".button", "Pluck")
    await meeting.wait()
    await bull.say("Is it acknowledged?")
    await window.see(".message", "Is it acknowledged?")
    assert await window.run("return document.querySelector('.busy').textContent") == "Pluck"
    await meeting.wait()
    await window.see(".message", "Plucked")
    await window.wait_until_gone(".busy")


@pytest.mark.thorough(MORE_CASES)
async def test_on_a_phone_an_answer_opens_no_keyboard(
    harbour: Harbour, start: Start, bear: Person, window: Browser
) -> None:
    await start(board_bot())
    await window.set_touch(True)
    try:
        await open_table(window, harbour, bear)
        focused = "return document.activeElement.id"
        assert await window.run(focused) == "log", "a command has been sent"
        await window.press(".button", "My hand")
        await window.press(".ephemeral .plain-link", "Dismiss")
        await window.wait_until_gone(".ephemeral")
        assert await window.run(focused) == "log"
    finally:
        await window.set_touch(False)


@pytest.mark.thorough(MORE_CASES)
async def test_a_press_shows_what_it_changes_in_its_own_message(
    harbour: Harbour, start: Start, bear: Person, window: Browser, ask: Ask
) -> None:
    """Under an open page, only the buttons of the message above may be in sight."""
    await start(board_bot())
    await open_table(window, harbour, bear)
    for n in range(6):
        await ask("POST", f"/channels/{harbour.channel.id}/messages", {"content": f"line {n}\n" * 8})
    await window.see(".message", "line 5")
    hidden = (
        "const boxes = ['#log', '.message:has(.button)'].map((css) => document.querySelector(css));"
        "const [log, board] = boxes.map((shown) => shown.getBoundingClientRect().top); return board < log - 1"
    )
    await window.run("document.querySelector('.button').scrollIntoView({ block: 'start' })")
    assert await window.run(hidden)
    await window.press(".button", "Join")
    await window.see(".message", "Joined 1 times")
    assert not await window.run(hidden)


LAST_FRAME = """
const log = document.querySelector("#log").getBoundingClientRect();
const frame = document.querySelector(".message:last-child .container");
const [end, told] = [frame, frame.lastElementChild].map((element) => element.getBoundingClientRect());
"""
"""A script that measures the log, the frame of the last message, and the last part in that frame."""


class End(discord.ui.LayoutView):
    """An end with a button, and below that what the button tells."""

    def __init__(self, lines: int, told: str = "") -> None:
        super().__init__(timeout=None)
        self.lines = lines
        why = discord.ui.Button["End"](label="Why?", custom_id="why")
        setattr(why, "callback", self.tell)  # noqa: B010 - the library types it for subclasses alone
        parts = [discord.ui.TextDisplay("The end\n" * lines), discord.ui.ActionRow(why)]
        self.add_item(discord.ui.Container(*parts, *([discord.ui.TextDisplay(told)] if told else [])))

    async def tell(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=End(self.lines, "Because.\n" * 40))


@pytest.mark.thorough(MORE_CASES)
async def test_what_stands_below_the_buttons_leaves_the_beginning_in_sight(
    harbour: Harbour, start: Start, bear: Person, window: Browser
) -> None:
    bot = Bot()

    @bot.tree.command(description="An end")
    async def end(interaction: discord.Interaction, lines: int) -> None:
        await interaction.response.send_message(view=End(lines))

    await start(bot)
    await window.go(harbour.find_page_url(bear))
    await window.see(".place", "table")
    for lines, whole in ((20, True), (60, False)):
        await window.press("#entry")
        await window.type(f"/end {lines}")
        await window.press("#command .send")
        await window.press(".message:last-child .button", "Why?")
        await window.see(".message:last-child .container", "Because.")
        assert await window.run(f"{LAST_FRAME} return end.top >= log.top - 1") is whole
        assert await window.run(f"{LAST_FRAME} return told.top <= log.bottom - 90"), "some of what is told is in sight"


@pytest.mark.thorough(MORE_CASES)
async def test_a_person_is_added_and_given_an_address_of_their_own(
    harbour: Harbour, bear: Person, window: Browser
) -> None:
    await window.go(harbour.find_page_url(bear))
    await window.run("for (const id of ['games', 'phones']) document.getElementById(id).hidden = false")
    await window.resize(360, 740)
    assert await window.run(COVERED) == []
    await window.press("#add-person", "Add a person")
    await window.see("#form-dialog", "an address of their own")
    await window.type("Bear", Keys.ENTER)
    await window.see("#form-dialog .problem", "There is a Bear already; choose another name")
    await window.run("document.getElementById('new-name').value = ''")
    await window.press("#new-name")
    await window.type("Ann Lee", Keys.ENTER)
    await window.see("#form-dialog h2", "Ann Lee is here")
    address = await window.run("return document.getElementById('new-address').value")
    assert address == harbour.find_page_url(harbour.people[-1])
    wide = await window.run("return document.documentElement.scrollWidth <= innerWidth")
    assert wide, "nothing sticks out at the side"
    await window.press("#form-dialog .button", "Close")
    await window.go(str(address))
    await window.see_name("Ann Lee")


async def test_an_answer_that_ends_in_a_direct_message_leads_there(
    harbour: Harbour, start: Start, bear: Person, window: Browser
) -> None:
    """Only the last words of an answer lead: an answer that goes on, or asks something, is read first."""
    bot = Bot()
    link = f"https://discord.com/channels/@me/{bear.dm_channel.id}"

    @bot.tree.command(description="A lesson in the DM")
    async def learn(interaction: discord.Interaction, question: bool) -> None:
        await interaction.response.defer(ephemeral=True)
        told = await interaction.user.send("What is the bone S7?")
        end = " Close it?" if question else ""
        await interaction.edit_original_response(content=f"Your lesson: {link}/{told.id}{end}")

    @bot.tree.command(description="A table in the DM")
    async def practice(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"Your table: {link}", ephemeral=True)

    await start(bot)
    await window.go(harbour.find_page_url(bear))
    await window.resize(360, 740)
    try:
        for command, here in (("learn question:True", "#"), ("learn question:False", "✉"), ("practice", "✉")):
            await window.press(".place", "#")
            await window.press("#entry")
            await window.type(f"/{command} ")
            await window.press("#command .send")
            await window.see(".place[aria-current]", here)
            badge = await window.run(BADGE)
            assert badge is (True if here == "#" else None), "the unread message is told on the envelope"
        await window.see(".message", "What is the bone S7?")
    finally:
        await window.resize(WIDTH, HEIGHT)
