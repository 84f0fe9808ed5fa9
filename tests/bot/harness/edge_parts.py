"""Parts of `bot.edge`, built as `bot.serving` builds them."""

from bot.edge.private_copies import PrivateCopies
from bot.edge.repeating import Repeater
from bot.edge.responder import Responder


def make_responder() -> Responder:
    """A responder without emojis."""
    repeater = Repeater()
    return Responder(lambda _: None, repeater, PrivateCopies(repeater))
