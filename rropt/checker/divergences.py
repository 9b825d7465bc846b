"""Utilities that are divergences of two truths, p and q their columns: each of a family of rows."""

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

from .convex_utility import ConvexUtility, Named
from .fields import ONE, Ends, Vector, index, listed, record
from .pages import page
from .private_table import Row, unit_vectors
from .verdict import well_formed

HALF = ONE / 2
WORDS = {
    "total-variation": "a total variation sum abs(p - q) / 2",
    "chi-square": "a chi-square divergence sum (p - q)^2 / q",
    "le-cam": "a Le Cam divergence sum (p - q)^2 / (p + q)",
    "hellinger": "a Hellinger divergence sum (sqrt p - sqrt q)^2",
    "kullback-leibler": "a Kullback-Leibler divergence sum p ln(p / q)",
    "reverse-kullback-leibler": "a Kullback-Leibler divergence sum q ln(q / p)",
    "jensen-shannon": "a Jensen-Shannon divergence in nats",
}


def read(value: dict[str, Any], sizes: list[int]) -> Named:
    """The utility of this name, which has a pair of truths and nothing else."""
    name = value["name"]
    pair = listed(record(value, "name pair")["pair"], 2)
    a, b = (index(truth, len(sizes)) for truth in pair)
    well_formed(a != b, "a pair of one truth")
    return _divergence(name, a, b, len(sizes)), f"{WORDS[name]} of truths {a} and {b}"


def _divergence(name: str, a: int, b: int, truths: int) -> ConvexUtility:
    first = at(truths, {a: ONE})
    second = at(truths, {b: ONE})
    found: ConvexUtility
    if name == "total-variation":
        found = page(".actions").Actions([{a: 1, b: -1}, {a: -1, b: 1}], 2)
    elif name in ("chi-square", "le-cam"):
        below = second if name == "chi-square" else at(truths, {a: ONE, b: ONE})
        found = page(".ratios").square(at(truths, {a: ONE, b: -ONE}), below)
    elif name == "hellinger":
        found = RootDifference(a, b, truths)
    elif name == "jensen-shannon":
        middle = at(truths, {a: HALF, b: HALF})
        found = page(".entropy").Entropy(middle, middle)
    else:
        pair = (first, second) if name == "kullback-leibler" else (second, first)
        found = page(".entropy").Entropy(*pair)
    return found


def at(truths: int, entries: dict[int, Fraction]) -> Vector:
    """A form with these entries, zero elsewhere."""
    return [entries.get(truth, Fraction(0)) for truth in range(truths)]


ROOT_BITS = 512


@dataclass(frozen=True)
class RootDifference(ConvexUtility):
    """(sqrt r_a - sqrt r_b)^2 = r_a + r_b - sqrt(4 r_a r_b)."""

    first: int
    second: int
    truths: int
    steps = 2

    def ends(self, row: Row) -> Ends:
        a, b = row[self.first].value, row[self.second].value
        square = 4 * a * b << 2 * ROOT_BITS
        root = isqrt(square)
        # An exact root is not rounded up, so that equal ends say equal.
        low = a + b - Fraction(root + (root * root != square), 1 << ROOT_BITS)
        return low, a + b - Fraction(root, 1 << ROOT_BITS)

    @property
    def forms(self) -> list[Vector]:
        """The entries of the two truths."""
        units = unit_vectors(self.truths)
        return [units[self.first], units[self.second]]
