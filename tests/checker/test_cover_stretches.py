"""Stretches of a square under a matrix: against extreme rows by brute force, and near misses."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction as F
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

import rropt as rr
from rropt.checker import check
from rropt.checker.cover_stretches import Leaving, is_never_negative
from tests.certificates import changed

Data = dict[str, Any]
Row = Sequence[F]
K = 9
PAIR = {"name": "chi-square", "pair": [0, 3]}
"""(r_0 - r_3)^2 / r_3 on a path of four truths, with level 2 up and 3 down."""


@cache
def scale() -> Data:
    """The best table for the mean of a scale of nine."""
    return dict(
        rr.optimal(rr.MetricDP.path("ln(2)"), rr.COptimal([F(1, K)] * K, range(K))).certificate.data
    )


def levels(up: int = 2, down: int = 3, k: int = 4) -> list[list[str]]:
    return [
        [str(F(up) ** max(a - b, 0) * F(down) ** max(b - a, 0)) for b in range(k)] for a in range(k)
    ]


def rows(up: int = 2, down: int = 3, k: int = 4) -> list[Row]:
    """All extreme rows of the path, the first entry 1: r_(j+1) = up r_j or r_j / down."""
    found = []
    for steps in product((F(up), F(1, down)), repeat=k - 1):
        row = [F(1)]
        for step in steps:
            row.append(row[-1] * step)
        found.append(row)
    return found


def chi_square(prices: Sequence[F], cover: Data, gamma: Any = None) -> Data:
    """The useless table, under these prices."""
    bound = sum(prices)
    return {
        "format": "rropt-certificate/2", "kind": "prices", "truths": 4, "utility": PAIR,
        "privacy": {"gamma": gamma or levels(), "delta": "0"}, "prices": [*map(str, prices)],
        "patterns": [["1"] * 4], "weights": ["1"], "value": "0",
        "bound": str(bound), "gap": str(bound), "cover": cover,
    }  # fmt: skip


FOREST = [[3, 2], [2, 1], [1, 0]]
FINE = [F(n, 64) for n in range(-65, 1700)]
"""v = (r_0 - r_3) / r_3 is from 1/8 - 1 to 27 - 1."""


def stretches(ends: Sequence[F] = FINE, forest: Any = FOREST) -> Data:
    parts = [[str(end), 0] for end in ends[1:]]
    return {"proof": "stretches", "forests": [forest], "start": str(ends[0]), "stretches": parts}


def lack(prices: Sequence[F], row: Row) -> F:
    """By how much a row falls short of its utility."""
    return (row[0] - row[3]) ** 2 / row[3] - sum(y * x for y, x in zip(prices, row, strict=True))


def least(weights: Sequence[F]) -> list[F]:
    """The least multiple of these prices that covers all rows."""
    worst = max(lack([F(0)] * 4, row) / sum(map(F.__mul__, weights, row)) for row in rows())
    return [worst * w for w in weights]


def test_a_design_is_covered_by_stretches() -> None:
    assert scale()["cover"]["proof"] == "stretches"
    verdict = check(changed(scale()))
    assert verdict.verdict == "verified" and "variance" in verdict.statement


@pytest.mark.parametrize("weights", [(1, 1, 1, 1), (1, 0, 0, 2), (5, -1, 3, 1), (1, 2, 1, 9)])
def test_prices_just_above_what_rows_need_are_accepted(weights: Sequence[int]) -> None:
    """Those just below are not: some extreme row is worth more, whatever the stretches."""
    needed = least([*map(F, weights)])
    for share, wanted in ((F(101, 100), "verified"), (F(9999, 10000), "refuted")):
        prices = [share * y for y in needed]
        assert check(changed(chi_square(prices, stretches()))).verdict == wanted
        assert all(lack(prices, row) <= 0 for row in rows()) == (wanted == "verified")


@pytest.mark.parametrize("seed", range(40))
def test_what_is_accepted_covers_every_extreme_row(seed: int) -> None:
    """Random prices, stretches and forests."""
    random = Random(seed)
    needed = least([F(random.randint(1, 9)) for _ in range(4)])
    prices = [y * F(random.randint(90, 140), 100) for y in needed]
    ends = sorted(
        {F(-1), F(26), *(random.choice(FINE) for _ in range(random.choice((3, 30, 300))))}
    )
    forest = random.choice(
        [FOREST, [[0, 1], [1, 2], [2, 3]], [[0, 1], [3, 2], [2, 1]], [[2, 3], [1, 0], [0, 3]]]
    )
    if check(changed(chi_square(prices, stretches(ends, forest)))).verdict == "verified":
        assert all(lack(prices, row) <= 0 for row in rows())


def test_every_v_that_a_row_has_is_on_a_stretch() -> None:
    """The largest is 26, the least -7/8; beyond, stretches may be missing."""
    prices = [F(1000)] * 4
    for ends, wanted in (
        ([F(-7, 8), F(26)], "verified"),
        ([F(-6, 8), F(26)], "refuted"),
        ([F(-7, 8), F(259, 10)], "refuted"),
    ):
        assert check(changed(chi_square(prices, stretches(ends)))).verdict == wanted


def test_a_truth_may_leave_only_where_a_level_holds_it() -> None:
    """Without r_0 <= g r_1, r_0 may be as large as it likes."""
    open_above = [row[:] for row in levels()]
    for b in range(1, 4):
        open_above[0][b] = "oo"
    prices = [F(1000)] * 4
    assert check(changed(chi_square(prices, stretches()))).verdict == "verified"
    assert check(changed(chi_square(prices, stretches(), open_above))).verdict == "refuted"
    soft = chi_square(prices, stretches()) | {"pair_prices": []}
    deltas = [["0" if a == b else "1/100" for b in range(4)] for a in range(4)]
    soft["privacy"] = {"gamma": levels(), "delta": deltas}
    assert check(changed(soft)).verdict == "refuted"


@pytest.mark.parametrize(
    "fault",
    [
        {"forests": []},
        {"forests": [FOREST, FOREST]},
        {"stretches": []},
        {"forests": [[[2, 1], [3, 2]]]},
        {"forests": [[[3, 3]]]},
        {"forests": [[[3, 2], [3, 1]]]},
        {"forests": [[[3, 4]]]},
        {"stretches": [["1", 0], ["1", 0], ["26", 0]]},
        {"stretches": [["26", 1]]},
        {"start": "26"},
        {"more": 1},
    ],
)
def test_what_is_no_forest_and_no_stretch_is_malformed(fault: Data) -> None:
    whole = stretches([F(-1), F(26)])
    prices = [F(1000)] * 4
    assert check(changed(chi_square(prices, whole))).verdict == "verified"
    assert check(changed(chi_square(prices, whole | fault))).verdict == "malformed"


def test_other_levels_and_other_utilities_have_no_stretches() -> None:
    data = chi_square([F(1000)] * 4, stretches([F(-1), F(26)]))
    assert check(changed(data, privacy={"gamma": "3", "delta": "0"})).verdict == "malformed"
    assert check(changed(data, privacy=data["privacy"] | {"singles": [0]})).verdict == "malformed"
    assert check(changed(data, utility={"name": "trace"})).verdict == "malformed"


def test_a_lower_price_of_a_design_is_refuted() -> None:
    """By a ten millionth of the bound: its gap is smaller."""
    data = scale()
    less = F(data["bound"]) / 10**7
    prices = [str(F(data["prices"][0]) - less), *data["prices"][1:]]
    found = check(changed(data, prices=prices))
    assert found.reason == "the prices do not cover an extreme pattern"


def test_a_square_function_on_a_stretch_by_its_values() -> None:
    for corners in product(range(-3, 4), repeat=3):
        a, b, c = corners
        values = [(1 - x) ** 2 * a + 2 * x * (1 - x) * b + x**2 * c for x in parts(24)]
        assert is_never_negative(corners) <= (min(values) >= 0)
        if min(values) < 0:
            assert not is_never_negative(corners)


def parts(number: int) -> list[F]:
    return [F(n, number) for n in range(number + 1)]


@pytest.mark.parametrize("corners", [(5, 9, 2), (-5, -9, -2), (5, -9, 2), (-1, 4, -1), (0, 0, 0)])
def test_what_is_passed_on_is_below_what_a_truth_has(corners: tuple[int, int, int]) -> None:
    """At both ends of its ratio to the neighbour, and between them."""
    leaving = Leaving(1, 0, F(1, 3), F(2))
    passed = leaving.passed_on(corners)
    assert passed is not None
    for x, ratio in product(parts(8), (F(1, 3), F(1), F(2))):
        shape = (1 - x) ** 2, 2 * x * (1 - x), x**2
        own, other = (sum(map(F.__mul__, shape, map(F, each))) for each in (corners, passed))
        assert own * ratio >= other
