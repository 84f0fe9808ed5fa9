"""Logs, as plain lines or JSON, without secrets.

Tokens and passwords are removed. discord.py logs at INFO or above, because its debug lines contain people's words and
the hands that the bot deals.
"""

import json
import logging
import re
import sys
import traceback
from collections.abc import Iterable
from datetime import UTC, datetime
from types import TracebackType
from typing import TextIO, TypeAlias

from games.core.moves import Unreadable

HIDDEN = "[hidden]"
ExceptionInfo: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

_TOKENS = (
    re.compile(r"(?<=/webhooks/)(\d+)/[\w.~-]+"),
    re.compile(r"(?<=/interactions/)(\d+)/[\w.~-]+"),
)
_BOT_TOKEN = re.compile(r"\b[\w-]{20,}\.[\w-]{6}\.[\w-]{25,}")
_PASSWORD = re.compile(r"(?<=://)([^\s:/@]*):[^\s/@]+@")


class Redactor:
    """Replaces secrets in a text."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets = tuple(sorted((secret for secret in secrets if secret), key=len, reverse=True))

    def __call__(self, text: str) -> str:
        """The text with every secret replaced."""
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        for pattern in _TOKENS:
            text = pattern.sub(rf"\1/{HIDDEN}", text)
        text = _PASSWORD.sub(rf"\1:{HIDDEN}@", text)
        return _BOT_TOKEN.sub(HIDDEN, text)


def format_trace(error: BaseException) -> str:
    """The frames, types and messages of an error and its causes, the oldest cause first.

    Messages that may quote values are hidden, because they could name a piece of someone's hand.
    """
    parts: list[str] = []
    current: BaseException | None = error
    while current is not None:
        message = HIDDEN if isinstance(current, _QUOTING) else str(current)
        parts.append(
            "Traceback:\n"
            + "".join(traceback.format_tb(current.__traceback__))
            + f"{type(current).__qualname__}: {message}"
        )
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return "\n".join(reversed(parts))


_ESCAPES = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160))} | {0x2028: "\\u2028", 0x2029: "\\u2029"}

_QUOTING = (LookupError, ValueError, TypeError, AssertionError, Unreadable)
"""The errors whose messages may quote values."""


class PlainFormatter(logging.Formatter):
    """One line for each record, followed by its traceback."""

    def __init__(self, redact: Redactor) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
        self._redact = redact

    def formatMessage(self, record: logging.LogRecord) -> str:
        """The line of a record. Control characters are escaped, so that typed text cannot start a new line."""
        return super().formatMessage(record).translate(_ESCAPES)

    def formatException(self, ei: ExceptionInfo) -> str:
        """The trace of an error, as `format_trace` writes it."""
        return "" if ei[1] is None else format_trace(ei[1])

    def format(self, record: logging.LogRecord) -> str:
        """The record as text."""
        return self._redact(super().format(record))


class JsonFormatter(logging.Formatter):
    """One JSON object for each record: at, level, logger, message, and trace if there is one."""

    def __init__(self, redact: Redactor) -> None:
        super().__init__()
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON."""
        entry = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self._redact(record.getMessage()),
        }
        if record.exc_info and record.exc_info[1] is not None:
            entry["trace"] = self._redact(format_trace(record.exc_info[1]))
        return json.dumps(entry, ensure_ascii=False)


def configure(
    level: str = "INFO", layout: str = "plain", secrets: Iterable[str] = (), stream: TextIO | None = None
) -> None:
    """Log to `stream` (default: stderr) from now on, with the `secrets` hidden."""
    redact = Redactor(secrets)
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter(redact) if layout == "json" else PlainFormatter(redact))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    number = logging.getLevelNamesMapping()[level]
    logging.getLogger("discord").setLevel(max(number, logging.INFO))
    for name in ("aiosqlite", "alembic", "asyncio", "discord.client", "PIL", "sqlalchemy"):
        logging.getLogger(name).setLevel(max(number, logging.WARNING))
    logging.captureWarnings(True)
