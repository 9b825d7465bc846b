"""Kind `symmetric`: truths and rearrangements written out, and plain matrices of fractions.

Coverage by cells of s = q.r has the form P written out, phi at all ends, the bend of every cell;
coverage by pairs every row with two truths at g.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise, permutations, product
from math import prod
from typing import Any

from .plain_matrices import (
    STEP,
    Square,
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
    sizes = data["truths"] if isinstance(data["truths"], list) else [1] * data["truths"]
    owner = [c for c, size in enumerate(sizes) for _ in range(size)]
    rows, v = written_rows(data, sizes), [number(data["prior"][c]) for c in owner]
    lists = [vector(own) for own in data["shares"]] if "shares" in data else None
    q = v if lists is None else [x for own in lists for x in own]
    means = v if lists is None else [mean_above(lists[c]) for c in owner]
    full = data | {"prices": [data["prices"][c] for c in owner]}
    full["pair_prices"] = written_pairs(data, owner)
    full["privacy"] = written_levels(data["privacy"], owner)
    if not (is_table(rows) and is_private(rows, full["privacy"])):
        return False
    name, V = data["objective"]["name"], written(data["tangents"], owner)
    power = len(owner) - 1 if "mean" in data["objective"] else 1
    D = written(data["directions"], owner) if name == "e-optimal" else unit_matrix(len(owner))
    X = V if name == "d-optimal" else times(V, times(D, V))

    def u(r: Row) -> Fraction:
        return dot(r, along(X, r)) / dot(v, r) if any(r) else Fraction(0)

    try:
        J = information_below(data, sizes, means) if "rounded" in data else information(rows, means)
        proofs = {"cells": cells_cover, "pairs": pairs_cover}
        own = proofs.get(data["cover"]["proof"])
        reached = own(data, X, v, owner) if own else covered(full, u)
    except ZeroDivisionError:
        return False
    if not all(map(is_balanced, developments(data))) or not majorises(v, q):
        return False
    value, bound, paid = number(data["value"]), number(data["bound"]), most(full)
    if not reached or number(data["gap"]) != value - bound:
        return False
    if name == "d-optimal":
        value, bound = stated_power(value, power), stated_power(bound, power)
    if data["objective"].get("over") == "worst-group":
        # Reports of a group of one class: 1 is taken off their second moment, in place of q.q.
        value, bound = (end + 1 - dot(q, q) for end in (value, bound))
    if not is_proved(name, bound, paid, q, V, D):
        return False
    if "rounded" in data:
        return is_shown_by_short(name, value, J, q, owner)
    return determinant(J) != 0 and does(name, value, J, q)


def mean_above(shares: Row) -> Fraction:
    """The mean share of a class, rounded up."""
    # r r' / (p.r) falls where p grows: the information is not overstated.
    return rounded_up(sum(shares, Fraction(0)) / len(shares))


def stated_power(x: Fraction, power: int) -> Fraction:
    """A product by the mean of its factors; nothing for what no mean can be."""
    return x**power if x > 0 else Fraction(0)


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
    return [[x - q[i] * q[j] for j, x in enumerate(row)] for i, row in enumerate(inverse)]


def beyond(value: Fraction, matrix: Square) -> Square:
    """value I less a matrix."""
    return [[value * (i == j) - x for j, x in enumerate(row)] for i, row in enumerate(matrix)]


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
            rows.append([mass * x for _, values in parts for x in values])
    return rows


Part = tuple[Fraction, list[Fraction]]
"""The entries of a row in a class, and their chance given the pattern."""


def rearranged(entry: Any, size: int, blocks: Any) -> list[Part]:
    """The ways in which a class can have these values."""
    runs = entry if isinstance(entry, list) else [[entry, size]]
    if blocks != "all":
        return moved_blocks(runs, blocks)
    # Where values are equal every row comes up equally often: chances stay right.
    orders = list(permutations([number(value) for value, count in runs for _ in range(count)]))
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
    return is_even(moments) and sums_to_one(blocks["base"])


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


def information_below(data: dict[str, Any], sizes: list[int], q: Row) -> Square:
    """The same, what each pattern adds rounded down."""
    owner = [c for c, size in enumerate(sizes) for _ in range(size)]
    found = [[Fraction(0)] * len(q) for _ in q]
    parts = zip(data["patterns"], data["weights"], blocks_of_classes(data), strict=True)
    for pattern, weight, blocks in parts:
        one = {"patterns": [pattern], "weights": [weight], "blocks": [blocks]}
        rows = written_rows(one, sizes)
        if any(map(any, rows)):
            more = rounded_down(information(rows, q), owner)
            found = [
                [x + y for x, y in zip(*both, strict=True)]
                for both in zip(found, more, strict=True)
            ]
    return found


def cells_cover(data: dict[str, Any], X: Square, q: Row, owner: Sequence[int]) -> bool:
    """Whether the cells of a certificate prove (y.r)(q.r) >= r'Xr on {1, g}^k."""
    D, e, y = (
        [number(entries[c]) for c in owner]
        for entries in (data["cover"]["diagonal"], data["cover"]["slopes"], data["prices"])
    )
    g = number(data["privacy"]["gamma"])
    N = products(data["cover"], owner)
    A = [
        (number(weight), [Fraction(c in classes) for c in owner])
        for weight, classes in data["cover"].get("counts", [])
    ]
    P = [
        [-x - N[i][j] - (q[i] * e[j] + e[i] * q[j]) / 2 for j, x in enumerate(row)]
        for i, row in enumerate(X)
    ]
    for weight, each in A:
        P = [[x - weight * each[i] * each[j] for j, x in enumerate(row)] for i, row in enumerate(P)]
    for i, row in enumerate(P):
        row[i] += D[i]
    apart = data["cover"].get("pairs", [])
    others = [j for j, c in enumerate(owner) if c not in apart]
    # Where pairs cover all entries are 1, those of points too: P is asked of the others alone.
    block = [[P[i][j] for j in others] for i in others]
    if "rounded" in data["cover"]:
        parts = [owner[j] for j in others]
        less = rounded_down(block, parts)
        is_shown = is_short(less, parts) and is_short_semidefinite(less, parts)
    else:
        is_shown = is_semidefinite(block)
    if apart and not pairs_cover(data, X, q, owner):
        return False
    if not is_shown or min(map(min, N)) < 0 or any(weight < 0 for weight, _ in A):
        return False
    several = [number(text) for text in data["cover"].get("several", [])]
    few = data["cover"].get("few", 2)
    # With nu only rows with so many truths or more at g are bounded: the others are looked at.
    if any(several) and not few_are_covered(X, q, y, g, owner, few, apart):
        return False
    several = several or [Fraction(0) for _ in data["cover"]["ends"]]
    left = []
    for (text, multiplier, point, *given), nu in zip(data["cover"]["ends"], several, strict=True):
        s, mu, u = number(text), number(multiplier), [number(point[c]) for c in owner]
        Pu = along(P, u)
        phi = mu * s + g * sum(D) - sum(map(sum, N)) - dot(u, Pu) + nu * (len(u) + few * (g - 1))
        lines = [Fraction(0)] * len(u)
        turns = [number(turn) for every in given for turn in every]
        for (weight, each), turn in zip(A, turns, strict=True):
            v = sum(each) + (g - 1) * turn
            phi += weight * ((g - 1) ** 2 * (turn - round(turn)) ** 2 - v**2)
            lines = [line + weight * v * x for line, x in zip(lines, each, strict=True)]
        for j, x in enumerate(Pu):
            tangents = sum(N[j]) + lines[j] + x
            h = s * (y[j] + e[j]) - (g + 1) * D[j] + 2 * tangents - nu - mu * q[j]
            phi += min(h, g * h) if owner[j] not in apart else h  # an entry is 1 or g
        left.append((s, mu, u, phi))
    for (a, mu, u, low), (b, nu, w, high) in pairwise(left):
        apart = [x - z for x, z in zip(w, u, strict=True)]
        bend = (nu - mu) * (b - a) - dot(apart, along(P, apart))
        # Between two ends up to a quarter of the bend is lost.
        if a > b or 4 * min(low, high) < bend:
            return False
    least = min(phi for *_, phi in left)
    most = 1 + (g - 1) * sum(q[j] for j in others)
    return min(several) >= 0 and least >= 0 and left[0][0] == 1 and left[-1][0] == most


def pairs_cover(data: dict[str, Any], X: Square, q: Row, owner: Sequence[int]) -> bool:
    """Whether (y.r)(q.r) - r'Xr at two entries g, one of them of the classes that pairs cover, is
    at least what both leave alone, and those and the row of ones nothing below zero."""
    y, g = [number(data["prices"][c]) for c in owner], number(data["privacy"]["gamma"])
    every, among = range(len(owner)), data["cover"].get("pairs", owner)

    def left(*high: int) -> Fraction:
        r = [g if j in high else Fraction(1) for j in every]
        return dot(y, r) * dot(q, r) - dot(r, along(X, r))

    alone = [left(j) for j in every]
    named = [x for x, c in zip(alone, owner, strict=True) if c in among]
    pairs = [(i, j) for i, j in combinations(every, 2) if {owner[i], owner[j]} & set(among)]
    return min([left(), *named]) >= 0 and all(left(i, j) >= alone[i] + alone[j] for i, j in pairs)


def few_are_covered(
    X: Square, q: Row, y: Row, g: Fraction, owner: Sequence[int], few: int, apart: Sequence[int]
) -> bool:
    """Whether (y.r)(q.r) >= r'Xr for the rows with fewer entries g, none of classes apart, up to
    the order in classes."""
    return all(
        dot(y, r) * dot(q, r) >= dot(r, along(X, r))
        for number in range(few)
        for r in rows_with_high(owner, number, g, apart)
    )


def rows_with_high(
    owner: Sequence[int], number: int, g: Fraction, apart: Sequence[int]
) -> Iterator[Row]:
    """With so many entries g and others 1: in each class the first ones, in some classes none."""
    classes = sorted(set(owner) - set(apart))
    for chosen in combinations_with_replacement(classes, number):
        if all(chosen.count(c) <= owner.count(c) for c in classes):
            first = [owner.index(c) for c in owner]
            yield [
                g if i - first[i] < chosen.count(c) else Fraction(1) for i, c in enumerate(owner)
            ]


def products(cover: dict[str, Any], owner: Sequence[int]) -> Square:
    """N, truth by truth; zeros where there is none."""
    if "products" not in cover:
        return [[Fraction(0)] * len(owner) for _ in owner]
    return [[number(cover["products"][c][d]) for d in owner] for c in owner]
