"""The pieces of the least worst variance of a mean of a few numbers, along gamma."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rropt.closed.derived import region_cover
from rropt.closed.derived.enclosed_line import EnclosedStretches, Stretch
from rropt.closed.derived.envelope import Envelope
from rropt.closed.derived.group_line import GroupTable, centred, completions
from rropt.closed.derived.group_piece import GroupPiece, piece_in_equations, piece_in_formulas
from rropt.closed.derived.group_system import active_truths, starts
from rropt.closed.derived.region_cover import Cover
from rropt.closed.derived.validity import Box

SWITCH = Fraction(1, 2**26)
UNSHARED = Fraction(1, 2**18)
"""Relative width of the stretch around a switch: eight digits, as each halving takes 0.2 s; and
where the two tables at its ends are not known to share it."""

FARTHEST_OF_GROUPS = Fraction(2**7)
"""Beyond, the unknowns of the equations differ by 1e20, and stretches get short."""

MOST_OF_GROUPS = 400
"""Stretches, at a fifth of a second each for five numbers."""


SHARES = tuple(Fraction(n, 997) for n in (11, 29, 67, 131, 211, 307, 409, 563, 757, 941))
"""Where formulas are looked for in a part of the line: closer at its start, off round numbers."""


@dataclass(frozen=True)
class GroupPieces(EnclosedStretches):
    """The numbers of the truths, and the tables that are known on a range of gamma."""

    values: tuple[Fraction, ...]
    tables: dict[tuple, GroupTable] = field(default_factory=dict, compare=False)
    tried_tables: set[Any] = field(default_factory=set, compare=False)
    formulas: dict[Any, GroupPiece] = field(default_factory=dict, compare=False)
    places: dict[Fraction, GroupTable | None] = field(default_factory=dict, compare=False)

    method = "enclosed solutions of the equations of table and prices on short stretches"
    most = MOST_OF_GROUPS
    farthest = FARTHEST_OF_GROUPS

    def found(self) -> tuple[tuple[GroupPiece, ...], Cover]:
        """Formulas where there are some, with exact ends; equations on what they leave."""
        self._find_formulas()
        box = Box((self.line,))
        regions = [piece.region for piece in self.formulas.values()]
        if not regions:
            return super().found()
        cover = region_cover.prove(box, regions)
        if cover.proved:
            return tuple(self.formulas.values()), cover
        return self.told(self._beside(cover))

    def _find_formulas(self) -> None:
        """From points in each part of the line that no formula covers, until none is new."""
        box = Box((self.line,))
        known = -1
        while known < len(self.formulas) and not self.work.is_spent:
            known = len(self.formulas)
            for level in self._uncovered(box):
                self._try_formula(level)

    def _uncovered(self, box: Box) -> Iterator[Fraction]:
        regions = [piece.region for piece in self.formulas.values()]
        cover = region_cover.prove(box, regions) if regions else None
        if cover is not None and not cover.cells:
            return
        _, lo, hi = self.line
        roots = () if cover is None else cover.roots
        parts = [None] if cover is None else [cell.region for cell in cover.cells]
        between = region_cover.stretches(roots, lo, hi)
        for (left, right), region in zip(between, parts, strict=True):
            if region is None:
                end = max(self.farthest, 2 * left) if right is None else right
                yield from (left + (end - left) * share for share in SHARES)

    def _try_formula(self, level: Fraction) -> None:
        table = self.solution(level) if level <= self.farthest else None
        if table is None or table.table in self.tried_tables:
            return
        self.tried_tables.add(table.table)
        found = piece_in_formulas(table, self.values, self.line, level)
        if found is not None:
            self.formulas[table.table] = found

    def _beside(self, cover: Cover) -> Iterator[Stretch]:
        """What the formulas cover, and what is found on the rest."""
        keys = list(self.formulas)
        _, lo, hi = self.line
        lefts = [(lo, lo), *cover.roots]
        rights = [*cover.roots, (hi, hi)]
        for before, after, cell in zip(lefts, rights, cover.cells, strict=True):
            if cell.region is None:
                yield from self.stretches(before[0] or lo, after[1])
            else:
                end = after[0] or 2 * max(self.farthest, before[1] or lo)
                yield before[1] or lo, end, keys[cell.region]

    def envelope(self, pieces: Sequence[Any]) -> Envelope | None:
        """None: a piece is no table elsewhere."""
        return None

    def narrowest(self, left: Fraction, right: Fraction) -> Fraction:
        before = self.solution(left)
        after = self.solution(right)
        if before is None or after is None or before.may_share(after):
            return SWITCH
        return UNSHARED

    def vanishes_at(self, end: Fraction) -> bool:
        return end == 1

    def known(self) -> list[GroupTable]:
        return list(self.tables.values())

    def tried(self, left: Fraction, right: Fraction) -> list[Any]:
        """The tables of the middle and of the two ends."""
        middle = (left + right) / 2
        seen = [self.solution(x) for x in (middle, left, right)]
        return list({table.table: table for table in seen if table is not None}.values())

    def solution(self, x: Fraction) -> GroupTable | None:
        """What is found at a level, else what is known near it and still seems to be optimal."""
        if x not in self.places:
            self.places[x] = self._searched(x) or self._kept(x)
        return self.places[x]

    def _kept(self, x: Fraction) -> GroupTable | None:
        near = sorted(self.known(), key=lambda table: table.distance(x))
        return next((table for table in near if table.seems_optimal(x)), None)

    def _searched(self, level: Fraction) -> GroupTable | None:
        """The table that seems to be best at a level."""
        _, _, numbers = centred(self.values)
        for active in active_truths(numbers, level):
            for system, start in starts([numbers[j] for j in active], level):
                unknowns = system.unknowns(start)
                rest = list(completions(numbers, active, float(level) - 1, unknowns))
                complete = [part for part in rest if part is not None]
                # A truth without a completion may be worse off than those that are paid.
                if len(complete) < len(rest):
                    continue
                found = GroupTable(system, active, tuple(complete))
                known = self.tables.setdefault(found.table, found)
                known.samples.append((level, start))
                return known
        return None

    def piece(self, table: Any, lo: Fraction, hi: Fraction) -> GroupPiece:
        if table in self.formulas:
            return self.formulas[table]
        number = list(self.tables).index(table) + 1
        return piece_in_equations(self.tables[table], self.values, self.line, (lo, hi), number)
