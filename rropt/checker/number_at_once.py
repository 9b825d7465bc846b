"""What the pages `..._at_once` share: kind prices under one number g without a delta, in whole
numbers.

Let P be a table with entries P_ij >= 0, columns that add up to one, and P_ia <= g P_ib for all
reports i and truths a, b. Let u be convex with u(s r) = s u(r) for s >= 0: the utility of P is
sum_i u(P_i). Let y be prices with y.r >= u(r) at every r in {1, g}^k.

Theorem. No private table has a utility above sum y.

Proof. A private row, divided by its least entry, lies in the box [1, g]^k, so it is a mixture of
{1, g}^k times a number; there u is at most the mixture of its values, so at most y.r. Over all rows
that adds up to y.sum_i P_i = sum y.

A page says yes, or nothing: what it does not know or does not prove is left to `kind_prices`, which
gives the reason, and whose pages read any utility under any privacy.
"""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

from .cleared import Rational, cleared
from .pages import page
from .statement import down, item, reached, up

FIELDS = {"privacy", "truths", "utility", "patterns", "weights", "cover"}
FIELDS |= {"prices", "value", "bound", "gap"}

Whole = list[int]


class Level(NamedTuple):
    """The g of the table and that of the bound, and the words for both."""

    low: Rational
    high: Rational
    of_bound: str
    of_table: str


class Problem(NamedTuple):
    """The shares of truths, the rows of a table, and prices, each over a unit."""

    level: Level
    shares: Whole
    below: int
    rows: list[Whole]
    one: int
    prices: Whole
    unit: int


def has_the_fields(
    data: dict[str, Any], utilities: Mapping[str, set[str]], proof: str, more: Collection[str] = ()
) -> bool:
    """Whether these are the fields, with those of a utility and of this proof."""
    if data.keys() != FIELDS:  # a field that is not known here, like `blocks`, is never ignored
        return False
    privacy, utility, cover = data["privacy"], data["utility"], data["cover"]
    if not all(isinstance(x, dict) for x in (privacy, utility, cover)):
        return False
    name = utility.get("name")
    return (
        privacy.keys() in ({"gamma", "delta"}, {"gamma", "delta", "epsilon"})
        and isinstance(name, str)
        and utility.keys() == utilities.get(name)
        and cover.keys() == {"proof", *more}
        and cover["proof"] == proof
    )


def has_the_numbers(data: dict[str, Any], value: Sequence[Any], lists: Sequence[Any]) -> bool:
    """Whether the value and all else are rationals, and these lists and the patterns have one for
    each truth.
    """
    truths, patterns, weights = data["truths"], data["patterns"], data["weights"]
    if {*map(type, (patterns, weights))} != {list} or not patterns:
        return False
    every = [*lists, *patterns]
    if type(truths) is not int or {*map(type, every)} != {list}:
        return False
    numbers = chain((data["bound"], data["gap"]), value, weights, *every)
    return (
        {*map(len, every)} == {truths}  # by which `table` cuts all entries into rows
        and len(weights) == len(patterns)
        and {*map(type, numbers)} == {Rational}
    )


def problem(data: dict[str, Any], least: Rational) -> Problem | None:
    """Where the table is private, and prices and the least value make bound and gap; without a
    prior shares are equal.
    """
    level = level_of(data["privacy"])
    if level is None:
        return None
    bound = data["bound"]
    prior = data["utility"].get("prior")
    rows, one = table(data["patterns"], data["weights"])
    prices, unit = cleared(data["prices"])
    shares, below = cleared(prior) if prior else ([1] * len(prices), len(prices))
    checked = (
        min(shares) >= 0
        and sum(shares) == below
        and is_private_table(rows, one, level.low)  # its own level, the low one
        and exact(bound) == Fraction(sum(prices), unit)
        and exact(data["gap"]) == exact(bound) - exact(least)  # of an enclosed value the lower end
    )
    return Problem(level, shares, below, rows, one, prices, unit) if checked else None


def sentence(data: dict[str, Any], of: Problem, has: str, least: Any, also: str = "") -> str:
    """What is proved of a utility in these words."""
    bound = data["bound"]
    claim = f"no {of.level.of_bound} private mechanism on {len(of.prices)} truths has {has}"
    does = reached(data["gap"], bound, f"at least {down(least)}")
    return f"{claim} above {up(bound)}, and this table {does}{also}"


def level_of(privacy: dict[str, Any]) -> Level | None:
    """A number g >= 1, or two that enclose e^epsilon, without a delta."""
    if privacy["delta"] != "0":
        return None
    if "epsilon" in privacy:
        return ends_of(privacy)
    g = privacy["gamma"]
    words = f"epsilon = ln {item(g)}"
    is_level = type(g) is Rational and g.numerator >= g.denominator
    return Level(g, g, words, words) if is_level else None


def ends_of(privacy: dict[str, Any]) -> Level | None:
    """Two numbers that enclose e^epsilon: ln low <= epsilon <= ln high, and 1 <= low."""
    gamma: Any = privacy["gamma"]
    epsilon: Any = privacy["epsilon"]
    if type(gamma) is not list or len(gamma) != 2 or {*map(type, (*gamma, epsilon))} != {Rational}:
        return None
    low, middle, high = map(exact, (gamma[0], epsilon, gamma[1]))
    # The inner ends: what is in doubt is left to the pages of the kind.
    log_ends = page(".logarithm").log_ends
    if low < 1 or high <= 0 or not log_ends(low)[1] <= middle <= log_ends(high)[0]:
        return None
    return Level(gamma[0], gamma[1], f"epsilon = {item(epsilon)}", f"epsilon = ln {item(gamma[0])}")


def table(patterns: Any, weights: Any) -> tuple[list[Whole], int]:
    """Weights times patterns, in parts of a unit."""
    masses, below = cleared(weights)
    entries, unit = cleared([*chain.from_iterable(patterns)])
    every = iter(entries)
    truths = len(patterns[0])
    return [[mass * next(every) for _ in range(truths)] for mass in masses], below * unit


def is_private_table(rows: list[Whole], one: int, level: Rational) -> bool:
    """Whether columns add up to one, and no entry is negative, or over g times another of a row."""
    top, bottom = level.numerator, level.denominator
    for row in rows:
        least = min(row)
        if least < 0 or bottom * max(row) > top * least:  # beside a 0 there are zeros only
            return False
    return {*map(sum, zip(*rows, strict=True))} == {one}


def exact(x: Rational) -> Fraction:
    """The number that is written."""
    return Fraction(x.numerator, x.denominator)
