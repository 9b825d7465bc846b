"""Who works on a store: every sweeping process signs its claims, and the dead are told apart.

A claim is stale when its process is known to be gone, which can be said on the same machine, or
when the process has shown no sign of life for `LEASE` seconds.
"""

from __future__ import annotations

import os
import platform
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

LEASE = 60.0
"""Seconds without a sign of life after which claims are free again."""

BEAT = 5.0
"""Seconds between two signs of life."""


@dataclass(frozen=True)
class Owner:
    """One sweep in one process."""

    name: str = field(default_factory=lambda: uuid.uuid4().hex)
    place: str = field(default_factory=lambda: place_of(os.getpid()))


def place_of(pid: int) -> str:
    """Machine, process number and start time: no later process has the same."""
    return f"{_machine()}/{pid}/{_started(pid)}"


def is_stale(place: str, beat: float, now: float) -> bool:
    """Whether the claims signed at that place are free again.

    >>> is_stale(place_of(os.getpid()), 100.0, 101.0), is_stale("elsewhere/1/2", 100.0, 200.0)
    (False, True)
    """
    machine, pid, _ = place.rsplit("/", 2)
    # The number belongs to a later process by now.
    if machine == _machine() and _started(int(pid)) and place != place_of(int(pid)):
        return True
    # Without /proc nothing is known of a process, and only its silence counts.
    gone = machine == _machine() and os.path.isdir("/proc/self") and not _started(int(pid))
    return gone or now - beat > LEASE


def _machine() -> str:
    """The machine since its last start, and the container, whose process numbers are its own."""
    boot = _read("/proc/sys/kernel/random/boot_id")
    try:
        space = os.readlink("/proc/self/ns/pid")
    except OSError:
        space = ""
    return f"{platform.node()}:{boot}:{space}".replace("/", ":")


def _started(pid: int) -> str:
    """When the process started, in the kernel's ticks; empty if it is gone or cannot be seen."""
    # The name of a process may hold blanks and parentheses: fields are counted behind the last one.
    fields = _read(f"/proc/{pid}/stat").rpartition(")")[2].split()
    # A zombie works no more; behind the name, counted from 0, field 19 is the start time.
    return "" if len(fields) < 20 or fields[0] in "ZX" else fields[19]


def _read(path: str) -> str:
    try:
        return Path(path).read_text().strip()
    except OSError:
        return ""


@contextmanager
def heartbeat(beat: Callable[[float], None]) -> Iterator[None]:
    """`with heartbeat(beat):` calls beat(time) now and then until the end."""
    over = threading.Event()

    def go_on() -> None:
        while not over.wait(BEAT):
            beat(time.time())

    thread = threading.Thread(target=go_on, daemon=True, name="rropt-heartbeat")
    # Signed before anything is claimed: claims of an owner without a sign are free.
    beat(time.time())
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
