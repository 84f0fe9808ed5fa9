"""Forms opened by buttons. A completed form arrives as a press of the control named `what` in the form."""

from bot.ports.requests import Reply
from bot.ports.ui import Field, Form
from bot.wording import Words


def open_form(what: str, words: Words) -> Reply:
    """Answer the button *Orders* ("orders") or *Salt* ("salt") with its form. Raises KeyError for any other."""
    return Reply(form=_form(what, words))


def _form(what: str, words: Words) -> Form:
    return {
        "orders": Form(
            "orders.give",
            words.say("form/orders"),
            (Field("words", words.say("form/orders_field"), placeholder=words.say("form/orders_example")),),
        ),
        "salt": Form("salt.give", words.say("form/salt"), (Field("words", words.say("form/salt_field"), most=64),)),
    }[what]
