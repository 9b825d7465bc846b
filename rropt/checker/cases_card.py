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
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .corners import ONE, Point, corners_of, fair_point
from .fields import listed, rational, rationals, record
from .pages import named
from .privacy import Privacy, read_privacy, read_universal
from .private_table import PrivateTable, read_table
from .statement import down, item, reached, up
from .verdict import Doubts, Size, need, well_formed

FIELDS = "privacy device prior table value bound gap"
WARNER = "warner"
DEVICES = {"two-answers": "two-answer device", WARNER: "Warner device"}


@dataclass(frozen=True)
class Card:
    """A card, and those that can be best."""

    table: PrivateTable
    point: Point
    privacy: Privacy
    device: str
    prior: Fraction
    best: list[Point]
    universal: Callable[[], str]
    value: Fraction
    bound: Fraction
    gap: Fraction

    def prove(self, doubts: Doubts) -> str:
        """The sentence, if every check succeeds."""
        self.privacy.verify(doubts)
        self.table.verify(self.privacy, doubts)
        x, y = self.point
        need(x > y, "the table tells nothing")
        need(self.device != WARNER or x + y == 1, "the table is not Warner's")
        need(self.value == self.variance(self.point), "the table has another value")
        values = [self.variance(point) for point in self.best]
        least = min(values, default=None)
        need(self.bound == least, "bound is not the least variance at a corner")
        need(self.gap == self.value - self.bound, "gap is not value - bound")
        return self.sentence(self.universal())

    def variance(self, point: Point) -> Fraction:
        """yes (1 - yes) / (x - y)^2."""
        x, y = point
        yes = 1 - x + self.prior * (x - y)
        return yes * (1 - yes) / (x - y) ** 2

    def sentence(self, also: str) -> str:
        """What is proved, and what is added."""
        words = self.privacy.words
        claim = (
            f"no {words.bound} private {DEVICES[self.device]} has a variance of an unbiased "
            "estimator of the share of truth 1 from one respondent"
        )
        does = reached(self.gap, self.bound, f"at most {up(self.value)}")
        where = f"at prevalence {item(self.prior)}"
        return f"{claim} below {down(self.bound)} {where}, and {words.this_table} {does}{also}"


def read_card(data: dict[str, Any], size: Size) -> Card:
    """The fields of a certificate with this proof."""
    record(data, FIELDS, "universal")
    given = listed(data["table"], 2)
    rows = [rationals(row, 2) for row in given]
    table = read_table(given, [ONE, ONE], [1, 1])
    privacy = read_privacy(data["privacy"], 2, size)
    well_formed(not privacy.singles, "a card needs all its reports to be private")
    privacy.allow_table(table, size)
    device = named(data["device"], DEVICES)
    prior = rational(data["prior"])
    well_formed(0 <= prior <= 1, "prior is no share")
    found = corners_of(privacy, size)
    if device == WARNER:
        found = [fair_point(found)]
    return Card(
        table=table,
        point=(rows[0][0], rows[0][1]),
        privacy=privacy,
        device=device,
        prior=prior,
        best=[(x, y) for x, y in found if x > y],  # on the diagonal a card tells nothing
        universal=read_universal(data, privacy, table, size),
        value=rational(data["value"]),
        bound=rational(data["bound"]),
        gap=rational(data["gap"]),
    )
