"""Refusals as Discord words them: HTTP status, JSON code, message and, for a bad form, where it is bad."""

from __future__ import annotations

from typing import Any


class ApiError(Exception):
    """An answer other than success; the edge turns it into JSON."""

    def __init__(self, status: int, code: int, message: str, errors: dict[str, Any] | None = None, **more: Any) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.more = more

    def to_json(self) -> dict[str, Any]:
        """The body of the answer: message, code, what the refusal adds, and where a form is bad."""
        body: dict[str, Any] = {"message": self.message, "code": self.code, **self.more}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class NotOffered(Exception):
    """A person tried what Discord's own client would not let them do: no such command, option, button or choice."""


def unauthorized() -> ApiError:
    """401: the request bears no token of the bot's."""
    return ApiError(401, 0, "401: Unauthorized")


def unknown(what: str) -> ApiError:
    """404 with Discord's code for the kind of thing that is not there."""
    return ApiError(404, _UNKNOWN[what], f"Unknown {what}")


_UNKNOWN = {
    "Account": 10001,
    "Channel": 10003,
    "Guild": 10004,
    "Member": 10007,
    "Message": 10008,
    "User": 10013,
    "Emoji": 10014,
    "Webhook": 10015,
    "interaction": 10062,
    "application command": 10063,
}


def missing_access() -> ApiError:
    """403 code 50001: the channel cannot even be seen."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """403 code 50013: it can be seen, and this is not allowed there."""
    return ApiError(403, 50013, "Missing Permissions")


def empty_message() -> ApiError:
    """400 code 50006: no text, no picture, no control."""
    return ApiError(400, 50006, "Cannot send an empty message")


def invalid_json() -> ApiError:
    """400 code 50109: the body is no JSON."""
    return ApiError(400, 50109, "The request body contains invalid JSON.")
