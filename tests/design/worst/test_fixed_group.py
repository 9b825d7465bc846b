"""Fixed groups by cones: closed forms of three numbers, windows beside all patterns, shifts."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import pytest

import rropt as rr
from rropt.certificate import CertificateError
from rropt.checker import check
from rropt.design.problem import Problem
from rropt.design.worst import fixed_group
from rropt.design.worst.fixed_group import (
    _covering_all,
    _goal,
    group_by_patterns,
    group_by_windows,
    refuse_large,
)
from rropt.design.worst.worst_search import search_line

NUMBERS = [-1, 0, 1]


def best(g: F) -> F:
    """The least variance of these numbers in the worst group at one number g > 3."""
    return (5 * g - 2) / (g - 1) ** 2


def matrix(g: int) -> rr.Privacy:
    return rr.Privacy([[1 if a == b else g for b in range(3)] for a in range(3)])


def ends(privacy: object) -> tuple[F, F]:
    data = group_by_patterns(Problem(privacy, rr.Mean(NUMBERS))).data
    assert check(data).verdict == "verified"
    return F(data["bound"]), F(data["value"])


@pytest.mark.parametrize("g", [10, 3000, 10**6])
def test_a_matrix_of_one_number_has_its_closed_form(g: int) -> None:
    low, high = ends(matrix(g))
    assert low <= best(F(g)) <= high
    assert high - low < best(F(g)) / 1000


def test_near_misses_are_refuted() -> None:
    data = group_by_patterns(Problem(matrix(3000), rr.Mean(NUMBERS))).data
    bound, value = F(data["bound"]), F(data["value"])
    small = value / 100
    for v, b in ((value - small, bound), (value, bound + small)):
        assert check(data | {"value": str(v), "bound": str(b), "gap": str(v - b)}).verdict == (
            "refuted"
        )


def test_too_many_patterns_are_left_to_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixed_group, "MOST_PATTERNS", 5)
    with pytest.raises((ArithmeticError, CertificateError), match="too many patterns"):
        group_by_patterns(Problem(matrix(10), rr.Mean(NUMBERS)))


def of_windows(epsilon: str, objective: rr.Mean, enough: F = F(0)) -> tuple[F, F]:
    """Value and bound."""
    data = group_by_windows(Problem(rr.LocalDP(epsilon), objective), enough).data
    assert check(data).verdict == "verified"
    return F(data["value"]), F(data["bound"])


@pytest.mark.parametrize("prior", [None, ["1/2", "1/8", "3/8", "0"]])
@pytest.mark.parametrize("epsilon", ["1/10", "2", "15"])
def test_windows_and_all_patterns_prove_the_same(epsilon: str, prior: list[str] | None) -> None:
    objective = rr.Mean([0, 1, 3, 7], prior)
    value, bound = of_windows(epsilon, objective)
    data = group_by_patterns(Problem(rr.LocalDP(epsilon), objective)).data
    assert abs(value - F(data["value"])) < bound / 10**6
    assert 0 <= value - bound < bound / 10**6


def test_a_shift_of_all_numbers_changes_no_variance() -> None:
    """Told from zero, numbers of a million lost what is left at epsilon 20."""
    squares = [n * n for n in range(15)]
    near, far = (of_windows("20", rr.Mean([x + n for n in squares])) for x in (0, 10**6))
    assert float(far[0]) == pytest.approx(float(near[0]), rel=1e-2)
    assert float(far[1]) == pytest.approx(float(near[1]), rel=1e-2)


def test_where_a_gap_is_enough_few_reports_are() -> None:
    numbers = rr.Mean([F(n, 44) for n in range(45)])
    problem = Problem(rr.LocalDP(1), numbers)
    few, many = (group_by_windows(problem, enough).data for enough in (F(1), F(0)))
    assert len(few["patterns"]) <= 3 * 45
    assert F(many["value"]) <= F(few["value"]) < F(many["value"]) * (1 + F(1, 10**5))


def test_a_table_too_large_for_a_certificate_is_refused() -> None:
    refuse_large(130_000)
    with pytest.raises(rr.InputError, match="a table of 130001 entries is too large"):
        refuse_large(130_001)


@pytest.mark.parametrize("epsilon", ["1/10", "2", "8"])
@pytest.mark.parametrize("prior", [None, [F(1, 8)] * 8])
def test_prices_cover_every_pattern_and_less_of_them_does_not(epsilon, prior) -> None:
    problem = Problem(rr.LocalDP(epsilon), rr.Mean([n * n for n in range(8)], prior))
    search = search_line(problem.gamma.lo, _goal(problem.objective)[0])
    prices = _covering_all(search, search.solution, problem)

    def lack(constants: list[F]) -> F:
        lacks = []
        for mask in product([F(1), problem.gamma.hi], repeat=8):
            paid = sum(y * x for y, x in zip(constants, mask, strict=True))
            lacks.append((prices.utility(mask) - paid) / sum(mask))
        return max(lacks)

    size = sum(map(abs, prices.constants))
    assert lack(prices.constants) <= size / 10**15
    assert lack([y - size / 10**9 for y in prices.constants]) > 0
