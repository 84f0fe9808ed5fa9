"""Answers to interactions: the first by callback, the others by the interaction's webhook."""

from __future__ import annotations

from typing import Any

from harbour import interactions
from harbour.errors import unknown
from harbour.interactions import Interaction
from harbour.model import Json
from harbour.rest.call import Call, Route


def callback(call: Call) -> Any:
    """`POST /interactions/{interaction}/{token}/callback`: the first answer; a body comes back if `with_response` asks
    for it.

    Raises 404 code 10062 (unknown, or three seconds are over), 400: 40060 (answered already), 50035 (the form, or an
    answer that does not suit its kind).
    """
    interaction = interactions.by_id(call.world, call.id("interaction"), call.params["token"])
    receipt = interactions.respond(call.world, interaction, call.form(), call.uploads)
    return receipt if call.query.get("with_response") in ("1", "true", "True") else None


def _interaction(call: Call) -> Interaction:
    if call.id("app") != call.world.application_id:
        raise unknown("Webhook")
    return interactions.by_token(call.world, call.params["token"])


def follow_up(call: Call) -> Json:
    """`POST /webhooks/{app}/{token}`: a further message; the first after a deferred answer takes the place of "is
    thinking".

    Raises 404 code 10015 (no such application or token), 401 code 50027 (over fifteen minutes old), 400: 50035, 50006.
    """
    return interactions.follow_up(call.world, _interaction(call), call.form(), call.uploads).to_json()


def get(call: Call) -> Json:
    """`GET /webhooks/{app}/{token}/messages/{message}`: an answer by its id, the first as `@original`.

    Raises 404: 10015 (the token), 10008 (the message); 401 code 50027.
    """
    return interactions.message_of(call.world, _interaction(call), call.params["message"]).to_json()


def edit(call: Call) -> Json:
    """`PATCH /webhooks/{app}/{token}/messages/{message}`: change it. Raises as `get` does, and 400: 50035, 50006."""
    interaction = _interaction(call)
    message = interactions.message_of(call.world, interaction, call.params["message"])
    return interactions.edit(call.world, interaction, message, call.form(), call.uploads).to_json()


def delete(call: Call) -> Any:
    """`DELETE /webhooks/{app}/{token}/messages/{message}`: take it away. Raises as `get` does."""
    interaction = _interaction(call)
    message = interactions.message_of(call.world, interaction, call.params["message"])
    interactions.delete(call.world, interaction, message)


ROUTES: list[Route] = [
    ("POST", "/interactions/{interaction}/{token}/callback", callback),
    ("POST", "/webhooks/{app}/{token}", follow_up),
    ("GET", "/webhooks/{app}/{token}/messages/{message}", get),
    ("PATCH", "/webhooks/{app}/{token}/messages/{message}", edit),
    ("DELETE", "/webhooks/{app}/{token}/messages/{message}", delete),
]
