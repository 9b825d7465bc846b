"""Files that are read, those that appear only when complete, and what killed runs have left.

The file that is being written lies beside its goal, under a name that no other run has, and is
locked as long as its run lives. So a leftover is one whose lock is free.
"""

from __future__ import annotations

import codecs
import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType

from rropt.exact import InputError

locks: ModuleType | None
try:
    import fcntl as locks
except ImportError:  # Windows: nothing is locked there, and nothing is taken for a leftover
    locks = None

STEM = 40
"""Characters of the goal's name in that of its partial file: names have at most 255 octets."""


def path_of(given: str | os.PathLike[str]) -> Path:
    """The path of a file, or a sentence about what is none."""
    if not isinstance(given, (str, os.PathLike)):
        raise InputError(f"file must be the path of one, got {given!r}")
    return Path(given)


def in_utf8(content: bytes) -> bytes:
    """A text without the mark that some editors put first, and in UTF-8 where that says UTF-16, as
    what PowerShell writes by ">".

    >>> in_utf8("{}".encode("utf-16")), in_utf8("{}".encode("utf-8-sig")), in_utf8(b"{}")
    (b'{}', b'{}', b'{}')
    """
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace").encode()
    return content.removeprefix(codecs.BOM_UTF8)


@contextmanager
def readable(
    given: str | os.PathLike[str], name: str, rule: str = "be a readable file"
) -> Iterator[None]:
    """What is wrong with a file that is read inside, in one line."""
    try:
        yield
    except (OSError, ValueError) as error:  # a path with a null byte is a ValueError
        fault = "not UTF-8 text" if isinstance(error, UnicodeDecodeError) else error
        reason = getattr(error, "strerror", None) or fault
        raise InputError(f"{name} must {rule}, got {given}: {reason}") from None


@contextmanager
def writable(
    given: str | os.PathLike[str], name: str = "path", place: str = "writable file"
) -> Iterator[None]:
    """What is wrong with the place of a file that is written inside, in one line."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{name} must be a {place}, got {given}: {error.strerror}") from None


@contextmanager
def replacing(goal: Path, mode: int | None = None, overwrite: bool = True) -> Iterator[Path]:
    """A new file that takes the goal's place at the end: the file that a link points to.

    `mode` is what it allows others at most; None: what the goal allows now. Without `overwrite` a
    goal that has come into being meanwhile stays, and FileExistsError is raised.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     goal = Path(folder) / "answer.txt"
    ...     with replacing(goal) as partial:
    ...         _ = partial.write_text("whole")
    ...         before = goal.exists()
    ...     before, goal.read_text()
    (False, 'whole')
    """
    goal = goal.resolve()
    if mode is None:
        mode = goal.stat().st_mode & 0o666 if goal.exists() else 0o666
    with temporary(_partial(goal)) as partial:
        held = _created(partial, mode)
        try:
            yield partial
            _publish(partial, goal, overwrite)
        finally:
            os.close(held)


def write_whole(goal: Path, content: str) -> None:
    """Write a text that appears when it is complete.

    A device, a pipe, and a file in a folder that takes no new ones are written as they are.
    """
    if _takes_new_files(goal):
        with replacing(goal) as partial:
            partial.write_text(content, encoding="utf-8")
    else:
        goal.write_text(content, encoding="utf-8")


def save_text(path: str | os.PathLike[str], content: str, name: str = "path") -> None:
    """Write a text into the file that somebody named, or say what is wrong with that place."""
    with writable(path, name):
        write_whole(path_of(path), content)


def require_place(goal: Path) -> None:
    """Raise an OSError where this file cannot be written; nothing is changed."""
    if goal.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if _takes_new_files(goal):
        return
    if goal.exists() and not goal.is_file():
        return  # opening a pipe would wait for its reader
    with goal.open("ab"):
        pass


def _takes_new_files(goal: Path) -> bool:
    """Whether the file can be written beside its place: tried, because modes do not tell all."""
    if goal.exists() and not goal.is_file():
        return False
    with temporary(_partial(goal.resolve())) as trial:
        try:
            trial.touch(exist_ok=False)
        except OSError:
            return False
    return True


def _partial(goal: Path) -> Path:
    """The name of a file beside the goal that no other run has."""
    return goal.with_name(f"{goal.stem[:STEM]}.{os.urandom(8).hex()}.partial")


@contextmanager
def temporary(path: Path) -> Iterator[Path]:
    """A file that is gone at the end; a read-only disk refuses to remove even what is not there."""
    try:
        yield path
    finally:
        with suppress(OSError):
            path.unlink()


def remove_leftovers(goal: Path) -> list[str]:
    """Remove what killed runs for this goal have left; the names of these files."""
    goal = goal.resolve()
    ours = re.compile(re.escape(goal.stem[:STEM]) + r"\.[0-9a-f]{16}\.partial")
    try:
        names = sorted(name for name in os.listdir(goal.parent) if ours.fullmatch(name))
    except OSError:
        return []
    return [name for name in names if _removed(goal.with_name(name))]


def _created(path: Path, mode: int) -> int:
    """The new file, locked; one that was removed before it was locked is made again."""
    while True:
        held = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, mode | 0o600)
        _lock(held)
        if path.exists():
            return held
        os.close(held)


def _lock(held: int) -> bool:
    """Whether the lock of a file was free, and is ours now."""
    if locks is None:
        return False
    try:
        locks.flock(held, locks.LOCK_EX | locks.LOCK_NB)
    except OSError:
        return False
    return True


def _removed(path: Path) -> bool:
    """Remove a file that no living run has locked."""
    try:
        held = os.open(path, os.O_RDWR)
    except OSError:
        return False
    try:
        if _lock(held):
            path.unlink()
            return True
    except OSError:
        return False
    finally:
        os.close(held)
    return False


def _publish(partial: Path, goal: Path, overwrite: bool) -> None:
    if overwrite:
        partial.replace(goal)
        return
    try:
        os.link(partial, goal)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if goal.exists():
            raise FileExistsError(goal) from None
        partial.replace(goal)
