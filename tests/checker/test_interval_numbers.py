"""Means of numbers of an interval: shifts and densities beside brute force, and near misses."""

from __future__ import annotations

import copy
from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

import rropt as rr
from rropt.checker import check
from rropt.checker.interval_numbers import (
    density_pieces,
    hat_shares,
    inner_shares,
    mean_square,
    spread_of_shifts,
)

F = Fraction
BINS = ["1/2", "0", "1/3", "1/6"]


@cache
def design(over: str) -> rr.Design:
    prior = BINS if over == "density" else None
    return rr.optimal(rr.LocalDP.from_gamma(5), rr.Mean(low=-1, high=2, points=4, prior=prior))


def certificate(over: str) -> dict:
    return copy.deepcopy(design(over).certificate.data)


@pytest.mark.parametrize("shifts", [1, 2, 7])
def test_the_spread_is_the_largest_variance_of_a_moved_number(shifts: int) -> None:
    """The number, the shift and the chance of the open one, one after the other."""
    largest = F(0)
    for k in range(16 * shifts + 1):
        ahead = F(k, 16)  # in shifts
        t, square = ahead / shifts, F(0)
        for n in range(shifts):
            up = min(max(ahead - n, F(0)), F(1))
            move = (n + F(1, 2)) / shifts - F(1, 2) - t
            square += (up * (1 + move) ** 2 + (1 - up) * move**2) / shifts
        largest = max(largest, square)
    assert largest == spread_of_shifts(F(1), F(shifts))


def test_shares_and_the_mean_square_are_integrals() -> None:
    points = [F(-1), F(0), F(1), F(2)]
    bins = [F(x) for x in BINS]
    pieces = density_pieces(points, bins)
    middles = (np.arange(120_000) + 0.5) / 40_000 - 1
    density = np.repeat([float(x) for x in bins], 30_000) / 30_000
    assert float(mean_square(pieces)) == pytest.approx(density @ middles**2, abs=1e-8)
    for point, share in zip(points, hat_shares(points, pieces), strict=True):
        hat = np.maximum(0, 1 - np.abs(middles - float(point))) * density
        assert float(share.mass) == pytest.approx(hat.sum(), abs=1e-8)
        assert float(share.mean) == pytest.approx(hat @ middles / hat.sum(), abs=1e-8)
    inner = inner_shares(points, hat_shares(points, pieces))
    assert sum(share.mass for share in inner) == 1
    assert sum(share.mass * share.mean for share in inner) == sum(
        piece.mass * piece.middle for piece in pieces
    )
    assert (inner[0].mass, inner[0].mean, inner[-1].mass, inner[-1].mean) == (0, -1, 0, 2)


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


def test_a_density_needs_one_number_as_the_level() -> None:
    data = certificate("density")
    data["privacy"] = {
        "gamma": [["1" if a == b else "5" for a in range(4)] for b in range(4)],
        "delta": "0",
    }
    data["cover"] = {"proof": "extremes"}
    assert check(data).reason == "a density needs a level that is one number"


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
