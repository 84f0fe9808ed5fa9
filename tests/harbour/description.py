"""Requests and answers judged by Discord's own description of its HTTP API, as far as bot and harbour use it.

`discord-api.json` is cut from what Discord publishes for version 10, under the MIT licence beside it.
`python -m tests.harbour.description WHOLE.json` cuts it anew, with the routes that it has.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from harbour.rest.api import RecordedRequest

CUT: Final = Path(__file__).with_name("discord-api.json")


_LISTS: Final = ("users", "roles")
"""Lists of ids."""
_NUMBERS: Final = ("components_id",)
"""What is called an id and is a number."""


class Route(NamedTuple):
    """A request as described: `name` is its method and path, `answers` are schemas by status, None for no answer."""

    name: str
    pattern: re.Pattern[str]
    body: Any
    answers: dict[int, Any]


class Description:
    """Discord's API: which requests there are, and the shapes of their bodies and answers."""

    def __init__(self, cut: dict[str, Any]) -> None:
        self._components = cut["components"]
        self._routes = [
            Route(
                f"{method.upper()} {path}",
                re.compile(f"{method.upper()} " + re.sub(r"\{[^}]+\}", "[^/]+", path)),
                _schema(operation.get("requestBody", {})),
                {int(status): _schema(answer) for status, answer in operation["responses"].items()},
            )
            for path, methods in sorted(cut["paths"].items(), key=lambda item: item[0].count("{"))
            for method, operation in methods.items()
        ]
        self._judged: dict[str, str] = {}

    def differences(self, recorded: Iterable[RecordedRequest]) -> list[str]:
        """What in these requests, those refused apart, or in their answers is not as described; each once."""
        return list(dict.fromkeys(what for one in recorded if one.status < 400 for what in self._of(one)))

    def _of(self, one: RecordedRequest) -> Iterator[str]:
        asked = f"{one.method} {one.path}"
        route = next((route for route in self._routes if route.pattern.fullmatch(asked)), None)
        if route is None:
            yield f"{asked} is not described"
            return
        if one.body is not None and route.body is not None:
            yield from self._differs(f"{route.name}, body", route.body, _with_text_ids(one.body))
        if one.status not in route.answers:
            yield f"{route.name} does not answer {one.status}"
        elif (schema := route.answers[one.status]) is not None:
            yield from self._differs(f"{route.name}, answer", schema, one.answer)
        elif one.answer is not None:
            yield f"{route.name} answers nothing"

    def _differs(self, name: str, schema: Any, value: Any) -> Iterator[str]:
        """Values of one shape are judged once: thousands of boards differ in their words alone."""
        key = f"{name} {_shape(value)}"
        if key not in self._judged:
            error = best_match(Draft202012Validator({**schema, "components": self._components}).iter_errors(value))
            at = "" if error is None else "/".join(map(str, error.absolute_path))
            self._judged[key] = "" if error is None else f"{name}, at /{at}: {error.message[:300]}"
        if self._judged[key]:
            yield self._judged[key]


@cache
def described() -> Description:
    """The API as cut."""
    return Description(json.loads(CUT.read_text()))


def _schema(part: dict[str, Any]) -> Any:
    """The schema of a body or an answer; that of its JSON form where there are several."""
    content = part.get("content")
    return None if not content else (content.get("application/json") or next(iter(content.values())))["schema"]


def _with_text_ids(value: Any, of: str = "") -> Any:
    """The value with ids as text. (Discord takes numbers too, as discord.py sends them; its description says text.)"""
    if isinstance(value, dict):
        return {key: _with_text_ids(item, f"{of}_id" if key == "id" else key) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_text_ids(item, of) for item in value]
    return str(value) if type(value) is int and (of in _LISTS or (of.endswith("_id") and of not in _NUMBERS)) else value


def _shape(value: Any) -> str:
    """What a JSON value looks like without its texts and large numbers, each kind of list element once."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{_shape(item)}" for key, item in sorted(value.items())) + "}"
    if isinstance(value, list):
        return "[" + ",".join(sorted({_shape(item) for item in value})) + "]"
    return str(value) if isinstance(value, bool | int) and abs(value) < 1000 else type(value).__name__


def cut(whole: dict[str, Any], routes: Iterable[str]) -> dict[str, Any]:
    """The part of a description that these routes ("GET /users/@me") need, without its prose."""
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        method, path = route.split(" ")
        operation = whole["paths"][path][method.lower()]
        answers = {
            status: {"content": one["content"]} if "content" in one else {}
            for status, one in operation["responses"].items()
            if status.startswith("2")
        }
        body = {"requestBody": operation["requestBody"]} if "requestBody" in operation else {}
        paths.setdefault(path, {})[method.lower()] = _plain({**body, "responses": answers})
    schemas: dict[str, Any] = {}
    needed = list(_named(paths))
    while needed:
        name = needed.pop()
        if name not in schemas:
            schemas[name] = _plain(whole["components"]["schemas"][name])
            needed += _named(schemas[name])
    head = {key: whole["info"][key] for key in ("title", "version", "license")}
    return {"info": head, "paths": paths, "components": {"schemas": schemas}}


def _plain(value: Any) -> Any:
    """A schema without what only people read."""
    if isinstance(value, dict):
        prose = {key for key in ("description", "title") if isinstance(value.get(key), str)}
        return {key: _plain(item) for key, item in value.items() if key not in prose}
    return [_plain(item) for item in value] if isinstance(value, list) else value


def _named(value: Any) -> Iterator[str]:
    """The names of the schemas that a part of the description refers to."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "$ref":
                yield str(item).rpartition("/")[2]
            else:
                yield from _named(item)
    elif isinstance(value, list):
        for item in value:
            yield from _named(item)


def main(source: str) -> None:
    """Cuts the description in the file `source` down to the routes of the one that is here."""
    paths = json.loads(CUT.read_text())["paths"]
    routes = [f"{method.upper()} {path}" for path, methods in paths.items() for method in methods]
    made = cut(json.loads(Path(source).read_text()), routes)
    CUT.write_text(_written(made))


def _written(made: dict[str, Any]) -> str:
    """JSON with a line for each route's path and each schema."""

    def lines(named: dict[str, Any]) -> str:
        return ",\n".join(f"{json.dumps(name)}:{_compact(one)}" for name, one in sorted(named.items()))

    paths, schemas = lines(made["paths"]), lines(made["components"]["schemas"])
    return f'{{"info":{_compact(made["info"])},\n"paths":{{\n{paths}}},\n"components":{{"schemas":{{\n{schemas}}}}}}}\n'


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


if __name__ == "__main__":
    main(sys.argv[1])
