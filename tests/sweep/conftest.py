"""A small store that several tests read."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from rropt import read_sweep, run_sweep

CONTENT = {
    "epsilon": ["1/2", 1, "ln(3)"],
    "delta": [0, "1/10"],
    "objective": [
        {"name": "variance", "prior": ["1/4", "1/2"], "outputs": [2, "any"]},
        {"name": "mutual-information", "prior": "zipf", "categories": 3},
        {"name": "trace", "categories": [9, 120], "outputs": 9},
    ],
}


@pytest.fixture(scope="session")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("store") / "sweep.db"
    with ThreadPoolExecutor(1) as threads:
        run_sweep(path, CONTENT, executor=threads)
    return path


@pytest.fixture(scope="session")
def frame(path):
    return read_sweep(path)
