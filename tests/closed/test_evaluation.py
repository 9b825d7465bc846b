"""The parameters at which closed forms are evaluated."""

from __future__ import annotations

from fractions import Fraction as F

import rropt as rr
from rropt.closed.evaluation import parameters


def test_gamma_is_given_only_where_it_is_rational() -> None:
    found = parameters(rr.Problem(rr.LocalDP("1/2", "1/10"), rr.Guess("1/2,1/4,1/4")))
    assert found == {"delta": F(1, 10), "k": F(3)}
    exact = parameters(rr.Problem(rr.LocalDP("ln(5/2)"), rr.Guess("1/2,1/4,1/4")))
    assert exact["gamma"] == F(5, 2)


def test_the_prevalence_is_that_of_a_variance_or_a_device_of_warner() -> None:
    for objective in (rr.Variance("1/4"), rr.Warner("1/4")):
        assert parameters(rr.Problem(rr.LocalDP(1), objective, 2))["pi"] == F(1, 4)
    assert "pi" not in parameters(rr.Problem(rr.LocalDP(1), rr.MutualInformation("3/4,1/4")))
