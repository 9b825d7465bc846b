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

from rropt.closed.derived.group_system import GroupSystem, GroupUnknowns, Mask, balls_of, solved
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

    @property
    def unknowns(self) -> GroupUnknowns:
        return self.system.unknowns(self.paths)

    @cached_property
    def h(self) -> Polynomial:
        return flint.arb_poly([ball(self.middle), flint.arb(1)])

    @property
    def reach(self) -> flint.arb:
        """All t of the stretch."""
        return ball(self.half) * flint.arb(0, 1)

    def slack(self, mask: Mask) -> Polynomial:
        """(q.r)(y.r) - (p.r)^2 of a pattern, over the stretch."""
        return self.system.slack(self.h, self.unknowns, mask)

    def ends(self, polynomial: Polynomial) -> tuple[Fraction, Fraction]:
        """Rationals around all values on the stretch."""
        with working_precision(BITS):
            values = _polynomial(polynomial)(self.reach)
            return dyadic(values.lower()), dyadic(values.upper())

    def is_positive(self, polynomial: Polynomial) -> bool:
        """Whether it is positive on the whole stretch."""
        return self.ends(polynomial)[0] > 0

    @cached_property
    def derivatives(self) -> list[flint.arb]:
        """Balls around the derivatives of the unknowns in h: J x' = -dF/dh, over the stretch."""
        with working_precision(BITS):
            at = [path(self.reach) for path in self.paths]
            slopes = self.system.derivatives(ball(self.middle) + self.reach, at)
            jacobian = balls_of([row[:-1] for row in slopes])
            right = balls_of([row[-1:] for row in slopes])
            return (-jacobian.solve(right, algorithm="precond")).entries()


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
        centre = solved(system, middle, start, BITS)
        if centre is None:
            return None
        at, inverse = centre
        paths = _paths(system, middle, at, inverse)
        reach = ball(half)
        h = flint.arb_poly([ball(middle), flint.arb(1)])
        left = system.residuals(h, system.unknowns(paths))
        error = _largest(inverse, [[residual] for residual in left], reach)
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
        return GroupCurve(system, middle, half, tuple(boxes))


def _paths(
    system: GroupSystem, middle: Fraction, at: list[Any], inverse: flint.arb_mat
) -> list[Polynomial]:
    """The Taylor polynomials of the solution, coefficient by coefficient."""
    h = flint.arb_poly([ball(middle), flint.arb(1)])
    parts = [[x] for x in at]
    for degree in range(1, DEGREE + 1):
        paths = system.unknowns([flint.arb_poly(part) for part in parts])
        # A new coefficient c of t^d changes that of F by J(x(0)) c, which must cancel the rest.
        left = [_polynomial(x)[degree] for x in system.residuals(h, paths)]
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
    """The largest entries of Y J - 1 over the stretch."""
    one = flint.arb_mat(rational_matrix(identity(system.size)))
    rows = [row[:-1] for row in system.derivatives(h, paths)]
    return _largest(inverse, rows, reach, one)


def _largest(
    inverse: flint.arb_mat,
    rows: Sequence[Sequence[Any]],
    reach: Any,
    less: flint.arb_mat | None = None,
) -> flint.arb_mat:
    """Upper bounds of |Y rows(t) - less| over the stretch, entry by entry."""
    table = entrywise(_polynomial, rows)
    total = flint.arb_mat(len(rows), len(rows[0]))
    for power in range(1 + max(x.degree() for x in chain.from_iterable(table))):
        # Y comes before sizes are taken: what cancels in the sums is not bounded.
        part = inverse * flint.arb_mat(entrywise(itemgetter(power), table))
        if less is not None and not power:
            part -= less
        total += flint.arb_mat(entrywise(abs, part.tolist())) * reach**power
    return flint.arb_mat(entrywise(flint.arb.upper, total.tolist()))


def _polynomial(x: Any) -> Polynomial:
    return x if isinstance(x, flint.arb_poly) else flint.arb_poly([flint.arb(x)])
