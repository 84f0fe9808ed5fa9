"""The router on a real gateway connection to the harbour, with services that answer as each test wants."""

import logging
from collections.abc import Callable
from typing import Any, cast

import pytest

from bot.edge import checkup, sync
from bot.edge import client as connection
from bot.edge.interactions import read_stamp
from bot.ports.checkup import Grade
from bot.ports.requests import DONE, Reply, RequestId, reply_text
from bot.ports.text import NAMELESS
from bot.ports.ui import Button, Field, Form, Message
from bot.services import quotas
from bot.store.database.errors import RowDamaged
from bot.tables.aggregate.limits import Limits
from bot.wording import ENGLISH, Words
from games.core.moves import Ambiguous, Unreadable
from games.core.refused import Refused
from harbour import Fault
from tests.bot.edge.post import ACTS, PANEL, Post
from tests.left_out import MORE_CASES, mark_thorough


async def test_a_command_is_acknowledged_first_and_answered_to_the_requester_alone(post: Post) -> None:
    post.services.answer = lambda: reply_text("Thrown.")
    answer = await post.bear.slash("discard", options={"bone": "R1"})
    assert await answer.wait_for_acknowledgement() == 5
    message = await answer.message()
    assert (message.content, message.ephemeral) == ("Thrown.", True)
    path, options, _, who, stamp = post.services.asked[0]
    assert (path, options, who.name) == (("discard",), {"bone": "R1"}, "Bear")
    assert stamp == RequestId(read_stamp(int(answer.id)), f"i:{answer.id}")


async def test_a_command_that_needs_no_answer_leaves_nothing_behind(post: Post) -> None:
    answer = await post.bear.slash("discard", options={"bone": "R1"})
    await answer.wait_for_acknowledgement()
    await post.bear.wait_for(lambda bear: not bear.ephemerals(), awaited="the waiting line to go")
    assert post.bear.messages() == []


async def test_invisible_characters_are_removed_from_words_and_names(post: Post) -> None:
    sly, slyer = (post.harbour.add_user(name) for name in ("**Be\u202ear**", "\u200b"))
    await (await sly.slash("table sub", options={"to": slyer})).wait_for_acknowledgement()
    await (await sly.slash("discard", options={"bone": "R\u200b1\0\u202e"})).wait_for_acknowledgement()
    await sly.wait_for(lambda _: len(post.services.asked) == 2, awaited="the services to be asked")
    (_, _, people, who, _), (_, options, *_) = post.services.asked
    assert (who.name, people["to"].name) == ("∗∗Be ar∗∗", NAMELESS)
    assert options == {"bone": "R1"}


async def test_an_option_that_is_a_person_is_read_with_their_name(post: Post) -> None:
    bull = post.harbour.add_user("Bull")
    await (await post.bear.slash("table sub", options={"to": bull})).wait_for_acknowledgement()
    await post.bear.wait_for(lambda _: post.services.asked, awaited="the services to be asked")
    people = post.services.asked[0][2]
    assert (people["to"].user, people["to"].name, people["to"].bot) == (int(bull.id), "Bull", False)


async def test_a_press_is_acknowledged_silently_and_answered_below(post: Post) -> None:
    post.services.answer = lambda: reply_text("Too soon.")
    panel = await post.panel()
    answer = await post.bear.press(panel, "by:7:yes:41")
    assert await answer.wait_for_acknowledgement() == 6
    followup = await answer.followup()
    assert (followup.content, followup.ephemeral) == ("Too soon.", True)
    assert post.services.asked[0][:6] == (7, "yes", (), 41, "Bear", True)


async def test_how_it_went_shows_at_once_that_its_answer_is_coming(post: Post) -> None:
    """It may take six seconds. The answer stands below the replay, which stays as it is."""
    post.services.answer = lambda: reply_text("How it went.")
    replay = await post.panel(
        Message("A step.", rows=((Button("replay.1.3.went", "How it went"),),), table=7, sequence=41)
    )
    answer = await post.bear.press(replay, "by:7:replay.1.3.went:41")
    assert await answer.wait_for_acknowledgement() == 5
    told = await answer.message()
    assert (told.content, told.ephemeral) == ("How it went.", True)
    assert post.harbour.channel.messages[replay.id].content == "A step."
    callbacks = [request.body for request in post.harbour.requests if request.path.endswith("/callback")]
    assert callbacks == [{"type": 5, "data": {"flags": 64}}]


async def test_the_chosen_values_of_a_menu_arrive(post: Post) -> None:
    await (await post.bear.select(await post.panel(), "by:7:discard:41", ["R2"])).wait_for_acknowledgement()
    await post.bear.wait_for(lambda _: post.services.asked, awaited="the services to be asked")
    assert post.services.asked[0][1:3] == ("discard", ("R2",))


def refused() -> Reply:
    raise Refused("PB-45", "too_late", seat=2)


def unreadable() -> Reply:
    raise Unreadable("jimy", "bone")


def ambiguous() -> Reply:
    raise Ambiguous("1", ("R1", "B1"))


def broken() -> Reply:
    raise ZeroDivisionError("the R9 of Bull")


@pytest.mark.parametrize(
    "outcome",
    mark_thorough(
        [lambda: DONE, lambda: reply_text("ok"), refused, unreadable, ambiguous, broken],
        MORE_CASES,
        only=[unreadable, ambiguous],
    ),
)
async def test_the_acknowledgement_is_the_same_whatever_the_outcome(
    post: Post, outcome: Callable[[], Reply], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    post.services.answer = outcome
    pressed = await (await post.bear.press(await post.panel(), "by:7:yes:41")).wait_for_acknowledgement()
    typed = await (await post.bear.slash("discard", options={"bone": "R1"})).wait_for_acknowledgement()
    assert (pressed, typed) == (6, 5)
    callbacks = [request.body for request in post.harbour.requests if request.path.endswith("/callback")]
    assert callbacks == [{"type": 6}, {"type": 5, "data": {"flags": 64}}]


async def test_a_refusal_is_one_private_sentence_that_names_its_rule(post: Post) -> None:
    post.services.answer = refused
    message = await (await post.bear.slash("discard", options={"bone": "R1"})).message()
    assert message.content.startswith("PB-45: ")
    assert "\n" not in message.content
    assert message.ephemeral
    assert post.seen["refused"] == 1


async def test_ambiguous_words_are_answered_with_the_things_they_fit(post: Post) -> None:
    post.services.answer = ambiguous
    message = await (await post.bear.slash("discard", options={"bone": "1"})).message()
    assert "R1" in message.content
    assert "B1" in message.content


async def test_while_the_database_is_away_everyone_is_told_so(post: Post, caplog: pytest.LogCaptureFixture) -> None:
    def away(*_: object) -> Reply:
        raise ConnectionError("no database at port 1")

    post.services.answer = away
    answer = await post.bear.slash("discard", options={"bone": "R1"})
    assert (await answer.message()).content == Words(ENGLISH).say("edge/away")
    assert post.seen["away"] == 1
    assert post.seen["bug"] == 0
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []  # the store logs it, once


async def test_a_damaged_row_is_said_to_the_user_and_named_in_the_log(
    post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    def damaged(*_: object) -> Reply:
        raise RowDamaged("crews.settings is damaged, and stays as it is")

    post.services.answer = damaged
    answer = await post.bear.slash("discard", options={"bone": "R1"})
    assert (await answer.message()).content == Words(ENGLISH).say("edge/damaged")
    assert post.seen["damaged"] == 1 and post.seen["bug"] == 0
    (line,) = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert line.getMessage() == "/discard changed nothing: crews.settings is damaged, and stays as it is"


async def test_an_unexpected_error_is_one_apology_and_one_line_in_the_log(
    post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    post.services.answer = broken
    message = await (await post.bear.slash("discard", options={"bone": "R1"})).message()
    records = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(records) == 1
    assert "/discard" in records[0].getMessage()
    number = records[0].getMessage().split()[1]
    assert number in message.content
    assert "R9" not in message.content
    assert "R1" not in records[0].getMessage()


async def test_completion_offers_at_most_25_different_things(post: Post) -> None:
    found = await post.bear.autocomplete("discard", "bone", "Bo")
    assert len(found) == 25
    assert found[0] == {"name": "Bone 0", "value": "R0"}
    assert post.services.asked == [("suggest", "bone", "Bo")]


async def test_a_completion_is_counted_as_a_request_and_as_nothing_else(post: Post) -> None:
    post.router.quotas = quotas.Quotas(Limits(announcements=1, own_announcements=1))
    for _ in range(3):
        assert await post.bear.autocomplete("discard", "bone", "Bo")
    await (await post.bear.slash("discard", options={"bone": "R1"})).wait_for_acknowledgement()
    assert await post.bear.autocomplete("discard", "bone", "Bo")


async def test_completion_that_fails_offers_nothing_and_says_nothing(post: Post) -> None:
    post.services.answer = refused
    assert await post.bear.autocomplete("discard", "bone", "Bo") == []
    assert post.bear.messages() == []


async def test_a_form_opens_at_once_and_its_fields_come_back_in_order(post: Post) -> None:
    form = Form("salt.give", "Salt", (Field("words", "Words"), Field("more", "More", required=False)))
    post.services.answer = lambda: Reply(form=form)
    answer = await post.bear.press(await post.panel(), "by:7:salt:41")
    modal = await answer.modal()
    assert modal.custom_id == "by:7:salt.give:41"
    post.services.answer = lambda: reply_text("Salted.")
    filled = await post.bear.submit_modal(modal, {"words": "sea", "more": "salt"})
    assert await filled.wait_for_acknowledgement() == 6
    assert (await filled.followup()).content == "Salted."
    assert post.services.asked[-1][:4] == (7, "salt.give", ("sea", "salt"), 41)


async def test_a_form_that_is_refused_is_a_private_sentence(post: Post) -> None:
    post.services.answer = refused
    answer = await post.bear.press(await post.panel(), "by:7:salt:41")
    message = await answer.message()
    assert message.ephemeral
    assert message.content.startswith("PB-45: ")


async def test_a_hand_shown_in_the_channel_is_kept_up_to_date_as_it_is_played_from(post: Post) -> None:
    hand = Reply(Message("hand", rows=((Button("discard.R1", "R1"),),), table=7, sequence=41))
    post.services.answer = lambda: hand
    shown = await (await post.bear.press(await post.panel(), "by:7:hand.show:41")).followup()
    post.services.answer = lambda: DONE
    await (await post.bear.press(shown, "by:7:discard.R1:41")).wait_for_acknowledgement()
    await post.bear.wait_for(lambda _: shown.content == "hand 1", awaited="the fresh hand")
    assert [control["custom_id"] for control in shown.controls()] == ["by:7:discard.R1:9"]
    assert len(post.bear.ephemerals()) == 1


async def test_a_refusal_to_a_hand_shown_in_the_channel_leaves_the_hand(post: Post) -> None:
    hand = Reply(Message("hand", rows=((Button("discard.R1", "R1"),),), table=7, sequence=41))
    post.services.answer = lambda: hand
    shown = await (await post.bear.press(await post.panel(), "by:7:hand.show:41")).followup()
    post.services.answer = refused
    answer = await post.bear.press(shown, "by:7:discard.R1:41")
    assert (await answer.followup()).content.startswith("PB-45: ")
    assert shown.content == "hand"


async def test_a_control_of_another_program_is_answered(post: Post) -> None:
    panel = await post.panel()
    panel.components[0]["components"][0]["custom_id"] = "persist:1"
    answer = await post.bear.press(panel, "persist:1")
    assert "too old" in (await answer.followup()).content
    assert post.services.asked == []


async def test_a_command_may_answer_with_a_file(post: Post) -> None:
    message = await (await post.bear.slash("paper")).message()
    assert [(file.filename, file.body) for file in message.attachments] == [("paper.json", b"{}")]
    assert message.ephemeral


async def test_the_move_of_an_expired_interaction_counts_and_is_not_answered(
    post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord answers 10062. The move was stamped in time, and a slow bot is not the player's fault."""
    post.harbour.inject_fault(Fault("POST", r"/interactions/.*/callback", 404, code=10062))
    answer = await post.bear.press(await post.panel(), "by:7:yes:41")
    await post.bear.wait_for(lambda _: post.services.asked, awaited="the services to be asked")
    await post.router.drain()
    assert answer.callback is None
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert len(post.services.asked) == 1


async def test_an_interaction_repeated_after_a_resume_is_handled_once(post: Post) -> None:
    panel = await post.panel()
    await (await post.bear.press(panel, "by:7:yes:41")).wait_for_acknowledgement()
    before = len(post.harbour.gateway.sessions)
    await post.harbour.drop_gateway()
    answer = await post.bear.press(panel, "by:7:yes:41")
    await answer.wait_for_acknowledgement()
    assert len(post.harbour.gateway.sessions) == before
    assert len(post.services.asked) == 2
    assert len({asked[-1].cause for asked in post.services.asked}) == 2


async def test_the_same_interaction_twice_is_one(post: Post) -> None:
    received: list[Any] = []
    client = post.messenger.client
    assert isinstance(client, connection.SingleClient)

    async def twice(interaction: Any) -> None:
        received.append(interaction)
        await post.router.receive(interaction)
        await post.router.receive(interaction)

    client.listen(twice)
    await (await post.bear.press(await post.panel(), "by:7:yes:41")).wait_for_acknowledgement()
    await post.router.drain()
    assert len(received) == 1
    assert len(post.services.asked) == 1


async def test_a_move_does_not_wait_for_discord(post: Post) -> None:
    """The acknowledgement is sent first, but the services are called before Discord has answered it."""
    panel = await post.panel()
    held = post.harbour.inject_fault(Fault("POST", r"/interactions/.*/callback", hold=True))
    answer = await post.bear.press(panel, "by:7:yes:41")
    await post.bear.wait_for(lambda _: post.services.asked and held.hits, awaited="the services to be asked")
    assert answer.callback is None
    held.release()
    await answer.wait_for_acknowledgement()


async def test_in_a_dm_there_is_no_guild(post: Post) -> None:
    direct = await post.messenger.open_dm(int(post.bear.id))
    await post.messenger.send(direct, PANEL, "rack")
    await (await post.bear.press(post.bear.dm()[-1], "by:7:yes:41")).wait_for_acknowledgement()
    await post.bear.wait_for(lambda _: post.services.asked, awaited="the services to be asked")
    assert post.services.asked[0][5] is False


async def test_commands_are_registered_only_when_they_changed(post: Post) -> None:
    client, kept = post.messenger.client, dict[str, str]()

    async def load() -> str | None:
        return kept.get("hash")

    async def store(value: str) -> None:
        kept["hash"] = value

    def handed_over() -> int:
        return sum(request.method == "PUT" and request.path.endswith("/commands") for request in post.harbour.requests)

    before = handed_over()
    assert await sync.sync_commands(client, ACTS.make_payload(), load, store)
    assert not await sync.sync_commands(client, ACTS.make_payload(), load, store)
    assert handed_over() == before + 1
    assert await sync.sync_commands(client, ACTS.make_payload()[:2], load, store)
    assert handed_over() == before + 2


async def test_the_command_that_starts_an_activity_stays(post: Post) -> None:
    """Discord refuses a list without it (400, code 50240), and the commands would stay as they were for ever."""
    client = post.messenger.client
    post.harbour.switch_on_activities()
    kept: list[str] = []

    async def load() -> str | None:
        return kept[-1] if kept else None

    async def store(value: str) -> None:
        kept.append(value)

    assert await sync.sync_commands(client, ACTS.make_payload()[:2], load, store)
    registered = {(command.kind, command.name) for command in post.harbour.state.commands[None]}
    assert registered == {(4, "launch"), (1, "discard"), (1, "paper")}
    assert not await sync.sync_commands(client, ACTS.make_payload()[:2], load, store)
    post.harbour.state.commands[None].pop(0)
    assert await sync.sync_commands(client, ACTS.make_payload()[:2], load, store), "somebody else changed the list"


async def test_the_doctor_says_whether_discord_has_the_commands(post: Post) -> None:
    client, wanted = cast(connection.SingleClient, post.messenger.client), sync.name_commands(ACTS.make_payload())
    well = await checkup.check_commands(client, wanted, Words(ENGLISH))
    assert (well.grade, well.text) == (Grade.WELL, "Discord has all 3 of this release.")
    post.harbour.state.commands[None].pop()
    assert (await checkup.check_commands(client, wanted, Words(ENGLISH))).grade is Grade.NOTE
    assert await client.registration.is_accepted()
    client.registration.refusal = "400 50240 no"
    refused = await checkup.check_commands(client, wanted, Words(ENGLISH))
    assert (refused.grade, refused.of_host) == (Grade.FAULT, True)
    assert "(400 50240 no)" in refused.text
    assert not await client.registration.is_accepted()


async def test_after_a_stop_no_interaction_is_handled(post: Post) -> None:
    with pytest.raises(AttributeError):
        await post.router.receive(cast(Any, "looked at"))
    await post.router.stop()
    await post.router.receive(cast(Any, "not looked at"))
