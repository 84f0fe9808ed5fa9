"""Discord's limits: values just inside, values just outside, and the fields that the errors name."""

import pytest

from harbour import Harbour
from harbour.base.json_types import Json, JsonValue
from tests.harbour.conftest import Ask, complaints

BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
SELECT = {"type": 3, "custom_id": "s", "options": [{"label": "a", "value": "a"}]}


def rows(*rows_: list[JsonValue]) -> Json:
    return {"content": "x", "components": [{"type": 1, "components": row} for row in rows_]}


def buttons(count: int, row: int = 0) -> list[JsonValue]:
    return [{**BUTTON, "custom_id": f"{row}.{n}"} for n in range(count)]


def options(count: int) -> list[JsonValue]:
    return [{"label": f"{n}", "value": f"{n}"} for n in range(count)]


PASSES: Json = {
    "2000 characters": {"content": "x" * 2000},
    "25 buttons": rows(*(buttons(5, n) for n in range(5))),
    "25 options": rows([{**SELECT, "options": options(25), "max_values": 25, "placeholder": "p" * 150}]),
    "custom id of 100": rows([{**BUTTON, "custom_id": "c" * 100, "label": "l" * 80}]),
    "emoji alone": rows([{"type": 2, "style": 1, "emoji": {"name": "🎲"}, "custom_id": "e"}]),
}


@pytest.mark.parametrize("body", PASSES.values(), ids=PASSES)
async def test_valid_messages_are_accepted(harbour: Harbour, ask: Ask, body: Json) -> None:
    status, answer = await ask("POST", f"/channels/{harbour.channel.id}/messages", body)
    assert status == 200, answer


FAILS: dict[str, tuple[JsonValue, tuple[str, ...], str]] = {
    "2001 characters": ({"content": "x" * 2001}, ("content",), "BASE_TYPE_MAX_LENGTH"),
    "content no text": ({"content": 7}, ("content",), "STRING_TYPE_CONVERT"),
    "embeds": ({"embeds": [{"title": "t"}]}, ("embeds",), "UNSUPPORTED"),
    "6 rows": (rows(*([BUTTON] for _ in range(6))), ("components",), "BASE_TYPE_MAX_LENGTH"),
    "6 buttons": (rows(buttons(6)), ("components", "0", "components"), "BASE_TYPE_BAD_LENGTH"),
    "empty row": (rows([]), ("components", "0", "components"), "BASE_TYPE_BAD_LENGTH"),
    "select beside a button": (
        rows([BUTTON, SELECT]),
        ("components", "0", "components"),
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "the same custom id": (
        rows([BUTTON], [BUTTON]),
        ("components", "1", "components", "0", "custom_id"),
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "custom id of 101": (
        rows([{**BUTTON, "custom_id": "c" * 101}]),
        ("components", "0", "components", "0", "custom_id"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "label of 81": (
        rows([{**BUTTON, "label": "l" * 81}]),
        ("components", "0", "components", "0", "label"),
        "BASE_TYPE_MAX_LENGTH",
    ),
    "a bare button": (
        rows([{**BUTTON, "label": ""}]),
        ("components", "0", "components", "0"),
        "BUTTON_COMPONENT_NO_LABEL_OR_EMOJI",
    ),
    "an emoji of somebody else's": (
        rows([{**BUTTON, "emoji": {"id": "123456789012345678", "name": "x"}}]),
        ("components", "0", "components", "0", "emoji", "id"),
        "COMPONENT_INVALID_EMOJI",
    ),
    "26 options": (
        rows([{**SELECT, "options": options(26)}]),
        ("components", "0", "components", "0", "options"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "the same value": (
        rows([{**SELECT, "options": [{"label": "a", "value": "a"}, {"label": "b", "value": "a"}]}]),
        ("components", "0", "components", "0", "options", "1", "value"),
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "more values than options": (
        rows([{**SELECT, "max_values": 2}]),
        ("components", "0", "components", "0", "max_values"),
        "SELECT_COMPONENT_MAX_VALUES",
    ),
    "placeholder of 151": (
        rows([{**SELECT, "placeholder": "p" * 151}]),
        ("components", "0", "components", "0", "placeholder"),
        "BASE_TYPE_MAX_LENGTH",
    ),
    "an unknown component": (
        rows([{"type": 77}]),
        ("components", "0", "components", "0", "type"),
        "UNION_TYPE_CHOICES",
    ),
    "a container": ({"components": [{"type": 17}]}, ("components", "0", "type"), "UNION_TYPE_CHOICES"),
    "a flag of somebody else's": ({"content": "x", "flags": 1 << 20}, ("flags",), "FLAGS_NOT_SETTABLE"),
    "parse and ids": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["123456789012345678"]}},
        ("allowed_mentions",),
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    "description of 1025": (
        {"content": "x", "attachments": [{"id": 0, "description": "d" * 1025}]},
        ("attachments", "0", "description"),
        "BASE_TYPE_MAX_LENGTH",
    ),
    "a file name of a layout that is a list": (
        {"flags": 1 << 15, "components": [{"type": 10, "content": "x"}], "attachments": [{"id": 0, "filename": []}]},
        ("attachments", "0", "filename"),
        "STRING_TYPE_CONVERT",
    ),
    "a long nonce": ({"content": "x", "nonce": "n" * 26}, ("nonce",), "BASE_TYPE_MAX_LENGTH"),
    "a reply": (
        {"content": "x", "message_reference": {"message_id": "123456789012345678"}},
        ("message_reference",),
        "UNSUPPORTED",
    ),
}


@pytest.mark.parametrize("body, place, code", FAILS.values(), ids=FAILS)
async def test_invalid_messages_are_refused(
    harbour: Harbour, ask: Ask, body: JsonValue, place: tuple[str, ...], code: str
) -> None:
    status, answer = await ask("POST", f"/channels/{harbour.channel.id}/messages", body)
    assert status == 400 and code in complaints(answer, *place)


async def test_an_empty_message_is_50006(harbour: Harbour, ask: Ask) -> None:
    path = f"/channels/{harbour.channel.id}/messages"
    for body in ({}, {"content": ""}, {"content": "  \n "}, None):
        assert (await ask("POST", path, body))[1]["code"] == 50006
    _, sent = await ask("POST", path, {"content": "board"})
    assert (await ask("PATCH", f"{path}/{sent['id']}", {"content": ""}))[1]["code"] == 50006
    assert (await ask("GET", f"{path}/{sent['id']}"))[1]["content"] == "board"


async def test_a_fault_of_a_layouts_files_is_told_once(harbour: Harbour, ask: Ask) -> None:
    body: Json = {"flags": 1 << 15, "components": [{"type": 10, "content": "x"}], "attachments": [7]}
    _, answer = await ask("POST", f"/channels/{harbour.channel.id}/messages", body)
    assert len(complaints(answer, "attachments", "0")) == 1


OPTION = {"type": 3, "name": "bone", "description": "Which"}
COMMAND = {"name": "discard", "description": "Throw a bone"}
BAD_COMMANDS: dict[str, tuple[Json, tuple[str, ...], str]] = {
    "capital": ({"name": "Discard"}, ("name",), "APPLICATION_COMMAND_INVALID_NAME"),
    "space": ({"name": "do bone"}, ("name",), "APPLICATION_COMMAND_INVALID_NAME"),
    "long name": ({"name": "d" * 33}, ("name",), "BASE_TYPE_BAD_LENGTH"),
    "no description": ({"description": ""}, ("description",), "BASE_TYPE_BAD_LENGTH"),
    "long description": ({"description": "d" * 101}, ("description",), "BASE_TYPE_BAD_LENGTH"),
    "26 options": ({"options": [OPTION] * 26}, ("options",), "BASE_TYPE_MAX_LENGTH"),
    "the same option": (
        {"options": [OPTION, OPTION]},
        ("options", "1", "name"),
        "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
    ),
    "required last": (
        {"options": [OPTION, {**OPTION, "name": "b", "required": True}]},
        ("options", "1"),
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "26 choices": (
        {"options": [{**OPTION, "choices": [{"name": str(n), "value": str(n)} for n in range(26)]}]},
        ("options", "0", "choices"),
        "BASE_TYPE_MAX_LENGTH",
    ),
    "a number as text choice": (
        {"options": [{**OPTION, "choices": [{"name": "a", "value": 1}]}]},
        ("options", "0", "choices", "0", "value"),
        "STRING_TYPE_CONVERT",
    ),
    "autocomplete and choices": (
        {"options": [{**OPTION, "autocomplete": True, "choices": [{"name": "a", "value": "a"}]}]},
        ("options", "0", "choices"),
        "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID",
    ),
    "autocomplete of a switch": (
        {"options": [{**OPTION, "type": 5, "autocomplete": True}]},
        ("options", "0", "autocomplete"),
        "APPLICATION_COMMAND_AUTOCOMPLETE_TYPE",
    ),
    "a range on text": (
        {"options": [{**OPTION, "min_value": 1}]},
        ("options", "0", "min_value"),
        "APPLICATION_COMMAND_OPTION_RANGE",
    ),
    "mixed with sub-commands": (
        {"options": [{**OPTION, "type": 1}, {**OPTION, "name": "b"}]},
        ("options",),
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "too large": (
        {
            "options": [
                {
                    **OPTION,
                    "name": f"o{n}",
                    "description": "d" * 100,
                    "choices": [{"name": f"{m}" + "n" * 90, "value": f"{m}"} for m in range(9)],
                }
                for n in range(10)
            ]
        },
        (),
        "APPLICATION_COMMAND_TOO_LARGE",
    ),
}


@pytest.mark.parametrize("change, place, code", BAD_COMMANDS.values(), ids=BAD_COMMANDS)
async def test_invalid_commands_are_refused(
    harbour: Harbour, ask: Ask, change: Json, place: tuple[str, ...], code: str
) -> None:
    path = f"/applications/{harbour.bot.id}/commands"
    status, answer = await ask("PUT", path, [{**COMMAND, **change}])
    assert status == 400 and code in complaints(answer, "0", *place)
    assert (await ask("GET", path))[1] == []


async def test_commands_keep_their_ids_and_are_limited_to_100(harbour: Harbour, ask: Ask) -> None:
    path = f"/applications/{harbour.bot.id}/commands"
    _, first = await ask("PUT", path, [COMMAND])
    _, same = await ask("PUT", path, [COMMAND])
    assert first == same
    _, (changed,) = await ask("PUT", path, [{**COMMAND, "description": "Throw it"}])
    assert changed["id"] == first[0]["id"] and changed["version"] != first[0]["version"]
    assert (await ask("GET", path))[1] == [changed]
    many = [{**COMMAND, "name": f"c{n}"} for n in range(101)]
    assert (await ask("PUT", path, many))[1]["code"] == 30032
    assert (await ask("PUT", path, many[:100]))[0] == 200
    _, twice = await ask("PUT", path, [COMMAND, COMMAND])
    assert complaints(twice, "1", "name") == ["APPLICATION_COMMANDS_DUPLICATE_NAME"]
    assert (await ask("GET", f"/applications/{harbour.guild.id}/commands"))[1]["code"] == 20012
