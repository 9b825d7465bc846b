"""The utilities u of kind prices: (enclosure of u(r), patterns left open by a cheap bound, words).

trace max_j r_j, guess max_j q_j r_j, gain max_a sum_j q_j G_aj r_j, fisher (r_1 - r_0)^2 / (q.r),
mutual-information sum_j q_j r_j ln(r_j / q.r), f-divergence of two truths, tabulated values.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import product

from .enclosures import add, exact, log, plog, root, scale
from .level import affordable, doubled, extremes, pattern
from .reading import (
    MAX_WORK,
    common,
    distribution,
    fields,
    listed,
    matrix,
    natural,
    need,
    number,
    show,
    total,
    vector,
)

MAX_LEFT = 1 << 18  # patterns left open; `settle` gives up on so many


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
        return (
            lambda r, bits: information(zip(q, r, strict=True), bits),
            doubtful,
            "a mutual information (nats)",
        )
    if name == "fisher":
        pi = number(fields(spec, "prior name")[0], "prior")
        need(k == 2 and 0 <= pi <= 1, "fisher needs two truths, and a prior in [0, 1]", "malformed")
        what = f"a Fisher information at prevalence {show(pi)} (variance 1/(n information))"
        return *contrast(
            lambda p, r, bits: exact((p - r) ** 2, pi * p + (1 - pi) * r), 1, 0, g
        ), what
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
        return [
            [p if j == a else q if j == b else v for j, v in enumerate(cheap)]
            for p, q in product((1, g), repeat=2)
        ]

    return lambda r, bits: function(Fraction(r[a]), Fraction(r[b]), bits), doubtful


DIVERGENCES = {  # of the likelihoods p and q of one report under two truths
    "total-variation": lambda p, q, bits: exact(abs(p - q), 2),
    "chi-square": lambda p, q, bits: exact((p - q) ** 2, q),
    "le-cam": lambda p, q, bits: exact((p - q) ** 2, p + q),
    "hellinger": lambda p, q, bits: add((p + q,) * 2, scale(-2, root(p * q, bits))),
    "kullback-leibler": plog,
    "reverse-kullback-leibler": lambda p, q, bits: plog(q, p, bits),
    "jensen-shannon": lambda p, q, bits: scale(
        Fraction(1, 2), add(plog(p, (p + q) / 2, bits), plog(q, (p + q) / 2, bits))
    ),
}


def information(prior, bits: int):
    """sum_j q_j r_j ln(r_j / q.r) of the pairs (q_j, r_j)."""
    weight: dict = {}
    for q, r in prior:
        if q:
            weight[r] = weight.get(r, 0) + q
    if len(weight) == 1:
        return 0, 0
    mean = sum(q * r for r, q in weight.items())
    parts = [scale(q, plog(r, 1, bits)) for r, q in weight.items()]
    return add(scale(-1, plog(mean, 1, bits)), *parts)


def tangents(prior, g: Fraction, y) -> list:
    """The patterns left open by t ln t >= t ln s + t - s, s near t = q.r: one line per cell of t.

    On {1, g}^k information is c (t - 1) - t ln t, where c = g ln g / (g - 1): among the patterns
    with the same t the cheapest stands for all.
    """
    n, d, k = *g.as_integer_ratio(), len(y)
    if g == 1:
        return [[1] * k]
    tops, bottom = common([*y, *prior])
    affordable(k, bottom, n, *map(max, (tops[:k], tops[k:])))
    cost, mean = doubled([p << 64 for p in tops[:k]], n, d), doubled(tops[k:], n, d)
    unit, low = bottom * d, mean[0]
    shift = max(0, (mean[-1] - low).bit_length() - k // 2 - 1)
    top, lines = g * log(g, 64)[1] / (g - 1), []
    for cell in range((mean[-1] - low >> shift) + 1):
        s = Fraction((low + (2 * cell + 1 << shift >> 1) << 20) // unit, 1 << 20)
        lines.append(
            (int((log(s, 64)[0] + 1 - top) * 2**64 // 1), int((top - s) * 2**64 // 1) * unit)
        )
    slope, offset = zip(*lines, strict=True)
    left = [
        i
        for i, (p, t) in enumerate(zip(cost, mean, strict=True))
        if p + t * slope[c := t - low >> shift] + offset[c] < 0
    ]
    cheapest: dict = {}
    for i in left:
        if cost[i] < cost[cheapest.setdefault(mean[i], i)]:
            cheapest[mean[i]] = i
    return [pattern(i, k, n, d) for i in list(cheapest.values())[:MAX_LEFT]]


def tabulated(spec, k: int, level, patterns):
    """A function known by its values only, at the extreme patterns and at those of the table."""
    values, own, _ = fields(spec, "values table_values name")
    need(level[2] or len(listed(values, "values")) == 1 << k, "values: one a pattern", "malformed")
    ends, d = extremes(k, level), level[1].denominator
    known: dict = {}
    for r, v in zip(ends, vector(values, "values", len(ends)), strict=True):
        unit = min(x for x in r if x) if level[2] else d
        need(known.setdefault(tuple(r), v * unit) == v * unit, "the values contradict each other")
    for row, v in zip(patterns, vector(own, "table_values", len(patterns)), strict=True):
        need(
            known.setdefault(tuple(vector(row, "a pattern")), v) == v,
            "the values contradict each other",
        )
    what = "an expected value, on the word of the user for convexity and values,"
    return lambda r, bits: exact(known[tuple(r)]), None, what
