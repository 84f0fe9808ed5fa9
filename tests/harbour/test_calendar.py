"""The scheduled events of a guild."""

from typing import Any

from harbour import Harbour, Permission
from harbour.base.clock import format_timestamp
from tests.admin import set_role_permissions
from tests.harbour.conftest import Ask
from tests.harbour.description import load_description


def event(harbour: Harbour, **changed: Any) -> dict[str, Any]:
    begins = harbour.clock.now() + 3_600_000
    whole = {
        "name": "Game night",
        "privacy_level": 2,
        "entity_type": 3,
        "entity_metadata": {"location": "#bones"},
        "scheduled_start_time": format_timestamp(begins),
        "scheduled_end_time": format_timestamp(begins + 3_600_000),
    }
    return {**whole, **changed}


async def test_an_event_needs_the_permission_and_a_time_to_come(harbour: Harbour, ask: Ask) -> None:
    path = f"/guilds/{harbour.guild.id}/scheduled-events"
    status, refused = await ask("POST", path, event(harbour))
    assert (status, refused["code"]) == (403, 50013)
    (own,) = (role for role in harbour.guild.roles.values() if role.managed)
    set_role_permissions(harbour, harbour.guild, own, own.permissions | Permission.CREATE_EVENTS)
    past = format_timestamp(harbour.clock.now() - 1)
    for wrong in (
        {"scheduled_start_time": past},
        {"scheduled_end_time": past},
        {"scheduled_start_time": "tonight"},
        {"entity_metadata": {"location": "x" * 101}},
        {"name": ""},
        {"entity_type": 2},
    ):
        status, refused = await ask("POST", path, event(harbour, **wrong))
        assert (status, refused["code"]) == (400, 50035), wrong
    status, made = await ask("POST", path, event(harbour))
    assert (status, list(harbour.guild.scheduled)) == (200, [made["id"]])
    assert await ask("GET", path) == (200, [made])
    assert (await ask("DELETE", f"{path}/{made['id']}"))[0] == 204
    status, refused = await ask("DELETE", f"{path}/{made['id']}")
    assert (status, refused["code"]) == (404, 10070)
    assert load_description().differences(harbour.requests) == []
