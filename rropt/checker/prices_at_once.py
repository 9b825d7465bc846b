"""Kind prices at once: any utility of few truths.

By the theorem of `few_rows` no private table has a utility above what a private table pays, if each
of the rows that decide pays at least u(r).
"""

from fractions import Fraction
from typing import Any

from .convex_utility import ConvexUtility
from .few_rows import Payment, read_charge, read_level, rows_that_decide
from .fields import count, ends, flag, listed, rational, record
from .pages import page
from .private_table import plain_row, read_table
from .statement import down, reached, up
from .utilities import read_utility, verify_value
from .verdict import Doubts, Size, need, well_formed

FIELDS = "privacy truths utility patterns weights prices value bound gap cover"

OF_FAMILY = {"actions": ["actions"], "ratios": ["line", "form"]}
"""Proofs that say of {1, g}^k what looking at all of it says."""

MAX_REPORTS = 64


def proved(data: dict[str, Any], size: Size) -> str:
    """The sentence, if all is of this form and proved."""
    record(data, FIELDS, "pair_prices condition_prices universal")
    truths = len(listed(data["prices"], count(data["truths"])))
    table = read_table(data["patterns"], data["weights"], [1] * truths)
    level = read_level(data["privacy"], table.sizes, size)
    doubts = Doubts()
    utility, words = read_utility(data["utility"], table.sizes)
    is_short = len(table.rows) <= MAX_REPORTS and utility.knows(table.rows)
    well_formed(is_short, "too many reports, or a value at one is not given")
    level.allow_table(table, size)
    payment = read_charge(data, level, table.sizes)
    claimed = flag(data.get("universal", False))
    also = page(".universal").read_universal(level, table, size)() if claimed else ""
    value, bound, gap = ends(data["value"]), rational(data["bound"]), rational(data["gap"])
    level.verify(doubts)
    table.verify(level, doubts)
    verify_value(utility, table, value, doubts)
    need(bound == payment.bound and gap == bound - value[0], "bound or gap is another one")
    cover = record(data["cover"], "proof", "multipliers ratios")
    if "multipliers" in cover:
        _multiply(payment, cover, utility, size)
    else:
        _look(payment, cover, utility, size, doubts)
    size.allow_counted(1, 2)  # one half is left: what other pages would announce is a quarter
    well_formed(not doubts.reasons, "what is in doubt proves nothing here")
    claim = f"no {level.words.bound} private mechanism on {truths} truths has {words}"
    does = reached(gap, bound, f"at least {down(value[0])}")
    return f"{claim} above {up(bound)}, and {level.words.this_table} {does}{also}"


def _look(
    payment: Payment, cover: dict[str, Any], utility: ConvexUtility, size: Size, doubts: Doubts
) -> None:
    """Each of the rows that decide pays at least u(r), whichever of these proofs is named."""
    level, proof = payment.level, cover["proof"]
    known = level.rays == "cube" and proof in OF_FAMILY.get(utility.family, [])
    well_formed(proof == "extremes" or (known and utility.quotients <= 1), "another proof")
    well_formed(proof != "line" or len(utility.forms) == 2, "a line is of one square")
    for values in rows_that_decide(payment, utility.steps, utility.quotients, size):
        row = plain_row(values)
        well_formed(utility.knows([row]), "the value at a pattern is not given")
        low, high = utility.ends(row)
        paid = payment.of(values)
        doubts.not_negative(paid - high, paid - low, "a row does not pay enough")


def _multiply(payment: Payment, cover: dict[str, Any], utility: Any, size: Size) -> None:
    """For u(r) = max_x x.r each action x has f >= 0 of the forms a = e_a - g_ab e_b of pairs (or of
    the levels of conditions), f <= z for soft ones (f <= c z), and

        y - x + sum f a >= 0    at every truth.

    So what a private row pays is at least y.r + sum f a.r >= x.r; a row of one of the singles
    alone, which no pair binds, pays y_j >= x_j. Divergences add lines below them to y.
    """
    level, prices = payment.level, payment.prices
    named = page(f".{level.budgets}")
    well_formed(cover["proof"] == utility.family == "actions", "no largest of actions")
    lists = listed(cover["multipliers"], len(utility.actions))
    every: Any = [prices] * len(lists)
    if "ratios" in cover:
        ratios = listed(cover["ratios"], len(lists))
        every = page(".renyi").read_ratios(ratios, level, prices, payment.budgets, size)
    for action, entries, paid in zip(utility.actions, lists, every, strict=True):
        left = [y - Fraction(action.get(j, 0), utility.unit) for j, y in enumerate(paid)]
        need(all(left[j] >= 0 for j in level.singles), "a single does not pay enough")
        for name, f in named.read_multipliers(entries, level, len(prices), size).items():
            form, owner, factor = named.form_of(level, name)
            most = f if owner is None else factor * payment.budgets.get(owner, 0)
            need(f <= most, "a multiplier exceeds a price")
            for truth, x in form.items():
                left[truth] += f * x
        need(min(left) >= 0, "an action is not paid for")
