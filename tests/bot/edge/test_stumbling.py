"""Answers to interactions when requests fail: errors after the effect, and connections that are cut."""

import logging
from typing import Any

import pytest

from bot.edge import responder
from bot.edge.repeating import FIRST_ANSWER_WITHIN, DeliveryResult, Repeater
from bot.ports import DONE, Button, Field, Form, Message, Reply, reply_text
from bot.wording import ENGLISH, Words
from games.core import Refused
from tests.bot.edge.rig import Rig
from tests.injected_faults import Fault, inject_fault
from tests.left_out import MORE_CASES, mark_thorough

CALLBACK = r"/interactions/.*/callback"
ORIGINAL = r"/webhooks/.*/messages/@original"
FOLLOWUP = r"/webhooks/\d+/[^/]+"


@pytest.fixture(autouse=True)
def no_traceback(caplog: pytest.LogCaptureFixture) -> Any:
    """Check that no test leaves a traceback in the log."""
    yield
    assert [record for record in caplog.records if record.exc_info] == []


def callbacks(rig: Rig) -> list[int]:
    return [request.status for request in rig.harbour.requests if request.path.endswith("/callback")]


@pytest.mark.parametrize(
    "how", mark_thorough([{"status": 502}, {"cut": True}], MORE_CASES, but=[{"cut": True}]), ids=["502", "cut"]
)
async def test_an_acknowledgement_whose_answer_is_lost_counts(rig: Rig, how: dict[str, Any]) -> None:
    """Discord answers the second try with 40060: the first one had its effect. So the reply is sent."""
    rig.services.answer = lambda: reply_text("Thrown.")
    inject_fault(rig.harbour, Fault("POST", CALLBACK, after_effect=True, **how))
    answer = await rig.bear.slash("discard", options={"bone": "R1"})
    assert (await answer.message()).content == "Thrown."
    await rig.router.drain()
    assert callbacks(rig)[1:] == [400]


async def test_a_press_whose_acknowledgement_is_lost_is_answered_below(rig: Rig) -> None:
    def refuse() -> Reply:
        raise Refused("PB-45", "too_late", seat=2)

    rig.services.answer = refuse
    panel = await rig.post_panel()
    inject_fault(rig.harbour, Fault("POST", CALLBACK, after_effect=True, cut=True))
    answer = await rig.bear.press(panel, "by:7:yes:41")
    assert (await answer.followup()).content.endswith("\n-# PB-45")


@pytest.mark.thorough(MORE_CASES)
async def test_an_acknowledgement_that_never_arrived_is_repeated(rig: Rig) -> None:
    rig.services.answer = lambda: reply_text("Thrown.")
    inject_fault(rig.harbour, Fault("POST", CALLBACK, cut=True, times=2))
    answer = await rig.bear.slash("discard", options={"bone": "R1"})
    assert (await answer.message()).content == "Thrown."
    assert callbacks(rig)[-1] < 300
    assert len(rig.services.asked) == 1


@pytest.mark.parametrize("after_effect", mark_thorough([False, True], MORE_CASES, but=[True]), ids=["before", "after"])
async def test_an_answer_is_repeated_if_its_connection_is_cut(rig: Rig, after_effect: bool) -> None:
    rig.services.answer = lambda: reply_text("Thrown.")
    fault = inject_fault(rig.harbour, Fault("PATCH", ORIGINAL, cut=True, times=3, after_effect=after_effect))
    answer = await rig.bear.slash("discard", options={"bone": "R1"})
    assert (await answer.message()).content == "Thrown."
    await rig.router.drain()
    assert fault.hits == 3
    assert len(rig.bear.ephemerals()) == 1


async def test_thinking_is_removed_even_if_the_connection_is_cut(rig: Rig) -> None:
    rig.services.answer = lambda: DONE
    inject_fault(rig.harbour, Fault("DELETE", ORIGINAL, cut=True, after_effect=True))
    await (await rig.bear.slash("discard", options={"bone": "R1"})).wait_for_acknowledgement()
    await rig.router.drain()
    assert rig.bear.messages() == []


async def test_an_answer_that_its_reader_has_dismissed_is_dropped(rig: Rig, caplog: pytest.LogCaptureFixture) -> None:
    rig.services.answer = lambda: reply_text("Thrown.")
    inject_fault(rig.harbour, Fault("PATCH", ORIGINAL, 404, code=10008))
    await (await rig.bear.slash("discard", options={"bone": "R1"})).wait_for_acknowledgement()
    await rig.router.drain()
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


@pytest.mark.parametrize(
    "how",
    mark_thorough([{"status": 502}, {"status": 500}, {"cut": True}], MORE_CASES, but=[{"cut": True}]),
    ids=["502", "500", "cut"],
)
@pytest.mark.parametrize("after_effect", [False, True], ids=["before", "after"])
async def test_an_answer_below_a_control_whose_acceptance_is_lost_stands_once_and_is_spoken_of(
    rig: Rig, how: dict[str, Any], after_effect: bool
) -> None:
    """Discord takes no nonce for such an answer, so nobody can tell if it stands there."""
    rig.services.answer = lambda: reply_text("Too soon.")
    panel = await rig.post_panel()
    inject_fault(rig.harbour, Fault("POST", FOLLOWUP, after_effect=after_effect, **how))
    answer = await rig.bear.press(panel, "by:7:yes:41")
    await answer.wait_for_acknowledgement()
    await rig.router.drain()
    lost = Words(ENGLISH).say("edge/lost")
    assert [ephemeral.content for ephemeral in rig.bear.ephemerals()] == ["Too soon."] * after_effect + [lost]


@pytest.mark.thorough(MORE_CASES)
async def test_a_command_whose_acknowledgement_was_lost_for_long_is_answered(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line stays cut until the bot gives the acknowledgement up. Discord has taken the first try."""
    monkeypatch.setattr(responder, "FIRST_ANSWER_WITHIN", 0.0)
    rig.services.answer = lambda: reply_text("Thrown.")
    inject_fault(rig.harbour, Fault("POST", CALLBACK, after_effect=True, cut=True))
    inject_fault(rig.harbour, Fault("PATCH", ORIGINAL, cut=True, times=3))
    answer = await rig.bear.slash("discard", options={"bone": "R1"})
    assert (await answer.message()).content == "Thrown."


async def test_an_answer_below_a_control_waits_for_a_rate_limit(rig: Rig) -> None:
    rig.services.answer = lambda: reply_text("Too soon.")
    panel = await rig.post_panel()
    inject_fault(rig.harbour, Fault("POST", FOLLOWUP, 429, retry_after_s=0.01))
    answer = await rig.bear.press(panel, "by:7:yes:41")
    assert (await answer.followup()).content == "Too soon."


@pytest.mark.thorough(MORE_CASES)
async def test_a_form_and_completions_survive_a_cut_connection(rig: Rig) -> None:
    rig.services.answer = lambda: Reply(form=Form("salt.give", "Salt", (Field("words", "Words"),)))
    panel = await rig.post_panel()
    inject_fault(rig.harbour, Fault("POST", CALLBACK, cut=True))
    assert (await (await rig.bear.press(panel, "by:7:salt:41")).modal()).custom_id == "by:7:salt.give:41"
    rig.services.answer = lambda: DONE
    inject_fault(rig.harbour, Fault("POST", CALLBACK, cut=True, after_effect=True))
    assert len(await rig.bear.autocomplete("discard", "bone", "Bo")) == 25


async def test_a_refused_answer_is_one_line_in_the_log(rig: Rig, caplog: pytest.LogCaptureFixture) -> None:
    rig.services.answer = lambda: Reply(Message("R9", rows=((Button("x", "X"),),)))
    inject_fault(rig.harbour, Fault("PATCH", ORIGINAL, 400, code=50035))
    await (await rig.bear.slash("discard", options={"bone": "R1"})).wait_for_acknowledgement()
    await rig.router.drain()
    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert "50035" in record.getMessage()
    assert "R9" not in record.getMessage()


async def test_repeats_end_when_the_interaction_expires() -> None:
    seconds = 0.0
    tries = 0

    async def pass_time(by: float) -> None:
        nonlocal seconds
        seconds += by

    async def ask() -> None:
        nonlocal tries
        tries += 1
        raise ConnectionResetError

    repeater = Repeater(lambda: seconds, pass_time)
    assert await repeater.deliver("an acknowledgement", ask, FIRST_ANSWER_WITHIN) is DeliveryResult.UNSURE
    assert tries > 1
    assert seconds <= FIRST_ANSWER_WITHIN
    repeater.stopping, tries = True, 0
    assert await repeater.deliver("an answer", ask, FIRST_ANSWER_WITHIN) is DeliveryResult.UNSURE
    assert tries == 1
