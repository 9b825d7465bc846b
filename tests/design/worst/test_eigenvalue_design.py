"""E-optimality without a prior: the largest eigenvalue for the worst fixed group."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

import rropt as rr
from rropt.checker import check
from rropt.design.worst.eigenvalue_design import _alike_at, alike_prices

F = Fraction


def designed(k: int, level: object = None) -> rr.Design:
    privacy = rr.LocalDP("ln(3)") if level is None else level
    return rr.optimal(privacy, rr.EOptimal("worst", truths=k, respondents="group"))


@pytest.mark.parametrize(("k", "value"), [(2, F(3, 2)), (3, F(9, 4))])
def test_k_ary_response_is_best_for_two_and_three_truths(k: int, value: Fraction) -> None:
    """k gamma/(gamma - 1)^2, its variance along its own truth; for two truths that is known."""
    found = designed(k)
    assert found.channel.shape == (k, k)
    assert abs(found.value - value) < F(1, 10**8)
    assert found.gap < value / 10**7


@pytest.mark.parametrize("epsilon", ["1/2", "1", "2"])
def test_three_truths_need_three_reports(epsilon: str) -> None:
    """k gamma/(gamma - 1)^2 at other levels; the interior of the optimum has six reports."""
    found = designed(3, rr.LocalDP(epsilon))
    gamma = math.exp(float(F(epsilon)))
    assert found.channel.shape == (3, 3)
    assert float(found.bound) == pytest.approx(3 * gamma / (gamma - 1) ** 2, rel=1e-7)


@pytest.mark.parametrize("epsilon", ["12", "20", "25"])
def test_a_high_level_has_bounds_of_the_size_of_its_values(epsilon: str) -> None:
    """At epsilon 20 the bound of an eigenvalue was below zero."""
    found = designed(3, rr.LocalDP(epsilon))
    gamma = math.exp(float(F(epsilon)))
    assert float(found.value) == pytest.approx(3 * gamma / (gamma - 1) ** 2, rel=1e-6)
    assert 0 < found.value - found.bound < found.value / 10000


@pytest.mark.everything
@pytest.mark.parametrize(("k", "epsilon"), [(4, "20"), (5, "18"), (5, "20"), (6, "20")])
def test_bounds_of_many_truths_at_high_levels(k: int, epsilon: str) -> None:
    """k gamma/(gamma - 1)^2 again; five truths had a gap of 15 % at epsilon 20."""
    found = designed(k, rr.LocalDP(epsilon))
    gamma = math.exp(float(F(epsilon)))
    assert float(found.bound) == pytest.approx(k * gamma / (gamma - 1) ** 2, rel=1e-6)
    assert found.gap < found.value / 10**6


@pytest.mark.parametrize(("k", "epsilon"), [(3, "1"), (5, "1")])
def test_prices_that_treat_truths_alike_are_exact_but_for_rounding(k: int, epsilon: str) -> None:
    found = designed(k, rr.LocalDP(epsilon))
    assert found.gap < found.value / 10**11


def test_at_small_epsilon_the_bound_rises_with_the_weight_of_the_other_truths() -> None:
    """Up to e^6 as the root of b it had lost 6e-9 of the value."""
    found = designed(4, rr.LocalDP("1/10"))
    assert found.gap < found.value / 10**10


def test_other_prices_bound_less() -> None:
    """The best b is a peak: on both sides of it the bound is lower."""
    best = alike_prices(4, F(3)).bound()
    assert best == pytest.approx(float(designed(4).bound), rel=1e-9)
    for root in (F(1, 4), F(7, 10)):
        assert _alike_at(4, F(3), root).bound() < best * F(999, 1000)


def test_a_small_delta_at_a_high_level() -> None:
    """No worse than none, and no better than the delta allows."""
    pure, small = (designed(3, rr.LocalDP(8, delta)) for delta in ("0", "1/100000"))
    assert pure.bound * (1 - F(1, 1000)) < small.bound <= small.value < pure.value
    assert small.gap < small.value / 10**6


@pytest.mark.parametrize("level", ["ln(3)", "1"])
@pytest.mark.parametrize("delta", ["1/1000000", "1/1000"])
def test_a_small_delta_for_two_truths(level: str, delta: str) -> None:
    """Twice the variance of a proportion: rounding spent more than a delta of 1e-6."""
    privacy = rr.LocalDP(level, delta)
    share = rr.optimal(privacy, rr.Variance("worst", "group"))
    found = designed(2, privacy)
    assert found.bound <= 2 * share.value <= found.value * (1 + F(1, 10**12))
    assert found.gap < found.value / 10**7


@pytest.mark.parametrize("epsilon, k", [("3", 2), ("1", 3)])
def test_reports_as_rare_as_a_small_delta_allows_are_kept(epsilon: str, k: int) -> None:
    worst = rr.EOptimal("worst", truths=k, respondents="group")
    design = rr.optimal(rr.LocalDP(epsilon, "1e-6"), worst)
    assert float(design.gap) < 1e-9 * float(design.value)


@pytest.mark.parametrize(("k", "share"), [(2, F(1, 10**8)), (3, F(1, 10**6))])
def test_a_large_delta_beside_a_level_near_one(k: int, share: Fraction) -> None:
    """A third of the reports name their truth, so that others are off by 3 - 1 at most; two truths
    were refused, four had a gap of 2 %."""
    found = designed(k, rr.LocalDP.from_gamma("1001/1000", "1/3"))
    assert found.gap < found.value * share
    assert 1 - F(1, 1000) < found.value < 1


def test_reports_that_rule_a_truth_out_for_certain() -> None:
    """Two of three truths alike in each report: there is no level that names one."""
    found = designed(3, rr.PointwiseMaximalLeakage("ln(3/2)", ["1/3", "1/3", "1/3"]))
    assert found.gap < F(1, 10**8)
    assert found.value.lo - F(1, 10**8) < 2 < found.value.hi + F(1, 10**8)


def test_two_truths_have_twice_the_variance_of_a_proportion() -> None:
    share = rr.optimal(rr.LocalDP(1), rr.Variance("worst", "group"))
    found = designed(2, rr.LocalDP(1))
    assert float(found.bound) == pytest.approx(2 * float(share.bound), rel=1e-7)


def test_from_four_truths_on_it_is_better_than_k_ary_response() -> None:
    """At gamma 3 that has (gamma + 3)/(gamma - 1)^2 times 2 = 3 for four truths."""
    assert float(designed(4).value) < 2.51


def test_no_direction_in_any_group_has_more_than_the_value() -> None:
    """By definition: d'(sum_i x_i x_i' P(i|j) - e_j e_j')d at random directions and truths."""
    data = designed(4).certificate.data
    numbers = np.array([[float(F(x)) for x in row] for row in data["scenarios"][0]["estimators"]])
    rows = [[float(F(x)) * float(F(w)) for x in r]
            for w, r in zip(data["weights"], data["patterns"], strict=True)]  # fmt: skip
    table = np.array(rows)
    assert numbers @ table == pytest.approx(np.eye(4))
    rng = np.random.default_rng(1)
    worst = 0.0
    for d in rng.normal(size=(200, 4)):
        unit = d / np.linalg.norm(d)
        for j in range(4):
            worst = max(worst, float((unit @ numbers) ** 2 @ table[:, j] - unit[j] ** 2))
    assert 0.9 * float(F(data["value"])) < worst <= float(F(data["value"]))


def test_what_serves_all_contrasts_serves_one() -> None:
    """No contrast of length one has a larger least variance than the least largest eigenvalue."""
    found = designed(3, rr.LocalDP(1))
    length = F(2)
    contrast = rr.optimal(rr.LocalDP(1), rr.COptimal("worst", [1, -1, 0], "group"))
    assert contrast.bound / length <= found.value


def test_a_relabelled_matrix_has_the_same_value() -> None:
    levels = [["1", "3", "2"], ["4", "1", "5"], ["3", "2", "1"]]
    order = [2, 0, 1]
    moved = [[levels[a][b] for b in order] for a in order]
    one, other = (designed(3, rr.Privacy(matrix)) for matrix in (levels, moved))
    assert float(one.value) == pytest.approx(float(other.value), rel=1e-7)
    assert one.gap < one.value / 10**6


def test_more_privacy_costs_more_and_a_delta_gains() -> None:
    values = [designed(3, level).value for level in (rr.LocalDP(1), rr.LocalDP(1, "1/10"))]
    assert values[1] < values[0] < designed(3, rr.LocalDP("9/10")).bound


def test_near_misses_of_a_design_are_refuted() -> None:
    data = designed(3).certificate.data
    small = F(1, 10**6)
    value, bound = F(data["value"]), F(data["bound"])
    for v, b in ((value - small, bound), (value, bound + small)):
        moved = data | {"value": str(v), "bound": str(b), "gap": str(v - b)}
        assert check(moved).verdict == "refuted"


PRIOR = ["1/6", "1/3", "1/2"]


@pytest.mark.parametrize(
    "privacy",
    [
        rr.PointwiseMaximalLeakage("1/2", PRIOR),
        rr.LocalInformationPrivacy("1/2", PRIOR),
        rr.UtilityOptimized([0], "ln(3)"),
    ],
)
def test_conditions_are_met_as_levels_are(privacy: rr.Criterion) -> None:
    found = designed(3, privacy)
    assert float(found.value) > 0 and float(found.gap) < 1e-8 * float(found.value)
    assert privacy.satisfied_by(found.channel)


def test_no_worse_than_a_regular_table_is_that_table() -> None:
    """Its only unbiased numbers are the inverse of the table."""
    table = np.array([[2, 1, 1], [1, 2, 1], [1, 1, 2]]) / 4
    numbers = np.linalg.inv(table).T  # of a report a row
    worst = 0.0
    for j, chances in enumerate(table.T):
        apart = numbers - np.eye(3)[j]
        worst = max(worst, float(np.linalg.eigvalsh((apart.T * chances) @ apart)[-1]))
    given = [["1/2" if i == j else "1/4" for j in range(3)] for i in range(3)]
    found = designed(3, rr.NoWorseThan(given))
    assert float(found.value) == pytest.approx(worst, rel=1e-8)
    assert float(found.bound) == pytest.approx(worst, rel=1e-8)


@pytest.mark.parametrize("truths", [2, 3, 4])
def test_the_largest_levels_have_no_gap(truths: int) -> None:
    """K-ary response loses k g/(g - 1)^2 along its own truth; gaps were 5e-3 and more."""
    found = designed(truths, rr.LocalDP.from_gamma(10**14))
    told = F(truths * 10**14, (10**14 - 1) ** 2)
    assert found.gap < found.bound / 10**7
    assert found.bound <= told
    if truths < 4:
        assert found.value < told * (1 + F(1, 10**8))


@pytest.mark.parametrize(
    ("truths", "level", "delta"),
    [
        (2, "1/1000", "1e-9"),
        (3, "1/1000", "1e-9"),
        pytest.param(4, "1/100", "1e-6", marks=pytest.mark.everything),
        pytest.param(4, "1/1000", "1e-6", marks=pytest.mark.everything),
    ],
)
def test_a_small_delta_near_level_one_has_no_gap(truths: int, level: str, delta: str) -> None:
    """It gains more than the gap: gaps were 4e-3, 6e-3, 1e-3 and 2e-2."""
    found = designed(truths, rr.LocalDP(level, delta))
    assert found.gap < found.bound / 10**5
    assert found.value < float(designed(truths, rr.LocalDP(level)).bound) * 0.997


@pytest.mark.parametrize("truths", [2, 3, 6])
def test_truths_that_everybody_knows_are_told(truths: int) -> None:
    """One truth occurs, so that no report says more of it; a table that tells less loses some."""
    known = rr.LocalInformationPrivacy(1, [1, *[0] * (truths - 1)])
    found = designed(truths, known)
    assert (found.value, found.bound, found.gap) == (0, 0, 0)
    assert found.table.rows == tuple(
        tuple(map(F, row)) for row in np.eye(truths, dtype=int).tolist()
    )
    assert found.certificate.check().status == 0
    assert designed(2, rr.LocalDP(1, "99/100")).bound > 0


def test_what_is_refused() -> None:
    with pytest.raises(rr.InputError, match="no budget of a Renyi divergence"):
        designed(3, rr.RenyiDP(2, "1/2"))
    with pytest.raises(rr.InputError, match="at most 6 truths"):
        designed(7)
    with pytest.raises(rr.InputError, match="denominator must be left out"):
        objective = rr.EOptimal("worst", truths=3, respondents="group")
        rr.optimal(rr.LocalDP(1), objective, denominator=20)
