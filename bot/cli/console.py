"""Output that any console can show: ASCII, code page 437 or 1252, or UTF-8."""

import codecs
import io
import sys
import unicodedata
from typing import Final, TextIO

_PLAIN: Final = "boneyard-plain"
"""The registered name of the handler for characters that an encoding lacks."""

_TYPED: Final = {"—": "-", "–": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "✓": "ok", "×": "x"}
"""Characters without a decomposition, each with what people type instead."""


def allow_every_character() -> None:
    """Let the program print every character. A character that the console lacks becomes a plain one, or its number."""
    codecs.register_error(_PLAIN, _write_plainly)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_PLAIN)


def shows_everything(stream: TextIO) -> bool:
    """True if the stream's encoding has every character."""
    try:
        "骨\U0001f0a1".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _write_plainly(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace characters that cannot be encoded, as `codecs.register_error` asks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(map(_find_plain, lacking)), error.end


def _find_plain(letter: str) -> str:
    if letter in _TYPED:
        return _TYPED[letter]
    if "\udc80" <= letter <= "\udcff":  # a byte of a file name that could not be decoded
        return f"\\x{ord(letter) & 0xFF:02x}"
    plain = "".join(part for part in unicodedata.normalize("NFKD", letter) if part.isascii())
    return plain or letter.encode("ascii", "backslashreplace").decode("ascii")
