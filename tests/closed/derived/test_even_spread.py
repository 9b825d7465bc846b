"""All of the information as one number: for tables that permutations leave alone, by numpy."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import permutations

import numpy as np
import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.even_spread import EvenSpread, is_even
from rropt.closed.symbolic_utilities import utility

FAIR = ["1/4"] * 4


@pytest.mark.parametrize("pattern", [(3, 1, 1, 1), (3, 3, 1, 1), (5, 2, 1, 0)])
def test_alpha_is_the_eigenvalue_of_the_information_of_an_orbit(pattern) -> None:
    rows = np.array(sorted(set(permutations(map(float, pattern)))))
    rows /= rows.sum(axis=0)[0]
    J = (rows.T / rows.mean(axis=1)) @ rows
    eigenvalues = np.sort(np.linalg.eigvalsh(J))
    spread = EvenSpread(rr.AOptimal(FAIR))
    alpha = sum(
        utility(spread, tuple(map(sp.Rational, map(str, row))), tuple(map(F, row))) for row in rows
    )
    tangent = np.delete(eigenvalues, np.argmin(abs(eigenvalues - 4)))
    assert tangent == pytest.approx([float(alpha)] * 3, rel=1e-6)


def test_criteria_of_equal_eigenvalues() -> None:
    """Covariance 1 / alpha on three directions."""
    alpha = sp.Rational(2)
    assert EvenSpread(rr.AOptimal(FAIR)).reported(alpha) == sp.Rational(3, 2)
    assert EvenSpread(rr.EOptimal(FAIR)).reported(alpha) == sp.Rational(1, 2)
    assert EvenSpread(rr.DOptimal(FAIR)).reported(alpha) == -3 * sp.log(2)


def test_only_these_criteria_at_equal_masses() -> None:
    assert is_even(rr.EOptimal(FAIR))
    assert not is_even(rr.AOptimal("1/2,1/4,1/4"))
    assert not is_even(rr.MutualInformation(FAIR)) and not is_even(rr.COptimal(FAIR, [1, -1, 0, 0]))
