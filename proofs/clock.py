"""A limit of time for one claim."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any


class TooLong(BaseException):
    """The time limit of a claim was reached."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise TooLong after this much processor time, or three times as much on the clock, where
    the platform has such timers: a busy machine does not change a verdict."""

    def stop(*_: Any) -> None:
        raise TooLong

    if not hasattr(signal, "SIGPROF") or current_thread() is not main_thread():
        yield
        return
    timers = {signal.SIGPROF: signal.ITIMER_PROF, signal.SIGALRM: signal.ITIMER_REAL}
    before = {number: signal.signal(number, stop) for number in timers}
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, 3 * seconds)
    try:
        yield
    finally:
        for number, timer in timers.items():
            signal.setitimer(timer, 0)
            signal.signal(number, before[number])
