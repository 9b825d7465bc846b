"""Kind symmetric at once: k truths whose shares are all 1/k, under one number g without a delta.

A row r stands for all its rearrangements, or for balanced ones (`blocks`). So the information
J = sum_i k r_i r_i' / (sum of r_i) of the table at equal shares has two eigenvalues: k along the
ones vector, as the columns add up to one, and on all that sums to zero, with s = sum_j r_j,

    a = sum_i k (sum_j r_ij^2 - s_i^2 / k) / ((k - 1) s_i).

The best estimators have the covariance Cov = J^-1 - 11' / k^2: along the ones vector it is zero, on
the rest 1/a.

Theorem. Let X have the eigenvalue x >= 0 on what sums to zero and z along the ones vector, and let
one price y of all truths have y s >= u(r) = k r'Xr / s at the patterns of {1, g}^k, that is

    (y - z) s^2 >= x (g - 1)^2 n (k - n)   for n = 0, ..., k truths at g, s = k + n (g - 1).

Then tr XJ is at most k y for every private table. Let V have the eigenvalues b and c in the same
way, and D >= 0 the eigenvalues d and f. No private table has less than

    tr Cov                   2 tr V - 1/k - k y             for X = VV,
    largest eigenvalue       (2 tr DV - f/k - k y) / tr D   for X = VDV,
    product of eigenvalues   k (k / (k y))^k det V          for X = V >= 0 (all but the zero).

Proof. As u is convex, with u(t r) = t u(r), and a private row divided by its least entry is a
mixture of the patterns, tr XJ = sum_i u(r_i) is at most sum_i y s_i = k y. The rest is said in
`kind_symmetric`.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from .fields import count, listed, rational, rationals, record
from .levels import read_number
from .pages import page
from .private_table import PrivateTable, read_table
from .statement import (
    OF_SHARES,
    WORST_GROUP,
    WORST_POPULATION,
    at_prior,
    down,
    reached,
    said,
    up,
)
from .verdict import Doubts, Size, need, well_formed

FIELDS = "privacy truths objective prior patterns weights tangents prices value bound gap cover"

MAX_TRUTHS = 1 << 12
MAX_ROWS = 1 << 4
MAX_BITS = 1 << 10
MAX_POWER_BITS = 1 << 20
"""Numbers over one denominator, and their powers: far below what any file may have."""


class Form(NamedTuple):
    """The eigenvalues of a form: on what sums to zero, and along the ones vector."""

    rest: Fraction
    ones: Fraction


class Goal(NamedTuple):
    """What is made of the covariance, in words, and the form X that a price covers; whether a table
    with the eigenvalue a has at most a value, and whether none that pays k y is below a bound.
    """

    words: str
    form: Form
    is_reached: Callable[[Fraction, Fraction], bool]
    is_proved: Callable[[Fraction, Fraction], bool]


def proved(data: dict[str, Any], size: Size) -> str:
    """The sentence, if all is of this form and proved."""
    objective = record(data.get("objective"), "name", "mean over")
    is_largest = objective["name"] == "e-optimal"
    record(data, FIELDS + (" directions" if is_largest else ""), "blocks")
    well_formed(record(data["cover"], "proof")["proof"] == "extremes", "another proof")
    k = count(*listed(data["truths"], 1))
    level = read_number(data["privacy"])
    well_formed(2 <= k <= MAX_TRUTHS and level.is_pure, "too many truths, or a delta")
    well_formed(size.bits <= MAX_BITS, "too long numbers")
    table = read_table(data["patterns"], data["weights"], [k])
    well_formed(len(table.rows) <= MAX_ROWS, "too many rows")
    (share,), (price,) = (rationals(data[name], 1) for name in ("prior", "prices"))
    value, bound, gap = (rational(data[name]) for name in ("value", "bound", "gap"))
    goal = _goal(data, k, size)
    doubts = Doubts()
    level.verify(doubts)
    well_formed(not doubts.reasons, "an epsilon in doubt proves nothing here")
    table.verify(level, doubts)
    if "blocks" in data:
        for development in page(".blocks").read_blocks(data["blocks"], table, size):
            development.verify()
    need(k * share == 1, "shares are not equal")
    a = eigenvalue(table)
    need(a > 0 and goal.is_reached(value, a), "the table has a larger value")
    need(is_covered(k, level.high, price, goal.form), "the price does not cover")
    need(goal.is_proved(bound, k * price), "the tangents and the price do not prove the bound")
    need(gap == value - bound, "gap is not value - bound")
    has = f"{goal.words}{at_prior([share], [k])}"
    if "over" in objective:
        has = at_worst(objective, goal.words)
    claim = f"no {level.words.bound} private mechanism on {k} truths has {has}"
    does = reached(gap, bound, f"at most {up(value)}")
    return f"{claim} below {down(bound)}, and {level.words.this_table} {does}"


WORST = [("a-optimal", WORST_GROUP), ("a-optimal", WORST_POPULATION)]
WORST += [("d-optimal", WORST_POPULATION)]


def at_worst(objective: dict[str, Any], words: str) -> str:
    """The words for all fixed groups, or all shares p: equal shares q are the worst.

    Proof. No table is better at worst than at q. The estimators x that are best at q are unbiased
    at all shares, and J^-1 does not tell truths apart: their second moment is m at every truth. In
    a group their trace is m - 1, of a population m - p.p <= m - 1/k. Their covariance there is
    linear in p but for -pp', so concave, and the logarithm of the product of its eigenvalues but
    one is, too; its slope at q towards p is a (tr Cov_p - tr Cov_q) <= 0.
    """
    pair = (objective["name"], objective["over"])
    well_formed(pair in WORST, "no worst shares of this objective")
    return said(objective["over"], words, [])


def _goal(data: dict[str, Any], k: int, size: Size) -> Goal:
    objective = data["objective"]
    name = objective["name"]
    tangents = _form(data["tangents"], k)
    if name == "d-optimal":
        well_formed(k * size.bits <= MAX_POWER_BITS, "too long powers")
        well_formed(objective.get("mean", "geometric") == "geometric", "another mean")
        return volume(k, tangents, "mean" in objective)
    well_formed("mean" not in objective, "a mean of other eigenvalues")
    if name == "a-optimal":
        is_group = objective.get("over") == WORST_GROUP
        return trace(k, tangents, Fraction(1) if is_group else Fraction(1, k))
    well_formed(name == "e-optimal", "another objective")
    return largest(k, tangents, _form(data["directions"], k))


def _form(given: Any, k: int) -> Form:
    """The field has the eigenvalue of what sums to zero, and the mean entry."""
    record(given, "own means")
    (own,) = rationals(given["own"], 1)
    (means,) = listed(given["means"], 1)
    (mean,) = rationals(means, 1)
    return Form(own, k * mean)


def trace(k: int, v: Form, less: Fraction) -> Goal:
    """tr J^-1 less q.q = 1/k, or in a group 1."""
    gains = 2 * ((k - 1) * v.rest + v.ones) - less
    return Goal(
        f"a trace {OF_SHARES}",
        Form(v.rest**2, v.ones**2),
        lambda value, a: (value + less - Fraction(1, k)) * a >= k - 1,
        lambda bound, paid: bound <= gains - paid,
    )


def largest(k: int, v: Form, d: Form) -> Goal:
    """The largest eigenvalue of Cov."""
    need(min(d) >= 0, "the directions are not semidefinite")
    total = (k - 1) * d.rest + d.ones
    need(total > 0, "there are no directions")
    gains = 2 * ((k - 1) * d.rest * v.rest + d.ones * v.ones) - d.ones / k
    return Goal(
        f"a largest eigenvalue {OF_SHARES}",
        Form(v.rest**2 * d.rest, v.ones**2 * d.ones),
        lambda value, a: value * a >= 1,
        lambda bound, paid: bound * total <= gains - paid,
    )


def volume(k: int, v: Form, is_mean: bool) -> Goal:
    """The product of the eigenvalues of Cov but the zero, or their geometric mean, its root."""
    need(min(v) >= 0, "the tangents are not semidefinite")
    power = k - 1 if is_mean else 1

    def is_proved(bound: Fraction, paid: Fraction) -> bool:
        # bound^power paid^k <= k^(k + 1) det V, in whole numbers: quotients of powers take long.
        less = [(bound, power), (paid, k)]
        more = [(Fraction(k), k + 1), (v.rest, k - 1), (v.ones, 1)]
        return paid > 0 and (bound <= 0 or _product(less, more) <= _product(more, less))

    return Goal(
        f"a {'geometric mean' if is_mean else 'product'} of the non-zero eigenvalues {OF_SHARES}",
        v,
        lambda value, a: value > 0 and value * a ** (1 if is_mean else k - 1) >= 1,
        is_proved,
    )


def _product(tops: list[tuple[Fraction, int]], bottoms: list[tuple[Fraction, int]]) -> int:
    """The product of the numerators of some powers and the denominators of others."""
    found = 1
    for x, power in tops:
        found *= x.numerator**power
    for x, power in bottoms:
        found *= x.denominator**power
    return found


def eigenvalue(table: PrivateTable) -> Fraction:
    """a, of the information of the table."""
    k = table.truths
    total = Fraction(0)
    for row in table.rows:
        s = sum(run.value * run.number for run in row)
        squares = sum(run.value**2 * run.number for run in row)
        if s:  # a row of zeros tells nothing
            total += Fraction(k * squares - s * s, (k - 1) * s * table.unit)
    return total


def is_covered(k: int, gamma: Fraction, price: Fraction, form: Form) -> bool:
    """Whether (y - z) s^2 >= x (g - 1)^2 n (k - n) for every n."""
    top, bottom = gamma.as_integer_ratio()
    rise = top - bottom
    left = price - form.ones
    paid = left.numerator * form.rest.denominator
    owed = left.denominator * form.rest.numerator * rise**2
    return all(paid * (bottom * k + rise * n) ** 2 >= owed * n * (k - n) for n in range(k + 1))
