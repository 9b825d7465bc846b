"""A real local Dask cluster of two worker processes, one of which is killed in mid-sweep."""

import os
import signal
import threading
import time

import pytest

from rropt import InputError, read_sweep, run_sweep
from rropt.sweep import workers as workers_module
from rropt.sweep.store import Store

CONTENT = {
    "epsilon": {"from": "1/10", "to": 4, "points": 100},
    "objective": "variance",
    "prior": "1/4",
    "delta": "1/10",
    "outputs": 2,
}


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed", reason="needs Dask")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as running:
        yield running


@pytest.fixture(scope="module")
def inside():
    """A cluster inside this process, of threads: one of processes takes seconds to begin."""
    distributed = pytest.importorskip("distributed", reason="needs Dask")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=":0"
    ) as running:
        yield running


def kill_a_worker(cluster, path):
    """SIGKILL one worker process once some cells are done."""
    done = 0
    while done < 10:
        time.sleep(0.01)
        with Store.read(path) as store:
            done = store.counts()["done"]
    os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)


@pytest.mark.everything
@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_a_worker_is_killed_and_every_row_is_there(cluster, tmp_path):
    path = tmp_path / "sweep.db"
    killers = []

    def started(_):
        killers.append(threading.Thread(target=kill_a_worker, args=(cluster, path)))
        killers[0].start()

    swept = run_sweep(path, CONTENT, dask=cluster.scheduler_address, started=started)
    killers[0].join()
    assert (swept.cells, swept.done, swept.ran) == (100, 100, 100)
    assert read_sweep(path)["status"] == ["done"] * 100


@pytest.mark.parametrize("of", ["inside", pytest.param("cluster", marks=pytest.mark.everything)])
def test_the_executor_of_a_client_can_be_brought(request, tmp_path, of):
    distributed = pytest.importorskip("distributed", reason="needs Dask")
    with distributed.Client(request.getfixturevalue(of), set_as_default=False) as client:
        swept = run_sweep(
            tmp_path / "sweep.db",
            executor=client.get_executor(pure=False),
            jobs=2,
            gamma=[2, 3, 4],
            objective="trace",
            categories=[2, 3],
        )
    assert swept.done == 6


@pytest.mark.parametrize("address", ["nowhere", "tcp://10.0.0.1", "tcp://127.0.0.1:1"])
def test_a_scheduler_that_cannot_be_reached(tmp_path, monkeypatch, address):
    pytest.importorskip("distributed", reason="needs Dask")
    monkeypatch.setattr(workers_module, "CONNECT_SECONDS", 0.5)
    path = tmp_path / "sweep.db"
    with pytest.raises(InputError, match="--dask must be the address of a running") as caught:
        run_sweep(path, CONTENT, dask=address)
    assert "\n" not in str(caught.value) and address in str(caught.value)
    assert not path.exists()


@pytest.mark.everything
def test_a_scheduler_without_workers_is_named_and_waiting_is_said(tmp_path, monkeypatch, capsys):
    distributed = pytest.importorskip("distributed", reason="needs Dask")
    monkeypatch.setattr(workers_module, "PATIENCE", 1.5)
    monkeypatch.setattr("rropt.elapsed.PATIENCE", 0.1)
    monkeypatch.setattr("rropt.elapsed.is_watched", lambda stream: True)
    path = tmp_path / "sweep.db"
    words = r"the scheduler with 0 workers must have a worker .* none has answered for 2 s$"
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0") as empty,
        pytest.raises(InputError, match=words),
    ):
        run_sweep(path, CONTENT, dask=empty.scheduler_address)
    assert "waiting for a worker, at most 2 s: 1 s so far" in capsys.readouterr().err
    assert not path.exists()


def test_a_cluster_inside_this_process_has_an_address_too(inside, tmp_path):
    assert inside.scheduler_address.startswith("inproc://")
    options = {"objective": "trace", "categories": [2, 3], "gamma": 3}
    swept = run_sweep(tmp_path / "sweep.db", dask=inside.scheduler_address, **options)
    assert (swept.cells, swept.done) == (2, 2)
