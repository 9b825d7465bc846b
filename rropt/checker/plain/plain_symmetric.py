"""Kind `symmetric`: truths and rearrangements written out, and plain matrices of fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

from .fractions_of_text import Row, dot, number, vector
from .plain_coverage import covered, most
from .plain_privacy import determinant, is_private, is_table

Square = list[list[Fraction]]


def symmetric(data: dict[str, Any]) -> bool:
    """No private table has a covariance below the bound, and this one has at most the value."""
    sizes = data["truths"] if isinstance(data["truths"], list) else [1] * data["truths"]
    owner = [c for c, size in enumerate(sizes) for _ in range(size)]
    rows, q = written_rows(data, sizes), [number(data["prior"][c]) for c in owner]
    full = data | {"prices": [data["prices"][c] for c in owner]}
    full["pair_prices"] = written_pairs(data, owner)
    if not (is_table(rows) and is_private(rows, data["privacy"])):
        return False
    name, V = data["objective"]["name"], written(data["tangents"], owner)
    D = written(data["directions"], owner) if name == "e-optimal" else unit_matrix(len(owner))
    X = V if name == "d-optimal" else times(V, times(D, V))

    def u(r: Row) -> Fraction:
        return dot(r, along(X, r)) / dot(q, r) if any(r) else Fraction(0)

    try:
        J = information(rows, q)
        reached = covered(full, u)
    except ZeroDivisionError:
        return False
    if "blocks" in data and not (is_even(J) and sums_to_one(data["blocks"]["base"])):
        return False
    value, bound, paid = number(data["value"]), number(data["bound"]), most(full)
    if not reached or determinant(J) == 0 or number(data["gap"]) != value - bound:
        return False
    return does(name, value, J, q) and is_proved(name, bound, paid, q, V, D)


def does(name: str, value: Fraction, J: Square, q: Row) -> bool:
    """Whether the covariance J^-1 - q q' has at most this value."""
    k, inverse = len(q), inverse_of(J)
    cov = [[inverse[i][j] - q[i] * q[j] for j in range(k)] for i in range(k)]
    if name == "d-optimal":
        return value * determinant(J) >= k
    if name == "e-optimal":
        left = [[value * (i == j) - cov[i][j] for j in range(k)] for i in range(k)]
        return is_semidefinite(left)
    return value >= trace(cov)


def is_proved(name: str, bound: Fraction, paid: Fraction, q: Row, V: Square, D: Square) -> bool:
    """Whether tangents and prices prove the bound."""
    k = len(q)
    if name == "d-optimal":
        volume = k * determinant(V)
        return paid > 0 and is_semidefinite(V) and bound * (paid / k) ** k <= volume
    if name == "e-optimal":
        gains = 2 * trace(times(D, V)) - dot(q, along(D, q)) - paid
        return is_semidefinite(D) and trace(D) > 0 and bound * trace(D) <= gains
    return bound <= 2 * trace(V) - dot(q, q) - paid


def written_rows(data: dict[str, Any], sizes: list[int]) -> list[list[Fraction]]:
    """Every rearrangement of every pattern, equally weighted; or the moves of base blocks."""
    if "blocks" in data:
        return moved_blocks(data)
    rows = []
    for weight, pattern in zip(data["weights"], data["patterns"], strict=True):
        orders = []
        for entry, size in zip(pattern, sizes, strict=True):
            runs = entry if isinstance(entry, list) else [[entry, size]]
            values = [number(value) for value, count in runs for _ in range(count)]
            orders.append(list(permutations(values)))
        found = [[x for part in parts for x in part] for parts in product(*orders)]
        rows += [[number(weight) / len(found) * x for x in row] for row in found]
    return rows


def moved_blocks(data: dict[str, Any]) -> list[list[Fraction]]:
    """Every base block moved by every element of the group: the first value on it."""
    (((high, _), (low, _)),) = data["patterns"][0]
    elements = list(product(*(range(modulus) for modulus in data["blocks"]["group"])))
    rows = []
    for share, block in data["blocks"]["base"]:
        for move in elements:
            moved = {plus(elements[x], move, data["blocks"]["group"]) for x in block}
            mass = number(data["weights"][0]) * number(share) / len(elements)
            rows.append([mass * number(high if x in moved else low) for x in elements])
    return rows


def plus(x: tuple[int, ...], y: tuple[int, ...], group: list[int]) -> tuple[int, ...]:
    """The sum in the group."""
    return tuple((a + b) % modulus for a, b, modulus in zip(x, y, group, strict=True))


def sums_to_one(base: list[Any]) -> bool:
    """Whether the shares of the blocks are a distribution."""
    shares = [number(share) for share, _ in base]
    return min(shares) >= 0 and sum(shares) == 1


def is_even(J: Square) -> bool:
    """Whether no truth, and no two truths, are told from others."""
    beside = {x for i, row in enumerate(J) for j, x in enumerate(row) if i != j}
    return len(beside) == 1 == len({row[i] for i, row in enumerate(J)})


def written_pairs(data: dict[str, Any], owner: list[int]) -> list[Any]:
    """A price for each ordered pair of different truths."""
    prices = {(a, b): z for a, b, z in data.get("pair_prices", [])}
    pairs = permutations(range(len(owner)), 2)
    return [[i, j, prices.get((owner[i], owner[j]), "0")] for i, j in pairs]


def written(form: dict[str, Any], owner: list[int]) -> Square:
    """own on differences in a class, the mean entries of blocks on what is constant in classes."""
    own = vector(form["own"])
    found = []
    for i, c in enumerate(owner):
        row = [number(form["means"][c][d]) for d in owner]
        for j, d in enumerate(owner):
            if c == d:
                row[j] += own[c] * ((i == j) - Fraction(1, owner.count(c)))
        found.append(row)
    return found


def information(rows: Sequence[Row], q: Row) -> Square:
    """sum r r' / (q.r)."""
    k = len(q)
    found = [[Fraction(0)] * k for _ in range(k)]
    for row in rows:
        if any(row):
            for i, j in product(range(k), repeat=2):
                found[i][j] += row[i] * row[j] / dot(q, row)
    return found


def unit_matrix(k: int) -> Square:
    """Ones on the diagonal."""
    return [[Fraction(i == j) for j in range(k)] for i in range(k)]


def along(matrix: Square, x: Row) -> list[Fraction]:
    """The matrix times a vector."""
    return [dot(row, x) for row in matrix]


def times(left: Square, right: Square) -> Square:
    """The product."""
    columns = list(zip(*right, strict=True))
    return [[dot(row, column) for column in columns] for row in left]


def trace(matrix: Square) -> Fraction:
    """The sum of the diagonal."""
    return sum((row[i] for i, row in enumerate(matrix)), Fraction(0))


def inverse_of(matrix: Square) -> Square:
    """By cofactors."""
    k, whole = len(matrix), determinant(matrix)
    found = unit_matrix(k)
    for i, j in product(range(k), repeat=2):
        minor = [row[:i] + row[i + 1 :] for n, row in enumerate(matrix) if n != j]
        found[i][j] = (-1) ** (i + j) * determinant(minor) / whole
    return found


def is_semidefinite(matrix: Square) -> bool:
    """No principal minor is negative."""
    k = len(matrix)
    for size in range(1, k + 1):
        for chosen in combinations(range(k), size):
            if determinant([[matrix[i][j] for j in chosen] for i in chosen]) < 0:
                return False
    return True
