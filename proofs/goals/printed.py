"""Printed decimals: right to the last digit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from typing import Any

import sympy as sp

from ..exactly import NotRational, enclose, evaluate
from ..ledger import Ledger, Unproved
from .base import Goal


@dataclass(frozen=True)
class Printed(Goal):
    """A printed decimal is the correctly rounded value of an expression without symbols."""

    expression: Any
    printed: str
    label: str = ""

    @property
    def unit(self) -> Fraction:
        digits = len(self.printed.partition(".")[2])
        return Fraction(1, 10**digits)

    def _agrees(self) -> bool | None:
        """Ties may go up or to the even digit."""
        error = sp.Abs(self.expression - sp.Rational(self.printed))
        half = sp.Rational(self.unit.numerator, 2 * self.unit.denominator)
        try:
            steps = evaluate(self.expression, {}) / self.unit
        except NotRational:
            return enclose(sp.LessThan(error, half, evaluate=False), {}, 256)
        return Fraction(self.printed) / self.unit in (floor(steps + Fraction(1, 2)), round(steps))

    def attack(self) -> Any:
        return None if self._agrees() is not False else self._witness()

    def _witness(self) -> dict[str, Any]:
        digits = len(self.printed.partition(".")[2]) + 4
        return {"printed": self.printed, "value": _decimal(self.expression, digits)}

    def replays(self, witness: Any) -> bool:
        return self._agrees() is False and witness == self._witness()

    def prove(self, ledger: Ledger) -> None:
        if self._agrees() is not True:
            raise Unproved(f"{self.printed} was not confirmed")
        ledger.kinds.add(
            "interval"
            if self.expression.atoms(sp.exp, sp.log, sp.Pow)
            & {a for a in self.expression.atoms(sp.exp, sp.log, sp.Pow) if not a.is_rational}
            else "identity"
        )

    def near_misses(self) -> list[Goal]:
        digits = len(self.printed.partition(".")[2])
        moved = [Fraction(self.printed) + k * self.unit for k in (-1, 1)]
        return [replace(self, printed=f"{float(m):.{digits}f}") for m in moved]


def _decimal(expression: Any, digits: int) -> str:
    return str(sp.N(expression, digits))
