"""Fixed groups under matrices and deltas at high levels, beside a closed form of one number."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.certificate import CertificateError
from rropt.checker import check
from rropt.design.problem import Problem, resolved
from rropt.design.worst import group_design as page
from rropt.design.worst.group_design import group_certificate, revealing_certificate

NUMBERS = [-1, 0, 1]


def best(g: F) -> F:
    """The least variance of these numbers in the worst group at one number g > 3."""
    return (5 * g - 2) / (g - 1) ** 2


def matrix(g: int) -> rr.Privacy:
    return rr.Privacy([[1 if a == b else g for b in range(3)] for a in range(3)])


def ends(privacy: object) -> tuple[F, F]:
    data = group_certificate(Problem(privacy, rr.Mean(NUMBERS))).data
    assert check(data).verdict == "verified"
    return F(data["bound"]), F(data["value"])


@pytest.mark.parametrize("g", [10, 3000, 10**6])
def test_a_matrix_of_one_number_has_its_closed_form(g: int) -> None:
    low, high = ends(matrix(g))
    assert low <= best(F(g)) <= high
    assert high - low < best(F(g)) / 1000


@pytest.mark.everything
@pytest.mark.parametrize("delta", ["1/1000000000", "1/1000"])
def test_a_delta_at_a_high_level_is_worth_no_more_than_it_allows(delta: str) -> None:
    """Bounds were below zero from epsilon 10 on."""
    g = F(20000)
    design = rr.optimal(rr.LocalDP.from_gamma(g, F(delta)), rr.Mean(NUMBERS))
    assert best(g) * (1 - 10 * F(delta)) < design.bound <= design.value.hi
    assert design.value.lo <= best(g) * (1 + F(1, 10**6))
    assert design.gap < design.bound / 10**4


def test_rounding_that_spends_too_much_of_a_delta_costs_no_report_on_nothing() -> None:
    """At epsilon 20 a share of 1e-9 of them cost as much as all others: the gap was 0.4 %."""
    design = rr.optimal(rr.LocalDP(20, "1/100"), rr.Mean(NUMBERS))
    assert design.gap < design.bound / 10**6


def test_a_matrix_at_a_high_level_is_answered_to_five_digits() -> None:
    g = 20000
    wide = rr.Privacy([[1, g, g], [2 * g, 1, g], [g, g, 1]])
    design = rr.optimal(wide, rr.Mean(NUMBERS))
    assert best(F(2 * g)) < design.bound < design.value < best(F(g)) * (1 + F(1, 10**6))
    assert design.gap < design.bound / 10**4


def test_near_misses_are_refuted() -> None:
    data = group_certificate(Problem(matrix(3000), rr.Mean(NUMBERS))).data
    bound, value = F(data["bound"]), F(data["value"])
    small = value / 100
    for v, b in ((value - small, bound), (value, bound + small)):
        assert check(data | {"value": str(v), "bound": str(b), "gap": str(v - b)}).verdict == (
            "refuted"
        )


def test_too_many_patterns_are_left_to_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "MOST_PATTERNS", 5)
    with pytest.raises((ArithmeticError, CertificateError), match="too many patterns"):
        group_certificate(Problem(matrix(10), rr.Mean(NUMBERS)))


@pytest.mark.parametrize(
    ("privacy", "objective"),
    [
        (rr.LocalDP(1, 1), rr.Mean([0, 1, 3])),
        (rr.LocalDP(1, 1), rr.Mean([0, 1, 3], ["1/2", "0", "1/2"])),
        (rr.LocalDP(1, 1), rr.AOptimal("worst", 3, "group")),
        (rr.PointwiseMaximalLeakage(5, ["1/2", "1/2"]), rr.Mean([2, 1], ["1/2", "1/2"])),
        (rr.Privacy([[1, "oo", "oo"], ["oo", 1, 3], ["oo", 3, 1]]), rr.Mean([0, 1, 1])),
    ],
)
def test_numbers_that_may_be_told_for_certain_have_no_variance(
    privacy: object, objective: object
) -> None:
    """The search by floats found no bound above zero: the level was called too extreme."""
    design = rr.optimal(privacy, objective)
    assert design.value == design.bound == 0
    assert check(design.certificate.data).verdict == "verified"
    over = rr.optimal(privacy, objective, denominator=7)
    assert over.channel == design.channel


def test_numbers_that_may_not_be_told_have_a_variance() -> None:
    """A delta a little below one, or a truth that must not be told from one of another number."""
    assert revealing_certificate(Problem(rr.LocalDP(1, "99/100"), rr.Mean([0, 1]))) is None
    matrix = rr.Privacy([[1, "oo", "oo"], ["oo", 1, 3], ["oo", 3, 1]])
    assert revealing_certificate(resolved(Problem(matrix, rr.Mean([0, 1, 2])))) is None


@pytest.mark.parametrize("moved", ["prices", "tangents"])
def test_a_bound_above_zero_is_refused_where_numbers_are_told(moved: str) -> None:
    data = revealing_certificate(Problem(rr.LocalDP(1, 1), rr.Mean([0, 1]))).data
    if moved == "prices":
        changed = data | {"prices": ["0", "499/1000"], "bound": "1/1000", "gap": "-1/1000"}
    else:
        scenario = data["scenarios"][0] | {"tangents": [["0", "501/1000"]]}
        changed = data | {"scenarios": [scenario], "bound": "1/500", "gap": "-1/500"}
    assert check(changed).verdict != "verified"


@pytest.mark.parametrize(
    ("gamma", "delta", "objective"),
    [
        (10**14, 0, rr.Mean([0, 1, 2], prior=["1/2", "1/3", "1/6"])),
        (10**9, 0, rr.Mean([0, 4, 10, 18, 28])),
        (10**13, "1e-4", rr.AOptimal("worst", 3, "group")),
        (10**14, "1e-9", rr.AOptimal("worst", 4, "group")),
    ],
    ids=["known shares", "numbers", "delta", "small delta"],
)
def test_what_little_is_lost_at_high_levels_is_proved(gamma, delta, objective) -> None:
    """Gaps were 6e-3, 4e-7, 1e-3 and 9e-3: prices were rounded as doubles are."""
    design = rr.optimal(rr.LocalDP.from_gamma(gamma, delta), objective)
    assert 0 <= design.gap < design.bound / 10**7
