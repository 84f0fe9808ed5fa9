"""The words for tables that are set aside because their record is damaged."""

import time

from bot.store.tables.set_aside import SetAsideTable
from bot.tally.books import title_of
from bot.wording import Words


def describe_table(record: SetAsideTable, words: Words) -> str:
    """Name a table that is set aside, with its game and the time from which it could not be read."""
    since = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(record.since // 1000))
    return words.say("doctor/table", table=record.table, title=title_of(record.game), since=since)
