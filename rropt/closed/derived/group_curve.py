"""A solution of the equations of a group on a stretch of h = g - 1, enclosed.

On the stretch h = middle + t, |t| <= half, an approximate solution is a polynomial x(t); with
Y = J(x(0))^-1 the Newton map N(x) = x - Y F(x) takes the box x(t) + [-rad, rad] into itself where

    |Y F(x(t))| + |1 - Y J(x(t) + [-rad, rad])| rad < rad:

then it has one solution for each t (Krawczyk). The products are of polynomials in t with balls as
coefficients, so that what cancels between them cancels before it is bounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

from rropt.closed.derived.group_system import GroupSystem, GroupUnknowns, Mask
from rropt.exact import dyadic
from rropt.exact.convert import ball
from rropt.exact.entries import entrywise, identity
from rropt.exact.linear_algebra import rational_matrix
from rropt.exact.precision import working_precision

BITS = 256
"""Conditions of the equations reach 1e25 at g = 1,000."""

DEGREE = 10
"""Of the path: with 6 stretches are a third shorter, with 16 each takes twice as long."""

MOST_SPREAD = 0.9
"""Spectral radius of what the Jacobian varies by, above which no radius can be found."""

STEPS = 6
"""Newton steps from doubles: the accuracy doubles with each."""

LEAST_RADIUS = 1e-40

Polynomial = Any
"""flint.arb_poly in t."""

Array = NDArray[np.floating[Any]]


@dataclass(frozen=True, eq=False)
class GroupCurve:
    """The solution on a stretch: polynomials in t with balls around them."""

    system: GroupSystem
    middle: Fraction
    half: Fraction
    paths: tuple[Polynomial, ...]
    inverse: Any
    """Y."""

    varied: flint.arb_mat
    """Upper bounds of |1 - Y J| over the stretch and the balls."""

    @property
    def unknowns(self) -> GroupUnknowns:
        return self.system.unknowns(self.paths)

    @cached_property
    def h(self) -> Polynomial:
        return flint.arb_poly([ball(self.middle), flint.arb(1)])

    def slack(self, mask: Mask) -> Polynomial:
        """(q.r)(y.r) - (p.r)^2 of a pattern, over the stretch."""
        return self.system.slack(self.h, self.unknowns, mask)

    def ends(self, polynomial: Polynomial) -> tuple[Fraction, Fraction]:
        """Rationals around all values on the stretch."""
        with working_precision(BITS):
            parts = _coefficients(polynomial)
            reach = ball(self.half)
            spread = sum((abs(c) * reach**i for i, c in enumerate(parts) if i), flint.arb(0))
            return dyadic((parts[0] - spread).lower()), dyadic((parts[0] + spread).upper())

    def is_positive(self, polynomial: Polynomial) -> bool:
        """Whether it is positive on the whole stretch."""
        return self.ends(polynomial)[0] > 0

    @cached_property
    def derivatives(self) -> list[Any]:
        """Balls around the derivatives of the unknowns in h: x' = -(Y J)^-1 Y dF/dh.

        With Y J = 1 + E and Y dF/dh = -m + e, |x' - m| <= (1 - |E|)^-1 (|E| |m| + |e|).
        """
        with working_precision(BITS):
            slopes = self.system.derivatives(self.h, self.unknowns)
            moved = _columns([row[-1] for row in slopes])
            parts = [self.inverse * part for part in moved]
            middles = [-x.mid() for x in parts[0].entries()]
            off = parts[0] + flint.arb_mat([[m] for m in middles])
            error = _largest([off, *parts[1:]], ball(self.half))
            error += self.varied * flint.arb_mat([[abs(m)] for m in middles])
            # Found in doubles and made a little larger: balls decide whether it is enough.
            around = _fixed(error, self.varied) * (1 + 1e-9) + LEAST_RADIUS
            if not _is_within(error, self.varied, around):
                raise ArithmeticError("the derivatives are not enclosed")
            return [
                m + flint.arb(0, 1) * flint.arb(r) for m, r in zip(middles, around, strict=True)
            ]


def enclosed_curve(
    system: GroupSystem,
    lo: Fraction,
    hi: Fraction,
    start: Sequence[float],
    floor: float = LEAST_RADIUS,
) -> GroupCurve | None:
    """The solution near `start` on a stretch of h, unique within `floor`; None if not proved."""
    with working_precision(BITS):
        middle = (lo + hi) / 2
        half = (hi - lo) / 2
        try:
            at, inverse = _polished(system, middle, start)
        except ZeroDivisionError:
            return None
        paths = _paths(system, middle, at, inverse)
        reach = ball(half)
        h = flint.arb_poly([ball(middle), flint.arb(1)])
        numbers = [ball(number) for number in system.numbers]
        left = system.residuals(h, system.unknowns(paths), numbers)
        error = _largest([inverse * column for column in _columns(left)], reach)
        varied = _varied(system, h, paths, inverse, reach)
        rough = _doubles(varied)
        if not np.isfinite(rough).all() or max(abs(np.linalg.eigvals(rough))) > MOST_SPREAD:
            return None
        # Larger than found, for the Jacobian varies more over the boxes than along the path.
        radius = np.maximum(1.05 * (_fixed(error, varied) + LEAST_RADIUS), floor)
        boxes = [
            path + flint.arb(0, 1) * flint.arb(r) for path, r in zip(paths, radius, strict=True)
        ]
        # Krawczyk: where |Y F| + |1 - Y J| r < r on the boxes, they hold one solution and no more.
        varied = _varied(system, h, boxes, inverse, reach)
        if not _is_within(error, varied, radius):
            return None
        return GroupCurve(system, middle, half, tuple(boxes), inverse, varied)


def point_of(system: GroupSystem, h: Fraction, start: Sequence[float], bits: int) -> list[Any]:
    """The solution near `start` at one h, to many digits."""
    with working_precision(bits):
        return _polished(system, h, start)[0]


def _polished(
    system: GroupSystem, middle: Fraction, start: Sequence[float]
) -> tuple[list[Any], flint.arb_mat]:
    """Newton's steps from doubles, and the inverse of the Jacobian there."""
    h = ball(middle)
    numbers = [ball(number) for number in system.numbers]
    at = [flint.arb(x) for x in start]
    for _ in range(STEPS):
        inverse = _jacobian(system, h, at).inv().mid()
        left = system.residuals(h, system.unknowns(at), numbers)
        step = inverse * flint.arb_mat([[flint.arb(x)] for x in left])
        # Middles only: what is near a solution is not proved here, but afterwards by Krawczyk.
        at = [(x - step[i, 0]).mid() for i, x in enumerate(at)]
    return at, inverse


def _paths(
    system: GroupSystem, middle: Fraction, at: list[Any], inverse: flint.arb_mat
) -> list[Polynomial]:
    """The Taylor polynomials of the solution, coefficient by coefficient."""
    h = flint.arb_poly([ball(middle), flint.arb(1)])
    numbers = [ball(number) for number in system.numbers]
    parts = [[x] for x in at]
    for degree in range(1, DEGREE + 1):
        paths = system.unknowns([flint.arb_poly(part) for part in parts])
        # A new coefficient c of t^d changes that of F by J(x(0)) c, which must cancel the rest.
        left = [_polynomial(x)[degree] for x in system.residuals(h, paths, numbers)]
        step = inverse * flint.arb_mat([[x] for x in left])
        for i, part in enumerate(parts):
            part.append((-step[i, 0]).mid())
    return [flint.arb_poly(part) for part in parts]


def _fixed(error: flint.arb_mat, varied: flint.arb_mat) -> Array:
    """The radius with error + varied radius = radius, in doubles."""
    rough = _doubles(varied)
    return np.linalg.solve(np.eye(len(rough)) - rough, _doubles(error)[:, 0])


def _is_within(error: flint.arb_mat, varied: flint.arb_mat, radius: Array) -> bool:
    """error + varied radius < radius, decided in balls."""
    given = flint.arb_mat([[flint.arb(r)] for r in radius])
    moved = error + varied * given
    return all(moved[i, 0] < given[i, 0] for i in range(len(radius)))


def _doubles(matrix: flint.arb_mat) -> Array:
    return np.array([list(map(float, row)) for row in matrix.tolist()])


def _varied(
    system: GroupSystem,
    h: Polynomial,
    paths: Sequence[Polynomial],
    inverse: flint.arb_mat,
    reach: Any,
) -> flint.arb_mat:
    """The largest entries of 1 - Y J over the stretch."""
    slopes = system.derivatives(h, system.unknowns(paths))
    rows = [list(map(_polynomial, row[:-1])) for row in slopes]
    degree = max(x.degree() for x in chain.from_iterable(rows))
    parts = []
    for i in range(degree + 1):
        parts.append(inverse * flint.arb_mat(entrywise(itemgetter(i), rows)))
    size = system.size
    one = flint.arb_mat(rational_matrix(identity(size)))
    return _largest([parts[0] - one, *parts[1:]], reach)


def _largest(parts: Sequence[flint.arb_mat], reach: Any) -> flint.arb_mat:
    """Upper bounds of |sum_i part_i t^i|, entry by entry."""
    rows = parts[0].nrows()
    columns = parts[0].ncols()
    total = flint.arb_mat(rows, columns)
    for power, part in enumerate(parts):
        sizes = [list(map(abs, row)) for row in part.tolist()]
        total += flint.arb_mat(sizes) * reach**power
    return flint.arb_mat(entrywise(flint.arb.upper, total.tolist()))


def _columns(left: Sequence[Any]) -> list[flint.arb_mat]:
    polynomials = [_polynomial(x) for x in left]
    degree = max(0, *(x.degree() for x in polynomials))
    size = len(polynomials)
    powers = range(degree + 1)
    return [flint.arb_mat(size, 1, list(map(itemgetter(i), polynomials))) for i in powers]


def _jacobian(system: GroupSystem, h: Any, at: Sequence[Any]) -> flint.arb_mat:
    rows = system.derivatives(h, system.unknowns(at))
    return flint.arb_mat([list(map(flint.arb, row[:-1])) for row in rows])


def _polynomial(x: Any) -> Polynomial:
    return x if isinstance(x, flint.arb_poly) else flint.arb_poly([flint.arb(x)])


def _coefficients(x: Any) -> list[Any]:
    return _polynomial(x).coeffs() or [flint.arb(0)]
