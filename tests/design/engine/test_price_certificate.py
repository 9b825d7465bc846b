"""What an issued certificate of kind prices states: classes of truths, values, short numbers."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import pytest

import rropt
from rropt.certificate import CertificateError
from rropt.certified import optimal
from rropt.checker import check
from rropt.design.engine.action_optimum import solve_actions
from rropt.design.engine.price_certificate import certify, cover, listed
from rropt.design.linear.pattern_program import solve_patterns
from rropt.design.problem import Problem
from rropt.privacy import LocalDP, Privacy
from rropt.utility import Custom, FDivergence, Gain, Guess, MutualInformation, Trace, Variance

pytestmark = pytest.mark.quick


def issued(privacy: LocalDP, objective: Any) -> dict[str, Any]:
    data = optimal(privacy, objective, crosscheck=False).certificate.data
    assert check(json.dumps(data)).verdict == "verified"
    return data


def test_truths_that_are_told_apart_are_counted() -> None:
    data = issued(LocalDP("ln(3)"), Trace(3))
    assert data["truths"] == 3 and data["prices"] == ["3/5"] * 3
    assert sorted(data["patterns"]) == [["1", "1", "3"], ["1", "3", "1"], ["3", "1", "1"]]
    assert "pair_prices" not in data


def test_truths_that_are_alike_are_one_class() -> None:
    """The best of k guesses is right with gamma against one for each of the others."""
    data = issued(LocalDP("ln(3)"), Trace(1000))
    assert data["truths"] == [1000] and data["prices"] == ["1/334"]
    assert data["patterns"] == [[[["3", 1], ["1", 999]]]] and data["weights"] == ["500/501"]


def test_a_class_has_one_entry_of_the_prior() -> None:
    data = issued(LocalDP("ln(3)"), MutualInformation(["1/30"] * 30))
    assert data["truths"] == [30] and data["utility"]["prior"] == ["1/30"]
    assert len(data["prices"]) == 1


def test_one_price_for_all_pairs_of_a_class() -> None:
    """Nine truths, the bound k y + delta k (k - 1) z."""
    data = issued(LocalDP("ln(3)", "1/10"), Trace(9))
    ((first, second, z),) = data["pair_prices"]
    assert (first, second) == (0, 0) and F(z) > 0
    assert F(data["bound"]) == 9 * F(data["prices"][0]) + F(1, 10) * 72 * F(z)


@pytest.mark.parametrize(
    ("objective", "utility"),
    [
        (Trace(3), {"name": "trace"}),
        (Guess("2/3,1/3"), {"name": "probability-of-a-right-guess", "prior": ["2/3", "1/3"]}),
        (
            Gain([[1, 0], [0, 2]], "2/3,1/3"),
            {"name": "gain", "prior": ["2/3", "1/3"], "gain": [["1", "0"], ["0", "2"]]},
        ),
        (Variance("1/4"), {"name": "fisher-information", "prior": ["3/4", "1/4"]}),
        (MutualInformation("2/3,1/3"), {"name": "mutual-information", "prior": ["2/3", "1/3"]}),
        (FDivergence("le-cam", (2, 0), 3), {"name": "le-cam", "pair": [2, 0]}),
    ],
)
def test_a_utility_is_its_name_and_its_parameters(
    objective: Any, utility: dict[str, object]
) -> None:
    assert issued(LocalDP("ln(3)"), objective)["utility"] == utility


@pytest.mark.parametrize("delta", [0, "1/10"])
@pytest.mark.parametrize("epsilon", ["ln(3)", "1/2"])
def test_a_users_own_utility_is_stated_in_each_direction_once(epsilon: str, delta: Any) -> None:
    """At all extreme patterns (all high and all low are one), and at those of the table."""
    data = issued(LocalDP(epsilon, delta), Custom(lambda r: max(r) - min(r), 3))
    values = data["utility"]["values"]
    assert all(max(map(F, pattern)) == 1 for pattern, _ in values)
    assert all(F(value) == 1 - min(map(F, pattern)) for pattern, value in values)
    directions = [tuple(pattern) for pattern, _ in values]
    assert len(set(directions)) == len(directions) >= (25 if delta else 7)


def test_a_users_own_utility_without_a_value_is_not_verified() -> None:
    data = issued(LocalDP("ln(3)"), Custom(lambda r: max(r) - min(r), 3))
    del data["utility"]["values"][0]
    assert check(json.dumps(data)).verdict == "malformed"


def test_an_enclosure_is_short_and_holds_the_value() -> None:
    """Two truths at gamma 3: both reports have the likelihoods 3/4 and 1/4."""
    import flint

    with flint.ctx.workprec(200):
        ratio, mean = flint.arb(3) / 2, flint.arb(3) / 4
        value = mean * ratio.log() + (1 - mean) * (flint.arb(1) / 2).log()
        lo, hi = issued(LocalDP("ln(3)"), MutualInformation("1/2,1/2"))["value"]
        below, above = (flint.fmpq(*F(end).as_integer_ratio()) for end in (lo, hi))
        assert below < value < above
    assert F(hi) - F(lo) < F(1, 2**90) and max(len(lo), len(hi)) < 80


def test_nothing_is_learnt_of_a_truth_that_is_certain() -> None:
    """The information is zero: prices of zero, or as good as zero."""
    data = issued(LocalDP("ln(3)"), MutualInformation("0,1,0"))
    assert data["value"] == "0" and F(data["bound"]) < F(1, 2**100)


@pytest.mark.parametrize(
    "objective, delta, proof",
    [
        (Trace(4), 0, "actions"),
        (Guess("1/2,1/3,1/6"), 0, "actions"),
        (Gain([[1, 0, 0], [0, 2, 1]], "1/2,1/3,1/6"), 0, "actions"),
        (FDivergence("total-variation"), 0, "actions"),
        (Variance("1/4"), 0, "line"),
        (FDivergence("chi-square"), 0, "line"),
        (FDivergence("le-cam"), 0, "line"),
        (MutualInformation("1/2,1/3,1/6"), 0, "tree"),
        (FDivergence("kullback-leibler"), 0, "extremes"),
        (Variance("1/4"), "1/10", "extremes"),
        (Guess("1/2,1/3,1/6"), "1/10", "actions"),
        (Trace(9), "1/10", "actions"),
    ],
)
def test_each_certificate_carries_its_proof_and_is_accepted(objective, delta, proof) -> None:
    certificate = optimal(LocalDP.from_gamma(3, delta), objective).certificate
    assert certificate.data["cover"]["proof"] == proof
    assert certificate.check().status == 0


def test_a_guess_of_one_class_needs_no_multipliers() -> None:
    assert cover({"name": "trace"}, [40], F(1, 10)) == {"proof": "actions"}


def test_unequal_truths_with_a_delta_are_enumerated() -> None:
    assert cover({"name": "trace"}, [1, 1], F(1, 9)) == {"proof": "extremes"}
    assert cover({"name": "mutual-information"}, [9], F(1, 9)) == {"proof": "extremes"}


STAR = Privacy([[1, 2, 2], [2, 1, 4], [2, 4, 1]], [[0, "1/10", 0], [0] * 3, [0] * 3])
INFORMATION = Problem(STAR, rropt.MutualInformation("1/2,1/3,1/6"))


def test_multipliers_are_listed_by_pair_without_zeros() -> None:
    found = listed([{(1, 0): F(2), (0, 1): F(1), (0, 2): F(0)}, {}])
    assert found == [[[0, 1, F(1)], [1, 0, F(2)]], []]


def test_the_bound_is_what_prices_and_deltas_pay() -> None:
    optimum = solve_patterns(INFORMATION.objective, STAR.levels)
    data = certify(INFORMATION, optimum).data
    paid = sum(map(F, data["prices"])) + sum(F(z) / 10 for _, _, z in data["pair_prices"])
    assert F(data["bound"]) == paid
    lo, hi = map(F, data["value"])
    assert lo < hi <= F(data["bound"]) + F(1, 10**20) and F(data["gap"]) == paid - lo
    exact = sum(w * INFORMATION.objective.bounds(r)[0] for w, r in
                zip(optimum.weights, optimum.patterns, strict=True))  # fmt: skip
    assert lo <= exact <= hi


def test_prices_a_little_too_low_are_raised_and_far_too_low_are_refused() -> None:
    optimum = solve_patterns(INFORMATION.objective, STAR.levels)
    short = replace(optimum, prices=tuple(y * (1 - F(1, 2**38)) for y in optimum.prices))
    certificate = certify(INFORMATION, short)
    assert certificate.check().verdict == "verified"
    assert sum(map(F, certificate.data["prices"])) > sum(optimum.prices)
    wrong = replace(optimum, prices=tuple(y * F(99, 100) for y in optimum.prices))
    with pytest.raises(CertificateError):
        certify(INFORMATION, wrong)


def test_exact_prices_stay_as_they_are() -> None:
    problem = Problem(Privacy([[1, 3], [2, 1]]), rropt.Guess("1/2,1/2"))
    actions = [[F(1, 2), F(0)], [F(0), F(1, 2)]]
    found = solve_actions(actions, problem.levels)
    design = rropt.optimal(problem.privacy, problem.objective)
    assert design.certificate.data["prices"] == [str(y) for y in found.prices]
