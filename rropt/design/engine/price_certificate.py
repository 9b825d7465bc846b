"""From an optimum and its prices to an issued certificate of kind *prices*, under any privacy.

How it shows that its prices cover the utility (checker/FORMAT.md), where the search has found no
proof on its way:

utility                                  one number        with a delta, or other privacy
trace, guess, gain, total variation      actions           every extreme pattern; actions where
                                                           all truths are alike
information, chi-square, Le Cam          line              every extreme pattern
mutual information, few truths           tree              every extreme pattern
others                                   every pattern     every extreme pattern
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, floor
from operator import itemgetter, mul
from typing import Any

from rropt.certificate import (
    Certificate,
)
from rropt.channel.block_design import ClassBlocks, blocks_record
from rropt.design.engine.clamped_rows import WithoutDelta, is_clamped
from rropt.design.engine.ladder import first_as_written
from rropt.design.levels.universal_table import level_record, priced_pairs, universal_field
from rropt.design.linear.symmetric import orbit_value
from rropt.design.problem import (
    Multipliers,
    Optimum,
    Pair,
    Problem,
    SymmetricOptimum,
    linear_utility,
    refuse_large_table,
)
from rropt.exact import over_common_denominator, weighted_sum
from rropt.exact.entries import scaled
from rropt.patterns.extreme import Pattern
from rropt.privacy.bound_forms import HIGH
from rropt.utility.base import BITS, Bounds

ACTIONS = {"trace", "probability-of-a-right-guess", "gain", "total-variation"}
RATIOS = {"fisher-information", "chi-square", "le-cam"}

REPAIRS = (Fraction(0), Fraction(1, 2**60), Fraction(1, 2**44), Fraction(1, 2**34))
"""Shares of the bound by which prices are raised, one after the other, until they are accepted."""

MOST_TRUTHS_OF_TREE = 6
"""64 leaves: some thousand characters more than a file without a tree."""

FINEST = 448
"""Enclosures of values are at least 2^-448 wide: the checker knows logarithms to 2^-472."""


@dataclass(frozen=True)
class PricedTable:
    """A table and its prices by classes of truths, as a certificate states them."""

    sizes: tuple[int, ...]
    """How many truths each class has."""

    patterns: Sequence[Any]
    """One entry a class: a number, or [[value, how many truths have it], ...]."""

    weights: Sequence[Fraction]
    prices: Sequence[Fraction]
    """One for each class, per truth."""

    pair_prices: Mapping[Pair, Fraction]
    """For pairs of classes, per ordered pair of different truths in them."""

    value: Bounds
    cover: Mapping[str, Any] | None = None
    blocks: ClassBlocks = ()
    multipliers: Multipliers | None = None
    """Of the forms of privacy, for each action."""

    def bound(
        self,
        allowed: Mapping[Pair, Fraction],
        prices: Sequence[Fraction],
        pairs: Mapping[Pair, Fraction],
    ) -> Fraction:
        """What prices add up to: sum y + sum d z over all truths, and pairs or conditions."""
        whole, unit = over_common_denominator(prices)
        found = Fraction(sum(map(mul, self.sizes, whole)), unit)
        for key, z in pairs.items():
            found += allowed[key] * self._count(key) * z
        return found

    def _count(self, key: Pair) -> int:
        """The ordered pairs of different truths in a pair of classes; 1 for a condition."""
        if len(key) == 1:
            return 1
        a, b = key
        return self.sizes[a] * (self.sizes[b] - (a == b))


def certify(problem: Problem, optimum: Optimum) -> Certificate:
    """The certificate of a table, in its order, and of its prices: each truth is a class."""
    refuse_large_table(len(optimum.patterns), problem.truths)
    worths = map(linear_utility(problem).bounds, optimum.patterns)
    evidence = PricedTable(
        sizes=(1,) * problem.truths,
        patterns=optimum.patterns,
        weights=optimum.weights,
        prices=optimum.prices,
        pair_prices=optimum.pair_prices,
        value=optimum.value or total(zip(optimum.weights, worths, strict=True)),
        cover=optimum.cover,
        multipliers=optimum.multipliers,
    )
    words = linear_utility(problem).stated_at(_looked_at(problem, optimum.patterns))
    return _first_accepted(problem, evidence, words)


def certify_symmetric(problem: Problem, optimum: SymmetricOptimum) -> Certificate:
    """The certificate of an optimum kept as orbits of patterns: all truths are one class."""
    utility = linear_utility(problem)
    evidence = PricedTable(
        sizes=(problem.truths,),
        patterns=[[list(filter(itemgetter(1), orbit.runs))] for orbit in optimum.orbits],
        weights=[orbit.weight for orbit in optimum.orbits],
        prices=[optimum.price],
        pair_prices={(0, 0): optimum.pair_price},
        value=total((orbit.weight, orbit_value(utility, orbit.runs)) for orbit in optimum.orbits),
        cover=optimum.cover,
        blocks=optimum.stated,
    )
    statement = utility.statement()
    if "prior" in statement:
        # All truths are one class, whose share is stated once.
        statement["prior"] = statement["prior"][:1]
    return _first_accepted(problem, evidence, statement)


def total(terms: Iterable[tuple[Fraction, Bounds]]) -> Bounds:
    """sum of weight times enclosure, weights non-negative."""
    weights, ends = zip(*terms, strict=True)
    lows, highs = zip(*ends, strict=True)
    least = weighted_sum(weights, lows)
    return least, least if lows == highs else weighted_sum(weights, highs)


def _looked_at(problem: Problem, patterns: Iterable[Pattern]) -> Iterator[Pattern]:
    """What a checker looks at: the constant row, the extreme ones for the upper ends, the table."""
    yield (Fraction(1),) * problem.truths
    private = WithoutDelta.of(problem).bounds if is_clamped(problem) else problem
    yield from private.cone.patterns(HIGH)
    yield from patterns


def _first_accepted(problem: Problem, evidence: PricedTable, words: dict[str, Any]) -> Certificate:
    """Raise the prices a little where exact pricing finds them short; the gap says so."""
    return first_as_written(
        lambda share: _record(problem, evidence, words, share), REPAIRS, REPAIRS
    )


def _record(
    problem: Problem, evidence: PricedTable, words: dict[str, Any], share: Fraction
) -> dict[str, Any]:
    prices, pairs, bound = _raised(problem, evidence, share)
    lo, hi = _widened(*evidence.value)
    is_told_apart = len(prices) == problem.truths
    rows = map(scaled, evidence.patterns, evidence.weights) if is_told_apart else ()
    data = {
        "kind": "prices",
        "privacy": level_record(problem, rows),
        "truths": problem.truths if is_told_apart else list(evidence.sizes),
        "utility": words,
        "patterns": evidence.patterns,
        "weights": evidence.weights,
        "prices": prices,
        "value": lo if lo == hi else [lo, hi],
        "bound": bound,
        "gap": bound - lo,
        "cover": _proof(problem, evidence, words, prices),
    }
    data |= priced_pairs(list(pairs.items())) | blocks_record(evidence.blocks)
    if is_told_apart:
        data |= universal_field(problem, map(scaled, evidence.patterns, evidence.weights))
    return data


def _proof(
    problem: Problem, evidence: PricedTable, words: dict[str, Any], prices: Sequence[Fraction]
) -> dict[str, Any]:
    """The field `cover`."""
    if evidence.cover is not None:
        return dict(evidence.cover)
    if evidence.multipliers is not None:
        return {"proof": "actions", "multipliers": listed(evidence.multipliers)}
    if problem.levels is not None:
        return {"proof": "extremes"}
    if _is_short(problem, words, prices):
        return {"proof": "tree", "tree": _every_pattern(words["prior"], problem.gamma.hi)}
    return cover(words, evidence.sizes, problem.delta)


def _is_short(problem: Problem, words: dict[str, Any], prices: Sequence[Fraction]) -> bool:
    """Whether a tree with every pattern is: its page of the checker is a fourth of what finds the
    tangents of many patterns. Where one truth is certain prices are zero, and tangents are rounded.
    """
    told_apart = len(prices) == problem.truths <= MOST_TRUTHS_OF_TREE
    is_information = words["name"] == "mutual-information" and not problem.delta
    return is_information and told_apart and any(prices)


def _every_pattern(prior: Sequence[Any], gamma: Fraction) -> list[int | Fraction]:
    """A tree in preorder whose leaves are the patterns, each with its own mass for a tangent.

    >>> [str(token) for token in _every_pattern([Fraction(1, 2)] * 2, Fraction(3))]
    ['0', '1', '1', '2', '1', '2', '3']
    """
    shares, unit = over_common_denominator([*map(Fraction, prior)])
    top, bottom = gamma.as_integer_ratio()
    trees: list[list[int | Fraction]] = []
    for levels in product((bottom, top), repeat=len(shares)):
        trees.append([Fraction(sum(map(mul, shares, levels)), unit * bottom)])
    for truth in reversed(range(len(shares))):
        pairs = zip(trees[::2], trees[1::2], strict=True)
        trees = [[truth, *low, *high] for low, high in pairs]
    return trees[0]


def listed(multipliers: Multipliers) -> list[list[list[Any]]]:
    """[pair or place, f] of each action in order, without zeros.

    >>> listed([{(1, 0): Fraction(2), (0, 1): Fraction(0)}, {}])
    [[[1, 0, Fraction(2, 1)]], []]
    """
    found = []
    for f in multipliers:
        found.append([[*key, f[key]] for key in sorted(f) if f[key]])
    return found


def cover(utility: Mapping[str, Any], sizes: Sequence[int], delta: Fraction) -> dict[str, Any]:
    """The field `cover` for a utility as a certificate states it.

    >>> cover({"name": "trace"}, [1, 1], Fraction(0))
    {'proof': 'actions'}
    """
    name = utility["name"]
    if name in ACTIONS and (not delta or len(sizes) == 1):
        return {"proof": "actions"}
    if delta:
        return {"proof": "extremes"}
    return {"proof": "line" if name in RATIOS else "extremes"}


def _raised(
    problem: Problem, evidence: PricedTable, share: Fraction
) -> tuple[Sequence[Fraction], Mapping[Pair, Fraction], Fraction]:
    """Prices, those of pairs, and what they add up to, raised by a share of that.

    They are rounded up to short dyadic numbers wherever a gap is unavoidable anyway. With exact
    levels and a rational utility, and wherever the gap is zero, they stay exact. A budget of many
    units has a price in as many parts of a unit: raised as the others, it would add their number.
    """
    allowed = problem.allowed(evidence.pair_prices)
    prices = evidence.prices
    pairs = {p: z for p, z in sorted(evidence.pair_prices.items()) if z}
    bound = evidence.bound(allowed, prices, pairs)
    lo, hi = evidence.value
    exact = lo == hi and (problem.is_exact or lo == bound)
    if exact and not share:
        return prices, pairs, bound
    # A share of a bound of zero would raise nothing.
    more = share * (abs(bound) or REPAIRS[1])
    prices = _on_grid(prices, more, _grid(bound))
    parts = {pair: max(Fraction(1), allowed[pair]) for pair in pairs}
    for pair, part in parts.items():
        (pairs[pair],) = _on_grid([pairs[pair]], more / part, _grid(bound / part))
    return prices, pairs, evidence.bound(allowed, prices, pairs)


def _on_grid(prices: Sequence[Fraction], more: Fraction, grid: Fraction) -> list[Fraction]:
    """The next multiples of 1 / grid, raised by the next multiple of that.

    >>> _on_grid([Fraction(1, 3), Fraction(0)], Fraction(1, 8), Fraction(4))
    [Fraction(3, 4), Fraction(1, 4)]
    """
    unit, step = grid.as_integer_ratio()
    ratios = [price.as_integer_ratio() for price in (more, *prices)]
    raised, *multiples = [-(-top * unit // (bottom * step)) for top, bottom in ratios]
    return [Fraction((multiple + raised) * step, unit) for multiple in multiples]


def _widened(lo: Fraction, hi: Fraction) -> Bounds:
    """An enclosure between short numbers, wide enough for the logarithms of the checker."""
    if lo == hi:
        return lo, hi
    grid = min(_grid(hi), Fraction(2) ** FINEST)
    return (floor(lo * grid) - 1) / grid, (ceil(hi * grid) + 1) / grid


def _grid(size: Fraction) -> Fraction:
    """2^n such that a unit of 2^-n is a share of about 2^-BITS of a number of this size."""
    magnitude = abs(size).denominator.bit_length() - abs(size).numerator.bit_length()
    return Fraction(2) ** (BITS + magnitude)
