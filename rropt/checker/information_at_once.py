"""Kind prices at once (`number_at_once`): mutual information, covered by a tree of tangents, or at
every pattern.

u(r) = sum_j q_j r_j ln(r_j / T), T = q.r, for the shares q of the truths, is convex; 0 ln 0 = 0.
That prices cover it on {1, g}^k is shown by `tangent_tree`, or by `cover_information`.
"""

from typing import Any

from .cleared import Rational, cleared_rows, dot
from .logarithm import ERROR, log_of_ratio
from .number_at_once import Problem, exact, has_the_fields, has_the_numbers, problem, sentence
from .pages import page
from .statement import item
from .tangent_tree import OF_CUT, SHORT_BITS, TangentTree
from .verdict import MAX_WORK, Size

OF_UTILITY = {"mutual-information": {"name", "prior"}}

MAX_LOGARITHMS = 1 << 12
"""Fewer than any file may have."""

MAX_TRUTHS = 24
MAX_PATTERN_BITS = 1 << 33
"""Of a cover at every pattern, and patterns times the length of numbers: a half of what any file
may have; all else is at most the other half.
"""


def proved(data: dict[str, Any], size: Size) -> str | None:
    """The sentence, where a certificate is of this form, and every check succeeds."""
    if not (_is_of_this_form(data) and _is_short(data, size)):
        return None
    least, most = data["value"]
    of = problem(data, least)
    if of is None:
        return None
    has = f"a mutual information in nats at prior {item(data['utility']['prior'])}"
    checked = _is_worth(of, least, most) and _is_covered(data, of)
    return sentence(data, of, has, least) if checked else None


def _is_of_this_form(data: dict[str, Any]) -> bool:
    """Whether these are the fields and the numbers; the value is enclosed."""
    fields = [("extremes", []), ("tree", ["tree"]), ("tree", ["tree", "counts"])]
    if not any(has_the_fields(data, OF_UTILITY, *proof) for proof in fields):
        return False
    value, tree = data["value"], data["cover"].get("tree", [])
    if {*map(type, (value, tree))} != {list} or len(value) != 2:
        return False
    counts = data["cover"].get("counts")
    is_read = {*map(type, tree)} <= {int, Rational} if counts is None else _is_cut(data, counts)
    return is_read and has_the_numbers(data, value, [data["prices"], data["utility"]["prior"]])


def _is_cut(data: dict[str, Any], counts: Any) -> bool:
    """Whether some leaf is a list [a, s, f, s', f'], f >= 0, and there is a count of each truth."""
    tree = data["cover"]["tree"]
    cuts = [token for token in tree if type(token) is list]
    if type(counts) is not list or {*map(len, cuts)} != {5}:
        return False
    whole = [*counts, *(cut[0] for cut in cuts)]
    numbers = [x for cut in cuts for x in cut[1:]]
    return (
        len(counts) == data["truths"]
        and {*map(type, whole)} == {int}
        and {*map(type, numbers)} == {Rational}
        and {*map(type, tree)} <= {int, Rational, list}
        and min(x.numerator for x in numbers) >= 0
    )


def _is_short(data: dict[str, Any], size: Size) -> bool:
    """Whether the products of the value and of the cover are within the limits of any file."""
    truths, tree = data["truths"], data["cover"].get("tree")
    if tree is None and (truths > MAX_TRUTHS or size.bits << truths > MAX_PATTERN_BITS):
        return False
    entries = truths * len(data["patterns"])
    leaves = len(tree or []) + OF_CUT * [*map(type, tree or [])].count(list)
    products = 2 * entries + truths * leaves
    is_few = entries + leaves <= MAX_LOGARITHMS
    return is_few and 2 * (size.count + products) * size.bits <= MAX_WORK


def _is_worth(of: Problem, low: Rational, high: Rational) -> bool:
    """Whether the utility of the table lies between both ends of the value."""
    total = taken = 0
    for row in filter(any, of.rows):  # a row of zeros adds 0 ln 0 = 0
        mean = dot(of.shares, row)
        for x in {*row}:  # positive: the row is private, and not all zeros
            part = x * sum([q for q, y in zip(of.shares, row, strict=True) if x == y])
            total += part * log_of_ratio(x * of.below, mean, SHORT_BITS)
            taken += part
    times = of.below * of.one << SHORT_BITS
    wide = taken * ERROR  # each logarithm is right to within ERROR, times its mass
    is_above = low.numerator * times <= (total - wide) * low.denominator
    return is_above and high.numerator * times >= (total + wide) * high.denominator


def _is_covered(data: dict[str, Any], of: Problem) -> bool:
    """Whether the prices cover every leaf, or every pattern."""
    gamma = exact(of.level.high)
    (prices, prior), unit = cleared_rows([data["prices"], data["utility"]["prior"]])
    tree = data["cover"].get("tree")
    if tree is None:
        at_all: bool = page(".cover_information").is_covered(gamma, prices, prior, unit)
        return at_all
    counts = data["cover"].get("counts", [0] * len(prior))
    at_leaves = TangentTree(gamma, prices, prior, unit, tree, counts)
    return all(at_leaves.left(leaf, leaf.first_bits) >= 0 for leaf in at_leaves.leaves)
