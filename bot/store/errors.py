"""What can go wrong with the storage, by name; no message holds a password, a hand or a secret."""


class StoreError(Exception):
    """Anything that the storage refuses or cannot do."""


class StoreUnavailable(StoreError):
    """The database cannot be reached or written; whether a commit under way took place is not known."""


class WrongAddress(StoreUnavailable):
    """The database's URL, or this installation, cannot serve any database: trying again would fail alike."""


class NothingThere(StoreError):
    """There is no database, or none of this program's, where one was to be read."""


class InUse(StoreError):
    """Another process speaks for the database."""


class SequenceTaken(StoreError):
    """Somebody else wrote to the table first: read the events after `expected` and decide again."""

    def __init__(self, table: int, expected: int, actual: int) -> None:
        super().__init__(f"table {table} is at event {actual}, not at {expected}")
        self.table = table
        self.expected = expected
        self.actual = actual


class UnknownTable(StoreError):
    """No table has this id."""

    def __init__(self, table: int) -> None:
        super().__init__(f"there is no table {table}")
        self.table = table


class Conflict(StoreError):
    """A row contradicts rows that are there: a value that must be unique is taken, or what it names is not there."""


class Unbalanced(StoreError, ValueError):
    """The entries of a transfer do not sum to zero."""


class TooLarge(StoreError):
    """The books have no room for the entries of a transfer: an amount, or what an account would come to."""


class StillSeated(StoreError):
    """A person who sits at open tables cannot be erased before getting up."""

    def __init__(self, user_id: int, tables: list[int]) -> None:
        super().__init__(f"still seated at {len(tables)} open table(s)")
        self.user_id = user_id
        self.tables = tables


class WriterStopped(StoreError):
    """The writer takes no more work: the program is ending."""


class SchemaTooNew(StoreError):
    """The database was written by a newer version of the program."""


class BackupDamaged(StoreError):
    """The backup is cut short, changed or no backup at all."""


class NotEmpty(StoreError):
    """A backup is only restored into an empty database."""
