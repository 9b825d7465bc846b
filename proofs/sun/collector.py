"""The improved mechanism before a collector who sees every report.

Definition 2.1 is about what an untrusted collector receives. When the whole deck is dealt out, the
reports of all the others determine their cards, hence the last card, hence the last truth: unless
that card shows the middle number, the joint report is impossible under the neighbouring input.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import sympy as sp

from ..goals import Goal, argued, crosscheck, holds, identity
from ..goals.schema import Argued
from .draws import (
    Counts,
    Law,
    card_channel,
    decks,
    distance,
    gap,
    histogram,
    law_with,
    law_without,
    marginal,
    population,
    proportions,
    variance,
)
from .examples import DECK, estimator
from .symbols import BUDGET, SIZE, L, N, g, warner

Inputs = tuple[int, ...]


def worst_ratio(first: Law, second: Law) -> Fraction | float:
    """max P[O | x] / P[O | x'] over the outputs O that x can give.

    >>> worst_ratio({(1,): Fraction(1, 2), (2,): Fraction(1, 2)}, {(1,): Fraction(1)})
    inf
    """
    return max(
        chance / second[told] if told in second else math.inf for told, chance in first.items()
    )


def budget(counts: Counts) -> Fraction | float:
    """max p_(L+1-k) / p_k, with 0/0 = 1 and a/0 infinite: e^epsilon of theorems 5.4 and 5.6."""
    return card_channel(counts).parity()


def middle(counts: Counts) -> Fraction:
    """The proportion of the middle number, 0 when L is even."""
    return proportions(counts)[len(counts) // 2] if len(counts) % 2 else Fraction(0)


def neighbours(size: int) -> list[tuple[Inputs, Inputs]]:
    """Inputs that differ in one respondent, in both directions."""
    return [
        (x, (*x[:i], 1 - x[i], *x[i + 1 :]))
        for x in product((0, 1), repeat=size)
        for i in range(size)
    ]


def complete_decks(most: int, numbers: tuple[int, ...] = (2, 3)) -> list[Counts]:
    """Decks in which every number occurs."""
    return [c for k in numbers for n in range(2, most + 1) for c in decks(n, k) if min(c) > 0]


def full_decks(most: int, numbers: tuple[int, ...] = (2, 3)) -> list[Counts]:
    """Those for which the estimator exists."""
    return [c for c in complete_decks(most, numbers) if gap(c)]


def joint_cases(most: int) -> list[tuple[Counts, Inputs, Inputs]]:
    """A deck and two neighbouring inputs of the whole population."""
    return [(c, x, y) for c in full_decks(most) for x, y in neighbours(sum(c))]


def respects_budget() -> Goal:
    """Definition 2.1 for the reports of all respondents together."""

    def bounded(case: tuple[Counts, Inputs, Inputs]) -> bool:
        counts, x, y = case
        return worst_ratio(law_without(x, counts), law_without(y, counts)) <= budget(counts)

    return crosscheck(
        lambda: joint_cases(4),
        bounded,
        "P[all reports | x] <= e^epsilon P[all reports | x']",
        names=f"{DECK} x x'",
    )


def reveals() -> Goal:
    """The exact joint law: every neighbouring pair is at distance 1 - (middle proportion), for
    every deck with a card that is not the middle one."""

    def infinite(case: tuple[Counts, Inputs, Inputs]) -> bool:
        counts, x, y = case
        first, second = law_without(x, counts), law_without(y, counts)
        return worst_ratio(first, second) == math.inf and distance(first, second) == 1 - middle(
            counts
        )

    every = [c for k in (2, 3) for n in range(1, 5) for c in decks(n, k) if middle(c) < 1]
    return crosscheck(
        lambda: [(c, x, y) for c in every for x, y in neighbours(sum(c))],
        infinite,
        "the joint ratio is infinite, and the total variation is 1 - p_middle",
    )


def determined() -> Argued:
    """General N and L: the one card that is left explains report o under both truths exactly if
    it is the middle one: o = c and L + 1 - o = c together give 2 o = L + 1, and the other way."""
    o, c = sp.symbols("o c")
    return argued(
        "given the input and the reports of the others, their cards are known and one card c is "
        "left; report o needs c = o outside of A and c = L + 1 - o in A; every respondent gets "
        "each card with the chance 1/N, the middle one with p_middle",
        holds(sp.Implies(sp.And(sp.Eq(o, c), sp.Eq(L + 1 - o, c)), sp.Eq(2 * o, L + 1))),
        holds(sp.Implies(sp.And(sp.Eq(2 * c, L + 1), sp.Eq(o, c)), sp.Eq(L + 1 - o, c))),
    )


def shuffled_reveals() -> Goal:
    """Even the counts alone exclude `nobody is in A`."""

    def infinite(counts: Counts) -> bool:
        size = sum(counts)
        nobody, one = (histogram(law_without(population(size, k), counts)) for k in (0, 1))
        return worst_ratio(one, nobody) == math.inf

    return crosscheck(lambda: full_decks(5), infinite, "counts of reports: nobody in A, one in A")


def independent_draws_respect() -> Goal:
    """With replacement the joint reports have the same epsilon as one report."""

    def exactly(case: tuple[Counts, Inputs, Inputs]) -> bool:
        counts, x, y = case
        table = card_channel(counts)
        first, second = law_with(x, table), law_with(y, table)
        return max(worst_ratio(first, second), worst_ratio(second, first)) == table.parity()

    return crosscheck(
        lambda: joint_cases(3), exactly, "all reports with replacement: e^epsilon itself"
    )


def one_report_respects(most: int = 5) -> Goal:
    """One report by itself has the law of one draw, whoever draws first."""

    def exactly(counts: Counts) -> bool:
        size, table = sum(counts), card_channel(counts)
        own = [marginal(law_without(population(size, k), counts), 0) for k in (0, 1)]
        return (
            own == [law_with((k,), table) for k in (0, 1)]
            and max(worst_ratio(*own), worst_ratio(*reversed(own))) == table.parity()
        )

    return crosscheck(
        lambda: complete_decks(most, (2, 3, 4)),
        exactly,
        "one report: the ratio is max p_(L+1-k) / p_k",
    )


def part_of_the_reports() -> Goal:
    """With m of the reports the joint ratio is infinite as soon as m - 1 cards can use up a
    number k, that is m > min p_k N over the numbers that are not the middle one."""

    def as_said(case: tuple[Counts, int]) -> bool:
        counts, seen = case
        rare = min(c for k, c in enumerate(counts, 1) if 2 * k != len(counts) + 1)
        pairs = [(x, y) for x, y in neighbours(sum(counts)) if x[seen:] == y[seen:]]
        laws = [[marginal(law_without(z, counts), *range(seen)) for z in pair] for pair in pairs]
        return (max(worst_ratio(*pair) for pair in laws) == math.inf) == (seen > rare)

    small = [(c, seen) for c in full_decks(4) for seen in range(1, sum(c) + 1)]
    return crosscheck(
        lambda: small, as_said, "infinite exactly if more than min N p_k reports are seen"
    )


def lower_bound() -> list[Argued]:
    """No unbiased estimator from independent epsilon-LDP reports of N given persons has a variance
    below gamma / (N (gamma - 1)^2), whatever the truths; modified Warner attains it."""
    s, u, v, mean, h, x, k, r = sp.symbols("s a b m V chi k r")
    best = warner(g, N)
    return [
        argued(
            "T unbiased, h_i = E[T | X_i]: (1) Var T >= sum Var h_i, from E(T - h_U - h_V + m)^2 "
            ">= 0 for independent blocks; (2) the two means of h_i differ by 1/N; (3) "
            "Cauchy-Schwarz; (4) chi^2 <= gamma + 1/gamma - 2 for a likelihood ratio r of mean one "
            "in [1/gamma, gamma]",
            identity(
                s
                + u
                + v
                + mean**2
                - 2 * u
                - 2 * v
                + 2 * mean**2
                + 2 * mean**2
                - 2 * mean**2
                - 2 * mean**2,
                (s - mean**2) - (u - mean**2) - (v - mean**2),
            ),
            identity((h - 2 * (k / x) * k + (k / x) ** 2 * x), h - k**2 / x, x > 0),
            holds(r**2 <= (g + 1 / g) * r - 1, r >= 1 / g, r <= g, *BUDGET, multiply=True),
            identity((g + 1 / g) - 1 - 1, (g - 1) ** 2 / g, *BUDGET),
            identity(N * (1 / N**2) / ((g - 1) ** 2 / g), best, *BUDGET, *SIZE),
        )
    ]


def chi_square_bounded() -> Goal:
    """The best unbiased estimate of one truth from one report has the variance 1 / chi^2."""

    def bounded(counts: Counts) -> bool:
        outside, inside = card_channel(counts).columns
        gamma = budget(counts)
        most = (gamma - 1) ** 2 / gamma
        return all(
            sum((a - c) ** 2 / c for a, c in zip(one, other, strict=True)) <= most
            for one, other in ((inside, outside), (outside, inside))
        )

    return crosscheck(lambda: full_decks(8, (2, 3, 4)), bounded, "chi^2 <= (gamma - 1)^2 / gamma")


def below_the_bound() -> Goal:
    """Exactly enumerated: improved variances below what any epsilon-LDP reports allow."""

    def below(case: tuple[Counts, int]) -> bool:
        counts, ones = case
        law = law_without(population(sum(counts), ones), counts)
        return variance(law, estimator(counts)) < warner(budget(counts), sum(counts))

    return crosscheck(
        lambda: [((2, 1), 0), ((1, 1, 2), 0), ((2, 0, 4), 0), ((4, 0, 8), 1)],
        below,
        "Var_IC < gamma / (N (gamma - 1)^2)",
    )
