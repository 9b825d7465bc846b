"""Many designs: two worker processes beside one, and what a cell costs beside its solution.

Both are by the wall clock where it says so: two workers need two idle processors. The overhead of a
cell is the processor time of the sweeping process, which claims, sends, receives and writes.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator

from .measure import Bar, Result, Time, best

CELLS = 1_000
ROUNDS = 3


def sweeping() -> Iterator[Result]:
    """A thousand small designs, one and two workers in turn."""
    pairs = [(swept(2), swept(1)) for _ in range(ROUNDS)]
    two, one = best([pair[0] for pair in pairs]), best([pair[1] for pair in pairs])
    walls = Time(two.wall, two.wall), Time(one.wall, one.wall)
    what = f"{CELLS:,} small designs, 2 workers (wall)"
    yield Result("sweep", what, walls[0], "1 worker", walls[1], Bar("faster", 1.8))
    each = Time(one.wall / CELLS, one.cpu / CELLS)
    yield Result("sweep", "a cell beside its solution", each, bar=Bar("seconds", 0.003))


def swept(jobs: int) -> Time:
    """A sweep into a new store; the processor time is that of this process alone."""
    from rropt import run_sweep

    with tempfile.TemporaryDirectory() as folder:
        wall, cpu = time.perf_counter(), time.process_time()
        run_sweep(
            f"{folder}/sweep.db",
            jobs=jobs,
            epsilon={"from": "1/10", "to": 5, "points": CELLS // 4},
            delta=[0, "1/10"],
            objective="variance",
            prior=["1/4", "1/2"],
            outputs=2,
        )
        return Time(time.perf_counter() - wall, time.process_time() - cpu)
