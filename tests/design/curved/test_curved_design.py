"""Deployable tables of curved criteria beside tables that are known otherwise."""

from __future__ import annotations

import random
from fractions import Fraction as F

import pytest

from rropt import AOptimal, COptimal, DOptimal, EOptimal, LocalDP, Variance, optimal
from rropt.certificate import LargeCertificate
from rropt.design.answer import ends
from rropt.design.curved import curved_design as page
from rropt.exact import InputError


def test_two_truths_deploy_the_best_table_of_the_variance() -> None:
    """The printed case: 16.72 was deployed, where half of it has a table of 14.784 / 2."""
    privacy = LocalDP.from_gamma("3/2", "1/20")
    found = optimal(privacy, AOptimal("1/5,4/5"), None, 6)
    assert abs(ends(found.value)[1] - F(14784, 1000)) < F(1, 10**9)


CASES = random.Random(5)
RANDOM = [
    (F(CASES.randint(11, 50), 10), F(CASES.choice([0, 1, 5]), 50), F(CASES.randint(1, 19), 20), N)
    for N in (4, 7, 12)
]


@pytest.mark.everything
@pytest.mark.parametrize(("gamma", "delta", "share", "total"), RANDOM)
def test_no_criterion_of_two_truths_is_worse_than_the_variance(
    gamma: F, delta: F, share: F, total: int
) -> None:
    """Cov is the variance of the proportion times [[1, -1], [-1, 1]]: trace and largest root 2."""
    privacy, prior = LocalDP.from_gamma(gamma, delta), [1 - share, share]
    try:
        best = ends(optimal(privacy, Variance(share), None, total).value)[0]
    except InputError:
        pytest.skip("no table over this N is useful")
    for objective, factor in (
        (AOptimal(prior), 2),
        (EOptimal(prior), 2),
        (COptimal(prior, [0, 1]), 1),
    ):
        found = optimal(privacy, objective, None, total)
        assert ends(found.value)[1] <= factor * best * (1 + F(1, 10**9))


def _steep(truths: int) -> list[F]:
    """Shares as 2^-j."""
    return [F(2**j, 2**truths - 1) for j in reversed(range(truths))]


def _refuses(_: object) -> None:
    raise LargeCertificate("too large")


@pytest.mark.everything
def test_where_the_certificate_of_a_search_is_too_large_classes_have_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of 20 steep shares it is; of 14 the optimum of the search lies between value and bound."""
    objective = DOptimal(_steep(14))
    searched = optimal(LocalDP(1), objective)
    monkeypatch.setattr(page, "ratio_optimum", _refuses)
    found = optimal(LocalDP(1), objective)
    assert found.check().verdict == "verified"
    assert ends(found.bound)[0] <= ends(searched.value)[1]
    assert ends(searched.bound)[0] <= ends(found.value)[1]
    assert found.gap < F(1, 50)


@pytest.mark.parametrize(
    "objective", [EOptimal(_steep(14)), DOptimal([*_steep(14)[1:], _steep(14)[0]])]
)
def test_what_classes_do_not_cover_stays_refused(
    monkeypatch: pytest.MonkeyPatch, objective: EOptimal
) -> None:
    """A largest eigenvalue, and shares that neither fall nor rise."""
    monkeypatch.setattr(page, "ratio_optimum", _refuses)
    with pytest.raises(LargeCertificate):
        optimal(LocalDP(1), objective)
