"""Kind windows: near misses, both levels of an epsilon, and what is malformed."""

from __future__ import annotations

from fractions import Fraction as F
from functools import cache

import pytest

from rropt import LocalDP, Mean
from rropt.checker import check
from rropt.design.problem import Problem
from rropt.design.worst.windows_design import Grid, windows_on

LEVEL = LocalDP("ln(7)")


@cache
def certificate(first=5, doublings=0, level=LEVEL):
    """Of a few numbers from 0 to 1."""
    problem = Problem(level, Mean(low=0, high=1), None)
    return windows_on(problem, Grid(first, doublings)).certificate.data


def times(number, factor):
    return str(F(number) * F(factor))


def first_window(data, **changes):
    """The heaviest window with another first or last place, weight or number."""
    heaviest = max(data["windows"], key=lambda window: F(window[2]))
    names = ("first", "last", "weight", "number")
    changed = [changes.get(name, old) for name, old in zip(names, heaviest, strict=True)]
    return [changed if window == heaviest else window for window in data["windows"]]


def heavier(data, factor):
    weight = max(F(window[2]) for window in data["windows"])
    return first_window(data, weight=str(int(weight * F(factor))))


def entry(data, field, place, factor):
    """One price times a factor."""
    changed = list(data[field])
    changed[place] = times(changed[place], factor)
    return {field: changed}


SLIGHTLY = "1000001/1000000"

NEAR_MISSES = {
    "a smaller value": lambda d: {"value": times(d["value"], "999999/1000000")},
    "a larger bound": lambda d: {"bound": times(d["bound"], SLIGHTLY)},
    "a larger interval": lambda d: {"high": "1000001/1000000"},
    "fewer shifts": lambda d: {"shifts": 1},
    "a window that is too heavy": lambda d: {"windows": heavier(d, SLIGHTLY)},
    "a window that is too light": lambda d: {"windows": heavier(d, "99/100")},
    "a negative weight": lambda d: {"windows": [*d["windows"], [0, 0, "-1", "0"]]},
    "a window that is missing": lambda d: {"windows": d["windows"][1:]},
    "another number": lambda d: {"windows": first_window(d, number="0")},
    "no windows": lambda d: {"windows": []},
    "a larger unit": lambda d: {"unit": times(d["unit"], SLIGHTLY)},
    "a smaller constant": lambda d: entry(d, "constants", 0, "1001/1000"),
    "a steeper slope": lambda d: entry(d, "slopes", 2, "1001/1000"),
    "another share": lambda d: entry(d, "masses", 2, "999/1000"),
}


def missed(data, miss):
    """The certificate with this change and its own gap."""
    changed = data | NEAR_MISSES[miss](data)
    return changed | {"gap": str(F(changed["value"]) - F(changed["bound"]))}


@pytest.mark.parametrize("grid", [(5, 0), (9, 2)])
@pytest.mark.parametrize("miss", NEAR_MISSES)
def test_near_misses_are_refused(miss, grid):
    assert check(certificate(*grid)).verdict == "verified"
    assert check(missed(certificate(*grid), miss)).verdict == "refuted"


def test_an_epsilon_has_two_levels():
    """The windows obey the lower one, the prices cover the upper one."""
    data = certificate(level=LocalDP(2))
    assert check(data).verdict == "verified"
    low, high = data["privacy"]["gamma"]
    wider = data["privacy"] | {"gamma": [str(F(low) * F(99, 100)), high]}
    assert check(data | {"privacy": wider}).verdict == "refuted"
    wider = data["privacy"] | {"gamma": [low, str(F(high) * F(101, 100))]}
    assert check(data | {"privacy": wider}).verdict == "refuted"


@pytest.mark.parametrize(
    "change",
    [
        {"low": "1"},
        {"unit": "0"},
        {"unit": "-1"},
        {"shifts": 0},
        {"shifts": "2"},
        {"masses": ["1"]},
        {"masses": ["1", "-1", "1"]},
        {"masses": ["0", "0", "0"]},
        {"slopes": ["1", "0", "0"]},
        {"slopes": ["0", "0"]},
        {"windows": [[0, 5, "1", "1"]]},
        {"windows": [[2, 1, "1", "1"]]},
        {"windows": [[0, 1, "1"]]},
        {"windows": [["0", 1, "1", "1"]]},
        {"privacy": {"gamma": "1", "delta": "0"}},
        {"privacy": {"gamma": "3", "delta": "1/10"}},
        {"extra": "1"},
    ],
)
def test_what_is_no_certificate_of_this_kind(change):
    assert check(certificate() | change).verdict == "malformed"


def test_the_sentence_names_the_mechanism():
    found = check(certificate()).statement
    assert "on the numbers from 0 to 1 has a variance of unbiased reports" in found
    assert "of 5 numbers" in found and "after one of 65536 shifts, have at most" in found
