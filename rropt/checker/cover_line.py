"""Coverage of u(r) = s (t.r)^2 / (q.r), q >= 0, s >= 0, for one number g and no delta, at any k.

Theorem. Let f_j(v) = y_j - 2 s v t_j + s v^2 q_j. Prices y cover u if they cover it at the patterns
r(v) with r_j = g where f_j(v) < 0 and r_j = 1 elsewhere, v a real number where no f_j is zero.

Proof. u(r) = max_v 2 s v t.r - s v^2 q.r (at v = t.r / q.r). So coverage fails at some r exactly
if sum_j f_j(v) r_j < 0 for some v and r, and by continuity then also for a v where no f_j is zero
(but those that are zero everywhere). Among the r in [1, g]^k that sum is least at r(v). So if
coverage fails anywhere it fails at some r(v).

There are few r(v): f_j is a parabola that opens upwards (or a line), so its sign changes at its two
roots (t_j +- sqrt(t_j^2 - q_j y_j / s)) / q_j (or at its one root), and the real line falls into at
most 2k + 1 parts. The roots are sorted exactly. From part to part one truth changes between 1 and
g. (Where roots are equal their order does not matter: the r between must be covered as well.)

Where g protects some truths alone, rows are made of patterns with 1 at all others, and of singles
(`protected_classes`): the same holds with 1 at these others in every r(v), and they are looked at
alone.
"""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import cmp_to_key
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from .charge import UNCOVERED, Charge, Cover
from .cleared import cleared_rows, dot
from .fields import record
from .privacy import pure_number
from .ratios import only_square
from .verdict import Size, need

if TYPE_CHECKING:
    from .protected_classes import ProtectedClasses

ROOT_STEPS = 64
"""Sorting 2k roots takes about 2k log 2k comparisons of some products each."""

MAX_ROOT_SQUARES = 1 << 33
"""Products of long numbers take longer: 1000 roots of 7000 bits took 11 s, 5 in a browser."""


class Root(NamedTuple):
    """The number (middle + sign sqrt(square)) / below, below > 0, at which a truth changes."""

    middle: int
    sign: int
    square: int
    below: int
    truth: int


def verify_line(
    gamma: Fraction, forms: Sequence[Sequence[int]], others: Collection[int] = ()
) -> None:
    """(y, s t, s q) of each truth, whole numbers over one unit: at every other truth alone, which
    is not protected and 1 in every r(v), and at every r(v), from the v below all roots on.
    """
    top, bottom = gamma.as_integer_ratio()
    for j in others:
        verify_pattern(*forms[j])
    changing = [j for j in range(len(forms)) if j not in others]
    high = {j for j in changing if _is_negative_at_first(*forms[j])}
    row = [top if j in high else bottom for j in range(len(forms))]
    sums = [dot(row, column) for column in zip(*forms, strict=True)]
    verify_pattern(*sums)
    for root in sorted(_roots(forms, changing), key=cmp_to_key(order)):
        j = root.truth
        changed = top + bottom - row[j]
        # From root to root one entry changes: three products a pattern, not three a truth.
        sums = [x + (changed - row[j]) * y for x, y in zip(sums, forms[j], strict=True)]
        row[j] = changed
        verify_pattern(*sums)


def _roots(forms: Sequence[Sequence[int]], changing: Sequence[int]) -> Iterator[Root]:
    """The roots of y - 2 v t + v^2 q, where the sign changes."""
    for j in changing:
        y, t, q = forms[j]
        if q:
            square = t * t - q * y
            if square > 0:  # at a double root no sign changes
                yield Root(t, -1, square, q, j)
                yield Root(t, 1, square, q, j)
        elif t:
            sign = 1 if t > 0 else -1
            yield Root(sign * y, 0, 0, sign * 2 * t, j)  # y / (2 t), with below > 0


def verify_pattern(charge: int, slope: int, mean: int) -> None:
    """(y.r)(q.r) >= (t.r)^2 and y.r >= 0."""
    need(mean or not slope, "the utility is infinite")
    covered = charge >= 0 and charge * mean >= slope**2
    need(covered, UNCOVERED)


def _is_negative_at_first(y: int, t: int, q: int) -> bool:
    """The sign of y - 2 v t + v^2 q for v below all roots."""
    if q:
        return False
    return t < 0 if t else y < 0  # far below, -2 v t decides


def order(left: Root, right: Root) -> int:
    """The sign of left - right, exactly."""
    rational = left.middle * right.below - right.middle * left.below
    first = left.sign * right.below
    second = -right.sign * left.below
    return sign_of_sum(rational, first, left.square, second, right.square)


def sign_of_sum(x: int, y: int, m: int, z: int, n: int) -> int:
    """The sign of x + y sqrt(m) + z sqrt(n).

    >>> sign_of_sum(-3, 1, 2, 1, 3), sign_of_sum(-1, 1, 2, -1, 3), sign_of_sum(0, 2, 2, -1, 8)
    (1, -1, 0)
    """
    left = sign_of_root(x, y, m)
    right = sign(z) if n else 0
    if left * right >= 0:
        return left or right
    # The signs differ: of (x + y sqrt m)^2 and z^2 n the larger decides, by one root less.
    return left * sign_of_root(x * x + y * y * m - z * z * n, 2 * x * y, m)


def sign_of_root(x: int, y: int, m: int) -> int:
    """The sign of x + y sqrt(m)."""
    left = sign(x)
    right = sign(y) if m else 0
    if left * right >= 0:
        return left or right
    return left * sign(x * x - y * y * m)


def sign(x: int) -> int:
    """-1, 0 or 1."""
    return (x > 0) - (x < 0)


def allow_roots(truths: int, size: Size) -> None:
    """Announce the roots of so many truths."""
    size.allow(ROOT_STEPS * truths)
    size.allow(truths * size.bits, MAX_ROOT_SQUARES)


def read_line(value: dict[str, Any], charge: Charge, utility: Any, size: Size) -> Cover:
    """The field `cover` with the proof `line`."""
    record(value, "proof")
    mean, vector, scale = only_square(utility)
    truths = len(charge.sizes)
    others: frozenset[int] = frozenset()
    if charge.privacy.rays == "protected":
        privacy = cast("ProtectedClasses", charge.privacy)
        gamma, others = privacy.number.high, frozenset(range(truths)) - set(privacy.protected)
    else:
        gamma = pure_number(charge.privacy).high
    allow_roots(truths, size)
    columns = zip(charge.prices, vector, mean, strict=True)
    # With s t, s q for t, q there is no s: s (t.r)^2 / (q.r) = (s t.r)^2 / (s q.r).
    forms, _ = cleared_rows([[y, scale * t, scale * q] for y, t, q in columns])
    return lambda doubts: verify_line(gamma, forms, others)
