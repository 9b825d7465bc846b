"""Kind prices at once (`number_at_once`): a trace, a guess or a gain.

u(r) = max_x x.r over some actions x. Prices y cover it if for every action x, with d = y - x,

    sum_j min(d_j, g d_j) >= 0,

for this is the least of d.r over {1, g}^k.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from math import lcm
from operator import mul
from typing import Any

from .cleared import cleared
from .number_at_once import (
    Problem,
    Whole,
    has_the_fields,
    has_the_numbers,
    is_equal,
    problem,
    sentence,
)
from .statement import item
from .verdict import MAX_WORK, Size

OF_UTILITY = {
    "trace": {"name"},
    "probability-of-a-right-guess": {"name", "prior"},
    "gain": {"name", "prior", "gain"},
}

A_TRACE = "a trace (sum over reports of the largest entry)"

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
            d = price - parts * share  # no other entry of y - x differs from that of y
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
    if not (_is_of_this_form(data) and _is_short(data, size)):  # the cost is known before any work
        return None
    value = data["value"]
    of = problem(data, value)
    if of is None:
        return None
    utility, words = _utility(data["utility"], of)
    worth = sum(map(utility.best, of.rows))
    checked = is_equal(value, worth, of.one * utility.unit) and _cover(of, utility)
    return sentence(data, of, words, value) if checked else None


def _is_of_this_form(data: dict[str, Any]) -> bool:
    """Whether these are the fields and the numbers of a guess or a gain."""
    if not has_the_fields(data, OF_UTILITY, "actions"):
        return False
    utility = data["utility"]
    gain = utility.get("gain", [data["prices"]])
    if type(gain) is not list or not gain:
        return False
    lists = [data["prices"], utility.get("prior", data["prices"]), *gain]
    return has_the_numbers(data, [data["value"]], lists)


def _is_short(data: dict[str, Any], size: Size) -> bool:
    """Whether the products of the value and of the cover are within the limits of any file."""
    truths, reports, gain = data["truths"], len(data["patterns"]), data["utility"].get("gain")
    products = truths * (len(gain) * (reports + 1) if gain else truths + reports)
    return (size.count + products) * size.bits <= MAX_WORK


def _utility(utility: dict[str, Any], of: Problem) -> tuple[Guess | Gain, str]:
    """The actions, and the words."""
    if "prior" not in utility:
        return Guess(of.shares, 1), A_TRACE  # entries 1 over the unit 1, not the shares 1/k
    at = f" at prior {item(utility['prior'])}"
    if "gain" not in utility:
        return Guess(of.shares, of.below), f"a probability of a right guess{at}"
    gain = utility["gain"]
    entries, unit = cleared([*chain.from_iterable(gain)])
    every = iter(entries)
    actions = [[share * next(every) for share in of.shares] for _ in gain]
    words = f"an expected gain under the gain matrix {item(gain)}{at}"
    return Gain(actions, of.below * unit), words


def _cover(of: Problem, utility: Guess | Gain) -> bool:
    """Whether sum d + (g - 1) sum min(d, 0) >= 0 for every action."""
    common = lcm(of.unit, utility.unit)
    raised = [common // of.unit * y for y in of.prices]
    top, bottom = of.level.high.numerator, of.level.high.denominator
    sums = utility.left(raised, common // utility.unit)
    return all(bottom * total + (top - bottom) * short >= 0 for total, short in sums)


def _sums(numbers: Whole) -> Sums:
    """Their sum, and that of the negative ones."""
    return sum(numbers), sum([x for x in numbers if x < 0])
