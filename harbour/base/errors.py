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

    `message` is for programmers and may name ids; `plain` is the sentence that the person reads.
    """

    def __init__(self, message: str, plain: str = "") -> None:
        super().__init__(message)
        self.plain = plain or message


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


def wrong_channel_type() -> ApiError:
    """400 code 50024: a channel of this type does not offer the action."""
    return ApiError(400, 50024, "Cannot execute action on this channel type")


def archived_thread() -> ApiError:
    """400 code 50083: the action is not possible in an archived thread."""
    return ApiError(400, 50083, "Thread is archived")


def empty_message() -> ApiError:
    """400 code 50006: a message without text, embeds, files or components."""
    return ApiError(400, 50006, "Cannot send an empty message")


def invalid_json() -> ApiError:
    """400 code 50109: the body is not valid JSON."""
    return ApiError(400, 50109, "The request body contains invalid JSON.")
