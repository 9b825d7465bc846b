"""In doubles: whether a quadratic form shows that no row of a simplex is charged below its worth.

A checker does the same in whole numbers, and says why (`checker/simplex_forms.py`). Here it is done
for many simplices at once, to count them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from rropt.privacy.conditions import LevelCondition

if TYPE_CHECKING:
    from rropt.design.engine.pool import Array, Quotient

FARTHEST, POWER, BEYOND, DIGITS_OF_BEND, FEW_DIGITS_OF_BEND = 24, 768, 4, 10, 5
"""As of a checker, but the last."""

ROUNDED = 1e-14
"""Of the terms that are added up: more than forty of them in doubles are off by."""


@dataclass(frozen=True)
class Forms:
    """One a simplex: what is linear at its vertices, what is quadratic, and the sizes of all terms
    that were added up at a vertex.
    """

    linear: Array
    squares: Array
    terms: Array

    @classmethod
    def of(cls, linear: Array) -> Forms:
        """Without squares."""
        size = linear.shape[1]
        return cls(linear.copy(), np.zeros((len(linear), size, size)), np.abs(linear))

    def add(self, beside: Array, factors: Array) -> None:
        """The squares of linear forms, by their values at the vertices."""
        self.squares[:] += factors[:, None, None] * beside[:, :, None] * beside[:, None, :]
        self.terms[:] += np.abs(factors)[:, None] * beside**2

    def add_line(self, above: Array, below: Array) -> None:
        """The difference of two linear forms, neither of them negative."""
        self.linear[:] += above - below
        self.terms[:] += above + below

    def are_nowhere_negative(self) -> Array:
        """Where it is seen, whatever doubles have rounded."""
        linear = self.linear - ROUNDED * self.terms
        # 2 M: of l(v_i) and l(v_j) each half is in M_ij.
        return are_copositive(2 * self.squares + linear[:, :, None] + linear[:, None, :])


class BentWorth(Protocol):
    """A utility that is a sum of squares over means, or of entropies."""

    @property
    def parts(self) -> int:
        """How many."""

    @property
    def tangents(self) -> int:
        """How many squares."""

    def subtract(self, simplices: Array, forms: Forms, digits: int) -> list[Array]:
        """A form that is nowhere below it; the ratios at which lines touch t ln t."""


@dataclass(frozen=True)
class Entropies:
    """sum_j q_j r_j ln(r_j / q.r)."""

    prior: Array

    @property
    def parts(self) -> int:
        """One for each truth."""
        return len(self.prior)

    @property
    def tangents(self) -> int:
        return 0

    def subtract(self, simplices: Array, forms: Forms, digits: int) -> list[Array]:
        """One logarithm for each entry."""
        touched = []
        means = simplices @ self.prior
        least = means.min(axis=1)
        for j, share in enumerate(self.prior):
            entries = simplices[:, :, j]
            t = short_ratios(entries.sum(axis=1) / means.sum(axis=1), 1, digits)
            touched.append(t)
            beside = entries - t[:, None] * means
            # G at the least y and x: the chord of f'' = 1 / t, or 1 / (t y) where x may be 0.
            bends = 1 / (3 * t * least) + 1 / (6 * entries.min(axis=1))
            forms.add(beside, -share * np.minimum(bends, 1 / (t * least)))
            slopes = share * (1 + np.log(t))[:, None]
            forms.add_line(
                share * t[:, None] * means + np.maximum(-slopes, 0.0) * entries,
                np.maximum(slopes, 0.0) * entries,
            )
        return touched


@dataclass(frozen=True)
class Squares:
    """sum (r'Mr) / (q.r)."""

    quotients: Sequence[Quotient]

    @property
    def parts(self) -> int:
        """One for each mean."""
        return len(self.quotients)

    @property
    def tangents(self) -> int:
        return sum(int(np.linalg.matrix_rank(part.top)) for part in self.quotients)

    def subtract(self, simplices: Array, forms: Forms, digits: int) -> list[Array]:
        """The form of each quotient about the sum of the vertices: no line is rounded."""
        centres = simplices.sum(axis=1)
        for part in self.quotients:
            means = simplices @ part.bottom
            rates = centres / means.sum(axis=1)[:, None]
            tops = rates @ part.top
            beside = simplices - rates[:, None, :] * means[:, :, None]
            # With R the ratio, r'Mr / y = 2 R'Mr - y R'MR + (r - R y)'M(r - R y) / y.
            found = (beside @ part.top) @ beside.transpose(0, 2, 1)
            squares = found / means.min(axis=1)[:, None, None]
            forms.squares[:] -= squares
            forms.terms[:] += np.diagonal(squares, axis1=1, axis2=2)
            heights = (tops * rates).sum(axis=1)
            told = 2 * (simplices @ tops[:, :, None])[:, :, 0]
            forms.add_line(heights[:, None] * means + np.maximum(-told, 0.0), np.maximum(told, 0.0))
        return []


@dataclass(frozen=True)
class PricedPower:
    """The forms x, y of a budget and its order, in doubles, with the price z > 0."""

    left: Array
    right: Array
    order: float
    price: float

    @classmethod
    def of(cls, condition: LevelCondition, price: float) -> PricedPower:
        """Of a condition."""
        left, right = (np.array(form, dtype=float) for form in (condition.left, condition.right))
        return cls(left, right, float(condition.order or 1), price)

    def at(self, simplices: Array) -> tuple[Array, Array, Array]:
        """x and y at the vertices, and the mean ratio."""
        xs, ys = simplices @ self.left, simplices @ self.right
        return xs, ys, xs.mean(axis=1) / ys.max(axis=1)

    def paid(self, simplices: Array, digits: int) -> tuple[Array, Array, Array]:
        """What a line of each simplex pays at its vertices and what it takes there, and the ratio
        at which it touches."""
        xs, ys, ratios = self.at(simplices)
        if self.order > 1:
            # At such a ratio no line is negative at a vertex.
            above = np.where(ys > 0, self.order * xs / ((self.order - 1) * ys), np.inf)
            ratios = np.fmin(ratios, above.min(axis=1))
        ratios = short_ratios(ratios, self.order, digits)
        return *self._sides(ratios, xs, ys), ratios

    def _sides(self, ratios: Array, xs: Array, ys: Array) -> tuple[Array, Array]:
        """The lines that touch there, as differences of what is not negative."""
        slopes, heights = (each[:, None] for each in self.lines(ratios))
        above, below = np.maximum(slopes, 0.0), np.maximum(-slopes, 0.0)
        return above * xs, below * xs + heights * ys

    def lines(self, ratios: Array) -> tuple[Array, Array]:
        """z f'(t) and z (t f'(t) - f(t))."""
        if self.order == 1:
            return self.price * (1 + np.log(ratios)), self.price * ratios
        powers = self.price * ratios ** (self.order - 1)
        return self.order * powers, (self.order - 1) * ratios * powers

    def powers(self, rows: Array) -> Array:
        """z y f(x / y) of each row."""
        above, below = rows @ self.left, rows @ self.right
        ratios = above / below
        power = np.log(ratios) if self.order == 1 else ratios ** (self.order - 1)
        return self.price * np.where(above > 0, above * power, 0.0)

    def add(self, simplices: Array, forms: Forms, digits: int) -> list[Array]:
        """A form that is nowhere above z y f(x / y), and the ratios at which its lines touch."""
        xs, ys = simplices @ self.left, simplices @ self.right
        largest = ys.max(axis=1)
        # Where a y is 0, the line at the ratio of the centroid would be far below at the others.
        total = np.where(ys.min(axis=1) > 0, ys.sum(axis=1), ys.shape[1] * largest)
        t = short_ratios(xs.sum(axis=1) / total, self.order, digits)
        forms.add_line(*self._sides(t, xs, ys))
        # G is least at the largest y, and where it falls with x (a < 2) at the largest x.
        ends = (xs.max(axis=1) if self.order < 2 else xs.min(axis=1)) / largest
        bends, others = self._bends(t, ends, digits)
        forms.add(xs - t[:, None] * ys, np.where(largest > 0, self.price * bends / largest, 0.0))
        # f'' of t ln t is 1 / t, for which a checker takes no line.
        return [t, others] if self.order > 1 else [t]

    def _bends(self, t: Array, ends: Array, digits: int) -> tuple[Array, Array]:
        """y G or less (`checker/simplex_forms.py`), and the ratios that it takes."""
        if self.order == 2:
            return np.ones_like(t), t
        digits = min(digits, DIGITS_OF_BEND + int(self.order).bit_length())
        # f'' is concave only here: its chord is the lower one, elsewhere Jensen's.
        if 2 < self.order < 3:
            short = short_digits(ends, digits)
            return self._second(t) / 3 + self._second(short) / 6, short
        middles = short_digits((2 * t + ends) / 3, digits)
        if self.order < 2:
            # f'' falls: at a ratio rounded down it would be too large.
            middles *= 1 + 4 * 2.0**-digits
        within = middles < farthest(self.order) * 2**BEYOND
        return np.where(within, self._second(np.where(within, middles, 1.0)) / 2, 0.0), middles

    def bends(self, simplices: Array, paid: float) -> Array:
        """z f'' at the vertices, no more than where the power pays so much; for orders up to 2 that
        at the mean ratio."""
        xs, ys, ratios = self.at(simplices)
        if self.order > 2:
            ratios = np.where(ys > 0, xs / ys, np.inf)
        else:
            ratios = np.repeat(ratios[:, None], xs.shape[1], axis=1)
        t = short_ratios(ratios, self.order, FEW_DIGITS_OF_BEND)
        found: Array = self.price * self._second(t)
        if self.order > 2:
            # At the ratio t = (paid / z)^(1 / a) it is a (a - 1) paid / t^2.
            powers = max(1.0, paid / self.price) ** (2 / self.order)
            found = np.minimum(found, self.order * (self.order - 1) * paid / powers)
        return found

    def _second(self, t: Array) -> Array:
        """f''(t)."""
        if self.order == 1:
            return 1 / t
        return self.order * (self.order - 1) * t ** (self.order - 2)


def farthest(order: float) -> float:
    """The largest ratio at which a line touches.

    >>> farthest(64.0), farthest(1.5) == 2.0**24
    (4096.0, True)
    """
    return 2.0 ** min(FARTHEST, POWER // order)


def short_ratios(ratios: Array, order: float, digits: int) -> Array:
    """To so many binary digits, rounded down, not too far from 1.

    >>> import numpy as np
    >>> short_ratios(np.array([1 / 3, 1e9]), 64.0, 12).tolist()
    [0.333251953125, 4096.0]
    """
    far = farthest(order)
    return short_digits(np.clip(ratios, 1 / far, far), digits)


def short_digits(numbers: Array, digits: int) -> Array:
    """To so many binary digits, rounded down."""
    parts, exponents = np.frexp(numbers)
    return np.ldexp(np.floor(np.ldexp(parts, digits)), exponents - digits)


def are_copositive(forms: Array) -> Array:
    """Whether elimination shows sum s_i s_j M_ij >= 0 for all s >= 0, of each."""
    number, size, _ = forms.shape
    each = np.arange(number)
    left = np.ones((number, size), dtype=bool)
    failed = np.zeros(number, dtype=bool)
    for _ in range(size):
        # One that is left out takes its column with it: others may have no negative entry then.
        for _ in range(size):
            left &= (np.where(left[:, None, :], forms, 0.0) < 0).any(axis=2)
        diagonal = np.where(left, np.diagonal(forms, axis1=1, axis2=2), -np.inf)
        pivot = diagonal.argmax(axis=1)
        first = forms[each, pivot]
        largest = diagonal[each, pivot]
        some = left.any(axis=1)
        failed |= some & (largest <= 0)
        some &= largest > 0
        scaled = first / np.where(some, largest, 1.0)[:, None]
        forms = np.where(some[:, None, None], forms - scaled[:, :, None] * first[:, None, :], forms)
        left[each, pivot] = False
        left[failed] = False
    return ~failed
