"""The least worst variance on [-1, 1] for epsilon up to 1.393, and where its two forms hold.

FIRST  = (gamma + 1)/2 ln((gamma + 2)/gamma) - (gamma - 1) >= 0:      B coth(1/B) - 1,
SECOND = (gamma + 1) ln((gamma + 2)/gamma) - (gamma - 2) >= 0 >= FIRST:
         (2 - gamma + gamma (gamma + 2) c)/(gamma - 1),    1/c = 1 - FIRST.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy as sp

from ..claims import Section, as_statement, states
from ..goals import Goal, by, falling, holds, identity, reals, together, within
from . import numbers_shares, numbers_table
from .numbers_model import MIDDLE, MIDDLE_C, SMALL, B, gamma, r
from .numbers_shares import Q
from .numbers_table import SMALL_RANGE

section = Section("found")

t, log, doubled = reals("t L E")
LOG = sp.log((gamma + 2) / gamma)


def first(logarithm: Any) -> Any:
    """FIRST with a name for its logarithm."""
    return (gamma + 1) / 2 * logarithm - (gamma - 1)


def second(logarithm: Any) -> Any:
    """SECOND with a name for its logarithm."""
    return (gamma + 1) * logarithm - (gamma - 2)


def _log_is_at_most() -> Goal:
    """ln((gamma + 2)/gamma) <= 2/gamma."""
    ratio = (gamma + 2) / gamma
    return by("log-tangent", identity(ratio - 1, 2 / gamma, gamma >= 1), t=ratio)


def _log_is_at_least() -> list[Goal]:
    """ln((1 + z)/(1 - z)) >= 2z; so ln((gamma + 2)/gamma) >= 2/(gamma + 1), z = 1/(gamma + 1)."""
    z = reals("z")
    above = sp.log(1 + z) - sp.log(1 - z) - 2 * z
    one = 1 / (gamma + 1)
    return [
        falling(above, z, z > 0, z < 1, rises=True),
        identity((1 + one) / (1 - one), (gamma + 2) / gamma, gamma > 0),
    ]


def _falls(function: Callable[[Any], Any], left: str, right: str) -> list[Goal]:
    """It falls in gamma, and changes its sign between these two epsilon."""
    slope = sp.diff(function(LOG), gamma)
    named = sp.diff(function(log), gamma) + sp.diff(function(log), log) * sp.diff(LOG, gamma)
    at = function(LOG).subs(gamma, sp.exp(t))
    before, after = Fraction(left), Fraction(right)
    return [
        _log_is_at_most(),
        identity(slope.subs(LOG, log), named, gamma >= 1),
        by(
            "falling",
            holds(named < 0, gamma >= 1, log <= 2 / gamma),
            f=function(LOG),
            t=gamma,
            given=(gamma >= 1,),
            direction="fall",
        ),
        within(at > 0, [(t, before - Fraction(1, 10**6), before)]),
        within(at < 0, [(t, after, after + Fraction(1, 10**6))]),
    ]


@section("numbers/ranges/small")
def small_range():
    """FIRST >= 0 says coth(1/B) >= gamma + 1: it is so up to epsilon = 0.712."""
    coth = sp.Eq(r, (doubled + 1) / (doubled - 1))
    return [
        *_falls(first, "0.7115", "0.7125"),
        identity(first(log), (gamma + 1) / 2 * (log - 2 / B), gamma > 1),
        holds(
            sp.Equivalent(r >= gamma + 1, gamma * doubled <= gamma + 2),
            gamma > 1,
            doubled > 1,
            coth,
        ),
        by("exponential", identity(B * (2 / B), 2, gamma > 1), x=2 / B, y=LOG),
    ]


@section("numbers/ranges/middle")
def middle_range():
    """SECOND >= 0 >= FIRST says gamma >= 2, 1 >= c >= 1/(gamma + 1), (gamma + 2) c >= 2."""
    c = MIDDLE_C
    known = (gamma > 1, c > 0, sp.Eq(1 / c, 1 - first(log)), log >= 2 / (gamma + 1))
    between = (*known, first(log) <= 0, second(log) >= 0)
    return [
        *_falls(second, "1.3925", "1.3935"),
        *_log_is_at_least(),
        identity(1 - first(log), gamma - (gamma + 1) / 2 * log, gamma > 1),
        holds(gamma >= 2, gamma > 1, first(log) <= 0, log >= 2 / (gamma + 1)),
        holds(1 / c >= 1, *between),
        holds(1 / c <= (gamma + 2) / 2, *between),
        holds((gamma + 1) * c >= 1, gamma >= 2, c > 0, c <= 1, (gamma + 2) * c >= 2),
    ]


@section("numbers/small", limit=120)
def small_epsilon():
    """The prices cover where coth(1/B) >= gamma + 1, and coth(1/B) >= B always."""
    share = Q.subs(SMALL)
    return states(
        *_log_is_at_least(),
        holds(share <= 1, *SMALL_RANGE, r >= B),
        holds((gamma - 1) * share <= 1, *SMALL_RANGE, r >= gamma + 1),
        holds(r >= B, *SMALL_RANGE, 2 / r <= 2 / B),
        _proofs_of(numbers_table.section, numbers_shares.section),
        scope="0 < epsilon, FIRST >= 0 (epsilon up to 0.712)",
    )


@section("numbers/middle", limit=120)
def middle_epsilon():
    """The prices cover for every gamma >= 2; the mechanism is there while (gamma + 2) c >= 2."""
    share = Q.subs(MIDDLE, simultaneous=True)
    return states(
        identity((gamma - 1) * share, sp.Integer(1), gamma > 1, MIDDLE_C > 0),
        holds(share <= 1, gamma >= 2, MIDDLE_C > 0),
        _proofs_of(numbers_table.section, numbers_shares.section),
        scope="SECOND >= 0 >= FIRST (epsilon from 0.712 to 1.393); the bound for all gamma >= 2",
    )


def _proofs_of(*sections: Section) -> Goal:
    """All goals of some sections."""
    claims = [claim for part in sections for claim in part]
    statements = [as_statement(claim.function()) for claim in claims]
    return together(*(goal for statement in statements for goal in statement.goals))
