"""Moments of S = sum p_x^2 for a uniformly sampled distribution on K categories.

For the flat Dirichlet distribution E prod p_x^k_x = prod k_x! / (K (K+1) ... (K + sum k_x - 1)),
so E S^j = j! [t^j] (sum_i (2i)!/i! t^i)^K / (K (K+1) ... (K + 2j - 1)).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import factorial

import sympy as sp

from ..goals import Goal, argued, crosscheck, every, identity, reals

K = reals("K")


def rising(length: int) -> sp.Expr:
    """K (K+1) ... (K + length - 1)."""
    return sp.prod([K + i for i in range(length)])


@cache
def moment(j: int) -> sp.Expr:
    """E S^j as a rational function of K.

    >>> moment(1)
    2/(K + 1)
    """
    t = reals("t")
    terms = sum(sp.factorial(2 * i) / sp.factorial(i) * t**i for i in range(1, j + 1))
    total = sum(
        sp.expand(terms**r).coeff(t, j) * sp.prod([K - i for i in range(r)]) / sp.factorial(r)
        for r in range(1, j + 1)
    )
    return sp.factor(sp.factorial(j) * total / rising(2 * j))


MEAN = 2 / (K + 1)
VARIANCE = 4 * (K - 1) / ((K + 1) ** 2 * (K + 2) * (K + 3))


def third() -> sp.Expr:
    """The third central moment."""
    return sp.factor(moment(3) - 3 * moment(2) * MEAN + 2 * MEAN**3)


def fourth() -> sp.Expr:
    """The fourth central moment."""
    return sp.factor(moment(4) - 4 * moment(3) * MEAN + 6 * moment(2) * MEAN**2 - 3 * MEAN**4)


def integral(powers: tuple[int, ...]) -> Fraction:
    """The mean of p_1^k_1 ... p_K^k_K over the simplex, integrated one coordinate at a time.

    With rest r = 1 - p_1 - ... - p_(i-1), the integral of p^k (r-p)^l over [0, r] is a Beta value
    times r^(k+l+1); it is computed here by expanding the power.

    >>> integral((2, 0))
    Fraction(1, 3)
    """
    value, below = Fraction(1), powers[-1]
    for k in reversed(powers[:-1]):
        value *= _beta(k, below)
        below += k + 1
    return value * factorial(len(powers) - 1)


def _beta(k: int, power: int) -> Fraction:
    """The integral of p^k (1-p)^power over [0, 1], term by term."""
    return sum(
        (
            Fraction((-1) ** i * factorial(power), factorial(i) * factorial(power - i))
            / (k + i + 1)
            for i in range(power + 1)
        ),
        Fraction(0),
    )


def squared(size: int, j: int) -> Fraction:
    """E S^j by expanding the power of the sum and integrating every monomial."""
    law: dict[tuple[int, ...], int] = {(0,) * size: 1}
    for _ in range(j):
        more: dict[tuple[int, ...], int] = {}
        for powers, count in law.items():
            for i in range(size):
                key = (*powers[:i], powers[i] + 2, *powers[i + 1 :])
                more[key] = more.get(key, 0) + count
        law = more
    return sum((count * integral(powers) for powers, count in law.items()), Fraction(0))


def monomials() -> Goal:
    """Integration by parts: one more factor p_x multiplies a mean by (k_x + 1) / (K + sum k)."""
    p, k, other, density, low, high, total = reals("p k l density I_k I_next total")
    parts = sp.Eq((k + 1) * low, (k + other + 2) * high, evaluate=False)
    return argued(
        "given the proportions of the other p_y the density of p = p_x is that of p^k (1-p)^l with "
        "l + 2 = K + the other exponents; d/dp of p^(k+1) (1-p)^(l+1) integrates to zero",
        identity(
            (k + 1) * density * (1 - p) - (other + 1) * density * p,
            (k + 1) * density - (k + other + 2) * density * p,
        ),
        identity(
            high,
            (k + 1) * low / (K + total),
            parts,
            sp.Eq(other, K - 2 + total - k),
            K >= 2,
            total >= 0,
        ),
    )


def agrees_at(j: int, size: int) -> Goal:
    """The formula for one K, by exact integration."""
    return every(
        {"K": (size,)},
        lambda k: squared(k, j) == Fraction(*sp.fraction(moment(j).subs(K, k))),
        f"E S^{j} by integration over the simplex, K = {size}",
        false=[lambda k: squared(k, j) == Fraction(1, k**j)],
    )


def agrees(j: int, sizes: tuple[int, ...]) -> Goal:
    """The formula in K against integration."""
    return crosscheck(
        lambda: list(sizes),
        lambda k: squared(k, j) == Fraction(*sp.fraction(moment(j).subs(K, k))),
        f"E S^{j} by integration over the simplex, K = {', '.join(map(str, sizes))}",
        false=[lambda k: squared(k, j) == Fraction(1, k**j)],
    )
