"""Kind prices at once (`number_at_once`): a trace, a guess or a gain.

u(r) = max_x x.r over some actions x. Prices y cover it if for every action x, with d = y - x,

    sum_j min(d_j, g d_j) >= 0,

for this is the least of d.r over {1, g}^k.
"""

from fractions import Fraction
from math import lcm
from operator import mul
from typing import Any, NamedTuple

from .cleared import cleared_rows
from .number_at_once import (
    Problem,
    Whole,
    exact,
    has_the_fields,
    has_the_numbers,
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

Action = dict[int, int]
"""What it is worth at the truths where that is not nothing."""


class Largest(NamedTuple):
    """u(r) = max_x x.r, the actions over one unit."""

    actions: list[Action]
    unit: int

    def at(self, row: Whole) -> int:
        """Times the unit."""
        values = row.__getitem__
        return max([sum(map(mul, action.values(), map(values, action))) for action in self.actions])


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
    worth = Fraction(sum(map(utility.at, of.rows)), of.one * utility.unit)
    checked = worth == exact(value) and _cover(of, utility)
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


def _utility(utility: dict[str, Any], of: Problem) -> tuple[Largest, str]:
    """The actions, and the words."""
    if "prior" not in utility:
        return Largest([{j: 1} for j, _ in enumerate(of.shares)], 1), A_TRACE
    at = f" at prior {item(utility['prior'])}"
    if "gain" not in utility:
        guesses = [{j: share} for j, share in enumerate(of.shares)]
        return Largest(guesses, of.below), f"a probability of a right guess{at}"
    gains, unit = cleared_rows(utility["gain"])
    actions = [dict(enumerate(map(mul, of.shares, gain))) for gain in gains]
    words = f"an expected gain under the gain matrix {item(utility['gain'])}{at}"
    return Largest(actions, of.below * unit), words


def _cover(of: Problem, utility: Largest) -> bool:
    """Whether sum d + (g - 1) sum min(d, 0) >= 0 for every action."""
    common = lcm(of.unit, utility.unit)
    prices = [common // of.unit * y for y in of.prices]
    scale = common // utility.unit
    top, bottom = of.level.high.numerator, of.level.high.denominator
    paid, owed = sum(prices), sum([y for y in prices if y < 0])
    for action in utility.actions:
        # No other entry of y - x differs from that of y.
        left = [(prices[j], prices[j] - scale * x) for j, x in action.items()]
        total = paid + sum([d - y for y, d in left])
        short = owed + sum([min(d, 0) - min(y, 0) for y, d in left])
        if bottom * total + (top - bottom) * short < 0:
            return False
    return True
