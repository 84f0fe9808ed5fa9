"""The only package that writes SQL: a reader and a writer, and below them, packages of rows and queries."""

from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.errors import Conflict, RowDamaged, StoreError, StoreUnavailable
from bot.store.database.json_text import Json, JsonObject
from bot.store.database.notifications import Notice, NoticeKind
from bot.store.messages.message_data import MessageData
from bot.store.messages.message_keys import MessageKey, MessageKind
from bot.store.messages.outbox import NewMessage, WaitingMessage
from bot.store.messages.projections import Projection
from bot.store.one_by_one import do_each
from bot.store.people.preferences import Preferences
from bot.store.processes.shards import ShardSet
from bot.store.store import Store
from bot.store.tables.rows import Pace, Secret, Status, StoredSeat, StoredTable
from bot.store.tables.settings import Offer, OfferKind, StoredSettings, Waiter
