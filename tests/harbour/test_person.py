"""People: the messages that reach them, and waiting for them."""

import asyncio
import json

import pytest

from harbour import Clock, Harbour, NotOffered, Person
from harbour.base.clock import Snowflakes, find_created_ms
from tests.admin import remove_member
from tests.harbour.conftest import Ask, png


async def post(ask: Ask, harbour: Harbour, **body: object) -> str:
    _, answer = await ask("POST", f"/channels/{harbour.channel.id}/messages", {"content": "board", **body})
    return str(answer["id"])


async def test_everything_seen_includes_every_version_in_order(harbour: Harbour, ask: Ask, bear: Person) -> None:
    number = await post(ask, harbour, content="first words")
    await ask("PATCH", f"/channels/{harbour.channel.id}/messages/{number}", {"content": "second words"})
    await ask("DELETE", f"/channels/{harbour.channel.id}/messages/{number}")
    seen = b"\n".join(bear.collect_seen())
    assert 0 <= seen.index(b"first words") < seen.index(b"second words")
    assert bear.messages() == []


async def test_everything_seen_includes_custom_ids_names_and_alt_texts(
    harbour: Harbour, ask: Ask, bear: Person
) -> None:
    from harbour import Upload

    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Take", "custom_id": "by:7:take:41"}]}
    await post(ask, harbour, components=[row], content="Lobby, Zwölf")
    await harbour.owner.say("sheet", files=[Upload("a b.png", png())])
    seen = b"".join(bear.collect_seen())
    for expected in (b"by:7:take:41", b"Lobby", "Zwölf".encode(), b"a_b.png", png()):
        assert expected in seen


async def test_everything_seen_includes_the_history_before_joining(harbour: Harbour, ask: Ask) -> None:
    await post(ask, harbour, content="before their time")
    late = harbour.add_user("Late")
    assert b"before their time" in b"".join(late.collect_seen())
    remove_member(harbour, late.user)
    await post(ask, harbour, content="after their time")
    assert late.messages() == [] and b"after their time" not in b"".join(late.collect_seen())


async def test_waiting_checks_again_after_every_change(harbour: Harbour, ask: Ask, bear: Person) -> None:
    waiting = asyncio.create_task(bear.wait_for_message(lambda message: message.content == "deal"))
    count = asyncio.create_task(bear.wait_for(lambda person: len(person.messages()) == 2))
    first = await bear.say("patience")
    await post(ask, harbour, content="deal")
    assert (await waiting).content == "deal" and await count
    with pytest.raises(TimeoutError, match="a message for Bear"):
        await bear.wait_for_message(lambda message: message is first, after=first, timeout=0.01)


async def test_a_person_can_act_in_another_channel(harbour: Harbour, bear: Person, bull: Person) -> None:
    second = harbour.state.add_channel(harbour.guild, "second-table")
    await bear.say("here", channel=second)
    assert [m.content for m in bull.messages(second)] == ["here"] and bull.messages() == []
    bear.channel = None
    with pytest.raises(NotOffered):
        await bear.say("nowhere")


async def test_page_addresses_are_secret_and_different(harbour: Harbour, bear: Person, bull: Person) -> None:
    assert harbour.find_page_url(bear) != harbour.find_page_url(bull)
    assert bear.id not in harbour.find_page_url(bear) and repr(bear) == f"<Person Bear {bear.id}>"


def test_snowflakes_carry_their_millisecond_and_never_repeat() -> None:
    clock = Clock()
    snowflakes = Snowflakes(clock)
    now = clock.now()
    made = [snowflakes.make(now + n // 2) for n in range(100)]
    assert [find_created_ms(number) for number in made] == [now + n // 2 for n in range(100)]
    assert len(set(made)) == 100 and made == sorted(made, key=int)
    clock.advance(60)
    assert find_created_ms(snowflakes.make()) - now >= 60_000


async def test_application_emojis_are_created_and_deleted(harbour: Harbour, ask: Ask) -> None:
    import base64

    path = f"/applications/{harbour.bot.id}/emojis"
    image = "data:image/png;base64," + base64.b64encode(png()).decode()
    status, made = await ask("POST", path, {"name": "ball3", "image": image})
    assert status == 201 and (await ask("GET", path))[1]["items"] == [made]
    for bad in ({"name": "x", "image": image}, {"name": "ball3", "image": image}, {"name": "b4", "image": "data:,"}):
        assert (await ask("POST", path, bad))[1]["code"] == 50035
    text = "data:image/png;base64," + base64.b64encode(b"no picture").decode()
    assert (await ask("POST", path, {"name": "ball4", "image": text}))[1]["code"] == 50035
    large = "data:image/png;base64," + base64.b64encode(png() + bytes(257 << 10)).decode()
    assert (await ask("POST", path, {"name": "ball4", "image": large}))[1]["code"] == 50035
    button = {"type": 2, "style": 2, "custom_id": "b", "emoji": {"id": int(made["id"]), "name": "ball3"}}
    number = await post(ask, harbour, components=[{"type": 1, "components": [button]}])
    _, shown = await ask("GET", f"/channels/{harbour.channel.id}/messages/{number}")
    assert shown["components"][0]["components"][0]["emoji"]["id"] == made["id"], "identifiers come back as text"
    assert (await ask("PATCH", f"{path}/{made['id']}", {"name": "three"}))[1]["name"] == "three"
    assert (await ask("DELETE", f"{path}/{made['id']}"))[0] == 204
    assert (await ask("PATCH", f"{path}/{made['id']}", {"name": "three"}))[1]["code"] == 10014


async def test_the_bot_reads_its_guild(harbour: Harbour, ask: Ask, bear: Person) -> None:
    guild = f"/guilds/{harbour.guild.id}"
    assert (await ask("GET", guild))[1]["name"] == "Mess deck"
    assert [c["name"] for c in (await ask("GET", guild + "/channels"))[1]] == ["table"]
    assert [r["name"] for r in (await ask("GET", guild))[1]["roles"]] == ["@everyone", "Boneyard"]
    assert (await ask("GET", f"{guild}/members/{bear.id}"))[1]["user"]["global_name"] == "Bear"
    assert (await ask("GET", f"{guild}/members/123456789012345678"))[1]["code"] == 10007
    assert (await ask("GET", "/guilds/123456789012345678"))[1]["code"] == 10004
    assert (await ask("GET", "/channels/123456789012345678"))[1]["code"] == 10003
    assert (await ask("GET", "/channels/table"))[1]["code"] == 50035
    assert json.dumps((await ask("GET", "/applications/@me"))[1]["owner"]["global_name"]) == '"Harbourmaster"'
    assert harbour.unsupported == []
