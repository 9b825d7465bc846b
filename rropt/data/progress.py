"""A progress line on standard error: on a terminal or in a notebook, only when work takes long.

What was done, how much and in what time is logged as `rropt` too, at the level INFO: never a datum.
"""

from __future__ import annotations

import logging
import sys
import time
from types import TracebackType

from rropt.elapsed import WAITED_FOR, is_watched, rewrite

PATIENCE = 1.0
"""Seconds before the first line, and a tenth of it between two."""

WIDTH = 24

LOG = logging.getLogger("rropt")


class Progress:
    """`with Progress("counting", total) as progress: progress.advance(rows)`.

    Without a total the rows so far and the speed are shown, with one a bar too.
    """

    def __init__(self, title: str, total: int | None = None):
        self.title = title
        self.total = total
        self.stream = sys.stderr
        self.done = 0
        self.shown = False
        self._is_first = False
        self.start = self.last = time.monotonic()

    def __enter__(self) -> Progress:
        self._is_first = WAITED_FOR.acquire(blocking=False)
        return self

    def advance(self, amount: int) -> None:
        """So much more is done."""
        self.done += amount
        now = time.monotonic()
        if now - self.start >= PATIENCE and now - self.last >= PATIENCE / 10:
            self.last = now
            self._show(self.line(now - self.start))

    def line(self, seconds: float) -> str:
        """The line to be shown after so many seconds."""
        speed = f"{self.done:,} rows, {self.done / max(seconds, 1e-9):,.0f} a second"
        if not self.total:
            return f"{self.title}: {speed}"
        filled = min(WIDTH, WIDTH * self.done // self.total)
        bar = "#" * filled + "-" * (WIDTH - filled)
        return f"{self.title} [{bar}] {100 * self.done // self.total}%, {speed}"

    def _show(self, line: str) -> None:
        if is_watched(self.stream):
            rewrite(self.stream, line)
            self.shown = True

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._is_first:
            WAITED_FOR.release()
        if self.shown:
            rewrite(self.stream, "")
        ended = "ended" if kind is None else "stopped"
        seconds = time.monotonic() - self.start
        LOG.info("%s: %s after %d in %.2f s", self.title, ended, self.done, seconds)
