"""Processes killed at random moments, and several at work on one store: no row lost, none twice."""

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from rropt import run_sweep
from rropt.exact import InputError
from rropt.sweep.store import Store

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs signals")

CONTENT = {
    "epsilon": {"from": "1/10", "to": 4, "points": 60},
    "objective": "variance",
    "prior": ["1/4", "1/2"],
    "delta": "1/10",
    "outputs": 2,
}
CELLS = 120
IN_THREADS = """
import json, os, sys, time
from concurrent.futures import ThreadPoolExecutor
from rropt import run_sweep

def together(_):
    open(f"{sys.argv[1]}.ready{os.getpid()}", "w").close()
    name, folder = os.path.basename(sys.argv[1]), os.path.dirname(sys.argv[1])
    while sum(file.startswith(name + ".ready") for file in os.listdir(folder)) < int(sys.argv[3]):
        time.sleep(0.001)

with ThreadPoolExecutor(1) as threads:
    content = json.loads(sys.argv[2])
    swept = run_sweep(sys.argv[1], content, executor=threads, started=together)
    print(json.dumps(swept.to_json()))
"""
IN_PROCESSES = """
import json, sys
from rropt import run_sweep
run_sweep(sys.argv[1], json.loads(sys.argv[2]), jobs=2)
"""


def start(path, script=IN_THREADS, together=0):
    """A sweep in a process of its own, which begins when so many of them are ready."""
    return subprocess.Popen(
        [sys.executable, "-c", script, str(path), json.dumps(CONTENT), str(together)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def rows(path):
    with Store.read(path) as store:
        return [{**dict(row), "seconds": None} for row in store.rows()]


def finished(path):
    try:
        with Store.read(path) as store:
            counts = store.counts()
    except InputError:
        return 0
    return counts["done"] + counts["failed"]


def kill_when(process, path, count, delay):
    """SIGKILL a while after so many cells are done, unless all are before."""
    while finished(path) < count and process.poll() is None:
        time.sleep(0.005)
    time.sleep(delay)
    process.kill()
    process.wait()
    process.stdout.close()


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    from concurrent.futures import ThreadPoolExecutor

    path = tmp_path_factory.mktemp("whole") / "whole.db"
    with ThreadPoolExecutor(1) as threads:
        run_sweep(path, CONTENT, executor=threads)
    return rows(path)


def survive(path, expected, kills, rng):
    """Kill at random moments, then finish; every row is that of an uninterrupted run."""
    for _ in range(kills):
        before = rows(path) if path.exists() and finished(path) else []
        done = {row["cell"]: row for row in before if row["status"] == "done"}
        count = rng.randrange(CELLS) if rng.random() < 0.8 else 0
        kill_when(start(path), path, count, rng.random() * 0.05)
        kept = {row["cell"]: row for row in rows(path)} if finished(path) else {}
        assert all(kept[cell] == row for cell, row in done.items())
    last = start(path)
    answer = json.loads(last.communicate()[0])
    assert (answer["done"], answer["cells"]) == (CELLS, CELLS)
    assert rows(path) == expected


@pytest.mark.everything
def test_killed_at_random_moments(tmp_path, expected):
    survive(tmp_path / "sweep.db", expected, 3, random.Random(14))


@pytest.mark.everything
def test_killed_while_the_store_is_made(tmp_path, expected):
    path = tmp_path / "sweep.db"
    for wait in (0.0, 0.002):
        process = start(path)
        while not path.exists():
            time.sleep(0.0005)
        time.sleep(wait)
        process.kill()
        process.communicate()
    survive(path, expected, 0, random.Random())


@pytest.mark.long
def test_killed_at_a_hundred_random_moments(tmp_path, expected):
    for seed in range(10):
        survive(tmp_path / f"{seed}.db", expected, 10, random.Random(seed))


@pytest.mark.everything
def test_two_processes_share_a_store(tmp_path, expected):
    path = tmp_path / "sweep.db"
    both = [start(path, together=2), start(path, together=2)]
    answers = [json.loads(process.communicate()[0]) for process in both]
    assert sum(answer["ran"] for answer in answers) == CELLS
    assert all(answer["done"] == CELLS for answer in answers)
    assert rows(path) == expected


@pytest.mark.everything
def test_the_survivor_takes_over_the_claims_of_the_dead(tmp_path, expected):
    path = tmp_path / "sweep.db"
    victim, survivor = start(path, together=2), start(path, together=2)
    kill_when(victim, path, 30, 0.0)
    assert json.loads(survivor.communicate()[0])["done"] == CELLS
    assert rows(path) == expected


def children(pid):
    """Processes whose parent is this one, from the kernel's list."""
    found = []
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{name}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except (OSError, NotADirectoryError):
            continue
        if name.isdigit() and int(fields[1]) == pid:
            found.append(int(name))
    return found


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.mark.everything
@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc to see processes")
def test_workers_end_with_a_killed_parent_and_the_sweep_goes_on(tmp_path, expected):
    path = tmp_path / "sweep.db"
    process = start(path, IN_PROCESSES)
    while finished(path) < 5 and process.poll() is None:
        time.sleep(0.005)
    workers = children(process.pid)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    assert len(workers) >= 2
    deadline = time.monotonic() + 30
    while any(map(alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not any(map(alive, workers))
    survive(path, expected, 0, random.Random())


@pytest.mark.everything
def test_a_script_without_a_guard_runs_once(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import os, rropt\n"
        "print('begins')\n"
        f"swept = rropt.run_sweep({str(tmp_path / 'sweep.db')!r}, jobs=2, gamma=[2, 3, 4],\n"
        "    objective='trace', categories=[2, 3])\n"
        "print(swept.done, os.environ.get('OMP_NUM_THREADS'))\n"
    )
    environment = {name: os.environ[name] for name in os.environ if "NUM_THREADS" not in name}
    answer = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, env=environment
    )
    assert (answer.stdout, answer.stderr) == ("begins\n6 None\n", "")


@pytest.mark.everything
def test_a_disk_that_refuses_is_one_line_and_an_intact_store(tmp_path, expected):
    """A limit on the size of files, in a process of its own."""
    path = tmp_path / "sweep.db"
    spec = tmp_path / "spec.toml"
    spec.write_text(
        'epsilon = {from = "1/10", to = 4, points = 60}\nobjective = "variance"\n'
        'prior = ["1/4", "1/2"]\ndelta = "1/10"\noutputs = 2\n'
    )
    limited = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000));"
        "from rropt.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", limited, "sweep", str(spec), "-o", str(path), "--jobs", "1"],
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 3
    assert answer.stderr.splitlines()[-1].startswith("rropt: the disk ")
    assert "Traceback" not in answer.stderr
    with Store.read(path) as store:
        assert 0 < store.counts()["done"] < CELLS
    survive(path, expected, 0, random.Random())
