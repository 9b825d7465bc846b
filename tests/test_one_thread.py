"""How many threads linear algebra has while we work, and afterwards."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from rropt.one_thread import SETTINGS, one_thread

BEGUN = """
from threadpoolctl import threadpool_info, threadpool_limits
import numpy as np
from rropt.one_thread import on_one_thread


def threads():
    return {library["num_threads"] for library in threadpool_info()}


threadpool_limits(2, user_api="blas")
seen = on_one_thread(threads)
"""

NESTED = "print(threads(), seen(), on_one_thread(seen)(), threads())"

FAILED = """
try:
    on_one_thread(lambda: 1 / 0)()
except ZeroDivisionError:
    print(threads())
"""

pytestmark = pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="needs two processors")


def said(script: str, **settings: str) -> str:
    free = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    call = [sys.executable, "-c", BEGUN + script]
    return subprocess.run(call, capture_output=True, text=True, env=free | settings).stdout


def test_work_has_one_thread_and_its_caller_those_that_it_had():
    assert said(NESTED) == "{2} {1} {1} {2}\n"


def test_a_number_that_is_set_holds():
    assert said(NESTED, OPENBLAS_NUM_THREADS="2") == "{2} {2} {2} {2}\n"


def test_an_error_gives_threads_back():
    assert said(FAILED) == "{2}\n"


DESIGNED = """
import rropt as rr
from rropt.design.curved import curved_design as room

solved = room.ratio_optimum


def told(*args, **options):
    print(threads())
    return solved(*args, **options)


room.ratio_optimum = told
rr.optimal(rr.LocalDP(1), rr.AOptimal(["1/2", "1/3", "1/6"]))
print(threads())
"""


def test_a_design_has_one_thread():
    assert said(DESIGNED) == "{1}\n{2}\n"


def test_the_process_has_one_thread_unless_more_are_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for setting in SETTINGS:
        monkeypatch.delenv(setting, raising=False)
    monkeypatch.setenv(SETTINGS[0], "3")
    one_thread()
    assert [os.environ[setting] for setting in SETTINGS] == ["3", "1", "1"]
