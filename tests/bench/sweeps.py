"""Many designs: two workers beside one, what a cell costs beyond solving, memory."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from functools import partial
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Any

from .measure import Bar, Result, Task, Time, alone, in_turn

SPEC = {
    "epsilon": {"from": "1/10", "to": 4, "points": 250},
    "objective": {"name": "mutual-information", "prior": "zipf", "categories": [2, 3, 4, 5]},
}
"""1,000 small designs of some six milliseconds."""

MIXED = {
    "epsilon": {"from": "1/10", "to": 4, "points": 50},
    "objective": [
        {"name": "variance", "prior": ["1/4", "1/3"], "outputs": [2, "any"], "delta": [0, "1/10"]},
        {"name": "mutual-information", "prior": "zipf", "categories": [2, 3, 4, 5]},
        {"name": "mutual-information", "prior": "zipf", "categories": 3, "delta": "1/10"},
        {"name": "guess", "prior": "zipf", "categories": [2, 3, 4], "delta": [0, "1/10"]},
        {"name": "trace", "categories": 5},
    ],
}
"""1,000 designs of every kind, most of a millisecond or two: the start of the workers shows."""

MANY = 16_000
ROUNDS = 3
PEAK = """
import sys
from rropt import run_sweep
levels = {"from": 2, "to": 3, "points": int(sys.argv[2])}
run_sweep(sys.argv[1], gamma=levels, objective="trace", categories=2, jobs=1)
lines = open("/proc/self/status").read().splitlines()
print(next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")))
"""
"""The largest memory of this process alone: the figure of getrusage is inherited."""


def sweeping() -> Iterator[Result]:
    """Nothing where rropt.sweep is absent."""
    if find_spec("rropt.sweep") is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        yield from _scaling(Path(folder))
        done = partial(resumed, Path(folder) / "done.db")
        done()
        mine, theirs = in_turn(done, swept(Path(folder), 1), 1, everybody)
        yield Result("sweep", "1,000 designs, all in the store", mine, "from nothing", theirs)
        yield _memory(Path(folder))


def _scaling(folder: Path) -> Iterator[Result]:
    """Throughput by the wall clock, which asks for a machine with two processors to itself."""
    from rropt.sweep.spec import spec_of

    cells = spec_of(SPEC).size
    mine, theirs = in_turn(swept(folder, 2), swept(folder, 1), ROUNDS, everybody)
    one, two = Time(theirs.wall, theirs.wall), Time(mine.wall, mine.wall)
    bar = Bar("faster", 1.8)
    yield Result("sweep", f"{cells:,} designs, 2 workers, wall clock", two, "1 worker", one, bar)
    yield Result("sweep", f"{cells:,} designs, 2 workers, all processes", mine, "1 worker", theirs)
    yield from _mixed(folder)
    solving = alone(partial(solved, SPEC), 2)
    beyond = Time((theirs.wall - solving.wall) / cells, (theirs.cpu - solving.cpu) / cells)
    yield Result("sweep", "a cell beyond its solving", beyond, bar=Bar("seconds", 0.003))


def _mixed(folder: Path) -> Iterator[Result]:
    """Without a bar: beside two processes that only solve, which is what this machine can do."""
    both, single = (swept(folder, workers, content=MIXED) for workers in (2, 1))
    mine, theirs = in_turn(both, single, ROUNDS, everybody)
    bare = alone(two_processes, ROUNDS, everybody)
    one, two, ceiling = (Time(time.wall, time.wall) for time in (theirs, mine, bare))
    what = "1,000 designs of every kind, 2 workers, wall clock"
    yield Result("sweep", what, two, "1 worker", one)
    yield Result("sweep", what, two, "2 processes that only solve", ceiling)


def _memory(folder: Path) -> Result:
    """How much more memory the sweeping process needs for 16 times as many cells."""
    few, most = (_peak(folder, cells) for cells in (MANY // 16, MANY))
    what = f"memory of {MANY:,} cells beyond {MANY // 16:,}"
    return Result("sweep", what, Time(0.0, 0.0), bar=Bar("MiB", 16), figure=most - few)


def _peak(folder: Path, cells: int) -> float:
    words = [sys.executable, "-c", PEAK, str(folder / f"peak{cells}.db"), str(cells)]
    return float(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def two_processes() -> None:
    """Every other line in a process of its own, without a store: what this machine can do."""
    code = "import sys; from tests.bench.sweeps import MIXED, solved; solved(MIXED, part=int({}))"
    both = [subprocess.Popen([sys.executable, "-c", code.format(part)]) for part in (0, 1)]
    if max(process.wait() for process in both):
        raise RuntimeError("a process that only solves has failed")


def solved(content: Mapping[str, Any], part: int | None = None) -> None:
    """The designs of a sweep, solved here without a store, line by line, or every other line."""
    from rropt.sweep.cells import solve_group
    from rropt.sweep.spec import spec_of

    for number, line in groupby(spec_of(content).cells(), lambda cell: cell.line):
        if part is not None and number % 2 != part:
            continue
        solve_group([(cell.number, cell.parameters) for cell in line])


def everybody() -> float:
    """Processor time of this process and of its children."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def resumed(store: Path) -> object:
    """The same sweep into the same store."""
    from rropt.sweep import run_sweep

    return run_sweep(store, SPEC, jobs=1)


def swept(
    folder: Path, workers: int, cells: int | None = None, content: Mapping[str, Any] = SPEC
) -> Task:
    """A sweep into a new store each time; with `cells` one of so many yes/no cards."""
    from rropt.sweep import run_sweep

    cards = {"objective": "variance", "outputs": 2, "prior": "1/4"}
    levels = {"gamma": {"from": 2, "to": 21, "points": cells}}
    content = content if cells is None else cards | levels

    def task() -> object:
        with tempfile.TemporaryDirectory(dir=folder) as place:
            return run_sweep(Path(place) / "sweep.db", content, jobs=workers)

    return task
