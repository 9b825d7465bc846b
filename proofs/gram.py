"""Sums of squares by semidefinite programming: certificates whose squares nobody named.

Floats find the matrices of a `GramProgram`. Rationals near them that fulfil the identity exactly
are solved for, and Q = L D L' gives squares with the weights D. A claim with a zero has no Q that
is positive definite: then the space that is left is read off the eigenvectors, and the program is
posed again within it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from typing import Any

import flint
import numpy as np

from .certificates import Constraint, Term, assembled, verified
from .gram_program import Block, Factors, GramProgram, Multiple

MOST_UNKNOWNS = 1200  # about two seconds of the solver
MOST_FACTORS = 3  # of a product of constraints
INSIDE = 1e-6  # a least eigenvalue that survives rounding
LEFT = 1e-4  # eigenvalues below this part of the largest belong to the space that is left out
SMALL = 60  # denominators in the vectors of a face: the zeros of a claim are simple points
FINE = 1 << 24  # denominators of the entries of Q
ROUNDS = 3  # the space that is left is read off again where the floats were too rough


@dataclass(frozen=True)
class Summand:
    """weight * product of constraints * square^2."""

    weight: Fraction
    factors: Factors
    square: Any


@dataclass(frozen=True)
class Sum:
    """What adds up to the target: squares, and multiples of equalities (index, polynomial)."""

    squares: tuple[Summand, ...]
    multiples: tuple[tuple[int, Any], ...]


def search_gram(
    ring: Any, constraints: Sequence[Constraint], claim: Constraint, equalities: Sequence[Any] = ()
) -> dict[str, Any] | None:
    """A verified certificate of the claim, or None.

    >>> import sympy as sp
    >>> R, x = sp.ring("x", sp.QQ)
    >>> found = search_gram(R, [], Constraint(2 * x**4 - 2 * x**3 + x**2))
    >>> len(found["terms"])
    2
    """
    strict = [k for k, c in enumerate(constraints) if c.strict]
    alone = [f for many in range(3) for f in combinations(strict, many)] if claim.strict else []
    plain = [c.polynomial for c in constraints]
    found = sum_of_squares(claim.polynomial, plain, equalities, alone)
    if found is None:
        return None
    squares = [(_term(s, plain), s.weight) for s in found.squares]
    multiples = [
        (Term((), p * equalities[i], free=(i, p)), Fraction(1)) for i, p in found.multiples
    ]
    none = [0] * len(constraints)
    made = assembled(ring, constraints, equalities, claim, none, [*squares, *multiples])
    return made if verified(made) else None


def _term(summand: Summand, constraints: Sequence[Any]) -> Term:
    ring = summand.square.ring
    value = _product(ring, constraints, summand.factors)
    square = None if summand.square == ring.one else summand.square
    return Term(summand.factors, value * summand.square**2, square)


def sum_of_squares(
    target: Any, constraints: Sequence[Any], equalities: Sequence[Any], strict: Sequence[Factors]
) -> Sum | None:
    """The target as such a sum. One of the `strict` products, where there are some, has a positive
    weight without a square."""
    for degree in _degrees(target, constraints):
        program = _program(target, constraints, equalities, strict, degree)
        if program.unknowns <= MOST_UNKNOWNS:
            found = _found(program, bool(strict))
            if found is not None:
                return found
    return None


def _degrees(target: Any, constraints: Sequence[Any]) -> list[int]:
    """Of the products: that of the target, and one or two more where there are constraints."""
    least = _degree(target)
    return [least, least + 1, least + 2] if constraints else [least]


def _degree(p: Any) -> int:
    return max(map(sum, p), default=0)


# The program


def _program(
    target: Any,
    constraints: Sequence[Any],
    equalities: Sequence[Any],
    strict: Sequence[Factors],
    degree: int,
) -> GramProgram:
    ring = target.ring
    blocks = [Block(f, _product(ring, constraints, f), (ring.one,)) for f in strict]
    beside = bool(constraints or equalities)
    whole = _is_homogeneous([target, *constraints, *equalities])
    for factors in _choices(len(constraints)):
        value = _product(ring, constraints, factors)
        room = degree - _degree(value)
        if room >= 0 and not (whole and room % 2):
            basis = _monomials(ring, room // 2, whole)
            fitting = (m for m in basis if beside or _fits(m, target))
            blocks.append(Block(factors, value, tuple(fitting)))
    multiples = [
        Multiple(i, m, m * e)
        for i, e in enumerate(equalities)
        for m in _monomials(ring, max(0, degree - _degree(e)), whole)
    ]
    return GramProgram(target, tuple(blocks), tuple(multiples))


def _choices(size: int) -> Iterator[Factors]:
    for many in range(min(size, MOST_FACTORS) + 1):
        yield from combinations(range(size), many)


def _fits(monomial: Any, target: Any) -> bool:
    """Its square divides none beyond the target: squares do not cancel."""
    degrees = zip(monomial.degrees(), target.degrees(), strict=True)
    return all(2 * own <= most for own, most in degrees)


def _product(ring: Any, constraints: Sequence[Any], factors: Factors) -> Any:
    value = ring.one
    for i in factors:
        value = value * constraints[i]
    return value


def _is_homogeneous(polynomials: Sequence[Any]) -> bool:
    return all(len(set(map(sum, p))) <= 1 for p in polynomials)


def _monomials(ring: Any, degree: int, whole: bool) -> Iterator[Any]:
    """All of this degree, or up to it."""
    for d in range(degree if whole else 0, degree + 1):
        for pick in combinations_with_replacement(ring.gens, d):
            value = ring.one
            for generator in pick:
                value = value * generator
            yield value


# From floats to rationals


def _found(program: GramProgram, strict: bool) -> Sum | None:
    for _ in range(ROUNDS):
        solved = program.centre()
        if solved is None or solved[0] < -LEFT:
            return None
        least, matrices = solved
        if least > INSIDE:
            return _exact(program, matrices)
        faces = [_face(b, q) for b, q in zip(program.blocks, matrices, strict=True)]
        blocks = tuple(face for face in faces if face.basis)
        if strict and not any(_is_plain(block) for block in blocks):
            return None
        if blocks == program.blocks:
            return None
        program = replace(program, blocks=blocks)
    return None


def _is_plain(block: Block) -> bool:
    return block.basis == (block.value.ring.one,)


def _face(block: Block, matrix: np.ndarray) -> Block:
    """The block with a basis of the space in which its matrix is positive definite."""
    values, vectors = np.linalg.eigh(matrix)
    kept = vectors[:, values > LEFT * max(1.0, values[-1])].T
    if len(kept) == len(block.basis):
        return block
    domain = block.value.ring.domain
    basis = []
    for row in _echelon(kept):
        parts = [
            domain(c.numerator, c.denominator) * b for c, b in zip(row, block.basis, strict=True)
        ]
        basis.append(sum(parts, block.value.ring.zero))
    return Block(block.factors, block.value, tuple(basis))


def _echelon(rows: np.ndarray) -> list[list[Fraction]]:
    """A basis of the same space in reduced echelon form, as rationals."""
    left = rows.copy()
    done = 0
    for column in range(left.shape[1]):
        if done == len(left):
            break
        pivot = done + int(np.argmax(abs(left[done:, column])))
        if abs(left[pivot, column]) < 1e-2:  # a unit vector's share; noise is near 1e-4
            continue
        left[[done, pivot]] = left[[pivot, done]]
        left[done] /= left[done, column]
        others = [i for i in range(len(left)) if i != done]
        left[others] -= np.outer(left[others, column], left[done])
        done += 1
    return [[Fraction(float(x)).limit_denominator(SMALL) for x in row] for row in left[:done]]


def _exact(program: GramProgram, matrices: Sequence[np.ndarray]) -> Sum | None:
    """Rationals near the floats that fulfil every equation; None where a matrix is no longer
    positive definite."""
    near = [q[i, j] for b, q in zip(program.blocks, matrices, strict=True) for i, j in b.places]
    near += [0.0] * len(program.multiples)
    unknowns = _solution(program, near)
    if unknowns is None:
        return None
    *entries, rest = program.split(unknowns)
    squares: list[Summand] = []
    for block, own in zip(program.blocks, entries, strict=True):
        found = _squares(block, own)
        if found is None:
            return None
        squares += found
    domain = program.target.ring.domain
    pairs = zip(program.multiples, rest, strict=True)
    multiples = [(m.equality, m.monomial * domain(int(c.p), int(c.q))) for m, c in pairs if c]
    return Sum(tuple(squares), tuple(multiples))


def _solution(program: GramProgram, near: Sequence[float]) -> list[Any] | None:
    """Multiples are solved for first, and what is free is rounded."""
    order = [*range(len(near) - len(program.multiples), len(near))]
    order += range(len(near) - len(program.multiples))
    columns = [program.columns[k] for k in order]
    table = [[_number(c.get(m)) for c in (*columns, program.target)] for m in program.monomials]
    reduced, rank = flint.fmpq_mat(table).rref()
    values = [flint.fmpq(round(near[k] * FINE), FINE) for k in order]
    for r in reversed(range(rank)):
        row = [reduced[r, k] for k in range(len(order) + 1)]
        pivot = next(k for k, c in enumerate(row) if c)
        if pivot == len(order):
            return None
        parts = (c * v for c, v in zip(row[pivot + 1 :], values[pivot + 1 :], strict=False) if c)
        values[pivot] = row[-1] - sum(parts, flint.fmpq(0))
    found = [flint.fmpq(0)] * len(order)
    for k, value in zip(order, values, strict=True):
        found[k] = value
    return found


def _number(c: Any) -> flint.fmpq:
    return flint.fmpq(0) if c is None else flint.fmpq(int(c.numerator), int(c.denominator))


def _squares(block: Block, entries: Sequence[Any]) -> list[Summand] | None:
    """Q = L D L' with D > 0, by elimination."""
    size = len(block.basis)
    left: list[list[Any]] = [[flint.fmpq(0)] * size for _ in range(size)]
    for (i, j), value in zip(block.places, entries, strict=True):
        left[i][j] = value
        left[j][i] = value
    domain = block.value.ring.domain
    found = []
    for k in range(size):
        weight = left[k][k]
        if weight <= 0:
            return None
        row = [x / weight for x in left[k]]
        parts = [
            domain(int(c.p), int(c.q)) * b for c, b in zip(row[k:], block.basis[k:], strict=True)
        ]
        square = sum(parts, block.value.ring.zero)
        found.append(Summand(Fraction(int(weight.p), int(weight.q)), block.factors, square))
        for i in range(k + 1, size):
            for j in range(k + 1, size):
                left[i][j] -= left[k][i] * row[j]
    return found
