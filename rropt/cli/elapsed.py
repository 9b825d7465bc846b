"""A line on the terminal while an answer takes long: how long so far, and how to stop."""

from __future__ import annotations

import sys
import time
from threading import Event, Thread
from types import TracebackType
from typing import TextIO

PATIENCE = 2.0
"""Seconds without a word."""

BEAT = 1.0
"""Seconds between two lines."""

SILENT = frozenset({"randomize", "sweep", "estimate"})
"""Verbs that show how many rows or cells are done themselves."""


class Elapsed:
    """`with Elapsed("rropt design"):` around the work; nothing is shown where nobody watches."""

    def __init__(
        self,
        title: str,
        stream: TextIO | None = None,
        patience: float = PATIENCE,
        beat: float = BEAT,
    ) -> None:
        self.title = title
        self.stream = sys.stderr if stream is None else stream
        self.patience = patience
        self.beat = beat
        self._ended = Event()
        self._thread: Thread | None = None

    def __enter__(self) -> Elapsed:
        if self.stream.isatty():
            self._thread = Thread(target=self._tell, daemon=True)
            self._thread.start()
        return self

    def _tell(self) -> None:
        start = time.monotonic()
        shown = False
        if self._ended.wait(self.patience):
            return
        while not shown or not self._ended.wait(self.beat):
            seconds = time.monotonic() - start
            self._write(f"{self.title}: {seconds:.0f} s so far, Ctrl-C stops it")
            shown = True
        self._write("")

    def _write(self, line: str) -> None:
        self.stream.write(f"\r\x1b[K{line}")
        self.stream.flush()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ended.set()
        if self._thread is not None:
            self._thread.join()
