"""Logs, and the secrets that they must never hold."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from bot.ops import logs

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB"


@pytest.fixture(autouse=True)
def _restore_logging() -> Iterator[None]:
    """Put logging back after the test."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:], root.level = handlers, level
    logging.captureWarnings(False)


def configure(form: str, level: str = "INFO", *secrets: str) -> io.StringIO:
    stream = io.StringIO()
    logs.configure(level, form, secrets, stream)
    return stream


@pytest.mark.parametrize("form", ["plain", "json"])
def test_secrets_are_hidden_wherever_they_stand(form: str) -> None:
    stream = configure(form, "INFO", "hush-hush")
    logging.getLogger("bot").info("password hush-hush, token %s", TOKEN)
    logging.getLogger("discord.http").warning(
        "We are being rate limited. POST https://discord.com/api/v10/webhooks/12345/aW50ZXJhY3Rpb24tdG9rZW4 responded"
    )
    logging.getLogger("bot").info("postgresql://bones:sesame@host/bones")
    text = stream.getvalue()
    assert text.count(logs.HIDDEN) == 4
    for secret in ("hush-hush", TOKEN, "aW50ZXJhY3Rpb24tdG9rZW4", "sesame"):
        assert secret not in text
    assert "/webhooks/12345/" in text


@pytest.mark.parametrize("form", ["plain", "json"])
def test_a_traceback_is_kept_and_its_secrets_hidden(form: str) -> None:
    stream = configure(form, "INFO", "hush-hush")
    try:
        raise ValueError("hush-hush")
    except ValueError:
        logging.getLogger("bot").exception("bug %s", "0a1b2c")
    text = stream.getvalue()
    assert "bug 0a1b2c" in text
    assert "Traceback" in text
    assert "hush-hush" not in text


def test_json_lines_are_json() -> None:
    stream = configure("json")
    logging.getLogger("bot.edge").warning("one")
    logging.getLogger("bot.edge").info("two")
    found = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [(line["level"], line["logger"], line["message"]) for line in found] == [
        ("WARNING", "bot.edge", "one"),
        ("INFO", "bot.edge", "two"),
    ]


def test_the_library_never_logs_what_people_write_or_are_dealt() -> None:
    stream = configure("plain", "DEBUG")
    logging.getLogger("discord.http").debug("PATCH with {'content': 'R1 R2 R3'}")
    logging.getLogger("discord.gateway").debug("received {'content': 'R1'}")
    logging.getLogger("bot.edge").debug("seen")
    assert "R1" not in stream.getvalue()
    assert "seen" in stream.getvalue()


@pytest.mark.parametrize("form", ["plain", "json"])
def test_the_data_quoted_in_an_error_stays_out_of_the_log(form: str) -> None:
    stream, piece = configure(form), "R" + str(1)
    try:
        try:
            raise KeyError(piece)
        except KeyError as error:
            raise ConnectionError("the line is down") from error
    except ConnectionError:
        logging.getLogger("bot.x").exception("bug 12")
    text = stream.getvalue()
    assert "R1" not in text
    assert "KeyError" in text
    assert "the line is down" in text
    assert "test_logs.py" in text


def test_line_breaks_in_a_logged_text_start_no_new_line() -> None:
    stream = configure("plain")
    logging.getLogger("bot").info("refused: %s", "no\n2026-01-01 CRITICAL root: all is lost\x1b[2J\u2028x")
    assert stream.getvalue().count("\n") == 1
    assert "no\\x0a2026-01-01" in stream.getvalue()
    assert "\x1b" not in stream.getvalue()
