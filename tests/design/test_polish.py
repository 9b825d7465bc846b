"""The end of the path of a largest eigenvalue: many truths, tight certificates, few patterns."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from rropt import EOptimal, LocalDP, Minimax, optimal
from rropt.design.criteria import SmallestEigenvalue
from rropt.design.interior import Program
from rropt.design.polish import polished
from rropt.design.pool import pool_of
from rropt.utility.curved import Scenario

TIGHT = Fraction(1, 10**10)


def prior(weights: list[int]) -> list[Fraction]:
    return [Fraction(w, sum(weights)) for w in weights]


def share(design) -> Fraction:
    return Fraction(design.certificate.data["gap"]) / Fraction(design.certificate.data["bound"])


def largest(channel, pi) -> np.ndarray:
    """The eigenvalues of J^-1 - pi pi' by numpy."""
    P, q = channel.to_numpy(), np.array(pi, dtype=float)
    return np.linalg.eigvalsh(np.linalg.inv(P.T @ np.diag(1 / (P @ q)) @ P) - np.outer(q, q))


@pytest.mark.parametrize(
    ("gamma", "weights"),
    [
        ("3", [13, 18, 19, 2, 9, 17, 16, 13, 10, 8]),
        ("21/20", [20, 9, 12, 18, 12, 16, 4, 5, 15, 16]),
        ("10", [20, 9, 12, 18, 12, 16, 4, 5, 15, 16]),
        ("30", [1, 2, 3, 5, 20, 50, 4, 4, 1, 1, 2]),
    ],
)
def test_ten_truths_and_more_have_a_tight_certificate(gamma: str, weights: list[int]) -> None:
    pi = prior(weights)
    design = optimal(LocalDP.from_gamma(gamma), EOptimal(pi), crosscheck=False)
    values = largest(design.channel, pi)
    assert values[-1] == pytest.approx(float(design.value), rel=1e-9)
    assert values[-3] == pytest.approx(values[-1], rel=1e-6)  # multiple, as a rule
    assert share(design) < TIGHT
    k = len(pi)
    assert design.channel.shape[0] <= k * (k + 1) // 2  # Caratheodory
    assert design.certificate.check().verdict == "verified"


def test_many_patterns_are_no_reason_to_give_up() -> None:
    """Where doubles stop, the heaviest patterns go on in balls."""
    priors = [
        prior([3, 3, 20, 2, 1, 5, 3, 1, 5, 4, 20]),
        prior([1, 2, 3, 5, 20, 50, 4, 4, 1, 1, 2]),
    ]
    design = optimal(LocalDP.from_gamma("3/2"), Minimax(priors), crosscheck=False)
    assert share(design) < Fraction(1, 10**9)


def test_a_rough_point_is_brought_to_the_end() -> None:
    """Two truths under gamma = 3 at 1/2: one direction, V = 1, and the weights that T = t asks."""
    pool = pool_of(2, Fraction(3), Fraction(0), (Scenario((Fraction(1, 2),) * 2),))
    columns = pool.columns
    program = Program(SmallestEigenvalue(), columns.tangent, columns.balance, columns.shares(0.0))
    rough = program.begin(np.array([0.7, 0.8]), 1e-9)
    point, V = polished(program, rough, np.array([[0.9]]))
    assert float(V[0, 0]) == pytest.approx(1, abs=1e-15)
    assert program.balance.T @ point.weights == pytest.approx([0, 1], abs=1e-15)
    yields = columns.tangent[0][:, 0] ** 2
    assert program.balance @ point.prices == pytest.approx(yields, rel=1e-14)


def test_patterns_that_make_no_optimum_are_refused() -> None:
    """One pattern alone cannot have columns that add up to one."""
    pool = pool_of(3, Fraction(3), Fraction(0), (Scenario((Fraction(1, 3),) * 3),))
    columns = pool.columns.take(np.array([0, 1]))
    program = Program(SmallestEigenvalue(), columns.tangent, columns.balance, columns.shares(0.0))
    rough = program.begin(np.array([0.5, 0.1]), 1e-9)
    with pytest.raises(ArithmeticError):
        polished(program, rough, np.diag([0.5, 0.5]))
