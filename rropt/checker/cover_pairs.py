"""Coverage of u(r) = r'Xr / (q.r), one number g and no delta, by the rows with two truths at g.

Let f(r) = (q.r)(y.r) - r'Xr, f_0 its value at the row of ones, f_i at the row with truth i at g and
f_ij at the one with i and j, others at 1; and B a set of truths.

Theorem. Prices y cover u if f >= 0 at every row of {1, g}^k that is 1 on B, f_i >= 0 for each i in
B, and f_ij >= f_i + f_j for each i in B and each other truth j.

Proof. Every private row is a mixture of rows in {1, g}^k, u is convex and y.r linear: let r be such
a row. As r_i = 1 + (g - 1) x_i with x_i^2 = x_i, f is quadratic in the x_i: to put i of B at g in a
row that has i at 1 and m >= 1 others at g adds

    f_i - f_0 + sum over these m of (f_ij - f_i - f_j + f_0) >= f_i + (m - 1) f_0 >= 0.

So put the truths of B that r has at g there one after the other, first into the row that is 1 on B
and else r; where that is the row of ones, into the row that has one of them at g alone. There f is
not negative, and no step lowers it.

The proof `pairs` has all truths in B, and then the row of ones is what is left to look at; the
proof `cells` covers the rows that are 1 on B by cells. X does not tell truths of a class apart
(`class_forms`).
"""

from collections.abc import Collection
from typing import Any

from .charge import UNCOVERED, Charge, Cover
from .class_forms import ClassRatio
from .fields import ONE, exact_sum, record
from .privacy import pure_number
from .verdict import Doubts, Size, need, well_formed

STEPS = 64
"""Of two classes: with 84 of them numbers may have a thousand bits."""


def read_pairs(value: dict[str, Any], charge: Charge, utility: Any, size: Size) -> Cover:
    """The field `cover` with the proof `pairs`."""
    record(value, "proof")
    well_formed(isinstance(utility, ClassRatio), "the utility is not a form of classes")
    return pairs_among(range(len(charge.sizes)), charge, utility, size)


def pairs_among(classes: Collection[int], charge: Charge, utility: ClassRatio, size: Size) -> Cover:
    """With these classes in B."""
    rise = pure_number(charge.privacy).high - 1
    X, q, y, sizes = utility.form, utility.prior, charge.prices, charge.sizes
    size.allow(STEPS * len(classes) * len(sizes))

    def verify(doubts: Doubts) -> None:
        """f at the row of ones, at one truth of each class of B, and at it and one of any class."""
        ones = [ONE] * len(sizes)
        paid, worth, along = exact_sum(X.weighed(y)), X.at(ones), X.image(ones)
        alone, beside = X.entries()
        least = paid - worth
        need(least >= 0, UNCOVERED)
        for c in classes:
            of_one = worth + 2 * rise * along[c] + rise**2 * alone[c]
            need((1 + rise * q[c]) * (paid + rise * y[c]) >= of_one, UNCOVERED)
            for d, n in enumerate(sizes):
                if c != d or n > 1:
                    more = q[c] * y[d] + q[d] * y[c] - 2 * beside[c][d]
                    need(rise**2 * more >= least, UNCOVERED)  # f_cd - f_c - f_d + f_0 and f_0

    return verify
