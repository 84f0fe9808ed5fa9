"""The page in a real Chromium, 390 pixels wide: reading, typing, commands, buttons, selects, forms, two people."""

import asyncio
from pathlib import Path

import discord
import pytest
from selenium.webdriver.common.keys import Keys

from harbour import Harbour, Permission, Person
from tests.admin import forbid
from tests.harbour.board_bot import board_bot
from tests.harbour.browser import WIDTH, Browser
from tests.harbour.conftest import Ask, Bot, Start
from tests.harbour.test_layouts import board, files
from tests.left_out import LONGER, MORE_CASES

pytestmark = pytest.mark.browser


async def open_table(window: Browser, harbour: Harbour, person: Person) -> None:
    await window.go(harbour.find_page_url(person))
    await window.see(".place", "table")
    await window.press("#entry")
    await window.type("/table open game:Duo robots:2 ")
    await window.see("#command", "/table open")
    await window.press("#command .send")
    await window.see(".message", "Lobby of duo")


@pytest.mark.thorough(MORE_CASES)
async def test_a_command_is_chosen_filled_in_and_sent_by_keyboard(
    harbour: Harbour, start: Start, bear: Person, window: Browser
) -> None:
    await start(board_bot())
    await window.go(harbour.find_page_url(bear))
    await window.see(".place", "table")
    await window.press("#entry")
    await window.type("/")
    await window.see("#menu li", "/discard")
    await window.see("#menu li", "Open a table")
    await window.type("tab")
    await window.wait_until_gone("#menu li", "/discard")
    await window.enter()
    await window.see("#menu li", "Pussers")
    detail = await window.see("#command .option .detail", "Which game")
    assert await window.run("return arguments[0].scrollWidth <= arguments[0].clientWidth", detail)
    assert await window.run("return document.activeElement.placeholder") == ""
    await window.type(Keys.ARROW_DOWN)
    await window.enter()
    assert await window.run("return document.activeElement.textContent") == "Send ➤"
    await window.enter()
    message = await window.see(".message", "Lobby of pussers")
    assert "Bear used /table open" in message.text and "0 robots" in message.text
    assert await window.run("return document.activeElement.id") == "entry"
    assert await window.run("return document.querySelector('.line em').textContent") == "table"


async def test_the_front_door_is_one_press_away(harbour: Harbour, start: Start, bear: Person, window: Browser) -> None:
    """It is read from its beginning, although its pictures come after its frame."""
    bot = Bot()

    me = discord.app_commands.Group(name="me", description="Yourself")
    bot.tree.add_command(me)

    @me.command(name="games", description="Every way into every game")
    async def games(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        view = board()
        for _ in range(12):
            view.add_item(discord.ui.TextDisplay("Come in\n" * 4))
        await interaction.edit_original_response(view=view, attachments=files())

    await start(bot)
    await window.go(harbour.find_page_url(bear))
    await window.press("#games", "Games")
    await window.see(".ephemeral", "Come in")
    places = "['#log', '.ephemeral'].map((css) => document.querySelector(css).getBoundingClientRect().top)"
    assert await window.run(f"const [log, door] = {places}; return Math.abs(log - door) < 20")
    assert await window.run("return document.documentElement.scrollWidth") == WIDTH


@pytest.mark.thorough(LONGER)
async def test_mistakes_are_shown_beside_the_field(
    harbour: Harbour, start: Start, bear: Person, window: Browser
) -> None:
    await start(board_bot())
    await window.go(harbour.find_page_url(bear))
    await window.see(".place", "table")
    await window.press("#entry")
    await window.type("/table open ")
    await window.press("#command .send")
    await window.see("#problem", "game is required")
    await window.type("Whist", Keys.ENTER)
    await window.see("#problem", "game: choose from the list")
    await window.press("#command .chip", "+ robots")
    await window.type("9", Keys.ENTER)
    await window.run("document.getElementById('o0').value = 'Duo'")
    await window.press("#command .send")
    await window.see("#problem", "robots: from 0 to 3")
    await window.type(Keys.ESCAPE)
    await window.wait_until_gone("#command")
    await window.type("/nothing", Keys.ENTER)
    await window.see("#problem", "No such command")
    assert bear.messages() == []


@pytest.mark.thorough(LONGER)
async def test_autocomplete_follows_the_typed_text(
    harbour: Harbour, start: Start, bear: Person, window: Browser
) -> None:
    await start(board_bot())
    await window.go(harbour.find_page_url(bear))
    await window.see(".place", "table")
    await window.press("#entry")
    await window.type("/discard ")
    await window.see("#menu li", "8 Ball")
    await window.type("3")
    await window.wait_until_gone("#menu li", "8 Ball")
    await window.enter()
    await window.enter()
    await window.see(".message", "discards b3")
    await window.type("/yes", Keys.ENTER)
    await window.see(".message", "Yes! it is")


@pytest.mark.thorough(LONGER)
async def test_buttons_selects_and_ephemeral_messages(
    harbour: Harbour, start: Start, bear: Person, bull: Person, window: Browser
) -> None:
    await start(board_bot())
    await open_table(window, harbour, bear)
    await window.press(".button", "Join")
    await window.see(".message", "Joined 1 times")
    await window.run("document.querySelector('[data-custom=join]').focus()")
    await window.enter()
    await window.see(".message", "Joined 2 times")
    assert await window.run("return document.activeElement.dataset.custom") == "join", "an edit keeps the focus"
    await window.press(".button", "My hand")
    whisper = await window.see(".ephemeral", "For your eyes")
    assert "Only you can see this" in whisper.text and bull.ephemerals() == []
    assert await window.run("return document.querySelector('.ephemeral img')") is None, "a spoiler stays covered"
    await window.press(".ephemeral .cover")
    assert await window.run("return document.querySelector('.ephemeral img').alt") == "three balls and an east"
    await window.press(".ephemeral .picture")
    await window.see("#picture-dialog figcaption", "three balls and an east")
    await window.press("#picture-dialog .close")
    await window.wait_until_gone("#picture-dialog")
    await window.press(".ephemeral .plain-link", "Dismiss")
    await window.wait_until_gone(".ephemeral")
    assert await window.run("return document.activeElement.id") == "entry"
    await window.run(
        "const s = document.querySelector('select[data-custom=bone]'); s.value = '3 Ball';"
        "s.dispatchEvent(new Event('change'))"
    )
    await window.see(".message", "threw 3 Ball")
    await window.run(
        "const s = document.querySelector('.menu-of'); s.value = 'Quote'; s.dispatchEvent(new Event('change'))"
    )
    await window.see(".ephemeral", "quoted Joined 2 times")
    await window.press(".ephemeral .plain-link", "Dismiss")
    await window.wait_until_gone(".ephemeral")
    await window.press(".many", "Hold back")
    for stick in ("1 Stick", "3 Stick", "4 Stick"):
        await window.press(".tick", stick)
    await window.press("#form-dialog .primary")
    await window.see("#form-dialog .problem", "Choose 1 to 2, not 3")
    await window.press(".tick", "4 Stick")
    await window.press("#form-dialog .primary")
    await window.see(".ephemeral", "kept 1 Stick and 3 Stick")


@pytest.mark.thorough(MORE_CASES)
async def test_a_form_is_filled_in(harbour: Harbour, start: Start, bear: Person, window: Browser) -> None:
    await start(board_bot())
    await open_table(window, harbour, bear)
    await window.press(".button", "Tally")
    await window.see("#form-title", "Adjust the tally")
    await window.type("12")
    await window.enter()
    await window.see(".ephemeral", "12: a slip")
    await window.wait_until_gone("#form-dialog")


@pytest.mark.thorough(MORE_CASES)
async def test_two_windows_are_two_people(
    harbour: Harbour, start: Start, bear: Person, bull: Person, window: Browser, tmp_path: Path
) -> None:
    bot = await start(board_bot())
    other = await asyncio.to_thread(Browser.open, tmp_path, scheme="light")
    try:
        await window.go(harbour.find_page_url(bear))
        await other.go(harbour.find_page_url(bull))
        for browser, name in ((window, "Bear"), (other, "Bull")):
            await browser.see_name(name)
            await browser.see(".place", "table")
        await window.press("#entry")
        await window.type(f"Evening {bull.mention}, **ready**?", Keys.ENTER)
        await other.see(".message.pinged", "Evening @Bull, ready?")
        dm = await bot.create_dm(discord.Object(int(bull.id)))
        await dm.send("Your rack")
        await other.see(".place .badge", "1")
        await other.press(".place", "Boneyard")
        await other.see(".message", "Your rack")
        await other.wait_until_gone(".badge")
        assert "Your turn" not in str(await other.run("return document.title"))
        await dm.send("Bear lays 4-4 at B\n**Your turn: lay a tile**")
        await other.see(".message", "lay a tile")
        assert "Your turn" in str(await other.run("return document.title"))
        await other.run("location.reload()")
        await other.see(".place[aria-current=page]", "Boneyard")
        await window.press(".place", "Boneyard")
        await window.wait_until_gone(".message")
        assert await other.complaints() == []
    finally:
        await asyncio.to_thread(other.close)


@pytest.mark.thorough(MORE_CASES)
async def test_threads_appear_and_disappear(harbour: Harbour, ask: Ask, bear: Person, window: Browser) -> None:
    await window.go(harbour.find_page_url(bear))
    await window.see(".place", "table")
    _, thread = await ask("POST", f"/channels/{harbour.channel.id}/threads", {"name": "Bear's hand", "type": 12})
    await ask("POST", f"/channels/{thread['id']}/messages", {"content": "written before"})
    await ask("PUT", f"/channels/{thread['id']}/thread-members/{bear.id}")
    await window.press(".place", "Bear's hand")
    await window.see(".message", "written before")
    await ask("DELETE", f"/channels/{thread['id']}")
    await window.wait_until_gone(".place", "Bear's hand")
    forbid(harbour, bear.user, Permission.VIEW_CHANNEL)
    await window.wait_until_gone(".place", "table")


@pytest.mark.thorough(MORE_CASES)
async def test_the_page_does_not_jump_or_exceed_the_width_of_a_phone(
    harbour: Harbour, start: Start, bear: Person, window: Browser, ask: Ask
) -> None:
    await start(board_bot())
    await open_table(window, harbour, bear)
    path = f"/channels/{harbour.channel.id}/messages"
    _, first = await ask("POST", path, {"content": "short"})
    for n in range(30):
        await ask("POST", path, {"content": f"line {n} " + "x" * (40 * (n % 3)) + "\n```\n" + "wide " * 40 + "\n```"})
    await window.see(".message", "line 29")
    at_end = "const l = document.getElementById('log'); return l.scrollHeight - l.scrollTop - l.clientHeight < 2"
    assert await window.run(at_end)
    await window.run("document.querySelectorAll('.message')[20].scrollIntoView()")
    await window.until(lambda: window.driver.execute_script(f"return !(() => {{ {at_end} }})()"), "the middle")
    top = "return document.querySelectorAll('.message')[20].getBoundingClientRect().top"
    before = await window.run(top)
    await ask("PATCH", f"{path}/{first['id']}", {"content": "long\n" * 20})
    await window.until(lambda: "long" in window.driver.page_source, "the edit")
    assert await window.run(top) == before, "an edit above does not move what is read"
    await ask("POST", path, {"content": "new below"})
    await window.see("#newer", "New messages")
    assert await window.run(top) == before, "a new message does not move what is read"
    await window.press("#newer")
    await window.see(".message", "new below")
    await window.wait_until_gone("#newer")
    await window.run("document.querySelector('.message:last-child').style.minHeight = '900px'")
    await window.until(lambda: window.driver.execute_script(at_end), "the end of a message that has grown")
    await window.run("document.querySelectorAll('.message')[20].scrollIntoView()")
    await ask("POST", path, {"content": "last"})
    await window.see("#newer", "New messages")
    in_one_frame = (
        "document.getElementById('newer').click();"
        "document.getElementById('log').scrollTop;"  # makes the log take the room of the hidden button
        "document.querySelector('.message:last-child').style.minHeight = '900px'"
    )
    await window.run(in_one_frame)
    await window.until(
        lambda: window.driver.execute_script(at_end), "the end of a message that grew while the log moved to it"
    )
    assert await window.run("return document.documentElement.scrollWidth") == WIDTH


@pytest.mark.thorough(MORE_CASES)
async def test_the_log_scrolls_to_an_answer_for_oneself(
    harbour: Harbour, start: Start, bear: Person, window: Browser, ask: Ask
) -> None:
    await start(board_bot())
    await open_table(window, harbour, bear)
    path = f"/channels/{harbour.channel.id}/messages"
    for n in range(12):
        await ask("POST", path, {"content": f"line {n}\n" * 8})
    in_sight = (
        "const [what, words] = arguments;"
        "const found = [...document.querySelectorAll(what)].find((shown) => shown.textContent.includes(words));"
        "const r = found && found.getBoundingClientRect(); return !!r && r.top >= 0 && r.bottom <= innerHeight"
    )
    await window.press(".button", "My hand")
    assert await window.until(
        lambda: window.driver.execute_script(in_sight, ".ephemeral", "For your eyes"), "the answer in sight"
    )
    await window.run("document.getElementById('log').scrollTop = 0")
    await window.press("#entry")
    await window.type("/yes", Keys.ENTER)
    assert await window.until(
        lambda: window.driver.execute_script(in_sight, ".message", "Yes! it is"), "the answer to the command in sight"
    )

    _, direct = await ask("POST", "/users/@me/channels", {"recipient_id": bear.id})
    assert isinstance(direct, dict)
    path = f"/channels/{direct['id']}/messages"
    practise = {"type": 2, "style": 1, "label": "Practise", "custom_id": "practise"}
    await ask("POST", path, {"content": "door", "components": [{"type": 1, "components": [practise]}]})
    for n in range(6):
        await ask("POST", path, {"content": f"line {n}\n" * 8})
    await window.press(".place", "✉")
    await window.see(".message", "line 5")
    await window.run("document.getElementById('log').scrollTop = 0")
    await window.press(".button", "Practise")
    await ask("POST", path, {"content": "the table"})
    assert await window.until(
        lambda: window.driver.execute_script(in_sight, ".message", "the table"), "the result of a press in sight"
    )


@pytest.mark.thorough(MORE_CASES)
async def test_a_missing_response_is_shown(harbour: Harbour, start: Start, bear: Person, window: Browser) -> None:
    await start(board_bot())
    await window.go(harbour.find_page_url(bear))
    await window.see(".place", "table")
    await window.press("#entry")
    await window.type("/silent", Keys.ENTER)
    await window.see(".notice", "/silent: The application did not respond")


@pytest.mark.thorough(MORE_CASES)
async def test_a_layout_is_drawn_part_by_part_and_its_buttons_work(
    harbour: Harbour, start: Start, bear: Person, window: Browser
) -> None:
    bot, pressed = await start(board_bot()), []

    @bot.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        pressed.append(interaction.data)
        if len(pressed) < 2:
            await interaction.response.defer()
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.edit_original_response(view=board("by:7:no:3"), attachments=files())

    await window.go(harbour.find_page_url(bear))
    await window.see(".place", "table")
    channel = bot.get_channel(int(harbour.channel.id))
    assert isinstance(channel, discord.TextChannel)
    sent = await channel.send("A message of old", file=files()[0])
    await window.see(".files img")
    await channel.get_partial_message(sent.id).edit(content=None, view=board(), attachments=files())
    await window.press(".container .section .button", "Take seat")
    await bear.wait_for(lambda _: bool(pressed), awaited="the press")
    await window.wait_until_gone(".files img")
    await window.press(".container .row .button", "Yes!")
    await bear.wait_for(lambda _: len(pressed) == 2, awaited="the second press")
    found = await window.run(
        "const box = document.querySelector('.container');"
        "return [getComputedStyle(box).borderLeftColor, box.querySelector('h3').textContent,"
        " [...box.querySelectorAll('img')].map((e) => e.alt),"
        " box.getBoundingClientRect().right <= innerWidth, document.documentElement.scrollWidth <= innerWidth]"
    )
    assert found == ["rgb(42, 157, 143)", "Bear is up", ["the board in words"], True, True]
    await window.see(".ephemeral .container img")
    order = "return [...document.querySelector('.ephemeral .body').children].map((e) => e.dataset.part)"
    shown = await window.run(order)
    assert isinstance(shown, list) and shown.index("layout") < shown.index("private"), "the note stands below"
    for _ in range(2):  # the page omits the author's name above the second message
        await channel.send(view=board(), files=files())
    widths = (
        "return [...document.querySelectorAll('.message:not(.ephemeral) .container')].map((box) => box.clientWidth)"
    )
    wide = await window.until(
        lambda: len(seen := window.driver.execute_script(widths)) == 3 and seen, "layouts one below the other"
    )
    assert len(set(wide)) == 1, "the menu of a message does not narrow it"
    await window.resize(360, 740)
    lines = await window.run(
        "const row = document.querySelector('.container').appendChild(document.createElement('div'));"
        "row.className = 'row';"
        "for (let n = 0; n < 5; n += 1) {"
        "  const button = row.appendChild(document.createElement('button'));"
        "  button.className = 'button';"
        "  button.appendChild(document.createElement('i')).style.width = '32px';"
        "} return new Set([...row.children].map((e) => e.offsetTop)).size"
    )
    assert lines == 1, "five bones stand in one row of a small phone"


async def test_an_unknown_address_is_reported(harbour: Harbour, browser: Browser) -> None:
    await browser.go(f"{harbour.origin}/?as=nobody")
    await browser.see("#banner", "This address does not work")
    await browser.go("about:blank")
    assert "403" in (await browser.complaints())[0]


async def test_the_page_obeys_a_strict_policy_and_names_its_controls(
    harbour: Harbour, start: Start, bear: Person, window: Browser
) -> None:
    await start(board_bot())
    await open_table(window, harbour, bear)
    nameless = await window.run(
        "return [...document.querySelectorAll('button, input, select, textarea')].filter((e) => !e.closest('[hidden]'))"
        ".filter((e) => !(e.ariaLabel || e.textContent.trim() || (e.labels && e.labels.length)))"
        ".map((e) => e.outerHTML)"
    )
    assert nameless == []
    small = await window.run(
        "return [...document.querySelectorAll('button, select, input, textarea')].filter((e) => e.checkVisibility())"
        ".map((e) => [e.outerHTML, e.getBoundingClientRect()])"
        ".filter(([, r]) => r.height < 44 || r.width < 44).map(([html]) => html)"
    )
    assert small == [], "a finger needs 44 pixels"
