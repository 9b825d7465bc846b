"""Utilities of the user's own, decided by Coq: good certificates accepted, forged ones refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from rropt.proofs.kernel import kernel_verdict, theorem_of_own_utilities

import rropt as rr
from tests.proofs.kernel_forgeries import (
    TINY,
    assert_accepted,
    assert_refused,
    certificate,
    cheaper_price,
    heavier_row,
    lowered_bound,
    needs_coq,
    raised_value,
)

LN3 = rr.LocalDP("ln(3)")


def spread(r):
    return max(r) - min(r)


def lengths():
    """Known by enclosures."""
    a, b = sympy.symbols("a b")
    return rr.Custom(sympy.sqrt(a**2 + b**2), [a, b])


def higher_end(data):
    """The utility may be more in a direction that the prices just cover."""
    for place, (row, u) in enumerate(data["utility"]["values"]):
        if row.count("1") == 1:
            data["utility"]["values"][place][1] = str(Fraction(u) + TINY)


def lower_end(data):
    """The rows of the table may be worth less."""
    for place, (_, u) in enumerate(data["utility"]["values"]):
        data["utility"]["values"][place][1] = [str(Fraction(u) - TINY), u]


@pytest.mark.everything
@needs_coq
def test_certificates_are_accepted(folder):
    designs = {
        "a level": rr.optimal(LN3, rr.Custom(spread, 3)),
        "an enclosed level": rr.optimal(rr.LocalDP("1/2"), rr.Custom(spread, 3)),
        "a delta": rr.optimal(rr.LocalDP("ln(3)", "1/10"), lengths()),
        "a matrix": rr.optimal(rr.Privacy([[1, 3, 2], [2, 1, 2], [3, 2, 1]]), rr.Custom(spread, 3)),
        "conditions": rr.optimal(
            rr.Privacy([[1, [(3, 0), (2, "1/10")]], [4, 1]]), rr.Custom(spread, 2)
        ),
    }
    assert_accepted(folder, theorem_of_own_utilities, designs)


@pytest.mark.everything
@needs_coq
def test_forged_certificates_are_refused(folder):
    good = certificate(rr.optimal(LN3, rr.Custom(spread, 3)))
    assert kernel_verdict.route(good) is theorem_of_own_utilities
    changes = [
        raised_value,
        lowered_bound,
        cheaper_price,
        heavier_row,
        higher_end,
        lower_end,
    ]
    assert_refused(folder, theorem_of_own_utilities, good, changes)


def test_directions_without_a_value_are_refused_in_words():
    """Under conditions Coq cuts simplices, whose vertices are more than the file has."""
    leakage = rr.PointwiseMaximalLeakage("1/2", ["1/2", "1/3", "1/6"])
    data = certificate(rr.optimal(leakage, rr.Custom(spread, 3)))
    with pytest.raises(rr.InputError, match="directions that the file has not"):
        theorem_of_own_utilities.theorem(data)


def test_what_is_said():
    data = certificate(rr.optimal(LN3, rr.Custom(spread, 3)))
    said = theorem_of_own_utilities.statement(data)
    assert "a convex and homogeneous utility with the values of the file above" in said
