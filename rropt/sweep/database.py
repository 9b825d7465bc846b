"""The SQLite file under a store: is it one, is it ours, and what its errors mean in one line.

Nothing is written before a file is known to be a store of this format and this spec.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rropt.exact import InputError

MAGIC = b"SQLite format 3\0"
APPLICATION = 0x72724F50
"""`rrOP` in the header of the file."""

FORMAT = 1
"""Version of the tables."""

BROKEN = "STORE must be an intact store of rropt sweep, got {}: {}"

BUSY_SECONDS = 60.0
HEADER_BYTES = 100


def connect(path: Path, write: bool, create: bool = False) -> sqlite3.Connection:
    """A connection in autocommit mode; one for reading never changes what the store says.

    A reader in a folder that it may write to opens the file like a writer, because only then is
    SQLite's log tidied away behind it.
    """
    mode = "rwc" if create else "rw"
    if not write and not (_writable(path) and _writable(path.parent)):
        # Where no log can be made beside it, SQLite opens only what is said to be unchanging.
        mode = "ro" if path.with_name(path.name + "-wal").exists() else "ro&immutable=1"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        timeout=BUSY_SECONDS,
        isolation_level=None,
        uri=True,
        check_same_thread=False,
    )
    connection.row_factory = sqlite3.Row
    # A reader that opens the file like a writer still cannot change it.
    connection.execute(f"PRAGMA query_only = {not write:d}")
    return connection


def _writable(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing, and nobody else writes meanwhile."""
    # The lock for writing is taken first: two that read before they write would refuse each other.
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # Some errors, such as a full disk, have made SQLite roll back by itself.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """What SQLite or the disk refuses, in one line."""
    try:
        yield
    except sqlite3.Error as error:
        raise InputError(explain(path, error)) from None
    except UnicodeDecodeError:  # of a broken name in the table of tables
        raise InputError(BROKEN.format(path, "text that is none")) from None
    except OSError as error:
        raise InputError(f"STORE must be usable, got {path}: {error.strerror}") from None


def explain(path: Path, error: sqlite3.Error) -> str:
    """One line for an error of SQLite."""
    name = getattr(error, "sqlite_errorname", "")
    if name == "SQLITE_FULL":
        return (
            f"the disk is full: {path} keeps every cell written so far; free some space and run "
            "the same command again"
        )
    if name.startswith("SQLITE_IOERR"):
        return (
            f"the disk refuses to read or write ({error}): {path} keeps every cell written so "
            "far; run the same command again when it works"
        )
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return f"STORE must be a file in a writable folder, got {path}: {error}"
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return f"STORE is locked by another program, got {path}: {error}"
    return BROKEN.format(path, error)


def refuse_foreign(path: Path) -> bool:
    """Whether the file is there with content; anything but a store of this format is refused.

    Only the header is read, so that a foreign database stays exactly as it is.
    """
    if path.is_dir():
        raise InputError(f"STORE must be a file, got the folder {path}")
    if path.exists() and not path.is_file():
        raise InputError(f"STORE must be a file on a disk, got {path}")
    if not path.exists() or not path.stat().st_size:
        return False
    with open(path, "rb") as file:
        header = file.read(HEADER_BYTES)
    if header[: len(MAGIC)] != MAGIC:
        raise InputError(f"STORE must be a store of rropt sweep, got another file: {path}")
    # Where SQLite's header has application_id and user_version.
    application = int.from_bytes(header[68:72])
    version = int.from_bytes(header[60:64])
    if application == APPLICATION and version == FORMAT:
        return True
    if application == APPLICATION:
        raise InputError(
            f"STORE must have format {FORMAT}, got {path} of format {version}, made by another "
            "version of rropt"
        )
    if application or not _is_blank(path):
        raise InputError(f"STORE must be a store of rropt sweep, got another database: {path}")
    return False


def _is_blank(path: Path) -> bool:
    """A database without tables: left behind by a process killed in its first transaction."""
    connection = sqlite3.connect(path.absolute().as_uri() + "?immutable=1", uri=True)
    try:
        return not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    except sqlite3.DatabaseError:
        return False
    finally:
        connection.close()
