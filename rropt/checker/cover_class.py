"""Coverage of a guess where all k truths are one class, under one number g with a delta.

Theorem. Let y be the price of a truth, z >= 0 that of a pair, and x >= 0 what a right guess is
worth. The prices cover u(r) = x max_j r_j if and only if

    y + (k - 1) min(z, y / g) >= x.

Proof. It says that y >= 0. Let truth a have the largest entry. For any other truth b the row pays
y r_b + z [r_a - g r_b]+. From r_b = 0 to r_a / g that is linear, and beyond it grows, so it is at
least min(z, y / g) r_a. With y r_a for truth a itself the row pays at least x r_a. No less will do:
where r_b is 0, or r_a / g, for all b the row pays no more.
"""

from dataclasses import dataclass

from .actions import Actions
from .charge import UNCOVERED_ACTION, Charge
from .levels import OneNumber, one_number
from .verdict import Doubts, need, well_formed


@dataclass(frozen=True)
class CoverOfClass:
    """The charge of the only class, its action, and g."""

    charge: Charge
    utility: Actions
    privacy: OneNumber

    def verify(self, doubts: Doubts) -> None:
        """y + (k - 1) min(z, y / g) >= x."""
        (y,), (k,) = self.charge.prices, self.charge.sizes
        ((x,),) = (action.values() for action in self.utility.actions)
        of_other = min(self.charge.price_of((0, 0)), y / self.privacy.high)
        need((y + (k - 1) * of_other) * self.utility.unit >= x, UNCOVERED_ACTION)


def of_class(charge: Charge, utility: Actions) -> CoverOfClass:
    """Truths that are not told apart, and one number."""
    privacy = one_number(charge.privacy)
    well_formed(
        len(charge.sizes) == 1 < charge.sizes[0], "truths of several classes need multipliers"
    )
    return CoverOfClass(charge, utility, privacy)
