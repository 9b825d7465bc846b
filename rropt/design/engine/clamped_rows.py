"""Tables that tell the truth with chance delta, of too many truths for a list of patterns.

With a delta a table may tell the truth with chance delta, and else report as a private one does:

    delta 1 + (1 - delta) P.

Of 40 questions of three to five truths, of which staircases are listed, it was the best table for
mutual information; the best of A- and D-optimality gained up to half a percent more by the delta,
that of E-optimality up to twice as much. The prices of the best private table bound every table if
each two truths a and b pay besides for what makes a row private (`cover_clamped` of the checker):
z_ab = u(e_a) - y_a for high entries that are cut, or (y_b + D_b) / g for low ones that are raised,
D_b what u loses by it.

Under a matrix of levels the truth is told with the least of all deltas, and rows are only cut:
pairs pay for what each delta allows, about k times delta of the bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import accumulate, product
from operator import mul
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np

from rropt.design.engine.repair import ExactTable
from rropt.design.problem import Pair, Problem, linear_utility
from rropt.exact import InputError
from rropt.exact.block_form import BlockForm
from rropt.exact.bounds import short
from rropt.exact.entries import identity, scaled, two_valued
from rropt.exact.linear_algebra import products
from rropt.patterns.extreme import MOST_TRUTHS_STAIRCASE
from rropt.patterns.planes import MOST_TRUTHS
from rropt.privacy import Criterion, Privacy
from rropt.privacy.levels import Levels

ENOUGH = Fraction(99, 100)
"""Tangents that are shorter by less gain a ten thousandth of the bound."""

MOST_TRIED = 64
"""Numbers of least entries."""

SPARE = Fraction(1, 2**64)
"""Of what truths pay together: their prices are rounded up afterwards, by less."""


def is_clamped(problem: Problem) -> bool:
    """Whether pairs have a delta, and their patterns are too many for a list."""
    if isinstance(problem.levels, Levels):
        return problem.truths > MOST_TRUTHS and not problem.is_pure
    many = problem.truths > MOST_TRUTHS_STAIRCASE
    return many and problem.levels is None and bool(problem.delta)


def refuse_useless(problem: Problem) -> None:
    """Where private patterns alone tell no truths apart, as variances ask for."""
    if problem.levels is None and problem.gamma.hi == 1:
        raise InputError(
            f"gamma must be above 1 for {problem.objective.label} of more than "
            f"{MOST_TRUTHS_STAIRCASE} truths: without the delta every private table is useless"
        )


Found = TypeVar("Found")
"""An answer."""


class WithoutDelta(NamedTuple):
    """The same question about tables of private patterns alone: of those that are allowed, and of
    those that a bound holds for."""

    tables: Problem
    bounds: Problem

    @staticmethod
    def of(problem: Problem) -> WithoutDelta:
        """One question, but under a matrix whose levels do not follow from each other."""
        if not isinstance(problem.levels, Levels):
            private = replace(problem, privacy=Criterion(problem.gamma, Fraction(0)))
            return WithoutDelta(private, private)
        title = problem.privacy.describe()
        ends = problem.levels.of_cut_rows
        both = [replace(problem, privacy=Privacy.of(levels, title)) for levels in ends]
        return WithoutDelta(*both) if ends[0] != ends[1] else WithoutDelta(both[0], both[0])

    def answered(self, solve: Callable[[Problem], Found]) -> tuple[Found, Found]:
        """Both, one question once."""
        bounds = solve(self.bounds)
        return bounds if self.tables is self.bounds else solve(self.tables), bounds


def chance_of_truth(problem: Problem) -> Fraction:
    """With which everybody may tell the truth: the least delta of all pairs that are bound."""
    if isinstance(problem.levels, Levels):
        return min(problem.levels.deltas[a][b] for a, b in problem.levels.bound_pairs)
    return problem.delta


def largest_delta(problem: Problem) -> Fraction:
    """Of all pairs."""
    return problem.delta if problem.levels is None else max(problem.allowed(()).values())


def too_large(problem: Problem) -> InputError:
    """Where pairs are paid as much as the whole variance."""
    return InputError(
        f"delta must be smaller for {problem.objective.label} of {problem.truths} truths: prices "
        f"of so many truths prove nothing of it at {largest_delta(problem)}"
    )


def refuse_shareless(prior: Sequence[Fraction]) -> None:
    """A report that names a truth without a share has no end of information."""
    if not all(prior):
        raise InputError(
            "prior must give every truth a share where delta is above 0 and truths are so many: a "
            "report of a truth that nobody has costs nothing"
        )


def telling(problem: Problem, table: ExactTable) -> ExactTable:
    """The table that tells the truth with chance delta, and else reports as this one."""
    told = dict.fromkeys(identity(problem.truths), 1)
    weighted = zip(table.patterns, table.weights, strict=True)
    chance = chance_of_truth(problem)
    patterns, weights = map(list, zip(*with_truths(weighted, told, chance), strict=True))
    return ExactTable(patterns, weights, 0, Fraction(1), patterns, weights, [])


Kind = TypeVar("Kind")
"""Of reports: a pattern, a type of patterns, the runs of an orbit."""


def with_truths(
    weighted: Iterable[tuple[Kind, Fraction]], truths: Mapping[Kind, int], delta: Fraction
) -> list[tuple[Kind, Fraction]]:
    """The same reports with chance 1 - delta, else the truth.

    - weighted: kinds of reports with their weights
    - truths: how many truths are told by each kind of report that tells one

    >>> with_truths([("flat", Fraction(1))], {"one": 2}, Fraction(1, 4))
    [('flat', Fraction(3, 4)), ('one', Fraction(1, 2))]
    """
    kept = [(kind, (1 - delta) * weight) for kind, weight in weighted if delta < 1]
    return [*kept, *((kind, delta * number) for kind, number in truths.items() if delta)]


Squares = tuple[Fraction, Sequence[Sequence[Fraction]], Sequence[Fraction]]
"""A factor, vectors v and means q: the utility factor sum (v.r)^2 / (q.r)."""


class Clamped(NamedTuple):
    """Prices of truths and of pairs, how they cover, and what they add up to."""

    prices: Sequence[Fraction]
    pairs: dict[Pair, Fraction]
    cover: Mapping[str, Any]
    paid: Fraction


class Covering(Protocol):
    """How prices cover where no list of patterns says it."""

    def covered(self, prices: Sequence[Fraction], private: Mapping[str, Any]) -> Clamped: ...


EVERY: Mapping[str, Any] = {"proof": "extremes"}
"""Private patterns are looked at."""

LOOKING = ("extremes", "form", "line")
"""Proofs that look at the prices that they are given, whatever these are."""


@dataclass(frozen=True)
class ClampedRows:
    """What a utility has at a truth of each class alone, and loses at most there for each unit by
    which an entry is raised where so many are least, if that is known."""

    problem: Problem
    alone: Sequence[Fraction]
    falls: Callable[[int], Sequence[Fraction]] | None
    sizes: Sequence[int]
    near_falls: Callable[[int], Sequence[float]] | None = None
    """The same in doubles, where exact ones take long."""

    private: Covering | None = None
    """What shows that prices cover private patterns, where it depends on them."""

    @staticmethod
    def of_squares(problem: Problem, squares: Iterable[Squares]) -> ClampedRows | None:
        """Of a sum of them, each truth a class; None where staircases are listed."""
        if not is_clamped(problem):
            return None
        sizes = [1] * problem.truths
        alone = [Fraction(0)] * problem.truths
        parts: list[tuple[Fraction, Gram]] = []
        for factor, vectors, means in squares:
            refuse_shareless(means)
            columns = list(zip(*vectors, strict=True))
            w = [scaled(column, 1 / q) for column, q in zip(columns, means, strict=True)]
            beside = products(w, w)
            gram = Gram(means, [row[c] for c, row in enumerate(beside)], beside, sizes)
            alone = [x + factor * u for x, u in zip(alone, gram.alone, strict=True)]
            parts.append((factor, gram))

        if problem.levels is not None:
            return ClampedRows(problem, alone, None, sizes)
        near = [(float(factor), gram.in_doubles()) for factor, gram in parts]
        gamma = problem.gamma.hi
        falls = partial(_falls_of, parts, gamma)
        return ClampedRows(problem, alone, falls, sizes, partial(_falls_of, near, float(gamma)))

    @staticmethod
    def of_form(problem: Problem, form: BlockForm, means: Sequence[Fraction]) -> ClampedRows:
        """Of r'Xr / (q.r), X and q constant in classes."""
        refuse_shareless(means)
        beside = [
            [x / (p * q) for x, q in zip(row, means, strict=True)]
            for row, p in zip(form.means, means, strict=True)
        ]
        own = []
        for c, (x, n, q) in enumerate(zip(form.own, form.sizes, means, strict=True)):
            beside[c][c] -= x / (n * q * q)
            own.append(beside[c][c] + x / (q * q))
        gram = Gram(means, own, beside, form.sizes)
        falls = partial(gram.falls, gamma=problem.gamma.hi)
        return ClampedRows(problem, gram.alone, falls, form.sizes)

    @staticmethod
    def of_utility(problem: Problem, sizes: Sequence[int]) -> ClampedRows:
        """Of a linear one that does not tell the truths of a class apart."""
        utility, k = linear_utility(problem), problem.truths
        firsts = [end - n for end, n in zip(accumulate(sizes), sizes, strict=True)]
        one, zero = Fraction(1), Fraction(0)
        alone = [utility.bounds(two_valued({b}, k, one, zero))[1] for b in firsts]
        if problem.levels is not None:
            return ClampedRows(problem, alone, None, sizes)
        falls = [utility.fall(b, problem.gamma.hi) for b in firsts]
        known = [fall for fall in falls if fall is not None]
        of_least = (lambda least: known) if len(known) == len(falls) else None
        return ClampedRows(problem, alone, of_least, sizes)

    def covered(self, prices: Sequence[Fraction], private: Mapping[str, Any] = EVERY) -> Clamped:
        """These prices of truths, or what each is worth alone where that is cheaper.

        - private: how prices of truths cover private patterns
        """
        if self.private is not None:
            private = self.private.covered(prices, private).cover
        first = self._covered(prices, private)
        if private["proof"] not in LOOKING:
            return first
        # No row is worth more than its truths alone, of which none is paid for beside.
        alone = self._covered([*map(short, self.alone)], private)
        return min(first, alone, key=lambda found: found.paid)

    def _covered(self, prices: Sequence[Fraction], private: Mapping[str, Any]) -> Clamped:
        """With as many least entries as cost least: high entries are cut, and low ones raised."""
        near = self.near_falls or self.falls
        least = min(self._tried, key=lambda n: self._in_doubles(self._paid(prices, n, near)))
        found = self._paid(prices, least, self.falls)
        pairs = {pair: z for pair in self._allowed if (z := short(found.of(pair))) > 0}
        cover = {"proof": "clamped", "least": found.least, "private": private}
        spent = sum((self._allowed[pair] * z for pair, z in pairs.items()), Fraction(0))
        return Clamped(prices, pairs, cover, self._total(prices) + spent)

    @property
    def _tried(self) -> Sequence[int]:
        """Numbers of least entries: all, or some of many."""
        if self.falls is None:
            return (1,)
        k = self.problem.truths
        return sorted({1 + round((k - 1) * n / MOST_TRIED) for n in range(MOST_TRIED + 1)})

    def _paid(
        self,
        prices: Sequence[Fraction],
        least: int,
        falls_of: Callable[[int], Sequence[Any]] | None,
    ) -> PaidByPairs:
        zero = [Fraction(0)] * len(prices)
        cut, raised = zero, zero
        if least < self.problem.truths:
            cut = [(u - y) / least for u, y in zip(self.alone, prices, strict=True)]
        if least > 1 and falls_of is not None:
            g, more = self.problem.gamma.hi, SPARE * abs(self._total(prices))
            falls = falls_of(least)
            raised = [(y + fall) / g + more for y, fall in zip(prices, falls, strict=True)]
        return PaidByPairs(least, cut, raised)

    def _in_doubles(self, paid: PaidByPairs) -> float:
        """About what all pairs pay for one unit each."""
        cut, raised = np.array(paid.cut, dtype=float), np.array(paid.raised, dtype=float)
        each = np.maximum(np.maximum.outer(cut, raised), 0.0)
        sizes = np.array(self.sizes, dtype=float)
        return float(sizes @ each @ sizes - sizes @ each.diagonal())

    @cached_property
    def _allowed(self) -> Mapping[Pair, Fraction]:
        """What all pairs of different truths of two classes are allowed."""
        if self.problem.levels is not None:
            return self.problem.allowed(())
        places = list(enumerate(self.sizes))
        every = {(a, b): n * (m - (a == b)) for (a, n), (b, m) in product(places, places)}
        return {pair: self.problem.delta * number for pair, number in every.items() if number}

    def _total(self, prices: Sequence[Fraction]) -> Fraction:
        """What all truths pay."""
        return sum(map(mul, self.sizes, prices), Fraction(0))


def _falls_of(parts: Sequence[tuple[Any, Gram]], gamma: Any, least: int) -> list[Any]:
    """The sum over the parts, each with its factor."""
    each = [scaled(gram.falls(least, gamma), factor) for factor, gram in parts]
    return [sum(of_truth, 0 * gamma) for of_truth in zip(*each, strict=True)]


class PaidByPairs(NamedTuple):
    """What a truth of each class pays where its entry is cut, and where one of it is raised."""

    least: int
    cut: Sequence[Fraction]
    raised: Sequence[Fraction]

    def of(self, pair: Pair) -> Fraction:
        """The price of a pair."""
        a, b = pair
        return max(self.cut[a], self.raised[b])


@dataclass(frozen=True)
class Gram:
    """The products of w_c = v_c / q_c of r'Xr / (q.r) = sum (v.r)^2 / (q.r): `own` of a truth of
    each class, and `beside` of two different ones of two classes."""

    means: Sequence[Fraction]
    own: Sequence[Fraction]
    beside: Sequence[Sequence[Fraction]]
    sizes: Sequence[int]

    def in_doubles(self) -> Gram:
        """The same in floats."""
        means: Sequence[Any] = [*map(float, self.means)]
        own: Sequence[Any] = [*map(float, self.own)]
        beside: Sequence[Sequence[Any]] = [[*map(float, row)] for row in self.beside]
        return Gram(means, own, beside, self.sizes)

    @property
    def alone(self) -> list[Fraction]:
        """The utility of a truth alone."""
        return [q * x for q, x in zip(self.means, self.own, strict=True)]

    def falls(self, least: int, gamma: Fraction) -> list[Fraction]:
        """What is lost at most at a truth of each class, where so many of all are least.

        >>> half = Fraction(1, 2)
        >>> one_each = Gram([half, half], [4, 4], [[4, -4], [-4, 4]], [1, 1])
        >>> alike = Gram([half], [4], [[-4]], [2])
        >>> one_each.falls(2, Fraction(3)), alike.falls(2, Fraction(3))
        ([Fraction(4, 1), Fraction(4, 1)], [Fraction(4, 1)])
        """
        return [found.at(sum(self.sizes) - least + 1, gamma) for found in self._each]

    @cached_property
    def _each(self) -> list[Fall]:
        return [Fall.of(self, b) for b in range(len(self.means))]


@dataclass(frozen=True)
class Fall:
    """Of the products of all w_c - w_b: the largest of two truths, and the squares, each with its
    share and the number of its truths, the largest first."""

    q: Fraction
    own: Fraction
    largest: Fraction
    squares: Sequence[tuple[Fraction, Fraction, int]]

    @staticmethod
    def of(gram: Gram, b: int) -> Fall:
        """At a truth of this class."""
        numbers = [n - (c == b) for c, n in enumerate(gram.sizes)]
        others = [c for c, n in enumerate(numbers) if n]
        beside, own = gram.beside, gram.own

        def seen(c: int, d: int, both: Fraction) -> Fraction:
            return both - beside[c][b] - beside[d][b] + own[b]

        of_two = [
            seen(c, d, beside[c][d])
            for c in others
            for d in others
            if d < c or (d == c and numbers[c] > 1)
        ]
        squares = [(seen(c, c, own[c]), gram.means[c], numbers[c]) for c in others]
        largest = max(of_two, default=Fraction(0))
        return Fall(gram.means[b], own[b], largest, sorted(squares, reverse=True))

    def at(self, high: int, gamma: Fraction) -> Fraction:
        """Where so many other truths are not raised."""
        q, m = self.q, self.largest
        rest = sum((share * n for _, share, n in self.squares), Fraction(0))
        held = Fraction(0)
        for share, n in sorted((share, n) for _, share, n in self.squares):
            held += min(n, high) * share
            high -= min(n, high)
        by_products = []
        for size, share, _ in self.squares:
            top = share * max(size - m, Fraction(0))
            for t in (max(share, held / gamma), rest):
                by_products.append(gamma * (m * t + top) / (gamma * t + q))
        lower = list(accumulate(gamma * n * share for _, share, n in self.squares))
        upper = list(accumulate(gamma * n * share * size for size, share, n in self.squares))
        by_sizes = [top / (x + q) for top, x in zip(upper, lower, strict=True)]
        return q * (min(max(*by_products, Fraction(0)), max(by_sizes)) - self.own)
