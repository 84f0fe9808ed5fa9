"""Answers to interactions: the first by callback, the others by the interaction's webhook."""

from __future__ import annotations

from typing import Any

from harbour.actions import interactions
from harbour.errors import unknown
from harbour.json_types import Json
from harbour.rest.request import RestRequest, Route
from harbour.state.application import Interaction


def callback(call: RestRequest) -> Any:
    """`POST /interactions/{interaction}/{token}/callback`: the first answer; a body comes back if `with_response` asks
    for it.

    Raises 404 code 10062 (unknown, or three seconds are over), 400: 40060 (answered already), 50035 (the form, or an
    answer that does not suit its kind).
    """
    interaction = interactions.by_id(call.state, call.id("interaction"), call.params["token"])
    receipt = interactions.respond(call.state, interaction, call.form(), call.uploads)
    return receipt if call.query.get("with_response") in ("1", "true", "True") else None


def _interaction(call: RestRequest) -> Interaction:
    if call.id("app") != call.state.application_id:
        raise unknown("Webhook")
    return interactions.by_token(call.state, call.params["token"])


def follow_up(call: RestRequest) -> Json:
    """`POST /webhooks/{app}/{token}`: a further message; the first after a deferred answer takes the place of "is
    thinking".

    Raises 404 code 10015 (no such application or token), 401 code 50027 (over fifteen minutes old), 400: 50035, 50006.
    """
    return interactions.follow_up(call.state, _interaction(call), call.form(), call.uploads).to_json()


def get(call: RestRequest) -> Json:
    """`GET /webhooks/{app}/{token}/messages/{message}`: an answer by its id, the first as `@original`.

    Raises 404: 10015 (the token), 10008 (the message); 401 code 50027.
    """
    return interactions.message_of(call.state, _interaction(call), call.params["message"]).to_json()


def edit(call: RestRequest) -> Json:
    """`PATCH /webhooks/{app}/{token}/messages/{message}`: change it. Raises as `get` does, and 400: 50035, 50006."""
    interaction = _interaction(call)
    message = interactions.message_of(call.state, interaction, call.params["message"])
    return interactions.edit(call.state, interaction, message, call.form(), call.uploads).to_json()


def delete(call: RestRequest) -> Any:
    """`DELETE /webhooks/{app}/{token}/messages/{message}`: take it away. Raises as `get` does."""
    interaction = _interaction(call)
    message = interactions.message_of(call.state, interaction, call.params["message"])
    interactions.delete(call.state, interaction, message)


ROUTES: list[Route] = [
    ("POST", "/interactions/{interaction}/{token}/callback", callback),
    ("POST", "/webhooks/{app}/{token}", follow_up),
    ("GET", "/webhooks/{app}/{token}/messages/{message}", get),
    ("PATCH", "/webhooks/{app}/{token}/messages/{message}", edit),
    ("DELETE", "/webhooks/{app}/{token}/messages/{message}", delete),
]
