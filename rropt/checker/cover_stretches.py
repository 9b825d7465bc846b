"""Coverage of u(r) = s (t.r)^2 / (q.r) under a matrix, at any k: one stretch of numbers at a time.

Theorem. Let f_j(v) = y_j - 2 s v t_j + s v^2 q_j. Prices y cover u if for all private rows r
a q.r <= t.r <= b q.r, and sum_j f_j(v) r_j >= 0 wherever v is on the stretches from a to b.

Proof. u(r) is the largest 2 s v t.r - s v^2 q.r of all v, that of v = t.r / q.r, which is from a to
b. Where q.r = 0, t.r = 0 as well: u(r) = 0, and any v shows y.r >= 0.

On a stretch one truth after the other is left out, by a forest: of a truth c with the sum w_c of
what hangs on it, w_c r_c, let p be its neighbour. Two levels say m r_p <= r_c <= g r_p, with
m = 1 / g_pc and g = g_cp. So w_c r_c >= h r_p, and h is added to w_p, for

    h = m w_c   where w_c >= 0,        h = g w_c   where w_c <= 0,

or, wherever M >= w_c and M >= 0, h = g w_c - (g - m) M: that is at most g w_c, and at most m w_c
where w_c is positive. In the end each w_c that is left must be at least 0.

**Corners.** From a to b, at v = a + x (b - a), a square function is

    (1 - x)^2 W_0 + 2 x (1 - x) W_1 + x^2 W_2,

that of f_j with W_0 = f_j(a), W_2 = f_j(b) and W_1 = y_j - s (a + b) t_j + s a b q_j. It is never
negative if W_0, W_2 >= 0, and W_1 >= 0 or W_1^2 <= W_0 W_2; it is nowhere above the largest corner.
Corners are linear in it, and with lower ones it is lower: they are rounded down to whole numbers
(`Stretches.v`: `stretches_cover`).
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from .charge import UNCOVERED, Charge, Cover
from .cleared import cleared, cleared_rows
from .fields import index, listed, rational, record
from .ratios import only_square
from .verdict import Size, need, well_formed

if TYPE_CHECKING:
    from .levels_of_pairs import Matrix

FINER = 64
"""Binary digits of corners beyond those that whole numbers make of prices, tangents and ends."""

MAX_CORNERS = 1 << 40
SHORT = 1 << 20
"""A truth on a stretch takes as long with short numbers as products of so many bits."""

Corners = tuple[int, int, int]


class Leaving(NamedTuple):
    """A truth that is left out, its neighbour, and what their two levels say: the least ratio of
    its entry to the neighbour's, and the largest if there is one."""

    truth: int
    near: int
    least: Fraction
    most: Fraction | None

    def passed_on(self, w: Corners) -> Corners | None:
        """h, if there is one."""
        most = self.most
        if is_never_negative(w):
            return _times(self.least, w)
        if most is None:
            return None
        if is_never_negative((-w[0], -w[1], -w[2])):
            return _times(most, w)
        lost = (most - self.least) * max(w)
        (a, b, c), more = _times(most, w), -(-lost.numerator // lost.denominator)
        return a - more, b - more, c - more


def _times(ratio: Fraction, corners: Corners) -> Corners:
    """Rounded down."""
    top, bottom = ratio.as_integer_ratio()
    a, b, c = corners
    return top * a // bottom, top * b // bottom, top * c // bottom


def is_never_negative(corners: Corners) -> bool:
    """Whether the function with these corners is not, on its stretch.

    >>> is_never_negative((1, -2, 4)), is_never_negative((1, -2, 3))
    (True, False)
    """
    first, middle, last = corners
    return min(first, last) >= 0 and (middle >= 0 or middle**2 <= first * last)


Forest = list[Leaving]


def read_stretches(value: dict[str, Any], charge: Charge, utility: Any, size: Size) -> Cover:
    """The field `cover` with the proof `stretches`."""
    given = record(value, "proof forests start stretches")
    mean, vector, scale = only_square(utility)
    well_formed(charge.privacy.rays == "growing", "the level is not a matrix")
    levels = cast("Matrix", charge.privacy)
    well_formed(not levels.singles, "singles obey no level")
    k = len(charge.sizes)
    parts = [listed(each, 2) for each in listed(given["stretches"])]
    written = listed(given["forests"])
    well_formed(parts and written, "no stretch, or no forest")
    well_formed(len(written) <= len(parts), "more forests than stretches")
    leaving = cache(partial(_leaving, levels))
    forests = [_forest(each, k, leaving) for each in written]
    ends = [rational(given["start"]), *(rational(end) for end, _ in parts)]
    well_formed(all(a < b for a, b in pairwise(ends)), "stretches do not ascend")
    chosen = [forests[index(n, len(forests))] for _, n in parts]
    columns = zip(charge.prices, vector, mean, strict=True)
    forms, _ = cleared_rows([[y, scale * t, scale * q] for y, t, q in columns])
    whole, unit = cleared(ends)
    bits = FINER + _bits(chain(*forms)) + 2 * _bits([unit, *whole]) + max(map(_bits_of, forests))
    size.allow_counted(len(parts) * k * (bits**2 + SHORT), MAX_CORNERS)

    def verify(_: object) -> None:
        """Every v that counts is on a stretch, and every stretch is covered."""
        for end, side, forest in ((whole[0], -1, chosen[0]), (whole[-1], 1, chosen[-1])):
            above = [side * (end * q - unit * t) << FINER for _, t, q in forms]
            need(_is_covered([(x, x, x) for x in above], forest), "a number is on no stretch")
        for (a, b), forest in zip(pairwise(whole), chosen, strict=True):
            corners = [_corners(form, a, b, unit) for form in forms]
            need(_is_covered(corners, forest), UNCOVERED)

    return verify


def _forest(value: Any, k: int, leaving: Callable[[int, int], Leaving]) -> Forest:
    """Pairs of a truth and its neighbour, in the order in which truths are left out."""
    gone: set[int] = set()
    found = []
    for pair in listed(value):
        c, p = (index(truth, k) for truth in listed(pair, 2))
        well_formed(c != p and gone.isdisjoint((c, p)), "a truth that was left out before")
        gone.add(c)
        found.append(leaving(c, p))
    return found


def _leaving(levels: "Matrix", c: int, p: int) -> Leaving:
    up, down = _hard(levels, c, p), _hard(levels, p, c)
    return Leaving(c, p, Fraction(0) if down is None else 1 / down, up)


def _bits(numbers: Iterable[int]) -> int:
    """Of the longest."""
    return max(map(abs, numbers)).bit_length()


def _bits_of(forest: Forest) -> int:
    """How much longer its levels make corners."""
    levels = [each.most for each in forest if each.most is not None]
    longest = max([_bits(x.as_integer_ratio()) for x in levels], default=0)
    return 2 * longest + sum(int(x).bit_length() for x in levels)


def _hard(levels: "Matrix", a: int, b: int) -> Fraction | None:
    """The level of a pair without a delta."""
    g, delta = levels.of_pair(a, b)
    return None if delta else g


def _corners(form: Sequence[int], a: int, b: int, unit: int) -> Corners:
    """Of f_j from a to b, in parts of the unit, times its square."""
    y, t, q = form
    whole = unit * unit * y << FINER
    slopes, bends = unit * t << FINER, q << FINER
    first, last = (whole - 2 * v * slopes + v * v * bends for v in (a, b))
    return first, whole - (a + b) * slopes + a * b * bends, last


def _is_covered(corners: list[Corners], forest: Forest) -> bool:
    """Whether what is left is never negative."""
    left = {*range(len(corners))}
    for each in forest:
        more = each.passed_on(corners[each.truth])
        if more is None:
            return False
        left.remove(each.truth)
        x, y, z = corners[each.near]
        corners[each.near] = x + more[0], y + more[1], z + more[2]
    return all(is_never_negative(corners[c]) for c in left)
