"""Cases, a card: no two-answer card has a variance of the share below the bound.

A card reports truth 0 with the probability p00 and truth 1 with p11. Its first row is the point
v = (x, y) = (p00, 1 - p11). At prevalence q the chance of report 1 is
yes = (1 - q)(1 - x) + q (1 - y), and the variance yes (1 - yes) / (x - y)^2.

Theorem. Of all private cards with x > y it is least at a corner of K (`corners`); of those of
Warner, x + y = 1, it is least where this line meets the lower edge of K.

Proof. Let c be the least variance at a corner with x > y. The function yes (1 - yes) - c (x - y)^2
of v is concave and not negative at any corner; where x = y, because x - y = 0. So it is not
negative on their convex hull, in which all cards with x > y lie. (The other report favours the
other truth: a card with x < y is one with x > y, reports exchanged.) Warner's cards lie between
(1/2, 1/2) and the point on the edge.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .corners import ONE, Point, corners_of, fair_point
from .fields import flag, listed, rational, rationals, record
from .pages import named, page
from .privacy import read_privacy
from .private_table import read_table
from .statement import down, item, reached, up
from .verdict import Doubts, Size, need, well_formed

FIELDS = "privacy device prior table value bound gap"
WARNER = "warner"
DEVICES = {"two-answers": "two-answer device", WARNER: "Warner device"}


def variance(point: Point, prior: Fraction) -> Fraction:
    """yes (1 - yes) / (x - y)^2."""
    x, y = point
    yes = 1 - x + prior * (x - y)
    return yes * (1 - yes) / (x - y) ** 2


def read_card(data: dict[str, Any], size: Size) -> Callable[[Doubts], str]:
    """The fields of a certificate with this proof, and what is to be checked of them."""
    record(data, FIELDS, "universal")
    given = listed(data["table"], 2)
    (x, y), _ = (rationals(row, 2) for row in given)
    table = read_table(given, [ONE, ONE], [1, 1])
    privacy = read_privacy(data["privacy"], 2, size)
    well_formed(not privacy.singles, "a card needs all its reports to be private")
    privacy.allow_table(table, size)
    device = named(data["device"], DEVICES)
    prior = rational(data["prior"])
    well_formed(0 <= prior <= 1, "prior is no share")
    best = corners_of(privacy, size)
    if device == WARNER:
        best = [fair_point(best)]
    claimed = flag(data.get("universal", False))
    universal = page(".universal").read_universal(privacy, table, size) if claimed else str
    value, bound, gap = (rational(data[name]) for name in ("value", "bound", "gap"))

    def prove(doubts: Doubts) -> str:
        privacy.verify(doubts)
        table.verify(privacy, doubts)
        need(x > y, "the table tells nothing")
        need(device != WARNER or x + y == 1, "the table is not Warner's")
        need(value == variance((x, y), prior), "the table has another value")
        values = [variance(point, prior) for point in best if point[0] > point[1]]
        need(bound == min(values, default=None), "bound is not the least variance at a corner")
        need(gap == value - bound, "gap is not value - bound")
        claim = (
            f"no {privacy.words.bound} private {DEVICES[device]} has a variance of an unbiased "
            "estimator of the share of truth 1 from one respondent"
        )
        does = reached(gap, bound, f"at most {up(value)}")
        where = f"below {down(bound)} at prevalence {item(prior)}"
        return f"{claim} {where}, and {privacy.words.this_table} {does}{universal()}"

    return prove
