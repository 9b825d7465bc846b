"""The two-answer problem with its parameters left as symbols.

Minimise the variance over the cards (p00, p11) with p00 + p11 > 1 under

    p11 <= gamma (1 - p00) + delta,   p00 <= gamma (1 - p11) + delta,   p00 <= 1,   p11 <= 1.

In u = (1 - p00)/s, v = (1 - p11)/s, s = p00 + p11 - 1, the region is a polyhedron and the variance
(u + pi)(v + 1 - pi) is quasi-concave, so the minimum is at a vertex (see design/two_answers.py).
Nothing else is told: all crossings of two tight inequalities are candidates, and a point of the
parameter box decides which are cards and which one is best. The form holds where that card stays
feasible and each other crossing stays infeasible or no better.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import sympy as sp

from rropt.closed.derived.symbolic_programs import BITS
from rropt.closed.derived.validity import Box, Point, ValidityRegion, at, oriented, region
from rropt.closed.formula import WITHOUT_EPSILON, Formula
from rropt.closed.symbols import delta, gamma, pi

p00, p11 = sp.symbols("p00 p11")

SLACKS = (
    gamma * (1 - p00) + delta - p11,
    gamma * (1 - p11) + delta - p00,
    1 - p00,
    1 - p11,
)
SPREAD = p00 + p11 - 1


@dataclass(frozen=True)
class Card:
    """The best card as rational functions of the parameters, and where it is best."""

    value: sp.Expr
    card: tuple[sp.Expr, sp.Expr]
    tight: tuple[str, ...]
    region: ValidityRegion
    point: Point

    def enclosure(self, place: Mapping[str, Fraction]) -> tuple[Fraction, Fraction]:
        """The variance at a point of the region, twice: it is rational."""
        return Formula(str(self.value)).enclosure(place, WITHOUT_EPSILON, BITS)

    def lines(self) -> list[str]:
        """The card and its tight inequalities."""
        return [f"card p00 = {self.card[0]}, p11 = {self.card[1]}", *self.tight]

    def record(self) -> dict[str, Any]:
        """The same as strings."""
        return {"card": [str(p) for p in self.card], "tight": list(self.tight)}


@dataclass(frozen=True)
class Cards:
    """The parametric problem; `warner` restricts it to p00 = p11."""

    box: Box
    fixed: Point
    warner: bool

    def derive(self, point: Point) -> Card:
        """The best crossing at a rational point, with the region where it stays the best."""
        found = self._crossings()
        feasible = [c for c in found if self._violated(c[0], point) is None]
        values = {c: self._variance(c[0]) for c in feasible}
        best = min(feasible, key=lambda c: at(values[c], point))
        slacks, spread = self._slacks(best[0])
        worse = [values[c] - values[best] for c in feasible if c != best]
        # Strictly broken: with a slack of zero that crossing would be a card as well.
        broken = [self._violated(c[0], point) for c in found if c not in feasible]
        where = region([*slacks, *worse], self.box, point, strict=[spread, *filter(None, broken)])
        return Card(
            value=oriented(values[best], point),
            card=(oriented(best[0][0], point), oriented(best[0][1], point)),
            tight=tuple(f"{SLACKS[i]} = 0" for i in best[1]),
            region=where,
            point=point,
        )

    def _crossings(self) -> list[tuple[tuple[sp.Expr, sp.Expr], tuple[int, ...]]]:
        found: dict[tuple, tuple[int, ...]] = {}
        for i, j in combinations(range(len(SLACKS)), 2):
            lines = [SLACKS[i], p00 - p11 if self.warner else SLACKS[j]]
            known = [line.subs(self.fixed) for line in lines]
            for solution in sp.solve(known, [p00, p11], dict=True):
                # Parallel lines have no crossing, and equal ones no single one.
                if len(solution) == 2:
                    card = (sp.factor(solution[p00]), sp.factor(solution[p11]))
                    found.setdefault(card, (i,) if self.warner else (i, j))
        return list(found.items())

    def _slacks(self, card: tuple[sp.Expr, sp.Expr]) -> tuple[list[sp.Expr], sp.Expr]:
        known = {**self.fixed, p00: card[0], p11: card[1]}
        return [sp.factor(s.subs(known)) for s in SLACKS], sp.factor(SPREAD.subs(known))

    def _violated(self, card: tuple[sp.Expr, sp.Expr], point: Point) -> sp.Expr | None:
        """A negative slack at the point, negated; zero spread counts as `1 > 0`; None if none."""
        slacks, spread = self._slacks(card)
        for slack in [*slacks, spread]:
            if at(slack, point) < 0:
                return -slack
        if spread == 0:
            return sp.Integer(1)
        return None if at(spread, point) else -spread

    def _variance(self, card: tuple[sp.Expr, sp.Expr]) -> sp.Expr:
        known = {**self.fixed, p00: card[0], p11: card[1]}
        yes = 1 - p00 + pi * SPREAD
        return sp.factor((yes * (1 - yes) / SPREAD**2).subs(known))
