"""Kind prices at once (`number_at_once`): mutual information, covered by a tree of tangents.

u(r) = sum_j q_j r_j ln(r_j / T), T = q.r, for the shares q of the truths, is convex; 0 ln 0 = 0.
That prices cover it on {1, g}^k is shown by `tangent_tree`. Of the table it is added up with
ln(r_j / T) = ln(m / T) + ln(r_j / m), m the largest entry of a row: the second ones are few.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .cleared import Rational, cleared_rows, dot
from .limits import MAX_WORK, Size
from .logarithm_series import ERROR, SHORT_BITS, log_of_ratio
from .number_at_once import Problem, has_the_fields, has_the_numbers, problem, sentence
from .prior_words import at_prior
from .tangent_tree import TangentTree
from .verdict import Malformed

OF_UTILITY = {"mutual-information": {"name", "prior"}}

MAX_LOGARITHMS = 1 << 12
"""Fewer than any file may have."""


def proved(data: dict[str, Any], size: Size) -> str | None:
    """The sentence, where a certificate is of this form, and every check succeeds."""
    if not (_is_of_this_form(data) and _is_short(data, size)):
        return None
    least, most = data["value"]
    of = problem(data, least)
    if of is None:
        return None
    gamma = Fraction(of.level.high.numerator, of.level.high.denominator)
    (prices, prior), unit = cleared_rows([data["prices"], data["utility"]["prior"]])
    tree = TangentTree(gamma, prices, prior, unit, data["cover"]["tree"])
    has = f"a mutual information in nats{at_prior(data['utility']['prior'], [1])}"
    checked = _is_worth(of, least, most) and _cover(tree)
    return sentence(data, of, has, least) if checked else None


def _is_of_this_form(data: dict[str, Any]) -> bool:
    """Whether these are the fields and the numbers; the value is enclosed."""
    if not has_the_fields(data, OF_UTILITY, "tree", ["tree"]):
        return False
    value, tree = data["value"], data["cover"]["tree"]
    if {*map(type, (value, tree))} != {list} or len(value) != 2:
        return False
    is_tree = {*map(type, tree)} <= {int, Rational}
    return is_tree and has_the_numbers(data, value, [data["prices"], data["utility"]["prior"]])


def _is_short(data: dict[str, Any], size: Size) -> bool:
    """Whether the products of the value and of the cover are within the limits of any file."""
    entries = data["truths"] * len(data["patterns"])
    leaves = len(data["cover"]["tree"])
    products = 2 * entries + data["truths"] * leaves
    is_few = entries + leaves <= MAX_LOGARITHMS
    return is_few and (size.count + products) * size.bits <= MAX_WORK


def _is_worth(of: Problem, low: Rational, high: Rational) -> bool:
    """Whether the utility of the table lies between both ends of the value."""
    of_quotient: dict[Fraction, int] = {}
    total = taken = 0
    for row in of.rows:
        largest = max(row)
        for q, x in zip(of.shares, row, strict=True):
            quotient = Fraction(x, largest or 1)
            if q and x < largest and quotient not in of_quotient:
                of_quotient[quotient] = log_of_ratio(x, largest, SHORT_BITS)
            total += q * x * of_quotient.get(quotient, 0)
            taken += q * x
        if largest:
            mass = dot(of.shares, row)
            total += mass * log_of_ratio(largest * of.below, mass, SHORT_BITS)
            taken += mass
    times = of.below * of.one << SHORT_BITS
    wide = taken * ERROR
    is_above = low.numerator * times <= (total - wide) * low.denominator
    return is_above and high.numerator * times >= (total + wide) * high.denominator


def _cover(tree: TangentTree) -> bool:
    """Whether the prices cover every leaf."""
    try:
        return all(tree.least(leaf, SHORT_BITS) >= 0 for leaf in tree.leaves)
    except Malformed:
        return False
