"""Section 2.4: the Laplace mechanism is private, and the chain of ratios that shows it."""

from __future__ import annotations

from itertools import product
from typing import Any

import sympy as sp

from ..claims import Section, Statement, states
from ..goals import Goal, every, holds, identity, reals, sentence
from .laplace import FINITE, GOOD, D, e, lap
from .sensitivity import sensitivity

section = Section("ziani")
s, x, y, A, B = reals("s x y A B")
DENSITY = "Pr[. = s] is read as a density (a point has probability 0), " + FINITE


CHANGE = (sp.Abs(x - y) <= D,)


FLAT = (sp.Or(sp.Eq(A, s - y), sp.Eq(A, y - s)), s - x <= B, x - s <= B, x - y <= D, y - x <= D)


@section("thm-8")
def thm_8():
    """For Delta f = 0 the parameter of Lap is 0, for the average salary it is infinite."""
    stated = holds(e / D * (sp.Abs(s - y) - sp.Abs(s - x)) <= e, *CHANGE, D >= 0, e > 0)
    return states(stated, assuming=FINITE, under=[sentence("laplace_is_private")])


def _points(label: str) -> Goal:
    """Both point probabilities are zero, so the printed ratio is 0/0."""
    P, Q = reals("P Q")
    return holds(sp.Eq(P / Q, P / Q, evaluate=False), sp.Eq(P, 0), sp.Eq(Q, 0), label=label)


RATIO = "Pr[M(x)=s] / Pr[M(y)=s] is a number"
SHIFTED = "Pr[X=s-f(x)] / Pr[Y=s-f(y)] is a number"


def shifted() -> list[Goal]:
    """P(f(x) + X <= s) = P(X <= s - f(x)); its derivative is the density of X at s - f(x)."""
    return [sentence("densities_of_shifted_noise")]


def density_lines() -> list[Goal]:
    """Line 3: the factors 1/(2b) cancel. Line 4: the powers of e combine."""
    scale = D / e
    ratio = lap(B, scale) / lap(A, scale)
    third = sp.exp(-e / D * B) / sp.exp(-e / D * A)
    return [
        holds(sp.Eq(ratio, third, evaluate=False), *GOOD),
        holds(sp.Eq(third, sp.exp(e / D * (A - B)), evaluate=False), *GOOD),
    ]


def _read(label: str, *under: Goal) -> Statement:
    """A ratio of point probabilities is 0/0; read with densities, `under` proves it."""
    return states(_points(label), assuming=DENSITY, under=under)


@section("thm-8/proof")
def thm_8_proof():
    return _read(RATIO, *shifted(), *density_lines(), sentence("laplace_is_private"))


@section("thm-8/proof/line-1")
def thm_8_line_1():
    """M(x) is f(x) + X by definition; its density is the one of line 2, and not zero."""
    return _read(RATIO, *shifted())


@section("thm-8/proof/line-2")
def thm_8_line_2():
    return _read(SHIFTED, *shifted())


@section("thm-8/proof/line-3")
def thm_8_line_3():
    return _read(SHIFTED, density_lines()[0])


@section("thm-8/proof/line-4")
def thm_8_line_4():
    return states(density_lines()[1], scope=FINITE)


@section("thm-8/proof/triangle")
def triangle():
    """Printed with y in place of s in the second term."""
    fx, fy = reals("fx fy")
    printed = sp.Abs(s - fy) - sp.Abs(y - fx) <= sp.Abs(fy - fx)
    return states(
        holds(printed, also=[s]),
        corrected="|s - f(y)| - |s - f(x)| <= |f(y) - f(x)|",
        right=[holds(A - B <= D, *FLAT)],
    )


@section("thm-8/proof/sensitivity")
def thm_8_sensitivity():
    """An upper bound by definition; exercised on all databases of three bits."""
    bits = list(product((0, 1), repeat=3))
    pairs = [
        (u, v) for u in bits for v in bits if sum(i != j for i, j in zip(u, v, strict=False)) == 1
    ]
    queries = (sum, max, lambda u: u[0] * u[1], lambda u: sp.Rational(sum(u), 3))
    return [
        sentence("change_is_at_most_sensitivity"),
        *(_at_most(q, pairs) for q in queries),
    ]


def _at_most(query: Any, pairs: list) -> Goal:
    return every(
        {"neighbours of three bits": pairs},
        lambda c: abs(query(c[0]) - query(c[1])) <= sensitivity(query, 3),
        "at most the sensitivity",
        false=[lambda c: abs(query(c[0]) - query(c[1])) < sensitivity(query, 3)],
    )


@section("thm-8/proof/conclusion")
def thm_8_conclusion():
    return _read(RATIO, sentence("laplace_is_private"), identity(e / D * D, e, *GOOD))
