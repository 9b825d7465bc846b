"""The appendix: reducible and diagonally dominant matrices."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import flint

from ..claims import Section, definition
from ..goals import check, crosscheck, sentence

section = Section("chai-nayak")


def reducible(B):
    """Definition 6.1, literally: some order of the states leaves a zero upper right block."""
    m = len(B)
    return any(
        all(B[order[i]][order[j]] == 0 for i in range(n) for j in range(n, m))
        for order in permutations(range(m))
        for n in range(1, m)
    )


def reachable(B, start):
    """The states with a path from `start`; b_ij != 0 is a step from j to i."""
    seen, todo = {start}, [start]
    while todo:
        j = todo.pop()
        new = {i for i in range(len(B)) if B[i][j] and i not in seen}
        seen |= new
        todo += new
    return seen


def irreducible(B):
    return all(len(reachable(B, j)) == len(B) for j in range(len(B)))


def patterns(m, values=(0, 1)):
    """Every matrix with these entries off the diagonal, and ones on it."""
    places = [(i, j) for i in range(m) for j in range(m) if i != j]
    for chosen in product(values, repeat=len(places)):
        entry = dict(zip(places, chosen, strict=True))
        yield tuple(tuple(entry.get((i, j), 1) for j in range(m)) for i in range(m))


def small_patterns():
    return [*patterns(1), *patterns(2), *patterns(3), *patterns(4)]


@section("def-6.1")
def def_6_1():
    return definition(
        "reducible matrices; irreducible: a path between any two states",
        crosscheck(
            lambda: [*patterns(1), *patterns(2), *patterns(3), *list(patterns(4))[::9]],
            lambda B: reducible(B) != irreducible(B),
            "zero block or paths",
        ),
    )


def normal_form(B):
    """Classes of states that reach each other, in an order that makes B lower triangular."""
    left, blocks = set(range(len(B))), []
    while left:
        closed = [
            j
            for j in left
            if not any(
                i in left and i != j and j in reachable(B, i) and i not in reachable(B, j)
                for i in left
            )
        ]
        start = min(closed)
        block = sorted(i for i in left if i in reachable(B, start) and start in reachable(B, i))
        blocks.append(block)
        left -= set(block)
    return blocks


def _is_normal(B):
    blocks = normal_form(B)
    place = {i: n for n, block in enumerate(blocks) for i in block}
    inside = [tuple(tuple(B[i][j] for j in block) for i in block) for block in blocks]
    return (
        sorted(place) == list(range(len(B)))
        and all(map(irreducible, inside))
        and all(B[i][j] == 0 for i in place for j in place if place[i] < place[j])
    )


@section("def-6.1/normal-form")
def normal():
    """Split R and N further until they are irreducible; both are smaller."""
    return [
        sentence("normal_form_exists"),
        crosscheck(small_patterns, _is_normal, "all patterns to size 4"),
    ]


def rank(rows):
    return flint.fmpq_mat(
        [
            [
                flint.fmpq(e.numerator, e.denominator) if isinstance(e, Fraction) else flint.fmpq(e)
                for e in row
            ]
            for row in rows
        ]
    ).rank()


def laplacian(B):
    """B - D(r), r the column sums (chai-nayak/thm-6.1)."""
    return [
        [e - (sum(row[j] for row in B) if i == j else 0) for j, e in enumerate(line)]
        for i, line in enumerate(B)
    ]


@section("thm-6.1")
def thm_6_1():
    """The left null space holds only constant vectors, so the rank is m - 1."""
    return [
        sentence("rank_less_one"),
        crosscheck(
            lambda: [
                B
                for m, values in ((1, (0, 1)), (2, (0, 1, 5)), (3, (0, 1, 3)), (4, (0, 1)))
                for B in patterns(m, values)
                if irreducible(B)
            ],
            lambda B: rank(laplacian(B)) == len(B) - 1,
            "rank m - 1",
        ),
    ]


def dominance(B):
    """For each column: 0 not dominant, 1 weakly, 2 strictly diagonal dominant."""
    sums = [
        (sum(abs(B[i][j]) for i in range(len(B)) if i != j), abs(B[j][j])) for j in range(len(B))
    ]
    return [2 if s < d else 1 if s == d else 0 for s, d in sums]


@section("def-6.2")
def def_6_2():
    return definition(
        "diagonal dominance by columns",
        check(lambda: dominance(((2, 1), (-1, -1))) == [2, 1], "one column of each kind"),
    )


def _taussky():
    """Matrices with entries -1, 0, 1 off the diagonal that satisfy the hypotheses."""
    for m in (1, 2, 3):
        for B in patterns(m, (-1, 0, 1)):
            for diagonal in product((-2, 1, 2), repeat=m):
                made = tuple(
                    tuple(diagonal[i] if i == j else e for j, e in enumerate(row))
                    for i, row in enumerate(B)
                )
                if min(dominance(made)) >= 1 and max(dominance(made)) == 2 and irreducible(made):
                    yield made


@section("thm-6.2")
def thm_6_2():
    return [
        sentence("dominant_columns_are_independent"),
        crosscheck(lambda: list(_taussky()), lambda B: rank(B) == len(B), "nonsingular"),
    ]
