"""The checker written from the format document agrees with the one of the package."""

from __future__ import annotations

import json
import runpy
from fractions import Fraction as F
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rropt as rr
from rropt.checker import check
from tests.checker import test_fuzz, test_kind_prices, test_mutation
from tests.checker.test_fuzz import mutated

verdict = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "third_checker.py"))[
    "verdict"
]


@cache
def corpus() -> dict[str, Any]:
    """Certificates of kind prices that it knows."""
    card, soft = rr.LocalDP("1/2", "1/10"), rr.LocalDP("ln(3)", "1/20")
    found = {name: test_fuzz.SAMPLES[name] for name in ("matrix", "deltas")}
    found |= {"trace": test_mutation.TRACE, "trace 4": test_kind_prices.trace(4, F(3))}
    found |= {f"soft trace {k}": test_kind_prices.approximate(k) for k in (2, 3)}
    asked = {
        "information": (card, rr.Variance("1/4")),
        "guess": (soft, rr.Guess(["1/2", "1/3", "1/6"])),
        "irrational trace": (rr.LocalDP("1/2"), rr.Trace(3)),
    }
    found |= {name: rr.optimal(*pair).certificate.data for name, pair in asked.items()}
    return found


def agrees(data: Any) -> bool:
    """Whether both verify, or neither does; what it leaves out is verified by one alone."""
    mine = verdict(json.dumps(data))
    if "unknown" in mine:
        return True
    return (mine == "verified") == (check(data).verdict == "verified")


@pytest.mark.parametrize("name", corpus())
def test_the_corpus_is_verified(name: str) -> None:
    assert verdict(json.dumps(corpus()[name])) == "verified"
    assert check(corpus()[name]).verdict == "verified"


@pytest.mark.parametrize("name", corpus())
def test_near_misses_are_refused_by_both(name: str) -> None:
    for field in ("value", "bound"):
        data = corpus()[name]
        data = data | {field: str(F(data[field]) + F(1, 10**12))}
        assert verdict(json.dumps(data)) != "verified" and agrees(data)


@pytest.mark.parametrize("name", corpus())
def test_mutations(name: str) -> None:
    """Of what no other field stands beside: a first reader may overlook an unknown one."""
    rng = Random(f"third {name}")
    for _ in range(15):
        data = mutated(corpus()[name], rng)
        assert agrees(data), data
