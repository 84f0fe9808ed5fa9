"""The router on a real gateway connection to the harbour, with services that answer as each test wants."""

import logging
from collections.abc import Callable
from typing import Any, cast

import pytest

from bot.edge import checkup, client as connection, sync
from bot.edge.interactions import read_stamp
from bot.ports import DONE, Button, Field, Form, Grade, Message, Reply, RequestId, reply_text
from bot.ports.text import NAMELESS
from bot.services import services
from bot.store import RowDamaged
from bot.tables.aggregate import Limits
from bot.wording import ENGLISH, Words
from games.core import Refused, Unreadable
from games.core.moves import Ambiguous
from tests.bot.edge.rig import ACTS, PANEL, Rig
from tests.bot.harness.no_places import NO_PLACES
from tests.injected_faults import Fault, inject_fault
from tests.left_out import MORE_CASES, mark_thorough


async def test_a_command_is_acknowledged_first_and_answered_to_the_requester_alone(rig: Rig) -> None:
    rig.services.answer = lambda: reply_text("Thrown.")
    answer = await rig.bear.slash("discard", options={"bone": "R1"})
    assert await answer.wait_for_acknowledgement() == 5
    message = await answer.message()
    assert (message.content, message.ephemeral) == ("Thrown.", True)
    path, options, _, who, stamp = rig.services.asked[0]
    assert (path, options, who.name) == (("discard",), {"bone": "R1"}, "Bear")
    assert stamp == RequestId(read_stamp(int(answer.id)), f"i:{answer.id}")


async def test_a_command_that_needs_no_answer_leaves_nothing_behind(rig: Rig) -> None:
    answer = await rig.bear.slash("discard", options={"bone": "R1"})
    await answer.wait_for_acknowledgement()
    await rig.bear.wait_for(lambda bear: not bear.ephemerals(), awaited="the waiting line to go")
    assert rig.bear.messages() == []


async def test_invisible_characters_are_removed_from_words_and_names(rig: Rig) -> None:
    sly, slyer = (rig.harbour.add_user(name) for name in ("**Be\u202ear**", "\u200b"))
    await (await sly.slash("table sub", options={"to": slyer})).wait_for_acknowledgement()
    await (await sly.slash("discard", options={"bone": "R\u200b1\0\u202e"})).wait_for_acknowledgement()
    await sly.wait_for(lambda _: len(rig.services.asked) == 2, awaited="the services to be asked")
    (_, _, people, who, _), (_, options, *_) = rig.services.asked
    assert who.name == "∗∗Be ar∗∗"
    assert (people["to"].user, people["to"].name, people["to"].bot) == (int(slyer.id), NAMELESS, False)
    assert options == {"bone": "R1"}


async def test_a_press_is_acknowledged_silently_and_answered_below(rig: Rig) -> None:
    rig.services.answer = lambda: reply_text("Too soon.")
    panel = await rig.post_panel()
    answer = await rig.bear.press(panel, "by:7:yes:41")
    assert await answer.wait_for_acknowledgement() == 6
    followup = await answer.followup()
    assert (followup.content, followup.ephemeral) == ("Too soon.", True)
    assert rig.services.asked[0][:6] == (7, "yes", (), 41, "Bear", True)


async def test_how_it_went_shows_at_once_that_its_answer_is_coming(rig: Rig) -> None:
    """Working it out may take six seconds. The answer stands below the replay, which stays as it is."""
    rig.services.answer = lambda: reply_text("How it went.")
    replay = await rig.post_panel(
        Message("A step.", rows=((Button("replay.1.3.went", "How it went"),),), table=7, sequence=41)
    )
    answer = await rig.bear.press(replay, "by:7:replay.1.3.went:41")
    assert await answer.wait_for_acknowledgement() == 5
    told = await answer.message()
    assert (told.content, told.ephemeral) == ("How it went.", True)
    assert rig.harbour.channel.messages[replay.id].content == "A step."
    callbacks = [request.body for request in rig.harbour.requests if request.path.endswith("/callback")]
    assert callbacks == [{"type": 5, "data": {"flags": 64}}]


async def test_the_chosen_values_of_a_menu_arrive(rig: Rig) -> None:
    await (await rig.bear.select(await rig.post_panel(), "by:7:discard:41", ["R2"])).wait_for_acknowledgement()
    await rig.bear.wait_for(lambda _: rig.services.asked, awaited="the services to be asked")
    assert rig.services.asked[0][1:3] == ("discard", ("R2",))


def refuse() -> Reply:
    raise Refused("PB-45", "too_late", seat=2)


def misread() -> Reply:
    raise Unreadable("jimy", "bone")


def find_ambiguous() -> Reply:
    raise Ambiguous("1", ("R1", "B1"))


def fail() -> Reply:
    raise ZeroDivisionError("the R9 of Bull")


@pytest.mark.parametrize(
    "outcome",
    mark_thorough(
        [lambda: DONE, lambda: reply_text("ok"), refuse, misread, find_ambiguous, fail],
        MORE_CASES,
        only=[misread, find_ambiguous],
    ),
)
async def test_the_acknowledgement_is_the_same_whatever_the_outcome(
    rig: Rig, outcome: Callable[[], Reply], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    rig.services.answer = outcome
    pressed = await (await rig.bear.press(await rig.post_panel(), "by:7:yes:41")).wait_for_acknowledgement()
    typed = await (await rig.bear.slash("discard", options={"bone": "R1"})).wait_for_acknowledgement()
    assert (pressed, typed) == (6, 5)
    callbacks = [request.body for request in rig.harbour.requests if request.path.endswith("/callback")]
    assert callbacks == [{"type": 6}, {"type": 5, "data": {"flags": 64}}]


async def test_a_refusal_is_one_private_sentence_that_names_its_rule(rig: Rig) -> None:
    rig.services.answer = refuse
    message = await (await rig.bear.slash("discard", options={"bone": "R1"})).message()
    assert message.content.endswith("\n-# PB-45")
    assert message.content.count("\n") == 1
    assert message.ephemeral
    assert rig.seen["refused"] == 1


async def test_ambiguous_words_are_answered_with_the_things_they_fit(rig: Rig) -> None:
    rig.services.answer = find_ambiguous
    message = await (await rig.bear.slash("discard", options={"bone": "1"})).message()
    assert "R1" in message.content
    assert "B1" in message.content


async def test_while_the_database_is_away_everyone_is_told_so(rig: Rig, caplog: pytest.LogCaptureFixture) -> None:
    def lose_database(*_: object) -> Reply:
        raise ConnectionError("no database at port 1")

    rig.services.answer = lose_database
    answer = await rig.bear.slash("discard", options={"bone": "R1"})
    assert (await answer.message()).content == Words(ENGLISH).say("edge/away")
    assert rig.seen["away"] == 1
    assert rig.seen["bug"] == 0
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []  # the store logs this once


async def test_a_damaged_row_is_said_to_the_user_and_named_in_the_log(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    def find_damage(*_: object) -> Reply:
        raise RowDamaged("crews.settings is damaged, and stays as it is")

    rig.services.answer = find_damage
    answer = await rig.bear.slash("discard", options={"bone": "R1"})
    assert (await answer.message()).content == Words(ENGLISH).say("edge/damaged")
    assert rig.seen["damaged"] == 1 and rig.seen["bug"] == 0
    (line,) = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert line.getMessage() == "/discard changed nothing: crews.settings is damaged, and stays as it is"


async def test_an_unexpected_error_is_one_apology_and_one_line_in_the_log(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    rig.services.answer = fail
    message = await (await rig.bear.slash("discard", options={"bone": "R1"})).message()
    records = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(records) == 1
    assert "/discard" in records[0].getMessage()
    number = records[0].getMessage().split()[1]
    assert number in message.content
    assert "R9" not in message.content
    assert "R1" not in records[0].getMessage()


async def test_completion_offers_at_most_25_different_things(rig: Rig) -> None:
    found = await rig.bear.autocomplete("discard", "bone", "Bo")
    assert len(found) == 25
    assert found[0] == {"name": "Bone 0", "value": "R0"}
    assert rig.services.asked == [("suggest", "bone", "Bo")]


async def test_a_completion_is_counted_as_a_request_and_as_nothing_else(rig: Rig) -> None:
    rig.router.quotas = services.Quotas(Limits(announcements=1, own_announcements=1))
    for _ in range(3):
        assert await rig.bear.autocomplete("discard", "bone", "Bo")
    await (await rig.bear.slash("discard", options={"bone": "R1"})).wait_for_acknowledgement()
    assert await rig.bear.autocomplete("discard", "bone", "Bo")


async def test_completion_that_fails_offers_nothing_and_says_nothing(rig: Rig) -> None:
    rig.services.answer = refuse
    assert await rig.bear.autocomplete("discard", "bone", "Bo") == []
    assert rig.bear.messages() == []


async def test_a_form_opens_at_once_and_its_fields_come_back_in_order(rig: Rig) -> None:
    form = Form("salt.give", "Salt", (Field("words", "Words"), Field("more", "More", required=False)))
    rig.services.answer = lambda: Reply(form=form)
    answer = await rig.bear.press(await rig.post_panel(), "by:7:salt:41")
    modal = await answer.modal()
    assert modal.custom_id == "by:7:salt.give:41"
    rig.services.answer = lambda: reply_text("Salted.")
    filled = await rig.bear.submit_modal(modal, {"words": "sea", "more": "salt"})
    assert await filled.wait_for_acknowledgement() == 6
    assert (await filled.followup()).content == "Salted."
    assert rig.services.asked[-1][:4] == (7, "salt.give", ("sea", "salt"), 41)


async def test_a_form_that_is_refused_is_a_private_sentence(rig: Rig) -> None:
    rig.services.answer = refuse
    answer = await rig.bear.press(await rig.post_panel(), "by:7:salt:41")
    message = await answer.message()
    assert message.ephemeral
    assert message.content.endswith("\n-# PB-45")


async def test_a_hand_shown_in_the_channel_outlasts_a_refusal_and_is_kept_up_to_date(rig: Rig) -> None:
    hand = Reply(Message("hand", rows=((Button("discard.R1", "R1"),),), table=7, sequence=41))
    rig.services.answer = lambda: hand
    shown = await (await rig.bear.press(await rig.post_panel(), "by:7:hand.show:41")).followup()
    rig.services.answer = refuse
    answer = await rig.bear.press(shown, "by:7:discard.R1:41")
    assert (await answer.followup()).content.endswith("\n-# PB-45")
    assert shown.content == "hand"
    told = len(rig.bear.ephemerals())
    rig.services.answer = lambda: DONE
    await (await rig.bear.press(shown, "by:7:discard.R1:41")).wait_for_acknowledgement()
    await rig.bear.wait_for(lambda _: shown.content == "hand 1", awaited="the fresh hand")
    assert [control["custom_id"] for control in shown.controls()] == ["by:7:discard.R1:9"]
    await rig.bear.wait_for(lambda _: len(rig.bear.ephemerals()) == told - 1, awaited="the refusal to go")


async def test_a_control_of_another_program_is_answered(rig: Rig) -> None:
    panel = await rig.post_panel()
    panel.components[0]["components"][0]["custom_id"] = "persist:1"
    answer = await rig.bear.press(panel, "persist:1")
    assert "too old" in (await answer.followup()).content
    assert rig.services.asked == []


async def test_a_command_may_answer_with_a_file(rig: Rig) -> None:
    message = await (await rig.bear.slash("paper")).message()
    assert [(file.filename, file.body) for file in message.attachments] == [("paper.json", b"{}")]
    assert message.ephemeral


async def test_the_move_of_an_expired_interaction_counts_and_is_not_answered(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord answers 10062. The move was stamped in time, and a slow bot is not the player's fault."""
    inject_fault(rig.harbour, Fault("POST", r"/interactions/.*/callback", 404, code=10062))
    answer = await rig.bear.press(await rig.post_panel(), "by:7:yes:41")
    await rig.bear.wait_for(lambda _: rig.services.asked, awaited="the services to be asked")
    await rig.router.drain()
    assert answer.interaction.acknowledged is None
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert len(rig.services.asked) == 1


async def test_the_same_interaction_twice_is_handled_once(rig: Rig) -> None:
    received: list[Any] = []
    client = rig.messenger.client
    assert isinstance(client, connection.SingleClient)

    async def receive_twice(interaction: Any) -> None:
        received.append(interaction)
        await rig.router.receive(interaction)
        await rig.router.receive(interaction)

    client.listen(receive_twice, NO_PLACES)
    await (await rig.bear.press(await rig.post_panel(), "by:7:yes:41")).wait_for_acknowledgement()
    await rig.router.drain()
    assert len(received) == 1
    assert len(rig.services.asked) == 1


async def test_a_move_does_not_wait_for_discord(rig: Rig) -> None:
    """The acknowledgement is sent first, but the services do not wait for Discord's answer to it."""
    panel = await rig.post_panel()
    held = inject_fault(rig.harbour, Fault("POST", r"/interactions/.*/callback", hold=True))
    answer = await rig.bear.press(panel, "by:7:yes:41")
    await rig.bear.wait_for(lambda _: rig.services.asked and held.hits, awaited="the services to be asked")
    assert answer.interaction.acknowledged is None
    held.release()
    await answer.wait_for_acknowledgement()


async def test_in_a_dm_there_is_no_guild(rig: Rig) -> None:
    direct = await rig.messenger.open_dm(int(rig.bear.id))
    await rig.messenger.send(direct, PANEL, "rack")
    await (await rig.bear.press(rig.bear.dm()[-1], "by:7:yes:41")).wait_for_acknowledgement()
    await rig.bear.wait_for(lambda _: rig.services.asked, awaited="the services to be asked")
    assert rig.services.asked[0][5] is False


class KeptHash:
    """The digest of the commands that were registered last."""

    value: str | None = None

    async def load(self) -> str | None:
        return self.value

    async def store(self, value: str) -> None:
        self.value = value


async def test_commands_are_registered_only_when_they_changed(rig: Rig) -> None:
    client, kept = rig.messenger.client, KeptHash()

    def count_registrations() -> int:
        return sum(request.method == "PUT" and request.path.endswith("/commands") for request in rig.harbour.requests)

    before = count_registrations()
    assert await sync.sync_commands(client, ACTS.make_payload(), kept.load, kept.store)
    assert not await sync.sync_commands(client, ACTS.make_payload(), kept.load, kept.store)
    assert count_registrations() == before + 1
    assert await sync.sync_commands(client, ACTS.make_payload()[:2], kept.load, kept.store)
    assert count_registrations() == before + 2


async def test_commands_are_registered_again_when_somebody_else_has_changed_them(rig: Rig) -> None:
    client, kept = rig.messenger.client, KeptHash()
    assert await sync.sync_commands(client, ACTS.make_payload()[:2], kept.load, kept.store)
    rig.harbour.state.commands.pop(0)
    assert await sync.sync_commands(client, ACTS.make_payload()[:2], kept.load, kept.store)


async def test_the_doctor_says_whether_discord_has_the_commands(rig: Rig) -> None:
    client, wanted = cast(connection.SingleClient, rig.messenger.client), sync.name_commands(ACTS.make_payload())
    well = await checkup.check_commands(client, wanted, Words(ENGLISH))
    assert (well.grade, well.text) == (Grade.WELL, "Discord has all 3 commands of this release.")
    rig.harbour.state.commands.pop()
    assert (await checkup.check_commands(client, wanted, Words(ENGLISH))).grade is Grade.NOTE
    assert client.registration.is_accepted()
    client.registration.refusal = "400 50240 no"
    refused = await checkup.check_commands(client, wanted, Words(ENGLISH))
    assert (refused.grade, refused.of_host) == (Grade.FAULT, True)
    assert "(400 50240 no)" in refused.text
    assert not client.registration.is_accepted()


async def test_after_a_stop_no_interaction_is_handled(rig: Rig) -> None:
    with pytest.raises(AttributeError):
        await rig.router.receive(cast(Any, "looked at"))
    await rig.router.stop()
    await rig.router.receive(cast(Any, "not looked at"))
