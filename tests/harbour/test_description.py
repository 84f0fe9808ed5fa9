"""The judge of requests and answers can tell a wrong one."""

import inspect
from dataclasses import replace

import pytest

from harbour import Harbour
from harbour.rest.api import ROUTES, RecordedRequest
from tests.harbour.conftest import Ask
from tests.harbour.description import described


async def test_what_is_not_as_discord_describes_it_is_named(harbour: Harbour, ask: Ask) -> None:
    await ask("POST", f"/channels/{harbour.channel.id}/messages", {"content": "Yes!"})
    sent = harbour.requests[-1]
    assert described().differences([sent]) == []
    wrong = {
        "body, at /content": replace(sent, body={"content": ["Yes!"]}),
        "answer, at /flags": replace(sent, answer={**sent.answer, "flags": "64"}),
        "'author' is a required": replace(sent, answer={k: v for k, v in sent.answer.items() if k != "author"}),
        "does not answer 201": replace(sent, status=201),
        "is not described": replace(sent, path=f"/channels/{harbour.channel.id}/letters"),
    }
    for complaint, request in wrong.items():
        [difference] = described().differences([request])
        assert complaint in difference


@pytest.mark.parametrize("number", [1573742328688935008, 0])
def test_ids_may_be_numbers(number: int) -> None:
    body = {
        "content": "Yes!",
        "attachments": [{"id": 0, "filename": "rack.png"}],
        "allowed_mentions": {"users": [number]},
    }
    [*differences] = described().differences(
        [RecordedRequest("POST", "/channels/1/messages", 204, body, (), None, 0.0)]
    )
    assert differences == ["POST /channels/{channel_id}/messages does not answer 204"]


def test_every_handler_says_which_route_it_serves() -> None:
    for method, path, handler in ROUTES:
        said = inspect.getdoc(handler) or ""
        route = path.replace("/applications/{app}/guilds/{guild}/commands", "…/commands")
        route = route.replace("/applications/{app}/commands", "…/commands")
        assert f"`{method} {route}`" in said, handler
