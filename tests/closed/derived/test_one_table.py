"""The table of two truths that is best for all, by hand: Warner's at level g."""

from __future__ import annotations

import sympy as sp

import rropt as rr
from rropt.closed.derived.one_table import ONE_TABLE, OfOneTable, table_of
from rropt.design.problem import Problem


def test_the_table_found_for_another_utility_has_the_value_asked_for() -> None:
    """The variance of a share at 1/2 from chances a, b is 1/4 over (b - a)^2."""
    asked = OfOneTable(Problem(rr.LocalDP("ln(3)"), rr.Variance("1/2")))
    found = rr.derive(asked.strictly_convex(), privacy=[["1", "g"], ["g", "1"]], g=(1, "oo"))

    def variance(piece) -> sp.Expr:
        (row, weight), _ = table_of(piece)
        return sp.factor(sp.Rational(1, 4) / (weight * (row[0] - row[1])) ** 2)

    answer = asked.revalued(found, variance)
    g = sp.Symbol("g", positive=True)
    (value,) = answer.values
    (own,) = value.free_symbols
    assert sp.simplify(value.subs(own, g) - ((g + 1) / (g - 1)) ** 2 / 4) == 0
    assert (answer.problem, answer.reason) == (asked.problem, ONE_TABLE)
