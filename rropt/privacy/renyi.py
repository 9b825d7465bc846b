"""Renyi and zero-concentrated differential privacy, for any two truths.

    D_a(P(. | x) || P(. | y)) = ln( sum_i P(i | x)^a P(i | y)^(1 - a) ) / (a - 1) <= epsilon,

for a = 1 the divergence of Kullback and Leibler; zCDP is D_a <= rho a for every a > 1. Tables keep
the divergences themselves, bounds keep what follows from them, that is finitely many lines below
(`renyi_lines`). Both ends are certified, and the gap says what is between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from rropt.exact import InputError, Number, exact, gamma_from_epsilon, shown
from rropt.privacy.conditions import Conditions, LevelCondition, truth_form
from rropt.privacy.criteria import Criterion
from rropt.privacy.matrices import MatrixCriterion, Privacy
from rropt.privacy.renyi_lines import base_of, steps_of

MOST_ORDER = 64
"""The largest order that the checker takes."""

FIRST = (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(4))
"""Where the first tangents touch; further ones follow from what is found with these."""


@dataclass(frozen=True, init=False, repr=False)
class RenyiDP(MatrixCriterion):
    """The Renyi divergence of an order from 1 to 64 between any two truths is at most epsilon.

    (Mironov, CSF 2017. Order 1 is the divergence of Kullback and Leibler.)

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> RenyiDP(2, 1).satisfied_by(warner), RenyiDP("3/2", "1/2").satisfied_by(warner)
    (True, False)
    """

    order: Fraction
    budget: Fraction

    def __init__(self, order: Number, epsilon: Number) -> None:
        number = exact(order, "order")
        if not 1 <= number <= MOST_ORDER:
            raise InputError(f"order must be from 1 to {MOST_ORDER}, got {shown(number)}")
        budget = exact(epsilon, "epsilon of a Renyi divergence")
        if budget <= 0:
            raise InputError(f"epsilon must be positive, got {shown(budget)}")
        self._set(order=number, budget=budget)

    def on(self, truths: int, labels: Sequence[str] | None = None) -> Criterion:
        listed = renyi_conditions(truths, self.order, self.budget)
        return Privacy.of(Conditions(truths, listed), self.describe())

    def describe(self) -> str:
        return f"Renyi divergence of order {self.order} at most {self.budget}"


@dataclass(frozen=True, init=False, repr=False)
class ZeroConcentratedDP(MatrixCriterion):
    """zCDP: the Renyi divergence of every order a > 1 between any two truths is at most rho a.

    (Bun and Steinke, TCC 2016.) Whether a table keeps it is decided where its own level is not
    within 1e-9 of rho.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> [ZeroConcentratedDP(rho).satisfied_by(warner) for rho in ("11/20", "1/2")]
    [True, False]
    """

    rho: Fraction

    def __init__(self, rho: Number) -> None:
        number = exact(rho, "rho")
        if number <= 0:
            raise InputError(f"rho must be positive, got {shown(number)}")
        self._set(rho=number)

    def on(self, truths: int, labels: Sequence[str] | None = None) -> Criterion:
        listed = renyi_conditions(truths, Fraction(1), self.rho)
        return Privacy.of(Conditions(truths, listed, rho=self.rho), self.describe())

    def describe(self) -> str:
        return f"zCDP: rho = {self.rho}"


def renyi_conditions(
    truths: int,
    order: Fraction,
    budget: Fraction,
    points: Sequence[Fraction] = FIRST,
) -> tuple[LevelCondition, ...]:
    """The budget of one order, for each ordered pair of truths."""
    most = budget, budget
    if order > 1:
        power = gamma_from_epsilon((order - 1) * budget, "epsilon of this order")
        most = power.lo, power.hi
    return tuple(
        LevelCondition(
            truth_form(truths, a),
            truth_form(truths, b),
            steps_of(order, points),
            most,
            order,
            budget,
            base_of(order),
            tuple(points),
        )
        for a, b in permutations(range(truths), 2)
    )
