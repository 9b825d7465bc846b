"""Linear algebra on one thread: our matrices are small.

On two processors two threads were never faster than one, and beside another process they wait for
each other: 14 s of processor time in place of 0.4 for a design of 14 truths. A number of threads
that the environment sets is left as it is.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

SETTINGS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""Of the libraries that NumPy may be built with, in the environment."""

Taken = ParamSpec("Taken")
Given = TypeVar("Given")


def one_thread() -> None:
    """For the process, unless a number is set; to be said before NumPy is imported."""
    for setting in SETTINGS:
        os.environ.setdefault(setting, "1")


def on_one_thread(work: Callable[Taken, Given]) -> Callable[Taken, Given]:
    """A function that leaves the threads of the process, which is its caller's, as they were."""

    @wraps(work)
    def done(*args: Taken.args, **options: Taken.kwargs) -> Given:
        if any(setting in os.environ for setting in SETTINGS):
            return work(*args, **options)
        with _libraries("scipy.linalg" in sys.modules).limit(limits=1, user_api="blas"):
            return work(*args, **options)

    return done


@cache
def _libraries(_with_those_of_scipy: bool) -> Any:
    """Those that are loaded: SciPy brings its own, and is imported where it is needed."""
    import numpy as np  # noqa: F401
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
