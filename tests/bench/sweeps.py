"""Many designs: two workers beside one, and a resumed sweep beside the whole of it."""

from __future__ import annotations

import resource
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import count
from pathlib import Path

from .measure import Result, Task, in_turn

CELLS = 2400
"""Seconds of work, so that the start of a worker is little beside it."""


def spec(cells: int) -> dict:
    """So many designs, a multiple of four: two objectives, two priors, and as many levels."""
    return {
        "gamma": {"from": 2, "to": 1 + cells // 4, "step": 1},
        "objective": [{"name": "variance"}, {"name": "variance", "outputs": 2}],
        "prior": ["1/4", "1/3"],
    }


def sweeping() -> Iterator[Result]:
    """Nothing where rropt.sweep is absent."""
    if find_spec("rropt.sweep") is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        one, two = (swept(Path(folder), workers) for workers in (1, 2))
        mine, theirs = in_turn(two, one, 2, everybody)
        yield Result("sweep", f"{CELLS} designs, 2 workers", mine, "1 worker", theirs)
        done = swept(Path(folder), 1, "done")
        done()
        mine, theirs = in_turn(done, one, 2, everybody)
        yield Result("sweep", f"{CELLS} designs, all in the store", mine, "from nothing", theirs)


def everybody() -> float:
    """Processor time of this process and of its children."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def swept(folder: Path, workers: int, name: str = "", cells: int = CELLS) -> Task:
    """A sweep into a new store each time, or into the named one."""
    from rropt.sweep import run_sweep

    numbers = count()

    def task() -> object:
        store = folder / f"{name or next(numbers)}-{workers}.db"
        return run_sweep(store, spec(cells), jobs=workers)

    return task
