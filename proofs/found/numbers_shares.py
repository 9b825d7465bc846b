"""What no private mechanism on [-1, 1] can do: a prior with a density, and its prices.

A share q of x, with p and y, charges a report of number v and likelihood l the integral of
f_x(v) l_x, f_x(v) = q v^2 - 2 p v + y. Here, in coordinates w from lo to hi,

    q dx = 2 B lo hi w / (w^2 + a^2)^2 dw,    p = x q,    y = -a^2 q,    Q = B c / rho in all,

and at 1 the weights q_1 = (1 - Q)/2, p_1 = (B rho - c Q)/2, y_1 = a^2 (1 + Q)/2; at -1 the same
with -p_1. They cover every row for every lo < hi with Q <= 1 and (gamma - 1) Q <= 1.
"""

from __future__ import annotations

from typing import Any

from ..claims import Section, states
from ..goals import argued, holds, identity, reals, sentence
from .numbers_model import (
    LENGTHS,
    RHO,
    SQUARE,
    B,
    C,
    gamma,
    hi,
    lo,
    number,
    v,
    w,
)

section = Section("found")

Q = B * C / RHO
END_SHARE = (1 - Q) / 2
END_SLOPE = (B * RHO - C * Q) / 2
END_CONSTANT = SQUARE * (1 + Q) / 2
COVERED = (*LENGTHS, Q <= 1, (gamma - 1) * Q <= 1)


def at_end(sign: int) -> Any:
    """f at 1 or at -1."""
    return END_SHARE * v**2 - sign * 2 * END_SLOPE * v + END_CONSTANT


@section("numbers/prices/duality")
def duality():
    """What a report is charged is never negative, so that the sum of all charges is not."""
    f, row, least, log = reals("f l m L")
    moment, numbers, whole = reals("S_2 S_1 S_0")
    in_row = (row >= least, row <= gamma * least, least > 0, gamma > 1)
    return argued(
        "charges are integrals over x, linear in the likelihoods l_x >= 0 of a report, which lie "
        "between their infimum m and gamma m; the sum (or integral) over the reports of v^2 l_x, "
        "v l_x and l_x is the second moment, x and 1, whatever the order of summation",
        holds(f * row >= f * least, *in_row, f >= 0),
        holds(f * row >= gamma * f * least, *in_row, f <= 0),
        identity(
            moment - 2 * numbers + whole - log, (moment - log) - (2 * numbers - whole), label="sum"
        ),
    )


@section("numbers/prices/signs")
def signs():
    """f_x(v) < 0 for v between -a^2/w and w; at 1 it is negative on [lo, hi], at -1 positive."""
    one = at_end(1)
    return [
        identity(v**2 - 2 * number(w) * v - SQUARE, (v - w) * (v + SQUARE / w), *LENGTHS, w > 0),
        identity(one.subs(v, hi), hi * RHO * (1 - B), *LENGTHS),
        identity(one.subs(v, lo), lo * (RHO * (1 - B) + 2 * C * Q), *LENGTHS),
        holds(RHO * (1 - B) < 0, *LENGTHS),
        holds(RHO * (1 - B) + 2 * C * Q <= 0, *COVERED),
        holds(at_end(-1) >= 0, *COVERED, v >= 0),
        identity(at_end(-1), one.subs(v, -v), *LENGTHS),
    ]


@section("numbers/prices/coverage")
def coverage():
    """The least charge of a report of number v >= 0; of -v it is the same by the mirror image."""
    return states(
        sentence("prices_cover_every_report"),
        scope="Q <= 1 and (gamma - 1) Q <= 1, as where the two forms hold",
    )


@section("numbers/prices/value")
def value():
    """Twice the integral of x p, less those of y and of x^2 q. The shares add up to one."""
    return sentence("prices_are_worth")
