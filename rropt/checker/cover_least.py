"""Coverage of u(r) = max_x x.r under one number, without a delta or with one class of truths.

An action changes the terms of its own truths only. The action of a class is one of its truths.
"""

from fractions import Fraction
from math import lcm

from .actions import Actions
from .charge import UNCOVERED_ACTION, Charge, Cover
from .cleared import cleared, dot
from .privacy import one_number, pure_number
from .verdict import Size, need, well_formed


def verify_each(charge: Charge, utility: Actions, gamma: Fraction) -> None:
    """sum_c n_c (d_c + (g - 1) min(d_c, 0)) >= 0 with d = y - x, for every action.

    Theorem. One number g and no delta: if for an action x, d = y - x,

        sum_j min(d_j, g d_j) = sum_j d_j + (g - 1) sum_j min(d_j, 0) >= 0,

    then every private row pays at least x.r.

    Proof. The sum is the least of d.r over 1 <= r_j <= g, and every private row is a multiple of
    such an r.
    """
    top, bottom = gamma.as_integer_ratio()
    whole, own = cleared(charge.prices)
    unit = lcm(own, utility.unit)
    prices = [unit // own * y for y in whole]
    scale = unit // utility.unit
    debts = [min(y, 0) for y in prices]
    paid, owed = dot(charge.sizes, prices), dot(charge.sizes, debts)
    for action in utility.actions:
        left = [prices[c] - scale * x for c, x in action.items()]
        total = paid - scale * sum(action.values())
        short = owed - sum([debts[c] for c in action]) + sum([x for x in left if x < 0])
        need(bottom * total + (top - bottom) * short >= 0, UNCOVERED_ACTION)


def verify_class(charge: Charge, utility: Actions, gamma: Fraction) -> None:
    """Theorem. Let a guess be among k truths of one class, g have a delta, and y be the price of a
    truth, z >= 0 that of a pair, x >= 0 what a right guess is worth. The prices cover
    u(r) = x max_j r_j if and only if

        y + (k - 1) min(z, y / g) >= x.

    Proof. It says that y >= 0. Let truth a have the largest entry. For any other truth b the row
    pays y r_b + z [r_a - g r_b]+. From r_b = 0 to r_a / g that is linear, and beyond it grows, so
    it is at least min(z, y / g) r_a. With y r_a for truth a itself the row pays at least x r_a. No
    less will do: where r_b is 0, or r_a / g, for all b the row pays no more.
    """
    (y,), (k,) = charge.prices, charge.sizes
    ((x,),) = (action.values() for action in utility.actions)
    of_other = min(charge.price_of((0, 0)), y / gamma)
    need((y + (k - 1) * of_other) * utility.unit >= x, UNCOVERED_ACTION)


def read_least(charge: Charge, utility: Actions, size: Size) -> Cover:
    """The proof `actions` without multipliers."""
    level = one_number(charge.privacy)
    if level.is_pure:
        return on_cube(charge, utility, size)
    alike = len(charge.sizes) == 1 < charge.sizes[0]
    well_formed(alike, "truths of several classes need multipliers")
    return lambda doubts: verify_class(charge, utility, level.high)


def on_cube(charge: Charge, utility: Actions, size: Size) -> Cover:
    """Under one number without a delta."""
    size.allow(len(charge.sizes) * len(utility.actions))
    gamma = pure_number(charge.privacy).high
    return lambda doubts: verify_each(charge, utility, gamma)
