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

import sympy as sp

from ..claims import Section
from ..goals import holds, identity, reals, sentence
from .numbers_model import (
    LENGTHS,
    SQUARE,
    gamma,
    number,
    r,
    w,
)

section = Section("found")

SMALL_RANGE = (gamma > 1, r > 1)


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
    return sentence("cuts_have_a_law")


@section("numbers/cut/unbiased")
def unbiased():
    """Within c the mean is x, cuts outside c add nothing to it; as x passes them it grows as x.

    Negative numbers are the mirror image: -x, -s, and the numbers of the reports negated.
    """
    return sentence("cut_is_unbiased")


@section("numbers/cut/variance")
def variance():
    """The same for all |x| <= c; at most that outside c as long as hi >= 2."""
    return sentence("variance_of_the_cut")
