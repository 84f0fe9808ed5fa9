"""Decides, for every message, whether it makes a phone buzz.

A message is posted without a sound (Discord's SUPPRESS_NOTIFICATIONS) unless a function of this module says otherwise.
No other module may decide this. Edits never make a sound.
"""

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum, auto
from typing import Final

from bot.people.preferences import OFF, is_silent, quiet_hours_of, tells_each_turn
from bot.ports import Message
from bot.store import Pace, Preferences


class Topic(Enum):
    """The reasons why a message asks something of its reader. A message that asks nothing has no topic."""

    TURN = auto()
    """Their turn has begun."""
    REMINDER = auto()
    """The table has waited for them."""
    QUESTION = auto()
    """Everybody at the table is asked: about a take-back, a close, a robot in somebody's seat."""
    OFFER = auto()
    """They are offered a seat, or are called to one."""
    DUTY = auto()
    """They have to do something before they can play on."""
    NIGHT = auto()
    """A game night that they said they would come to."""
    LIST = auto()
    """All tables that wait for them, in one message."""


class Loudness(Enum):
    """The decisions about a message to a person."""

    SILENT = auto()
    """It makes no sound."""
    LOUD = auto()
    """It makes a sound."""
    HELD = auto()
    """It makes no sound now. In the morning, one message tells the reader of everything that waits for them."""


_TABLE_TOPICS: Final = (Topic.TURN, Topic.REMINDER, Topic.QUESTION)
"""The topics for which each person chooses with ``/me notify`` how they are told."""


def judge(topic: Topic, chosen: Preferences, at: int, pace: Pace = Pace.LIVE) -> Loudness:
    """Decide whether a message to a person makes a sound at the time `at` (milliseconds), by their preferences.

    A game by correspondence can wait until the morning; nothing at a live table can.
    """
    if topic in _TABLE_TOPICS and is_silent(chosen.notify, pace):
        return Loudness.SILENT
    if topic in (Topic.TURN, Topic.QUESTION) and not tells_each_turn(chosen.notify, pace):
        return Loudness.SILENT
    if topic in (Topic.OFFER, Topic.DUTY) and chosen.notify == OFF:
        return Loudness.SILENT
    if find_morning(chosen, at) is None:
        return Loudness.LOUD
    return Loudness.HELD if topic in _TABLE_TOPICS and pace == Pace.CORRESPONDENCE else Loudness.SILENT


def find_morning(chosen: Preferences, at: int) -> int | None:
    """The end (milliseconds) of a person's quiet hours if `at` lies in them; None if they may hear a sound."""
    quiet = quiet_hours_of(chosen)
    return None if quiet is None else quiet.find_end(at)


def let_all_hear(message: Message) -> Message:
    """Make a sound in a channel: for the first and last message of a table, and for one message of each hand."""
    return replace(message, loud=True)


def call_role(message: Message, role: int) -> Message:
    """Ping a role that somebody has called."""
    return replace(message, loud=True, roles=(role,))


def let_reader_hear(message: Message, verdict: Loudness, user: int | None = None) -> Message:
    """Let a message make a sound for its only reader if the verdict is `LOUD`. Pass the `user` for a message in a
    thread of their own, since a sound needs a ping there."""
    loud = verdict is Loudness.LOUD
    return replace(message, loud=loud, pings=(user,) if loud and user is not None else ())


def ping(message: Message, topic: Topic, people: Mapping[int, Preferences], at: int, pace: Pace = Pace.LIVE) -> Message:
    """Ping those of these people who want to hear of the topic now. If nobody does, the message is silent."""
    pings = tuple(user for user, chosen in people.items() if judge(topic, chosen, at, pace) is Loudness.LOUD)
    return replace(message, loud=bool(pings), pings=pings)
