"""Sweeping: every cell once, whatever the executor does, and resumable after anything."""

import json
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

import rropt as rr
from rropt import InputError, run_sweep
from rropt.sweep import run as run_module
from rropt.sweep import workers as workers_module
from rropt.sweep.run import CellProgress, Sweep
from rropt.sweep.store import Store

pytestmark = pytest.mark.quick

CONTENT = {
    "gamma": {"from": 2, "to": 6, "step": 1},
    "objective": [{"name": "trace", "categories": [2, 3]}, {"name": "variance", "outputs": 2}],
    "prior": ["1/4", "1/2"],
}
CELLS = 20


class Inline(Executor):
    """Runs everything at once, in this thread; `fault(n, group)` may raise for the n-th task."""

    _max_workers = 2

    def __init__(self, fault=lambda n, group: None):
        self.fault, self.tasks, self.groups = fault, 0, []

    def submit(self, function, /, *args, **options):
        future = Future()
        try:
            if args:
                self.tasks += 1
                self.groups.append([number for number, _ in args[0]])
                self.fault(self.tasks, args[0])
            future.set_result(function(*args))
        except Exception as error:
            future.set_exception(error)
        return future


@pytest.fixture
def path(tmp_path):
    return tmp_path / "sweep.db"


def rows(path):
    """Everything a store says, but for the seconds."""
    with Store.read(path) as store:
        return [{**dict(row), "seconds": None} for row in store.rows()]


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "whole.db"
    run_sweep(path, CONTENT, executor=Inline())
    return rows(path)


def test_crosscheck_true_puts_a_second_route_beside_every_optimum(tmp_path):
    guess = {"name": "guess", "prior": ["zipf"], "categories": 3}
    spec = {"gamma": 3, "objective": [{"name": "trace", "categories": [3, 40]}, guess]}
    rr.run_sweep(tmp_path / "a.db", spec | {"crosscheck": True}, executor=Inline())
    rows = list(rr.read_sweep(tmp_path / "a.db"))
    routes = [None if row["routes"] is None else json.loads(row["routes"]) for row in rows]
    for row, found in zip(rows, routes, strict=True):
        assert (found is None) == (row["categories"] == 40)
        assert found is None or abs(found["cvxpy"] - row["value"]) < 1e-6
    rr.run_sweep(tmp_path / "b.db", spec, executor=Inline())
    assert {row["routes"] for row in rr.read_sweep(tmp_path / "b.db")} == {None}


def test_every_cell_is_the_design_that_it_asks_for(expected):
    assert len(expected) == CELLS
    for row in expected:
        objective = rr.Trace(row["categories"]) if row["categories"] else rr.Variance(row["prior"])
        design = rr.optimal(
            rr.LocalDP.from_gamma(row["gamma"]), objective, row["outputs"], crosscheck=False
        )
        assert row["value"] == str(design.value) and row["bound"] == str(design.bound)
        assert json.loads(row["channel"]) == design.channel.to_json()["channel"]
        assert json.loads(row["certificate"]) == design.certificate.data
        assert row["status"] == "done" and row["owner"] is None


@pytest.mark.parametrize("most", [1, 3, 64])
def test_the_result_does_not_depend_on_the_grouping(path, expected, monkeypatch, most):
    monkeypatch.setattr(run_module, "GROUP_SECONDS", 1e9)
    monkeypatch.setattr(run_module, "MOST_IN_GROUP", most)
    executor = Inline()
    run_sweep(path, CONTENT, executor=executor)
    assert rows(path) == expected
    assert max(map(len, executor.groups)) == min(most, 4)


def test_keyword_arguments_are_a_spec(path, expected):
    swept = run_sweep(path, executor=Inline(), **CONTENT)
    assert (swept.cells, swept.done, swept.ran, swept.pending) == (CELLS, CELLS, CELLS, 0)
    assert rows(path) == expected


def test_a_second_run_has_nothing_to_do(path):
    run_sweep(path, CONTENT, executor=Inline())
    executor = Inline()
    assert run_sweep(path, CONTENT, executor=executor).ran == 0
    assert executor.tasks == 0


def test_threads(path, expected):
    with ThreadPoolExecutor(2) as threads:
        run_sweep(path, CONTENT, executor=threads)
    assert rows(path) == expected


def test_a_task_that_is_lost_once_is_done_again(path, expected):
    def fault(n, group):
        if n == 3:
            raise BrokenProcessPool("gone")

    run_sweep(path, CONTENT, executor=Inline(fault))
    assert rows(path) == expected


def test_a_cell_that_kills_its_worker_fails_alone(path, expected):
    def fault(n, group):
        if 7 in [number for number, _ in group]:
            raise MemoryError("boom")

    swept = run_sweep(path, CONTENT, executor=Inline(fault))
    assert (swept.done, swept.failed) == (CELLS - 1, 1)
    assert swept.reasons == (("its worker ended without an answer: MemoryError", 1),)
    found = rows(path)
    assert found[7]["status"] == "failed"
    assert [row for row in found if row["cell"] != 7] == expected[:7] + expected[8:]
    assert run_sweep(path, CONTENT, executor=Inline(), retry_failed=True).ran == 1
    assert rows(path) == expected


class Dying(Inline):
    """Takes no more tasks after the first few."""

    def submit(self, function, /, *args, **options):
        if self.tasks >= 3:
            raise RuntimeError("cannot schedule new futures after shutdown")
        return super().submit(function, *args, **options)


def test_an_executor_that_dies_ends_the_sweep_in_one_line(path, expected):
    with pytest.raises(InputError, match=r"no longer answers: .* run the same command again"):
        run_sweep(path, CONTENT, executor=Dying())
    with Store.read(path) as store:
        counts = store.counts()
    assert counts["running"] == 0 and 0 < counts["done"] < CELLS
    run_sweep(path, CONTENT, executor=Inline())
    assert rows(path) == expected


def test_an_interrupt_gives_the_claims_back(path, expected):
    class Interrupted(Inline):
        def submit(self, function, /, *args, **options):
            if self.tasks == 4:
                raise KeyboardInterrupt
            return super().submit(function, *args, **options)

    with pytest.raises(KeyboardInterrupt):
        run_sweep(path, CONTENT, executor=Interrupted())
    with Store.read(path) as store:
        assert store.counts()["running"] == 0
    run_sweep(path, CONTENT, executor=Inline())
    assert rows(path) == expected


def test_workers_without_rropt_are_refused_before_the_store_is_made(path):
    class Empty(Executor):
        def submit(self, function, /, *args, **options):
            raise ModuleNotFoundError("rropt")

    words = "the executor must have a worker with rropt .* answers with ModuleNotFoundError: rropt$"
    with pytest.raises(InputError, match=words):
        run_sweep(path, CONTENT, executor=Empty())
    assert not path.exists()


def test_an_executor_that_never_answers_is_given_up(path, monkeypatch):
    class Busy(Executor):
        def submit(self, function, /, *args, **options):
            return Future()

    monkeypatch.setattr(workers_module, "PATIENCE", 0.02)
    with pytest.raises(InputError, match=r"the executor must have .* none has answered for 0 s"):
        run_sweep(path, CONTENT, executor=Busy())
    assert not path.exists()


def test_workers_of_another_version_are_refused(path, monkeypatch):
    monkeypatch.setattr(run_module, "__version__", "99")
    with pytest.raises(InputError, match=r"the workers must have rropt 99, got 0"):
        run_sweep(path, CONTENT, executor=Inline())
    assert not path.exists()


def test_failed_cells_say_why_and_do_not_stop_the_others(path):
    swept = run_sweep(
        path, gamma=3, objective="trace", categories=[9, 120], outputs=9, executor=Inline()
    )
    assert (swept.done, swept.failed) == (1, 1)
    assert "outputs must be any or at least" in swept.reasons[0][0]


def test_a_defect_is_a_failed_cell_too(path, monkeypatch):
    import rropt.certified

    monkeypatch.setattr(rropt.certified, "optimal", lambda *args, **options: 1 / 0)
    swept = run_sweep(path, gamma=3, objective="trace", categories=2, executor=Inline())
    assert swept.reasons == (("ZeroDivisionError: division by zero", 1),)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "as a spec or as keyword arguments"),
        ({"spec": CONTENT, "gamma": 3}, "as a spec or as keyword arguments"),
        ({"spec": CONTENT, "jobs": 0}, "jobs must be a whole number of at least 1"),
        ({"spec": CONTENT, "executor": Inline(), "dask": "a:1"}, "dask must be given alone"),
        ({"spec": CONTENT, "jobs": 2, "dask": "a:1"}, "dask must be given alone"),
        ({"spec": "none.toml"}, "SPEC must be a readable file"),
    ],
)
def test_what_run_sweep_refuses(path, options, words):
    with pytest.raises(InputError, match=words):
        run_sweep(path, **options)
    assert not path.exists()


def test_progress_counts_this_run_and_tells_the_time_left():
    progress = CellProgress(Sweep("s", 100, 39, 1, 60, 0, 0.0, ()))
    progress.done += 20
    line = progress.line(10.0)
    assert line.startswith("sweeping [##############----------] 60%")
    assert line.endswith("60 cells, 2.0 a second, 0:00:20 left")


@pytest.mark.parametrize(("jobs", "count"), [(500, 4), (3, 3), (None, 2)])
def test_there_are_never_more_processes_than_cells(path, monkeypatch, jobs, count):
    counts = []

    def counted(workers):
        counts.append(workers)
        return run_module.brought(Inline(), workers)

    monkeypatch.setattr(run_module, "local", counted)
    monkeypatch.setattr(run_module, "processors", lambda: 2)
    run_sweep(path, gamma=[2, 3], objective="trace", categories=[2, 3], jobs=jobs)
    assert counts == [count]


def test_a_sweep_is_its_spec_then_its_store_and_gives_its_rows(tmp_path: Path) -> None:
    """Traces of 2 and 3 categories at gamma 3: 2 * 3/4 and 3 * 3/5."""
    spec = {"objective": "trace", "categories": [2, 3], "gamma": 3}
    with ThreadPoolExecutor(1) as threads:
        found = rr.sweep(spec, tmp_path / "s.db", executor=threads)
    assert (found.cells, found.done) == (2, 2)
    assert [row["exact_value"] for row in found.to_frame()] == ["3/2", "9/5"]
    with pytest.raises(InputError, match="must be given as a spec"):
        rr.sweep(None, tmp_path / "t.db")  # type: ignore[arg-type]
