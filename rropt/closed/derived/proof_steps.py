"""Steps of a proof in symbols that are all positive: identities, and signs seen in coefficients."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp


@dataclass(frozen=True)
class ProofStep:
    """A sentence, and what of it is decided by algebra.

    >>> x, y = sp.symbols("x y", positive=True)
    >>> ProofStep("a square", zero=(x + y) ** 2 - x**2 - 2 * x * y - y**2).holds
    True
    >>> ProofStep("no sign", least=x - y).holds
    False
    """

    says: str
    zero: sp.Expr = sp.S.Zero
    """Vanishes identically, with logarithms as symbols."""

    least: sp.Expr = sp.S.Zero
    """At least 0 for all positive values of its symbols: its coefficients are."""

    @property
    def holds(self) -> bool:
        """Whether both are so, decided exactly."""
        return _vanishes(self.zero) and _is_nonnegative(self.least)


def _vanishes(expression: sp.Expr) -> bool:
    logs = {log: sp.Dummy() for log in expression.atoms(sp.log)}
    return bool(sp.cancel(expression.xreplace(logs)) == 0)


def _is_nonnegative(expression: sp.Expr) -> bool:
    numerator, denominator = sp.fraction(sp.cancel(expression))
    signs = {sign for part in (numerator, denominator) for sign in _signs(part)}
    return signs <= {0, 1} or signs <= {0, -1} or numerator == 0


def _signs(polynomial: sp.Expr) -> set[int]:
    symbols = sorted(polynomial.free_symbols, key=str)
    if not symbols:
        return {int(sp.sign(polynomial))}
    return {int(sp.sign(c)) for c in sp.Poly(polynomial, *symbols).coeffs()}
