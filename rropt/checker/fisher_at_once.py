"""Kind prices at once (`number_at_once`): what a report tells about the share of truth 1 of two.

u(r) = (r_1 - r_0)^2 / (q.r), for the shares q of the truths, is convex. Prices y cover it at a row
r > 0 if y.r >= 0 and (y.r) (q.r) >= (r_1 - r_0)^2: four rows are {1, g}^2.

With `universal` every private table A is said to be C P for this table P and a channel C. Theorem.
It is if in each row of P one entry is g times the other, or both are 0. Proof. Let A(t) be the sum
over the rows of A of [r_0 - t r_1]+, t >= 0. It is convex; A(0) = 1, and as A is private A(g) = 0
and A(1/g) = 1 - 1/g, so A(t) is 1 - t to 1/g, and from there at most the chord to 0 at g. P has
just that chord. The largest of some linear forms M_i.r is on r >= 0 a linear form and a mixture of
[r_0 - t r_1]+. So for any M with a row for each report of A, sum_i M_i.A_i is at most what the
largest of the M_i.r adds up to over the rows of P, which is the largest sum_i M_i.(C P)_i. The set
of all C P is convex and closed, and no M separates A from it.
"""

from fractions import Fraction
from itertools import product
from typing import Any

from .cleared import Rational, dot
from .number_at_once import Problem, Whole, has_the_fields, has_the_numbers, problem, sentence
from .statement import item
from .verdict import Size

OF_UTILITY = {"fisher-information": {"name", "prior"}}

MAX_BITS = 1 << 12
MAX_REPORTS = 16
"""Far below what any file may have: nothing is to be counted."""


def proved(data: dict[str, Any], size: Size) -> str | None:
    """The sentence, where a certificate is of this form, and every check succeeds."""
    data = dict(data)  # if the answer is none the pages of the kind read every field again
    universal = data.pop("universal", False)
    if not (_is_of_this_form(data, size) and (universal is True or universal is False)):
        return None
    value = data["value"]
    of = problem(data, value)
    if of is None:
        return None
    checked = (
        _worth(of) == Fraction(value.numerator, value.denominator)
        and _cover(of)
        and not (universal and any(_is_inside(row, of.level.low) for row in of.rows))
    )
    every = f"every {of.level.of_table} private mechanism"
    also = f"; {every} is C P for this table P and a channel C" if universal else ""
    what = "a Fisher information of one report about the share of truth 1"
    has = f"{what} at prior {item(data['utility']['prior'])}"
    return sentence(data, of, has, value, also) if checked else None


def _is_of_this_form(data: dict[str, Any], size: Size) -> bool:
    """Whether these are the fields and the numbers, few and short, about two truths."""
    if not has_the_fields(data, OF_UTILITY, "line") or size.bits > MAX_BITS:
        return False
    lists = [data["prices"], data["utility"]["prior"]]
    is_read = has_the_numbers(data, [data["value"]], lists)
    return is_read and data["truths"] == 2 and len(data["patterns"]) <= MAX_REPORTS


def _worth(of: Problem) -> Fraction:
    """sum (r_1 - r_0)^2 / (q.r); of a private row an entry is 0 where both are."""
    found = [Fraction((y - x) ** 2, dot(of.shares, [x, y])) for x, y in of.rows if x]
    return sum(found, Fraction(0)) * of.below / of.one  # q.r is over one times below


def _cover(of: Problem) -> bool:
    """Whether y.r >= 0 and (y.r) (q.r) >= (r_1 - r_0)^2 on {1, g}^2."""
    unit = of.unit * of.below  # of y.r and of q.r; that of r is on both sides
    for x, y in product((of.level.high.denominator, of.level.high.numerator), repeat=2):
        paid = dot(of.prices, [x, y])
        if paid < 0 or paid * dot(of.shares, [x, y]) < unit * (y - x) ** 2:
            return False
    return True


def _is_inside(row: Whole, level: Rational) -> bool:
    """Whether neither entry is g times the other."""
    return level.denominator * max(row) != level.numerator * min(row)  # two zeros are on it
