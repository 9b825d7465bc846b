"""Privacy as exact inequalities: rationals, and powers of one symbol g where gamma is irrational.

Decisions are made at a rational point: g to 60 digits. A sign that holds there holds at g itself,
but for numbers that differ by less than 1e-50 and are not equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from math import gcd, isqrt, lcm
from typing import Any

import mpmath
import sympy as sp
from sympy import QQ

from rropt.crosscheck.found import NotPosed
from rropt.exact import Gamma
from rropt.exact.entries import tabulated
from rropt.privacy.conditions import Conditions
from rropt.privacy.levels import OO, Levels
from rropt.privacy.named_truths import Blocks

DIGITS = 60
SYMBOL = sp.Symbol("g", positive=True)


@dataclass(frozen=True)
class GammaPower:
    """factor * g^exponent."""

    factor: Fraction
    exponent: int = 0

    @property
    def expression(self) -> sp.Expr:
        factor = sp.Rational(self.factor.numerator, self.factor.denominator)
        return factor * SYMBOL**self.exponent

    def near(self, point: Any) -> Any:
        """At a rational g."""
        return rational(self.factor) * point**self.exponent


Form = tuple[GammaPower, ...]
"""Coefficients of a row."""

ZERO = GammaPower(Fraction(0))


@dataclass(frozen=True)
class Budget:
    """sum over the reports of sum_n costs_n [forms_n . r]_+ <= most."""

    forms: tuple[Form, ...]
    costs: tuple[Fraction, ...]
    most: Fraction


@dataclass(frozen=True)
class ExactLimits:
    """All inequalities on so many truths; g = e^epsilon."""

    truths: int
    hard: tuple[Form, ...]
    budgets: tuple[Budget, ...] = ()
    free: tuple[int, ...] = ()
    epsilon: Fraction | None = None

    @cached_property
    def point(self) -> Any:
        """g to 60 digits, or 1 where it does not occur."""
        if self.epsilon is None:
            return QQ(1)
        with mpmath.workdps(DIGITS):
            return of_float(
                mpmath.exp(mpmath.mpf(self.epsilon.numerator) / self.epsilon.denominator)
            )

    def value(self, expression: sp.Expr) -> sp.Expr:
        """With e^epsilon for g."""
        if self.epsilon is None:
            return expression
        exponent = sp.Rational(self.epsilon.numerator, self.epsilon.denominator)
        return expression.subs(SYMBOL, sp.exp(exponent))

    @cached_property
    def is_symmetric(self) -> bool:
        """Whether truths may change places: the first two, and all of them in a circle, of which
        every order is made."""
        if self.free:
            return False
        asked = self._as_sets(range(self.truths))
        every = list(range(self.truths))
        swapped = [*every[:2][::-1], *every[2:]]
        turned = [*every[1:], *every[:1]]
        return self._as_sets(swapped) == asked == self._as_sets(turned)

    def _as_sets(self, order: Sequence[int]) -> tuple[Any, Any]:
        def moved(form: Form) -> Form:
            return tuple(form[j] for j in order)

        hard = frozenset(map(moved, self.hard))
        soft = [(tuple(map(moved, b.forms)), b.costs, b.most) for b in self.budgets]
        return hard, frozenset(soft)


def rational(x: Fraction) -> Any:
    """As sympy's domain of rationals has it."""
    return QQ(x.numerator, x.denominator)


def of_float(x: mpmath.mpf) -> Any:
    """A number of mpmath as the rational that it is."""
    sign, mantissa, exponent, _ = x._mpf_
    whole = -int(mantissa) if sign else int(mantissa)
    return QQ(whole) * QQ(2) ** exponent


def exact_limits(problem: Any) -> ExactLimits:
    """The inequalities of a question.

    >>> from types import SimpleNamespace
    >>> from rropt.privacy import LocalDP
    >>> asked = SimpleNamespace(privacy=LocalDP("1/2"), truths=2)
    >>> [[entry.expression for entry in form] for form in exact_limits(asked).hard]
    [[1, -g], [-g, 1]]
    """
    levels = getattr(problem.privacy, "levels", None)
    if levels is None:
        gamma = problem.privacy.gamma
        delta = problem.privacy.delta
        power = GammaPower(gamma.lo) if gamma.is_exact else GammaPower(Fraction(1), 1)
        pairs = [(a, b, power, delta) for a, b in permutations(range(problem.truths), 2)]
        epsilon = None if gamma.is_exact else _rational_epsilon(gamma)
        return _between_pairs(problem.truths, pairs, (), epsilon)
    if isinstance(levels, Conditions):
        return _of_conditions(levels)
    asked = getattr(problem, "asked", None)
    return _of_blocks(asked, problem.truths) if isinstance(asked, Blocks) else _of_matrix(levels)


def _between_pairs(truths: int, pairs: Any, free: tuple[int, ...], epsilon: Any) -> ExactLimits:
    hard = []
    soft = []
    for a, b, power, delta in pairs:
        form = [ZERO] * truths
        form[a], form[b] = GammaPower(Fraction(1)), GammaPower(-power.factor, power.exponent)
        if not delta:
            hard.append(tuple(form))
        # sum [p_a - g p_b]+ is at most sum p_a = 1: a delta of one bounds nothing.
        elif delta < 1:
            soft.append(Budget((tuple(form),), (Fraction(1),), delta))
    return ExactLimits(truths, tuple(hard), tuple(soft), free, epsilon)


def _of_blocks(asked: Blocks, truths: int) -> ExactLimits:
    """As it is printed: paths through other truths bind by themselves."""
    home: dict[int, int] = {}
    for n, block in enumerate(asked.partition):
        home.update((int(name), n) for name in block)
    bounds = {True: asked.inside, False: asked.across}
    known = [gamma for gamma in bounds.values() if gamma is not None]
    unit = _unit([_rational_epsilon(gamma) for gamma in known if not gamma.is_exact])
    pairs = []
    for a, b in permutations(range(truths), 2):
        gamma = bounds[home[a] == home[b]]
        if gamma is None:
            continue
        if gamma.is_exact:
            power = GammaPower(gamma.exact)
        else:
            power = GammaPower(Fraction(1), int(_rational_epsilon(gamma) / unit))
        pairs.append((a, b, power, Fraction(0)))
    return _between_pairs(truths, pairs, (), unit or None)


def _rational_epsilon(gamma: Gamma) -> Fraction:
    if gamma.epsilon is None:
        raise NotPosed("gamma is known as an enclosure only")
    return gamma.epsilon


def _of_matrix(levels: Levels) -> ExactLimits:
    """Irrational entries are e^(epsilon d) with rational d, all powers of one of them."""
    exponents: dict[Any, Fraction] = {}
    for a, b in levels.bound_pairs:
        if levels.lo[a][b] != levels.hi[a][b]:
            exponents[a, b] = _exponent(levels, a, b)
    unit = _unit(list(exponents.values()))
    pairs = []
    for a, b in levels.bound_pairs:
        known = levels.lo[a][b] if (a, b) not in exponents else None
        if known is not None and known != OO:
            power = GammaPower(Fraction(known))
        else:
            power = GammaPower(Fraction(1), int(exponents[a, b] / unit))
        pairs.append((a, b, power, levels.deltas[a][b]))
    return _between_pairs(levels.truths, pairs, tuple(levels.singles), unit or None)


def _exponent(levels: Levels, a: int, b: int) -> Fraction:
    squares = levels.distances_squared
    if levels.epsilon is None or squares is None:
        raise NotPosed("the levels are irrational in several ways")
    square = Fraction(squares[a][b])
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    # Only a rational distance makes e^(epsilon d) a power of one g.
    if root**2 != square:
        raise NotPosed("the distances are irrational")
    return levels.epsilon * root


def _unit(numbers: list[Fraction]) -> Fraction:
    """The largest rational of which all are multiples."""
    if not numbers:
        return Fraction(0)
    below = lcm(*(x.denominator for x in numbers))
    return Fraction(gcd(*(int(x * below) for x in numbers)), below)


def _of_conditions(conditions: Conditions) -> ExactLimits:
    if conditions.has_orders:
        raise NotPosed("a Renyi budget has a continuum of extreme directions")
    if not conditions.is_exact:
        raise NotPosed("the levels of the conditions are irrational")
    hard: list[Form] = []
    soft: list[Budget] = []
    for one in conditions.listed:
        sides = list(zip(one.left, one.right, strict=True))
        levels = [g for _, (g, _) in one.levels]
        forms = tabulated(lambda g, side: GammaPower(side[0] - g * side[1]), levels, sides)
        if one.most[0]:
            soft.append(Budget(forms, tuple(c for c, _ in one.levels), one.most[0]))
        else:
            hard += forms
    return ExactLimits(conditions.truths, tuple(hard), tuple(soft))
