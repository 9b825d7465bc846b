"""Where cells are solved: worker processes here, a Dask cluster, or an executor that is brought.

An `Engine` is an executor of `concurrent.futures`, the number of tasks that it works on at a time,
and how to replace it when a worker of it has died.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import connection, resource_tracker
from multiprocessing.context import SpawnContext, SpawnProcess
from types import ModuleType
from typing import Any

from rropt import __version__
from rropt.elapsed import elapsed
from rropt.exact import InputError
from rropt.extras import module_of
from rropt.one_thread import SETTINGS

PATIENCE = 60.0
"""Seconds in which the first worker must answer."""

CONNECT_SECONDS = 5
"""Seconds in which a scheduler must answer."""

TALKATIVE = ("distributed.client", "distributed.comm", "distributed.core")

THREADS = (
    *SETTINGS,
    *("VECLIB_MAXIMUM_THREADS", "NUMEXPR_NUM_THREADS", "BLIS_NUM_THREADS"),
)


@dataclass
class Engine:
    """An executor and what is known about it."""

    executor: Executor
    width: Callable[[], int]
    renew: Callable[[], None] | None = None
    prepare: Callable[[], None] = lambda: None
    """Have all workers start, and import what the first cell would wait for."""

    described: Callable[[], str] = lambda: "the executor"
    trouble: str = ""
    """Why `answers` was None."""

    def answers(self) -> str | None:
        """The version of rropt that a worker has; None when none answers in `PATIENCE` seconds."""
        try:
            future = self.executor.submit(version_of_worker)
            with elapsed(f"waiting for a worker, at most {PATIENCE:.0f} s"):
                if wait([future], PATIENCE).done:
                    return future.result()
            future.cancel()
            self.trouble = f"none has answered for {PATIENCE:.0f} s"
        except Exception as error:
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            self.trouble = f"it answers with {reason}"
        return None


def version_of_worker() -> str:
    """What a worker says about itself."""
    return __version__


def import_solvers() -> None:
    """What the first cell of a worker would wait for."""
    import rropt.design  # noqa: F401
    from rropt.sweep.cells import versions

    versions()


@contextmanager
def local(count: int) -> Iterator[Engine]:
    """So many worker processes on this machine."""
    engine = Engine(_processes(count), lambda: count)

    def renew() -> None:
        end_now(engine.executor)
        engine.executor = _processes(count)

    def prepare() -> None:
        for _ in range(count):
            engine.executor.submit(import_solvers)

    engine.renew = renew
    engine.prepare = prepare
    try:
        yield engine
    finally:
        end_now(engine.executor)


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def brought(executor: Executor, jobs: int | None = None) -> Iterator[Engine]:
    """An executor that stays its owner's: it is used, and neither replaced nor shut down."""
    count = jobs or getattr(executor, "_max_workers", None) or processors()
    yield Engine(executor, lambda: count)


@contextmanager
def cluster(address: str) -> Iterator[Engine]:
    """The workers of a running Dask scheduler, through its own executor."""
    with _quiet_dask():
        client = _client(address)
        try:
            executor = client.get_executor(pure=False)
            yield Engine(
                executor,
                lambda: max(1, sum(client.nthreads().values())),
                described=lambda: _scheduler(client),
            )
        finally:
            with suppress(Exception):
                client.close(timeout=CONNECT_SECONDS)


def _scheduler(client: Any) -> str:
    """The scheduler, as far as it still says what it has."""
    try:
        return f"the scheduler with {len(client.nthreads())} workers"
    except Exception:
        return "the scheduler"


@contextmanager
def _quiet_dask() -> Iterator[None]:
    """What Dask says about lost connections is said by the sweep, in one line."""
    loggers = [logging.getLogger(name) for name in TALKATIVE]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _client(address: str) -> Any:
    client = module_of("cluster", "distributed", "--dask needs Dask").Client
    rule = "--dask must be the address of a running scheduler such as tcp://10.0.0.1:8786"
    if not re.fullmatch(r"([a-z]+://)?[^/\s]+:\d+|inproc://\S+", address):
        raise InputError(f"{rule}, got {address}")
    try:
        return client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except Exception as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"{rule}, got {address}: {reason}") from None


def _processes(count: int) -> Executor:
    """So many workers, all of which start at once: each first task starts one."""
    pool = ProcessPoolExecutor(count, mp_context=_Context(), initializer=start_worker)
    # A pool starts a process when a task comes: these are wanted at once.
    for _ in range(count):
        pool.submit(version_of_worker)
    return pool


def end_now(executor: Executor) -> None:
    """Shut down now: what a worker is at is lost, and claimed again later."""
    for worker in list((getattr(executor, "_processes", None) or {}).values()):
        worker.terminate()
    executor.shutdown(wait=True, cancel_futures=True)


class _Worker(SpawnProcess):
    """A fresh interpreter that runs nothing of the caller's script."""

    def start(self) -> None:
        with _plain_start(), _uninterrupted():
            super().start()


class _Context(SpawnContext):
    Process = _Worker


@contextmanager
def _plain_start() -> Iterator[None]:
    """One thread for linear algebra, and no second run of the script that sweeps.

    A spawned process runs the main module again, which would start the sweep in it as well
    wherever a script has no guard; workers need nothing of it.
    """
    before = {name: os.environ.get(name) for name in THREADS}
    script = sys.modules["__main__"]
    os.environ.update(dict.fromkeys(THREADS, "1"))
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """A worker inherits that interrupts are the parent's business, also while it is starting."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # its own start would let interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def start_worker() -> None:
    """Interrupts are the parent's business, and a worker ends when its parent does or says so.

    A forked worker has its parent's handlers: told to end, it printed a traceback of an interrupt.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        # From a thread nothing else ends the process.
        os._exit(1)
