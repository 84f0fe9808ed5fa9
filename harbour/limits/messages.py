"""Limits on messages: text, embeds, mentions, files and their descriptions."""

from typing import NamedTuple

from harbour.limits.components import check_rows
from harbour.limits.fields import MISSING, BodyField
from harbour.limits.layouts import LAYOUT, check_layout

CONTENT, FILES = 2000, 10
FILE_BYTES = 10 << 20
DESCRIPTION = 1024
SETTABLE_FLAGS = (1 << 2) | (1 << 6) | (1 << 12) | LAYOUT


class MessageBefore(NamedTuple):
    """A message before an edit."""

    flags: int
    content: str
    files: tuple[str, ...]
    """The file names of the message's attachments."""


def check_message(
    body: BodyField, uploads: dict[int, str], known_emojis: frozenset[str], before: MessageBefore | None = None
) -> None:
    """Check the fields of a message. `uploads` maps n to the file name of `files[n]`. Raises nothing."""
    body["content"].read_text(CONTENT)
    for name in ("embeds", "message_reference"):
        if body[name].value not in (MISSING, None, []):
            body[name].complain("UNSUPPORTED", f"The harbour does not support {name}")
    named = _check_attachments(body["attachments"], uploads)
    _check_components(body, frozenset({*uploads.values(), *named}), known_emojis, before)
    _check_allowed_mentions(body["allowed_mentions"])
    body["tts"].read_boolean()
    body["enforce_nonce"].read_boolean()
    flags = body["flags"].read_integer(0, (1 << 53) - 1)
    if flags and flags & ~SETTABLE_FLAGS:
        body["flags"].complain(
            "FLAGS_NOT_SETTABLE", f"The harbour does not support message flags {flags & ~SETTABLE_FLAGS}"
        )
    if isinstance(body["nonce"].value, str):
        body["nonce"].read_text(25)
    else:
        body["nonce"].read_integer(-(1 << 63), (1 << 64) - 1)


def _check_components(
    body: BodyField, files: frozenset[str], known_emojis: frozenset[str], before: MessageBefore | None
) -> None:
    """Check the components: as a layout if the body sets the flag or the message was one before, else as rows.

    `files` are the names of the files that come with the body. A layout may show them and those of the message before.
    """
    flags = body["flags"].value
    sets_flag = isinstance(flags, int) and bool(flags & LAYOUT)
    was_layout = before is not None and bool(before.flags & LAYOUT)
    if was_layout and body["flags"].is_present and not sets_flag:
        body["flags"].complain("MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "The flag of a layout cannot be removed")
    if not (sets_flag or was_layout):
        check_rows(body["components"], known_emojis)
        return
    for name in ("content", "sticker_ids", "poll"):
        kept = name == "content" and before is not None and before.content and body[name].value is MISSING
        if body[name].is_present or kept:
            body[name].complain(
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )
    check_layout(body["components"], files.union(before.files if before is not None else ()), known_emojis)


def _check_allowed_mentions(place: BodyField) -> None:
    if not place.is_present or not place.check_mapping():
        return
    parsed = [item.read_choice(("roles", "users", "everyone")) for item in place["parse"].read_items(3)]
    for key in ("users", "roles"):
        for item in place[key].read_items(100):
            item.read_snowflake()
        if key in parsed and place[key].value:
            place.complain(
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", f'parse:["{key}"] and {key}: [ids] are mutually exclusive.'
            )
    place["replied_user"].read_boolean()


def _check_attachments(place: BodyField, uploads: dict[int, str]) -> set[str]:
    """Check the attachments of a message. Return the file names that they give."""
    listed, named = set(), set()
    for item in place.read_objects(FILES):
        number = item["id"].require().read_snowflake()
        name = item["filename"].read_text(260, least=1)
        if name is not None:
            named.add(name)
        item["description"].read_text(DESCRIPTION)
        if number is not None and int(number) in uploads:
            listed.add(int(number))
    if len(uploads) > FILES:
        place.complain("BASE_TYPE_MAX_LENGTH", f"Must be {FILES} or fewer in length.")
    if place.is_present and (unlisted := set(uploads) - listed):
        place.complain("ATTACHMENT_NOT_FOUND", f"files{sorted(unlisted)} are not among the attachments")
    return named
