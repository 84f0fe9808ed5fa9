"""Types for the JSON that Discord and its clients exchange; the only place where `Any` is written."""

from typing import Any

JsonValue = Any
"""Any JSON value: an object, list, text, number, boolean or null."""

Json = dict[str, JsonValue]
"""A JSON object."""
