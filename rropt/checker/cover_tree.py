"""Coverage of mutual information u(r) = sum_j q_j r_j ln(r_j / T), T = q.r, sum q = 1, at any k.

Theorem. Let c = g ln g / (g - 1), and for s > 0 let h_j = y_j - q_j (c - 1 - ln s). If the patterns
{1, g}^k are split among leaves by fixing truths, and each leaf has an s with

    sum over fixed j of h_j r_j + sum over free j of min(h_j, g h_j) + c - s >= 0,

then the prices y cover u on {1, g}^k, and so on all private rows (u is convex, the charge linear).

Proof. On {1, g}: r_j ln r_j = c (r_j - 1). Hence u(r) = c (T - 1) - T ln T. The tangent at s gives
T ln T >= T ln s + T - s (t ln t is convex). So

    y.r - u(r) >= y.r - c (T - 1) + T ln s + T - s = sum_j h_j r_j + c - s,

and over the patterns of a leaf this is least where every free r_j takes the cheaper of 1 and g.

The tree is written in preorder, so its leaves split {1, g}^k whatever it says. For g = 1 there is
one pattern, T = 1, and any c does; 1 is taken. Logarithms are enclosed: h_j falls with c - ln s.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from .charge import Charge
from .cleared import Rational, cleared_rows
from .entropy import Entropy
from .fields import index, is_rational, listed, record
from .levels import pure_number
from .limits import Size
from .logarithm import BITS, ERROR, ONE, SHORT_BITS, log, log_of_ratio
from .logarithm_limits import few_logarithms
from .verdict import Doubts, well_formed

UNCOVERED_LEAF = "the prices do not cover a leaf of the tree"

Step = tuple[int, bool]
"""A truth that is fixed, and whether it has the value g."""

Leaf = tuple[Rational, dict[int, bool]]
"""A tangent s, and the truths that are fixed."""


@dataclass(frozen=True)
class CoverByTree:
    """Prices and prior as whole numbers over one unit, and the tree."""

    gamma: Fraction
    prices: list[int]
    prior: list[int]
    unit: int
    tokens: list[Any]

    def verify(self, doubts: Doubts) -> None:
        """Every leaf is covered."""
        for leaf in leaves_of(self.tokens, len(self.prices)):
            if self._least(leaf, SHORT_BITS) < 0:
                least = self._least(leaf, BITS)
                doubts.not_negative(least, self._most(leaf), UNCOVERED_LEAF)

    @cached_property
    def _weight(self) -> tuple[int, int]:
        return concave_weight(self.gamma)

    def _least(self, leaf: Leaf, bits: int) -> int:
        """What is left on a leaf at least, in units of 2^-bits / (unit * denominator of g)."""
        tangent, fixed = leaf
        top, bottom = tangent.numerator, tangent.denominator
        low, high = self._weight
        steep = -(-high >> BITS - bits) - (1 << bits) - (log_of_ratio(top, bottom, bits) - ERROR)
        return self._sum(fixed, steep, (low >> BITS - bits) + (-top << bits) // bottom, bits)

    def _most(self, leaf: Leaf) -> int:
        """The same at most, in units of 2^-512."""
        tangent, fixed = leaf
        top, bottom = tangent.numerator, tangent.denominator
        low, high = self._weight
        flat = low - ONE - (log_of_ratio(top, bottom, BITS) + ERROR)
        return self._sum(fixed, flat, high - (top * ONE // bottom), BITS)

    def _sum(self, fixed: dict[int, bool], slope: int, constant: int, bits: int) -> int:
        """sum fixed h_j r_j + sum free min(h_j, g h_j) + constant, h_j = y_j - q_j slope."""
        top, bottom = self.gamma.as_integer_ratio()
        total = bottom * self.unit * constant
        for j, (y, q) in enumerate(zip(self.prices, self.prior, strict=True)):
            h = (y << bits) - q * slope
            is_high = fixed.get(j, h < 0)
            total += h * (top if is_high else bottom)
        return total


@lru_cache(1)
def concave_weight(gamma: Fraction) -> tuple[int, int]:
    """Ends of 2^512 g ln g / (g - 1); 1 for g = 1."""
    if gamma == 1:
        return ONE, ONE
    top, bottom = gamma.as_integer_ratio()
    middle = log(gamma)
    low = top * (middle - ERROR) // (top - bottom)
    high = -(-top * (middle + ERROR) // (top - bottom))
    return low, high


def leaves_of(tokens: list[Any], truths: int) -> Iterator[Leaf]:
    """Each leaf with the truths on its path, of a tree in preorder: an index branches into the
    value 1, then g; a number is a leaf. The branches still open are a stack: each is the length of
    the path to its node, and a step from there.
    """
    path: list[Step] = []
    waiting: list[tuple[int, list[Step]]] = [(0, [])]
    for token in tokens:
        well_formed(waiting, "the tree has ended before its list")
        length, step = waiting.pop()
        path = [*path[:length], *step]
        fixed = dict(path)
        if is_rational(token):
            well_formed(token.numerator > 0, "a tangent is not positive")
            yield token, fixed
        else:
            truth = index(token, truths)
            well_formed(truth not in fixed, "a truth twice on a path")
            waiting += [(len(path), [(truth, is_high)]) for is_high in (True, False)]
    well_formed(not waiting, "the tree has not ended")


def read_tree(value: dict[str, Any], charge: Charge, utility: Any, size: Size) -> CoverByTree:
    """The field `cover` with the proof `tree`."""
    tokens = listed(record(value, "proof tree")["tree"])
    mutual = isinstance(utility, Entropy) and utility.is_mutual
    well_formed(mutual and max(charge.sizes) == 1, "the utility is no mutual information")
    gamma = pure_number(charge.privacy).high
    few_logarithms((len(tokens) + 1) // 2)
    size.allow(len(tokens) * len(charge.sizes))
    deque(leaves_of(tokens, len(charge.sizes)), maxlen=0)  # all is read before a leaf is decided
    (prices, prior), unit = cleared_rows([charge.prices, utility.prior])
    return CoverByTree(gamma, prices, prior, unit, tokens)
