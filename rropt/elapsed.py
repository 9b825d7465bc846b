"""A line while an answer takes long, on a terminal or in a notebook: how long so far, how to stop.

One line at a time is shown, that of the call that somebody waits for: what it calls is silent.
"""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import Event, Lock, Thread
from typing import ParamSpec, TextIO, TypeVar

PATIENCE = 2.0
"""Seconds without a word."""

BEAT = 1.0
"""Seconds between two lines."""

WAITED_FOR = Lock()
"""Held while a line may be shown, or while what is done shows one of its own."""

Taken = ParamSpec("Taken")
Given = TypeVar("Given")


@contextmanager
def elapsed(title: str) -> Iterator[None]:
    """`with elapsed("rropt design"):` around the work; nothing is shown where nobody watches."""
    if not WAITED_FOR.acquire(blocking=False):
        yield
        return
    is_worker = multiprocessing.parent_process() is not None
    try:
        if is_watched(sys.stderr) and not is_worker:
            with _told(title, sys.stderr):
                yield
        else:
            yield
    finally:
        WAITED_FOR.release()


@contextmanager
def _told(title: str, stream: TextIO) -> Iterator[None]:
    ended = Event()
    teller = Thread(target=_tell, args=(title, stream, ended), daemon=True)
    teller.start()
    try:
        yield
    finally:
        ended.set()
        teller.join()


def _tell(title: str, stream: TextIO, ended: Event) -> None:
    start = time.monotonic()
    if ended.wait(PATIENCE):
        return
    is_over = False
    while not is_over:
        seconds = time.monotonic() - start
        rewrite(stream, f"{title}: {seconds:.0f} s so far, Ctrl-C stops it")
        is_over = ended.wait(BEAT)
    rewrite(stream, "")


def shows_elapsed(work: Callable[Taken, Given]) -> Callable[Taken, Given]:
    """A function that shows the line of its name while somebody waits for it."""

    @wraps(work)
    def shown(*args: Taken.args, **options: Taken.kwargs) -> Given:
        with elapsed(f"rropt.{work.__name__}"):
            return work(*args, **options)

    return shown


def rewrite(stream: TextIO, line: str) -> None:
    """Another line in the place of the last one; an empty one clears it."""
    stream.write(f"\r\x1b[K{line}")
    stream.flush()


def is_watched(stream: TextIO | None) -> bool:
    """Whether somebody sees a line being rewritten: a terminal, or the cell of a notebook."""
    if stream is None:
        return False
    return stream.isatty() or (stream is sys.stderr and "ipykernel" in sys.modules)
