"""A limit of time for one claim."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

_AGAIN = 0.05


class TooLong(BaseException):
    """The time limit of a claim was reached."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise TooLong after this much processor time, or three times as much on the clock, where
    the platform has such timers: a busy machine does not change a verdict.

    The timers go off again and again, since a library may swallow what was raised inside of it;
    one that passes it on as an error of its own (as ctypes does) has not hidden the reason. What
    is being imported is imported first: half a module of C is lost for the whole process.
    """
    reached = False

    def stop(_: int, frame: FrameType | None) -> None:
        nonlocal reached
        if _imports(frame):
            return
        reached = True
        raise TooLong

    if not hasattr(signal, "SIGPROF") or current_thread() is not main_thread():
        yield
        return
    timers = {signal.SIGPROF: signal.ITIMER_PROF, signal.SIGALRM: signal.ITIMER_REAL}
    before = {number: signal.signal(number, stop) for number in timers}
    try:
        signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN)
        signal.setitimer(signal.ITIMER_REAL, 3 * seconds, _AGAIN)
        yield
    except Exception as error:
        if reached:
            raise TooLong from error
        raise
    finally:
        for number, timer in timers.items():
            signal.setitimer(timer, 0)
            signal.signal(number, before[number])


def _imports(frame: FrameType | None) -> bool:
    """Whether a module is being imported at this frame."""
    while frame is not None:
        if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            return True
        frame = frame.f_back
    return False
