"""Extreme patterns where planes of any direction cut the orthant.

The planes f.r = 0 and r_j = 0 cut the patterns r >= 0 into cones. An extreme ray of one of them
lies on k - 1 independent planes. Planes are intersected one after the other; every intersection is
kept once, by its equations in reduced echelon form.

**Where pairs have deltas** the planes are r_a = g_ab r_b. On the cells into which the planes cut
the orthant a charge y.r + sum z_ab [r_a - g_ab r_b]_+ is linear, and the cells are spanned by the
patterns whose tight pairs connect their support. For one number these are the staircases. Pairs
without a delta bound the cone: patterns outside are left out, and so is a zero beside a truth that
it would bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import inf, lcm

from rropt.exact import InputError
from rropt.exact.entries import identity, unit
from rropt.exact.number import over_common_denominator, primitive
from rropt.patterns.alcoved import primitive_pattern
from rropt.patterns.extreme import Pattern

Form = tuple[Fraction, ...]
Equation = tuple[int, ...]
Flat = tuple[Equation, ...]


def rays_of_planes(
    planes: Sequence[Form], hard: Sequence[Form], truths: int, most: int
) -> list[Form]:
    """The rays r >= 0 with f.r <= 0 for every hard form, whole numbers, in a fixed order.

    >>> half = Fraction(1, 2)
    >>> rays_of_planes([(Fraction(1), Fraction(-3))], [(half, Fraction(-3, 2))], 2, 100)
    [(Fraction(0, 1), Fraction(1, 1)), (Fraction(3, 1), Fraction(1, 1))]
    """
    units = list(identity(truths))
    equations = list(dict.fromkeys(_equation(f) for f in [*units, *planes] if any(f)))
    flats: dict[Flat, int] = {(): -1}
    for _ in range(truths - 1):
        flats = _cut(flats, equations)
        if len(flats) > most:
            raise InputError(
                f"categories or levels must be fewer: their planes meet in more than {most} ways; "
                "decisions (guess, gain) work beyond"
            )
    rays = (_ray(flat, truths) for flat in flats)
    found = [tuple(map(Fraction, r)) for r in rays if r is not None]
    for form in hard:
        found = [r for r in found if along(form, r) <= 0]
    return sorted(found)


def _cut(flats: dict[Flat, int], equations: Sequence[Equation]) -> dict[Flat, int]:
    """One plane more, after the last that the flat needed."""
    found: dict[Flat, int] = {}
    for flat, last in flats.items():
        for n in range(last + 1, len(equations)):
            smaller = _intersected(flat, equations[n])
            if smaller is not None:
                # A flat is met in many orders: none of its flats lies before its least last plane.
                found[smaller] = min(n, found.get(smaller, n))
    return found


def _intersected(flat: Flat, equation: Equation) -> Flat | None:
    for known in flat:
        equation = _eliminated(equation, known)
    if not any(equation):
        return None
    fresh = _primitive(equation)
    reduced = [_primitive(_eliminated(known, fresh)) for known in flat]
    return tuple(sorted([*reduced, fresh], key=_leading))


def _eliminated(equation: Equation, known: Equation) -> Equation:
    """The equation without the leading unknown of the other."""
    place = _leading(known)
    if not equation[place]:
        return equation
    # Crosswise products keep whole numbers whole.
    factor = equation[place]
    unit = known[place]
    return tuple(unit * x - factor * y for x, y in zip(equation, known, strict=True))


def _leading(equation: Equation) -> int:
    return next(place for place, x in enumerate(equation) if x)


def _primitive(equation: Sequence[int]) -> Equation:
    direction = primitive(equation)
    return direction if direction[_leading(direction)] > 0 else tuple(-x for x in direction)


def _equation(form: Form) -> Equation:
    return _primitive(over_common_denominator(form)[0])


def _ray(flat: Flat, truths: int) -> Equation | None:
    """The direction r >= 0 that the equations leave, if there is one."""
    places = {_leading(equation): equation for equation in flat}
    free = next(j for j in range(truths) if j not in places)
    unit = lcm(*(equation[place] for place, equation in places.items()))
    row = [unit if j == free else 0 for j in range(truths)]
    for place, equation in places.items():
        row[place] = -equation[free] * (unit // equation[place])
    # The line is spanned by one direction with the free entry above zero: the other has it below.
    return _primitive(row) if min(row) >= 0 else None


def along(form: Form, row: Sequence[Fraction]) -> Fraction:
    """form.row, for which zeros cost nothing."""
    return sum((a * x for a, x in zip(form, row, strict=True) if a and x), Fraction(0))


Matrix = Sequence[Sequence[Fraction | float]]

MOST_TRUTHS = 5
"""On 5 truths there are up to 2,000 trees of tight pairs for each support; on 6 over 41,000."""


def arrangement_patterns(matrix: Matrix, pure: Matrix) -> list[Pattern]:
    """The rays of the arrangement inside the cone of the pure bounds, in a fixed order.

    >>> two = ((1, 3), (2, 1))
    >>> len(arrangement_patterns(two, ((1, inf), (inf, 1))))
    4
    """
    k = len(matrix)
    if k > MOST_TRUTHS:
        raise InputError(
            f"categories must be at most {MOST_TRUTHS} for this objective where pairs have a "
            f"delta, got {k}; decisions (guess, gain) work beyond"
        )
    found = {primitive_pattern(r) for r in _grown(matrix)}
    return sorted(r for r in found if _inside(pure, r))


def _grown(matrix: Matrix) -> Iterator[Pattern]:
    """Patterns with connected tight pairs: one truth at 1, others joined one after the other."""
    k = len(matrix)
    waiting = [unit(k, j) for j in range(k)]
    seen = set(waiting)
    while waiting:
        pattern = waiting.pop()
        yield pattern
        for grown in _joined(matrix, pattern):
            if grown not in seen:
                seen.add(grown)
                waiting.append(grown)


def _joined(matrix: Matrix, pattern: Pattern) -> Iterator[Pattern]:
    """One more truth b of the support, tight with a truth a that is in it: either way."""
    for a, value in enumerate(pattern):
        for b, other in enumerate(pattern):
            if value and not other and a != b:
                if matrix[a][b] != inf:
                    yield _with(pattern, b, value / matrix[a][b])
                if matrix[b][a] != inf:
                    yield _with(pattern, b, value * matrix[b][a])


def _with(pattern: Pattern, truth: int, value: Fraction | float) -> Pattern:
    grown = (*pattern[:truth], Fraction(value), *pattern[truth + 1 :])
    return primitive_pattern(grown)


def _inside(pure: Matrix, pattern: Pattern) -> bool:
    """Whether every pure bound holds."""
    for a, row in enumerate(pure):
        for b, g in enumerate(row):
            if a != b and g != inf and pattern[a] > g * pattern[b]:
                return False
    return True
