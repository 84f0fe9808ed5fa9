"""Forms opened by buttons. A completed form arrives as a press of the control with the `name` of the form."""

from bot.ports.requests import Reply
from bot.ports.ui import Field, Form
from bot.wording import Words


def open_form(topic: str, words: Words) -> Reply:
    """Answer the button *Orders* ("orders") or *Salt* ("salt") with its form. Raises KeyError for another topic."""
    field = {
        "orders": Field("words", words.say("form/orders_field"), placeholder=words.say("form/orders_example")),
        "salt": Field("words", words.say("form/salt_field"), most=64),
    }[topic]
    return Reply(form=Form(f"{topic}.give", words.say(f"form/{topic}"), (field,)))
