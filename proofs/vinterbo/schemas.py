"""Argued that several statements share: the steps from n - 1 bits to n, and linearity."""

from __future__ import annotations

from typing import Any

import sympy as sp

from ..goals import Goal, by, check, crosscheck, fold, holds, identity, reals
from . import model as of
from .model import CHANCE, INVERTIBLE, a, b, d, n

LENGTHS = range(5)
FIRST = (n >= 1, d >= 0, d <= n - 1)
x, y, u, v = reals("x y u v")


def lengths() -> list[int]:
    """n = 0, ..., 4, symbolic in the entries."""
    return list(LENGTHS)


def entries() -> Goal:
    """C_(a,b)(n) has the entry a^(n-d) b^d at distance d."""
    return by(
        "bits-entry",
        identity(a * (a ** (n - 1 - d) * b**d), a ** (n - d) * b**d, *FIRST),
        identity(b * (a ** (n - 1 - d) * b**d), a ** (n - (d + 1)) * b ** (d + 1), *FIRST),
        a=a,
        b=b,
        n=n,
    )


def sums() -> Goal:
    """A product of sums is the double sum of the products, so (A (x) B)(C (x) D) = AC (x) BD."""
    return by(
        "kronecker-product",
        identity((x + u) * y, x * y + u * y),
        identity(x * (y + v), x * y + x * v),
        A="A",
        B="B",
        C="C",
        D="D",
    )


def unit() -> Goal:
    """C_a C_(a/(2a-1)) = 1 for two by two."""
    left, right = (sp.Matrix(of.bisymmetric(p, 1 - p)) for p in (a, of.inverse_parameter(a)))
    return identity(left * right, sp.eye(2), *INVERTIBLE)


def inverse() -> Goal:
    """C_a(n) C_(a/(2a-1))(n) = 1 for every n."""
    return by("bits-inverse", unit(), sums(), a=a, n=n)


def additive() -> Goal:
    """Means and covariances of independent histograms add up; 1_i 1_j = 0 for i != j."""
    ex, ey, fx, fy, exx, eyy = reals("EX_i EY_i EX_j EY_j EX_iX_j EY_iY_j")
    product = exx + ex * fy + ey * fx + eyy
    p, q = reals("p_i p_j")
    return by(
        "covariance-of-independent-sum",
        identity(product - (ex + ey) * (fx + fy), (exx - ex * fx) + (eyy - ey * fy)),
        identity(p - p * p, p * (1 - p)),
        identity(0 - p * q, -p * q),
        v="the histograms",
        p="pi",
    )


def grows() -> Goal:
    """q >= 1 implies q^n >= 1."""
    q, power = reals("q power")
    return fold({power: (1, q * power)}, power >= 1, fixed=[q >= 1])


def monotone() -> Goal:
    """x >= y >= 0 implies x^n >= y^n."""
    q, power, r, other = reals("q power r other")
    return fold(
        {power: (1, q * power), other: (1, r * other)},
        sp.And(power >= other, other >= 0),
        fixed=[q >= r, r >= 0],
    )


def at_least_one() -> Goal:
    """(a^2 + (1-a)^2) / (2a-1)^2 >= 1 for a in [0, 1]."""
    return holds(of.base(a) >= 1, *CHANCE, *INVERTIBLE)


def symbolic(predicate: Any, label: str, false: Any = (), least: int = 0) -> Goal:
    """One check for each n <= 4 with symbols for entries."""
    return crosscheck(
        lambda: [k for k in LENGTHS if k >= least],
        predicate,
        f"{label}, n <= 4",
        false=false,
        names="",
    )


def logarithm() -> Goal:
    """log t <= t - 1, with equality at 1 only."""
    t = reals("t")
    gap = t - 1 - sp.log(t)
    return by(
        "log-tangent",
        identity(sp.diff(gap, t), (t - 1) / t, t > 0),
        holds((t - 1) / t < 0, t > 0, t < 1),
        holds((t - 1) / t > 0, t > 1),
        check(lambda: gap.subs(t, 1) == 0, "0 at t = 1"),
        t=t,
    )


def likelihood() -> Goal:
    """X / m maximises sum X_i log p_i over all distributions."""
    p, k, size, total = reals("p_i X_i m P")
    return by(
        "gibbs",
        logarithm(),
        identity(k * (p * size / k - 1), size * p - k, k > 0, size >= 1),
        holds(size * total - size <= 0, size >= 1, total >= 0, total <= 1),
        p="pi",
        q="X / m",
    )
