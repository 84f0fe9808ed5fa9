"""Uploaded files, and the attachments they are stored as."""

import mimetypes
import re
import secrets
from dataclasses import dataclass

from harbour.state.model import Attachment
from harbour.state.server_state import ServerState

PNG = b"\x89PNG\r\n\x1a\n"
UNSAFE = re.compile(r"[^\w.()+-]")


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that a client sends."""

    filename: str
    body: bytes
    content_type: str = ""


def read_png_size(body: bytes) -> tuple[int, int] | None:
    """Read a picture's width and height in pixels from a PNG header. Returns None for other files."""
    if not body.startswith(PNG) or len(body) < 24:
        return None
    return int.from_bytes(body[16:20], "big"), int.from_bytes(body[20:24], "big")


def store_upload(
    state: ServerState,
    channel_id: str,
    upload: Upload,
    *,
    ephemeral: bool,
    name: str | None = None,
    description: str | None = None,
) -> Attachment:
    """Store an upload as an attachment in a channel, under `name` or, without one, under its own file name.

    Unsafe characters in the file name are replaced, as Discord does.
    """
    filename = UNSAFE.sub("_", name or upload.filename) or "unknown"
    size = read_png_size(upload.body)
    declared = upload.content_type if "/" in upload.content_type else ""
    kind = "image/png" if size else mimetypes.guess_type(filename)[0] or declared or "application/octet-stream"
    attachment_id = state.snowflakes.make()
    # The secret key makes addresses impossible to guess, so nobody can open a file that they may not see.
    key = secrets.token_hex(16)
    url = f"{state.cdn_base()}/attachments/{channel_id}/{attachment_id}/{filename}?hm={key}"
    width, height = size or (None, None)
    attachment = Attachment(attachment_id, filename, kind, upload.body, url, description, width, height, ephemeral)
    state.attachments[attachment_id] = attachment
    return attachment
