"""Errors as Discord reports them: HTTP status, JSON code, message and, for invalid forms, the invalid fields."""

from harbour.base.json_types import Json, JsonValue


class ApiError(Exception):
    """An error response to an API request; `RestApi` turns it into JSON."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None, **more: JsonValue) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.more = more

    def to_json(self) -> Json:
        """The response body: message, code, extra fields, and the errors of invalid form fields."""
        body: Json = {"message": self.message, "code": self.code, **self.more}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class NotOffered(Exception):
    """A person tried something that Discord's client does not offer: an unknown command, option, button or choice.

    `plain` is the sentence for the person, where the other one names ids for programmers.
    """

    def __init__(self, told: str, plain: str = "") -> None:
        super().__init__(told)
        self.plain = plain or told


def missing_token() -> ApiError:
    """401: the request does not carry the bot's token."""
    return ApiError(401, 0, "401: Unauthorized")


def unknown(kind: str) -> ApiError:
    """404 with Discord's code for the kind of object that was not found."""
    return ApiError(404, _UNKNOWN[kind], f"Unknown {kind}")


_UNKNOWN = {
    "Account": 10001,
    "Channel": 10003,
    "Guild": 10004,
    "Member": 10007,
    "Message": 10008,
    "User": 10013,
    "Emoji": 10014,
    "Webhook": 10015,
    "Guild Scheduled Event": 10070,
    "interaction": 10062,
    "application command": 10063,
}


def missing_access() -> ApiError:
    """403 code 50001: the channel cannot be viewed."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """403 code 50013: the channel can be viewed, but the action is not permitted there."""
    return ApiError(403, 50013, "Missing Permissions")


def empty_message() -> ApiError:
    """400 code 50006: a message without text, embeds, files or components."""
    return ApiError(400, 50006, "Cannot send an empty message")


def invalid_json() -> ApiError:
    """400 code 50109: the body is not valid JSON."""
    return ApiError(400, 50109, "The request body contains invalid JSON.")
