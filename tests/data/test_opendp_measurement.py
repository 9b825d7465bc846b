"""A design as a measurement of OpenDP: its map is never below the table's own privacy."""

from fractions import Fraction
from math import log

import pytest

import rropt as rr
from rropt.data.opendp_measurement import float_above

pytest.importorskip("opendp")


@pytest.mark.everything
def test_a_pure_design_has_the_map_of_its_own_table() -> None:
    design = rr.optimal(rr.LocalDP(1), rr.Variance("1/10"), truths=["no", "yes"])
    made = design.to_opendp()
    assert made.map(0) == 0
    assert made.map(1) == pytest.approx(1, abs=1e-9)
    assert Fraction(made.map(1)) >= Fraction(log(design.channel.parity()))
    drawn = [made("yes") for _ in range(2000)]
    share = drawn.count(design.channel.reports[1]) / 2000
    assert abs(share - float(design.channel.rows[1][1])) < 0.06


def test_a_delta_is_in_the_map() -> None:
    design = rr.optimal(rr.LocalDP("1/2", "1/10"), rr.Variance("1/4"))
    epsilon, delta = design.to_opendp().map(1)
    assert 0.49 < epsilon < 0.5 + 1e-9 and 0.0999 < delta < 0.1 + 1e-9


def test_an_answer_that_is_no_truth_is_refused() -> None:
    made = rr.optimal(rr.LocalDP(1), rr.Trace(3)).to_opendp()
    with pytest.raises(Exception, match="answers must be among"):
        made("7")


@pytest.mark.parametrize("number", [Fraction(1, 3), Fraction(1, 10), Fraction(2, 3), Fraction(5)])
def test_rounding_is_upward_and_by_less_than_a_step(number: Fraction) -> None:
    near = float_above(number)
    assert number <= Fraction(near) < number * (1 + Fraction(1, 2**51))
