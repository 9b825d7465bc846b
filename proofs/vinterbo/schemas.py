"""Goals that several statements share: powers of a number above one, small sizes in symbols."""

from __future__ import annotations

from typing import Any

from ..goals import Goal, crosscheck, fold, holds, reals
from . import model as of
from .model import CHANCE, INVERTIBLE, a

LENGTHS = range(5)


def grows() -> Goal:
    """q >= 1 implies q^n >= 1."""
    q, power = reals("q power")
    return fold({power: (1, q * power)}, power >= 1, fixed=[q >= 1])


def at_least_one() -> Goal:
    """(a^2 + (1-a)^2) / (2a-1)^2 >= 1 for a in [0, 1]."""
    return holds(of.base(a) >= 1, *CHANCE, *INVERTIBLE)


def symbolic(predicate: Any, label: str, false: Any = (), least: int = 0) -> Goal:
    """One check for each n <= 4 with symbols for entries."""
    return crosscheck(
        lambda: [k for k in LENGTHS if k >= least],
        predicate,
        f"{label}, n <= 4",
        false=false,
        names="",
    )
