"""Min, Max and Piecewise taken out of sums, so that h is a choice of smooth branches."""

from __future__ import annotations

from typing import Any

import sympy

from rropt.strict.evaluate import BRANCHING, CHOICES, P, constant_interval

MOST_BRANCHES = 16
"""Branches at most; beyond it h is evaluated as it is written, and its kinks are hulls."""


def lifted(h: sympy.Expr) -> sympy.Expr:
    """h with Min, Max and Piecewise taken out of sums and positive factors, if these stay few.

    >>> lifted(1 - sympy.Min(P, sympy.exp(P)) / 2)
    Max(1 - p/2, 1 - exp(p)/2)
    """
    found = _lift(h)
    leaves = sum(len(node.args) for node in found.atoms(*CHOICES))
    return found if leaves <= MOST_BRANCHES else h


def _lift(h: sympy.Expr) -> sympy.Expr:
    if isinstance(h, sympy.Abs) and h.args[0].has(P):
        return _extreme(sympy.Max, [_lift(h.args[0]), _lift(-h.args[0])])
    if isinstance(h, (sympy.Min, sympy.Max)):
        return _extreme(h.func, list(map(_lift, h.args)))
    if isinstance(h, sympy.Piecewise):
        return sympy.Piecewise(*((_lift(value), condition) for value, condition in h.args))
    if not (h.is_Add or h.is_Mul) or not h.has(*BRANCHING):
        return h
    parts = list(map(_lift, h.args))
    inner = next((part for part in parts if isinstance(part, CHOICES)), None)
    if inner is None or sum(len(p.args) for p in parts if isinstance(p, CHOICES)) > MOST_BRANCHES:
        return h
    rest = h.func(*(part for part in parts if part is not inner))
    sign = 1 if h.is_Add else _sign_on_priors(rest)
    return _over_branches(inner, rest, h.func, sign) if sign else h


def _over_branches(inner: sympy.Expr, rest: sympy.Expr, join: Any, sign: int) -> sympy.Expr:
    """join(inner, rest), branch by branch; a negative factor makes a Min a Max."""
    if isinstance(inner, sympy.Piecewise):
        pairs = [(_lift(join(value, rest)), condition) for value, condition in inner.args]
        return sympy.Piecewise(*pairs)
    kind = inner.func
    if sign < 0:
        kind = sympy.Max if kind is sympy.Min else sympy.Min
    return _extreme(kind, [_lift(join(part, rest)) for part in inner.args])


def _extreme(kind: Any, parts: list[sympy.Expr]) -> sympy.Expr:
    """Unevaluated: sympy may take minutes to compare the parts."""
    return kind(*dict.fromkeys(parts), evaluate=False) if len(set(parts)) > 1 else parts[0]


def _sign_on_priors(factor: sympy.Expr) -> int:
    """The sign of a product of powers of p, 1-p and numbers; 0 for anything else."""
    sign = 1
    for part in sympy.Mul.make_args(factor):
        base = part.as_base_exp()[0]
        if part.is_number:
            sign *= constant_interval(part).sign or 0
        elif base not in (P, 1 - P) and not isinstance(part, sympy.exp):
            return 0
    return sign
