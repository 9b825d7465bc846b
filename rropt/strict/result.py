"""What B(h) is: exact or enclosed, attained or only approached, and where."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact import Gamma, InputError, enclosure_text, log_bounds, text
from rropt.exact.certified_number import end_text
from rropt.exact.recorded import Recorded, html_text

if TYPE_CHECKING:
    import sympy

End = Any
"""A rational, or infinity as a float."""

Place = Any
"""An exact p, an enclosure (lo, hi) of p, or text such as "0+" (approached) or "0 < p < 1"."""


@dataclass(frozen=True)
class StrictBound(Recorded):
    """B(h) = inf over 0 < p < 1 of ((1-p)/p) (h(p)/(1-h(p))) (chai-nayak/eq-3.3).

    `lo <= B(h) <= hi` always; equal when B(h) is a known rational (both infinite when h demands
    nothing). `expression` names B(h) where it has a name, `attained` is None when undecided.

    >>> import rropt as rr
    >>> found = rr.strict_bound("Min(1, p + 1/5)")
    >>> found.lo, found.attained
    (Fraction(9, 4), True)
    """

    lo: End
    hi: End
    expression: sympy.Expr | None
    attained: bool | None
    at: tuple[Place, ...]

    def _repr_html_(self) -> str:
        return html_text(self.describe())

    @property
    def is_exact(self) -> bool:
        """Whether B(h) is a known rational, or infinite."""
        return self.lo == self.hi

    @property
    def bound(self) -> End | sympy.Expr | tuple[End, End]:
        """B(h): a Fraction or infinity, else its sympy expression, else its enclosure (lo, hi)."""
        if self.is_exact:
            return self.lo
        return self.expression if self.expression is not None else (self.lo, self.hi)

    @property
    def epsilon(self) -> tuple[End, End]:
        """An enclosure of ln B(h), the epsilon of the equivalent local differential privacy."""
        return _logarithm(self.lo, 0), _logarithm(self.hi, 1)

    @property
    def gamma(self) -> Gamma:
        """B(h) as the bound on likelihood ratios that a design is computed for."""
        if math.inf in (self.lo, self.hi):
            raise InputError(
                "B(h) must be finite: this h demands nothing, every channel satisfies it"
            )
        return Gamma(self.lo, self.hi, Fraction(0) if self.lo == self.hi == 1 else None)

    def reaches(self, parity: End) -> bool | None:
        """Whether parity <= B(h), exactly; None when the enclosure cannot tell."""
        if parity <= self.lo:
            return True
        if parity > self.hi or parity == math.inf:
            return False
        return None if self.expression is None else _at_most(parity, self.expression)

    def to_json(self) -> dict[str, Any]:
        """`{"bound": "9" | "oo" | [lo, hi], "epsilon": [lo, hi], "attained": ..., "at": [...]}`."""
        return {
            "bound": end_text(self.lo) if self.is_exact else _pair(self.lo, self.hi),
            "epsilon": _pair(*self.epsilon),
            "attained": self.attained,
            "at": [place_text(place) for place in self.at] if self.attained is not None else None,
        }

    def describe(self) -> str:
        """Two lines for a reader: B(h) with its epsilon, and where it is attained."""
        lo, hi = self.epsilon
        if lo == math.inf:
            return "B(h) = oo: this h demands nothing, every channel satisfies it"
        span = "unknown" if hi == math.inf else _span(lo, hi)
        return f"B(h) = {self._value()}\nepsilon = ln B(h) = {span}\n{self._where()}"

    def _value(self) -> str:
        if self.is_exact:
            return end_text(self.lo)
        named = f"{self.expression} = " if self.expression is not None and _short(self) else ""
        lo, hi = _pair(self.lo, self.hi)
        return f"{named}[{lo}, {hi}]"

    def _where(self) -> str:
        if self.attained is None:
            return "whether the infimum is attained is undecided"
        places = ", ".join(_reading(place) for place in self.at)
        return f"attained at {places}" if self.attained else f"not attained: approached as {places}"


def _at_most(parity: Fraction, expression: sympy.Expr) -> bool | None:
    """Whether a rational is at most a named number."""
    from rropt.strict.algebraic_numbers import sign_of

    sign = sign_of(expression - parity)
    return None if sign is None else sign >= 0


def _logarithm(number: End, side: int) -> End:
    """A bound of the logarithm: 0 from below, 1 from above."""
    return number if number == math.inf else log_bounds(number)[side]


def place_text(place: Place) -> Any:
    """A place as JSON: a string, or an enclosure as two strings."""
    if isinstance(place, tuple):
        return list(enclosure_text(*place))
    return text(place) if isinstance(place, Fraction) else str(place)


def _reading(place: Place) -> str:
    if isinstance(place, tuple):
        lo, hi = enclosure_text(*place)
        return f"p in [{lo}, {hi}]"
    word = place_text(place)
    if "<" in word:
        return f"every {word}"
    if isinstance(place, str):
        side = "from the right" if place.endswith("+") else "from the left"
        return f"p -> {place[:-1]} {side}"
    return f"p = {word}"


def _pair(lo: End, hi: End) -> list[str]:
    if math.inf in (lo, hi):
        return [end_text(lo), end_text(hi)]
    return list(enclosure_text(lo, hi))


def _span(lo: End, hi: End) -> str:
    """Ten digits, or both ends where they differ in those."""
    low, high = (f"{float(end):.10g}" for end in (lo, hi))
    return low if low == high else f"[{low}, {high}]"


def _short(bound: StrictBound) -> bool:
    return len(str(bound.expression)) <= 60
