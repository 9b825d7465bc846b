"""The symbols of closed forms: gamma = e^epsilon, delta, the prevalence pi, the categories k.

They are plain symbols, so that `sympy.symbols("gamma delta pi k")` gives the same ones.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

import sympy as sp

from rropt.exact import InputError, exact
from rropt.exact.convert import rational
from rropt.strict.expression import read_expression

gamma, delta, pi, k = sp.symbols("gamma delta pi k")

NAME = re.compile(r"[^\W\d]\w*")
"""Of a parameter, as Python has it."""


def given_as(symbol: sp.Symbol) -> str:
    """What a user calls a parameter: the prevalence pi is given as `prior`.

    >>> given_as(pi), given_as(gamma)
    ('prior', 'gamma')
    """
    return "prior" if symbol == pi else str(symbol)


def written(entry: Any, named: Collection[str], what: str) -> sp.Expr:
    """An entry as an expression in the named parameters.

    >>> written("1 - 2*q", {"q"}, "prior")
    1 - 2*q
    """
    try:
        return rational(exact(entry, what))
    except InputError:
        pass
    words = str(entry)
    names = {name: sp.Symbol(name) for name in NAME.findall(words)}
    found = read_expression(words, what, names, "numbers or expressions in named parameters")
    unknown = sorted(str(s) for s in found.free_symbols if str(s) not in named)
    if unknown:
        raise InputError(
            f"{what} names {unknown[0]}: give its range, {unknown[0]}=(lo, hi), on the command "
            f"line --range {unknown[0]}=lo..hi"
        )
    if not isinstance(found, sp.Expr) or not found.is_rational_function(*found.free_symbols):
        raise InputError(f"{what} must be rational in its parameters, got {entry!r}")
    return found
