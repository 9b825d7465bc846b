"""Coefficients of models whose certificates Coq decides: forged ones are refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rropt.proofs.kernel import theorem_of_models

import rropt as rr
from tests.proofs.kernel_forgeries import (
    STRONGER_CLAIMS,
    TINY,
    assert_accepted,
    assert_refused,
    needs_coq,
)


def over(kind):
    models = [rr.Logit("-1/2", "1"), rr.Logit("0", "1/2")]
    return rr.ForModel(models, [0, 1], ["1/2", "1/2"], coefficients=[1], over=kind)


def designs():
    """One guess and several; all coefficients and one; a delta."""
    logit = rr.Logit("-1/2", "1")
    one = rr.ForModel(logit, [0, 1], ["1/2", "1/2"], coefficients=[1])
    return {
        "all coefficients": rr.optimal(rr.LocalDP("1/2"), rr.ForModel(logit, [0, 1], target="A")),
        "one coefficient, delta": rr.optimal(rr.LocalDP("ln(3)", "1/20"), one),
        "on average": rr.optimal(rr.LocalDP("ln(3)"), over("average")),
        "at worst": rr.optimal(rr.LocalDP("ln(3)"), over("minimax")),
    }


@pytest.mark.everything
@needs_coq
def test_certificates_of_designs_are_accepted(folder):
    assert_accepted(folder, theorem_of_models, designs())


def by_hand():
    """Warner's device at gamma 3, and a share near 1/4 as the only coefficient of a model.

    The reports have the shares 5/8 and 3/8 and the slopes -1/2 and 1/2: the information is
    (1/2)^2 / (5/8) + (1/2)^2 / (3/8) = 16/15, and the variance 15/16. The tangent v = 15/16 gains
    2 v; prices must pay v^2 2^2 / (5/2) at the row (3, 1) and v^2 2^2 / (3/2) at (1, 3).
    """
    v = Fraction(15, 16)
    first, second = v**2 * Fraction(4 * 2, 5), v**2 * Fraction(4 * 2, 3)
    prices = [(3 * first - second) / 8, (3 * second - first) / 8]
    z = [-Fraction(1, 2) / Fraction(5, 8) * v, Fraction(1, 2) / Fraction(3, 8) * v]
    point = ["1", ["3/4", "1/4"], [["-1"], ["1"]]]
    at = {
        "points": [point],
        "weight": "1",
        "contrasts": [["1"]],
        "estimators": [[list(map(str, z))]],
        "tangents": [[str(v)]],
    }
    return {
        "format": "rropt-certificate/2",
        "kind": "gradient",
        "privacy": {"gamma": "3", "delta": "0"},
        "objective": {"name": "coefficients"},
        "scenarios": [at],
        "patterns": [["3/4", "1/4"], ["1/4", "3/4"]],
        "weights": ["1", "1"],
        "prices": list(map(str, prices)),
        "value": "15/16",
        "bound": "15/16",
        "gap": "0",
        "cover": {"proof": "extremes"},
    }


def biased_numbers(c):
    z = c["scenarios"][0]["estimators"][0][0]
    z[0] = str(Fraction(z[0]) + TINY)


def steeper(c):
    c["scenarios"][0]["points"][0][2][1] = [str(1 + TINY)]


@pytest.mark.everything
@needs_coq
def test_forged_models_are_refused(folder):
    changes = (*STRONGER_CLAIMS, biased_numbers, steeper)
    assert_refused(folder, theorem_of_models, by_hand(), changes)


def test_the_sentence_has_the_numbers_of_the_certificate():
    said = "no table that obeys the levels has a sum of c'I^-1 c of the coefficients"
    reached = " below 15/16, and this table, private, has at most 15/16"
    assert theorem_of_models.statement(by_hand()) == said + reached
    worst = by_hand() | {"objective": {"name": "coefficients", "over": "minimax"}}
    assert theorem_of_models.statement(worst) == f"{said} at the worst guess{reached}"


def test_guesses_of_other_sizes_are_refused_in_words():
    data = by_hand()
    (at,) = data["scenarios"]
    twice = [["1/2", *at["points"][0][1:]]] * 2
    other = at | {"points": twice, "estimators": [at["estimators"][0] * 2], "weight": "1/2"}
    data["scenarios"] = [at | {"weight": "1/2"}, other]
    data["objective"]["over"] = "average"
    with pytest.raises(rr.InputError, match="as many points"):
        theorem_of_models.theorem(data)
