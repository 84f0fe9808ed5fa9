"""Checks requests and responses against Discord's own description of its HTTP API.

`discord-api.json` is an extract of the description that Discord publishes for version 10, under the MIT licence beside
it. `python -m tests.harbour.description WHOLE.json` updates the extract, keeping its routes.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import jsonschema
import jsonschema_rs
from jsonschema.exceptions import best_match

from harbour.base.json_types import Json, JsonValue
from harbour.rest.api import Exchange
from harbour.state.parts import texts_of

EXTRACT: Final = Path(__file__).with_name("discord-api.json")


_LISTS: Final = ("users", "roles")
"""Lists of ids."""
_NUMBERS: Final = ("components_id",)
"""Fields that are named like an id but hold a number."""


def reused_nonces(recorded: Iterable[Exchange]) -> list[str]:
    """List the nonces that were used in one channel for messages of different text."""
    texts: dict[tuple[str, str], str] = {}
    sent = (
        request
        for request in recorded
        if request.method == "POST" and request.path.endswith("/messages") and request.body
    )
    return [
        f"{request.path} {request.body['nonce']}"
        for request in sent
        if "nonce" in request.body
        and texts.setdefault((request.path, request.body["nonce"]), _words(request.body)) != _words(request.body)
    ]


def _words(body: Json) -> str:
    """The text of a request for a message: its content, or the texts of its layout."""
    return body.get("content") or "\n".join(text["content"] for text in texts_of(body.get("components") or ()))


class Route(NamedTuple):
    """A route in the description."""

    name: str
    """Method and path."""
    pattern: re.Pattern[str]
    body: JsonValue
    """Schema of the request body."""
    responses: dict[int, JsonValue]
    """Schemas of the response by status; None for an empty response."""


class Description:
    """Discord's API: its routes, and the schemas of their bodies and responses."""

    def __init__(self, extracted: Json) -> None:
        self._components = extracted["components"]
        self._routes = [
            Route(
                f"{method.upper()} {path}",
                re.compile(f"{method.upper()} " + re.sub(r"\{[^}]+\}", "[^/]+", path)),
                _schema(operation.get("requestBody", {})),
                {int(status): _schema(response) for status, response in operation["responses"].items()},
            )
            for path, methods in sorted(extracted["paths"].items(), key=lambda item: item[0].count("{"))
            for method, operation in methods.items()
        ]
        self._checked: dict[str, str] = {}
        self._validators: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def differences(self, recorded: Iterable[Exchange]) -> list[str]:
        """List how successful requests and their responses differ from the description, without duplicates."""
        found = (difference for request in recorded if request.status < 400 for difference in self._check(request))
        return list(dict.fromkeys(found))

    def _check(self, request: Exchange) -> Iterator[str]:
        address = f"{request.method} {request.path}"
        route = next((route for route in self._routes if route.pattern.fullmatch(address)), None)
        if route is None:
            yield f"{address} is not described"
            return
        if request.body is not None and route.body is not None:
            yield from self._differs(f"{route.name}, body", route.body, _with_text_ids(request.body))
        if request.status not in route.responses:
            yield f"{route.name} does not answer {request.status}"
        elif (schema := route.responses[request.status]) is not None:
            yield from self._differs(f"{route.name}, response", schema, request.answer)
        elif request.answer is not None:
            yield f"{route.name} has no response body"

    def _differs(self, name: str, schema: JsonValue, value: JsonValue) -> Iterator[str]:
        """Check a value against a schema. Values of the same shape are checked once: boards differ mostly in text.

        A fast validator finds a difference; a second one, eighty times slower, describes it.
        """
        key = f"{name} {_shape(value)}"
        if key not in self._checked:
            whole = {**schema, "components": self._components}
            if name not in self._validators:
                self._validators[name] = jsonschema_rs.Draft202012Validator(whole)
            self._checked[key] = "" if self._validators[name].is_valid(value) else _difference(name, whole, value)
        if self._checked[key]:
            yield self._checked[key]


def _difference(name: str, schema: Json, value: JsonValue) -> str:
    error = best_match(jsonschema.Draft202012Validator(schema).iter_errors(value))
    if error is None:
        return f"{name}: one validator refuses what the other takes"
    return f"{name}, at /{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"


@cache
def load_description() -> Description:
    """Load the extract of the description."""
    return Description(json.loads(EXTRACT.read_text()))


def _schema(part: Json) -> JsonValue:
    """The schema of a body or response. If it has several forms, the JSON form counts."""
    content = part.get("content")
    return None if not content else (content.get("application/json") or next(iter(content.values())))["schema"]


def _with_text_ids(value: JsonValue, name: str = "") -> JsonValue:
    """Return the value with ids as text. Discord also accepts numbers, which discord.py sends and the schema omits."""
    if isinstance(value, dict):
        return {key: _with_text_ids(item, f"{name}_id" if key == "id" else key) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_text_ids(item, name) for item in value]
    return (
        str(value)
        if type(value) is int and (name in _LISTS or (name.endswith("_id") and name not in _NUMBERS))
        else value
    )


def _shape(value: JsonValue) -> str:
    """The shape of a JSON value, ignoring texts and large numbers; each kind of list element appears once."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{_shape(item)}" for key, item in sorted(value.items())) + "}"
    if isinstance(value, list):
        return "[" + ",".join(sorted({_shape(item) for item in value})) + "]"
    return str(value) if isinstance(value, bool | int) and abs(value) < 1000 else type(value).__name__


def extract(whole: Json, routes: Iterable[str]) -> Json:
    """Extract the part of a description that these routes ("GET /users/@me") need, without its prose."""
    paths: dict[str, Json] = {}
    for route in routes:
        method, path = route.split(" ")
        operation = whole["paths"][path][method.lower()]
        responses = {
            status: {"content": response["content"]} if "content" in response else {}
            for status, response in operation["responses"].items()
            if status.startswith("2")
        }
        body = {"requestBody": operation["requestBody"]} if "requestBody" in operation else {}
        paths.setdefault(path, {})[method.lower()] = _remove_prose({**body, "responses": responses})
    schemas: Json = {}
    needed = list(_referenced_schemas(paths))
    while needed:
        name = needed.pop()
        if name not in schemas:
            schemas[name] = _remove_prose(whole["components"]["schemas"][name])
            needed += _referenced_schemas(schemas[name])
    head = {key: whole["info"][key] for key in ("title", "version", "license")}
    return {"info": head, "paths": paths, "components": {"schemas": schemas}}


def _remove_prose(value: JsonValue) -> JsonValue:
    """Remove the titles and descriptions from a schema."""
    if isinstance(value, dict):
        prose = {key for key in ("description", "title") if isinstance(value.get(key), str)}
        return {key: _remove_prose(item) for key, item in value.items() if key not in prose}
    return [_remove_prose(item) for item in value] if isinstance(value, list) else value


def _referenced_schemas(value: JsonValue) -> Iterator[str]:
    """Names of the schemas that a part of the description refers to."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "$ref":
                yield str(item).rpartition("/")[2]
            else:
                yield from _referenced_schemas(item)
    elif isinstance(value, list):
        for item in value:
            yield from _referenced_schemas(item)


def main(source: str) -> None:
    """Update the extract from the full description in the file `source`, keeping its routes."""
    paths = json.loads(EXTRACT.read_text())["paths"]
    routes = [f"{method.upper()} {path}" for path, methods in paths.items() for method in methods]
    made = extract(json.loads(Path(source).read_text()), routes)
    EXTRACT.write_text(_format(made))


def _format(made: Json) -> str:
    """Write JSON with a line for each path and each schema."""

    def lines(named: Json) -> str:
        return ",\n".join(f"{json.dumps(name)}:{_compact(schema)}" for name, schema in sorted(named.items()))

    paths, schemas = lines(made["paths"]), lines(made["components"]["schemas"])
    return f'{{"info":{_compact(made["info"])},\n"paths":{{\n{paths}}},\n"components":{{"schemas":{{\n{schemas}}}}}}}\n'


def _compact(value: JsonValue) -> str:
    return json.dumps(value, separators=(",", ":"))


if __name__ == "__main__":
    main(sys.argv[1])
