"""The least worst variance on [-1, 1] for epsilon up to 1.393, and where its two forms hold.

FIRST  = (gamma + 1)/2 ln((gamma + 2)/gamma) - (gamma - 1) >= 0:      B coth(1/B) - 1,
SECOND = (gamma + 1) ln((gamma + 2)/gamma) - (gamma - 2) >= 0 >= FIRST:
         (2 - gamma + gamma (gamma + 2) c)/(gamma - 1),    1/c = 1 - FIRST.
"""

from __future__ import annotations

import sympy as sp

from ..claims import Section, as_statement, states
from ..goals import Goal, falling, holds, identity, reals, sentence, together
from . import numbers_shares, numbers_table
from .numbers_model import MIDDLE, MIDDLE_C, SMALL, B, gamma, r
from .numbers_shares import Q
from .numbers_table import SMALL_RANGE

section = Section("found")


def _log_is_at_least() -> list[Goal]:
    """ln((1 + z)/(1 - z)) >= 2z; so ln((gamma + 2)/gamma) >= 2/(gamma + 1), z = 1/(gamma + 1)."""
    z = reals("z")
    above = sp.log(1 + z) - sp.log(1 - z) - 2 * z
    one = 1 / (gamma + 1)
    return [
        falling(above, z, z > 0, z < 1, rises=True),
        identity((1 + one) / (1 - one), (gamma + 2) / gamma, gamma > 0),
    ]


@section("numbers/ranges/small")
def small_range():
    """FIRST >= 0 says coth(1/B) >= gamma + 1: it is so up to epsilon = 0.712."""
    return sentence("range_of_the_small_form")


@section("numbers/ranges/middle")
def middle_range():
    """SECOND >= 0 >= FIRST says gamma >= 2, 1 >= c >= 1/(gamma + 1), (gamma + 2) c >= 2."""
    return sentence("range_of_the_middle_form")


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
