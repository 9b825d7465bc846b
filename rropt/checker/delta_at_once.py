"""Prices of kind gradient at once (`gradient_at_once`) where one number g has a delta.

A row may tell two truths apart beyond g: it pays y.r + sum z_ab [r_a - g r_b]+, z >= 0, of which
the rows of a private table pay at most sum y + delta sum z together.

Theorem. If staircases pay at least u(r), every row r >= 0 does: their entries are 0, or g^-t for
t = 0, ..., l, none left out.

Proof. The planes r_a = g r_b of all pairs cut r >= 0 into cells. On each the payment is linear and
u convex; what is paid beyond u is concave and homogeneous, so not negative if it is not at the
extreme rays of the cell. Such a ray is up to a factor the only row with its zeros and its ties
r_a = g r_b. So ties connect all its other entries: from the largest on they descend by g.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from .fields import Rationals, exact_dot, exact_sum
from .levels import OneNumber
from .pair_excesses import Pairs, triples
from .payment import Payment
from .verdict import well_formed

MAX_TRUTHS = 5


@dataclass(frozen=True)
class PaymentOfPairs(Payment):
    """Prices of the truths, and of pairs of them."""

    pairs: Pairs

    @property
    def total(self) -> Fraction:
        return super().total + self.level.delta * exact_sum([*self.pairs.values()])

    @property
    def rows(self) -> Iterator[Sequence[int]]:
        """The staircases in whole numbers."""
        truths = len(self.prices)
        top, bottom = self.level.high.as_integer_ratio()
        entries = [top ** (truths - t) * bottom**t for t in range(truths)] + [0]
        for steps in product(range(truths + 1), repeat=truths):
            taken = {*steps} - {truths}  # the last entry, 0, is no step
            if taken and max(taken) < len(taken):  # no step above the lowest is left out
                yield [entries[t] for t in steps]

    def of(self, row: Sequence[int]) -> Fraction:
        """y.r + sum z [r_a - g r_b]+."""
        g = self.level.high
        told = [max(Fraction(0), row[a] - g * row[b]) for a, b in self.pairs]
        return super().of(row) + exact_dot([*self.pairs.values()], told)


def read_payment(data: dict[str, Any], level: OneNumber, prices: Rationals) -> PaymentOfPairs:
    """The field `pair_prices`, where there is one."""
    truths = len(prices)
    well_formed(truths <= MAX_TRUTHS, "too large")
    pairs = triples(data.get("pair_prices", []), truths)
    well_formed(all(a != b for a, b in pairs), "a pair of one truth")
    return PaymentOfPairs(level, prices, pairs)
