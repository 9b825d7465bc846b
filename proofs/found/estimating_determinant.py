"""Estimating all shares, by the determinant of the information: where k-ary response is best.

A report with the high entries S adds nothing where sum_j c_j^2 w_j <= (sum_j c_j)(1 + (g - 1)
q(S)), with the c_j and w_j of `estimating_shares`: by Kiefer and Wolfowitz (1960) the determinant
is largest where none does, and there only, which is a theorem of Coq. The two rarest truths decide.
"""

from __future__ import annotations

from ..claims import Section, states
from ..goals import holds, identity, integers, reals, sentence
from .estimating_shares import INSIDE, OUTSIDE, SIZE

section = Section("found")

g, q = reals("g q")
k, s = integers("k s")

MASS = 1 + (g - 1) * q
HIGH_WEIGHT = s + (g - 1) * q
LOW_WEIGHT = k - s + (g - 1) * (1 - q)
GAP = (s * INSIDE + (k - s) * OUTSIDE) * MASS - INSIDE**2 * HIGH_WEIGHT - OUTSIDE**2 * LOW_WEIGHT
KNOWN = (g > 1, k >= 2, s >= 1, s <= k, q >= 0, q <= 1)


@section("determinant/condition")
def condition():
    """The gap of a set of s truths with the share q, of two as the theorem has it."""
    linear = (s - 1) * ((g**2 - 1) * q - (k - 1 - s)) / SIZE
    return states(
        sentence("determinant_by_rarest"),
        sentence("largest_determinant_by_rarest"),
        sentence("response_has_largest_determinant"),
        identity(INSIDE * HIGH_WEIGHT + OUTSIDE * LOW_WEIGHT, MASS, *KNOWN, label="weights"),
        identity(GAP, linear, *KNOWN, label="the gap"),
        scope="every k, all shares, g > 1, every number of reports",
    )


@section("determinant/three")
def three_truths():
    """The gap of the two rarest is (g^2 - 1) q / (g + 2), never negative."""
    two = GAP.subs({k: 3, s: 2})
    box = (g > 1, q >= 0, q <= 1)
    return states(
        sentence("response_is_d_optimal_for_three"),
        identity(two, (g**2 - 1) * q / (g + 2), *box),
        holds(two >= 0, *box),
        scope="three truths, all shares, all g > 1",
    )


@section("determinant/equal")
def equal_shares():
    """Equal shares: the same sign as for the sum of variances."""
    return states(
        sentence("determinant_at_equal_shares"),
        identity(
            GAP.subs(q, s / k),
            (s - 1) * (g**2 * s - (k - 1) * (k - s)) / (k * SIZE),
            g > 1,
            k >= 2,
            label="of s high entries",
        ),
        scope="every k, g > 1, equal shares",
    )


@section("determinant/subset")
def best_subset():
    """The determinant of the best tables, and that no other table has as large a one."""
    return states(
        sentence("best_size_between_breakpoints"),
        sentence("best_tables_by_determinant"),
        scope="every k >= 2, every g > 1, every number of reports",
    )
