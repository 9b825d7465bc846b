"""Metric privacy: protection that fades with distance.

    P(i | a) <= e^(epsilon d(a, b)) P(i | b)       for all truths a, b

(geo-indistinguishability for points in the plane: Andres et al., CCS 2013; Bordenabe et al., 2014).
Distances are given, or are those of points, whose squares are rational. Distances that break the
triangle inequality are closed first.

**Irrational levels are enclosed such that bounds still follow from others**: where c lies between
a and b, e^(epsilon d) is the product of the levels of both parts, and so the bound of a and b is no
bound of its own: on a path of k truths there are 2 (k - 1) in place of k (k - 1), and 2^(k-1)
extreme patterns in place of C(2 k - 2, k - 1). Rounded one by one they would all be bounds. So all
lower ends are taken down by SPARE, which makes a product of two smaller than the end of the whole;
upper ends are taken up by SPARE for each length of the least distance beyond the first.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product
from operator import itemgetter
from typing import Any

from rropt.exact import (
    GAMMA_BITS,
    Gamma,
    InputError,
    Number,
    NumberTable,
    dyadic,
    exact,
    exact_vector,
    gamma_from_epsilon,
    iterates,
    round_down,
    round_up,
    shown,
)
from rropt.exact.convert import ball
from rropt.exact.entries import entrywise, tabulated
from rropt.exact.frozen import fill
from rropt.exact.precision import working_precision
from rropt.privacy.criteria import Criterion
from rropt.privacy.levels import Levels
from rropt.privacy.matrices import MatrixCriterion, Privacy

Squares = tuple[tuple[Fraction, ...], ...]

TRIANGLE = "the distances broke the triangle inequality and were closed along shorter ways"

MOST_EXPONENT = 700
"""Largest epsilon times distance: e^700 still fits in a double."""

SPARE_BITS = GAMMA_BITS - 2
"""2^-SPARE_BITS of a level: two ends of parts that are rounded by 2^-GAMMA_BITS lose half as much.
Near one a level has as many bits more as the least exponent has zeros: what may be told there is
gamma - 1."""

MOST_LENGTHS = 2**16
"""Farther apart, upper ends would be off by more than 1e-14."""

BETWEEN = {
    "truths": "distances of {} truths",
    "places": "distances of {} places",
    "path": "distance |a - b|",
}


@dataclass(frozen=True, init=False, repr=False)
class MetricDP(MatrixCriterion):
    """Reports of two truths differ by at most e^(epsilon d) in likelihood, d their distance.

    `distances` is a matrix; `MetricDP.points` takes places, `path` an ordered scale, `grid` a map.

    >>> MetricDP.path("ln(2)").on(3).levels.hi[0]
    (Fraction(1, 1), Fraction(2, 1), Fraction(4, 1))
    """

    squares: Squares | None
    """d^2; None for |a - b| on any number of truths."""

    level: Gamma
    of: str = field(compare=False)
    """What the distances are between: a key of `BETWEEN`."""

    notes: tuple[str, ...] = field(compare=False)

    def __init__(self, distances: NumberTable, epsilon: Number) -> None:
        given = _distances(distances)
        shortest = _shortest(given)
        squares = entrywise(lambda d: d * d, shortest)
        notes = (TRIANGLE,) if shortest != given else ()
        fill(self, squares=squares, level=gamma_from_epsilon(epsilon), of="truths", notes=notes)

    @classmethod
    def points(cls, points: NumberTable, epsilon: Number) -> MetricDP:
        """Euclidean distances of places, one list of coordinates a truth.

        >>> MetricDP.points([[0, 0], [3, 4]], 1).squares[0][1]
        Fraction(25, 1)
        """
        places = _places(points)
        squares = tabulated(_squared, places, places)
        return cls.of_squares(squares, epsilon, "places")

    @classmethod
    def grid(cls, rows: int, columns: int, epsilon: Number) -> MetricDP:
        """Euclidean distances on a grid with unit spacing, row by row."""
        return cls.points(list(product(range(rows), range(columns))), epsilon)

    @classmethod
    def path(cls, epsilon: Number) -> MetricDP:
        """|a - b| on an ordered scale of any number of truths."""
        return cls.of_squares(None, epsilon, "path")

    @classmethod
    def of_squares(cls, squares: Squares | None, epsilon: Number, of: str) -> MetricDP:
        """The squared distances of truths or places, or those of a path."""
        if of not in BETWEEN or (squares is None) != (of == "path"):
            raise InputError(f"distances must be of truths, places or a path, got {of!r}")
        criterion = cls.__new__(cls)
        fill(criterion, squares=squares, level=gamma_from_epsilon(epsilon), of=of, notes=())
        return criterion

    def on(self, truths: int, labels: Sequence[str] | None = None) -> Criterion:
        squares = self._squares(truths)
        if len(squares) != truths:
            raise InputError(
                f"metric must be of as many truths as the objective, {truths}, got {len(squares)}"
            )
        farthest = max(map(max, squares)) * self.level.epsilon_bounds()[1] ** 2
        if farthest > MOST_EXPONENT**2:
            raise InputError(
                f"epsilon times the largest distance must be at most {MOST_EXPONENT}, got about "
                f"{float(farthest) ** 0.5:.6g}"
            )
        least = min(x for row in squares for x in row if x)
        bounds = entrywise(partial(_bound, self.level, least), squares)
        lo = entrywise(itemgetter(0), bounds)
        hi = entrywise(itemgetter(1), bounds)
        zero = ((Fraction(0),) * len(squares),) * len(squares)
        named = self.level.epsilon is not None and lo != hi
        levels = Levels(
            lo,
            hi,
            zero,
            self.level.epsilon if named else None,
            squares if named else None,
        )
        return Privacy.of(levels, self.describe(), self.notes).on(truths)

    def _squares(self, truths: int) -> Squares:
        """The squared distances; those of a path depend on the number of truths."""
        if self.squares is not None:
            return self.squares
        return tabulated(lambda a, b: Fraction((a - b) ** 2), range(truths), range(truths))

    def describe(self) -> str:
        where = BETWEEN[self.of].format(len(self.squares or ()))
        return f"metric: {self.level.describe()} times {where}"


@lru_cache(maxsize=4096)
def _bound(level: Gamma, least: Fraction, square: Fraction) -> tuple[Fraction, Fraction]:
    """Rationals around gamma^d, d^2 = square: equal for a rational gamma and a whole distance."""
    if not square:
        return Fraction(1), Fraction(1)
    root = math.isqrt(square.numerator)
    if level.is_exact and square == root * root:
        return level.lo**root, level.lo**root
    zeros = _zeros(level, least)
    spare = Fraction(1, 2 ** (SPARE_BITS + zeros))
    # Up to e^700 there are 1010 bits before the point.
    with working_precision(GAMMA_BITS + zeros + 1100):
        exponent = ball(level.exact).log() if level.epsilon is None else ball(level.epsilon)
        power = (exponent * ball(square).sqrt()).exp()
        lengths = math.sqrt(min(square / least, Fraction(MOST_LENGTHS**2)))
        lo = dyadic((power * ball(1 - spare)).lower())
        hi = dyadic((power * ball(1 + spare * Fraction(lengths - 1))).upper())
    bits = max(0, GAMMA_BITS + zeros + 1 - int(lo).bit_length())  # GAMMA_BITS of its own size
    return max(Fraction(1), round_down(lo, bits)), round_up(hi, bits)


def _zeros(level: Gamma, least: Fraction) -> int:
    """Of the least exponent, behind the point: half of those of its square, rounded up."""
    square = level.epsilon_bounds()[0] ** 2 * least
    return math.ceil(1 / square).bit_length() // 2 if 0 < square < 1 else 0


def _distances(value: Any) -> tuple[tuple[Fraction, ...], ...]:
    """A square table of distances: zero on the diagonal, positive elsewhere."""
    if isinstance(value, (str, bytes, Mapping)) or not iterates(value):
        raise InputError(f"distances must be a matrix, one row for each truth, got {value!r}")
    rows = [exact_vector(row, f"distances[{a}]") for a, row in enumerate(value)]
    if len(rows) < 2:
        raise InputError(f"distances must be of at least two truths, got {len(rows)} rows")
    for a, row in enumerate(rows):
        if len(row) != len(rows):
            raise InputError(
                f"distances must be a square matrix of {len(rows)} rows and columns, got "
                f"{len(row)} entries in row number {a + 1}"
            )
        for b, d in enumerate(row):
            if (d != 0) if a == b else (d <= 0):
                rule = "0" if a == b else "positive"
                raise InputError(f"distances[{a}][{b}] must be {rule}, got {shown(d)}")
    return tuple(rows)


def _shortest(distances: tuple[tuple[Fraction, ...], ...]) -> tuple[tuple[Fraction, ...], ...]:
    """The lengths of the shortest ways."""
    k = range(len(distances))
    found = [list(row) for row in distances]
    for c in k:
        for a in k:
            for b in k:
                found[a][b] = min(found[a][b], found[a][c] + found[c][b])
    return tuple(map(tuple, found))


def _places(value: Any) -> list[tuple[Fraction, ...]]:
    """Points with as many coordinates each, no two of them in one place."""
    if isinstance(value, (str, bytes, Mapping)) or not hasattr(value, "__iter__"):
        raise InputError(f"places must be a list of coordinates each, got {value!r}")
    places = [tuple(exact_vector(place, f"places[{a}]")) for a, place in enumerate(value)]
    if len(places) < 2:
        raise InputError(f"places must be at least two, got {len(places)}")
    for a, place in enumerate(places):
        if len(place) != len(places[0]):
            raise InputError(
                f"places must have as many coordinates each: place 0 has {len(places[0])}, "
                f"place {a} has {len(place)}"
            )
        if place in places[:a]:
            raise InputError(
                f"places must be different, got place {places.index(place)} again as place {a}"
            )
    return places


def _squared(first: Sequence[Fraction], second: Sequence[Fraction]) -> Fraction:
    return sum(((x - y) ** 2 for x, y in zip(first, second, strict=True)), Fraction(0))


def metric_named(name: str, epsilon: Any) -> MetricDP | None:
    """`path` or `grid:NxM`; None for any other word.

    >>> metric_named("grid:2x3", 1).describe()
    'metric: epsilon = 1 times distances of 6 places'
    """
    if name == "path":
        return MetricDP.path(epsilon)
    if not name.startswith("grid:"):
        return None
    sides = name.removeprefix("grid:").split("x")
    numbers = [exact(side, "metric grid:NxM") for side in sides]
    whole = len(numbers) == 2 and all(n.denominator == 1 and n >= 1 for n in numbers)
    if not whole or numbers[0] * numbers[1] < 2:
        raise InputError(f"metric must be such as grid:3x4, got {name}")
    return MetricDP.grid(int(numbers[0]), int(numbers[1]), epsilon)
