"""Kind `symmetric`: truths and rearrangements written out, and plain matrices of fractions."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from math import prod
from typing import Any

from .plain_cells import cells_cover, pairs_cover
from .plain_matrices import (
    STEP,
    Square,
    added,
    along,
    inverse_above,
    inverse_of,
    is_semidefinite,
    is_short,
    is_short_semidefinite,
    rounded_down,
    rounded_up,
    times,
    trace,
    unit_matrix,
)
from .plain_prices import covered, most
from .plain_privacy import (
    Row,
    determinant,
    dot,
    is_private,
    is_table,
    number,
    vector,
    written_levels,
)


def symmetric(data: dict[str, Any]) -> bool:
    """No private table has a covariance below the bound, and this one has at most the value."""
    written_out = WrittenOut(data)
    try:
        return (
            written_out.is_private_table()
            and written_out.is_covered()
            and written_out.bound_is_proved()
            and written_out.value_is_shown()
        )
    except ZeroDivisionError:  # a report that truths without a share alone give
        return False


class WrittenOut:
    """A certificate with an entry for each truth, where it has one for a class."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        truths = data["truths"]
        self.sizes = truths if isinstance(truths, list) else [1] * truths
        self.owner = owners(self.sizes)
        self.rows = written_rows(data, self.sizes)
        self.name = data["objective"]["name"]
        # v are the shares that prices are for; q, where they are listed, those that are asked of.
        self.v = [number(data["prior"][c]) for c in self.owner]
        self.q = self.v
        self.means = self.v
        if "shares" in data:
            lists = [vector(own) for own in data["shares"]]
            self.q = [x for own in lists for x in own]
            # r r' / (p.r) falls where p grows: the information is not overstated.
            means = [rounded_up(sum(own, Fraction(0)) / len(own)) for own in lists]
            self.means = [means[c] for c in self.owner]
        self.V = written(data["tangents"], self.owner)
        self.D = unit_matrix(len(self.owner))
        if self.name == "e-optimal":
            self.D = written(data["directions"], self.owner)
        self.full = data | {
            "prices": [data["prices"][c] for c in self.owner],
            "pair_prices": written_pairs(data, self.owner),
            "privacy": written_levels(data["privacy"], self.owner),
        }
        self.paid = most(self.full)

    def is_private_table(self) -> bool:
        """Whether the rows are, and moved blocks stand for all sets of their sizes."""
        balanced = all(map(is_balanced, developments(self.data)))
        return balanced and is_table(self.rows) and is_private(self.rows, self.full["privacy"])

    def is_covered(self) -> bool:
        """Whether prices cover r'Xr / (v.r), at shares v that are no more even than q."""
        X = self.V if self.name == "d-optimal" else times(self.V, times(self.D, self.V))
        proof = self.data["cover"]["proof"]
        if proof == "cells":
            reached = cells_cover(self.data, X, self.v, self.owner)
        elif proof == "pairs":
            reached = pairs_cover(self.data, X, self.v, self.owner)
        else:
            reached = covered(self.full, partial(of_form, X, self.v))
        return reached and majorises(self.v, self.q)

    def ends(self) -> tuple[Fraction, Fraction]:
        """Value and bound of the sums that tangents and tables speak of."""
        ends = [number(self.data[key]) for key in ("value", "bound")]
        if self.name == "d-optimal":
            power = len(self.owner) - 1 if "mean" in self.data["objective"] else 1
            # A product by the mean of its factors; nothing for what no mean can be.
            ends = [max(end, Fraction(0)) ** power for end in ends]
        if self.data["objective"].get("over") == "worst-group":
            # Of a group of one class 1 is taken off the second moment, in place of q.q.
            ends = [end + 1 - dot(self.q, self.q) for end in ends]
        value, bound = ends
        return value, bound

    def bound_is_proved(self) -> bool:
        """Whether it is, and the gap is what lies between."""
        data = self.data
        _, bound = self.ends()
        is_gap = number(data["gap"]) == number(data["value"]) - number(data["bound"])
        return is_gap and is_proved(self.name, bound, self.paid, self.q, self.V, self.D)

    def value_is_shown(self) -> bool:
        """Whether the table has it, by forms that are rounded down where the file says so."""
        value, _ = self.ends()
        if "rounded" in self.data:
            J = information_below(self.data, self.sizes, self.means)
            return is_shown_by_short(self.name, value, J, self.q, self.owner)
        J = information(self.rows, self.means)
        return determinant(J) != 0 and does(self.name, value, J, self.q)


def owners(sizes: Sequence[int]) -> list[int]:
    """The class of each truth."""
    return [c for c, size in enumerate(sizes) for _ in range(size)]


def of_form(X: Square, v: Row, r: Row) -> Fraction:
    """r'Xr / (v.r)."""
    return dot(r, along(X, r)) / dot(v, r) if any(r) else Fraction(0)


def majorises(v: Row, q: Row) -> bool:
    """Whether the largest entries of v add up to at least those of q, however many."""
    large, small = sorted(v, reverse=True), sorted(q, reverse=True)
    return all(sum(large[:i]) >= sum(small[:i]) for i in range(len(q) + 1))


def does(name: str, value: Fraction, J: Square, q: Row) -> bool:
    """Whether the covariance J^-1 - q q' has at most this value, J that at the mean shares."""
    if name == "d-optimal":
        return value * determinant(J) >= len(q)
    cov = covariance(inverse_of(J), q)
    return is_semidefinite(beyond(value, cov)) if name == "e-optimal" else value >= trace(cov)


def is_shown_by_short(name: str, value: Fraction, J: Square, q: Row, owner: Sequence[int]) -> bool:
    """The same by forms that are rounded down, an eigenvalue by what it leaves as well."""
    if not is_short(J, owner) or not is_short_semidefinite(J, owner, STEP):
        return False
    try:
        cov = covariance(inverse_above(J, owner), q)
    except ZeroDivisionError:
        return False
    if name == "a-optimal":
        return value >= trace(cov)
    left = rounded_down(beyond(value, cov), owner)
    return is_short(left, owner) and is_short_semidefinite(left, owner)


def covariance(inverse: Square, q: Row) -> Square:
    """J^-1 - q q'."""
    found = []
    for row, a in zip(inverse, q, strict=True):
        found.append([x - a * b for x, b in zip(row, q, strict=True)])
    return found


def beyond(value: Fraction, matrix: Square) -> Square:
    """value I less a matrix."""
    found = []
    for i, row in enumerate(matrix):
        found.append([-x for x in row])
        found[i][i] += value
    return found


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
    """Every combination of a rearrangement, or of a move of a base block, for each class."""
    rows, entries = [], blocks_of_classes(data)
    pairs = zip(data["weights"], data["patterns"], strict=True)
    for (weight, pattern), blocks in zip(pairs, entries, strict=True):
        ways = [rearranged(*of_class) for of_class in zip(pattern, sizes, blocks, strict=True)]
        for parts in product(*ways):
            mass = prod((chance for chance, _ in parts), start=number(weight))
            row: list[Fraction] = []
            for _, values in parts:
                row += [mass * x for x in values]
            rows.append(row)
    return rows


Part = tuple[Fraction, list[Fraction]]
"""The entries of a row in a class, and their chance given the pattern."""


def rearranged(entry: Any, size: int, blocks: Any) -> list[Part]:
    """The ways in which a class can have these values."""
    runs = entry if isinstance(entry, list) else [[entry, size]]
    if blocks != "all":
        return moved_blocks(runs, blocks)
    # Where values are equal every row comes up equally often: chances stay right.
    values: list[Fraction] = []
    for value, count in runs:
        values += [number(value)] * count
    orders = list(permutations(values))
    return [(Fraction(1, len(orders)), list(order)) for order in orders]


def blocks_of_classes(data: dict[str, Any]) -> list[list[Any]]:
    """Of each pattern an entry a class."""
    every = [["all"] * len(pattern) for pattern in data["patterns"]]
    given = data.get("blocks", every)
    return given if isinstance(given, list) else [[given]]


def developments(data: dict[str, Any]) -> list[tuple[Any, Any]]:
    """The runs and the blocks of the classes that have some."""
    found = []
    for pattern, entries in zip(data["patterns"], blocks_of_classes(data), strict=True):
        pairs = zip(pattern, entries, strict=True)
        found += [(runs, blocks) for runs, blocks in pairs if blocks != "all"]
    return found


def is_balanced(development: tuple[Any, Any]) -> bool:
    """Whether the shares are a distribution, and no truth or two truths of the class are told from
    others."""
    runs, blocks = development
    parts = moved_blocks(runs, blocks)
    size = len(parts[0][1])
    moments = [[Fraction(0)] * size for _ in range(size)]
    for chance, values in parts:
        for i, j in product(range(size), repeat=2):
            moments[i][j] += chance * values[i] * values[j]
    shares = [number(share) for share, _ in blocks["base"]]
    return is_even(moments) and min(shares) >= 0 and sum(shares) == 1


def moved_blocks(runs: Any, blocks: dict[str, Any]) -> list[Part]:
    """Every base block moved by every element of the group: the first value on it."""
    (high, _), (low, _) = runs
    elements = list(product(*(range(modulus) for modulus in blocks["group"])))
    parts = []
    for share, block in blocks["base"]:
        for move in elements:
            moved = {plus(elements[x], move, blocks["group"]) for x in block}
            values = [number(high if x in moved else low) for x in elements]
            parts.append((number(share) / len(elements), values))
    return parts


def plus(x: tuple[int, ...], y: tuple[int, ...], group: list[int]) -> tuple[int, ...]:
    """The sum in the group."""
    return tuple((a + b) % modulus for a, b, modulus in zip(x, y, group, strict=True))


def is_even(J: Square) -> bool:
    """Whether no truth, and no two truths, are told from others."""
    alone = {row[i] for i, row in enumerate(J)}
    beside: set[Fraction] = set()
    for i, row in enumerate(J):
        beside |= {*row[:i], *row[i + 1 :]}
    return len(alone) == 1 == len(beside)


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


def information_below(data: dict[str, Any], sizes: list[int], q: Row) -> Square:
    """The same, what each pattern adds rounded down."""
    owner = owners(sizes)
    found = [[Fraction(0)] * len(q) for _ in q]
    parts = zip(data["patterns"], data["weights"], blocks_of_classes(data), strict=True)
    for pattern, weight, blocks in parts:
        one = {"patterns": [pattern], "weights": [weight], "blocks": [blocks]}
        rows = written_rows(one, sizes)
        if any(map(any, rows)):
            more = rounded_down(information(rows, q), owner)
            found = added(found, more)
    return found
