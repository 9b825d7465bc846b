"""Kind prices at once: a guess or a gain under one number, read and decided in whole numbers.

Let u(r) = max_x x.r over some actions x. Let P be a table with entries P_ij >= 0, columns that add
up to one, and P_ia <= g P_ib for all reports i and truths a, b: its utility is sum_i u(P_i). Let y
be prices such that for every action x, with d = y - x,

    sum_j min(d_j, g d_j) >= 0.

Then no private table has a utility above sum y: `charge` and `cover_actions` say why.

This page says yes, or nothing: what it does not know or does not prove is left to `kind_prices`,
which gives the reason, and whose pages read any utility under any privacy.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from math import lcm
from operator import mul
from typing import Any

from .cleared import Rational, cleared
from .limits import MAX_WORK, Size
from .statement import at_prior, down, item, reached, up

FIELDS = {"privacy", "truths", "utility", "patterns", "weights", "cover"}
FIELDS |= {"prices", "value", "bound", "gap"}
OF_UTILITY = {
    "probability-of-a-right-guess": {"name", "prior"},
    "gain": {"name", "prior", "gain"},
}

A_GUESS = "a probability of a right guess"

Whole = list[int]
Sums = tuple[int, int]


@dataclass(frozen=True)
class Guess:
    """Action j is worth the share of truth j, at that truth alone."""

    shares: Whole
    unit: int

    def best(self, row: Whole) -> int:
        """max_x x.r."""
        return max(map(mul, self.shares, row))

    def left(self, prices: Whole, parts: int) -> Iterator[Sums]:
        """For each action sum d and sum min(d, 0), where d = y - parts x."""
        total, short = _sums(prices)
        for price, share in zip(prices, self.shares, strict=True):
            d = price - parts * share
            yield total - price + d, short - min(price, 0) + min(d, 0)


@dataclass(frozen=True)
class Gain:
    """An action is worth the share of a truth times its gain there."""

    actions: list[Whole]
    unit: int

    def best(self, row: Whole) -> int:
        """max_x x.r."""
        return max([sum(map(mul, action, row)) for action in self.actions])

    def left(self, prices: Whole, parts: int) -> Iterator[Sums]:
        """For each action sum d and sum min(d, 0), where d = y - parts x."""
        for action in self.actions:
            yield _sums([y - parts * x for y, x in zip(prices, action, strict=True)])


def proved(data: dict[str, Any], size: Size) -> str | None:
    """The sentence, where a certificate that is covered by `actions` is of this form, and every
    check succeeds.
    """
    if not (_has_the_fields(data) and _has_the_numbers(data) and _is_short(data, size)):
        return None
    level, value, bound, gap = data["privacy"]["gamma"], data["value"], data["bound"], data["gap"]
    prior, gain = data["utility"]["prior"], data["utility"].get("gain")
    shares, below = cleared(prior)
    utility = _gain(gain, shares, below) if gain else Guess(shares, below)
    rows, one = _table(data["patterns"], data["weights"])
    prices, unit = cleared(data["prices"])
    checked = (
        _is_private_table(rows, one, level)
        and min(shares) >= 0
        and sum(shares) == below
        and _is(value, sum(map(utility.best, rows)), one * utility.unit)
        and _is(bound, sum(prices), unit)
        and _is_difference(gap, bound, value)
        and _cover(prices, unit, utility, level)
    )
    if not checked:
        return None
    best = f"an expected gain under the gain matrix {item(gain)}" if gain else A_GUESS
    claim = f"no epsilon = ln {item(level)} private mechanism on {len(prices)} truths has {best}"
    does = reached(gap, bound, f"at least {down(value)}")
    return f"{claim}{at_prior(prior, [1])} above {up(bound)}, and this table {does}"


def _has_the_fields(data: dict[str, Any]) -> bool:
    """Whether these are the fields of a guess or a gain under one number, without a delta."""
    privacy, utility = data.get("privacy"), data.get("utility")
    if not isinstance(privacy, dict) or not isinstance(utility, dict):
        return False
    name = utility.get("name")
    return (
        data.keys() == FIELDS
        and privacy.keys() == {"gamma", "delta"}
        and privacy["delta"] == "0"
        and isinstance(name, str)
        and utility.keys() == OF_UTILITY.get(name)
    )


def _has_the_numbers(data: dict[str, Any]) -> bool:
    """Whether lists have a number for each truth, or for each report, and all are rationals."""
    truths, prices, prior = data["truths"], data["prices"], data["utility"]["prior"]
    patterns, weights = data["patterns"], data["weights"]
    gain = data["utility"].get("gain", [prices])
    if {*map(type, (patterns, weights, gain))} != {list} or not patterns or not gain:
        return False
    lists = [prices, prior, *patterns, *gain]
    if type(truths) is not int or {*map(type, lists)} != {list}:
        return False
    level = data["privacy"]["gamma"]
    numbers = chain((level, data["value"], data["bound"], data["gap"]), weights, *lists)
    return (
        {*map(len, lists)} == {truths}
        and len(weights) == len(patterns)
        and {*map(type, numbers)} == {Rational}
        and level.numerator >= level.denominator
    )


def _is_short(data: dict[str, Any], size: Size) -> bool:
    """Whether the products of the value and of the cover are within the limits of any file."""
    truths, reports, gain = data["truths"], len(data["patterns"]), data["utility"].get("gain")
    products = truths * (len(gain) * (reports + 1) if gain else truths + reports)
    return (size.count + products) * size.bits <= MAX_WORK


def _gain(gain: Any, shares: Whole, below: int) -> Gain:
    """Shares times gains."""
    entries, unit = cleared([*chain.from_iterable(gain)])
    every = iter(entries)
    return Gain([[share * next(every) for share in shares] for _ in gain], below * unit)


def _table(patterns: Any, weights: Any) -> tuple[list[Whole], int]:
    """Weights times patterns, in parts of a unit."""
    masses, below = cleared(weights)
    entries, unit = cleared([*chain.from_iterable(patterns)])
    every = iter(entries)
    truths = len(patterns[0])
    return [[mass * next(every) for _ in range(truths)] for mass in masses], below * unit


def _is_private_table(rows: list[Whole], one: int, level: Rational) -> bool:
    """Whether columns add up to one, and no entry is negative, or over g times another of a row."""
    top, bottom = level.numerator, level.denominator
    for row in rows:
        least = min(row)
        if least < 0 or bottom * max(row) > top * least:
            return False
    return {*map(sum, zip(*rows, strict=True))} == {one}


def _is(claimed: Rational, whole: int, unit: int) -> bool:
    """Whether a number is whole / unit."""
    return claimed.numerator * unit == whole * claimed.denominator


def _is_difference(gap: Rational, bound: Rational, value: Rational) -> bool:
    """Whether gap = bound - value."""
    above = bound.numerator * value.denominator - value.numerator * bound.denominator
    return _is(gap, above, bound.denominator * value.denominator)


def _cover(prices: Whole, unit: int, utility: Guess | Gain, level: Rational) -> bool:
    """Whether sum d + (g - 1) sum min(d, 0) >= 0 for every action."""
    common = lcm(unit, utility.unit)
    raised = [common // unit * y for y in prices]
    top, bottom = level.numerator, level.denominator
    sums = utility.left(raised, common // utility.unit)
    return all(bottom * total + (top - bottom) * short >= 0 for total, short in sums)


def _sums(numbers: Whole) -> Sums:
    """Their sum, and that of the negative ones."""
    return sum(numbers), sum([x for x in numbers if x < 0])
