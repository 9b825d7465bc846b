"""The process around a verb: its threads, how it is ended, and what may reach the terminal."""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from rropt.exact import InputNote

ENDS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def for_a_reader() -> Iterator[None]:
    """What is printed for a reader who has left, as `| head -1` does, is dropped."""
    try:
        try:
            yield
        finally:
            # Written here, where a broken pipe is caught: at Python's end it would be a message.
            sys.stdout.flush()
    except BrokenPipeError:
        _drop(sys.stdout)


def tell(message: str) -> None:
    """A line on standard error; where it cannot be written the exit status says enough."""
    try:
        print(message, file=sys.stderr)
    except OSError:
        _drop(sys.stderr)


def _drop(stream: TextIO) -> None:
    """Write into nothing from now on: Python flushes once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def orderly_end() -> Iterator[None]:
    """A batch system ends a job with SIGTERM, a terminal with SIGHUP: taken as an interrupt.

    So what is half written is removed, and claims are given back. What is ignored, as under nohup,
    stays ignored.
    """
    # Python sets handlers in the main thread alone.
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {end: signal.getsignal(end) for end in ENDS}
    taken = {end: handler for end, handler in before.items() if handler != signal.SIG_IGN}
    for end in taken:
        signal.signal(end, signal.default_int_handler)
    try:
        yield
    finally:
        for end, handler in taken.items():
            signal.signal(end, handler)


@contextmanager
def no_library_warnings() -> Iterator[None]:
    """What NumPy and others warn of is for those who wrote the call, not for who reads the answer.

    Nothing is decided by a float, so that an overflow on the way costs time at most. How an input
    was understood is said, in a line on standard error.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("once", InputNote)
        warnings.showwarning = _said
        yield


def _said(message: Warning | str, *_: object, **__: object) -> None:
    tell(f"rropt: note: {message}")
