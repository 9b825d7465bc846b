"""A derived optimum as a function elsewhere: on numpy arrays, or as C, each with its domain.

Outside the box of the parameters, and where no piece is proved to hold, the value is nan.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import sympy as sp

from rropt.exact import InputError

if TYPE_CHECKING:
    from rropt.closed.derived.piecewise_optimum import PiecewiseOptimum


def cases(answer: PiecewiseOptimum) -> list[tuple[sp.Expr, sp.Expr]]:
    """(value, condition) of every piece, inside the box."""
    inside = [constraint > 0 for constraint in answer.box.constraints()]
    found = []
    for piece in answer.pieces:
        if not hasattr(piece.region, "relations"):
            raise InputError("the pieces of this answer are curves, and have no formula to export")
        found.append((piece.value, sp.And(*inside, *piece.region.relations)))
    return found


def numpy_function(answer: PiecewiseOptimum) -> Callable[..., Any]:
    """A function of the open parameters, in their order or by their names.

    >>> from rropt import Trace, derive
    >>> numpy_function(derive(Trace(3)))([0.5, 3.0]).round(6).tolist()
    [nan, 1.8]
    """
    import numpy as np

    names = list(map(str, answer.box.symbols))
    whole = sp.Piecewise(*cases(answer), (sp.nan, True))
    compiled = sp.lambdify(answer.box.symbols, whole, "numpy")

    def optimum(*given: Any, **named: Any) -> Any:
        """The optimum at numbers or arrays of them."""
        values = [*given, *(named[name] for name in names[len(given) :])]
        arrays = np.broadcast_arrays(*(np.asarray(value, dtype=float) for value in values))
        with np.errstate(all="ignore"):
            return np.asarray(compiled(*arrays), dtype=float)

    return optimum


def c_function(answer: PiecewiseOptimum, name: str = "optimum") -> str:
    """The source of `double name(double gamma, ...)`, in C99.

    >>> from rropt import Trace, derive
    >>> print(c_function(derive(Trace(3))))
    #include <math.h>
    <BLANKLINE>
    double optimum(double gamma)
    {
        if (gamma - 1 > 0) {
            return 3*gamma/(gamma + 2);
        }
        return NAN;
    }
    <BLANKLINE>
    """
    if not name.isidentifier():
        raise InputError(f"name must be an identifier of C, got {name!r}")
    arguments = ", ".join(f"double {symbol}" for symbol in answer.box.symbols)
    lines = ["#include <math.h>", "", f"double {name}({arguments})", "{"]
    for value, condition in cases(answer):
        lines += [
            f"    if ({sp.ccode(condition)}) {{",
            f"        return {sp.ccode(value)};",
            "    }",
        ]
    return "\n".join([*lines, "    return NAN;", "}", ""])
