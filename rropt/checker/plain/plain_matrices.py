"""Matrices of fractions, as they are defined, and multiples of 2^-256: forms of classes are rounded
down to them by their own and mean entries, as is what eliminations leave of them; mean shares up.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import ceil, floor

from .plain_privacy import Row, determinant, dot, unit

Square = list[list[Fraction]]


def unit_matrix(k: int) -> Square:
    """Ones on the diagonal."""
    return [unit(k, i) for i in range(k)]


def along(matrix: Sequence[Row], x: Row) -> list[Fraction]:
    """The matrix times a vector."""
    return [dot(row, x) for row in matrix]


def added(left: Square, right: Square) -> Square:
    """The sum."""
    found = []
    for row, other in zip(left, right, strict=True):
        found.append([x + y for x, y in zip(row, other, strict=True)])
    return found


def times(left: Square, right: Square) -> Square:
    """The product."""
    turned = list(zip(*right, strict=True))
    return [along(turned, row) for row in left]


def trace(matrix: Square) -> Fraction:
    """The sum of the diagonal."""
    return sum((row[i] for i, row in enumerate(matrix)), Fraction(0))


def inverse_of(matrix: Square) -> Square:
    """By cofactors."""
    k, whole = len(matrix), determinant(matrix)
    found = unit_matrix(k)
    for i, j in product(range(k), repeat=2):
        rows = [n for n in range(k) if n != j]
        columns = [n for n in range(k) if n != i]
        found[i][j] = (-1) ** (i + j) * determinant(minor(matrix, rows, columns)) / whole
    return found


def is_semidefinite(matrix: Square) -> bool:
    """No principal minor is negative."""
    k = len(matrix)
    for size in range(1, k + 1):
        for chosen in combinations(range(k), size):
            if determinant(minor(matrix, chosen, chosen)) < 0:
                return False
    return True


def minor(matrix: Square, rows: Sequence[int], columns: Sequence[int]) -> Square:
    """These rows and columns of it."""
    return [[matrix[i][j] for j in columns] for i in rows]


STEP = Fraction(1, 2**256)


def rounded_down(X: Square, owner: Sequence[int]) -> Square:
    """Below X, which does not tell truths of a class apart."""
    found = [list(row) for row in X]
    for i, j in product(range(len(X)), repeat=2):
        own, mean = entries(X, owner, owner[i], owner[j])
        found[i][j] = STEP * floor(mean / STEP)
        if owner[i] == owner[j]:
            apart = (i == j) - Fraction(1, owner.count(owner[i]))
            found[i][j] += STEP * (floor(own / STEP) * apart - len(set(owner)))
    return found


def left(means: Square) -> Square:
    """What the elimination of the first row and column leaves, rounded down."""
    first = means[0]
    found = []
    for i, row in enumerate(means[1:], start=1):
        entries = (x - row[0] * first[j] / first[0] for j, x in enumerate(row) if j)
        found.append([STEP * floor(x / STEP) for x in entries])
        found[-1][i - 1] -= STEP * (len(means) - 1)
    return found


def is_short_semidefinite(X: Square, owner: Sequence[int], least: Fraction = Fraction(0)) -> bool:
    """Whether a form that is rounded down is seen to be: no own and no pivot is below the least,
    nothing beside a pivot that is zero, no entry long."""
    names = sorted(set(owner))
    means = mean_entries(X, owner)
    several = [entries(X, owner, c, c)[0] for c in names if owner.count(c) > 1]
    if min(several, default=least) < least:
        return False
    while means:
        first = means[0]
        if first[0] < least or (not first[0] and any(first)):
            return False
        means = left(means) if first[0] else [row[1:] for row in means[1:]]
        if not all(map(are_short, means)):
            return False
    return True


def inverse_above(X: Square, owner: Sequence[int]) -> Square:
    """Above the inverse of a definite form that is rounded down."""
    means = mean_entries(X, owner)
    units = unit_matrix(len(means))
    rows = [row + line for row, line in zip(means, units, strict=True)]
    rows += [line + [Fraction(0)] * len(means) for line in units]
    for _ in means:
        if rows[0][0] <= 0:
            raise ZeroDivisionError
        rows = left(rows)
    found = []
    for i, c in enumerate(owner):
        n = owner.count(c)
        found.append([-rows[c][d] / (n * owner.count(d)) for d in owner])
        for j, d in enumerate(owner):
            if c == d and n > 1:
                found[i][j] += ((i == j) - Fraction(1, n)) / entries(X, owner, c, c)[0]
    return found


def rounded_up(x: Fraction) -> Fraction:
    """The least multiple of 2^-256 that is not below x."""
    return STEP * ceil(x / STEP)


def is_short(X: Square, owner: Sequence[int]) -> bool:
    """Whether its own and mean entries are below 2^80."""
    return all(are_short(entries(X, owner, c, d)) for c, d in product(owner, repeat=2))


def are_short(numbers: Iterable[Fraction]) -> bool:
    """Whether they are below 2^80."""
    return all(abs(x) < 2**80 for x in numbers)


def mean_entries(X: Square, owner: Sequence[int]) -> Square:
    """The mean entry of each two classes."""
    names = sorted(set(owner))
    found = []
    for c in names:
        found.append([entries(X, owner, c, d)[1] for d in names])
    return found


def entries(X: Square, owner: Sequence[int], c: int, d: int) -> tuple[Fraction, Fraction]:
    """own of class c, zero for one truth, and the mean entry of c and d."""
    first = [j for j, x in enumerate(owner) if x == c]
    second = [j for j, x in enumerate(owner) if x == d]
    block = minor(X, first, second)
    total = sum((sum(row, Fraction(0)) for row in block), Fraction(0))
    own = Fraction(0)
    if len(first) > 1:
        i, j, *_ = first
        own = X[i][i] - X[i][j]
    return own, total / (len(first) * len(second))
