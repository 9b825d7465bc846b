"""The extreme rays under one number g with a delta: *staircases*.

Their ties (`extreme_rays` says why a ray has some) make r_c = g^t with levels t = 0, ..., l of the
support, none empty. They are listed up to the order of the truths within a class.

No pair is hard. So bystanders stay outside: truths c with y_c >= 0 that u does not see, and in
nothing else that has a price. At r_c = 0 the charge is smaller by y_c r_c and u is the same.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product

from .budget_charge import bystanders
from .charge import Charge
from .convex_utility import ConvexUtility
from .costs_of_rows import MAX_STAIRCASES, Rays, few_rows
from .privacy import one_number
from .private_table import Row, Run
from .verdict import Size, well_formed


def extreme_rows(charge: Charge, utility: ConvexUtility, size: Size) -> Rays:
    """Those of truths that are no bystanders."""
    sizes = charge.sizes
    idle = bystanders(charge, utility)
    counted = [0 if c in idle else size for c, size in enumerate(sizes)]
    number = few_rows(number_of_staircases(counted))
    gamma = one_number(charge.privacy).high
    return number, sum(sizes), partial(staircases, sizes, counted, gamma)


def number_of_staircases(counted: list[int]) -> int:
    """How many there are, before they are written: at least 2^k - 1 for k truths that count.

    >>> number_of_staircases([1, 1, 1]), number_of_staircases([3])
    (25, 7)
    """
    few = sum(counted) < MAX_STAIRCASES.bit_length()
    well_formed(few, "too many truths for delta > 0")
    return _number(tuple(sorted(counted)))


@lru_cache(None)
def _number(sizes: tuple[int, ...]) -> int:
    total = 0
    for chosen in product(*(range(size + 1) for size in sizes)):
        if any(chosen):
            # The number does not depend on the order of classes: sorted, each is counted once.
            left = sorted(size - n for size, n in zip(sizes, chosen, strict=True))
            total += 1 + _number(tuple(left))
    return total


def staircases(sizes: list[int], counted: list[int], gamma: Fraction) -> list[Row]:
    """The staircases of one number, as whole numbers; the truths of each in their order.

    Of each class all truths are counted, or none: then it stays outside.
    """
    top, bottom = gamma.as_integer_ratio()
    outside = [Run(c, 0, n) for c, n in enumerate(sizes) if not counted[c]]
    found = _steps(counted, top ** sum(counted), top, bottom)  # every step down is a whole number
    return [sorted(row + outside, key=lambda run: run.truth) for row in found]


def _steps(sizes: list[int], value: int, top: int, bottom: int) -> Iterator[Row]:
    """Some truths have the largest value; the others come below, or are outside."""
    for chosen in product(*(range(size + 1) for size in sizes)):
        if any(chosen):
            left = [size - n for size, n in zip(sizes, chosen, strict=True)]
            head = [Run(truth, value, n) for truth, n in enumerate(chosen) if n]
            yield head + [Run(truth, 0, n) for truth, n in enumerate(left) if n]
            for tail in _steps(left, value * bottom // top, top, bottom):
                yield head + tail
