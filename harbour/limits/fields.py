"""Checks of the fields in a request body. One error reports all complaints together."""

from __future__ import annotations

import re
from collections.abc import Container

from harbour.base.errors import ApiError
from harbour.base.json_types import Json, JsonValue


class _Missing:
    def __repr__(self) -> str:
        return "MISSING"

    def __bool__(self) -> bool:
        return False


MISSING = _Missing()
Path = tuple[str, ...]
Complaint = tuple[Path, str, str]
"""An invalid field: its path, Discord's code for the fault, and a sentence."""
SNOWFLAKE = re.compile(r"[0-9]{1,20}")


def invalid_form(*complaints: Complaint) -> ApiError:
    """400 code 50035: some fields are invalid. The path () means the whole body."""
    errors: Json = {}
    for path, code, message in complaints:
        node = errors
        for step in path:
            node = node.setdefault(step, {})
        node.setdefault("_errors", []).append({"code": code, "message": message})
    return ApiError(400, 50035, "Invalid Form Body", errors)


class BodyField:
    """A value in a request body, and its path.

    Most methods return the value. They return None if it is missing or null, or after recording a complaint.
    """

    def __init__(self, value: JsonValue, path: Path = (), complaints: list[Complaint] | None = None) -> None:
        self.value = value
        self.path = path
        self._complaints: list[Complaint] = [] if complaints is None else complaints

    def complain(self, code: str, message: str) -> None:
        """Record a complaint about this field. `raise_if_invalid` reports the complaints about all fields."""
        self._complaints.append((self.path, code, message))

    def raise_if_invalid(self) -> None:
        """Raise 400 code 50035 if any field of the body has a complaint."""
        if self._complaints:
            raise invalid_form(*self._complaints)

    @property
    def is_present(self) -> bool:
        """True if the field is given and not null."""
        return self.value is not MISSING and self.value is not None

    def __getitem__(self, key: str) -> BodyField:
        value = self.value.get(key, MISSING) if isinstance(self.value, dict) else MISSING
        return BodyField(value, (*self.path, key), self._complaints)

    def require(self) -> BodyField:
        """Complain if the field is missing or null. Returns the field itself, for the next check."""
        if not self.is_present:
            self.complain("BASE_TYPE_REQUIRED", "This field is required")
        return self

    def check_mapping(self) -> bool:
        """Complain unless this is a JSON object. Returns True if it is one."""
        if isinstance(self.value, dict):
            return True
        self.complain("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return False

    def read_text(self, most: int, least: int = 0, pattern: re.Pattern[str] | None = None) -> str | None:
        """A string of `least` to `most` characters. May be missing or null (see `require`)."""
        if not self.is_present:
            return None
        if not isinstance(self.value, str):
            self.complain("STRING_TYPE_CONVERT", f"Could not interpret {str(self.value)[:50]!r} as string.")
            return None
        if not self._has_length(least, most):
            return None
        if pattern is not None and not pattern.fullmatch(self.value):
            self.complain("STRING_TYPE_REGEX", "String value did not match validation regex.")
            return None
        return self.value

    def read_integer(self, least: int, most: int) -> int | None:
        """A whole number from `least` to `most`. May be missing or null."""
        if not self.is_present:
            return None
        value = self.value
        if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,20}", value):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            self.complain("NUMBER_TYPE_COERCE", f"Value {str(value)[:50]!r} is not int.")
            return None
        if not least <= value <= most:
            self.complain("NUMBER_TYPE_MAX", f"int value should be between {least} and {most}.")
            return None
        return value

    def read_boolean(self) -> bool | None:
        """A boolean. May be missing or null."""
        if not self.is_present:
            return None
        if not isinstance(self.value, bool):
            self.complain("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
            return None
        return self.value

    def read_snowflake(self) -> str | None:
        """An id as text. May be missing or null."""
        if not self.is_present:
            return None
        value = str(self.value) if not isinstance(self.value, bool | dict | list) else "?"
        if not SNOWFLAKE.fullmatch(value):
            self.complain("NUMBER_TYPE_COERCE", f"Value {value[:50]!r} is not snowflake.")
            return None
        return value

    def read_choice(self, allowed: Container[JsonValue]) -> JsonValue:
        """One of the `allowed` values. May be missing or null."""
        if not self.is_present:
            return None
        if isinstance(self.value, bool | dict | list) or self.value not in allowed:
            self.complain("BASE_TYPE_CHOICES", f"Value must be one of {allowed}.")
            return None
        return self.value

    def read_items(self, most: int, least: int = 0) -> list[BodyField]:
        """The fields of a list with `least` to `most` items; empty if missing or invalid."""
        if not self.is_present:
            return []
        if not isinstance(self.value, list):
            self.complain("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not self._has_length(least, most):
            return []
        return [BodyField(value, (*self.path, str(index)), self._complaints) for index, value in enumerate(self.value)]

    def read_objects(self, most: int, least: int = 0) -> list[BodyField]:
        """The fields of a list of JSON objects. Complains about other items and leaves them out."""
        return [item for item in self.read_items(most, least) if item.check_mapping()]

    def _has_length(self, least: int, most: int) -> bool:
        """Complain unless the value has `least` to `most` characters or items. Returns True if it has."""
        if least <= len(self.value) <= most:
            return True
        if least == 0:
            self.complain("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        else:
            self.complain("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        return False


def read_path_snowflake(value: str, name: str) -> str:
    """Check an id from the URL. Raises 400 code 50035."""
    field = BodyField(value, (name,))
    found = field.read_snowflake()
    field.raise_if_invalid()
    assert found is not None
    return found


def as_object(body: JsonValue) -> BodyField:
    """Wrap a whole body, which must be a JSON object. Raises 400 code 50035."""
    if not isinstance(body, dict):
        raise invalid_form(((), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType"))
    return BodyField(body)


def as_list(body: JsonValue) -> BodyField:
    """Wrap a whole body, which must be a JSON list. Raises 400 code 50035."""
    if not isinstance(body, list):
        raise invalid_form(((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType"))
    return BodyField(body)
