"""A world in an SQLite file: every change is written before an event or a response announces it."""

import contextlib
import json
import logging
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from harbour.base.clock import Snowflakes
from harbour.state.parts import walk
from harbour.state.server_state import ServerState
from harbour.state.storage import Kept, Storage
from harbour.world.records import KINDS, Files, Record, make_record, restore

log = logging.getLogger("harbour.world")

MARK = 0x68617262
"""The SQLite application id that marks a world's file: "harb"."""
FORMAT = 1
SCHEMA = """
CREATE TABLE origin (body TEXT NOT NULL);
CREATE TABLE things (
    number INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, place TEXT, body TEXT NOT NULL, UNIQUE (kind, id)
);
CREATE INDEX things_in_place ON things (place);
CREATE TABLE files (id TEXT PRIMARY KEY, owner TEXT NOT NULL, body BLOB NOT NULL);
CREATE INDEX files_of_owner ON files (owner);
"""
_UPSERT = (
    "INSERT INTO things (kind, id, place, body) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (kind, id) DO UPDATE SET place = excluded.place, body = excluded.body"
)
_DELETE_FILES_IN = "DELETE FROM files WHERE owner IN (SELECT id FROM things WHERE kind = 'message' AND place = ?)"


class WorldUnusable(Exception):
    """The file is not a harbour's world, or cannot be read or written. The message says so in a sentence."""


@dataclass(frozen=True, slots=True)
class WorldHeader:
    """The ids and the token that a world begins with, and the port on which its harbour last listened."""

    bot: str
    guild: str
    channel: str
    """The channel that people are in at first."""
    token: str
    """The bot's token."""
    port: int = 0


class WorldFile(Storage):
    """The storage of one state, in a file. Only the file's owner can read it, since it holds everybody's secrets."""

    def __init__(self, path: Path) -> None:
        """Open the file, or create it. Raises WorldUnusable."""
        self.path = path
        self._state: ServerState | None = None
        self._noted: dict[Kept, None] = {}
        self._failing = False
        try:
            with contextlib.suppress(FileExistsError):
                os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            with contextlib.suppress(OSError):  # a file system without modes
                path.chmod(0o600)
            self._database = sqlite3.connect(path, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise WorldUnusable(f"{path} cannot be opened ({error}).") from None
        try:
            self._prepare()
        except sqlite3.Error as error:
            self._database.close()
            raise WorldUnusable(f"{path} cannot be read ({error}).") from None
        except WorldUnusable:
            self._database.close()
            raise

    def _prepare(self) -> None:
        """Check the mark and the format, and lay out the tables of a new file."""
        (mark,), (version,), (tables,) = (
            self._database.execute(query).fetchone()
            for query in ("PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_master")
        )
        if tables and mark != MARK:
            raise WorldUnusable(f"{self.path} holds something else, not the world of a harbour.")
        if version > FORMAT:
            raise WorldUnusable(f"{self.path} was written by a newer release: update this one.")
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = NORMAL")
        self._database.execute("PRAGMA foreign_keys = OFF")
        if not tables:
            marks = f"PRAGMA application_id = {MARK}; PRAGMA user_version = {FORMAT};"
            self._database.executescript(f"BEGIN; {SCHEMA} {marks} COMMIT;")

    def read_header(self) -> WorldHeader | None:
        """The world's ids, token and port; None if the file is new."""
        row = self._database.execute("SELECT body FROM origin").fetchone()
        return WorldHeader(**json.loads(row[0])) if row is not None else None

    def begin(self, state: ServerState, header: WorldHeader) -> None:
        """Write a new world from all parts noted so far. `commit` writes later changes. Raises WorldUnusable."""
        self._state = state
        try:
            with self._transaction():
                for table in ("origin", "things", "files"):
                    self._database.execute(f"DELETE FROM {table}")
                for thing in self._noted:
                    self._write(make_record(state, thing))
                self._database.execute("INSERT INTO origin VALUES (?)", [json.dumps(asdict(header))])
        except sqlite3.Error as error:
            raise WorldUnusable(f"{self.path} cannot be written ({error}).") from None
        self._noted.clear()

    def keep_port(self, port: int) -> None:
        """Save the port to listen on next time. Raises WorldUnusable."""
        found = self.read_header()
        assert found is not None
        try:
            self._database.execute("UPDATE origin SET body = ?", [json.dumps(asdict(replace(found, port=port)))])
        except sqlite3.Error as error:
            raise WorldUnusable(f"{self.path} cannot be written ({error}).") from None

    def restore(self, state: ServerState, header: WorldHeader) -> None:
        """Fill a state from the file. `commit` writes later changes. Raises WorldUnusable."""
        try:
            state.users.clear()
            for kind in KINDS:
                rows = self._database.execute("SELECT id, body FROM things WHERE kind = ? ORDER BY number", [kind])
                for thing_id, body in rows:
                    expired = restore(state, kind, json.loads(body), self._load_files(kind, thing_id))
                    if expired is not None:
                        self.note(expired)
            state.bot = state.users[header.bot]
        except (sqlite3.Error, ValueError, TypeError, KeyError) as error:
            raise WorldUnusable(f"{self.path} is damaged ({error}).") from None
        state.snowflakes = Snowflakes(state.clock, self._find_highest_count() + 1)
        self._state = state
        self.commit()

    def _load_files(self, kind: str, owner: str) -> Files:
        if kind not in ("message", "emoji"):
            return {}
        return dict(self._database.execute("SELECT id, body FROM files WHERE owner = ?", [owner]))

    def _find_highest_count(self) -> int:
        """The highest count in a stored snowflake. New ids count on from it: unique even if the clock goes back."""
        ids = self._database.execute("SELECT id FROM things WHERE kind <> 'interaction' UNION SELECT id FROM files")
        return max((int(snowflake) & 0x3FFFFF for (snowflake,) in ids if snowflake.isdecimal()), default=0)

    def note(self, thing: Kept) -> None:
        self._noted[thing] = None

    def commit(self) -> None:
        """Write everything noted. If that fails, log it once, and try again at the next change."""
        state = self._state
        if not self._noted or state is None:
            return
        try:
            with self._transaction():
                for thing in self._noted:
                    self._write(make_record(state, thing))
        except sqlite3.Error as error:
            if not self._failing:
                log.error("%s cannot be written (%s). Changes are lost unless a later try succeeds.", self.path, error)
            self._failing = True
            return
        self._failing = False
        self._noted.clear()

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")

    def _write(self, record: Record) -> None:
        execute = self._database.execute
        if record.body is None:
            execute("DELETE FROM things WHERE kind = ? AND id = ?", [record.kind, record.id])
            if record.kind in ("message", "emoji"):
                execute("DELETE FROM files WHERE owner = ?", [record.id])
            if record.kind == "channel":
                execute(_DELETE_FILES_IN, [record.id])
                execute("DELETE FROM things WHERE place = ?", [record.id])
            return
        execute(_UPSERT, [record.kind, record.id, record.place, json.dumps(record.body, ensure_ascii=False)])
        if record.kind not in ("message", "emoji"):
            return
        kept = {file_id for (file_id,) in execute("SELECT id FROM files WHERE owner = ?", [record.id])}
        for file_id in kept - set(record.files):
            execute("DELETE FROM files WHERE id = ?", [file_id])
        for file_id in set(record.files) - kept:
            execute("INSERT INTO files VALUES (?, ?, ?)", [file_id, record.id, record.files[file_id]])

    def close(self) -> None:
        """Write what is left, and close the file."""
        self.commit()
        self._database.close()


def move_addresses(state: ServerState, old: str, new: str) -> None:
    """Rewrite the addresses of files, also in layouts, from the origin `old` to the origin `new`."""

    def move(address: str) -> str:
        return new + address.removeprefix(old) if address.startswith(f"{old}/") else address

    for message in (m for channel in state.channels.values() for m in channel.messages.values()):
        pictures = [item["media"] for component in walk(message.components) for item in component.get("items", ())]
        for attachment in message.attachments:
            attachment.url = move(attachment.url)
        for picture in pictures:
            picture |= {key: move(picture[key]) for key in ("url", "proxy_url") if key in picture}
        if message.attachments or pictures:
            state.storage.note(message)
    state.storage.commit()
