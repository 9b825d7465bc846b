"""From an optimum under a matrix of levels to an issued certificate of kind *prices*."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any

from rropt.certificate import Certificate, CertificateError, issue
from rropt.design.levels.level_statement import level_record, priced_pairs, universal_field
from rropt.design.problem import Optimum, Pair, Problem, linear_utility
from rropt.patterns.extreme import rows_of
from rropt.utility import Custom
from rropt.utility.base import BITS, Bounds

REPAIRS = (Fraction(0), Fraction(1, 2**60), Fraction(1, 2**44), Fraction(1, 2**34))
"""Shares of the bound by which prices are raised, one after the other, until they are accepted."""


@dataclass(frozen=True)
class Coverage:
    """A proof of coverage: multipliers of the bounds, one list an action, or extreme patterns."""

    multipliers: Sequence[Mapping[Pair, Fraction]] | None = None

    def record(self) -> dict[str, Any]:
        """The field `cover`."""
        if self.multipliers is None:
            return {"proof": "extremes"}
        lists = [[[*key, f[key]] for key in sorted(f) if f[key]] for f in self.multipliers]
        return {"proof": "actions", "multipliers": lists}


def certify_levels(problem: Problem, optimum: Optimum, coverage: Coverage) -> Certificate:
    """The certificate; prices that are not exact are raised a little where they fall short."""
    for share in REPAIRS[:-1]:
        try:
            return issue(_record(problem, optimum, coverage, share))
        except CertificateError:
            continue
    return issue(_record(problem, optimum, coverage, REPAIRS[-1]))


def _record(
    problem: Problem, optimum: Optimum, coverage: Coverage, share: Fraction
) -> dict[str, Any]:
    lo, hi = _value(problem, optimum)
    prices = _prices(problem, optimum, share, lo == hi)
    bound = sum(prices, _spent(problem, optimum.pair_prices))
    data = {
        "kind": "prices",
        "privacy": level_record(problem),
        "truths": problem.truths,
        "utility": _words(problem, optimum),
        "patterns": optimum.patterns,
        "weights": optimum.weights,
        "prices": prices,
        "value": lo if lo == hi else [lo, hi],
        "bound": bound,
        "gap": bound - lo,
        "cover": coverage.record(),
    }
    data |= priced_pairs(sorted(optimum.pair_prices.items()))
    return data | universal_field(problem, rows_of(optimum.weights, optimum.patterns))


def _spent(problem: Problem, pair_prices: Mapping[Pair, Fraction]) -> Fraction:
    """sum delta_ab z_ab."""
    if problem.levels is None:
        return sum((problem.delta * z for z in pair_prices.values()), Fraction(0))
    allowed = problem.levels.allowed(problem.levels.hi)  # type: ignore[arg-type]
    return sum((allowed[key] * z for key, z in pair_prices.items()), Fraction(0))  # type: ignore[index]


def _value(problem: Problem, optimum: Optimum) -> Bounds:
    """The utility of the table; an enclosure between short numbers where it is irrational."""
    utility = linear_utility(problem)
    ends = [utility.bounds(r) for r in optimum.patterns]
    lo = sum((w * e[0] for w, e in zip(optimum.weights, ends, strict=True)), Fraction(0))
    hi = sum((w * e[1] for w, e in zip(optimum.weights, ends, strict=True)), Fraction(0))
    if lo == hi:
        return lo, hi
    grid = _grid(hi)
    return (floor(lo * grid) - 1) / grid, (ceil(hi * grid) + 1) / grid


def _prices(
    problem: Problem, optimum: Optimum, share: Fraction, rational: bool
) -> tuple[Fraction, ...]:
    """Raised by a share of what they add up to; short numbers where they are not exact anyway."""
    if rational and not share:
        return optimum.prices
    size = abs(sum(optimum.prices, _spent(problem, optimum.pair_prices)))
    more, grid = share * size, _grid(size)
    return tuple(ceil((price + more) * grid) / grid for price in optimum.prices)


def _grid(size: Fraction) -> Fraction:
    """2^n such that 2^-n is a share of about 2^-BITS of a number of this size."""
    magnitude = size.denominator.bit_length() - abs(size).numerator.bit_length()
    return Fraction(2) ** (BITS + magnitude)


def _words(problem: Problem, optimum: Optimum) -> dict[str, Any]:
    """The utility as stated; the user's own by its values at extreme patterns and at the table."""
    utility = linear_utility(problem)
    if not isinstance(utility, Custom):
        return utility.statement()
    from rropt.design.levels.level_source import source_patterns

    listed = [*source_patterns(problem), *optimum.patterns]
    return utility.statement() | {"values": utility.tabulate(listed)}
