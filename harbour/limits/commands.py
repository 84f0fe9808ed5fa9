"""Limits on application commands: names, descriptions, options, choices, and their numbers."""

import re
import unicodedata

from harbour.base.errors import ApiError
from harbour.base.json_types import JsonValue
from harbour.limits.fields import BodyField

CHAT, USER_MENU, MESSAGE_MENU = 1, 2, 3
SUB_COMMAND, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, ATTACHMENT = KINDS = (1, 3, 4, 5, 6, 7, 8, 11)
CHAT_COMMANDS, MENU_COMMANDS, CHARACTERS = 100, 15, 8000
SAFE_INTEGER = 1 << 53
WORD = re.compile(r"[-_'\w]{1,32}")


def check_commands(listed: BodyField) -> None:
    """Check the list of all commands, as a bulk overwrite sends it.

    Raises `ApiError` 400: code 30032 for too many commands of a kind, 50035 for anything else.
    """
    seen: set[tuple[int, str]] = set()
    commands = listed.read_objects(CHAT_COMMANDS + 2 * MENU_COMMANDS + 1)
    for command in commands:
        check_command(command)
        key = (_read_kind(command), str(command["name"].value))
        if key in seen:
            command["name"].complain("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
        seen.add(key)
    kinds = [kind for kind, _ in seen]
    if kinds.count(CHAT) > CHAT_COMMANDS or any(kinds.count(k) > MENU_COMMANDS for k in (USER_MENU, MESSAGE_MENU)):
        raise ApiError(400, 30032, "Maximum number of application commands reached")
    listed.raise_if_invalid()


def check_command(command: BodyField) -> None:
    """Check one command. Records complaints, raises nothing."""
    command["type"].read_choice((CHAT, USER_MENU, MESSAGE_MENU))
    if _read_kind(command) == CHAT:
        _check_name_and_description(command)
        _check_options(command["options"])
        if _count_characters(command.value) > CHARACTERS:
            command.complain("APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({CHARACTERS})")
    else:
        command["name"].require().read_text(32, least=1)
        if command["description"].value not in (None, "") and command["description"].is_present:
            command["description"].complain("APPLICATION_COMMAND_DESCRIPTION", "Context menus have no description")
    for key in ("dm_permission", "nsfw"):
        command[key].read_boolean()
    command["default_member_permissions"].read_integer(0, (1 << 64) - 1)
    for item in command["contexts"].read_items(3):
        item.read_choice((0, 1, 2))
    for item in command["integration_types"].read_items(2):
        item.read_choice((0, 1))


def _read_kind(command: BodyField) -> int:
    value = command["type"].value
    return value if value in (USER_MENU, MESSAGE_MENU) and not isinstance(value, bool) else CHAT


def _check_name_and_description(named: BodyField) -> None:
    name = named["name"].require().read_text(32, least=1)
    if name is not None and (not WORD.fullmatch(name) or name != name.lower() or not _has_word_characters(name)):
        named["name"].complain("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    named["description"].require().read_text(100, least=1)
    for key, most in (("name_localizations", 32), ("description_localizations", 100)):
        if named[key].is_present and named[key].check_mapping():
            for locale in named[key].value:
                named[key][locale].read_text(most, least=1)


def _has_word_characters(name: str) -> bool:
    return all(c in "-_'" or unicodedata.category(c)[0] in "LNM" for c in name)


def _check_options(listed: BodyField, *, nested: bool = False) -> None:
    names: set[str] = set()
    optional_seen = False
    sub_command_flags = set()
    for option in listed.read_objects(25):
        _check_name_and_description(option)
        name = str(option["name"].value)
        if name in names:
            option["name"].complain("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists")
        names.add(name)
        kind = option["type"].require().read_choice(KINDS)
        sub_command_flags.add(kind == SUB_COMMAND)
        if kind == SUB_COMMAND:
            if nested:
                option["type"].complain("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands nest no deeper")
            _check_options(option["options"], nested=True)
            continue
        if option["required"].read_boolean():
            if optional_seen:
                option.complain(
                    "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                    "Required options must be placed before non-required options",
                )
        else:
            optional_seen = True
        _check_value_limits(option, kind)
    if len(sub_command_flags) > 1:
        listed.complain("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands and other options do not mix")


def _check_value_limits(option: BodyField, kind: int | None) -> None:
    check_choices(option["choices"], kind)
    if option["autocomplete"].read_boolean():
        if kind not in (STRING, INTEGER):
            option["autocomplete"].complain("APPLICATION_COMMAND_AUTOCOMPLETE_TYPE", "This type has no autocomplete")
        if option["choices"].value:
            option["choices"].complain(
                "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", "Autocomplete options have no choices"
            )
    if kind == STRING:
        option["min_length"].read_integer(0, 6000)
        option["max_length"].read_integer(1, 6000)
    for key in ("min_value", "max_value"):
        if kind == INTEGER:
            option[key].read_integer(-SAFE_INTEGER, SAFE_INTEGER)
        elif option[key].is_present:
            option[key].complain("APPLICATION_COMMAND_OPTION_RANGE", f"{key} is for numbers")


def check_choices(choices: BodyField, kind: int | None) -> None:
    """Check the choices of a registered option or of an autocomplete response. Records complaints, raises nothing."""
    names: set[JsonValue] = set()
    for choice in choices.read_objects(25):
        name = choice["name"].require().read_text(100, least=1)
        if name is not None and name in names:
            choice["name"].complain(
                "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Choice name is used twice"
            )
        names.add(name)
        value = choice["value"]
        value.require()
        if kind == STRING:
            value.read_text(100)
        elif kind == INTEGER:
            value.read_integer(-SAFE_INTEGER, SAFE_INTEGER)
        elif kind is not None:
            choice.complain("APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", "This type has no choices")


def _count_characters(node: JsonValue) -> int:
    """Add up the lengths of all names, descriptions and choice values, also of nested options."""
    if not isinstance(node, dict):
        return 0
    total = sum(len(node[key]) for key in ("name", "description", "value") if isinstance(node.get(key), str))
    for key in ("options", "choices"):
        if isinstance(node.get(key), list):
            total += sum(_count_characters(item) for item in node[key])
    return total
