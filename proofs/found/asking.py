"""Questions with two answers about many truths, at one level g."""

from __future__ import annotations

import sympy as sp

from ..claims import Section, states
from ..goals import holds, identity, integers, reals, sentence

section = Section("found")

g, h, p, e = reals("g h p e")
k, s = integers("k s")

YES, NO = g / (g - 1), -1 / (g - 1)
MANY_YES, MANY_NO = g * p + 1 - p, p + g * (1 - p)


@section("question/two-reports")
def two_reports():
    """A table of two reports is a question, and two reports that tell nothing."""
    low, high = reals("l u")
    below = (g * low - high) / (g - 1)
    above = (g * (1 - high) - (1 - low)) / (g - 1)
    spread = (high - low) * (1 + g) / (g - 1)
    known = (g > 1, low >= 0, high >= low, high <= 1, high <= g * low, 1 - low <= g * (1 - high))
    return states(
        sentence("best_two_reports"),
        holds(sp.And(below >= 0, above >= 0, spread >= 0), *known),
        identity(below + spread + above, sp.Integer(1), g > 1),
        identity(below + spread / (1 + g), low, g > 1, label="the least entry"),
        identity(below + spread * g / (1 + g), high, g > 1, label="the largest entry"),
        scope="every k, g > 1; every convex use",
    )


def fitted(one, other):
    """The price of a group whose two questions cost these."""
    return (g * one - other) / (g**2 - 1)


@section("question/group")
def group():
    """Prices of the group and of the rest, and what they prove about the second moment."""
    slope = fitted(MANY_YES * YES, MANY_NO * NO)
    constant = fitted(MANY_YES * YES**2, MANY_NO * NO**2)
    rest = fitted(MANY_NO * NO**2, MANY_YES * YES**2)
    own = p * e**2 - 2 * slope * e + constant
    others = (1 - p) * e**2 - 2 * fitted(MANY_NO * NO, MANY_YES * YES) * e + rest
    known = (g > 1, p > 0, p < 1)
    return states(
        sentence("group_variance"),
        identity(g * own + others, MANY_YES * (e - YES) ** 2, *known),
        identity(own + g * others, MANY_NO * (e - NO) ** 2, *known),
        identity(2 * slope - constant - rest, p + g / (g - 1) ** 2, *known, label="the bound"),
        holds(sp.And(MANY_YES > 0, MANY_NO > 0), *known),
        sentence("question_variance"),
        identity((g * YES + NO) / (1 + g), sp.Integer(1), g > 1, label="of a member"),
        identity((YES + g * NO) / (1 + g), sp.Integer(0), g > 1, label="of another"),
        identity((YES**2 + g * NO**2) / (1 + g), g / (g - 1) ** 2, g > 1, label="variance"),
        scope="every k, every table, every share of the group between 0 and 1, g > 1",
    )


@section("question/from-response")
def from_response():
    """The chances of a yes after each report; both must be probabilities."""
    size = g + k - 1
    outside = (g - 1 - (h - 1) * s) / ((1 + h) * (g - 1))
    inside = outside + (h - 1) * size / ((1 + h) * (g - 1))
    total = s * inside + (k - s) * outside
    known = (g > 1, h >= 1, k >= 2, s >= 1, s <= k - 1)
    return states(
        sentence("question_from_response"),
        holds(sp.Equivalent(outside >= 0, (h - 1) * s <= g - 1), *known),
        holds(sp.Equivalent(inside <= 1, (h - 1) * (k - s) <= g - 1), *known),
        identity((total + (g - 1) * inside) / size, h / (1 + h), *known, label="a member"),
        identity((total + (g - 1) * outside) / size, 1 / (1 + h), *known, label="another"),
        scope="every k and every set, g > 1, h >= 1",
    )
