"""A line while an answer takes long, on a terminal or in a notebook: how long so far, how to stop.

One line at a time is shown, that of the call that somebody waits for: what it calls is silent.
"""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections.abc import Callable
from functools import wraps
from threading import Event, Lock, Thread
from types import TracebackType
from typing import ParamSpec, TextIO, TypeVar

PATIENCE = 2.0
"""Seconds without a word."""

BEAT = 1.0
"""Seconds between two lines."""

WAITED_FOR = Lock()
"""Held while a line may be shown, or while what is done shows one of its own."""

Taken = ParamSpec("Taken")
Given = TypeVar("Given")


class Elapsed:
    """`with Elapsed("rropt design"):` around the work; nothing is shown where nobody watches."""

    def __init__(
        self,
        title: str,
        stream: TextIO | None = None,
        patience: float | None = None,
        beat: float = BEAT,
    ) -> None:
        self.title = title
        self.stream = sys.stderr if stream is None else stream
        self.patience = PATIENCE if patience is None else patience
        self.beat = beat
        self._is_first = False
        self._told: tuple[Thread, Event] | None = None
        """What shows the lines, and how it is stopped."""

    def __enter__(self) -> Elapsed:
        self._is_first = WAITED_FOR.acquire(blocking=False)
        is_worker = multiprocessing.parent_process() is not None
        if self._is_first and not is_worker and is_watched(self.stream):
            ended = Event()
            thread = Thread(target=self._tell, args=(ended,), daemon=True)
            self._told = thread, ended
            thread.start()
        return self

    def _tell(self, ended: Event) -> None:
        start = time.monotonic()
        shown = False
        if ended.wait(self.patience):
            return
        while not shown or not ended.wait(self.beat):
            seconds = time.monotonic() - start
            rewrite(self.stream, f"{self.title}: {seconds:.0f} s so far, Ctrl-C stops it")
            shown = True
        rewrite(self.stream, "")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._told is not None:
            thread, ended = self._told
            ended.set()
            thread.join()
        if self._is_first:
            WAITED_FOR.release()


def shows_elapsed(work: Callable[Taken, Given]) -> Callable[Taken, Given]:
    """A function that shows the line of its name while somebody waits for it."""

    @wraps(work)
    def shown(*args: Taken.args, **options: Taken.kwargs) -> Given:
        with Elapsed(f"rropt.{work.__name__}"):
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
