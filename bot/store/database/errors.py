"""The errors of the store. No error message holds a password, a hand or a secret."""


class StoreError(Exception):
    """The base class of all errors of the store."""


class StoreUnavailable(StoreError):
    """The database cannot be reached or written. It is unknown if a commit under way was written."""


class WrongAddress(StoreUnavailable):
    """The database's URL, or this installation, cannot be used: trying again would fail the same way."""


class DatabaseDamaged(StoreUnavailable):
    """The database file is damaged: only a backup helps."""


class NoDatabase(StoreError):
    """There is no database of this program to read."""


class LeaseLost(StoreUnavailable):
    """Another process took over the tables of this process. This process writes and sends nothing more."""


class InUse(StoreError):
    """Another process holds the lease on all or some of the servers."""


class SequenceTaken(StoreError):
    """Another commit came first: read the events after `expected` and decide again."""

    def __init__(self, table: int, expected: int, actual: int) -> None:
        super().__init__(f"table {table} is at event {actual}, not at {expected}")


class UnknownTable(StoreError):
    """No table has this id."""

    def __init__(self, table: int) -> None:
        super().__init__(f"there is no table {table}")


class Unreadable(StoreError):
    """The row of a table makes no sense to this release."""

    def __init__(self, table: int) -> None:
        super().__init__(f"the row of table {table} cannot be read; a newer release may have written it")


class RecordDamaged(Unreadable):
    """A row of a table, a seat or an event holds values that the bot cannot have written."""


class RowDamaged(StoreError):
    """A row holds damaged JSON, which reads as empty. The JSON is not replaced, so that a host can look at it."""


class Conflict(StoreError):
    """A row contradicts existing rows: a unique value is taken, or a referenced row is missing."""


class Unbalanced(StoreError, ValueError):
    """The entries of a transfer do not sum to zero."""


class TooLarge(StoreError):
    """A transfer is too large for the books: an amount, or the balance of an account, would exceed the limit."""


class StillSeated(StoreError):
    """A user cannot be erased while open tables still need their data."""

    def __init__(self, tables: list[int]) -> None:
        super().__init__(f"still seated at {len(tables)} open table(s)")
        self.tables = tables


class WriterStopped(StoreError):
    """The writer takes no more work, since the program is ending."""


class SchemaTooNew(StoreError):
    """The database was written by a newer version of the program."""


class BackupDamaged(StoreError):
    """The backup is cut short, changed or forged, or the file is not a backup."""


class NotEmpty(StoreError):
    """The database is not empty, so no backup can be restored into it."""
