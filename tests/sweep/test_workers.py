"""Worker processes: they are ready early, and one of them may die."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import rropt as rr
from rropt import run_sweep
from rropt.cli.process import orderly_end
from rropt.sweep.store import Store
from rropt.sweep.workers import local, start_worker


@pytest.fixture
def path(tmp_path):
    return tmp_path / "sweep.db"


def test_workers_import_the_solvers_while_the_store_is_opened():
    imported = "{'rropt.design', 'rropt.sweep.cells'} <= set(__import__('sys').modules)"
    with local(1) as engine:
        assert engine.answers() == rr.__version__
        assert not engine.executor.submit(eval, imported).result()
        engine.prepare()
        assert engine.executor.submit(eval, imported).result()


def test_a_worker_has_one_thread_for_linear_algebra(monkeypatch):
    """Under the names that the libraries read; what the caller had set is there again."""
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "2")
    names = ["OPENBLAS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"]
    with local(1) as engine:
        assert [engine.executor.submit(os.getenv, name).result() for name in names] == ["1", "1"]
    assert os.environ["OPENBLAS_NUM_THREADS"] == "2"


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="needs signal masks")
def test_an_interrupt_does_not_reach_a_worker_while_it_starts():
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with local(1) as engine:
        mask = engine.executor.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ()).result()
    assert signal.SIGINT in mask
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before


def test_a_worker_starts_without_what_only_the_sweeping_process_needs():
    code = "import sys, rropt.sweep.workers; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def kill_one_worker(path, at_least):
    """Kill a worker process once that many cells are done."""
    while True:
        time.sleep(0.01)
        with Store.read(path) as store:
            if store.counts()["done"] >= at_least:
                break
    os.kill(multiprocessing.active_children()[0].pid, signal.SIGKILL)


@pytest.mark.everything
@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_processes_one_of_which_is_killed(path):
    content = {
        "gamma": {"from": 2, "to": 4, "points": 100},
        "objective": "variance",
        "prior": "1/4",
    }
    killers = []

    def started(_):
        killers.append(threading.Thread(target=kill_one_worker, args=(path, 10)))
        killers[0].start()

    swept = run_sweep(path, content, jobs=2, started=started)
    killers[0].join()
    assert (swept.cells, swept.done, swept.ran) == (100, 100, 100)
    assert not multiprocessing.active_children()


def _wait_to_be_ended(ready) -> None:
    start_worker()
    ready.set()
    time.sleep(60)


def test_a_forked_worker_that_is_told_to_end_says_nothing(capfd):
    """Under a verb of the command line SIGTERM is an interrupt, which a fork inherits."""
    fork = multiprocessing.get_context("fork")
    ready = fork.Event()
    with orderly_end():
        worker = fork.Process(target=_wait_to_be_ended, args=(ready,))
        worker.start()
    assert ready.wait(60)
    worker.terminate()
    worker.join(60)
    assert worker.exitcode == -signal.SIGTERM
    assert capfd.readouterr().err == ""
