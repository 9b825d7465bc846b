"""The parity bound B(h) = inf over 0 < p < 1 of (1 - p) h(p) / (p (1 - h(p))) by three routes.

| route | how |
|---|---|
| certificate | `rropt.strict`: the exact or enclosed infimum |
| symbolic | sympy: zeros of the derivative on each smooth piece of h, kinks, limits at the ends |
| numeric | scipy: Brent's method in ln(p / (1 - p)), from each low point of a grid |
"""

from __future__ import annotations

from itertools import chain, combinations
from math import inf, lcm
from time import perf_counter
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from rropt.crosscheck.crosschecking import CERTIFICATE, RouteTable, compared
from rropt.crosscheck.found import ENCLOSED, Found, NotPosed, in_sympy, near
from rropt.privacy import (
    BayesFactor,
    BetaFactor,
    CanonicalStrictInformation,
    Criterion,
    LocalDP,
    Rho1Rho2,
    StrictInformation,
)
from rropt.privacy.boundaries import star
from rropt.strict.bound import bound_of
from rropt.strict.evaluate import P
from rropt.strict.expression import boundary_expression

FARTHEST = 60.0
POINTS = 961
"""Of ln(p / (1 - p)): a limit at an end differs from the value there by about e^-60; points 1/8
apart see each dip that is wider."""

FLAT = 1e-12
"""Of the logarithm of the ratio: what falls by less between two points is constant there."""

DIGITS = 60
"""Of an evaluation: 1 - h(p) is e^-60 near the ends."""

BRENT = 1e-6
"""Relative accuracy of a minimum found by Brent's method: 1e-12 where h is smooth or has a kink,
2e-7 where it jumps."""

MOST_DEGREE = 24
"""Of a polynomial whose real roots are isolated: sixty take minutes."""

STEEP = 1e6
"""A logarithm of the ratio that stands for infinity where h(p) = 1: Brent subtracts."""

NEAR_END = sp.Rational(1, 10**30)
"""So near to an end of (0, 1) one smooth piece of h is active."""


def crosscheck_bound(h: Any) -> RouteTable:
    """B(h) by the three routes; every two of them must be able to be right.

    >>> [row.exact for row in crosscheck_bound("Min(1, p + 1/5)").rows]
    ['9/4', '9/4', None]
    """
    expression = boundary_expression(h)
    routes = {CERTIFICATE: _certified, "symbolic": symbolic_bound, "numeric": numeric_bound}
    rows, silent = compared(routes, expression, f"B({expression})", perf_counter())
    return RouteTable(expression, rows, silent)


CHAI_NAYAK: dict[str, Criterion] = {
    "chai-nayak/def-1.1": Rho1Rho2("1/10", "1/2"),
    "chai-nayak/def-1.2": BetaFactor("3/2"),
    "chai-nayak/def-2.1": LocalDP("ln(3)"),
    "chai-nayak/def-2.2": StrictInformation("p/2", "Min(1, 3*p)"),
    "chai-nayak/lem-3.1": CanonicalStrictInformation("Min(1, p + 1/5)"),
    "chai-nayak/eq-3.5": CanonicalStrictInformation("3*p/(1 + 2*p)"),
    "chai-nayak/eq-3.6": BayesFactor(20),
    "a concave boundary": CanonicalStrictInformation("sqrt(p)"),
}
"""Every criterion of the paper, with numbers: it prints one, the Bayes factor 20 that is strong
evidence. The last has a boundary that is no precise one."""


def crosscheck_criterion(criterion: Criterion) -> RouteTable:
    """The demand of a criterion, B of the smaller of its two boundaries, by the three routes.

    >>> [row.exact for row in crosscheck_criterion(BetaFactor("3/2")).rows]
    ['3/2', '3/2', None]
    """
    region = criterion.breach_region()
    return crosscheck_bound(star(region.lower, region.upper))


def _certified(h: sp.Expr) -> Found:
    bound = bound_of(h)
    middle = float(bound.lo) if bound.lo == bound.hi else float(bound.lo + bound.hi) / 2
    exact: str | None
    if bound.is_exact:
        exact = "oo" if bound.lo == inf else str(bound.lo)
    else:
        exact = None if bound.expression is None else str(bound.expression)
    return Found(bound.lo, bound.hi, middle, exact, bound)


def ratio(h: Any, p: Any) -> Any:
    """(1 - p) h / (p (1 - h)).

    >>> ratio(sp.Rational(1, 2), sp.Rational(1, 4))
    3
    """
    return (1 - p) * h / (p * (1 - h))


def numeric_bound(h: sp.Expr) -> Found:
    """From a statement of its own: the function on a grid, and the bottom of each of its dips."""
    from scipy.optimize import minimize_scalar

    if h.has(sp.Eq, sp.Ne):
        raise NotPosed("a grid does not see a single prior")
    function = sp.lambdify(P, h, "mpmath")

    def value(x: float) -> float:
        with mpmath.workdps(DIGITS):
            p = 1 / (1 + mpmath.exp(-mpmath.mpf(x)))
            above = function(p)
            found = ratio(above, p) if above < 1 else mpmath.inf
            return float(mpmath.log(found)) if mpmath.isfinite(found) and found > 0 else inf

    def finite(x: float) -> float:
        return min(value(x), STEEP)

    grid = np.linspace(-FARTHEST, FARTHEST, POINTS)
    heights = np.array([value(x) for x in grid])
    if not np.isfinite(heights).any():
        return Found(inf, inf, inf, None, "no p with h(p) < 1")
    best = float(heights.min())
    for n in range(1, POINTS - 1):
        beside = heights[n - 1], heights[n + 1]
        # A dip: no neighbour is lower, and one is higher by more than rounding.
        if heights[n] <= min(beside) and heights[n] < max(beside) - FLAT:
            ends = (float(grid[n - 1]), float(grid[n + 1]))
            found = minimize_scalar(finite, bounds=ends, method="bounded", options={"xatol": 1e-11})
            best = min(best, float(found.fun))
    return near(float(np.exp(best)), BRENT, "scipy")


def symbolic_bound(h: sp.Expr) -> Found:
    """The least value among the candidates: flat points of each piece, kinks, the two ends.

    Each is a value of the ratio itself, so none is too small; the infimum is among them.
    """
    pieces = smooth_pieces(h)
    places = set(chain.from_iterable(map(_flat_points, pieces)))
    # A minimum or maximum changes its argument only where two pieces meet.
    for one, other in combinations(pieces, 2):
        places |= set(_roots(one - other))
    crossings = (_roots(relation.lhs - relation.rhs) for relation in _relations(h))
    jumps = set(chain.from_iterable(crossings))
    values = [_end(h, pieces, end) for end in (0, 1)]
    for place in places | jumps:
        # Where h jumps the infimum may be a limit from one side, which no value of h reaches.
        sides = [_active(h, pieces, place + step).subs(P, place) for step in (-NEAR_END, NEAR_END)]
        for above in {h.subs(P, place), *sides}:
            # Where h(p) = 1 the ratio is infinite, and no candidate.
            if sp.N(1 - above, ENCLOSED) > 0:
                values.append(ratio(above, place))
    finite = [value for value in values if value.is_finite]
    if not finite:
        return Found(inf, inf, inf, "oo", "every candidate is infinite")
    return _enclosed(min(finite, key=lambda value: sp.N(value, ENCLOSED)))


def _enclosed(value: sp.Expr) -> Found:
    return in_sympy(value if value.is_Rational else sp.radsimp(sp.simplify(value)))


def smooth_pieces(h: sp.Expr) -> list[sp.Expr]:
    """Every choice of the arguments of Min and Max and of the cases of Piecewise.

    >>> smooth_pieces(sp.Min(1, P + sp.Rational(1, 5)))
    [1, p + 1/5]
    """
    kinds = (sp.Min, sp.Max, sp.Piecewise, sp.Abs)
    inner = next((part for part in sp.preorder_traversal(h) if isinstance(part, kinds)), None)
    if inner is None:
        return [h]
    if isinstance(inner, sp.Piecewise):
        choices = [case for case, _ in inner.args]
    elif isinstance(inner, sp.Abs):
        choices = [inner.args[0], -inner.args[0]]
    else:
        choices = list(inner.args)
    found: dict[sp.Expr, None] = {}
    for choice in choices:
        found.update(dict.fromkeys(smooth_pieces(h.xreplace({inner: choice}))))
    return sorted(found, key=sp.default_sort_key)


def _relations(h: sp.Expr) -> list[Any]:
    """Where a Piecewise changes its case."""
    cases = chain.from_iterable(part.args for part in h.atoms(sp.Piecewise))
    found = (condition.atoms(sp.core.relational.Rel) for _, condition in cases)
    return list(chain.from_iterable(found))


def _flat_points(piece: sp.Expr) -> list[sp.Expr]:
    """Where the derivative of the ratio vanishes; nowhere where h = 1 or the ratio is constant."""
    if piece == 1:
        return []
    return _roots(sp.diff(ratio(piece, P), P))


def _roots(expression: sp.Expr) -> list[sp.Expr]:
    """Zeros between 0 and 1 of an algebraic function without nested roots: p = t^n."""
    whole = sp.together(sp.sympify(expression))
    powers = [part.exp for part in whole.atoms(sp.Pow) if part.base == P and part.exp.is_Rational]
    # With n the common denominator of all exponents, powers of p are whole powers of t.
    degree = lcm(*(int(power.q) for power in powers))
    t = sp.Symbol("t", positive=True)
    above, _ = sp.fraction(sp.together(sp.powsimp(whole.subs(P, t**degree))))
    above = sp.expand(above)
    if above == 0 or not above.has(t):
        return []
    if not above.is_polynomial(t):
        raise NotPosed("a piece of h is not algebraic without nested roots")
    found = sp.Poly(above, t)
    if found.degree() > MOST_DEGREE:
        raise NotPosed(f"a polynomial of degree {found.degree()} has roots too slow to isolate")
    if not found.domain.is_QQ and not found.domain.is_ZZ:
        raise NotPosed("a piece of h has irrational coefficients")
    return [root**degree for root in set(sp.real_roots(found)) if 0 < root < 1]


def _end(h: sp.Expr, pieces: list[sp.Expr], end: int) -> sp.Expr:
    """The limit of the ratio at 0 or 1, on the piece that is active near it."""
    place = NEAR_END if end == 0 else 1 - NEAR_END
    active = _active(h, pieces, place)
    # 1 - h is zero on all of this end, so that the ratio is infinite there.
    if active == 1:
        return sp.oo
    return sp.limit(ratio(active, P), P, end, "+" if end == 0 else "-")


def _active(h: sp.Expr, pieces: list[sp.Expr], place: sp.Expr) -> sp.Expr:
    """The piece that h is near a place."""
    value = sp.N(h.subs(P, place), ENCLOSED)
    return min(pieces, key=lambda piece: abs(sp.N(piece.subs(P, place) - value, ENCLOSED)))
