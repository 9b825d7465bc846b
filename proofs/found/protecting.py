"""Some truths are protected and the others are not: how often a guess can be right.

s truths are protected: a report may be at most g times as likely on one of them as on any other
truth. n truths are harmless and may be told. Told apart, the protected have randomized response
among themselves; told together, they share one report.
"""

from __future__ import annotations

import sympy as sp

from ..claims import Section, states
from ..goals import holds, identity, integers, reals, sentence

section = Section("found")

g, d = reals("g d")
s, n = integers("s n")

APART = (s * g + n * (g - 1)) / (g + s - 1)
TOGETHER = 1 + n * (1 - 1 / g)
KNOWN = (g >= 1, s >= 1, n >= 1)


@section("protected/apart")
def told_apart():
    """Prices (g - n) / (g + s - 1) of protected truths and 1 of the others, and their table."""
    price = (g - n) / (g + s - 1)
    right, wrong, told = g / (g + s - 1), 1 / (g + s - 1), (g - 1) / (g + s - 1)
    return states(
        sentence("guess_of_protected"),
        identity(s * price + n, APART, *KNOWN),
        identity(price + ((s - 1) * price + n) / g, sp.Integer(1), *KNOWN, label="balance"),
        holds(price >= 0, *KNOWN, g >= n),
        identity(s * right + n * told, APART, *KNOWN, label="the table"),
        identity(s * wrong + told, sp.Integer(1), *KNOWN, label="a harmless column"),
        scope="every s and n, g >= n, 0 <= delta <= 1",
    )


@section("protected/together")
def told_together():
    """Prices -t of protected truths and 1 of the others, and zeta of each pair of both kinds."""
    t = (n - g) / (g * s)
    zeta = (1 + t) / n
    return states(
        sentence("guess_of_many_harmless"),
        identity(n - s * t, TOGETHER, *KNOWN, label="truths"),
        identity(
            n - s * t + d * s * n * zeta,
            d * (s + n) + (1 - d) * TOGETHER,
            *KNOWN,
            label="truths and pairs",
        ),
        holds(sp.And(t >= 0, zeta > 0), *KNOWN, g <= n),
        identity(1 / g + (1 - 1 / g), sp.Integer(1), *KNOWN, label="a harmless column"),
        scope="every s and n, 1 <= g <= n, 0 <= delta <= 1",
    )


@section("protected/switch")
def switch():
    """Between m = s reports for the protected and one report the sign of g - n decides."""
    more = APART - TOGETHER
    return states(
        identity(more, (s - 1) * (g - 1) * (g - n) / (g * (g + s - 1)), *KNOWN, label="gain"),
        holds(more >= 0, *KNOWN, g >= n),
        holds(more < 0, g > 1, s >= 2, n >= 1, g < n),
        sentence("told_apart_or_together"),
        sentence("guess_of_protected"),
        identity(APART.subs(n, g), g, g >= 1, s >= 1, label="they meet"),
        sentence("guess_of_many_harmless"),
        identity(TOGETHER.subs(n, g), g, g >= 1, label="at g = n"),
        scope="every s >= 2 and n, g > 1",
    )
