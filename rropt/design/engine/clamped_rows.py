"""Tables that tell the truth with chance delta, of too many truths for staircases.

With a delta a table may tell the truth with chance delta, and else report as a private one does:

    delta 1 + (1 - delta) P.

Of 40 questions of three to five truths, of which staircases are listed, it was the best table for
mutual information; the best of A- and D-optimality gained up to half a percent more by the delta,
that of E-optimality up to twice as much. The prices of the best private table bound every table if
each two truths a and b pay besides for what makes a row private (`cover_clamped` of the checker):
z_ab = u(e_a) - y_a for high entries that are cut, or (y_b + D_b) / g for low ones that are raised,
D_b what u loses by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, permutations
from typing import Any

from rropt.design.engine.repair import ExactTable
from rropt.design.problem import Pair, Problem
from rropt.exact import InputError
from rropt.exact.bounds import short
from rropt.exact.entries import identity, scaled
from rropt.exact.linear_algebra import products
from rropt.patterns.extreme import MOST_TRUTHS_STAIRCASE, Pattern
from rropt.privacy import Criterion

SPARE = Fraction(1, 2**64)
"""Of what truths pay together: their prices are rounded up afterwards, by less."""


def is_clamped(problem: Problem) -> bool:
    """Whether one number has a delta, and staircases are too many."""
    many = problem.truths > MOST_TRUTHS_STAIRCASE
    return many and problem.levels is None and bool(problem.delta)


def without_delta(problem: Problem) -> Problem:
    """The same question about tables of private patterns alone."""
    return replace(problem, privacy=Criterion(problem.gamma, Fraction(0)))


def too_large(problem: Problem) -> InputError:
    """Where pairs are paid as much as the whole variance."""
    return InputError(
        f"delta must be smaller for {problem.objective.label} of {problem.truths} truths: prices "
        f"of more than {MOST_TRUTHS_STAIRCASE} truths prove nothing of it at {problem.delta}"
    )


def refuse_shareless(prior: Sequence[Fraction]) -> None:
    """A report that names a truth without a share has no end of information."""
    if not all(prior):
        raise InputError(
            "prior must give every truth a share where delta is above 0 and truths are more than "
            f"{MOST_TRUTHS_STAIRCASE}: a report of a truth that nobody has costs nothing"
        )


def telling(problem: Problem, table: ExactTable) -> ExactTable:
    """The table that tells the truth with chance delta, and else reports as this one."""
    patterns, weights = with_truths(table.patterns, table.weights, problem.delta)
    return ExactTable(patterns, weights, 0, Fraction(1), patterns, weights, [])


def with_truths(
    patterns: Sequence[Pattern], weights: Sequence[Fraction], delta: Fraction
) -> tuple[list[Pattern], list[Fraction]]:
    """Its patterns and weights.

    >>> one, half = Fraction(1), Fraction(1, 2)
    >>> with_truths([(one, one)], [one], half)[1]
    [Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)]
    """
    told = list(identity(len(patterns[0])))
    if delta == 1:
        return told, [delta] * len(told)
    kept = [(1 - delta) * w for w in weights]
    return [*patterns, *told], kept + [delta] * len(told)


Squares = tuple[Fraction, Sequence[Sequence[Fraction]], Sequence[Fraction]]
"""A factor, vectors v and means q: the utility factor sum (v.r)^2 / (q.r)."""


@dataclass(frozen=True)
class ClampedRows:
    """What a utility has at each truth alone, and loses at most at each for each unit by which its
    entry is raised, if that is known."""

    problem: Problem
    alone: Sequence[Fraction]
    falls: Sequence[Fraction] | None

    @staticmethod
    def of_squares(problem: Problem, squares: Iterable[Squares]) -> ClampedRows | None:
        """Of a sum of them; None where staircases are listed."""
        if not is_clamped(problem):
            return None
        gamma = problem.gamma.hi
        alone = [Fraction(0)] * problem.truths
        falls = [Fraction(0)] * problem.truths
        for factor, vectors, means in squares:
            refuse_shareless(means)
            columns = list(zip(*vectors, strict=True))
            w = [scaled(column, 1 / q) for column, q in zip(columns, means, strict=True)]
            gram = products(w, w)
            for b, q in enumerate(means):
                alone[b] += factor * q * gram[b][b]
                falls[b] += factor * fall_of_squares(b, means, gram, gamma)
        return ClampedRows(problem, alone, falls)

    def covered(
        self, prices: Sequence[Fraction], private: Mapping[str, Any]
    ) -> tuple[dict[str, Any], dict[Pair, Fraction]]:
        """The field `cover` of these prices of truths, and what pairs pay, the cheaper way.

        - private: how prices of truths cover private patterns
        """
        pairs: list[Pair] = list(permutations(range(len(prices)), 2))
        lack = [u - y for u, y in zip(self.alone, prices, strict=True)]
        ways = {"cut": {pair: short(lack[pair[0]]) for pair in pairs if lack[pair[0]] > 0}}
        if self.falls is not None:
            g = self.problem.gamma.hi
            more = SPARE * abs(sum(prices, Fraction(0)))
            lost = [(y + fall) / g + more for y, fall in zip(prices, self.falls, strict=True)]
            ways["raised"] = {pair: short(lost[pair[1]]) for pair in pairs if lost[pair[1]] > 0}
        entries, paid = min(ways.items(), key=lambda way: sum(way[1].values()))
        return {"proof": "clamped", "entries": entries, "private": private}, paid


def fall_of_squares(
    b: int, means: Sequence[Fraction], gram: Sequence[Sequence[Fraction]], gamma: Fraction
) -> Fraction:
    """Of sum (v.r)^2 / (q.r) at truth b, by the products of all w_c = v_c / q_c.

    >>> half = Fraction(1, 2)
    >>> fall_of_squares(0, [half, half], [[4, -4], [-4, 4]], Fraction(3))
    Fraction(4, 1)
    """
    q = means[b]
    others = [c for c in range(len(means)) if c != b]
    seen = [[gram[c][d] - gram[c][b] - gram[d][b] + gram[b][b] for d in others] for c in others]
    beside = [x for i, row in enumerate(seen) for x in row[:i]]
    m = max(beside, default=Fraction(0))
    by_products = []
    for i, c in enumerate(others):
        top = means[c] * max(seen[i][i] - m, Fraction(0))
        by_products += [gamma * (m * t + top) / (gamma * t + q) for t in (means[c], 1 - q)]
    far = sorted(((seen[i][i], means[c]) for i, c in enumerate(others)), reverse=True)
    lower = list(accumulate(gamma * x for _, x in far))
    upper = list(accumulate(gamma * x * size for size, x in far))
    by_sizes = [top / (x + q) for top, x in zip(upper, lower, strict=True)]
    return q * (min(max(by_products), max(by_sizes)) - gram[b][b])
