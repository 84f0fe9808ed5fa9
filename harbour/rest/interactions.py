"""Handlers for responses to interactions: the first response by callback, later ones by webhook.

A docstring lists the errors of a handler as Discord has them: the status, then its codes.
"""

from harbour.actions import interactions
from harbour.base.errors import unknown
from harbour.base.json_types import Json
from harbour.rest.request import RestRequest, RouteTable
from harbour.state.application import Interaction

ROUTES = RouteTable()


@ROUTES("POST", "/interactions/{interaction}/{token}/callback")
def respond(request: RestRequest) -> Json | None:
    """Make the first response. Returns a body if `with_response` is set.

    Raises 404: 10062 (interaction unknown, or over three seconds old); 400: 40060 (it has its first response already),
    50035 (invalid form, or a response of a type that this interaction does not allow).
    """
    interaction = interactions.find_unacknowledged(
        request.state, request.read_path_id("interaction"), request.params["token"]
    )
    body = interactions.respond(request.state, interaction, request.read_form(), request.uploads)
    return body if request.query.get("with_response") in ("1", "true", "True") else None


def _find_interaction(request: RestRequest) -> Interaction:
    if request.read_path_id("app") != request.state.application_id:
        raise unknown("Webhook")
    return interactions.find_by_token(request.state, request.params["token"])


@ROUTES("POST", "/webhooks/{app}/{token}")
def create_followup(request: RestRequest) -> Json:
    """Send a follow-up message, or replace "is thinking".

    Raises 404: 10015 (unknown application or token); 401: 50027 (token over fifteen minutes old); 400: 50035 (invalid
    form), 50006 (empty message).
    """
    return interactions.follow_up(
        request.state, _find_interaction(request), request.read_form(), request.uploads
    ).to_json()


@ROUTES("GET", "/webhooks/{app}/{token}/messages/{message}")
def get_response(request: RestRequest) -> Json:
    """A response by its id; `@original` is the first.

    Raises 404: 10015 (unknown application or token), 10008 (unknown message); 401: 50027 (token too old).
    """
    return interactions.find_message(request.state, _find_interaction(request), request.params["message"]).to_json()


@ROUTES("PATCH", "/webhooks/{app}/{token}/messages/{message}")
def edit_response(request: RestRequest) -> Json:
    """Edit a response. Raises as `get_response` does, and 400: 50035 (invalid form), 50006 (empty message)."""
    interaction = _find_interaction(request)
    message = interactions.find_message(request.state, interaction, request.params["message"])
    return interactions.edit(request.state, interaction, message, request.read_form(), request.uploads).to_json()


@ROUTES("DELETE", "/webhooks/{app}/{token}/messages/{message}")
def delete_response(request: RestRequest) -> None:
    """Delete a response. Raises as `get_response` does."""
    interaction = _find_interaction(request)
    message = interactions.find_message(request.state, interaction, request.params["message"])
    interactions.delete(request.state, interaction, message)
