"""The pieces of the least worst variance of a mean of a few numbers, along gamma."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rropt.closed.derived import region_cover
from rropt.closed.derived.enclosed_line import EnclosedStretches, Stretch
from rropt.closed.derived.envelope import Envelope
from rropt.closed.derived.group_line import GroupTable, completion
from rropt.closed.derived.group_piece import GroupPiece, piece_in_equations, piece_in_formulas
from rropt.closed.derived.group_system import CentredNumbers, active_truths, starts
from rropt.closed.derived.region_cover import Cover
from rropt.closed.derived.validity import Box
from rropt.exact.entries import picked

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

    numbers: CentredNumbers
    tables: dict[Any, GroupTable] = field(default_factory=dict, compare=False)
    formulas: dict[Any, GroupPiece | None] = field(default_factory=dict, compare=False)
    """Of the tables that were looked at; None where the solution is not rational in gamma."""

    places: dict[Fraction, GroupTable | None] = field(default_factory=dict, compare=False)

    method = "enclosed solutions of the equations of table and prices on short stretches"
    most = MOST_OF_GROUPS
    farthest = FARTHEST_OF_GROUPS

    @property
    def _with_formulas(self) -> dict[Any, GroupPiece]:
        return {table: piece for table, piece in self.formulas.items() if piece is not None}

    def found(self) -> tuple[tuple[GroupPiece, ...], Cover]:
        """Formulas where there are some, with exact ends; equations on what they leave."""
        cover = self._cover_by_formulas()
        if cover.proved:
            return tuple(self._with_formulas.values()), cover
        return self.told(self._beside(cover))

    def _cover_by_formulas(self) -> Cover:
        """From points in each part of the line that no formula covers, until none is new."""
        while True:
            known = self._with_formulas
            regions = [piece.region for piece in known.values()]
            cover = region_cover.prove(Box((self.line,)), regions)
            if cover.proved or self.work.is_spent:
                return cover
            for level in self._uncovered(cover):
                table = self.solution(level) if level <= self.farthest else None
                if table is not None and table.table not in self.formulas:
                    found = piece_in_formulas(table, self.numbers, self.line, level)
                    self.formulas[table.table] = found
            if len(self._with_formulas) == len(known):
                return cover

    def _uncovered(self, cover: Cover) -> Iterator[Fraction]:
        _, lo, hi = self.line
        between = region_cover.stretches(cover.roots, lo, hi)
        for (left, right), cell in zip(between, cover.cells, strict=True):
            if cell.region is None:
                end = max(self.farthest, 2 * left) if right is None else right
                yield from (left + (end - left) * share for share in SHARES)

    def _beside(self, cover: Cover) -> Iterator[Stretch]:
        """What the formulas cover, and what is found on the rest."""
        keys = list(self._with_formulas)
        _, lo, hi = self.line
        lefts = [(lo, lo), *cover.roots]
        rights = [*cover.roots, (hi, hi)]
        for before, after, cell in zip(lefts, rights, cover.cells, strict=True):
            if cell.region is None:
                yield from self.stretches(before[0], after[1])
            else:
                yield before[1], after[0] or 2 * max(self.farthest, before[1]), keys[cell.region]

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
        whole = self.numbers.whole
        unit = self.numbers.unit
        for active in active_truths(whole, unit, level):
            rest = [n for n in range(len(whole)) if n not in active]
            for system, start in starts(picked(whole, active), unit, level):
                x = system.unknowns(start)
                parts = [completion(n, whole[n], unit, float(level) - 1, x) for n in rest]
                complete = tuple(part for part in parts if part is not None)
                # A truth without a completion may be worse off than those that are paid.
                if len(complete) < len(rest):
                    continue
                found = GroupTable(system, active, complete)
                known = self.tables.setdefault(found.table, found)
                known.samples.append((level, start))
                return known
        return None

    def piece(self, table: Any, lo: Fraction, hi: Fraction) -> GroupPiece:
        found = self.formulas.get(table)
        if found is not None:
            return found
        number = list(self.tables).index(table) + 1
        return piece_in_equations(self.tables[table], self.numbers, self.line, (lo, hi), number)
