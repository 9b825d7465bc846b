"""Privacy: the level, the tables that have it, its extreme patterns, and prices that cover them.

A table is a set of rows r >= 0 that add up to one.  With delta = 0 each row is a mixture of
patterns in {1, g}^k.  Otherwise the planes r_a = g r_b cut the orthant into pieces, each spanned by
staircases (g^t on level t of a support, 0 elsewhere).  The charge y.r + sum z_ab [r_a - g r_b]+ is
linear on each piece and u is convex, so charge >= u on the extreme patterns carries over to every
row, and a private table has a utility of at most sum y + delta sum z.  When g = e^epsilon is not
rational, tables are private for g_lo and bounds hold for g_hi.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

from .enclosures import add, log, scale, settle
from .reading import (
    common,
    dot,
    fields,
    integers,
    listed,
    matrix,
    natural,
    need,
    number,
    show,
    span,
    total,
    vector,
)

MAX_TRUTHS, MAX_STAIRS = 20, 6  # for 2^k patterns, for staircases
MAX_LIST = 1 << 29  # bits of a list over all patterns
MAX_POWER = 1 << 13  # bits of a power of gamma
STAIRS = f"with delta > 0 no more than {MAX_STAIRS} truths can be enumerated"


def privacy(record) -> tuple[Fraction, Fraction, Fraction, str]:
    """g_lo <= e^epsilon <= g_hi, delta, and the level in words."""
    gamma, delta, epsilon = fields(record, "gamma delta", "epsilon")
    (low, high), delta = span(gamma, "gamma"), number(delta, "delta")
    need(low >= 1 and 0 <= delta <= 1, "gamma < 1, or delta not in [0, 1]", "malformed")
    text = f"epsilon = ln {show(low)}"
    if epsilon is None:
        need(low == high, "an inexact gamma needs its epsilon", "malformed")
    else:
        epsilon = number(epsilon, "epsilon")
        text = f"epsilon = {show(epsilon)}"
        settle(
            [low],
            lambda g, bits: add((epsilon, epsilon), scale(-1, log(g, bits))),
            "gamma exceeds e^epsilon",
        )
        settle(
            [high],
            lambda g, bits: add((-epsilon, -epsilon), log(g, bits)),
            "gamma is below e^epsilon",
        )
    return low, high, delta, f"({text}, delta = {show(delta)})" if delta else text


def private(rows, level) -> None:
    """sum_i max(0, P_ia - g P_ib) <= delta for any two columns, and each adds up to one."""
    table, one = integers(rows)
    columns, (n, d) = list(zip(*table, strict=True)), level[0].as_integer_ratio()
    need(
        all(sum(column) == one for column in columns), "a column of the table does not add up to 1"
    )
    if not level[2]:
        need(all(d * max(r) <= n * min(r) for r in table), "a pattern is not private")
        return
    for a, b in permutations(range(len(columns)), 2):
        excess = sum(max(0, d * x - n * y) for x, y in zip(columns[a], columns[b], strict=True))
        need(excess <= level[2] * d * one, f"truths {a} and {b} are told apart beyond delta")


def weighted(patterns, weights, k: int, level) -> list[tuple[Fraction, list[Fraction]]]:
    """The pairs (weight, pattern) of a private table."""
    need(k <= MAX_STAIRS or not level[2], STAIRS, "malformed")
    rows = matrix(patterns, "a pattern", k)
    scales = vector(weights, "weights", len(rows))
    need(min(scales) >= 0, "a weight is negative")
    need(all(min(row) >= 0 < max(row) for row in rows), "a pattern is negative or zero")
    private([[w * x for x in row] for w, row in zip(scales, rows, strict=True)], level)
    return [(w, row) for w, row in zip(scales, rows, strict=True) if w]


def extremes(k: int, level) -> list[list[int]]:
    """The extreme patterns as integers: {d, n}^k for g = n/d, or the staircases."""
    n, d = level[1].as_integer_ratio()
    if not level[2]:
        affordable(k, n)
        return [pattern(i, k, n, d) for i in range(1 << k)]
    need(k <= MAX_STAIRS, STAIRS, "malformed")
    need(n.bit_length() * k <= MAX_POWER, "gamma is too long for its powers", "malformed")
    steps = [
        s
        for s in product(range(-1, k), repeat=k)
        if set(s) | {-1} == {*range(-1, max(s) + 1)} and max(s) >= 0
    ]
    return [[n**t * d ** (max(s) - t) if t >= 0 else 0 for t in s] for s in steps]


def pattern(i: int, k: int, n: int, d: int) -> list[int]:
    return [n if i >> j & 1 else d for j in range(k)]


def affordable(k: int, *numbers: int) -> None:
    """Refuse lists of 2^k numbers of these lengths together when they would not fit."""
    need(k <= MAX_TRUTHS, f"more than {MAX_TRUTHS} truths cannot be enumerated", "malformed")
    size = sum(n.bit_length() for n in numbers)
    need(size << k <= MAX_LIST, "the numbers are too long to enumerate all patterns", "malformed")


def doubled(y: list[int], n: int, d: int) -> list[int]:
    """y . r for every pattern r in {d, n}^k; bit j of the index tells the entry of truth j."""
    values = [d * sum(y)]
    for entry in y:
        step = (n - d) * entry
        values += [v + step for v in values]
    return values


def paired(body, ending: str) -> str:
    """The key of the prices of pairs, which belongs to delta > 0."""
    level = body.get("privacy")
    return f" pair_price{ending}" if isinstance(level, dict) and level.get("delta") != "0" else ""


def tariff(y, z, k: int, level):
    """The prices y, the charge y.r + sum z_ab [r_a - g r_b]+ of a pattern, and of a whole table."""
    y, pairs = vector(y, "prices", k), {}
    for entry in listed(z[0] if z else [], "pair_prices"):
        a, b, price = listed(entry, "a pair price", 3)
        ends = natural(a, "a truth", 0, k - 1), natural(b, "a truth", 0, k - 1)
        need(a != b and ends not in pairs, "a pair price is repeated or of one truth", "malformed")
        pairs[ends] = number(price, "a pair price")
    need(all(price >= 0 for price in pairs.values()), "a pair price is negative")
    tops, bottom = common([*y, *pairs.values()])
    n, d = level[1].as_integer_ratio()
    extra = list(zip(pairs, tops[k:], strict=True))

    def charge(r):
        excess = sum(c * max(0, d * r[a] - n * r[b]) for (a, b), c in extra)
        return Fraction(d * dot(tops[:k], r) + excess, d * bottom)

    return y, charge, total(y) + level[2] * total(pairs.values())


def covers(cases, charge, worth) -> None:
    def reason(r):
        return f"the prices do not cover the extreme pattern {', '.join(map(str, r[:8]))}"[:200]

    settle(cases, lambda r, bits: add((charge(r),) * 2, scale(-1, worth(r, bits))), reason)


def linear(level, what, table, worth, value, most, bound, gap) -> str:
    """Compare value, bound and gap with what the table is worth and what the prices add up to."""
    low, high = span(value, "value")

    def inside(case, bits):
        sign, end = case
        return add((-sign * end,) * 2, *(scale(sign * w, worth(r, bits)) for w, r in table))

    settle([(1, low), (-1, high)], inside, "the table has another value")
    need(number(bound, "bound") == most, "bound is not what the prices add up to")
    need(number(gap, "gap") == most - low >= 0, "gap is not bound - value, or it is negative")
    reach = f"comes within {show(most - low)} of it" if most > low else "reaches it"
    return f"no {level[3]} private mechanism on {what} above {show(most)}, and this table {reach}"
