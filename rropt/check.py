"""The checker: does this certificate prove what it claims?

It needs the standard library only and imports nothing of rropt.  It trusts nothing in a file but the
statement of the problem: all else is recomputed in exact rational arithmetic, no float is read.

    python check.py FILE [--json]       exit 0 verified, 1 refuted, 2 undecided, 3 malformed

kind         proves                                       by checking, besides exact feasibility
prices       no private table has a utility above bound   y.r + sum z_ab [r_a - g r_b]+ >= u(r) for every
                                                          extreme pattern r; bound = sum y + delta sum z
gradient     no private table has a variance below bound  the same for u(r) = r'XEXr / (prior.r), X near the
                                                          inverse information J; bound = tr E(2X - pp') - Y
vertices     no two-answer device has a variance below    the minimum of a product of affine functions at
                                                          every vertex of the region of admissible devices
garbling     P is at least as good as A                   A = C P, columns of C add up to one
separation   P is not at least as good as A               sum_i max_a (G A')_ai > sum_i max_a (G P')_ai
polynomial   claim >= 0 (or > 0) where constraints hold   claim * constraints^m = sum c square^2
                                                          constraints^f + sum p_i equality_i, expanded

Why extreme patterns suffice: a table is a set of rows r >= 0 that add up to one.  With delta = 0 each
row is a mixture of patterns in {1, g}^k; else the orthant is cut by the planes r_a = g r_b, and each
piece is spanned by staircases (g^t on level t of a support, 0 elsewhere).  The left side is linear on
each piece and u is convex, so the inequality on the spanning patterns carries over to every row.
When g = e^epsilon is not rational, tables are private for g_lo and bounds hold for g_hi.
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations, permutations, product
from math import isqrt, lcm

STATUS = {"verified": 0, "refuted": 1, "undecided": 2, "malformed": 3}
MAX_BYTES, MAX_DEPTH, MAX_DIGITS = 1 << 22, 16, 4000  # of a file, its nesting, one integer
MAX_BITS, MAX_LIST = 1 << 16, 1 << 29  # of a common denominator; of a list over all patterns
MAX_TRUTHS, MAX_STAIRS, MAX_TYPES = 20, 6, 14  # 2^k patterns; staircases, and those up to symmetry
MAX_DEGREE, MAX_WORK = 200, 1 << 22  # of a monomial; coefficients multiplied in one file
LADDER = 64, 256, 1024, 4096  # bits of a logarithm
RATIONAL = re.compile(r"(0|-?[1-9][0-9]*)(?:/([1-9][0-9]*))?")


@dataclass(frozen=True)
class Verdict:
    """What was found: the sentence proved, or the first thing that failed."""

    verdict: str
    statement: str
    reason: str

    @property
    def status(self) -> int:
        return STATUS[self.verdict]

    def __str__(self) -> str:
        return f"{self.verdict}: {self.statement or self.reason}"


class Stop(Exception):
    """The first thing that failed: (verdict, reason)."""


def check(source: dict | str | bytes) -> Verdict:
    """The verdict on a certificate, given as JSON text, as bytes or as the parsed dictionary.

    >>> print(check("[]"))
    malformed: the certificate must be a record
    """
    try:
        data = parse(source)
        need(data.pop("format", 0) == "rropt-certificate/1", "unknown format", "malformed")
        kind = data.pop("kind", None)
        need(isinstance(kind, str) and kind in KINDS, "unknown kind of certificate", "malformed")
        return Verdict("verified", KINDS[kind](data), "")
    except Stop as stop:
        return Verdict(stop.args[0], "", stop.args[1])


def check_file(path) -> Verdict:
    with open(path, "rb") as file:
        return check(file.read(MAX_BYTES + 1))


# Reading: the statement and its evidence, as exact numbers


def need(condition, reason: str, verdict: str = "refuted") -> None:
    if not condition:
        raise Stop(verdict, reason)


def parse(source) -> dict:
    """Strict JSON: no float, no duplicate key, no deep nesting, nothing large."""
    try:
        raw = source if isinstance(source, (str, bytes)) else json.dumps(source)
        need(len(raw) <= MAX_BYTES, f"more than {MAX_BYTES} bytes", "malformed")
        text, depth = raw.decode() if isinstance(raw, bytes) else raw, 0
        for mark in re.sub(r'"(?:[^"\\]|\\.)*"|[^][{}"]', "", text):
            depth += 1 if mark in "[{" else -1
            need(depth <= MAX_DEPTH, "nested too deeply", "malformed")
        data = json.loads(text, object_pairs_hook=pairs, parse_float=refuse,
                          parse_constant=refuse, parse_int=small)
    except (ValueError, TypeError, RecursionError) as error:
        raise Stop("malformed", f"not JSON: {str(error)[:80]}") from None
    need(isinstance(data, dict), "the certificate must be a record", "malformed")
    return data


def pairs(items) -> dict:
    need(len(dict(items)) == len(items), "a key occurs twice", "malformed")
    return dict(items)


def refuse(text):
    raise Stop("malformed", f"{text[:20]} is a float: exact numbers are strings")


def small(text: str) -> int:
    need(len(text) <= 18, "an index or a count is too large", "malformed")
    return int(text)


def fields(record, required: str, optional: str = "") -> list:
    """The values of a record with exactly these keys (None for an absent optional one)."""
    names, extra = required.split(), optional.split()
    need(isinstance(record, dict), f"expected a record of {required}", "malformed")
    for name in names:
        need(name in record, f'"{name}" is missing', "malformed")
    unknown = sorted(record.keys() - {*names, *extra})
    need(not unknown, f"unknown or inapplicable key {ascii(unknown[:1])[1:30]}", "malformed")
    return [record.get(name) for name in names + extra]


def listed(value, what: str, length: int | None = None) -> list:
    need(isinstance(value, list), f"{what} must be a list", "malformed")
    need(length in (None, len(value)), f"{what} must have {length} entries", "malformed")
    return value


def natural(value, what: str, low: int = 0, high: int = 10**18) -> int:
    ok = type(value) is int and low <= value <= high
    need(ok, f"{what} must be an integer from {low} to {high}", "malformed")
    return value


def number(value, what: str) -> Fraction:
    match = RATIONAL.fullmatch(value) if isinstance(value, str) else None
    need(match, f'{what} must be a rational in lowest terms such as "3/4"', "malformed")
    need(max(map(len, match.groups("1"))) <= MAX_DIGITS, f"{what} has too many digits", "malformed")
    top, bottom = map(int, match.groups("1"))
    found = Fraction(top, bottom)
    lowest = found.denominator == bottom and (bottom > 1 or "/" not in value)
    need(lowest, f"{what} is not in lowest terms", "malformed")
    return found


def span(value, what: str) -> tuple[Fraction, Fraction]:
    """An exact number, or an enclosure of one by two."""
    both = vector(value, what, 2) if isinstance(value, list) else [number(value, what)] * 2
    need(both[0] <= both[1], f"{what} has its ends reversed", "malformed")
    return both[0], both[1]


def vector(value, what: str, length: int | None = None) -> list[Fraction]:
    return [number(entry, what) for entry in listed(value, what, length)]


def matrix(value, what: str, columns: int | None = None, rows: int | None = None) -> list:
    found = [vector(row, what, columns) for row in listed(value, what, rows)]
    even = found and found[0] and len({len(row) for row in found}) == 1
    need(even, f"{what} must be a table of rows of equal length", "malformed")
    return found


def distribution(value, what: str, length: int) -> list[Fraction]:
    found = vector(value, what, length)
    need(min(found) >= 0 and total(found) == 1, f"{what} must be non-negative and add up to 1", "malformed")
    return found


def common(values) -> tuple[list[int], int]:
    """Integers over one common denominator."""
    values, bottom = list(values), 1
    for value in values:
        bottom = lcm(bottom, value.denominator)
        need(bottom.bit_length() <= MAX_BITS, "the common denominator is too large", "malformed")
    return [value.numerator * (bottom // value.denominator) for value in values], bottom


def integers(rows) -> tuple[list[list[int]], int]:
    flat, bottom = common(value for row in rows for value in row)
    return [flat[i : i + len(rows[0])] for i in range(0, len(flat), len(rows[0]))], bottom


def total(values) -> Fraction:
    tops, bottom = common(values)
    return Fraction(sum(tops), bottom)


def dot(x, y):
    return sum(a * b for a, b in zip(x, y))


def show(value: Fraction) -> str:
    if max(abs(value.numerator), value.denominator) < 10**12:
        return str(value)
    return f"{Decimal(value.numerator) / Decimal(value.denominator):.12g}..."


# Enclosures (low, high) of irrational numbers, and decisions by them


def settle(cases, slack, reason) -> None:
    """slack(case, bits) encloses a number; it is non-negative for every case."""
    for bits in LADDER:
        left = []
        need(len(cases) * bits <= 1 << 23, "too many cases are nearly tight", "undecided")
        for case in cases:
            low, high = slack(case, bits)
            if high < 0:
                raise Stop("refuted", reason(case) if callable(reason) else reason)
            if low < 0:
                left.append(case)
        cases = left
        if not cases:
            return
    raise Stop("undecided", f"{LADDER[-1]} bits of the logarithms do not separate the two sides")


def add(*terms):
    return sum(low for low, _ in terms), sum(high for _, high in terms)


def scale(c, term):
    return (c * term[0], c * term[1]) if c >= 0 else (c * term[1], c * term[0])


@lru_cache(1 << 14)
def log(x: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """ln x: with x = 2^e m and 1 <= m < 2 it is 2 (artanh((m - 1)/(m + 1)) + e artanh(1/3))."""
    top, bottom = x.numerator, x.denominator
    e = top.bit_length() - bottom.bit_length()
    top, bottom = top << max(0, -e), bottom << max(0, e)
    if top < bottom:
        top, e = 2 * top, e - 1
    bits += 8 + abs(e).bit_length()
    both = add(artanh(top - bottom, top + bottom, bits), scale(e, artanh(1, 3, bits)))
    return Fraction(both[0], 1 << bits - 1), Fraction(both[1], 1 << bits - 1)


@lru_cache(1 << 6)
def artanh(top: int, bottom: int, bits: int) -> tuple[int, int]:
    """Integers about 2^bits artanh(x), x = top/bottom in [0, 1/3]: x + x^3/3 + ... + less than the next power."""
    ends = []
    for sign in (1, -1):  # every rounding down, then every rounding up
        term, result = sign * ((sign * top << bits) // bottom), 0
        square = sign * (sign * term * term >> bits)
        for n in range(1, 2 * bits // 3 + 4, 2):
            result += sign * (sign * term // n)
            term = sign * (sign * term * square >> bits)
        ends.append(result if sign > 0 else result + term)
    return ends[0], ends[1]


def root(x: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    square, bottom = x.numerator * x.denominator << 2 * bits, x.denominator << bits
    low = isqrt(square)
    return Fraction(low, bottom), Fraction(low + (low * low != square), bottom)


def plog(p, q, bits: int):
    """p ln(p/q), and 0 when p = 0."""
    need(q or not p, "the utility is infinite")
    return scale(p, log(Fraction(p) / q, bits)) if p else (0, 0)


# Privacy: the level, the tables that have it, the extreme patterns of the level


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
        settle([low], lambda g, bits: add((epsilon, epsilon), scale(-1, log(g, bits))), "gamma exceeds e^epsilon")
        settle([high], lambda g, bits: add((-epsilon, -epsilon), log(g, bits)), "gamma is below e^epsilon")
    return low, high, delta, f"({text}, delta = {show(delta)})" if delta else text


def private(rows, level) -> None:
    """sum_i max(0, P_ia - g P_ib) <= delta for each ordered pair of columns; each adds up to one."""
    table, one = integers(rows)
    columns, (n, d) = list(zip(*table)), level[0].as_integer_ratio()
    need(all(sum(column) == one for column in columns), "a column of the table does not add up to 1")
    if not level[2]:
        need(all(d * max(r) <= n * min(r) for r in table), "a pattern is not private")
        return
    for a, b in permutations(range(len(columns)), 2):
        excess = sum(max(0, d * x - n * y) for x, y in zip(columns[a], columns[b]))
        need(excess <= level[2] * d * one, f"truths {a} and {b} are told apart beyond delta")


def weighted(patterns, weights, k: int, level) -> list[tuple[Fraction, list[Fraction]]]:
    """The pairs (weight, pattern) of a private table."""
    rows = matrix(patterns, "a pattern", k)
    scales = vector(weights, "weights", len(rows))
    need(min(scales) >= 0, "a weight is negative")
    need(all(min(row) >= 0 < max(row) for row in rows), "a pattern is negative or zero")
    private([[w * x for x in row] for w, row in zip(scales, rows)], level)
    return [(w, row) for w, row in zip(scales, rows) if w]


def extremes(k: int, level) -> list[list[int]]:
    """The extreme patterns as integers: {d, n}^k for g = n/d, or the staircases."""
    n, d = level[1].as_integer_ratio()
    if not level[2]:
        need(k <= MAX_TRUTHS, f"more than {MAX_TRUTHS} truths cannot be enumerated", "malformed")
        return [pattern(i, k, n, d) for i in range(1 << k)]
    need(k <= MAX_STAIRS, f"with delta > 0 more than {MAX_STAIRS} truths cannot be", "malformed")
    steps = [s for s in product(range(-1, k), repeat=k) if set(s) | {-1} == {*range(-1, max(s) + 1)} and max(s) >= 0]
    return [[n**t * d ** (max(s) - t) if t >= 0 else 0 for t in s] for s in steps]


def pattern(i: int, k: int, n: int, d: int) -> list[int]:
    return [n if i >> j & 1 else d for j in range(k)]


def doubled(y: list[int], n: int, d: int) -> list[int]:
    """y . r for every pattern r in {d, n}^k; bit j of the index tells the entry of truth j."""
    values = [d * sum(y)]
    for entry in y:
        step = (n - d) * entry
        values += [v + step for v in values]
    return values


# Kind prices: linear utilities U = sum_r w_r u(r), maximised


def prices(body) -> str:
    if "orbits" in body:
        return symmetric(body)
    level, k, spec, patterns, weights, value, y, bound, gap, *z = fields(
        body, "privacy truths utility patterns weights value prices bound gap" + paired(body, "s"))
    level, k = privacy(level), natural(k, "truths", 2)
    table = weighted(patterns, weights, k, level)
    worth, doubtful, what = utility(spec, k, level, patterns)
    y, charge, most = tariff(y, z, k, level)
    cases = extremes(k, level) if level[2] or not doubtful else doubtful(y)
    covers(cases, charge, worth)
    return linear(level, f"{k} truths has {what}", table, worth, value, most, bound, gap)


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
    extra = list(zip(pairs, tops[k:]))

    def charge(r):
        excess = sum(c * max(0, d * r[a] - n * r[b]) for (a, b), c in extra)
        return Fraction(d * dot(tops, r) + excess, d * bottom)

    return y, charge, total(y) + level[2] * total(pairs.values())


def covers(cases, charge, worth) -> None:
    def reason(r):
        return f"the prices do not cover the extreme pattern {', '.join(map(str, r[:8]))}"[:200]

    settle(cases, lambda r, bits: add((charge(r),) * 2, scale(-1, worth(r, bits))), reason)


def linear(level, what, table, worth, value, most, bound, gap) -> str:
    """Compare value, bound and gap with what the table is worth and what the prices add up to."""
    low, high = span(value, "value")
    for sign, end in ((1, low), (-1, high)):
        settle([table], lambda rows, bits: add((-sign * end,) * 2, *(
            scale(sign * w, worth(r, bits)) for w, r in rows)), "the table has another value")
    need(number(bound, "bound") == most, "bound is not what the prices add up to")
    need(number(gap, "gap") == most - low >= 0, "gap is not bound - value, or it is negative")
    reach = f"comes within {show(most - low)} of it" if most > low else "reaches it"
    return f"no {level[3]} private mechanism on {what} above {show(most)}, and this table {reach}"


def utility(spec, k: int, level, patterns):
    """u with its enclosures; for delta = 0 the patterns that a bound leaves open; a name."""
    name, g = spec.get("name") if isinstance(spec, dict) else None, level[1]
    if name == "trace":
        fields(spec, "name")
        return *actions([[(j, 1)] for j in range(k)], g), "a trace"
    if name == "guess":
        q = distribution(fields(spec, "prior name")[0], "prior", k)
        return *actions([[(j, q[j])] for j in range(k)], g), "a probability of a right guess"
    if name == "gain":
        q, gain, _ = fields(spec, "prior gain name")
        q, gain = distribution(q, "prior", k), matrix(gain, "gain", k)
        need(len(gain) * k * len(patterns) <= MAX_WORK, "the gain matrix is too large", "malformed")
        return *actions([[(j, c * q[j]) for j, c in enumerate(a) if c] for a in gain], g), "a gain"
    if name == "mutual-information":
        q = distribution(fields(spec, "prior name")[0], "prior", k)
        doubtful = partial(tangents, q, g)
        return lambda r, bits: information(zip(q, r), bits), doubtful, "a mutual information (nats)"
    if name == "fisher":
        q = number(fields(spec, "prior name")[0], "prior")
        need(k == 2 and 0 <= q <= 1, "fisher needs two truths, and a prior in [0, 1]", "malformed")
        what = f"a Fisher information at prevalence {show(q)} (variance 1/(n information))"
        return *contrast(lambda p, r, bits: exact((p - r) ** 2, q * p + (1 - q) * r), 1, 0, g), what
    need(name in ("f-divergence", "tabulated"), "unknown utility", "malformed")
    if name == "tabulated":
        return tabulated(spec, k, level, patterns)
    divergence, ends, _ = fields(spec, "divergence pair name")
    a, b = (natural(x, "a truth", 0, k - 1) for x in listed(ends, "pair", 2))
    need(divergence in DIVERGENCES and a != b, "unknown divergence, or one truth", "malformed")
    what = f"a {divergence} divergence of truths {a} and {b}"
    return *contrast(DIVERGENCES[divergence], a, b, g), what


def actions(choices, g: Fraction):
    """u(r) = max over actions of a linear function: each has its own worst pattern."""

    def worth(r, bits):
        return (max(sum(c * r[j] for j, c in action) for action in choices),) * 2

    def doubtful(y):
        cheapest = [min(p, g * p) for p in y]
        start, left = total(cheapest), []
        for action in choices:
            net = [(j, y[j] - c) for j, c in action]
            if start + sum(min(p, g * p) - cheapest[j] for j, p in net) < 0:
                worst = [*y]
                for j, p in net:
                    worst[j] = p
                left.append([g if p < 0 else 1 for p in worst])
        return left

    return worth, doubtful


def contrast(function, a: int, b: int, g: Fraction):
    """u depends on the truths a and b only: the others take their cheapest entry."""

    def doubtful(y):
        cheap = [g if p < 0 else 1 for p in y]
        for cheap[a], cheap[b] in product((1, g), repeat=2):
            yield [*cheap]

    return lambda r, bits: function(Fraction(r[a]), Fraction(r[b]), bits), lambda y: [*doubtful(y)]


def exact(top, bottom=1):
    need(bottom or not top, "the utility is infinite")
    return (top / bottom,) * 2 if top else (0, 0)


DIVERGENCES = {  # of the likelihoods p and q of one report under two truths
    "total-variation": lambda p, q, bits: exact(abs(p - q), 2),
    "chi-square": lambda p, q, bits: exact((p - q) ** 2, q),
    "le-cam": lambda p, q, bits: exact((p - q) ** 2, p + q),
    "hellinger": lambda p, q, bits: add((p + q,) * 2, scale(-2, root(p * q, bits))),
    "kullback-leibler": plog,
    "reverse-kullback-leibler": lambda p, q, bits: plog(q, p, bits),
    "jensen-shannon": lambda p, q, bits: scale(
        Fraction(1, 2), add(plog(p, (p + q) / 2, bits), plog(q, (p + q) / 2, bits))),
}


def information(prior, bits: int):
    """sum_j q_j r_j ln(r_j / q.r) of the pairs (q_j, r_j)."""
    pairs = [(q, r) for q, r in prior if q * r]
    mean = sum(q * r for q, r in pairs)
    return add((0, 0), *(scale(q, plog(r, mean, bits)) for q, r in pairs))


def tangents(prior, g: Fraction, y) -> list:
    """The patterns left open by t ln t >= t ln s + t - s, s near t = q.r: one line per cell of t.

    On {1, g}^k information is c (t - 1) - t ln t, where c = g ln g / (g - 1).
    """
    n, d, k = *g.as_integer_ratio(), len(y)
    need(k <= MAX_TRUTHS, f"more than {MAX_TRUTHS} truths cannot be enumerated", "malformed")
    if g == 1:
        return [[1] * k]
    tops, bottom = common([*y, *prior])
    need(bottom.bit_length() << k <= MAX_LIST, "the prices are too long to enumerate", "malformed")
    cost, mean = doubled([p << 64 for p in tops[:k]], n, d), doubled(tops[k:], n, d)
    unit, low = bottom * d, mean[0]
    shift = max(0, (mean[-1] - low).bit_length() - 8)
    c, lines = g * log(g, 64)[1] / (g - 1), []
    for cell in range((mean[-1] - low >> shift) + 1):
        s = Fraction((low + (2 * cell + 1 << shift >> 1) << 20) // unit, 1 << 20)
        lines.append((int((log(s, 64)[0] + 1 - c) * 2**64 // 1), int((c - s) * 2**64 // 1) * unit))
    slope, offset = zip(*lines)
    return [pattern(i, k, n, d) for i, (p, t) in enumerate(zip(cost, mean))
            if p + t * slope[t - low >> shift] + offset[t - low >> shift] < 0]


def tabulated(spec, k: int, level, patterns):
    """A function known by its values only, at the extreme patterns and at those of the table."""
    values, own, _ = fields(spec, "values table_values name")
    ends, d = extremes(k, level), level[1].denominator
    known: dict = {}
    for r, v in zip(ends, vector(values, "values", len(ends))):
        unit = min(x for x in r if x) if level[2] else d
        need(known.setdefault(tuple(r), v * unit) == v * unit, "the values contradict each other")
    for row, v in zip(patterns, vector(own, "table_values", len(patterns))):
        need(known.setdefault(tuple(vector(row, "a pattern")), v) == v, "the values contradict each other")
    what = "an expected value, on the word of the user for convexity and values,"
    return lambda r, bits: exact(known[tuple(r)]), None, what


def symmetric(body) -> str:
    """The same for orbits of patterns under all permutations of the truths, at equal prior."""
    level, k, spec, orbits, value, y, bound, gap, *z = fields(
        body, "privacy truths utility orbits value price bound gap" + paired(body, ""))
    level, k = privacy(level), natural(k, "truths", 2)
    y, z = number(y, "price"), number(z[0], "pair_price") if z else Fraction(0)
    need(z >= 0, "pair_price is negative")
    worth, many, what = exchangeable(spec, k)
    table = [orbit(record, k) for record in listed(orbits, "orbits")]
    need(total(w * mass(r) for w, r in table) == k, "the columns of the table do not add up to 1")
    if level[2]:
        excess = total(w * spread(r, level[0]) for w, r in table)
        need(excess <= level[2] * k * (k - 1), "two truths are told apart beyond delta")
    else:
        need(all(max(r)[0] <= level[0] * min(r)[0] for w, r in table if w), "an orbit is not private")
    covers(types(k, level, many), lambda r: y * mass(r) + z * spread(r, level[1]), worth)
    most = k * y + level[2] * k * (k - 1) * z
    return linear(level, f"{k} truths has {what}", table, worth, value, most, bound, gap)


def orbit(record, k: int):
    """(weight, [(value, how many entries have it), ...])"""
    groups, weight = fields(record, "pattern weight")
    pairs = [listed(group, "a group of a pattern", 2) for group in listed(groups, "a pattern")]
    need(len(pairs) <= 64, "too many groups in a pattern", "malformed")
    found = [(number(v, "an entry"), natural(c, "a count", 1)) for v, c in pairs]
    weight = number(weight, "a weight")
    need(sum(c for _, c in found) == k, f"a pattern must have {k} entries", "malformed")
    need(min(found)[0] >= 0 < max(found)[0] and weight >= 0, "an entry or a weight is negative")
    return weight, found


def mass(groups):
    return sum(v * c for v, c in groups)


def spread(groups, g: Fraction):
    """sum over ordered pairs of entries of [v - g u]+"""
    return sum(c * e * max(0, v - g * u) for v, c in groups for u, e in groups)


def exchangeable(spec, k: int):
    """u on orbits; does it need every number of high entries?; its name."""
    name, prior = fields(spec, "name", "prior")
    need(name in ("trace", "guess", "mutual-information"), "the utility is not symmetric", "malformed")
    fair = prior == "uniform" or isinstance(prior, list) and prior == [f"1/{k}"] * k
    need(prior is None if name == "trace" else fair, "the prior is not uniform", "malformed")
    if name == "mutual-information":
        return (lambda r, bits: information([(Fraction(c, k), v) for v, c in r], bits),
                True, "a mutual information (nats)")
    each = 1 if name == "trace" else k
    what = "a trace" if name == "trace" else "a probability of a right guess"
    return lambda r, bits: exact(Fraction(max(r)[0]), each), False, what


def types(k: int, level, many: bool) -> list:
    """Extreme patterns up to permutation; slack linear in the number of high entries needs the ends."""
    g, delta = level[1:3]
    if not delta:
        need(not many or k <= MAX_LIST >> 14, "too many truths for this utility", "malformed")
        return [[(x, c) for x, c in ((1, k - s), (g, s)) if c] for s in (range(k + 1) if many else (0, 1, k))]
    need(k <= MAX_TYPES, f"with delta > 0 more than {MAX_TYPES} truths cannot be", "malformed")
    return [[(g**t, c) for t, c in enumerate(parts)] + [(0, k - s)] * (s < k)
            for s in range(1, k + 1) for parts in compositions(s)]


def compositions(n: int):
    if not n:
        yield ()
    for first in range(1, n + 1):
        yield from ((first, *rest) for rest in compositions(n - first))


# Kind gradient: curved objectives, minimised; J = sum_r w_r r r'/(q.r), covariance J^-1 - q q'


def gradient(body) -> str:
    level, k, spec, patterns, weights, scenarios, value, y, bound, gap, *z = fields(
        body, "privacy truths objective patterns weights scenarios value prices bound gap"
        + paired(body, "s") + " robust" * ("robust" in body))
    level, k, robust = privacy(level), natural(k, "truths", 2, MAX_TRUTHS), z.pop() if "robust" in body else ""
    need(robust in ("average", "minimax", ""), 'robust must be "average" or "minimax"', "malformed")
    table = weighted(patterns, weights, k, level)
    need(len(table) * k * k <= MAX_WORK, "too many patterns", "malformed")
    name, e, what, interval = objective(spec, k, robust)
    read = [scenario(record, k, table) for record in listed(scenarios, "scenarios")]
    plain = len(read) == 1 and read[0][:2] == (1, 0)
    need(plain or robust and name in ("a-optimal", "c-optimal", "variance"), "scenarios need robust", "malformed")
    need(min(a for a, *_ in read) >= 0 and sum(a for a, *_ in read) == 1, "scenario weights do not average")
    y, charge, most = tariff(y, z, k, level)
    low, high = span(value, "value")
    if name == "d-optimal":
        forms, floor = determinant(read[0], k, most, number(bound, "bound"), low, high)
    else:
        forms, floor = variances(name, e, read, k, most, robust, interval, table, low, high)
    priced(forms, y, charge, k, level)
    need(number(bound, "bound") == floor, "bound is not what the prices give")
    need(number(gap, "gap") == high - floor >= 0, "gap is not value - bound, or it is negative")
    reach = f"has at most {show(high)}" if high > floor else "reaches it"
    return f"no {level[3]} private mechanism on {k} truths has {what} below {show(floor)}, and this table {reach}"


def objective(spec, k: int, robust: str):
    """(name, E, words, the interval of prevalences and the worst of them)"""
    name = spec.get("name") if isinstance(spec, dict) else None
    over = {"": "", "average": "an average over priors of ", "minimax": "a maximum over priors of "}[robust]
    unit = [[Fraction(i == j) for j in range(k)] for i in range(k)]
    if name in ("a-optimal", "d-optimal"):
        fields(spec, "name")
        return name, unit, over + ("a trace" if name == "a-optimal" else "a log-determinant") + " of the covariance", None
    if name == "c-optimal":
        c = vector(fields(spec, "contrast name")[0], "contrast", k)
        return name, [[a * b for b in c] for a in c], over + "a variance of the contrast", None
    if name == "e-optimal":
        e = square(fields(spec, "dual name")[0], "dual", k)
        need(pivots(e) is not None and sum(e[i][i] for i in range(k)) == 1, "dual is not positive with trace 1")
        return name, e, "a largest eigenvalue of the covariance", None
    need(name == "variance" and k == 2, "unknown objective", "malformed")
    e = [[unit[0][0] * 0] * 2, unit[1]]
    if "interval" not in spec:
        fields(spec, "name")
        return name, e, over + "a variance of the proportion", None
    ends, worst, _ = fields(spec, "interval worst name")
    (low, high), worst = span(ends, "interval"), number(worst, "worst")
    need(0 <= low <= worst <= high <= 1 and robust == "minimax", "not an interval of prevalences", "malformed")
    return name, e, f"a variance at every prevalence from {low} to {high}", (low, high, worst)


def square(value, what: str, k: int):
    found = matrix(value, what, k, k)
    need(found == [list(column) for column in zip(*found)], f"{what} is not symmetric")
    return found


def pivots(rows):
    """The pivots of a symmetric matrix, or None unless it is positive semidefinite."""
    rows, found = [[*row] for row in rows], []
    for i, row in enumerate(rows):
        if row[i] < 0 or not row[i] and any(row[i:]):
            return None
        found.append(row[i])
        for below in rows[i + 1 :]:
            ratio = below[i] / row[i] if row[i] else 0
            for j in range(i, len(rows)):
                below[j] -= ratio * row[j]
    return found


def scenario(record, k: int, table):
    """(weight, offset, prior, X, M, e, R): J^-1 lies between M = 2X - XJX and M + e, R = I - JX.

    J^-1 - M = R' J^-1 R, and |J^-1| <= |X| / (1 - |R|).
    """
    prior, weight, offset, inverse = fields(record, "prior weight offset inverse")
    prior, x = distribution(prior, "prior", k), square(inverse, "inverse", k)
    rows, over = integers([r for _, r in table])
    heights = [dot(prior, r) for r in rows]
    need(all(heights), "a pattern has infinite information at this prior")
    masses, bottom = common(w / (h * over) for (w, _), h in zip(table, heights))
    (tops, below) = integers(x)
    info = [[sum(m * r[a] * r[b] for m, r in zip(masses, rows)) for b in range(k)] for a in range(k)]
    one = bottom * below
    rest = [[one * (a == b) - v for b, v in enumerate(row)] for a, row in enumerate(times(info, tops))]
    size = Fraction(sum(v * v for row in rest for v in row), one * one)
    norm = root(size, 64)[1]
    need(norm < 1, "inverse is not near the inverse of the information")
    middle = [[Fraction(v * one + c, below * one) for v, c in zip(row, change)]
              for row, change in zip(tops, times(tops, rest))]
    error = size * root(sum(v * v for row in x for v in row), 64)[1] / (1 - norm)
    return (number(weight, "weight"), number(offset, "offset"), prior, x, middle, error,
            Fraction(sum(rest[i][i] for i in range(k)), one), size / (2 * (1 - norm)))


def times(a, b):
    columns = list(zip(*b))
    return [[dot(row, column) for column in columns] for row in a]


def trace(a, b):
    return sum(dot(x, y) for x, y in zip(a, b))


def determinant(only, k: int, most, bound, low, high):
    """ln det J' <= k ln(Y/k) - ln det X for every private table; ln(k / det J) encloses the value."""
    _, _, prior, x, _, _, drift, error = only
    det = Fraction(1)
    for pivot in pivots(x) or [0]:
        det *= pivot
    need(det > 0, "inverse is not positive definite")
    need(most > 0, "the prices add up to nothing")
    settle([bound], lambda b, bits: add((-b, -b), log(k * det, bits), scale(-k, log(most / k, bits))),
           "bound is not what the prices give")
    settle([low], lambda v, bits: add((drift - v, drift + error - v), log(k * det, bits)), "value is another one")
    settle([high], lambda v, bits: add((v - drift - error, v - drift), scale(-1, log(k * det, bits))), "value is another one")
    return [(x, prior)], bound


def variances(name, e, read, k, most, robust, interval, table, low, high):
    """The quadratic forms M of u(r) = sum r'Mr / (q.r), and the bound; the value is verified."""
    forms, floor, ends = [], -most, []
    for weight, offset, q, x, middle, error, *_ in read:
        corner = dot(q, [dot(row, q) for row in e])
        slope, known = x, trace(e, middle) - corner - offset
        if name == "variance":
            need(not error, "inverse must be exact here")
            slope = [[v - a * b for v, b in zip(row, q)] for row, a in zip(x, q)]
        m = times(times(slope, e), slope)
        forms.append(([[weight * v for v in row] for row in m], q))
        floor += weight * (2 * trace(e, slope) - (corner if slope is x else 0) - offset)
        ends.append((known, known + error * sum(e[i][i] for i in range(k)), weight))
        if name == "e-optimal":
            spare = [[high * (i == j) - v - error * (i == j) + q[i] * q[j] for j, v in enumerate(row)]
                     for i, row in enumerate(middle)]
            need(pivots(spare) is not None, "an eigenvalue of the covariance exceeds value")
    if interval:
        need(all(interval[0] <= q[1] <= interval[1] and not offset for _, offset, q, *_ in read),
             "a scenario is outside the interval")
        need(high * least(table, *interval) >= 1, "a prevalence of the interval has a larger variance")
    elif name != "e-optimal":
        first, last = (max(ends)[0], max(end for _, end, _ in ends)) if robust == "minimax" else (
            sum(w * end for end, _, w in ends), sum(w * end for _, end, w in ends))
        need(low <= first and last <= high, "the value of the table is another one")
    return forms, floor


def least(table, low, high, worst):
    """A lower bound on the information, convex in the prevalence: its tangent at the worst one."""
    parts = [(w * (r[1] - r[0]) ** 2, r[1] - r[0], dot((1 - worst, worst), r)) for w, r in table]
    need(all(mean for _, _, mean in parts), "the information is infinite at the worst prevalence")
    value, slope = sum(v / mean for v, _, mean in parts), sum(-v * d / mean**2 for v, d, mean in parts)
    return min(value + slope * (end - worst) for end in (low, high))


def priced(forms, y, charge, k: int, level) -> None:
    """y.r + ... >= sum r'Mr / (q.r) at every extreme pattern, with doubling lists when delta = 0."""
    if level[2]:
        def worth(r, bits):
            return add((0, 0), *(exact(dot(r, [dot(row, r) for row in m]), dot(q, r)) for m, q in forms))

        return covers(extremes(k, level), charge, worth)
    n, d = level[1].as_integer_ratio()
    flat, bottom = common([*y, *(v for m, q in forms for row in [*m, q] for v in row)])
    need(bottom.bit_length() * len(forms) << k <= MAX_LIST, "the numbers are too long", "malformed")
    slack, scales = doubled([v * bottom for v in flat[:k]], n, d), [1] * (1 << k)
    for start in range(k, len(flat), k * k + k):
        m = [flat[i : i + k] for i in range(start, start + k * k, k)]
        means = doubled(flat[start + k * k : start + k * k + k], n, d)
        tops = quadratic([[v * bottom for v in row] for row in m], n, d)
        slack = [s * mean - top * c for s, mean, top, c in zip(slack, means, tops, scales)]
        scales = [mean * c for mean, c in zip(means, scales)]
    if min(slack) < 0:
        i = slack.index(min(slack))
        raise Stop("refuted", f"the prices do not cover the extreme pattern {pattern(i, k, n, d)}"[:200])


def quadratic(m, n: int, d: int) -> list[int]:
    """r'Mr for every pattern r in {d, n}^k, M symmetric."""
    step, values = n - d, [d * d * sum(map(sum, m))]
    for j, row in enumerate(m):
        cross = [2 * d * step * sum(row) + step * step * row[j]]
        for i in range(j):
            pair = 2 * step * step * row[i]
            cross += [v + pair for v in cross]
        values += [v + c for v, c in zip(values, cross)]
    return values


# Kind vertices: two answers, two truths, the variance of the estimated proportion, minimised


def vertices(body) -> str:
    """With u = (1 - p00)/s, v = (1 - p11)/s, s = p00 + p11 - 1 the variance is (u + q)(v + 1 - q).

    The admissible (u, v) form a polyhedron that recedes along the quadrant only.  A product of two
    non-negative affine functions is quasi-concave, so it is least at one of the vertices.
    """
    level, device, prior, corners, values, table, value, bound, gap, *best = fields(
        body, "privacy device prior vertices values table value bound gap" + " optima" * ("optima" in body))
    level, q, rows = privacy(level), number(prior, "prior"), matrix(table, "table", 2, 2)
    need(device in ("two-answers", "warner") and 0 <= q <= 1, "unknown device, or prior outside [0, 1]", "malformed")
    known = region(level[1], level[2], device == "warner")
    corners = [tuple(row) for row in matrix(corners, "vertices", 2)]
    need(len(corners) == len(known) and {*corners} == known, "these are not the vertices of the region")
    values = vector(values, "values", len(corners))
    need(values == [variance(*corner, q) for corner in corners], "the value at a vertex is another one")
    private(rows, level)
    need(min(map(min, rows)) >= 0, "the table has a negative entry")
    need(device == "two-answers" or rows[0][0] == rows[1][1], "the table is not Warner's")
    need(rows[0][0] + rows[1][1] != 1, "the table tells nothing")
    value, least = number(value, "value"), min(values)
    need(value == variance(rows[0][0], rows[1][1], q), "the value of the table is another one")
    need(number(bound, "bound") == least, "bound is not the least value at a vertex")
    need(number(gap, "gap") == value - least, "gap is not value - bound")
    if best:
        ok = level[0] == level[1] and best[0] == [i for i, v in enumerate(values) if v == least]
        need(ok, "optima are not the vertices of least value, or gamma is not exact")
    reach = f"has {show(value)}" if value > least else "reaches it"
    kind = "Warner device" if device == "warner" else "two-answer device"
    return f"no {level[3]} private {kind} has a variance below {show(least)} at prevalence {show(q)}, and this table {reach}"


def variance(p00, p11, q):
    s, yes = p00 + p11 - 1, 1 - p00 + q * (p00 + p11 - 1)
    return yes * (1 - yes) / s**2


def region(g, delta, warner: bool) -> set:
    """The vertices (p00, p11): u, v >= 0, delta u + h v >= c, h u + delta v >= c; h = g - 1 + delta."""
    h, c = g - 1 + delta, 1 - delta
    need(h, "no device is admissible at gamma = 1, delta = 0")
    lines, found = [(delta, h, c), (h, delta, c), (1, 0, 0), (0, 1, 0)], set()
    for (a, b, e), (i, j, f) in combinations(lines, 2):
        if a * j != b * i:
            u, v = (e * j - f * b) / Fraction(a * j - b * i), (a * f - i * e) / Fraction(a * j - b * i)
            if all(x * u + y * v >= z for x, y, z in lines):
                found.add((u, v))
    found = {(c / (h + delta),) * 2} if warner else found
    return {((1 + v) / (1 + u + v), (1 + u) / (1 + u + v)) for u, v in found}


# Kinds garbling and separation: Blackwell's order


def channel(value, what: str, columns: int | None = None) -> list:
    """A column-stochastic matrix: rows are reports, each column adds up to one."""
    rows = matrix(value, what, columns)
    need(min(map(min, rows)) >= 0, f"{what} has a negative entry")
    table, bottom = integers(rows)
    need(all(sum(column) == bottom for column in zip(*table)), f"a column of {what} does not add up to 1")
    return rows


def garbling(body) -> str:
    a, p, c = fields(body, "A P C")
    a = channel(a, "A")
    p = channel(p, "P", len(a[0]))
    c = channel(c, "C", len(p))
    need(len(c) == len(a), "C must have as many rows as A", "malformed")
    (a, over), (p, below), (c, left) = integers(a), integers(p), integers(c)
    columns = list(zip(*p))
    for i, row in enumerate(c):
        product = [dot(row, column) * over for column in columns]
        need(product == [x * below * left for x in a[i]], f"row {i} of C P is not row {i} of A")
    return "A = C P: every use of A can be made of P, whatever the decision problem"


def separation(body) -> str:
    a, p, gain, claimed_a, claimed_p = fields(body, "A P gain A_value P_value")
    a = channel(a, "A")
    p = channel(p, "P", len(a[0]))
    gain = matrix(gain, "gain", len(a[0]))
    worth = []
    for name, table, claimed in (("A", a, claimed_a), ("P", p, claimed_p)):
        (rows, over), (actions, below) = integers(table), integers(gain)
        total = sum(max(dot(action, row) for action in actions) for row in rows)
        worth.append(Fraction(total, over * below))
        need(worth[-1] == number(claimed, f"{name}_value"), f"the value of {name} is another one")
    need(worth[0] > worth[1], "A does not do better than P under this gain")
    return f"A = C P for no C: under the gain given A is worth {show(worth[0])} and P {show(worth[1])}"


# Kind polynomial: ({monomial: integer}, denominator), a monomial is one integer of 16-bit exponents


def polynomial(body) -> str:
    names, given, equalities, claim, multiplier, terms, ideal = fields(
        body, "variables constraints equalities claim multiplier terms equality_terms")
    word = re.compile(r"[A-Za-z_][A-Za-z_0-9]{0,30}")
    ok = all(isinstance(v, str) and word.fullmatch(v) for v in listed(names, "variables"))
    need(ok and len(set(names)) == len(names) <= 64, "variables must be distinct names", "malformed")
    held = [signed(constraint, len(names)) for constraint in listed(given, "constraints")]
    zero = [expand(p, len(names)) for p in listed(equalities, "equalities")]
    goal, strictly = signed(claim, len(names))
    ring = Products([p for p, _ in held])
    powers = exponents(multiplier, len(held))
    need(all(held[i][1] for i, e in enumerate(powers) if e), "a multiplier need not be positive")
    top, bottom = ring.times(goal, ring.power(powers))
    total, positive = [(Fraction(-1, bottom), top)], False
    for term in listed(terms, "terms"):
        coefficient, factors, square = fields(term, "coefficient factors square")
        c, factors = number(coefficient, "a coefficient"), exponents(factors, len(held))
        need(c >= 0, "a term has a negative coefficient")
        product = ring.power(factors)
        if square is not None:
            root = expand(square, len(names))
            product = ring.times(product, ring.times(root, root))
        elif c > 0 and all(held[i][1] for i, e in enumerate(factors) if e):
            positive = True
        total.append((c / product[1], product[0]))
    for term in listed(ideal, "equality_terms"):
        index, cofactor = listed(term, "an equality term", 2)
        index = natural(index, "the index of an equality", 0, len(zero) - 1)
        top, bottom = ring.times(expand(cofactor, len(names)), zero[index])
        total.append((Fraction(1, bottom), top))
    need(vanishes(total), "the two sides of the identity differ")
    need(positive or not strictly, "no term of the identity is strictly positive")
    where = [written(p, names) + (" > 0" if s else " >= 0") for p, s in held]
    where += [written(p, names) + " = 0" for p in zero]
    return (f"{written(goal, names)} {'>' if strictly else '>='} 0 for all real {', '.join(names)}"
            + (" with " if where else "") + ", ".join(where))


def signed(record, variables: int) -> tuple:
    p, strict = fields(record, "polynomial strict")
    need(isinstance(strict, bool), '"strict" must be true or false', "malformed")
    return expand(p, variables), strict


def exponents(value, length: int) -> tuple[int, ...]:
    """Exponents of up to MAX_DEGREE in all: 16 bits hold those of every product."""
    found = [natural(e, "an exponent", 0, MAX_DEGREE) for e in listed(value, "exponents", length)]
    need(sum(found) <= MAX_DEGREE, "the degree is too large", "malformed")
    return tuple(found)


def expand(value, variables: int) -> tuple[dict[int, int], int]:
    pieces = []
    for term in listed(value, "a polynomial"):
        coefficient, powers = listed(term, "a term of a polynomial", 2)
        monomial = sum(e << 16 * i for i, e in enumerate(exponents(powers, variables)))
        pieces.append((monomial, number(coefficient, "a coefficient")))
    tops, bottom = common(c for _, c in pieces)
    poly: dict[int, int] = {}
    for (monomial, _), top in zip(pieces, tops):
        poly[monomial] = poly.get(monomial, 0) + top
    return poly, bottom


class Products:
    """Products of the constraints, each computed once, within a budget of work."""

    def __init__(self, held):
        self.held, self.work, self.known = held, 0, {(0,) * len(held): ({0: 1}, 1)}

    def power(self, powers):
        if powers not in self.known:
            i = max(i for i, e in enumerate(powers) if e)
            rest = powers[:i] + (powers[i] - 1,) + powers[i + 1 :]
            self.known[powers] = self.times(self.power(rest), self.held[i])
        return self.known[powers]

    def times(self, left, right):
        (a, over), (b, below) = left, right
        size = sum(max((abs(c).bit_length() for c in p.values()), default=0) for p in (a, b))
        self.work += (1 + len(a)) * (1 + len(b)) * (1 + size // 512)
        need(self.work <= MAX_WORK, "the products are too large to expand", "malformed")
        out: dict[int, int] = {}
        for m, c in a.items():
            for n, d in b.items():
                out[m + n] = out.get(m + n, 0) + c * d
        return out, over * below


def vanishes(pieces) -> bool:
    """Is this sum of (rational, integer polynomial) zero?"""
    scales, _ = common(scale for scale, _ in pieces)
    total: dict[int, int] = {}
    for scale, (_, poly) in zip(scales, pieces):
        for monomial, c in poly.items():
            total[monomial] = total.get(monomial, 0) + scale * c
    return not any(total.values())


def written(p, names) -> str:
    """A polynomial as text; a long one by the number of its terms."""
    poly, bottom = p
    terms = []
    for monomial, c in sorted(poly.items(), reverse=True):
        powers = [(name, monomial >> 16 * i & 0xFFFF) for i, name in enumerate(names)]
        factors = [name if e == 1 else f"{name}^{e}" for name, e in powers if e]
        lead = show(Fraction(c, bottom))
        terms.append("*".join(([] if lead == "1" and factors else [lead]) + factors))
    text = " + ".join(terms).replace("+ -", "- ").replace("-1*", "-") or "0"
    return text if len(text) <= 400 else f"(the claimed polynomial of {len(terms)} terms)"


KINDS = {"prices": prices, "gradient": gradient, "vertices": vertices, "garbling": garbling, "separation": separation, "polynomial": polynomial}


def main(arguments: list[str]) -> int:
    plain = [a for a in arguments if a != "--json"]
    if len(plain) != 1:
        print("usage: python check.py FILE [--json]", file=sys.stderr)
        return STATUS["malformed"]
    try:
        verdict = check_file(plain[0])
    except OSError as error:
        verdict = Verdict("malformed", "", f"{plain[0]}: {error.strerror}")
    data = {name: getattr(verdict, name) for name in ("verdict", "statement", "reason")}
    print(json.dumps(data, sort_keys=True) if "--json" in arguments else verdict)
    return verdict.status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
