"""The part that all certificates of kind gradient have in common."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction as F

import rropt as rr
from rropt.checker.kind_gradient import FIELDS
from rropt.design.curved.gradient_frame import at_prior, gradient_frame
from rropt.design.problem import Problem


@dataclass
class Warner:
    """Two answers at epsilon = ln 3."""

    patterns = ((F(3), F(1)), (F(1), F(3)))
    weights = (F(1, 4), F(1, 4))


def test_prices_bound_and_gap_are_all_that_is_missing():
    problem = Problem(rr.LocalDP("ln(3)"), rr.Variance("1/4"))
    scenario = at_prior([F(3, 4), F(1, 4)], [[F(-1, 2), F(3, 2)]], [[F(-3, 4), F(1)]])
    frame = gradient_frame(problem, Warner(), {"name": "variance"}, [scenario], F(15, 16), "line")
    assert set(FIELDS.split()) - frame.keys() == {"prices", "bound", "gap"}
    assert frame.keys() - set(FIELDS.split()) == {"kind", "universal"}
    assert (
        frame["cover"] == {"proof": "line"} and scenario["weight"] == 1 and not scenario["offset"]
    )
