"""Forms opened by buttons. A completed form arrives as a press of the control named `what` in the form."""

from __future__ import annotations

from bot.ports.requests import Reply
from bot.ports.ui import Field, Form
from bot.wording import say


def open_form(what: str, game: str) -> Reply:
    """Answer the button *Orders* ("orders") or *Salt* ("salt") with its form. Raises KeyError for any other."""
    return Reply(form=_form(what, game))


def _form(what: str, game: str) -> Form:
    return {
        "orders": Form(
            "orders.give",
            say("form/orders"),
            (Field("words", say("form/orders_field"), placeholder=say("form/orders_example", game)),),
        ),
        "salt": Form("salt.give", say("form/salt"), (Field("words", say("form/salt_field"), most=64),)),
    }[what]
