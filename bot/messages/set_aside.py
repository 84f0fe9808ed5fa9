"""The words for tables that are set aside because their record is damaged."""

import time

from bot.store.tables.set_aside import SetAsideTable
from bot.wording import Words
from games import registry


def describe_table(record: SetAsideTable, words: Words) -> str:
    """Name a table that is set aside, with its game and the time from which it could not be read."""
    title = registry.cover(record.game).TITLE if record.game in registry.NAMES else record.game
    since = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(record.since // 1000))
    return words.say("doctor/table", table=record.table, title=title, since=since)
