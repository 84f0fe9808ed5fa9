"""Components as Discord returns them: numbered, with every field, and with the addresses of the files they show."""

import itertools
from collections.abc import Iterator, Sequence

from harbour.base.json_types import Json
from harbour.limits.components import BUTTON, SELECT
from harbour.limits.layouts import CONTAINER, GALLERY, SEPARATOR, UPLOADED
from harbour.state.model import Attachment


def complete_components(parts: Sequence[Json], attachments: Sequence[Attachment]) -> list[Json]:
    """Return components as Discord does: numbered, with the ids of emojis as text, and with every field."""
    numbers = itertools.count(1)
    return [_complete(part, numbers, attachments) for part in parts]


def _complete(part: Json, numbers: Iterator[int], attachments: Sequence[Attachment]) -> Json:
    completed: Json = {**_find_defaults(part), **_clean(part), "id": part.get("id") or next(numbers)}
    if part["type"] == BUTTON:
        completed = _normalize_emoji(completed)
    elif part["type"] == SELECT:
        completed["options"] = [_normalize_emoji(option) for option in part["options"]]
    elif part["type"] == GALLERY:
        empty = {"description": None, "spoiler": False}
        completed["items"] = [
            {**empty, **_clean(item), "media": _resolve_media(item["media"], attachments)} for item in part["items"]
        ]
    if "components" in part:
        completed["components"] = [_complete(inner, numbers, attachments) for inner in part["components"]]
    if "accessory" in part:
        completed["accessory"] = _complete(part["accessory"], numbers, attachments)
    return completed


def _clean(part: Json) -> Json:
    """The fields of a component that are given and not null."""
    return {key: value for key, value in part.items() if value is not None}


def _find_defaults(part: Json) -> Json:
    """The fields that Discord adds to a component."""
    kind = part["type"]
    if kind == SELECT:
        return {"min_values": 1, "max_values": 1}
    if kind == CONTAINER:
        return {"accent_color": None, "spoiler": False}
    return {"divider": True, "spacing": 1} if kind == SEPARATOR else {}


def _normalize_emoji(part: Json) -> Json:
    """Write an emoji's id as text. Clients send null or a number, and browsers would round a number."""
    if not (emoji := part.get("emoji")):
        return part
    known = {"id": str(emoji["id"])} if emoji.get("id") else {}
    return {**part, "emoji": {key: value for key, value in emoji.items() if key != "id"} | known}


def _resolve_media(media: Json, attachments: Sequence[Attachment]) -> Json:
    """Describe the attachment that a client names by its file name or its URL, or else a picture elsewhere."""
    name = media["url"].removeprefix(UPLOADED)
    found = next((attachment for attachment in attachments if name in (attachment.filename, attachment.url)), None)
    if found is None:
        return {"id": "0", "url": media["url"], "proxy_url": media["url"], "width": None, "height": None}
    return {
        "id": found.id,
        "url": found.url,
        "proxy_url": found.url,
        "width": found.width,
        "height": found.height,
        "content_type": found.content_type,
        "attachment_id": found.id,
    }
