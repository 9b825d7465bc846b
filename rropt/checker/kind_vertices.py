"""Kind vertices: no two-answer card has a variance of the share below the bound.

A card (p00, p11) reports its truth with these probabilities. With s = p00 + p11 - 1 > 0,
u = (1 - p00)/s and v = (1 - p11)/s the variance at prevalence q is (u + q)(v + 1 - q).

Theorem. The private cards are u, v >= 0 with

    delta01 u + (g01 - 1 + delta01) v >= 1 - delta01,
    (g10 - 1 + delta10) u + delta10 v >= 1 - delta10     (none where a level is oo),

and the variance is least at a vertex of that region.

Proof. s = 1/(1 + u + v), so p00 = (1 + v) s and 1 - p11 = v s; privacy is p00 <= g01 (1 - p11) +
delta01 and its mirror image (the other report favours the other truth, so it adds nothing). The
region is a polyhedron that recedes along the quadrant only. There the product does not decrease. A
product of two non-negative affine functions is quasi-concave, so it is least at a vertex.

Conditions sum_r sum_n c_n [a_n.r]+ <= d: the rows of a card are s (1 + v, v) and s (u, 1 + u). The
levels ascend, so those that count at a row are the first ones, and the sum is the largest of
A_i.row0 + A_j.row1, A_i = c_1 a_1 + ... + c_i a_i: a half-plane for each i and j.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from .conditions import Condition, Conditions
from .fields import Level, listed, matrix, named, rational, rationals, record
from .levels import Matrix, OneNumber
from .limits import MAX_LINES, Size
from .private_table import PrivateTable, table_of
from .stated_privacy import Privacy, read_privacy
from .statement import down, item, reached, up
from .universal import Universal, read_universal
from .verdict import Doubts, need, well_formed

FIELDS = "privacy device prior vertices values table value bound gap"
WARNER = "warner"
DEVICES = {"two-answers": "two-answer device", WARNER: "Warner device"}
Point = tuple[Fraction, Fraction]
HalfPlane = tuple[Fraction, Fraction, Fraction]
"""x u + y v >= z."""


@dataclass(frozen=True)
class Vertices:
    """A card, and the cards at the vertices of the region."""

    table: PrivateTable
    card: Point
    privacy: Privacy
    device: str
    prior: Fraction
    vertices: list[Point]
    values: list[Fraction]
    universal: Universal | None
    value: Fraction
    bound: Fraction
    gap: Fraction

    def prove(self, doubts: Doubts) -> str:
        """The sentence, if every check succeeds."""
        self.privacy.verify(doubts)
        self.table.verify(self.privacy, doubts)
        p00, p11 = self.card
        need(p00 + p11 > 1, "the table tells nothing")
        need(self.device != WARNER or p00 == p11, "the table is not Warner's")
        points = list(region(self.privacy, self.device == WARNER))
        cards = {card_of(point): self.variance(*point) for point in points}
        stated = dict(zip(self.vertices, self.values, strict=True))
        whole = stated.keys() == cards.keys() and len(self.vertices) == len(cards)
        need(whole, "these are not the vertices of the region, each once")
        need(stated == cards, "the value at a vertex is another one")
        need(self.value == self.variance(*point_of(self.card)), "the table has another value")
        need(self.bound == min(self.values), "bound is not the least value at a vertex")
        need(self.gap == self.value - self.bound, "gap is not value - bound")
        if self.universal:
            self.universal.verify()
        return self.sentence()

    def variance(self, u: Fraction, v: Fraction) -> Fraction:
        """(u + q)(v + 1 - q)."""
        return (u + self.prior) * (v + 1 - self.prior)

    def sentence(self) -> str:
        """What is proved."""
        words = self.privacy.words
        claim = (
            f"no {words.bound} private {DEVICES[self.device]} has a variance of an unbiased "
            "estimator of the share of truth 1 from one respondent"
        )
        does = reached(self.gap, self.bound, f"at most {up(self.value)}")
        also = self.universal.words if self.universal else ""
        where = f"at prevalence {item(self.prior)}"
        return f"{claim} below {down(self.bound)} {where}, and {words.this_table} {does}{also}"


def region(privacy: Privacy, warner: bool) -> Iterator[Point]:
    """The vertices (u, v) for the high levels; of u = v for Warner. Each once."""
    lines = list(half_planes(privacy))
    if warner:
        steep = [(x + y, z) for x, y, z in lines]
        if all(x > 0 or z <= 0 for x, z in steep):
            u = max((z / x for x, z in steep if x > 0), default=Fraction(0))
            yield max(u, Fraction(0)), max(u, Fraction(0))
        return
    zero = Fraction(0)
    one = Fraction(1)
    lines += [(one, zero, zero), (zero, one, zero)]
    seen = set()
    for left, right in combinations(lines, 2):
        point = intersection(left, right)
        if point and point not in seen and all(is_inside(point, line) for line in lines):
            seen.add(point)
            yield point


def half_planes(privacy: Privacy) -> Iterator[HalfPlane]:
    """The conditions of privacy."""
    if isinstance(privacy, Conditions):
        for condition in privacy.conditions:
            yield from of_condition(condition)
        return
    level, delta = of_pair(privacy, 0, 1)
    if level is not None:
        yield delta, level - 1 + delta, 1 - delta
    level, delta = of_pair(privacy, 1, 0)
    if level is not None:
        yield level - 1 + delta, delta, 1 - delta


def of_condition(condition: Condition) -> Iterator[HalfPlane]:
    """A_i.(1 + v, v) + A_j.(u, 1 + u) <= d (1 + u + v) for all i and j."""
    zero = Fraction(0)
    sums = [(zero, zero)]
    for step in condition.steps:
        x, y = condition.form(step, 1)
        sums.append((sums[-1][0] + step.factor * x, sums[-1][1] + step.factor * y))
    most = condition.paid
    for (x, y), (p, q) in product(sums, sums):
        yield most - p - q, most - x - y, x + q - most


def of_pair(privacy: OneNumber | Matrix, a: int, b: int) -> tuple[Level, Fraction]:
    """The high level and the delta of a pair."""
    if isinstance(privacy, Matrix):
        return privacy.high[a][b], privacy.delta[a][b]
    return privacy.high, privacy.delta


def intersection(left: HalfPlane, right: HalfPlane) -> Point | None:
    """Where the two lines meet."""
    a, b, e = left
    c, d, f = right
    determinant = a * d - b * c
    if not determinant:
        return None
    return (e * d - f * b) / determinant, (a * f - c * e) / determinant


def is_inside(point: Point, line: HalfPlane) -> bool:
    """x u + y v >= z."""
    u, v = point
    x, y, z = line
    return x * u + y * v >= z


def card_of(point: Point) -> Point:
    """(p00, p11) = ((1 + v) s, (1 + u) s)."""
    u, v = point
    total = 1 + u + v
    return (1 + v) / total, (1 + u) / total


def point_of(card: Point) -> Point:
    """(u, v) = ((1 - p00)/s, (1 - p11)/s)."""
    p00, p11 = card
    s = p00 + p11 - 1
    return (1 - p00) / s, (1 - p11) / s


def read_vertices(data: dict[str, Any], size: Size) -> Vertices:
    """The fields of a certificate of this kind."""
    record(data, FIELDS, "universal")
    rows = matrix(data["table"], 2, 2)
    table = table_of(rows)
    privacy = read_privacy(data["privacy"], 2, size)
    pairs = [rationals(pair, 2) for pair in listed(data["vertices"])]
    prior = rational(data["prior"])
    well_formed(0 <= prior <= 1, "prior is no share")
    lines = 2
    if isinstance(privacy, Conditions):
        lines = sum((len(c.steps) + 1) ** 2 for c in privacy.conditions)
        well_formed(lines <= MAX_LINES, "too many half-planes")
    else:
        free = isinstance(privacy, Matrix) and privacy.singles
        well_formed(not free, "a card needs all its reports to be private")
    size.allow((lines + 2) ** 3)
    return Vertices(
        table=table,
        card=(rows[0][0], rows[1][1]),
        privacy=privacy,
        device=named(data["device"], DEVICES),
        prior=prior,
        vertices=[(p00, p11) for p00, p11 in pairs],
        values=rationals(data["values"], len(pairs)),
        universal=read_universal(data, privacy, table, size),
        value=rational(data["value"]),
        bound=rational(data["bound"]),
        gap=rational(data["gap"]),
    )
