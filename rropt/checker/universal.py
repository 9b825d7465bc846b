"""One table of two truths that serves for every purpose.

A level (a, g, d) of the two truths a and b, g > 0, demands that the sum over rows of [r_a - g r_b]+
be at most d; a table exhausts it where the sum is d.

Theorem. Let every row of P be 0 at a truth, or lie on a level that P exhausts: r_a = g r_b. Then
every table A that obeys the levels is C P for a channel C.

Proof. Let A(t) be the sum over the rows of A of [r_0 - t r_1]+, for t >= 0: convex, not increasing,
A(0) = 1. A level (0, g, d) bounds A(g), and (1, g, d) bounds A(1/g), as [r_1 - g r_0]+ is
r_1 - g r_0 + g [r_0 - r_1 / g]+. P(t) bends at exhausted levels alone, where A(t) <= P(t); between
them and 0 it is their chord, beyond them constant. So A(t) <= P(t) for every t >= 0.

Let M be any matrix with a row for each report of A. The largest of the M_i.r is convex and
homogeneous, on r >= 0 a linear form and a mixture of [r_0 - t r_1]+. So sum_i M_i.A_i is at most
its sum over the rows of A, so at most that over the rows of P, which is the largest
sum_i M_i.(C P)_i. The set of all C P is convex and closed, and no M separates A from it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, cast

from .cleared import cleared, dot
from .private_table import PrivateTable
from .verdict import Size, need, well_formed

if TYPE_CHECKING:
    from .privacy import AnyPrivacy, Privacy


def read_universal(privacy: AnyPrivacy, table: PrivateTable, size: Size) -> Callable[[], str]:
    """The levels of a truth against the other; what else a table must obey does no harm."""
    well_formed(table.sizes == [1, 1], "universal is for two truths")
    is_of_all = privacy.rays != "protected" and not privacy.singles
    well_formed(is_of_all, "universal beside reports of one truth alone")
    levels = []
    for pairs, most in cast("Privacy", privacy).demands_of_two(0):  # of the table, as it is said
        factor, form = pairs[0]
        if len(pairs) == 1 and min(form) < 0 < max(form):
            whole, unit = cleared(form)
            levels.append((whole, most / factor * unit))  # c [a.r]+ <= d, cleared
    size.allow(4 * len(table.rows) * len(levels))
    return partial(proved, table, levels, f"every {privacy.words.table} private mechanism")


def proved(table: PrivateTable, levels: list[tuple[list[int], Fraction]], every: str) -> str:
    """What is added to the sentence, as every row is 0 at a truth, or on an exhausted level. Levels
    are forms f with the most d of the sum of [f.r]+ over the rows of a table.
    """
    rows = [[run.value for run in row] for row in table.rows]
    inside = [row for row in rows if 0 not in row]
    for form, most in levels:
        told = sum(max(0, dot(form, row)) for row in rows)
        if told == most * table.unit:
            inside = [row for row in inside if dot(form, row) != 0]
    need(not inside, "a row lies inside the levels")
    return f"; {every} is C P for this table P and a channel C"
