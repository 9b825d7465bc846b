"""What an issued certificate of kind prices states: classes of truths, values, short numbers."""

from __future__ import annotations

import json
from fractions import Fraction as F
from typing import Any

import pytest

from rropt.certified import optimal
from rropt.checker import check
from rropt.design.linear import certify
from rropt.exact import InputError
from rropt.privacy import LocalDP
from rropt.utility import Custom, FDivergence, Gain, Guess, MutualInformation, Trace, Variance


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


def test_too_many_values_are_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certify, "MOST_VALUES", 100)
    with pytest.raises(InputError, match="categories must be fewer"):
        optimal(LocalDP("ln(3)"), Custom(max, 3), crosscheck=False)


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
