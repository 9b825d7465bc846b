"""Means of numbers of an interval: shifts and densities beside brute force, and near misses."""

from __future__ import annotations

import copy
from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest

import rropt as rr
from rropt.checker import check
from rropt.checker.interval_numbers import density_pieces
from rropt.checker.plain import proves

F = Fraction
BINS = ["1/2", "0", "1/3", "1/6"]


@cache
def design(over: str) -> rr.Design:
    prior = BINS if over == "density" else None
    return rr.optimal(rr.LocalDP.from_gamma(5), rr.Mean(low=-1, high=2, points=4, prior=prior))


def certificate(over: str) -> dict:
    return copy.deepcopy(design(over).certificate.data)


@pytest.mark.parametrize("over", ["numbers", "density"])
def test_a_design_is_verified_and_near_misses_are_refuted(over: str) -> None:
    data = certificate(over)
    assert check(data).verdict == "verified"
    step = F(1, 10**9)
    for value, bound in ((F(data["value"]) - step, F(data["bound"])), (F(data["value"]), None)):
        bound = F(data["bound"]) * F(101, 100) if bound is None else bound
        moved = data | {"value": str(value), "bound": str(bound), "gap": str(value - bound)}
        assert check(moved).verdict == "refuted"


def test_fewer_shifts_cost_more_and_other_densities_are_other_designs() -> None:
    for over in ("numbers", "density"):
        data = certificate(over)
        data["objective"]["shifts"] = "3"
        assert check(data).verdict == "refuted"
    data = certificate("density")
    data["objective"]["shares"] = ["1/2", "1/2"]
    assert check(data).verdict == "malformed"


@pytest.mark.parametrize(
    "changes",
    [
        {"shifts": "0"},
        {"shifts": "3/2"},
        {"shifts": "-1"},
        {"values": ["-1", "0", "1", "5/2"]},
        {"values": ["2", "1", "0", "-1"]},
        {"values": ["1", "1", "1", "1"]},
        {"over": "worst-group"},
    ],
)
@pytest.mark.parametrize("over", ["numbers", "density"])
def test_what_is_no_grid_is_malformed(over: str, changes: dict) -> None:
    data = certificate(over)
    data["objective"] |= changes
    assert check(data).verdict == "malformed"


@pytest.mark.parametrize("shares", [[], ["1/2", "1/3"], ["2", "-1"], ["x"]])
def test_what_is_no_density_is_malformed(shares: list[str]) -> None:
    data = certificate("density")
    data["objective"]["shares"] = shares
    assert check(data).verdict == "malformed"


MATRIX = [["1" if a == b else "5" for a in range(4)] for b in range(4)]
NO_NUMBERS = {
    "a matrix": {"gamma": MATRIX, "delta": "0"},
    "deltas": {"gamma": MATRIX, "delta": [["0"] * 4] * 4},
    "singles": {"gamma": MATRIX, "delta": "0", "singles": [0]},
    "a condition": {"conditions": [{"left": 0, "right": 1, "levels": [["1", "5"]], "most": "0"}]},
}


@pytest.mark.parametrize("level", NO_NUMBERS)
@pytest.mark.parametrize("over", ["numbers", "density"])
def test_numbers_of_an_interval_need_one_number_as_the_level(over: str, level: str) -> None:
    """Each says the same of the truths, or less, but nothing of a number between them."""
    data = certificate(over) | {"privacy": NO_NUMBERS[level], "cover": {"proof": "extremes"}}
    assert check(data).reason == "numbers of an interval need one number"
    assert level == "a condition" or not proves(data)


def test_between_truths_at_levels_that_grow_with_the_distance_they_are_broken() -> None:
    """3 from 0 to 1 and 1 to 2, so sqrt(3) from 0 to 1/2; the mixture has (1 + 3)/2 = 2."""
    path = rr.Privacy([["1", "3", "9"], ["3", "1", "3"], ["9", "3", "1"]])
    table = rr.optimal(path, rr.Mean([0, 1, 2])).channel.rows
    between = max((row[0] + row[1]) / 2 / row[0] for row in table)
    assert between == 2
    with pytest.raises(rr.InputError, match="must be one number for all numbers of an interval"):
        rr.optimal(path, rr.Mean(low=0, high=2, points=3))


def test_the_bound_of_a_density_holds_for_other_mechanisms() -> None:
    """Duchi's bit has B^2 - x^2, the design for the worst number at most its value everywhere."""
    gamma, bins = 5, [F(x) for x in BINS]
    level = rr.LocalDP.from_gamma(gamma)
    points = [F(-1), F(0), F(1), F(2)]
    pieces = density_pieces(points, bins)
    square = sum(
        piece.mass * ((2 * piece.middle - 1) ** 2 / 9 + (piece.high - piece.low) ** 2 / 27)
        for piece in pieces
    )  # of x scaled to [-1, 1]: of the middle, and (2/3)^2/12 of the square of the width
    reach = F(gamma + 1, gamma - 1)
    duchi = (reach**2 - square) * F(9, 4)
    worst = rr.optimal(level, rr.Mean(low=-1, high=2, points=9))
    assert design("density").bound < min(duchi, worst.value)
    finer = [rr.optimal(level, rr.Mean(low=-1, high=2, points=n, prior=BINS)) for n in (4, 8, 16)]
    bounds, values = [d.bound for d in finer], [d.value for d in finer]
    assert max(bounds) < min(values)
    assert [d.gap for d in finer] == sorted((d.gap for d in finer), reverse=True)
    assert all(fine < coarse for coarse, fine in pairwise(values))
