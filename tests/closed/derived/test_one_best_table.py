"""Two truths: values with logarithms and roots, against certified designs."""

from __future__ import annotations

import pytest
import sympy as sp

import rropt as rr

gamma = sp.Symbol("gamma")
ANY = rr.LocalDP("ln(3)", "1/10")


@pytest.mark.parametrize(
    "name, form",
    [
        ("kullback-leibler", (gamma - 1) * sp.log(gamma) / (gamma + 1)),
        ("hellinger", 2 * (gamma + 1 - 2 * sp.sqrt(gamma)) / (gamma + 1)),
    ],
)
def test_divergences_between_two_of_three_truths(name, form):
    objective = rr.FDivergence(name, (0, 2), 3)
    answer = rr.derive(rr.Problem(ANY, objective), delta=0)
    assert answer.proved and sp.simplify(answer.values[0] - form) == 0


@pytest.mark.everything
@pytest.mark.parametrize("delta", ["0", "1/10"])
def test_information_under_any_prior(delta):
    problem = rr.Problem(ANY, rr.MutualInformation(["1/2", "1/2"]))
    answer = rr.derive(problem, prior=(0, 1), delta=(0, 1) if delta != "0" else 0)
    assert answer.proved
    for g, share in (("3", "1/4"), ("11/10", "9/10")):
        place = {"gamma": g, "pi": share} | ({"delta": delta} if delta != "0" else {})
        lo, hi = answer.value_at(**place)
        objective = rr.MutualInformation([1 - sp.Rational(share), share])
        design = rr.optimal(rr.LocalDP.from_gamma(g, delta), objective)
        assert lo <= design.value.hi and design.value.lo <= hi


def test_jensen_shannon_with_delta():
    """delta of the reports tell the truth, which is worth log 2 each."""
    answer = rr.derive(rr.Problem(ANY, rr.FDivergence("jensen-shannon")), delta=(0, 1))
    lo, hi = answer.value_at(gamma=3, delta="1/10")
    design = rr.optimal(rr.LocalDP("ln(3)", "1/10"), rr.FDivergence("jensen-shannon"))
    assert answer.proved and lo <= design.value.hi and design.value.lo <= hi
