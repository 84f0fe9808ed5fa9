"""Logs: plain lines or JSON, without secrets.

Tokens and passwords are redacted. discord.py never logs below INFO, since there it would log everything that people
write and that the bot deals them.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, TextIO

from games.core.moves import Unreadable

HIDDEN = "[hidden]"

_TOKENS = (
    re.compile(r"(?<=/webhooks/)(\d+)/[\w.~-]+"),
    re.compile(r"(?<=/interactions/)(\d+)/[\w.~-]+"),
)
_BOT_TOKEN = re.compile(r"\b[\w-]{20,}\.[\w-]{6}\.[\w-]{25,}")
_PASSWORD = re.compile(r"(?<=://)([^\s:/@]*):[^\s/@]+@")


class Redactor:
    """Replaces the secrets in a text."""

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


def trace(error: BaseException) -> str:
    """The frames and types of an error and of those that led to it, oldest first.

    Messages that may quote a value are left out, since that could be a piece of somebody's hand.
    """
    parts: list[str] = []
    at: BaseException | None = error
    while at is not None:
        said = HIDDEN if isinstance(at, _QUOTING) else str(at)
        parts.append(
            "Traceback:\n" + "".join(traceback.format_tb(at.__traceback__)) + f"{type(at).__qualname__}: {said}"
        )
        at = at.__cause__ or (None if at.__suppress_context__ else at.__context__)
    return "\n".join(reversed(parts))


_QUOTING = (LookupError, ValueError, TypeError, AssertionError, Unreadable)


class Plain(logging.Formatter):
    """Formats a record as one line, with its traceback below."""

    def __init__(self, redact: Redactor) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
        self._redact = redact

    def formatException(self, ei: Any) -> str:
        """The frames and types of an error (see `trace`)."""
        return trace(ei[1])

    def format(self, record: logging.LogRecord) -> str:
        """The record as text."""
        return self._redact(super().format(record))


class Json(logging.Formatter):
    """Formats a record as a JSON object: at, level, logger, message, and trace if there is one."""

    def __init__(self, redact: Redactor) -> None:
        super().__init__()
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON."""
        made = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self._redact(record.getMessage()),
        }
        if record.exc_info and record.exc_info[1] is not None:
            made["trace"] = self._redact(trace(record.exc_info[1]))
        return json.dumps(made, ensure_ascii=False)


def begin(level: str = "INFO", form: str = "plain", secrets: Iterable[str] = (), stream: TextIO | None = None) -> None:
    """Log everything to `stream` (stderr by default) from now on."""
    redact = Redactor(secrets)
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Json(redact) if form == "json" else Plain(redact))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    number = logging.getLevelNamesMapping()[level]
    logging.getLogger("discord").setLevel(max(number, logging.INFO))
    for name in ("aiosqlite", "alembic", "asyncio", "PIL", "sqlalchemy"):
        logging.getLogger(name).setLevel(max(number, logging.WARNING))
    logging.captureWarnings(True)
