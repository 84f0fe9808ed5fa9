"""The check against Discord's description finds wrong requests and responses."""

from dataclasses import replace

import pytest

from harbour import Harbour
from harbour.rest.api import Exchange
from tests.harbour.conftest import Ask
from tests.harbour.description import load_description


async def test_differences_from_the_description_are_reported(harbour: Harbour, ask: Ask) -> None:
    await ask("POST", f"/channels/{harbour.channel.id}/messages", {"content": "Yes!"})
    sent = harbour.requests[-1]
    assert load_description().differences([sent]) == []
    wrong = {
        "body, at /content": replace(sent, body={"content": ["Yes!"]}),
        "response, at /flags": replace(sent, answer={**sent.answer, "flags": "64"}),
        "'author' is a required": replace(sent, answer={k: v for k, v in sent.answer.items() if k != "author"}),
        "does not answer 201": replace(sent, status=201),
        "is not described": replace(sent, path=f"/channels/{harbour.channel.id}/letters"),
    }
    for complaint, request in wrong.items():
        [difference] = load_description().differences([request])
        assert complaint in difference


@pytest.mark.parametrize("number", [1573742328688935008, 0])
def test_ids_may_be_numbers(number: int) -> None:
    body = {
        "content": "Yes!",
        "attachments": [{"id": 0, "filename": "rack.png"}],
        "allowed_mentions": {"users": [number]},
    }
    [*differences] = load_description().differences([Exchange("POST", "/channels/1/messages", {}, 204, body)])
    assert differences == ["POST /channels/{channel_id}/messages does not answer 204"]
