"""Curved designs with parameters: A-, c- and D-optimality, under one level gamma.

A table with weights w is optimal exactly when prices y on the truths cover its gradient

    y . mass_c >= u_c   for all orbits c,  with equality where w_c > 0,   u_c = tr(S J_c)

with S = J^-1 E J^-1 (J^-1 for the determinant): the criterion is convex and falls with slope u_c.
Where as many orbits are used as there are rows, weights and prices are rational functions. With one
more, a share s moves along an edge; it is best where sum_c d_c u_c(s) = 0, of degree two at most
in what is met here, so that all of it is a + b sqrt(D).

Coefficients of a, b and D are in a field of rational functions of the parameters. The sign of a + b
sqrt(D) becomes signs of a, b and a^2 - b^2 D: which of them, a point decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import chain, combinations
from typing import Any

import sympy as sp
from sympy.polys.matrices import DomainMatrix
from sympy.polys.matrices.exceptions import DMNonInvertibleMatrixError

from rropt.closed.derived.curved_orbits import CurvedOrbits
from rropt.closed.derived.symbolic_programs import SymbolicBasis
from rropt.closed.derived.validity import Box, NotValid, Point, oriented, region
from rropt.closed.symbolic_utilities import in_field
from rropt.exact.convert import fraction

Coefficients = Sequence[Any]
"""Of 1, s, s^2, ...: elements of the field."""


@dataclass(frozen=True)
class QuadraticRoot:
    """The number centre + spread sqrt(discriminant), over a field of parameters."""

    field: Any
    centre: Any
    spread: Any
    discriminant: Any
    """Without squares."""

    @classmethod
    def of(cls, coefficients: Coefficients, field: Any, branch: int = 1) -> QuadraticRoot:
        """A root of a polynomial of degree one or two, by the sign of its square root."""
        if len(coefficients) == 2:
            rest, slope = coefficients
            return cls(field, -rest / slope, field.zero, field.zero)
        low, middle, top = coefficients
        outside, inside = square_and_rest(middle**2 - top * low * 4, field)
        return cls(field, -middle / (top * 2), outside * branch / (top * 2), inside)

    def parts(self, polynomial: Coefficients) -> tuple[Any, Any]:
        """(a, b) with polynomial(s) = a + b sqrt(D); here s^2 = 2, D = 8, s^3 + 1 = 1 + sqrt(8).

        >>> field = sp.QQ.frac_field(sp.Symbol("g"))
        >>> one, zero = field.one, field.zero
        >>> QuadraticRoot.of((-2 * one, zero, one), field).parts((one, zero, zero, one))
        (1, 1)
        """
        a = self.field.zero
        b = self.field.zero
        square = self.discriminant * self.spread**2
        for coefficient in reversed(polynomial):  # Horner: s = centre + x, x^2 = square
            outer = a * self.centre + b * square
            inner = a * 1 + b * self.centre
            a = outer + coefficient
            b = inner
        return a, b * self.spread

    def value(self, numerator: Coefficients, denominator: Coefficients) -> sp.Expr:
        """numerator(s) / denominator(s), with the root above the line only."""
        a, b = self.parts(numerator)
        c, d = self.parts(denominator)
        below = c**2 - d**2 * self.discriminant
        plain = self.field.to_sympy((a * c - b * d * self.discriminant) / below)
        rooted = self.field.to_sympy((b * c - a * d) / below)
        inside = sp.factor(self.field.to_sympy(self.discriminant))
        return sp.factor(plain) + sp.factor(rooted) * sp.sqrt(inside)

    def at(self, element: Any, point: Point) -> Fraction:
        """An element of the field at a point."""
        values = [sp.QQ(point[s].numerator, point[s].denominator) for s in self.field.symbols]
        above = element.numer.evaluate(list(zip(element.numer.ring.gens, values, strict=True)))
        below = element.denom.evaluate(list(zip(element.denom.ring.gens, values, strict=True)))
        return fraction(sp.QQ.to_sympy(sp.QQ.convert(above) / sp.QQ.convert(below)))

    def nonnegative(
        self, numerator: Coefficients, denominator: Coefficients, point: Point
    ) -> list[sp.Expr]:
        """Rational functions that say that the quotient is not negative, as at the point."""
        above = self.parts(numerator)
        below = self.parts(denominator)
        signs = self._sign(above, point), self._sign(below, point)
        if signs[0] * signs[1] < 0:
            raise NotValid("the support is not optimal at the point")
        kept = [*self._keeps(above, signs[0] or 1, point)]
        kept += self._keeps(below, signs[1] or 1, point)
        return [self.field.to_sympy(element) for element in kept]

    def _sign(self, parts: tuple[Any, Any], point: Point) -> int:
        a, b = (self.at(part, point) for part in parts)
        if a * b >= 0:
            return _sign(a or b)
        return _sign(a) * _sign(a * a - b * b * self.at(self.discriminant, point))

    def _keeps(self, parts: tuple[Any, Any], sign: int, point: Point) -> Iterator[Any]:
        """sign (a + b sqrt(D)) >= 0, by the case of the point."""
        a, b = (part * sign for part in parts)
        norm = a**2 - b**2 * self.discriminant
        first = self.at(a, point)
        second = self.at(b, point)
        if first >= 0 and second >= 0:
            yield from (a, b)
        elif first > 0:
            yield from (a, norm)
        else:
            yield from (b, -norm)


def _sign(x: Fraction) -> int:
    return (x > 0) - (x < 0)


def square_and_rest(element: Any, field: Any) -> tuple[Any, Any]:
    """The root of a square and what it is multiplied by, up to the sign of the root.

    >>> field = sp.QQ.frac_field(sp.Symbol("g"))
    >>> g = field.gens[0]
    >>> square_and_rest(4 * (g + 1) ** 2 * g, field)
    (2*g + 2, g)
    """
    above, below = sp.fraction(sp.factor(field.to_sympy(element)))
    constant, factors = sp.factor_list(above * below)  # sqrt(a/b) is sqrt(a b)/b up to sign
    outside = sp.sqrt(abs(constant))
    inside = sp.sign(constant)
    if not outside.is_Rational:  # no square: it stays below the root
        outside = sp.Integer(1)
        inside = constant
    for factor, power in factors:
        outside *= factor ** (power // 2)
        inside *= factor ** (power % 2)
    return field.from_sympy(outside / below), field.from_sympy(sp.expand(inside))


s = sp.Symbol("s")

MOST_DEGREE = 2
"""Of the equation for the share: what has square roots only."""

Support = tuple[int, ...]
Quotient = tuple[list[Any], list[Any]]
"""Numerator and denominator by their coefficients in s."""


class NoSupport(ArithmeticError):
    """More orbits are used at a point than one above the number of rows, or a root is no square."""


@dataclass(frozen=True)
class CurvedProgram:
    """A curved objective with its orbits over a box of parameters."""

    orbits: CurvedOrbits
    box: Box

    def derive(self, point: Point) -> SymbolicBasis:
        """The optimal support at a rational point, with the region where it stays optimal."""
        for orbits in self._views(point):
            used = orbits.in_use(point)
            if len(used) > len(orbits.rows) + 1 and orbits.have_one_table(used, point):
                continue
            for support in _supports(orbits, used):
                # Not every choice of orbits fixes weights, or tells enough.
                with suppress(NotValid, DMNonInvertibleMatrixError):
                    return self._best_on(_edge_of(orbits, support, self.box.symbols), point)
        raise NoSupport(f"no support with a square root is optimal at {point}")

    def _views(self, point: Point) -> Iterator[CurvedOrbits]:
        """The orbits; for a contrast with the truths merged that it does not tell apart, where the
        best table does not either.
        """
        contrast = self.orbits.objective.contrast
        if contrast is None or len(set(contrast)) == self.orbits.truths:
            yield self.orbits
            return
        merged = self.orbits.with_merged_truths()
        is_alike = all(map(merged.tells_alike, merged.in_use(point)))
        # Of such a table J has no inverse on more directions than there are numbers.
        if not is_alike or self.orbits.basis.cols <= merged.basis.cols:
            yield self.orbits
        if is_alike:
            yield merged

    def _best_on(self, edge: SupportEdge, point: Point) -> SymbolicBasis:
        for root in edge.roots():
            with suppress(NotValid):
                return self._piece(edge, root, point)
        raise NotValid("the share is no square root")

    def _piece(self, edge: SupportEdge, root: QuadraticRoot, point: Point) -> SymbolicBasis:
        if root.at(root.discriminant, point) < 0:
            raise NotValid("the share is not real at the point")
        conditions = [root.field.to_sympy(root.discriminant)]
        for numerator, denominator in edge.signs:
            conditions += root.nonnegative(numerator, denominator, point)
        where = region(conditions, self.box, point)
        weights = [root.value(*weight) for weight in edge.weights]
        used = [c for c, weight in zip(edge.support, weights, strict=True) if weight != 0]
        if not all(map(edge.orbits.tells_alike, used)):
            raise NotValid("the bound of the merged truths is not reached")
        patterns: list[tuple[Sequence[Any], str, Any]] = []
        for column, weight in zip(edge.support, weights, strict=True):
            if weight != 0:
                patterns += [(pattern, "", weight) for pattern in edge.orbits.columns[column]]
        value = oriented(edge.reported(root.value(*edge.value)), point)
        return SymbolicBasis(value, tuple(patterns), (), (), where, point)


def _supports(orbits: CurvedOrbits, used: Sequence[int]) -> Iterator[Support]:
    """As many orbits or one more than there are rows, among those that are used or around them."""
    rows = len(orbits.rows)
    others = [c for c in range(len(orbits.columns)) if c not in used]
    # The number that is used first: where it is another one, several tables are best.
    for size in sorted((rows, rows + 1), key=lambda size: size != len(used)):
        for chosen in combinations(used, min(size, len(used))):
            for more in combinations(others, size - len(chosen)):
                yield tuple(sorted((*chosen, *more)))


@dataclass(frozen=True)
class SupportEdge:
    """The tables on one support as functions of the share s, over the parameters."""

    orbits: CurvedOrbits
    support: Support
    parameters: tuple[sp.Symbol, ...]

    @property
    def is_vertex(self) -> bool:
        """Whether the columns leave no share open."""
        return len(self.support) == self.rows

    @cached_property
    def field(self) -> Any:
        return self.ground if self.is_vertex else sp.QQ.frac_field(*self.parameters, s)

    @property
    def rows(self) -> int:
        return len(self.orbits.rows)

    @property
    def basis(self) -> Support:
        """The orbits whose weights follow from the others."""
        return self.support[: self.rows]

    def _mass(self, column: int) -> DomainMatrix:
        """The mass of an orbit on the rows."""
        return in_field([self.orbits.mass(column)], self.field).transpose()

    @cached_property
    def _inverse(self) -> DomainMatrix:
        first, *rest = map(self._mass, self.basis)
        return first.hstack(*rest).inv() if rest else first.inv()

    @cached_property
    def _weights(self) -> list[Any]:
        """B^-1 (1 - s mass), and the share itself."""
        ones = in_field([[1]] * self.rows, self.field)
        if self.is_vertex:
            return _flat(self._inverse * ones)
        share = self.field.from_sympy(s)
        left = ones - self._mass(self.support[-1]) * share
        return [*_flat(self._inverse * left), share]

    def _information_in(self, column: int) -> DomainMatrix:
        """J_c of an orbit."""
        return in_field(self.orbits.information(column).tolist(), self.field)

    @cached_property
    def _information(self) -> DomainMatrix:
        first, *rest = (
            self._information_in(column) * weight
            for column, weight in zip(self.support, self._weights, strict=True)
        )
        return sum(rest, first)

    @cached_property
    def _slope(self) -> DomainMatrix:
        """S."""
        inverse = self._information.inv()
        if self.orbits.is_determinant:
            return in_field(sp.diag(*self.orbits.times).tolist(), self.field) * inverse
        return inverse * in_field(self.orbits.criterion.tolist(), self.field) * inverse

    def _gradient(self, column: int) -> Any:
        """u_c = tr(S J_c)."""
        return sum((self._slope * self._information_in(column)).diagonal(), self.field.zero)

    @cached_property
    def _prices(self) -> DomainMatrix:
        """y, under which no orbit of the basis has a slack."""
        gradients = list(map(self._gradient, self.basis))
        return DomainMatrix([gradients], (1, self.rows), self.field) * self._inverse

    def _slack(self, column: int) -> Any:
        """y . mass_c - u_c."""
        return _flat(self._prices * self._mass(column))[0] - self._gradient(column)

    @cached_property
    def weights(self) -> list[Quotient]:
        return [self._quotient(weight) for weight in self._weights]

    @cached_property
    def slacks(self) -> list[Quotient]:
        """Of the orbits outside the support."""
        outside = (c for c in range(len(self.orbits.columns)) if c not in self.support)
        return [self._quotient(self._slack(c)) for c in outside]

    @property
    def signs(self) -> Iterator[Quotient]:
        """What is not negative where the support is optimal, the weights first."""
        yield from self.weights
        yield from self.slacks

    @cached_property
    def value(self) -> Quotient:
        """tr(E J^-1) - q'E q, or det J."""
        if self.orbits.is_determinant:
            return self._quotient(self._determinant)
        criterion = in_field(self.orbits.criterion.tolist(), self.field)
        trace = sum((criterion * self._information.inv()).diagonal(), self.field.zero)
        return self._quotient(trace - self.field.from_sympy(self.orbits.known_part))

    @property
    def _determinant(self) -> Any:
        """det J: on the sums of orbits, and on all differences."""
        matrix = self._information
        size = len(self.orbits.truth_orbits)
        found = matrix.charpoly()[-1] * (-1) ** matrix.shape[0]
        for place, times in list(enumerate(self.orbits.times))[size:]:
            entry = matrix.to_list()[place][place]
            found *= entry ** (times - 1) / self.field.convert(2**times)
        for orbit in self.orbits.truth_orbits:
            found /= self.field.convert(len(orbit))
        return found

    def reported(self, value: sp.Expr) -> sp.Expr:
        """The criterion: of a determinant, log k - log det J."""
        if self.orbits.is_determinant:
            return -sp.log(sp.factor(value / self.orbits.truths))
        return value

    def roots(self) -> Iterator[QuadraticRoot]:
        """What the share may be: roots of the equation of the edge; none is needed at a vertex."""
        ground = self.ground
        if self.is_vertex:
            yield QuadraticRoot.of((ground.zero, ground.one), ground)
            return
        for factor, _ in self._slack(self.support[-1]).numer.factor_list()[1]:
            coefficients = tuple(self._in_share(factor))
            if 1 < len(coefficients) <= MOST_DEGREE + 1:
                for branch in (1, -1):
                    yield QuadraticRoot.of(coefficients, ground, branch)

    @cached_property
    def ground(self) -> Any:
        """The field of the parameters alone."""
        return sp.QQ.frac_field(*self.parameters)

    def _in_share(self, polynomial: Any) -> list[Any]:
        """The coefficients of 1, s, s^2, ... over the parameters."""
        if self.is_vertex:
            return [self.ground.convert(polynomial)]
        ring = self.ground.field.ring
        found = [ring.zero] * (max((m[-1] for m in polynomial), default=0) + 1)
        for powers, coefficient in polynomial.terms():
            found[powers[-1]] += ring({powers[:-1]: coefficient})
        return [self.ground.convert(part) for part in found]

    def _quotient(self, element: Any) -> Quotient:
        """Numerator and denominator as polynomials in s."""
        return self._in_share(element.numer), self._in_share(element.denom)


_edge_of = cache(SupportEdge)
"""Every point of a box asks for the same edges."""


def _flat(matrix: DomainMatrix) -> list[Any]:
    return list(chain.from_iterable(matrix.to_list()))
