"""Output that any console can show: ASCII, code page 437 or 1252, or UTF-8."""

import io
import sys
from typing import TextIO


def allow_every_character() -> None:
    """Let the program print every character. In place of a character that the console lacks stands its number, as in
    an error of Python."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def shows_everything(stream: TextIO) -> bool:
    """True if the stream's encoding has every character."""
    try:
        "骨\U0001f0a1".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
