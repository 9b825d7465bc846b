"""Files that appear only when they are complete."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex


@contextmanager
def replacing(goal: Path) -> Iterator[Path]:
    """A new file beside the goal, no other run's, that takes its place at the end."""
    with temporary(goal.with_name(f"{goal.stem[:40]}.{token_hex(8)}.partial")) as partial:
        yield partial
        partial.replace(goal)


@contextmanager
def temporary(path: Path) -> Iterator[Path]:
    """A file that is gone at the end; a read-only disk refuses to remove even what is not there."""
    try:
        yield path
    finally:
        with suppress(OSError):
            path.unlink()
