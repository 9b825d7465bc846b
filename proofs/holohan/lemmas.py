"""Section IV: the preliminary results."""

from __future__ import annotations

import sympy as sp

from ..claims import Section, states
from ..goals import holds, reals

section = Section("holohan")
x, y = reals("x y")
UNIT = (x >= 0, x <= 1, y >= 0, y <= 1)
f = 2 * x * y - x - y + 1


@section("lem-1")
def lem_1():
    return holds(f >= 0, *UNIT)


@section("lem-1/argmin")
def lem_1_argmin():
    corner = sp.Or(sp.And(sp.Eq(x, 0), sp.Eq(y, 1)), sp.And(sp.Eq(x, 1), sp.Eq(y, 0)))
    return [holds(sp.Implies(sp.Eq(f, 0), corner), *UNIT, multiply=True),
            holds(sp.Implies(corner, sp.Eq(f, 0)), *UNIT)]
