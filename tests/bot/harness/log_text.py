"""The log as people read it: its lines, and the moves that stand in runs, one by one."""

from collections.abc import Sequence

from bot.messages.boards import log
from bot.tables.aggregate import Table
from bot.tables.history.entries import Entry


def split_runs(text: str) -> list[str]:
    """Split the text of pages into lines, and each run into its moves."""
    return [part for line in text.split("\n") for part in line.removeprefix("-# ").split(" · ")]


def list_told_lines(table: Table, found: Sequence[Entry]) -> tuple[log.LogLine, ...]:
    """List the events of a table that the log tells, each with its full and its short words."""
    return log.append_lines(table, log.LogLines(0, 0, ()), 0, found).lines


def page_of(lines: Sequence[log.LogLine], length: int = 2_000) -> list[str]:
    """List the lines and moves that a page with these lines has to tell, each once and in order.

    If a hand ends on the page, the moves of its runs are left out.
    """
    over = max((line.sequence for line in lines if line.ends_hand), default=0)
    told = [
        line.text[:length] if line.short is None else line.short
        for line in lines
        if (line.short is None and line.text) or (line.short and line.sequence > over)
    ]
    return split_runs("\n".join(told))
