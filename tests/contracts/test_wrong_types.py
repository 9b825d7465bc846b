"""Whatever is given to a public name, a refusal is a sentence of one line, never a defect inside.

A call may succeed; if it does not, it says so by an `InputError`, or by the TypeError of Python
about a missing or unknown argument.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import polars
import pytest

import rropt as rr

DESIGN = rr.optimal(rr.LocalDP(1), rr.Variance("1/4"), truths=["no", "yes"])
MEAN = rr.optimal(rr.LocalDP(1), rr.Mean([0, 1, 2]))
ITSELF: list[Any] = []
ITSELF.append(ITSELF)

ODD: list[Any] = [
    *[None, 0, -1, True, float("nan"), float("inf"), 2.5, 1j, 10**400, Fraction(1, 3)],
    *[Decimal("0.3"), "", "x", "a\0b", "1/0", "1e999999", b"x", object(), len, int],
    *[[], [1], [[1]], [[1, 2], [3]], [[[1]]], ["no", "yes"], [1, "a", None], ITSELF, {1, 2}, {}],
    *[{"no": 1}, range(3), np.array(3), np.array([1, 2]), np.eye(2)],
    *[polars.DataFrame({"a": [1, 2]}), polars.Series([1, 2])],
    *[DESIGN, MEAN, DESIGN.channel, rr.LocalDP(1), rr.Variance("1/4"), rr.device("warner", p=0.75)],
]

FIRST: list[Any] = [DESIGN, MEAN, rr.LocalDP(1), 1, ["no", "yes"], "x"]

LEFT_OUT = {"run_sweep": "writes a store", "cite": "any text is about something"}
"""Names whose calls are no refusals."""

OF_PYTHON = re.compile(r"argument")
"""A missing, unknown or repeated argument."""


def calls() -> Iterator[tuple[str, tuple[Any, ...]]]:
    for name in rr.__all__:
        if callable(getattr(rr, name)) and name not in LEFT_OUT:
            yield from ((name, (odd,)) for odd in ODD)
            yield from ((name, (first, odd)) for first in FIRST for odd in ODD)


def complaint(name: str, given: tuple[Any, ...]) -> str | None:
    """What is wrong with the refusal of a call; None where nothing is."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            repr(getattr(rr, name)(*given))
    except rr.InputError as refused:
        said = str(refused)
        return None if "\n" not in said and 10 < len(said) <= 1000 else f"said {said!r}"
    except TypeError as error:
        return None if OF_PYTHON.search(str(error)) else f"TypeError: {error}"
    except ValueError as error:
        return None if re.search(r" must | with | not ", str(error)) else f"ValueError: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


@pytest.mark.everything
def test_every_refusal_is_a_sentence() -> None:
    found = {}
    for name, given in calls():
        wrong = complaint(name, given)
        if wrong is not None:
            found[name, wrong[:60]] = repr(given)[:100]
    assert found == {}
