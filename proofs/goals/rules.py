"""General lemmas whose premises are computed from their parameters, so that none is left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp

from .base import Goal
from .schema import Instance, instance
from .universal import Holds

Steps = Mapping[sp.Symbol, tuple[Any, Any]]


def fold(
    steps: Steps, invariant: Any, *given: Any, fixed: Sequence[Any] = (), **options: Any
) -> Instance:
    """The invariant holds after any number of steps: `steps` maps a state to (start, next).

    `given` are the hypotheses on the input of a step, `fixed` those on constants.

    >>> q, power = sp.symbols("q power")
    >>> grows = fold({power: (1, q * power)}, power >= 1, fixed=[q >= 1])
    >>> [goal.conclusion for goal in grows.goals]
    [power*q >= 1]
    """
    first = {state: sp.sympify(start) for state, (start, _) in steps.items()}
    after = {state: sp.sympify(step) for state, (_, step) in steps.items()}
    parts = invariant.args if isinstance(invariant, sp.And) else (invariant,)
    premises = _claimed([p.xreplace(first) for p in parts], fixed, options)
    premises += _claimed([p.xreplace(after) for p in parts], [*fixed, *given, *parts], options)
    arguments = {
        "start": tuple(first.items()),
        "step": tuple(after.items()),
        "given": (*fixed, *given) or ("none",),
        "invariant": invariant,
    }
    return instance("fold", arguments, tuple(premises))


def falling(f: Any, t: sp.Symbol, *given: Any, rises: bool = False, **options: Any) -> Instance:
    """f falls strictly in t (or rises) on the interval that the hypotheses describe.

    >>> t = sp.Symbol("t")
    >>> [str(goal.conclusion) for goal in falling(1 / t, t, t > 0).goals]
    ['-1/t**2 < 0']
    """
    slope = sp.diff(f, t)
    signed = sp.StrictGreaterThan(slope, 0) if rises else sp.StrictLessThan(slope, 0)
    arguments = {"f": f, "t": t, "given": given, "direction": "rise" if rises else "fall"}
    return instance("falling", arguments, (_goal(signed, given, options),))


def single_peak(f: Any, t: sp.Symbol, t0: Any, *given: Any, **options: Any) -> Instance:
    """f rises before t0 and falls after it."""
    slope = sp.diff(f, t)
    premises = (
        _goal(slope > 0, (*given, t < t0), options),
        _goal(slope < 0, (*given, t > t0), options),
    )
    return instance("single-peak", {"f": f, "t": t, "t0": t0, "given": given}, premises)


def concave(f: Any, t: sp.Symbol, *given: Any, **options: Any) -> Instance:
    """f lies strictly above the smaller of its values at the ends, inside a segment."""
    premise = _goal(sp.diff(f, t, 2) < 0, given, options)
    return instance("concave-segment", {"f": f, "t": t, "given": given}, (premise,))


def _claimed(parts: Sequence[Any], given: Sequence[Any], options: Any) -> list[Goal]:
    """The parts that are not already evident; one that is evidently false stays as a goal."""
    hard = [part for part in parts if part != sp.true and part not in given]
    return [_goal(part, given, options) for part in hard]


def _goal(conclusion: Any, given: Sequence[Any], options: Any) -> Goal:
    known = tuple(sp.sympify(h) for h in given if h not in (sp.true, True))
    return Holds(conclusion, known, **options)
