"""Kind prices: no private table has a utility above the bound.

Prices that cover the utility (`charge` says what they prove, and by which proofs) bound what any
private table is worth. The table of the certificate is worth its value, so the bound is right up to
the gap.

A row of a table with classes stands for all its rearrangements, or for balanced ones (`blocks`):
they have the same utility, and each truth, and each two truths, the same values equally often. So
columns add up to as much, and a delta is used as much.
"""

from collections.abc import Callable
from typing import Any

from .convex_utility import ConvexUtility
from .coverage import read_charge, read_cover
from .fields import ends, flag, listed, rational, record
from .pages import page
from .privacy import Privacy, one_number, read_privacy
from .private_table import PrivateTable, read_sizes, read_table
from .statement import down, reached, up
from .utilities import read_utility, verify_value
from .verdict import Doubts, Size, need, well_formed

MAX_SUM_BITS = 1 << 19
"""Fractions without a common denominator: 200 rows of 28,000 bits took 50 s to add up."""

FIELDS = "privacy truths utility patterns weights prices value bound gap cover"


def read_prices(data: dict[str, Any], size: Size) -> Callable[[Doubts], str]:
    """The fields of a certificate of this kind, and what is to be checked of them."""
    record(data, FIELDS, "pair_prices condition_prices universal blocks")
    well_formed("universal" not in data or "blocks" not in data, "blocks are not universal")
    sizes = read_sizes(data["truths"], len(listed(data["prices"])))
    privacy = read_privacy(data["privacy"], len(sizes), size)
    if max(sizes) > 1:
        one_number(privacy, "classes of truths need one number")
    utility, words = read_utility(data["utility"], sizes)
    table = read_table(data["patterns"], data["weights"], sizes)
    charge = read_charge(data, privacy, sizes)
    _allow(table, privacy, utility, size)  # before anything is computed from the table
    blocks = page(".blocks").read_blocks(data["blocks"], table, size) if "blocks" in data else []
    cover = read_cover(data["cover"], charge, utility, size)
    claimed = flag(data.get("universal", False))
    universal = page(".universal").read_universal(privacy, table, size) if claimed else str
    value, bound, gap = ends(data["value"]), rational(data["bound"]), rational(data["gap"])

    def prove(doubts: Doubts) -> str:
        privacy.verify(doubts)
        table.verify(privacy, doubts)
        for development in blocks:
            development.verify()
        verify_value(utility, table, value, doubts)
        need(charge.bound == bound, "bound is not what the prices add up to")
        need(gap == bound - value[0], "gap is not bound - value")  # lower end
        cover(doubts)
        level = privacy.words
        claim = f"no {level.bound} private mechanism on {table.truths} truths has {words}"
        does = reached(gap, bound, f"at least {down(value[0])}")
        return f"{claim} above {up(bound)}, and {level.this_table} {does}{universal()}"

    return prove


def _allow(table: PrivateTable, privacy: Privacy, utility: ConvexUtility, size: Size) -> None:
    size.allow(len(table.rows) * utility.steps)
    if utility.quotients:
        size.allow(len(table.rows), MAX_SUM_BITS)
    privacy.allow_table(table, size)
    if utility.logarithms:
        page(".costs_of_rows").few_logarithms_of(table.rows)
    well_formed(utility.knows(table.rows), "the value at a row is not given")
