"""Search for polynomial certificates, and hand them to the independent checker.

| kind | identity searched | it proves, on the set where every constraint holds |
|---|---|---|
| Handelman | claim = sum c * product of constraints, c >= 0 | claim >= 0 |
| Schmuedgen | claim = sum c * square^2 * product of constraints, c >= 0 | claim >= 0 |
| strict | as above, with a positive term whose factors are all strict | claim > 0 |
| equalities | + sum p_i * equality_i | the same, on the set where the equalities hold |

A linear program finds which terms to use; their coefficients are then solved for in exact
rational arithmetic. Nothing is accepted that `rropt.checker` does not verify.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import flint
import sympy as sp

from rropt.checker import check
from rropt.lp.highs import ByColumns, SumsBetween, least_costs

COLUMNS = 6000
TINY = 1e-9


@dataclass(frozen=True)
class Constraint:
    """`polynomial >= 0`, or `> 0` when strict."""

    polynomial: Any
    strict: bool = False


@dataclass(frozen=True)
class Term:
    """A product of constraints (by index, repeated), times a square; `free` marks an equality."""

    factors: tuple[int, ...]
    value: Any
    square: Any = None
    free: tuple[int, Any] | None = None


def as_fraction(x: Any) -> Fraction:
    return Fraction(int(x.numerator), int(x.denominator))


def monomials(p: Any) -> list[list[Any]]:
    """A ring element in the certificate format."""
    return [[str(as_fraction(c)), list(m)] for m, c in sorted(p.terms())]


def _products(ring: Any, constraints: Sequence[Any], degree: int) -> Iterator[tuple[tuple, Any]]:
    values: dict[tuple[int, ...], Any] = {(): ring.one}
    yield (), ring.one
    for d in range(1, degree + 1):
        for pick in combinations_with_replacement(range(len(constraints)), d):
            value = values[pick[:-1]] * constraints[pick[-1]]
            values[pick] = value
            yield pick, value


def _terms(
    ring: Any,
    constraints: Sequence[Any],
    equalities: Sequence[Any],
    squares: Sequence[Any],
    degree: int,
) -> list[Term]:
    found = [Term(f, v) for f, v in _products(ring, constraints, degree)]
    for s in squares:
        found += [Term(f, v * s**2, s) for f, v in _products(ring, constraints, degree - 1)]
    for i, e in enumerate(equalities):
        for _, v in _products(ring, ring.gens, max(0, degree - 1)):
            found += [Term((), v * e, free=(i, v)), Term((), -v * e, free=(i, -v))]
    return found[:COLUMNS]


def _is_strict(term: Term, constraints: Sequence[Constraint]) -> bool:
    return (
        term.free is None
        and term.square is None
        and all(constraints[i].strict for i in term.factors)
    )


def _guess(target: Any, terms: Sequence[Term], wanted: Sequence[bool]) -> Any | None:
    """A vertex of {c >= 0: sum c * term = target}, in floating point."""
    import numpy as np

    rows = {m: i for i, m in enumerate(sorted({m for t in terms for m in t.value} | set(target)))}
    if any(m not in {k for t in terms for k in t.value} for m in target):
        return None
    right = np.zeros(len(rows))
    for m, value in target.items():
        right[rows[m]] = float(value)
    cost = [-1.0 if w else 1e-3 * (1 + len(t.factors)) for w, t in zip(wanted, terms, strict=False)]
    most = np.where(wanted, 1.0, np.inf)  # rewarded copies are capped
    columns = ([(rows[m], float(c)) for m, c in t.value.items()] for t in terms)
    sums = SumsBetween.equal(ByColumns.of(columns, len(rows)), right)
    answer = least_costs(cost, [sums], (0.0, most))
    return None if answer is None else answer.numbers


def _solve(target: Any, terms: Sequence[Term]) -> list[Fraction] | None:
    """The exact coefficients of these terms, if they are unique and non-negative."""
    rows = sorted({m for t in terms for m in t.value} | set(target))

    def rational(x: Any) -> flint.fmpq:
        return flint.fmpq(int(x.numerator), int(x.denominator))

    table = [
        [rational(t.value.get(m, 0)) if m in t.value else flint.fmpq(0) for t in terms]
        + [rational(target[m]) if m in target else flint.fmpq(0)]
        for m in rows
    ]
    reduced, rank = flint.fmpq_mat(table).rref()
    solution = [Fraction(0)] * len(terms)
    for r in range(rank):
        pivot = next(k for k in range(len(terms) + 1) if reduced[r, k] != 0)
        if pivot == len(terms):
            return None
        value = reduced[r, len(terms)]
        solution[pivot] = Fraction(int(value.p), int(value.q))
    return solution if all(c >= 0 for c in solution) else None


def _exact(target: Any, terms: Sequence[Term], guess: Any, wanted: Sequence[bool]) -> Any:
    """The guessed support made exact; terms at their cap keep the coefficient one."""
    capped = [k for k, w in enumerate(wanted) if w and guess[k] > 1 - TINY]
    free = [k for k, c in enumerate(guess) if c > TINY and k not in capped]
    rest = target - sum((terms[k].value for k in capped), target * 0)
    if rest == 0:
        return [(terms[k], Fraction(1)) for k in capped]
    if not free:
        return None
    solved = _solve(rest, [terms[k] for k in free])
    if solved is None:
        return None
    both = [(terms[k], Fraction(1)) for k in capped]
    return both + [(terms[k], c) for k, c in zip(free, solved, strict=False) if c]


def _counts(factors: Sequence[int], size: int) -> list[int]:
    return [factors.count(i) for i in range(size)]


def assembled(
    ring: Any,
    constraints: Sequence[Constraint],
    equalities: Sequence[Any],
    claim: Constraint,
    multiplier: Sequence[int],
    solution: Any,
) -> dict[str, Any]:
    """The terms with their coefficients, as the checker reads them."""
    size = len(constraints)
    return {
        "format": "rropt-certificate/2",
        "kind": "polynomial",
        "variables": [str(g) for g in ring.gens],
        "constraints": [
            {"polynomial": monomials(c.polynomial), "strict": c.strict} for c in constraints
        ],
        "equalities": [monomials(e) for e in equalities],
        "claim": {"polynomial": monomials(claim.polynomial), "strict": claim.strict},
        "multiplier": list(multiplier),
        "terms": [
            {
                "coefficient": str(c),
                "factors": _counts(t.factors, size),
                "square": None if t.square is None else monomials(t.square),
            }
            for t, c in solution
            if t.free is None
        ],
        "equality_terms": [
            [
                t.free[0],
                monomials(
                    t.free[1] * ring.domain.from_sympy(sp.Rational(c.numerator, c.denominator))
                ),
            ]
            for t, c in solution
            if t.free is not None
        ],
    }


def _multipliers(constraints: Sequence[Constraint]) -> Iterator[list[int]]:
    size = len(constraints)
    yield [0] * size
    yield from ([int(i == k) for i in range(size)] for k in range(size) if constraints[k].strict)


def search(
    ring: Any,
    constraints: Sequence[Constraint],
    claim: Constraint,
    equalities: Sequence[Any] = (),
    squares: Sequence[Any] = (),
    degree: int = 4,
    multiply: bool = False,
) -> dict[str, Any] | None:
    """A verified certificate of the claim, or None when the search finds none.

    >>> R, x = sp.ring("x", sp.QQ)
    >>> found = search(R, [Constraint(x), Constraint(1 - x)], Constraint(x - x**2))
    >>> found["terms"]
    [{'coefficient': '1', 'factors': [1, 1], 'square': None}]
    >>> search(R, [Constraint(x), Constraint(1 - x)], Constraint(x**2 - x))
    """
    plain = [c.polynomial for c in constraints]
    for d in range(1, degree + 1):
        terms = _terms(ring, plain, equalities, squares, d)
        for multiplier in _multipliers(constraints) if multiply else [[0] * len(plain)]:
            found = _attempt(ring, constraints, claim, equalities, terms, multiplier)
            if found is not None:
                return found
    return None


def _attempt(
    ring: Any,
    constraints: Sequence[Constraint],
    claim: Constraint,
    equalities: Sequence[Any],
    terms: Sequence[Term],
    multiplier: list[int],
) -> Any:
    target = claim.polynomial
    for c, power in zip(constraints, multiplier, strict=False):
        target = target * c.polynomial**power
    if target == 0:
        return None
    copies = [t for t in terms if claim.strict and _is_strict(t, constraints)]
    wanted = [True] * len(copies) + [False] * len(terms)
    terms = [*copies, *terms]
    guess = _guess(target, terms, wanted)
    solution = None if guess is None else _exact(target, terms, guess, wanted)
    if solution is None or (
        claim.strict and not any(_is_strict(t, constraints) for t, _ in solution)
    ):
        return None
    found = assembled(ring, constraints, equalities, claim, multiplier, solution)
    return found if verified(found) else None


def verified(certificate: dict[str, Any]) -> bool:
    """Does the independent checker accept it?"""
    return check(certificate).verdict == "verified"
