"""A random shift that is part of the report, instead of rounding: what it adds to the variance."""

from __future__ import annotations

import sympy as sp

from ..claims import Section, states
from ..goals import argued, fold, holds, identity, reals

section = Section("found")

t, N, f, n, s, squares, z, h = reals("t N f n s S z h")
COUNTED = (N >= 1, n >= 0)
HALF = sp.Rational(1, 2)
MOVE = (n + HALF) / N - HALF
"""What the shift n adds to the report, in steps."""

WHOLE = N * t - f
"""The shifts that are sure to go up; the next one does so with probability f."""

MOVED = n**2 / (2 * N**2) - n / (2 * N)
MOVED_SQUARE = (n**3 / 3 - n / 12) / N**3 - n**2 / (2 * N**2) + n / (4 * N)
"""Sums of MOVE / N and of MOVE^2 / N over the first n shifts."""


def covariance() -> sp.Expr:
    """Of going up and of the shift."""
    return MOVED.subs(n, WHOLE) + f * MOVE.subs(n, WHOLE) / N


@section("numbers/shift")
def shift():
    """Going up has the mean t, the shift the mean 0, so that the report has the mean z."""
    return states(
        identity(WHOLE / N + f / N, t, N >= 1),
        fold({n: (0, n + 1), s: (0, s + MOVE / N)}, sp.Eq(s, MOVED), N >= 1, n >= 0),
        identity(MOVED.subs(n, N), sp.Integer(0), N >= 1),
        identity((1 - t) * (z - t * h) + t * (z - t * h + h), z, N >= 1),
    )


@section("numbers/shift/variance")
def shift_variance():
    """Var u + Var n/N + 2 Cov(u, n/N) is at most 1/12 + 1/(6 N^2)."""
    total = t * (1 - t) + MOVED_SQUARE.subs(n, N) + 2 * covariance()
    said = sp.Rational(1, 12) - 1 / (12 * N**2) + f * (1 - f) / N**2
    return states(
        fold(
            {n: (0, n + 1), squares: (0, squares + MOVE**2 / N)},
            sp.Eq(squares, MOVED_SQUARE),
            N >= 1,
            n >= 0,
        ),
        identity(total, said, N >= 1),
        holds(said <= sp.Rational(1, 12) + 1 / (6 * N**2), N >= 1, f >= 0, f <= 1),
        identity(
            (sp.Rational(1, 12) + 1 / (6 * N**2)).subs(N, 1), sp.Rational(1, 4), label="rounding"
        ),
    )


@section("numbers/density")
def density():
    """A mechanism averaged over shares of a density is a table, as private as it is."""
    mean, low, high, other, g = reals("m p q o g")
    inside = (low >= 0, high >= 0, other >= 0, g >= 1, t >= 0, t <= 1)
    mixed = [sp.Eq(mean, (1 - t) * low + t * high)]
    return argued(
        "an average of columns that are each at most gamma times another column is at most gamma "
        "times it; means and second moments are linear in the columns, and the weights f H_j add "
        "up to f because H_j + H_j+1 = 1 between two neighbours",
        identity((1 - t) + t, sp.Integer(1), t >= 0, label="H"),
        holds(mean <= g * other, *inside, *mixed, low <= g * other, high <= g * other, degree=3),
        holds(other <= g * mean, *inside, *mixed, other <= g * low, other <= g * high, degree=3),
    )
