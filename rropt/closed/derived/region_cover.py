"""Proofs that regions cover a box of parameters.

| parameters | proof |
|---|---|
| any, one region without conditions | each factor keeps its sign on the box: its coefficients do |
| one | the real roots of all conditions are isolated; between two roots no sign changes, so one |
|     | rational point per interval decides, and the closed conditions take in the roots |
| one in all conditions | the same: the others are anything in their ranges |
| two or more | z3 and cvc5: no point of the box is outside all regions (QF_NRA) |

A derivation may take so many processor seconds, its work budget; then the rest is undecided.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain, groupby, islice
from typing import Any

import sympy as sp

from rropt.closed.derived import smt
from rropt.closed.derived.validity import Box, Point, Range, ValidityRegion
from rropt.exact import InputError, exact
from rropt.exact.convert import rational, whole_polynomial
from rropt.strict.algebraic_numbers import RealRoot, roots_of

EXPLORED = 40
"""Points that are tried before a solver is asked for an uncovered one."""

QUESTIONS = 64
DEEPEST = 8
PART_MS = 1_000
"""Parts of a box that are asked about, how often it is halved, and the time for each: with both
solvers two minutes at most."""

COARSE = Fraction(1, 64)
"""The width of the intervals of roots, unless some of them touch: then this part of it."""

ROOT_BITS = 64
"""With which roots are found, beyond those of a width."""


@dataclass(frozen=True)
class CoverCell:
    """An open interval between two neighbouring roots, by a rational point, and its region."""

    point: Fraction
    region: int | None


@dataclass(frozen=True)
class Cover:
    """Why the regions cover the box: cells of a line, or the answers of two solvers to a script."""

    method: str
    roots: tuple[tuple[Fraction, Fraction], ...] = ()
    """Isolating intervals of the roots."""

    cells: tuple[CoverCell, ...] = ()
    open_roots: tuple[tuple[Fraction, Fraction], ...] = ()
    """Roots that no region next to them is known to take in, because a strict condition ends."""

    script: str = ""
    verdicts: tuple[tuple[str, str], ...] = ()
    line: Range | None = None
    """The range of the one parameter on which the conditions depend, with cells."""

    enclosed: bool = False
    """Whether the roots are enclosed switches, which are no roots of the conditions."""

    undecided: tuple[Box, ...] = ()
    """Boxes outside which the pieces are proved to cover, where they are not proved to."""

    share: Fraction | None = None
    """What the undecided boxes have of the area of all, where it is known."""

    @property
    def proved(self) -> bool:
        """Whether the cover is proved; with solvers, both must say so."""
        if self.cells:
            return not self.open_roots and all(cell.region is not None for cell in self.cells)
        if self.undecided:
            return False
        return not self.script or all(answer == "unsat" for _, answer in self.verdicts)


def missing(
    box: Box, regions: Sequence[ValidityRegion], barren: Sequence[Point] = ()
) -> Point | None:
    """A point of the box in no region, none of the `barren` ones; None where there is none.

    >>> x = sp.Symbol("x")
    >>> from rropt.closed.derived.validity import Condition
    >>> missing(Box(((x, Fraction(0), None),)), [ValidityRegion((Condition(x - 1),))])
    {x: Fraction(409, 997)}
    """
    if not regions:
        tried = islice(box.points(), EXPLORED)
        return next((point for point in tried if point not in barren), None)
    if any(not region.conditions for region in regions):
        return None
    line = box.line(_symbols(regions))
    if line is not None:
        left = (cell.point for cell in _cells(line, regions)[1] if cell.region is None)
        found = ({**next(box.points()), line[0]: x} for x in left)
        return next((point for point in found if point not in barren), None)
    for _, point in zip(range(EXPLORED), box.points(), strict=False):
        if not any(region.holds(point) for region in regions):
            return point
    return smt.uncovered(box, regions)


def prove(box: Box, regions: Sequence[ValidityRegion]) -> Cover:
    """The proof that the regions cover the box.

    >>> x = sp.Symbol("x")
    >>> from rropt.closed.derived.validity import Condition
    >>> low, high = ValidityRegion((Condition(2 - x),)), ValidityRegion((Condition(x - 2),))
    >>> box = Box(((x, Fraction(1), None),))
    >>> prove(box, [low, high]).proved, prove(box, [low]).proved
    (True, False)
    """
    if any(not region.conditions for region in regions):
        return Cover("one region has no condition left: every factor keeps its sign on the box")
    line = box.line(_symbols(regions))
    if line is not None:
        roots, cells = _cells(line, regions)
        open_roots = _open_roots(line[0], regions, roots, cells)
        method = "exact isolation of the real roots of all conditions"
        return Cover(method, roots, cells, open_roots, line=line)
    text = smt.script(box, regions)
    method = "no point of the box is outside all regions (QF_NRA)"
    return Cover(method, script=text, verdicts=smt.verdicts(text))


def covered(box: Box, pieces: Sequence[Any], work: WorkBudget) -> Cover:
    """The proof that the regions of some pieces cover the box, or the parts that they leave."""
    regions = [piece.region for piece in pieces]
    cover = prove(box, regions)
    if cover.proved:
        return cover
    return replace(cover, undecided=undecided_boxes(box, regions, cover, work))


def undecided_boxes(
    box: Box, regions: Sequence[ValidityRegion], cover: Cover, work: WorkBudget
) -> tuple[Box, ...]:
    """The parts of the box of which it is not proved that the regions cover them.

    On a line they are between the roots; else the box is halved, a parameter at a time, until both
    solvers agree on a part, or the questions are used up. What is on the
    cuts belongs to the closed regions beside them.
    """
    if cover.line is not None:
        return tuple(_gaps(box, cover))
    waiting = [(0, box)]
    left: list[Box] = []
    for _ in range(QUESTIONS):
        if not waiting or work.is_spent:
            break
        depth, part = waiting.pop(0)
        answers = smt.verdicts(smt.script(part, regions), PART_MS)
        if all(answer == "unsat" for _, answer in answers):
            continue
        if depth == DEEPEST:
            left.append(part)
        else:
            waiting += [(depth + 1, half) for half in part.halves(depth)]
    return (*left, *(part for _, part in waiting))


def _gaps(box: Box, cover: Cover) -> Iterator[Box]:
    """The stretches of a line without a region, from root to root, neighbours as one."""
    symbol, lo, hi = cover.line or box.ranges[0]
    # What is left open takes in the roots at its ends: their intervals are turned inside out.
    turned = [(right, left) for left, right in cover.roots]
    parts = zip(stretches(turned, lo, hi), cover.cells, strict=True)
    for is_open, group in groupby(parts, key=lambda part: part[1].region is None):
        if is_open:
            open_ones = [ends for ends, _ in group]
            stretch = (symbol, open_ones[0][0], open_ones[-1][1])
            ranges = tuple(stretch if entry[0] == symbol else entry for entry in box.ranges)
            yield Box(ranges, box.positive)


def _open_roots(
    symbol: sp.Symbol,
    regions: Sequence[ValidityRegion],
    roots: Sequence,
    cells: Sequence[CoverCell],
) -> tuple[tuple[Fraction, Fraction], ...]:
    """Closed conditions that hold next to a root hold there too; strict ones may end at it."""

    def takes_in(cell: CoverCell, ends: tuple[Fraction, Fraction]) -> bool:
        strict = [] if cell.region is None else regions[cell.region].conditions
        polys = [sp.Poly(c.polynomial, symbol) for c in strict if c.strict]
        a, b = map(rational, ends)
        return cell.region is not None and not any(p.count_roots(a, b) for p in polys)

    pairs = zip(roots, cells, cells[1:], strict=False)
    return tuple(r for r, left, right in pairs if not (takes_in(left, r) or takes_in(right, r)))


def _cells(
    line: Range, regions: Sequence[ValidityRegion]
) -> tuple[tuple[tuple[Fraction, Fraction], ...], tuple[CoverCell, ...]]:
    symbol, lo, hi = line
    polynomials = _polynomials(regions)
    roots = isolated(polynomials, symbol, lo, hi)
    cells = []
    for x in beside(roots, lo, hi):
        home = next((i for i, r in enumerate(regions) if r.holds({symbol: x})), None)
        cells.append(CoverCell(x, home))
    return tuple(roots), tuple(cells)


def _polynomials(regions: Sequence[ValidityRegion]) -> list[sp.Expr]:
    """The different polynomials of all conditions."""
    conditions = chain.from_iterable(region.conditions for region in regions)
    return list(dict.fromkeys(c.polynomial for c in conditions))


def _symbols(regions: Sequence[ValidityRegion]) -> set[sp.Symbol]:
    """The parameters on which the conditions depend."""
    return set().union(*(polynomial.free_symbols for polynomial in _polynomials(regions)))


def stretches(roots: Sequence[tuple[Any, Any]], lo: Any, hi: Any) -> list[tuple[Any, Any]]:
    """From lo to hi what lies between neighbouring roots, which are intervals.

    >>> stretches([(2, 3), (5, 5)], 0, None)
    [(0, 2), (3, 5), (5, None)]
    """
    lefts = [lo, *(b for _, b in roots)]
    rights = [*(a for a, _ in roots), hi]
    return list(zip(lefts, rights, strict=True))


def beside(
    roots: Sequence[tuple[Fraction, Fraction]], lo: Fraction, hi: Fraction | None
) -> list[Fraction]:
    """One rational point in each interval between neighbouring roots in (lo, hi)."""
    return [between(a, b) for a, b in stretches(roots, lo, hi)]


def isolated(
    polynomials: Sequence[sp.Expr], symbol: sp.Symbol, lo: Fraction, hi: Fraction | None
) -> list[tuple[Fraction, Fraction]]:
    """Disjoint rational intervals inside (lo, hi), one around each root there.

    >>> x = sp.Symbol("x")
    >>> isolated([x**2 - 2, x - 1], x, Fraction(1), None)
    [(Fraction(45, 32), Fraction(91, 64))]
    """
    roots = set(chain.from_iterable(_roots(polynomial, symbol) for polynomial in polynomials))
    width = COARSE
    while True:
        # The range is open: a root at its end is none inside, and no interval could avoid it.
        around = (_around(root, width) for root in roots)
        inside = (ends for ends in around if ends[1] > lo and (hi is None or ends[0] < hi))
        found = sorted(ends for ends in inside if ends not in ((lo, lo), (hi, hi)))
        ends = [lo, *chain.from_iterable(found), *([] if hi is None else [hi])]
        gaps = zip(ends[::2], ends[1::2], strict=False)
        if all(a < b for a, b in gaps):
            return found
        # Intervals that touch, or take in an end, come apart when they are narrower.
        width *= COARSE


@lru_cache(maxsize=4096)
def _roots(polynomial: sp.Expr, symbol: sp.Symbol) -> list[RealRoot]:
    return roots_of(whole_polynomial(polynomial, symbol))


def _around(root: RealRoot, width: Fraction) -> tuple[Fraction, Fraction]:
    """A root between neighbouring multiples of a width, or some; a rational one alone."""
    if root.rational is not None:
        return root.rational, root.rational
    below, above = root.bounds(ROOT_BITS + width.denominator.bit_length())
    return below // width * width, -(-above // width) * width


def between(a: Fraction, b: Fraction | None) -> Fraction:
    """A point of (a, b) that is no round number, so that it meets no other special point."""
    share = Fraction(409, 997)
    return a + share / (1 - share) if b is None else a + (b - a) * share


@dataclass(frozen=True)
class WorkBudget:
    """Seconds of this process from now on; without a number there is no end."""

    seconds: Fraction | float = math.inf
    start: float = field(default_factory=time.process_time)

    @property
    def is_spent(self) -> bool:
        return time.process_time() - self.start > self.seconds


def work_budget(seconds: Any) -> WorkBudget:
    """From the door: None, or a positive number.

    >>> work_budget(None).is_spent
    False
    """
    if seconds is None:
        return WorkBudget()
    given: Fraction = exact(seconds, "budget")
    if given <= 0:
        raise InputError(f"budget must be positive seconds, got {seconds}")
    return WorkBudget(given)
