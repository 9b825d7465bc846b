"""Divergences of two of several truths have the value of two truths, and are certified."""

from fractions import Fraction as F

import pytest

import rropt as rr


@pytest.mark.parametrize("name", ["hellinger", "jensen-shannon", "le-cam", "total-variation"])
@pytest.mark.parametrize(("pair", "truths"), [((2, 0), 3), ((0, 1), 4), ((1, 6), 30)])
def test_other_truths_change_nothing(name, pair, truths):
    level = rr.LocalDP("ln(3)", "1/10")
    two = rr.optimal(level, rr.FDivergence(name))
    more = rr.optimal(level, rr.FDivergence(name, pair, truths))
    assert float(more.bound) == pytest.approx(float(two.bound), rel=1e-12)
    assert more.certificate.check().verdict == "verified"


def test_total_variation_of_seven_truths_with_a_delta():
    """delta + (1 - delta)(gamma - 1)/(gamma + 1), whatever the number of truths."""
    objective = rr.FDivergence("total-variation", (0, 1), 7)
    assert rr.optimal(rr.LocalDP.from_gamma(3, "1/10"), objective).value == F(11, 20)


def test_gamma_one_tells_nothing_whatever_the_priors():
    prior = [F(2 * j + 1, 625) for j in range(25)]
    for objective in (rr.MutualInformation(prior), rr.Custom(max, 25)):
        worth = rr.optimal(rr.LocalDP.from_gamma(1), objective)
        assert (worth.value, worth.gap) == (isinstance(objective, rr.Custom), 0)
