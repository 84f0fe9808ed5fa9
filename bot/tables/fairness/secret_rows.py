"""The rows of secrets, which change with a commit: new ones, their salts, and those that open."""

from bot.store.database.engine import Connection
from bot.store.tables import rows as stored_tables
from bot.store.tables.rows import Secret
from bot.tables.aggregate.table import Proposal, RowWriter
from bot.tables.history.events import CommittedTo, Revealed, SecretsOpened


def plan_secrets(proposal: Proposal) -> RowWriter | None:
    """The writer of salts, opened secrets and new secrets, in this order; None if there are none."""
    table, present, salts = proposal.after.id, proposal.before.shuffle.number, proposal.change.salts
    told = [event for event in proposal.events if isinstance(event, CommittedTo | Revealed | SecretsOpened)]
    if salts is None and not told:
        return None

    def write(connection: Connection) -> None:
        if salts is not None:
            stored_tables.put_salts(connection, table, present, salts)
        for event in told:
            if isinstance(event, Revealed):
                stored_tables.reveal(connection, table, event.number, proposal.at)
            elif isinstance(event, SecretsOpened):
                stored_tables.reveal_all(connection, table, proposal.at)
            elif event.digest:
                new = Secret(table, event.number, event.digest, proposal.secret.hex(), {}, proposal.at, None)
                stored_tables.add_secret(connection, new)

    return write
