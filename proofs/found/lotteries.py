"""A delta at known shares: the truth with the chance delta, beside a table that needs none."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ..claims import Section, states
from ..goals import check, identity, integers, reals, sentence

section = Section("found")

g, delta = reals("g delta")
k, d = integers("k d")


@section("shares/lottery")
def lottery():
    """The bound for every table; the truth with the chance delta, else balanced blocks, reach it.

    The estimate of a share is 1 / k and a multiple of k times the entry of the report over the sum
    of its entries, less one: `own` of the truths of a block, `other` of the rest. A contrast of
    squared length 1 takes from balanced blocks what d (k - d) of k (k - 1) pairs have apart.
    """
    wide = d * g + k - d
    worth = k * d * (k - d) * (g - 1) ** 2 / wide**2
    total = (1 - delta) * worth + delta * k * (k - 1)
    step = (k - 1) / total
    own, other = k * g / wide - 1, k / wide - 1
    both = d * (d - 1) / (k - 1)
    within = d * g / wide
    beside = (g * both + d - both) / wide
    known = (g > 1, delta >= 0, delta <= 1, d >= 1, d <= k - 1, total > 0)
    hit = (1 - delta) * (own * within + other * (1 - within)) + delta * (k - 1)
    miss = (1 - delta) * (own * beside + other * (1 - beside)) - delta
    spent = (1 - delta) * (d * own**2 + (k - d) * other**2) + delta * k * (k - 1)
    apart = (own - other) ** 2 * d * (k - d) / (k * (k - 1))
    return states(
        sentence("best_size_between_breakpoints"),
        sentence("lottery_bound"),
        sentence("lottery_largest_bound"),
        sentence("lottery_worst_bound"),
        sentence("lottery_determinant_bound"),
        identity(step * hit, 1 - 1 / k, *known, label="the truth itself"),
        identity(step * miss, -1 / k, *known, label="another truth"),
        identity(step**2 * spent, (k - 1) ** 2 / total, *known, label="the sum of variances"),
        identity(
            step**2 * ((1 - delta) * apart + delta * k),
            (k - 1) / total,
            *known,
            label="a contrast",
        ),
        identity(
            (k - 1) / total * (worth * (1 - delta) / (k - 1) + delta * k),
            sp.Integer(1),
            *known,
            label="what a contrast is told",
        ),
        scope="every k >= 2, every g > 1, 0 <= delta <= 1, every number of reports",
    )


SHARES = (Fraction(3, 5), Fraction(1, 5), Fraction(1, 5))
LEVEL = 2
DELTA = Fraction(1, 3)
RESPONSE = ((2, 1, 1), (1, 2, 1), (1, 1, 2))
COMMONEST = ((2, 1, 1), (1, 2, 2))


@section("shares/lottery/unequal")
def unequal():
    """Beside the truth the question for the commonest truth is better than k-ary response."""

    def beside(shown: Fraction) -> bool:
        response, question = (with_truth(rows) for rows in (RESPONSE, COMMONEST))
        found = (sum_of_variances(response), sum_of_variances(question))
        return found == (Fraction(492, 325), shown)

    return check(
        lambda: beside(Fraction(633, 425)),
        "both tables are two thirds of a 2-private one and a third of the truth; their sums of "
        "variances are 492/325 and 633/425",
        false=lambda: beside(Fraction(634, 425)),
    )


def with_truth(rows: tuple[tuple[int, ...], ...]) -> list[list[Fraction]]:
    """Reports of these likelihoods, within the level, and one of each truth for the delta."""
    if any(max(row) > LEVEL * min(row) for row in rows):
        raise ValueError("a row is not within the level")
    whole = sum(row[0] for row in rows)
    truth = [[DELTA * (i == j) for j in range(3)] for i in range(3)]
    return truth + [[(1 - DELTA) * Fraction(entry, whole) for entry in row] for row in rows]


def sum_of_variances(table: list[list[Fraction]]) -> Fraction:
    """Of the best unbiased estimates of the shares; ValueError where a column is not a law."""
    if any(sum(column) != 1 for column in zip(*table, strict=True)):
        raise ValueError("a column does not add up to one")
    chances = [sum(q * entry for q, entry in zip(SHARES, row, strict=True)) for row in table]
    information = sp.zeros(3)
    for row, chance in zip(table, chances, strict=True):
        likely = sp.Matrix([sp.Rational(entry) for entry in row])
        information += likely * likely.T / sp.Rational(chance)
    found = sp.trace(information.inv()) - sum(sp.Rational(q) ** 2 for q in SHARES)
    return Fraction(int(found.p), int(found.q))
