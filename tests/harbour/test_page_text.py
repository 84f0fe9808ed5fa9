"""The text of messages in a real Chromium, 390 pixels wide: markdown, links, emojis."""

import base64

import pytest

from harbour import Harbour, Person
from tests.harbour.browser import Browser
from tests.harbour.conftest import PIXEL, Ask
from tests.left_out import MORE_CASES

pytestmark = pytest.mark.browser


async def test_message_text_cannot_become_html(harbour: Harbour, ask: Ask, bear: Person, window: Browser) -> None:
    await window.go(harbour.find_page_url(bear))
    await window.see(".place", "table")
    evil = "<img src=x onerror=alert(1)> <script>alert(1)</script> [x](javascript:alert(1))"
    await ask("POST", f"/channels/{harbour.channel.id}/messages", {"content": evil})
    message = await window.see(".message", "<img src=x")
    assert "javascript:alert(1)" in message.text
    counts = "return document.querySelectorAll('.message img, .message script, .message a').length"
    assert await window.run(counts) == 0


@pytest.mark.thorough(MORE_CASES)
async def test_markdown_is_drawn(harbour: Harbour, ask: Ask, bear: Person, window: Browser) -> None:
    await window.go(harbour.find_page_url(bear))
    await window.see(".place", "table")
    text = (
        f"# Sheet\n-# small\n> quoted\n- one\n- two\n1. first\n**b** *i* __u__ ~~s~~ `c` ||hid|| {bear.mention} "
        f"<#{harbour.channel.id}> <t:{harbour.clock.now() // 1000 + 3 * 3600}:R> snake_case_word 2 * 3 * 4 \\*plain\\* "
        "https://example.org/x?a=1. [book](https://example.org)\n```py\nEddie  12\n```after"
    )
    await ask("POST", f"/channels/{harbour.channel.id}/messages", {"content": text})
    await window.see(".message .heading", "Sheet")
    found = await window.run(
        "const q = (s) => [...document.querySelectorAll('.message .text ' + s)].map((e) => e.textContent);"
        "return ['strong', 'em', 'u', 's', 'code', '.spoiler', '.mention', 'blockquote', 'ul li', 'ol li', '.subtext',"
        " 'a', 'pre'].map(q)"
    )
    assert found == [
        ["b"], ["i"], ["u"], ["s"], ["c", "Eddie  12"], ["hid"], ["@Bear", "#table"], ["quoted"],
        ["one", "two"], ["first"], ["small"], ["https://example.org/x?a=1", "book"], ["Eddie  12"],
    ]  # fmt: skip
    line = await window.see(".message .line", "snake_case_word")
    assert "2 * 3 * 4 *plain*" in line.text and "in 3 hours" in line.text


@pytest.mark.thorough(MORE_CASES)
async def test_a_link_to_a_message_goes_there_on_the_page(
    harbour: Harbour, ask: Ask, bear: Person, window: Browser
) -> None:
    other = harbour.state.add_channel(harbour.guild, "other")
    _, sent = await ask("POST", f"/channels/{other.id}/messages", {"content": "the rack\n" + "bone\n" * 60 + "buttons"})
    await ask("POST", f"/channels/{other.id}/messages", {"content": "later\n" * 60})
    await window.go(harbour.find_page_url(bear))
    await window.see(".place", "table")
    place = f"https://discord.com/channels/{harbour.guild.id}/{other.id}/{sent['id']}"
    await ask("POST", f"/channels/{harbour.channel.id}/messages", {"content": f"Your hand is at {place}."})
    await window.press(".message .mention", "#other › message")
    message = await window.see(".message", "the rack")
    below = "const box = document.getElementById('log').getBoundingClientRect();"
    below += "return Math.abs(arguments[0].getBoundingClientRect().bottom - box.bottom) < 20"
    assert await window.run(below, message), "it leads to the end of the message, where its buttons are"
    await ask("POST", f"/channels/{other.id}/messages", {"content": f"The table is in <#{harbour.channel.id}>."})
    await window.press(".message .mention", "#table")
    await window.see(".message", "Your hand is at")
    assert len(window.driver.window_handles) == 1


@pytest.mark.thorough(MORE_CASES)
async def test_emojis_of_the_application_are_drawn(harbour: Harbour, ask: Ask, bear: Person, window: Browser) -> None:
    image = "data:image/png;base64," + base64.b64encode(PIXEL).decode()
    _, emoji = await ask("POST", f"/applications/{harbour.bot.id}/emojis", {"name": "ball3", "image": image})
    _, bone = await ask("POST", f"/applications/{harbour.bot.id}/emojis", {"name": "double_five", "image": image})
    mine = {"id": int(emoji["id"]), "name": "ball3"}
    bare = {"type": 2, "style": 2, "custom_id": "d", "emoji": {"id": int(bone["id"]), "name": "double_five"}}
    button = {"type": 2, "style": 2, "custom_id": "b", "label": "3 Ball", "emoji": mine}
    body = {"content": f"Bull throws <:ball3:{emoji['id']}>", "components": [{"type": 1, "components": [button, bare]}]}
    await window.go(harbour.find_page_url(bear))
    await window.see(".place", "table")
    await ask("POST", f"/channels/{harbour.channel.id}/messages", body)
    await window.see(".button", "3 Ball")
    drawn = "return [...document.querySelectorAll('.emoji')].map((e) => e.complete && e.naturalWidth)"
    await window.until(lambda: window.driver.execute_script(drawn) == [1] * 3, "three drawn emojis")
    alt_texts = "return [...document.querySelectorAll('.emoji')].map((e) => e.alt)"
    assert await window.run(alt_texts) == ["ball3", "ball3", "double five"]
    agent = {"userAgent": await window.run("return navigator.userAgent")}
    window.driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {**agent, "acceptLanguage": "pt-BR"})
    try:
        await window.go(harbour.find_page_url(bear))
        await window.see(".button", "3 Ball")
        assert await window.run(alt_texts) == ["", "", "5 5"], "Portuguese text beside an emoji already names the piece"
        assert ("button", "5 5") in await window.list_spoken()
    finally:
        window.driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {**agent, "acceptLanguage": "en-US"})
