"""Limits on messages: text, embeds, mentions, files and their descriptions."""

import re
from datetime import datetime
from typing import NamedTuple

from harbour.limits.components import check_rows
from harbour.limits.fields import MISSING, BodyField
from harbour.limits.layouts import LAYOUT, check_layout

CONTENT, EMBEDS, EMBEDS_TOTAL, FILES = 2000, 10, 6000, 10
FILE_BYTES = 10 << 20
DESCRIPTION = 1024
SETTABLE_FLAGS = (1 << 2) | (1 << 6) | (1 << 12) | LAYOUT
URL = re.compile(r"(https?|attachment)://\S+")


class Before(NamedTuple):
    """A message before an edit."""

    flags: int
    legacy: tuple[str, ...]
    """The names of the fields that a layout cannot have: "content" and "embeds", if they are not empty."""
    files: tuple[str, ...]
    """The file names of the message's attachments."""


def check_message(
    body: BodyField, uploads: dict[int, str], known_emojis: frozenset[str], before: Before | None = None
) -> None:
    """Check the fields of a message. `uploads` maps n to the file name of `files[n]`. Raises nothing."""
    body["content"].text(CONTENT)
    total = sum(_check_embed(embed) for embed in body["embeds"].objects(EMBEDS))
    if total > EMBEDS_TOTAL:
        body["embeds"].complain("MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {EMBEDS_TOTAL}")
    _check_components(body, uploads, known_emojis, before)
    _check_allowed_mentions(body["allowed_mentions"])
    _check_attachments(body["attachments"], uploads)
    body["tts"].boolean()
    body["enforce_nonce"].boolean()
    flags = body["flags"].integer(0, (1 << 53) - 1)
    if flags and flags & ~SETTABLE_FLAGS:
        body["flags"].complain(
            "FLAGS_NOT_SETTABLE", f"The harbour does not support message flags {flags & ~SETTABLE_FLAGS}"
        )
    if isinstance(body["nonce"].value, str):
        body["nonce"].text(25)
    else:
        body["nonce"].integer(-(1 << 63), (1 << 64) - 1)
    reference = body["message_reference"]
    if reference.present and reference.mapping():
        reference["message_id"].require().snowflake()
        reference["fail_if_not_exists"].boolean()


def _check_components(
    body: BodyField, uploads: dict[int, str], known_emojis: frozenset[str], before: Before | None
) -> None:
    """Check the components: as a layout if the body sets the flag or the message was one before, else as rows."""
    given = body["flags"].value
    sets_flag = isinstance(given, int) and bool(given & LAYOUT)
    was_layout = before is not None and bool(before.flags & LAYOUT)
    if was_layout and body["flags"].present and not sets_flag:
        body["flags"].complain("MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "The flag of a layout cannot be removed")
    if not (sets_flag or was_layout):
        check_rows(body["components"], known_emojis)
        return
    for name in ("content", "embeds", "sticker_ids", "poll"):
        kept = before is not None and name in before.legacy and body[name].value is MISSING
        if body[name].present or kept:
            body[name].complain(
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )
    files = {*uploads.values(), *(before.files if before is not None else ())}
    files |= {item["filename"].value for item in body["attachments"].objects(FILES) if item["filename"].present}
    check_layout(body["components"], frozenset(files), known_emojis)


def _check_embed(embed: BodyField) -> int:
    """Check an embed. Returns the number of characters that count towards the total."""
    author, footer = embed["author"], embed["footer"]
    texts = [embed["title"].text(256), embed["description"].text(4096)]
    if author.present and author.mapping():
        texts.append(author["name"].text(256))
        _check_url(author["url"])
        _check_url(author["icon_url"])
    if footer.present and footer.mapping():
        texts.append(footer["text"].text(2048))
        _check_url(footer["icon_url"])
    for item in embed["fields"].objects(25):
        for key, most in (("name", 256), ("value", 1024)):
            texts.append(item[key].require().text(most, least=1))
        item["inline"].boolean()
    for key in ("image", "thumbnail"):
        if embed[key].present and embed[key].mapping():
            _check_url(embed[key]["url"].require())
    _check_url(embed["url"])
    embed["color"].integer(0, 0xFFFFFF)
    stamp = embed["timestamp"].text(64)
    if stamp is not None:
        try:
            datetime.fromisoformat(stamp)
        except ValueError:
            embed["timestamp"].complain("DATE_TIME_TYPE_PARSE", f"Could not parse {stamp}. Should be ISO8601.")
    return sum(len(text) for text in texts if text)


def _check_url(place: BodyField) -> None:
    value = place.text(2048)
    if value is not None and not URL.fullmatch(value):
        place.complain("URL_TYPE_INVALID_URL", "Not a well formed URL.")


def _check_allowed_mentions(place: BodyField) -> None:
    if not place.present or not place.mapping():
        return
    parsed = [item.choice(("roles", "users", "everyone")) for item in place["parse"].items(3)]
    for key in ("users", "roles"):
        for item in place[key].items(100):
            item.snowflake()
        if key in parsed and place[key].value:
            place.complain(
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", f'parse:["{key}"] and {key}: [ids] are mutually exclusive.'
            )
    place["replied_user"].boolean()


def _check_attachments(place: BodyField, uploads: dict[int, str]) -> None:
    listed = set()
    for item in place.objects(FILES):
        number = item["id"].require().snowflake()
        item["filename"].text(260, least=1)
        item["description"].text(DESCRIPTION)
        if number is not None and int(number) in uploads:
            listed.add(int(number))
    if len(uploads) > FILES:
        place.complain("BASE_TYPE_MAX_LENGTH", f"Must be {FILES} or fewer in length.")
    if place.present and (unlisted := set(uploads) - listed):
        place.complain("ATTACHMENT_NOT_FOUND", f"files{sorted(unlisted)} are not among the attachments")
