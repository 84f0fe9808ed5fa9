"""Handlers for responses to interactions: the first by callback, later ones by webhook."""

from harbour.actions import interactions
from harbour.base.errors import unknown
from harbour.base.json_types import Json
from harbour.rest.request import RestRequest, Route
from harbour.state.application import Interaction


def respond(request: RestRequest) -> Json | None:
    """`POST /interactions/{interaction}/{token}/callback`: acknowledge; returns a body if `with_response` is set.

    Raises 404 code 10062 (unknown, or over three seconds old), 400: 40060 (already acknowledged), 50035 (invalid form,
    or a response that does not suit the interaction).
    """
    interaction = interactions.find_unacknowledged(
        request.state, request.path_id("interaction"), request.params["token"]
    )
    receipt = interactions.respond(request.state, interaction, request.form(), request.uploads)
    return receipt if request.query.get("with_response") in ("1", "true", "True") else None


def _find_interaction(request: RestRequest) -> Interaction:
    if request.path_id("app") != request.state.application_id:
        raise unknown("Webhook")
    return interactions.find_by_token(request.state, request.params["token"])


def create_followup(request: RestRequest) -> Json:
    """`POST /webhooks/{app}/{token}`: send a follow-up message, or replace "is thinking".

    Raises 404 code 10015 (unknown application or token), 401 code 50027 (over fifteen minutes old), 400: 50035, 50006.
    """
    return interactions.follow_up(request.state, _find_interaction(request), request.form(), request.uploads).to_json()


def get_response(request: RestRequest) -> Json:
    """`GET /webhooks/{app}/{token}/messages/{message}`: a response by its id, the first as `@original`.

    Raises 404: 10015 (token), 10008 (message); 401 code 50027.
    """
    return interactions.find_message(request.state, _find_interaction(request), request.params["message"]).to_json()


def edit_response(request: RestRequest) -> Json:
    """`PATCH /webhooks/{app}/{token}/messages/{message}`: edit a response.

    Raises as `get_response` does, and 400: 50035, 50006.
    """
    interaction = _find_interaction(request)
    message = interactions.find_message(request.state, interaction, request.params["message"])
    return interactions.edit(request.state, interaction, message, request.form(), request.uploads).to_json()


def delete_response(request: RestRequest) -> None:
    """`DELETE /webhooks/{app}/{token}/messages/{message}`: delete a response. Raises as `get_response` does."""
    interaction = _find_interaction(request)
    message = interactions.find_message(request.state, interaction, request.params["message"])
    interactions.delete(request.state, interaction, message)


ROUTES: list[Route] = [
    ("POST", "/interactions/{interaction}/{token}/callback", respond),
    ("POST", "/webhooks/{app}/{token}", create_followup),
    ("GET", "/webhooks/{app}/{token}/messages/{message}", get_response),
    ("PATCH", "/webhooks/{app}/{token}/messages/{message}", edit_response),
    ("DELETE", "/webhooks/{app}/{token}/messages/{message}", delete_response),
]
