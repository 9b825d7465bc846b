"""From an exact optimum to an issued certificate of kind *prices*."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from operator import mul
from typing import Any

from rropt.certificate import (
    Certificate,
    CertificateError,
    canonical,
    issue,
    privacy_statement,
)
from rropt.checker import MAX_BYTES
from rropt.design.levels.level_statement import universal_field
from rropt.design.linear.cover import cover
from rropt.design.linear.symmetric import orbit_value
from rropt.design.problem import (
    Optimum,
    Pair,
    Problem,
    SymmetricOptimum,
    linear_utility,
    refuse_large_table,
)
from rropt.exact import InputError, over_common_denominator
from rropt.patterns.extreme import Pattern, evaluate, extreme_patterns, rows_of
from rropt.utility import Custom
from rropt.utility.base import BITS, Bounds

REPAIRS = (Fraction(0), Fraction(1, 2**60), Fraction(1, 2**44), Fraction(1, 2**34))
"""Shares of the bound by which prices are raised, one after the other, until they are accepted."""

MOST_VALUES = MAX_BYTES - (1 << 18)
"""Characters that the values of a user's own utility may take in a certificate."""

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
    tree: Sequence[Any] | None = None

    def bound(
        self, delta: Fraction, prices: Sequence[Fraction], pairs: Mapping[Pair, Fraction]
    ) -> Fraction:
        """What prices add up to: sum y + delta sum z over all truths and pairs."""
        sizes = self.sizes
        whole, unit = over_common_denominator(prices)
        y = Fraction(sum(map(mul, sizes, whole)), unit)
        return y + delta * sum(sizes[a] * (sizes[b] - (a == b)) * z for (a, b), z in pairs.items())


def certify(problem: Problem, optimum: Optimum) -> Certificate:
    """The certificate of a table and its prices: each truth is a class."""
    refuse_large_table(len(optimum.patterns), problem.truths)
    utility = linear_utility(problem)
    table = zip(optimum.weights, optimum.patterns, strict=True)
    evidence = PricedTable(
        sizes=(1,) * problem.truths,
        patterns=optimum.patterns,
        weights=optimum.weights,
        prices=optimum.prices,
        pair_prices=optimum.pair_prices,
        value=total((w, utility.bounds(r)) for w, r in table),
        tree=optimum.tree,
    )
    return _first_accepted(problem, evidence, _words(problem, optimum.patterns))


def certify_symmetric(problem: Problem, optimum: SymmetricOptimum) -> Certificate:
    """The certificate of an optimum kept as orbits of patterns: all truths are one class."""
    utility = linear_utility(problem)
    evidence = PricedTable(
        sizes=(problem.truths,),
        patterns=[[[run for run in orbit.runs if run[1]]] for orbit in optimum.orbits],
        weights=[orbit.weight for orbit in optimum.orbits],
        prices=[optimum.price],
        pair_prices={(0, 0): optimum.pair_price},
        value=total((orbit.weight, orbit_value(utility, orbit.runs)) for orbit in optimum.orbits),
    )
    statement = utility.statement()
    if "prior" in statement:
        statement["prior"] = statement["prior"][:1]
    return _first_accepted(problem, evidence, statement)


def total(terms: Iterable[tuple[Fraction, Bounds]]) -> Bounds:
    """sum of weight times enclosure, weights non-negative."""
    lo = hi = Fraction(0)
    for weight, (low, high) in terms:
        lo, hi = lo + weight * low, hi + weight * high
    return lo, hi


def _words(problem: Problem, patterns: Iterable[Pattern]) -> dict[str, Any]:
    """The utility as stated; the user's own by its values, at extreme patterns and at the table."""
    utility = linear_utility(problem)
    if not isinstance(utility, Custom):
        return utility.statement()
    k, gamma = problem.truths, problem.gamma.hi
    useless = gamma == 1 and not problem.delta
    exponents = () if useless else extreme_patterns(k, problem.delta)
    ends = (evaluate(one, gamma) for one in exponents)
    values = canonical(utility.tabulate([(Fraction(1),) * k, *ends, *patterns]))
    if len(json.dumps(values)) > MOST_VALUES:
        raise InputError(
            f"categories must be fewer for a utility of one's own at this level: its values at "
            f"{len(values)} patterns are too long for a certificate, got {k}"
        )
    return utility.statement() | {"values": values}


def _first_accepted(problem: Problem, evidence: PricedTable, words: dict[str, Any]) -> Certificate:
    """Raise the prices a little where exact pricing finds them short; the gap says so."""
    for share in REPAIRS[:-1]:
        try:
            return issue(_record(problem, evidence, words, share))
        except CertificateError:
            continue
    return issue(_record(problem, evidence, words, REPAIRS[-1]))


def _record(
    problem: Problem, evidence: PricedTable, words: dict[str, Any], share: Fraction
) -> dict[str, Any]:
    raised = _raising(problem, evidence, share)
    prices = [raised(price) for price in evidence.prices]
    pairs = {pair: raised(z) for pair, z in sorted(evidence.pair_prices.items())}
    bound, (lo, hi) = evidence.bound(problem.delta, prices, pairs), _widened(*evidence.value)
    data = {
        "kind": "prices",
        "privacy": privacy_statement(problem.gamma, problem.delta),
        "truths": problem.truths if len(prices) == problem.truths else list(evidence.sizes),
        "utility": words,
        "patterns": evidence.patterns,
        "weights": evidence.weights,
        "prices": prices,
        "value": lo if lo == hi else [lo, hi],
        "bound": bound,
        "gap": bound - lo,
        "cover": _proof(problem, evidence, words, prices),
    }
    if problem.delta:
        data["pair_prices"] = [[a, b, z] for (a, b), z in pairs.items()]
    if len(prices) == 2 == problem.truths:
        data |= universal_field(problem, rows_of(evidence.weights, evidence.patterns))
    return data


def _proof(
    problem: Problem, evidence: PricedTable, words: dict[str, Any], prices: Sequence[Fraction]
) -> dict[str, Any]:
    """The field `cover`."""
    if evidence.tree is not None:
        return {"proof": "tree", "tree": list(evidence.tree)}
    return cover(words, evidence.sizes, prices, problem.delta)


def _raising(
    problem: Problem, evidence: PricedTable, share: Fraction
) -> Callable[[Fraction], Fraction]:
    """Prices rounded up to short dyadic numbers wherever a gap is unavoidable anyway.

    With an exact gamma and a rational utility, and wherever the gap is zero, they stay exact.
    """
    size = evidence.bound(problem.delta, evidence.prices, evidence.pair_prices)
    lo, hi = evidence.value
    exact = lo == hi and (problem.gamma.is_exact or lo == size) and not share
    more = share * (abs(size) or REPAIRS[1])
    grid = _grid(size)

    def raised(price: Fraction) -> Fraction:
        if exact or not price:
            return price + more if more else price
        return ceil((price + more) * grid) / grid

    return raised


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
