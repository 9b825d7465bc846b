"""Divergences of two of several truths have the value of two truths, and are certified."""

import pytest

import rropt as rr


@pytest.mark.parametrize("name", ["hellinger", "jensen-shannon", "le-cam", "total-variation"])
@pytest.mark.parametrize(("pair", "truths"), [((2, 0), 3), ((0, 1), 4)])
def test_other_truths_change_nothing(name, pair, truths):
    level = rr.LocalDP("ln(3)", "1/10")
    two = rr.optimal(level, rr.FDivergence(name))
    more = rr.optimal(level, rr.FDivergence(name, pair, truths))
    assert float(more.bound) == pytest.approx(float(two.bound), rel=1e-12)
    assert more.certificate.check().verdict == "verified"
