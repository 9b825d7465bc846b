"""The random cut: a mechanism on all numbers in [-1, 1] without a grid.

A cut is drawn that nobody hides, then one randomized response:

* with density (gamma + 1) / (2 (gamma - 1) w) at a coordinate w in [lo, hi], and with density
  (gamma + 1) / ((gamma - 1)(lo + hi)) at a cut s with c < |s| < e, two answers, "above the cut" or
  "below": the true one with probability gamma / (gamma + 1). Their numbers are w and -a^2/w; hi
  and -lo for s > c; lo and -hi for s < -c;
* with density (gamma + 2) / ((gamma - 1) hi) at a cut s in (e, 1), three answers, "above s",
  "below -s" or "between": the true one with probability gamma / (gamma + 2). Numbers hi, -hi, 0.

Small epsilon: lo = r - 1, hi = r + 1, so that c = e = 1. Middle: lo = gamma c, hi = (gamma + 2) c
and 1 - e = (1 - c)^2 / lo.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from ..claims import Section, states
from ..goals import Goal, holds, identity, reals
from .numbers_model import (
    LENGTHS,
    MIDDLE,
    MIDDLE_C,
    MIDDLE_LOG,
    RHO,
    SMALL,
    SQUARE,
    B,
    C,
    area,
    areas,
    gamma,
    hi,
    lo,
    number,
    r,
    v,
    w,
    x,
)

section = Section("found")

e = reals("e")
HALF = 1 / (2 * (gamma - 1))
SIDE = 1 / ((gamma - 1) * (lo + hi))
THREE = 1 / ((gamma - 1) * hi)
INNER = (*LENGTHS, v >= lo, v <= hi)
SMALL_RANGE = (gamma > 1, r > 1)
MIDDLE_RANGE = (gamma >= 2, MIDDLE_C > 0, MIDDLE_C <= 1, (gamma + 1) * MIDDLE_C >= 1)
MIDDLE_E = 1 - (1 - MIDDLE_C) ** 2 / (gamma * MIDDLE_C)

VALUE_SMALL = B * r - 1
VALUE_MIDDLE = (2 - gamma + gamma * (gamma + 2) * MIDDLE_C) / (gamma - 1)


def middle(expression: Any) -> Any:
    """In the middle form."""
    return sp.sympify(expression).subs(MIDDLE, simultaneous=True).subs(e, MIDDLE_E)


def small(expression: Any) -> Any:
    """In the form for small epsilon, where nothing lies outside c."""
    return sp.sympify(expression).subs(SMALL, simultaneous=True).subs(e, 1)


def inner_mean() -> tuple[Goal, Any]:
    """Of the reports on the number of coordinate v by cuts with |s| < c: below it, then above."""
    below = area(HALF * (gamma * w + SQUARE / w), HALF * (gamma - SQUARE / w**2), lo, v)
    above = area(HALF * (w + gamma * SQUARE / w), HALF * (1 - gamma * SQUARE / w**2), v, hi)
    return areas(below, above)


def inner_square() -> tuple[Goal, Any]:
    """Second moment by cuts with |s| < c."""
    fourth = SQUARE**2
    below = area(
        HALF * (gamma * w**2 - fourth / w**2) / 2, HALF * (gamma * w + fourth / w**3), lo, v
    )
    above = area(
        HALF * (w**2 - gamma * fourth / w**2) / 2, HALF * (w + gamma * fourth / w**3), v, hi
    )
    return areas(below, above)


def inner_moment() -> Any:
    """Second moment of the reports on a number with |x| <= c, by all cuts."""
    outer = 2 * SIDE * (hi**2 + gamma * lo**2) * (e - C) + 2 * THREE * hi**2 * (1 - e)
    return inner_square()[1] + outer


@section("numbers/cut/privacy")
def privacy():
    """Given the cut a report is one answer of a randomized response over 2 or 3 answers."""
    answers = reals("k")
    truth, other = gamma / (gamma + answers - 1), 1 / (gamma + answers - 1)
    known = (gamma > 1, answers >= 2)
    return [
        identity(truth + (answers - 1) * other, sp.Integer(1), *known),
        identity(truth, gamma * other, *known),
        holds(other > 0, *known),
        identity(-SQUARE / w, number(w) - (w - number(w)), *LENGTHS, w > 0),
    ]


@section("numbers/cut/chance")
def chance():
    """The densities of the cuts add up to one. ln((r+1)/(r-1)) = 2/B says r = coth(1/B)."""
    log = reals("L")
    inner, _ = area((gamma + 1) * HALF * sp.log(w), (gamma + 1) * HALF / w, lo, hi)
    whole = B / 2 * log + 2 * (gamma + 1) * SIDE * (e - C) + (gamma + 2) * THREE * (1 - e)
    doubled = reals("E")
    return states(
        inner,
        identity(small(whole).subs(log, 2 / B), sp.Integer(1), *SMALL_RANGE),
        identity((r + 1) / (r - 1), doubled, doubled > 1, sp.Eq(r, (doubled + 1) / (doubled - 1))),
        identity(middle(whole).subs(log, MIDDLE_LOG), sp.Integer(1), *MIDDLE_RANGE),
        holds(sp.And(MIDDLE_E >= MIDDLE_C, MIDDLE_E <= 1), *MIDDLE_RANGE),
        identity(middle(hi / lo), (gamma + 2) / gamma, *MIDDLE_RANGE),
    )


@section("numbers/cut/unbiased")
def unbiased():
    """Within c the mean is x, cuts outside c add nothing to it; as x passes them it grows as x.

    Negative numbers are the mirror image: -x, -s, and the numbers of the reports negated.
    """
    goal, inner = inner_mean()
    beside = (hi - gamma * lo) + (gamma * lo - hi)
    passed_two = SIDE * ((gamma * hi - lo) - (hi - gamma * lo))
    passed_three = THREE * ((gamma * hi - hi) - (hi - hi))
    return [
        goal,
        identity(inner, number(v), *INNER),
        identity(number(SQUARE / v), -number(v), *INNER),
        identity(number(hi), C, *LENGTHS),
        identity(beside, sp.Integer(0), *LENGTHS),
        identity(passed_two, sp.Integer(1), *LENGTHS),
        identity(passed_three, sp.Integer(1), *LENGTHS),
    ]


@section("numbers/cut/variance")
def variance():
    """The same for all |x| <= c; at most that outside c as long as hi >= 2."""
    goal, _ = inner_square()
    spread = inner_moment() - number(v) ** 2
    any_lengths = spread.subs(e, 1 - (1 - C) ** 2 / lo)
    value = (2 + (gamma + 1) * (RHO - C) * (RHO - 1 + C) / RHO) / (gamma - 1)
    c, t = MIDDLE_C, reals("t")
    by_two = SIDE * ((gamma * hi**2 + lo**2) - (hi**2 + gamma * lo**2))
    by_three = THREE * ((gamma * hi**2 + hi**2) - 2 * hi**2)
    up_to_e = t + c**2 + 2 * c * (x - c)
    from_e = t + 1 - (gamma + 2) * c * (1 - x)
    return states(
        goal,
        identity(any_lengths, value, *INNER),
        identity(C**2 + 2 * C * (1 - C) + lo * (1 - C) ** 2 / lo, sp.Integer(1), *LENGTHS),
        identity(small(spread), VALUE_SMALL, *SMALL_RANGE, v >= r - 1, v <= r + 1),
        identity(middle(spread), VALUE_MIDDLE, *MIDDLE_RANGE, v >= gamma * c, v <= (gamma + 2) * c),
        identity(by_two, hi - lo, *LENGTHS),
        identity(by_three, hi, *LENGTHS),
        identity(up_to_e.subs(x, MIDDLE_E), from_e.subs(x, MIDDLE_E), *MIDDLE_RANGE),
        holds(up_to_e - x**2 <= t, x >= c),
        holds(from_e - x**2 <= t, (gamma + 2) * c >= 2, x <= 1),
        scope="the middle form: outside c the moments grow by hi - lo up to e and by hi after it",
    )
