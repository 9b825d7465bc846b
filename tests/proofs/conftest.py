"""The theories of the kernel, compiled once for all tests and all their processes."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest
from rropt.proofs.kernel import coq

PATIENCE = 600  # seconds; compiling takes about 40 of one processor


@pytest.fixture(scope="session")
def theories(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where they are compiled; the first process that asks for them does it."""
    base = tmp_path_factory.getbasetemp()
    place = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "theories"
    done = place / "done"
    try:
        place.mkdir()
    except FileExistsError:
        end = time.monotonic() + PATIENCE
        while not done.exists() and time.monotonic() < end:
            time.sleep(0.5)
        return place
    coq.build(place)
    done.touch()
    return place


@pytest.fixture(scope="module")
def folder(theories: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compiled theories to which a module may add files."""
    place = tmp_path_factory.mktemp("kernel")
    for file in theories.glob("*.vo"):
        shutil.copy(file, place)
    return place
