"""The SQLite file: it is made completely or not at all, readable only by its owner, and recognised before it is used.

A new file gets its name only when it is a database with our mark. So a file that is empty, or has neither the mark nor
our tables, is not ours. The bot never makes a database in such a file.
"""

import contextlib
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

from bot.store.database.errors import DatabaseDamaged, StoreUnavailable, WrongAddress

APPLICATION_ID = 0x626F6E65
"""The mark in the header of our files ("bone"). Files of older releases do not have it."""

_MAGIC = b"SQLite format 3\0"
_ENDINGS = ("", "-wal", "-shm", "-journal", ".lock")
"""The endings of the names of all files of a database: its own file, and those beside it."""
_DAMAGE_CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def make_folder(folder: Path) -> None:
    """Make a folder and its missing parents, each for its owner alone. Raises OSError."""
    missing = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    for parent in reversed(missing):
        with contextlib.suppress(FileExistsError):  # another process was faster
            parent.mkdir(mode=0o700)
            parent.chmod(0o700)
    if not folder.is_dir():
        raise NotADirectoryError(20, "Not a directory", str(folder))


def demand_access(file: Path) -> Path:
    """Raise `WrongAddress` if a file, or a new file in its folder, may not be written. Return the folder, or for a
    missing one the nearest that exists. SQLite writes beside its file, so it needs the folder, too."""
    folder = next(parent for parent in file.absolute().parents if os.path.exists(parent))
    for path in (folder, file):
        wanted = os.W_OK | os.X_OK if os.path.isdir(path) else os.W_OK
        if os.path.exists(path) and not os.access(path, wanted):
            user = getattr(os, "getuid", lambda: "?")()  # Windows has no numbers of users
            raise WrongAddress(
                f"{path} may not be written: it belongs to user {path.stat().st_uid}, and Boneyard runs as user {user}."
                f" `chown -R {user} {folder}` as root mends that; if the user is right, `chmod -R u+rwX {folder}` does."
            )
    return folder


def create_private(file: Path) -> int:
    """Make a file that only its owner can read, whatever the umask, and open it for writing. Raises OSError."""
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    with contextlib.suppress(OSError):  # a file system without modes
        file.chmod(0o600)
    return descriptor


def tighten(file: Path) -> None:
    """Remove all access for other users from a file, if it exists and is ours."""
    with contextlib.suppress(OSError):  # missing, somebody else's, or on a file system without modes
        mode = stat.S_IMODE(file.stat().st_mode)
        if file.is_file() and mode & 0o177:
            file.chmod(mode & 0o600)


def tighten_folder(folder: Path) -> None:
    """Remove all access for other users from the data folder, if it exists.

    Folders with other uses keep their modes: the working folder, the home folder, and folders that all users may write.
    """
    with contextlib.suppress(OSError):
        mode = stat.S_IMODE(folder.stat().st_mode)
        home = Path(os.path.expanduser("~"))  # stays "~" for a user without a home
        shared = mode & (stat.S_ISVTX | stat.S_IWOTH) or folder.resolve() in (Path.cwd(), home, Path("/"))
        if mode & 0o077 and not shared:
            folder.chmod(mode & 0o700)


def prepare(file: Path) -> None:
    """Make the file if it is missing, let only its owner read it, and check that it is an SQLite database.

    Raises `WrongAddress` if it is another kind of file, and `StoreUnavailable` if it cannot be made or read.
    """
    try:
        demand_access(file)
        make_folder(file.parent)
        if not file.exists():
            _create(file)
        _check_header(file)
    except OSError as error:
        raise StoreUnavailable(f"{file} cannot be opened: {error.strerror or error}.") from error
    except sqlite3.Error as error:
        raise StoreUnavailable(f"{file} cannot be made: {error}.") from error
    for ending in _ENDINGS:
        tighten(file.with_name(file.name + ending))


def _create(file: Path) -> None:
    part = file.with_name(f"{file.name}.{os.getpid()}.{id(file):x}.new")
    os.close(create_private(part))
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        put_in_place(part, file)
    finally:
        delete(part)


def delete(file: Path) -> None:
    """Delete a database file and the files that belong to it, such as "-wal", if they exist. Raises OSError."""
    for ending in _ENDINGS:
        file.with_name(file.name + ending).unlink(missing_ok=True)


def put_in_place(part: Path, file: Path) -> bool:
    """Give a finished file its name. False if the name was taken in the meantime. Raises OSError."""
    try:
        os.link(part, file)
    except FileExistsError:
        return False
    except OSError:  # a file system without links
        if file.exists():
            return False
        part.replace(file)
    return True


def _check_header(file: Path) -> None:
    if not file.is_file():
        raise WrongAddress(f"{file} is not a file: name one in the database URL.")
    with file.open("rb") as raw:
        head = raw.read(len(_MAGIC))
    if not head:
        raise WrongAddress(
            f"{file} is empty, so it is no database. Restore a backup; to begin a new world, move the file away."
        )
    if head != _MAGIC:
        raise WrongAddress(f"{file} is not a database of Boneyard: move it away, or name another file.")


def is_damage(error: BaseException) -> bool:
    """True if the error says that the file is not a sound SQLite database."""
    code = vars(error).get("sqlite_errorcode") if isinstance(error, sqlite3.DatabaseError) else None
    return isinstance(code, int) and code & 0xFF in _DAMAGE_CODES


def find_damage(file: Path) -> DatabaseDamaged | None:
    """Check a whole file for damage; None if it is sound, missing, or cannot be read just now."""
    if not os.path.isfile(file):
        return None
    try:
        with closing(sqlite3.connect(file)) as connection:
            if connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",):
                return None
    except sqlite3.Error as error:
        if not is_damage(error):
            return None
    return DatabaseDamaged(describe_damage(str(file)))


def describe_damage(name: str) -> str:
    """The sentence that tells a host of a damaged database."""
    return f"The database {name} is damaged: move it away with its -wal and -shm, and restore a backup."
