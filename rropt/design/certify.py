"""From an exact optimum to an issued certificate of kind *prices*."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import ceil
from typing import Any

from rropt.certificate import Certificate, CertificateError, issue, privacy_statement
from rropt.design.problem import (
    Optimum,
    Problem,
    SymmetricOptimum,
    linear_utility,
    refuse_large_table,
)
from rropt.design.symmetric import orbit_value
from rropt.patterns import Pattern, evaluate, staircases
from rropt.utility import Custom
from rropt.utility.base import BITS, Bounds

REPAIRS = (Fraction(0), Fraction(1, 2**60), Fraction(1, 2**44), Fraction(1, 2**34))
"""Shares of the bound by which prices are raised, one after the other, until they are accepted."""


def certify(problem: Problem, optimum: Optimum) -> Certificate:
    """The certificate of a table and its prices."""
    refuse_large_table(len(optimum.patterns), problem.truths)
    utility = linear_utility(problem)
    table = zip(optimum.weights, optimum.patterns, strict=True)
    value = total((w, utility.bounds(r)) for w, r in table)
    return _first_accepted(lambda share: _explicit(problem, optimum, value, share))


def certify_symmetric(problem: Problem, optimum: SymmetricOptimum) -> Certificate:
    """The certificate of an optimum kept as orbits of patterns."""
    utility = linear_utility(problem)
    value = total((orbit.weight, orbit_value(utility, orbit.runs)) for orbit in optimum.orbits)
    return _first_accepted(lambda share: _orbits(problem, optimum, value, share))


def total(terms: Iterable[tuple[Fraction, Bounds]]) -> Bounds:
    """sum of weight times enclosure, weights non-negative."""
    lo = hi = Fraction(0)
    for weight, (low, high) in terms:
        lo, hi = lo + weight * low, hi + weight * high
    return lo, hi


def _first_accepted(data: Callable[[Fraction], dict[str, Any]]) -> Certificate:
    """Raise the prices a little where exact pricing finds them short; the gap says so."""
    for share in REPAIRS[:-1]:
        try:
            return issue(data(share))
        except CertificateError:
            continue
    return issue(data(REPAIRS[-1]))


def _explicit(problem: Problem, optimum: Optimum, value: Bounds, share: Fraction) -> dict[str, Any]:
    size = sum(optimum.prices, Fraction(0)) + problem.delta * sum(optimum.pair_prices.values())
    raised = _Raise(problem, value, size, share)
    prices = [raised(price) for price in optimum.prices]
    pairs: list[Any] = [[a, b, raised(z)] for (a, b), z in sorted(optimum.pair_prices.items())]
    bound = sum(prices) + problem.delta * sum(z for _, _, z in pairs)
    data = _common(problem, value, bound, optimum.patterns) | {
        "patterns": [list(pattern) for pattern in optimum.patterns],
        "weights": list(optimum.weights),
        "prices": prices,
    }
    if problem.delta:
        data["pair_prices"] = pairs
    return data


def _orbits(
    problem: Problem, optimum: SymmetricOptimum, value: Bounds, share: Fraction
) -> dict[str, Any]:
    k = problem.truths
    size = k * optimum.price + problem.delta * k * (k - 1) * optimum.pair_price
    raised = _Raise(problem, value, size, share)
    price, pair_price = raised(optimum.price), raised(optimum.pair_price)
    bound = k * price + problem.delta * k * (k - 1) * pair_price
    data = _common(problem, value, bound) | {
        "orbits": [
            {"pattern": [list(run) for run in orbit.runs if run[1]], "weight": orbit.weight}
            for orbit in optimum.orbits
        ],
        "price": price,
    }
    return data | {"pair_price": pair_price} if problem.delta else data


class _Raise:
    """Prices rounded up to short dyadic numbers wherever a gap is unavoidable anyway.

    With an exact gamma and a rational utility, and wherever the gap is zero, they stay exact.
    """

    def __init__(self, problem: Problem, value: Bounds, size: Fraction, share: Fraction) -> None:
        rational = value[0] == value[1] and (problem.gamma.is_exact or value[0] == size)
        self._exact = rational and not share
        self._share = share * abs(size)
        magnitude = abs(size).denominator.bit_length() - abs(size).numerator.bit_length()
        self._grid = Fraction(2) ** (BITS + magnitude)

    def __call__(self, price: Fraction) -> Fraction:
        if self._exact or not price:
            return price + self._share
        return Fraction(ceil((price + self._share) * self._grid)) / self._grid


def _common(
    problem: Problem, value: Bounds, bound: Fraction, patterns: Sequence[Pattern] = ()
) -> dict[str, Any]:
    utility = linear_utility(problem)
    statement = utility.statement()
    if isinstance(utility, Custom):
        statement |= {
            "values": utility.tabulate(canonical_patterns(problem)),
            "table_values": utility.tabulate(patterns),
        }
    return {
        "kind": "prices",
        "privacy": privacy_statement(problem.gamma, problem.delta),
        "truths": problem.truths,
        "utility": statement,
        "value": value[0] if value[0] == value[1] else list(value),
        "bound": bound,
        "gap": bound - value[0],
    }


def canonical_patterns(problem: Problem) -> list[Pattern]:
    """The extreme patterns for gamma.hi in the order in which a certificate tabulates them.

    Pure: bit j of the index says whether truth j is high. Staircases: by their exponents.
    """
    k, gamma = problem.truths, problem.gamma.hi
    if problem.delta:
        return [evaluate(exponents, gamma) for exponents in sorted(staircases(k))]
    subsets = range(2**k)
    return [evaluate(tuple(i >> j & 1 for j in range(k)), gamma) for i in subsets]
