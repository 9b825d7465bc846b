"""Trees of tangents: prices cover mutual information u(r) = sum_j q_j r_j ln(r_j / T), T = q.r,
sum q = 1, at any k.

Theorem. Let c = g ln g / (g - 1), and for s > 0 let h_j = y_j - q_j (c - 1 - ln s). If the patterns
{1, g}^k are split among leaves by fixing truths, and each leaf has an s with

    sum over fixed j of h_j r_j + sum over free j of min(h_j, g h_j) + c - s >= 0,

then the prices y cover u on {1, g}^k, and so on all private rows (u is convex, the charge linear).

Proof. On {1, g}: r_j ln r_j = c (r_j - 1). Hence u(r) = c (T - 1) - T ln T. The tangent at s gives
T ln T >= T ln s + T - s (t ln t is convex). So

    y.r - u(r) >= y.r - c (T - 1) + T ln s + T - s = sum_j h_j r_j + c - s,

and over the patterns of a leaf this is least where every free r_j takes the cheaper of 1 and g.

A leaf may be cut. Let n_j be whole numbers, N their sum over the truths with r_j = g. For a whole
number a either N <= a or N >= a + 1, and each side has an s of its own and an f >= 0: where f (N -
a) <= 0, or f (a + 1 - N) <= 0, is added to the left side it is no larger than before, and a truth
adds f n_j, or -f n_j, where r_j = g.

The tree is written in preorder, so its leaves split {1, g}^k whatever it says. For g = 1 there is
one pattern, T = 1, and any c does; 1 is taken. Logarithms are enclosed: h_j falls with c - ln s.
An f is rounded down to units of 2^-512, as any f >= 0 will do.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from .cleared import Rational
from .logarithm import BITS, ERROR, log_of_ratio
from .verdict import well_formed

SHORT_BITS = 160
"""Of a logarithm that may decide first: prices that are rounded leave more than 2^-100, and one of
512 bits takes six times as long."""

OF_CUT = 4
"""What a cut costs beside a leaf: two sides, at long logarithms."""

Step = tuple[int, bool]
"""A truth that is fixed, and whether it has the value g."""


@dataclass(frozen=True)
class Leaf:
    """A tangent s and the truths that are fixed; on a side of a cut also f, whether N is added or
    taken away there, 1 or -1, and a or a + 1.
    """

    tangent: Rational
    fixed: dict[int, bool]
    f: Rational | None = None
    sign: int = 0
    edge: int = 0

    @property
    def first_bits(self) -> int:
        """Of the logarithms that may decide: an f is rounded to units of 2^-512, and no others."""
        return SHORT_BITS if self.f is None else BITS


@dataclass(frozen=True)
class TangentTree:
    """Prices and prior as whole numbers over one unit, a tree of truths and leaves, and the n."""

    gamma: Fraction
    prices: list[int]
    prior: list[int]
    unit: int
    tokens: list[Any]
    counts: list[int]

    @property
    def leaves(self) -> Iterator[Leaf]:
        """Where every branch ends; both sides of one that is cut."""
        return leaves_of(self.tokens, len(self.prices))

    def left(self, leaf: Leaf, bits: int, side: int = 1) -> int:
        """On a leaf at least, or at most (-1), in units of 2^-bits / (unit * denominator of g)."""
        top, bottom = leaf.tangent.numerator, leaf.tangent.denominator
        low, high = concave_weight(self.gamma, bits)[::side]
        slope = high - (1 << bits) - (log_of_ratio(top, bottom, bits) - side * ERROR)
        return self.total(leaf, slope, low + side * ((-side * top << bits) // bottom), bits)

    def total(self, leaf: Leaf, slope: int, constant: int, bits: int) -> int:
        """sum fixed h_j r_j + sum free min(h_j, g h_j) + constant, h_j = y_j - q_j slope; and what
        a cut adds.
        """
        top, bottom = self.gamma.as_integer_ratio()
        f = (leaf.f.numerator << bits) // leaf.f.denominator if leaf.f else 0
        cut = leaf.sign * f * self.unit * bottom
        at_ones = self.unit * constant
        above = -cut * leaf.edge
        for j, (y, q, n) in enumerate(zip(self.prices, self.prior, self.counts, strict=True)):
            h = (y << bits) - q * slope
            at_ones += h
            rise = h * (top - bottom) + cut * n  # from r_j = 1 to r_j = g
            if leaf.fixed.get(j, rise < 0):  # a free truth takes the cheaper entry
                above += rise
        return bottom * at_ones + above


@lru_cache(4)
def concave_weight(gamma: Fraction, bits: int) -> tuple[int, int]:
    """Ends of 2^bits g ln g / (g - 1); 1 for g = 1."""
    if gamma == 1:
        return 1 << bits, 1 << bits
    top, bottom = gamma.as_integer_ratio()
    middle = log_of_ratio(top, bottom, bits)
    low = top * (middle - ERROR) // (top - bottom)
    high = -(-top * (middle + ERROR) // (top - bottom))  # rounded up
    return low, high


def leaves_of(tokens: list[Any], truths: int) -> Iterator[Leaf]:
    """Each leaf with the truths on its path, of a tree in preorder: an index branches into the
    value 1, then g; a number is a leaf, and a list [a, s, f, s', f'] one that is cut. The branches
    still open are a stack: each is the length of the path to its node, and a step from there.
    """
    path: list[Step] = []
    waiting: list[tuple[int, list[Step]]] = [(0, [])]
    for token in tokens:
        well_formed(waiting, "the tree has ended before its list")
        length, step = waiting.pop()
        path = [*path[:length], *step]
        fixed = dict(path)
        if type(token) is int:
            well_formed(token < truths and token not in fixed, "no truth, or twice on a path")
            waiting += [(len(path), [(token, is_high)]) for is_high in (True, False)]  # 1 first
        else:
            yield from _sides(token, fixed)
    well_formed(not waiting, "the tree has not ended")


def _sides(token: Any, fixed: dict[int, bool]) -> list[Leaf]:
    """A leaf; or the two of one that is cut."""
    if isinstance(token, list):
        edge, low, f, high, g = token
        sides = [Leaf(low, fixed, f, 1, edge), Leaf(high, fixed, g, -1, edge + 1)]
    else:
        sides = [Leaf(token, fixed)]
    well_formed(all(leaf.tangent.numerator > 0 for leaf in sides), "a tangent is not positive")
    return sides
