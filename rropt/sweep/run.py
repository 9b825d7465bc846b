"""Sweeping: claim pending cells, have them solved, write what comes back, until none is left.

Cells travel in groups of neighbours that together take about `GROUP_SECONDS`, so that short cells
do not wait for the mail and long ones are written one by one. What a cell says depends on its
parameters alone. When a worker dies, the cells that it may have been at are tried again one by
one; one that kills its worker again is recorded as failed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rropt import __version__
from rropt.data.progress import Progress
from rropt.exact import InputError, whole
from rropt.exact.recorded import Recorded
from rropt.sweep.cells import Outcome, failure, solve_group
from rropt.sweep.database import plain_errors
from rropt.sweep.owner import Owner, heartbeat
from rropt.sweep.spec import Cell, Spec, read_spec, spec_of
from rropt.sweep.store import Store
from rropt.sweep.workers import Engine, brought, cluster, local, processors

if TYPE_CHECKING:
    from rropt.sweep.frame import Frame

GROUP_SECONDS = 0.1
MOST_IN_GROUP = 16
TASKS_A_WORKER = 2
POLL_SECONDS = 0.2


@dataclass(frozen=True)
class Sweep(Recorded):
    """How a store stands."""

    store: str
    cells: int
    done: int
    failed: int
    pending: int
    """Neither done nor failed."""

    ran: int
    """Cells that this run has solved."""

    seconds: float
    reasons: tuple[tuple[str, int], ...]
    """The most frequent reasons why cells failed, and how many did."""

    def to_frame(self) -> Frame:
        """The cells of the store as rows: its `to_pandas`, `to_polars` and `to_arrow` convert."""
        from rropt.sweep.frame import read_sweep

        return read_sweep(self.store)

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {"reasons": [list(pair) for pair in self.reasons]}

    def __str__(self) -> str:
        parts = [f"{self.done:,} done"]
        parts += [f"{self.failed:,} failed"] if self.failed else []
        parts += [f"{self.pending:,} open"] if self.pending else []
        lines = [f"{self.store}: {cells_in_words(self.cells)}, {', '.join(parts)}"]
        if self.ran:
            lines[0] += f"; {self.ran:,} solved now in {self.seconds:.1f} s"
        lines += [f"  {count:,} failed: {reason}" for reason, count in self.reasons[:10]]
        return "\n".join(lines)


def cells_in_words(cells: int) -> str:
    """1 cell, 1,200 cells."""
    return f"{cells:,} cell{'' if cells == 1 else 's'}"


def run_sweep(
    store: str | Path,
    spec: str | Path | Mapping[str, Any] | Spec | None = None,
    *,
    executor: Executor | None = None,
    jobs: int | None = None,
    dask: str | None = None,
    retry_failed: bool = False,
    started: Callable[[Sweep], None] | None = None,
    **parameters: Any,
) -> Sweep:
    """Solve every cell of a sweep that its store does not hold yet.

    The spec is a TOML file, its content as a mapping, or the same as keyword arguments. Cells are
    solved by `jobs` worker processes, by the Dask scheduler at the address `dask`, or by any
    `executor` with the interface of concurrent.futures. `started` hears how the store stands before
    the first cell is solved.

    >>> import tempfile
    >>> from rropt.sweep import read_sweep
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as threads:
    ...     path = f"{folder}/trace.db"
    ...     swept = run_sweep(
    ...         path, executor=threads, objective="trace", categories=[2, 3], gamma=[3, 9]
    ...     )
    ...     [row["exact_value"] for row in read_sweep(path)]
    ['3/2', '9/5', '9/5', '27/11']
    """
    wanted = _spec(spec, parameters)
    with _engine(executor, jobs, dask, wanted.size) as engine:
        engine.prepare()
        _refuse_silent(engine)
        with Store.open(store, wanted) as opened, plain_errors(opened.path):
            if retry_failed:
                opened.retry_failed()
            return _sweep(opened, engine, started or (lambda _: None))


def sweep(
    spec: str | Path | dict[str, Any] | Spec,
    store: str | Path,
    *,
    executor: Executor | None = None,
    jobs: int | None = None,
    dask: str | None = None,
    retry_failed: bool = False,
) -> Sweep:
    """The sweep of a TOML file, or of its content, into a store: its open cells are solved.

    They are solved by `jobs` worker processes, by the Dask scheduler at the address `dask`, or by
    any `executor` with the interface of concurrent.futures.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     spec = {"objective": "trace", "categories": [2, 3], "gamma": 3}
    ...     [row["exact_value"] for row in sweep(spec, f"{folder}/s.db", jobs=1).to_frame()]
    ['3/2', '9/5']
    """
    return run_sweep(
        store, spec, executor=executor, jobs=jobs, dask=dask, retry_failed=retry_failed
    )


def standing(store: Store, ran: int = 0, seconds: float = 0.0) -> Sweep:
    """How a store stands."""
    counts = store.counts()
    cells = store.size()
    done = counts["done"]
    failed = counts["failed"]
    reasons = tuple(store.reasons()) if counts["failed"] else ()
    path = str(store.path)
    return Sweep(path, cells, done, failed, cells - done - failed, ran, seconds, reasons)


def _spec(spec: Any, parameters: Mapping[str, Any]) -> Spec:
    if (spec is None) == (not parameters):
        raise InputError("the sweep must be given as a spec or as keyword arguments, one of both")
    if isinstance(spec, Spec):
        return spec
    if spec is None or isinstance(spec, Mapping):
        return spec_of(parameters if spec is None else spec)
    return read_spec(spec)


def _engine(
    executor: Executor | None, jobs: int | None, dask: str | None, cells: int
) -> AbstractContextManager[Engine]:
    """Where to solve; never more processes than cells."""
    count = None if jobs is None else whole(jobs, "jobs", least=1)
    if dask is not None and (executor is not None or count is not None):
        raise InputError("dask must be given alone, without executor and jobs")
    if dask is not None:
        return cluster(dask)
    if executor is not None:
        return brought(executor, count)
    return local(min(count or processors(), cells))


def _refuse_silent(engine: Engine) -> None:
    """A worker must answer, and have this version of rropt, before any store is touched."""
    version = engine.answers()
    if version is None:
        raise InputError(
            f"{engine.described()} must have a worker with rropt installed, and {engine.trouble}"
        )
    if version != __version__:
        raise InputError(f"the workers must have rropt {__version__}, got {version}")


def _sweep(store: Store, engine: Engine, started: Callable[[Sweep], None]) -> Sweep:
    owner = Owner()
    start = time.monotonic()
    with heartbeat(lambda now: store.beat(owner, now)):
        store.recover(time.time())
        before = standing(store)
        started(before)
        with CellProgress(before) as progress:
            run = _SweepRun(store, owner, engine, progress)
            try:
                run.work()
            finally:
                run.stop()
    return standing(store, run.ran, time.monotonic() - start)


class CellProgress(Progress):
    """Cells done, cells a second in this run, and the time left at that speed."""

    def __init__(self, before: Sweep) -> None:
        super().__init__("sweeping", before.cells)
        self.done = self.before = before.done + before.failed

    def line(self, seconds: float) -> str:
        bar = super().line(seconds).rpartition(",")[0].rpartition(",")[0]
        speed = (self.done - self.before) / max(seconds, 1e-9)
        left = max(0, (self.total or 0) - self.done)
        clock = "?" if not speed else _clock(left / speed)
        return f"{bar}, {self.done:,} cells, {speed:,.1f} a second, {clock} left"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


class _SweepRun:
    """The tasks in flight of one sweeping process."""

    def __init__(self, store: Store, owner: Owner, engine: Engine, progress: Progress) -> None:
        self._store = store
        self._owner = owner
        self._engine = engine
        self._progress = progress
        self._flight: dict[Future[list[Outcome]], list[Cell]] = {}
        # Of cells whose time is unknown a group is one.
        self._pace = math.inf
        self.ran = 0

    def work(self) -> None:
        """Until no cell is open, here or in another process."""
        while True:
            self._fill()
            if self._flight:
                self._land(self._collect())
            elif not self._wait_for_others():
                return

    def stop(self) -> None:
        """Forget what is in flight and give its claims back, as far as the disk allows."""
        for future in self._flight:
            future.cancel()
        with suppress(Exception):
            self._store.release(self._owner)

    def _fill(self) -> None:
        most = TASKS_A_WORKER * self._engine.width()
        while len(self._flight) < most:
            cells = self._store.claim(self._owner, self._group_size(most))
            if not cells:
                return
            self._flight[self._submit(cells)] = cells

    def _group_size(self, tasks: int) -> int:
        """Cells for `GROUP_SECONDS`; fewer towards the end, so that all workers end together."""
        left = max(0, (self._progress.total or 0) - self._progress.done)
        return max(1, min(MOST_IN_GROUP, int(GROUP_SECONDS / self._pace), left // tasks))

    def _submit(self, cells: list[Cell]) -> Future[list[Outcome]]:
        """A task; an executor that takes no more answers like one that lost it."""
        group = [(cell.number, cell.parameters) for cell in cells]
        try:
            return self._engine.executor.submit(solve_group, group)
        except Exception as error:
            lost: Future[list[Outcome]] = Future()
            lost.set_exception(error)
            return lost

    def _collect(self) -> list[Cell]:
        """Write what has come back; the cells of tasks that were lost."""
        ready, _ = wait(self._flight, timeout=1.0, return_when=FIRST_COMPLETED)
        found = []
        lost = []
        for future in ready:
            cells = self._flight.pop(future)
            try:
                found += future.result()
            except Exception:
                lost += cells
        self._record(found)
        return lost

    def _record(self, found: list[Outcome]) -> None:
        if not found:
            return
        written = self._store.record(self._owner, found)
        self.ran += written
        self._progress.advance(written)
        mean = sum(row["seconds"] for _, row in found) / len(found)
        known = math.isfinite(self._pace)
        self._pace = max(1e-4, (self._pace + mean) / 2 if known else mean)

    def _land(self, lost: list[Cell]) -> None:
        """After a loss let everything else come back, then try the lost cells one by one."""
        if not lost:
            return
        while self._flight:
            lost += self._collect()
        for cell in lost:
            self._record(self._alone(cell))

    def _alone(self, cell: Cell) -> list[Outcome]:
        self._revive()
        try:
            return self._submit([cell]).result()
        except Exception as error:
            # It ended its worker again; what is next needs an executor that lives.
            self._revive()
            reason = f"its worker ended without an answer: {type(error).__name__}"
            return [(cell.number, {**failure(reason), "seconds": 0.0})]

    def _revive(self) -> None:
        """An executor that answers; if it is dead, a new one where it is ours to start."""
        if self._engine.answers() is not None:
            return
        if self._engine.renew is not None:
            self._engine.renew()
            if self._engine.answers() is not None:
                return
        raise InputError(
            f"the executor no longer answers: {self._store.path} keeps every cell written so far; "
            "run the same command again"
        )

    def _wait_for_others(self) -> bool:
        """Whether cells are left that another process is at, or has left behind."""
        self._store.recover(time.time())
        counts = self._store.counts()
        # What another process is at comes back pending if that process dies.
        if counts["running"] and not counts["pending"]:
            time.sleep(POLL_SECONDS)
            self._progress.advance(counts["done"] + counts["failed"] - self._progress.done)
        return bool(counts["pending"] or counts["running"])
