"""The table as it stands, the changes that are proposed to it, and the settings of all tables."""

from bot.tables.aggregate.days import month_of
from bot.tables.aggregate.kinds import Wish
from bot.tables.aggregate.limits import Limits
from bot.tables.aggregate.pacing import Waits
from bot.tables.aggregate.table import (
    AppliedChange,
    Change,
    Proposal,
    RowWriter,
    Table,
    may_host,
    must_allow,
    must_host,
    must_not_be_closed,
    must_run,
    must_sit,
)
from bot.tables.aggregate.table_names import name_table
from bot.tables.aggregate.turns import has_turn, is_waiting_for_calls
