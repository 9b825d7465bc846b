"""The program over patterns under a matrix of levels whose entries have parameters.

The extreme patterns of r_a <= g_ab r_b have tight pairs that connect all truths: a spanning tree,
each edge tight one way. So the patterns of all oriented spanning trees are listed once, as products
of levels (2 for two truths, 12 for three, 128 for four); at a point some of them keep every bound.
Over those the program is solved as for one number. Its basis is optimal where its own patterns keep
the bounds, weights and reduced costs stay non-negative, and each pattern that broke a bound at the
point still does, or just meets it: the cone changes continuously, so what holds next to a boundary
holds on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations, product

import sympy as sp

from rropt.closed.derived.symbolic_programs import Column, SymbolicBasis, SymbolicProgram
from rropt.closed.derived.validity import Box, Point, at, region
from rropt.closed.symbolic_utilities import Entries, pieces_on
from rropt.patterns.extreme import ordered_pairs

MOST_TRUTHS_OF_LEVELS = 4
"""Five truths have 2,000 oriented trees, and a piece would have as many conditions."""

Matrix = tuple[tuple[sp.Expr, ...], ...]


@dataclass(frozen=True)
class LevelProgram:
    """An objective under a matrix in parameters, and its prior where that is open."""

    objective: object
    levels: Matrix
    box: Box
    prior: tuple[sp.Expr, ...] | None
    known: tuple[tuple[sp.Symbol, Fraction], ...] = ()
    """Parameters that are numbers: the share of a variance."""

    @property
    def truths(self) -> int:
        return len(self.levels)

    @cached_property
    def candidates(self) -> list[Entries]:
        """The patterns of all oriented spanning trees, each once."""
        return tree_patterns(self.levels)

    def derive(self, point: Point) -> SymbolicBasis:
        """The optimal basis at a rational point, and the region where it stays optimal."""
        program = self.at(point)
        outside = [r for r in self.candidates if self._broken(r, point)]
        solved = program.solve(point)
        used = [program.columns[j].pattern for j in solved.basis if j < len(program.columns)]
        kept = list(chain.from_iterable(map(self._bounds, dict.fromkeys(used))))
        apart = [self._stays_broken(r, point) for r in outside]
        conditions = [*program.conditions(solved), *kept, *apart]
        return program.basis_of(solved, region(conditions, self.box, point), point)

    def at(self, point: Point) -> SymbolicProgram:
        """The program over the patterns that keep every bound at a point."""
        patterns = [r for r in self.candidates if self._broken(r, point) == []]
        columns = []
        for r in patterns:
            pieces = pieces_on(self.objective, r, self._numbers(r, point), self.prior)
            for name, gain in pieces:
                columns.append(Column(r, name, gain.subs(dict(self.known)), tuple(r)))
        ones = (sp.Integer(1),) * self.truths
        return SymbolicProgram(tuple(columns), ones, self.truths, False, self.box)

    def _numbers(self, r: Entries, point: Point) -> tuple[Fraction, ...]:
        return tuple(at(entry, point) for entry in r)

    def _bounds(self, r: Entries) -> list[sp.Expr]:
        """g_ab r_b - r_a for all pairs."""
        pairs = ordered_pairs(self.truths)
        return [sp.expand(self.levels[a][b] * r[b] - r[a]) for a, b in pairs]

    def _broken(self, r: Entries, point: Point) -> list[sp.Expr]:
        return [bound for bound in self._bounds(r) if at(bound, point) < 0]

    def _stays_broken(self, r: Entries, point: Point) -> sp.Expr:
        """A bound that is broken at the point, on the whole box if there is such a one."""
        broken = self._broken(r, point)
        # What is broken everywhere is no condition on the parameters.
        always = (bound for bound in broken if self.box.sign(bound) == -1)
        return -next(always, broken[0])


def tree_patterns(levels: Matrix) -> list[Entries]:
    """The patterns whose tight pairs are an oriented spanning tree, without denominators.

    >>> g, h = sp.symbols("g h")
    >>> tree_patterns(((sp.Integer(1), g), (h, sp.Integer(1))))
    [(g, 1), (1, h)]
    """
    turns = list(product((False, True), repeat=len(levels) - 1))
    trees = _spanning_trees(len(levels))
    return list(dict.fromkeys(_pattern(levels, *oriented) for oriented in product(trees, turns)))


def _spanning_trees(truths: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Sets of truths - 1 edges that reach every truth."""
    edges = list(combinations(range(truths), 2))
    for chosen in combinations(edges, truths - 1):
        if len(_reached(chosen)) == truths:
            yield chosen


def _reached(edges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The truths in the order in which edges reach them from truth 0, each with its parent."""
    order = [(0, 0)]
    # The list grows while it is walked: its end is the front of the search.
    for truth, _ in order:
        known = {reached for reached, _ in order}
        for a, b in edges:
            if truth in (a, b) and a + b - truth not in known:
                order.append((a + b - truth, truth))
    return order


def _pattern(
    levels: Matrix, tree: Sequence[tuple[int, int]], turns: Sequence[bool]
) -> tuple[sp.Expr, ...]:
    """r_a = g_ab r_b along the tree, from r_0 = 1; then times the least common denominator."""
    raised = dict(zip(tree, turns, strict=True))
    r = {0: sp.Integer(1)}
    for truth, parent in _reached(tree)[1:]:
        edge = (min(truth, parent), max(truth, parent))
        upper = edge[0] if not raised[edge] else edge[1]
        if upper == truth:
            r[truth] = r[parent] * levels[truth][parent]
        else:
            r[truth] = r[parent] / levels[parent][truth]
    together = [sp.fraction(sp.cancel(r[truth])) for truth in range(len(levels))]
    common = sp.lcm_list([denominator for _, denominator in together])
    return tuple(sp.cancel(top * common / bottom) for top, bottom in together)
