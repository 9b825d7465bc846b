"""Random problems of all shares at once, on both sides of the condition."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from math import log, sqrt
from random import Random
from typing import Any

import sympy as sp

import rropt as rr

from .random_draw import (
    Draw,
    beaten,
    best,
    delta,
    level,
    one_number,
    privacy,
    rounded,
    shares,
    solved,
    text,
)


def loss(g: Fraction, q: Sequence[Fraction]) -> Fraction:
    k = len(q)
    return ((g + k - 2) ** 2 + k - 1) / (g - 1) ** 2 - sum(share**2 for share in q)


def spare(g: Fraction, q: Sequence[Fraction]) -> Fraction:
    """What the two rarest truths leave of the condition of shares/condition."""
    size = g + len(q) - 1
    w = [1 + (g - 1) * share for share in q]
    rare, other = sorted(q)[:2]
    squares = sum(1 + (g - 1) * share * (2 + (g - 1) * share) for share in (rare, other))
    least = 1 + sum(weight**2 for weight in w) / size**2
    return 2 * (g - 1) ** 2 * rare * other + 2 * squares / size - least


def response_draw(g: Fraction, q: Sequence[Fraction]) -> Draw:
    return best(privacy(one_number(g, len(q))), rr.AOptimal(text(q)), loss(g, q))


SHORT = Fraction(-1, 100)
"""Beyond the boundary by this much what is gained, of second order, shows in certified digits."""


def on_a_side(design: Draw, left: Fraction) -> Draw | None:
    """K-ary response where nothing is short of the condition, or that it is beaten."""
    if left >= 0:
        return design
    return beaten(design) if left < SHORT else None


def condition(random: Random) -> Draw | None:
    g, q = level(random), shares(random, random.randint(2, 5))
    return on_a_side(response_draw(g, q), spare(g, q))


def contrast_draw(g: Fraction, q: Sequence[Fraction], x: Sequence[Fraction]) -> Draw:
    """One contrast: k-ary response estimates it by (n x_j - sum x) / (g - 1)."""
    size = g + len(q) - 1
    estimates = [(size * value - sum(x)) / (g - 1) for value in x]
    chances = [(1 + (g - 1) * share) / size for share in q]
    second = sum(chance * value**2 for chance, value in zip(chances, estimates, strict=True))
    mean = sum(share * value for share, value in zip(q, x, strict=True))
    goal = rr.COptimal(text(q), text(x))
    return best(privacy(one_number(g, len(q))), goal, Fraction(second - mean**2))


def least_of_pairs(g: Fraction, q: Sequence[Fraction], x: Sequence[Fraction]) -> Fraction:
    """The form of contrasts/condition for the worst two truths, in units of all squares."""
    size, k = g + len(q) - 1, len(q)
    w = [1 + (g - 1) * share for share in q]
    apart = [[w[i] * w[j] * (x[i] - x[j]) ** 2 for j in range(k)] for i in range(k)]
    forms = []
    for a, b in combinations(range(k), 2):
        rates = [int(j in (a, b)) - 1 / size for j in range(k)]
        line = [sum(r * y for r, y in zip(rates, row, strict=True)) for row in apart]
        forms.append(sum(r * y for r, y in zip(rates, line, strict=True)))
    return Fraction(min(forms)) / sum(sum(row) for row in apart)


def contrast(random: Random) -> Draw | None:
    g, q = level(random), shares(random, random.randint(2, 5))
    x = [Fraction(random.randint(-5, 5)) for _ in q]
    if len(set(x)) == 1:
        return None
    return on_a_side(contrast_draw(g, q, x), least_of_pairs(g, q, x))


def most_varying(w: Sequence[Fraction]) -> tuple[float, list[float]]:
    """The root r between the two largest weights of sum w / (w - r) = 0, and x = w / (w - r).

    Of k-ary response x is the contrast that varies most, by (g + k - 1) r / (g - 1)^2 of |x|^2.
    """
    weights = [float(weight) for weight in w]
    low, high = sorted(weights)[-2:]
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        below = sum(weight / (weight - middle) for weight in weights) < 0
        low, high = (middle, high) if below else (low, middle)
    return low, [weight / (weight - low) for weight in weights]


HALVINGS = 45
"""Of an interval between two weights a tenth apart or more: to the precision of a double."""


def largest(random: Random) -> Draw | None:
    g = level(random, 40)
    counts = [random.randint(25, 30) for _ in range(2)]
    counts += [random.randint(5, 24) for _ in range(random.randint(1, 3))]
    q = [Fraction(count, sum(counts)) for count in counts]
    w = [1 + (g - 1) * share for share in q]
    second, first = sorted(w)[-2:]
    if first - second < Fraction(1, 10):
        return None
    root, x = most_varying(w)
    most = max(map(abs, x))
    left = least_of_pairs(g, q, [Fraction(entry / most) for entry in x])
    value = (g + len(q) - 1) * Fraction(root) / (g - 1) ** 2
    near = SHORT <= left < Fraction(1, 10**6)
    design = best(privacy(one_number(g, len(q))), rr.EOptimal(text(q)), value)
    return None if near else on_a_side(rounded(design), left)


def three_by_eigenvalue(g: Fraction, q: Sequence[Fraction]) -> tuple[float, float]:
    """Value and spare of contrasts/largest/three, the spare in units of (u + v + t)^2."""
    a, b, c = sorted(1 + (g - 1) * share for share in q)
    u, v, t = a * b, a * c, b * c
    total = u + v + t
    root = sqrt(u * u + v * v + t * t - u * v - u * t - v * t)
    spare = float((g + 2) * u) * (2 * root + float(2 * u - v - t)) - 2 * root * (total + root)
    return float(total + root) / float(g - 1) ** 2, spare / float(total) ** 2


def largest_of_three(random: Random) -> Draw | None:
    """All shares equal, two common ones about equal, or any."""
    g = level(random, 40)
    common = [random.randint(25, 30) for _ in range(2)]
    counts = random.choice(([1, 1, 1], [random.randint(2, 28), *common]))
    even = [Fraction(count, sum(counts)) for count in counts]
    q = random.choice((even, shares(random, 3)))
    value, left = three_by_eigenvalue(g, q)
    near = SHORT <= left < Fraction(1, 10**6) and len(set(q)) > 1
    design = best(privacy(one_number(g, 3)), rr.EOptimal(text(q)), Fraction(value))
    return None if near else on_a_side(rounded(design), Fraction(left))


def never(random: Random) -> Draw | None:
    """All shares or one contrast, below the level that k-ary response needs."""
    k = random.randint(4, 6)
    g, q = level(random, 2), shares(random, k)
    if 2 * g**2 >= (k - 1) * (k - 2):
        return None
    if random.random() < 0.5:
        return beaten(response_draw(g, q)) if spare(g, q) < SHORT else None
    x = [Fraction(random.randint(-5, 5)) for _ in q]
    near = len(set(x)) == 1 or least_of_pairs(g, q, x) >= SHORT
    return None if near else beaten(contrast_draw(g, q, x))


def three(random: Random) -> Draw | None:
    g, q = level(random), shares(random, 3)
    a, b, c = sorted(1 + (g - 1) * share for share in q)
    return response_draw(g, q) if (g + 1) * a * b >= c * (a + b) else None


def skewed(random: Random) -> Draw:
    g = level(random)
    q = (g + 3) / (g + 5) * Fraction(random.randint(1, 40), 40)
    return response_draw(g, [q, (1 - q) / 2, (1 - q) / 2])


def beyond(random: Random) -> Draw | None:
    g = level(random)
    counts = [random.randint(20, 400), random.randint(1, 30), random.randint(1, 30)]
    q = [Fraction(count, sum(counts)) for count in counts]
    a, b, c = (1 + (g - 1) * share for share in q)
    if (g + 1) * b * c > a * (b + c):
        return None
    root = sqrt((g + 2) * b * c) + sqrt(a * (b + c - 1) * (b * b + b * c + c * c))
    value = 2 * Fraction(root**2) / ((g - 1) * (b + c)) ** 2
    return rounded(best(privacy(one_number(g, 3)), rr.AOptimal(text(q)), value))


def factor(random: Random) -> Draw:
    """1 where k-ary response costs less than 8 - 4 sqrt(3) times what is certified, else 0."""
    g = 1 + Fraction(random.randint(1, 1000), 10)
    common = random.choice((random.randint(1, 30), random.randint(200, 2000)))
    counts = [common, random.randint(1, 30), random.randint(1, 30)]
    response = response_draw(g, [Fraction(count, sum(counts)) for count in counts])

    def solve() -> tuple[Fraction, Fraction]:
        within = response.formula < (8 - 4 * Fraction(sqrt(3))) * response.proved()[0]
        return Fraction(int(within)), Fraction(int(within))

    return Draw(response.problem, Fraction(1), solve)


def equal(random: Random) -> Draw | None:
    k, g = random.randint(2, 5), level(random, 5)
    q = [Fraction(1, k)] * k
    return on_a_side(response_draw(g, q), 2 * g * g - (k - 1) * (k - 2))


def least_value(random: Random, most: int = 6) -> tuple[Fraction, int, Fraction]:
    """Level, number of truths, and the value of shares/subset: of all sizes the least.

    Levels are small, where the best size is not that of k-ary response.
    """
    k, g = random.randint(2, most), 1 + Fraction(random.randint(1, 30), 10)
    sizes = [(d * g + k - d) ** 2 / Fraction(d * (k - d)) for d in range(1, k)]
    return g, k, (k - 1) ** 2 * min(sizes) / (k * (g - 1) ** 2)


def subset(random: Random) -> Draw:
    g, k, value = least_value(random)
    return best(privacy(one_number(g, k)), rr.AOptimal(text([Fraction(1, k)] * k)), value)


def halves(random: Random) -> Draw | None:
    """On both sides of the condition: beyond it another table is better."""
    g, q = 1 + Fraction(random.randint(1, 75), 100), shares(random, 4)
    second = sum(share**2 for share in q)
    most = max(8 * share**2 - 4 * share + 1 - 2 * second for share in q)
    wide = ((g + 1) / (g - 1)) ** 2
    differences = [2 * (q[0] + other) - 1 for other in q[1:]]
    root = sum(sqrt(wide - difference**2) for difference in differences)
    design = best(privacy(one_number(g, 4)), rr.AOptimal(text(q)), Fraction(root**2) / 4)
    return on_a_side(rounded(design), 3 - g**2 - (g - 1) ** 2 * most)


def eigenvalue(random: Random) -> Draw:
    g, k, value = least_value(random)
    equal_shares = text([Fraction(1, k)] * k)
    return best(privacy(one_number(g, k)), rr.EOptimal(equal_shares), value / (k - 1))


def worst(random: Random) -> Draw:
    g, k, value = least_value(random)
    return best(privacy(one_number(g, k)), rr.AOptimal("worst", categories=k), value)


def lottery_of_blocks(random: Random) -> Draw:
    """The sum of variances, the largest variance of a contrast, or the volume."""
    g, k, value = least_value(random, 4)
    d = delta(random)
    trace = (1 - d) * (k - 1) ** 2 / value + d * k * (k - 1)
    share = text([Fraction(1, k)] * k)
    asked = random.randint(0, 2)
    if asked == 1:
        goal = rr.EOptimal(share)
        return rounded(best(privacy(one_number(g, k), d), goal, (k - 1) / trace))
    if asked == 2 and d < 1:
        volume = Fraction((k - 1) * log((k - 1) / trace))
        return rounded(best(privacy(one_number(g, k), d), rr.DOptimal(share), volume))
    return best(privacy(one_number(g, k), d), rr.AOptimal(share), (k - 1) ** 2 / trace)


def leaving_out(random: Random) -> Draw | None:
    """A certified table estimates the contrast better than reports that leave one truth out."""
    g, q = level(random), shares(random, random.randint(3, 5))
    y = [Fraction(random.randint(-5, 5)) for _ in q]
    y = [value - sum(y, Fraction(0)) / len(y) for value in y]
    if not any(y):
        return None
    squares = sum(value**2 for value in y)
    weighted = sum(share * value**2 for share, value in zip(q, y, strict=True))
    more = (g + 1) / (g - 1) * ((len(q) - 1) * squares - len(q) * weighted)
    response = contrast_draw(g, q, y)
    return beaten(Draw(response.problem, response.formula + more, response.solve))


def moved_weights(random: Random) -> Draw:
    """Subset selection of three of six truths with weights that are moved, and its variances."""
    g, k = 1 + Fraction(random.randint(1, 40), 100), 6
    moved = Fraction(random.randint(-10, 10), 10)
    chosen = list(combinations(range(k), 3))
    turn = {tuple(sorted((a, b + 2, c + 4))): (-1) ** (a + b + c) for a, b, c in EIGHT}
    weights = [1 + moved * turn.get(block, 0) for block in chosen]
    rows = [
        [weight * (g if j in block else 1) for j in range(k)]
        for weight, block in zip(weights, chosen, strict=True)
    ]
    whole = sum((row[0] for row in rows), Fraction(0))
    table = [[Fraction(entry) / whole for entry in row] for row in rows]
    value = variances_at_equal_shares(table)
    return best(privacy(one_number(g, k)), rr.AOptimal(text([Fraction(1, k)] * k)), value)


EIGHT = list(product((0, 1), repeat=3))


def variances_at_equal_shares(table: Sequence[Sequence[Fraction]]) -> Fraction:
    """The sum of the variances of the best estimates: the trace of an inverse, less 1 / k."""
    k = len(table[0])
    means = [sum(row, Fraction(0)) / k for row in table]
    drawn = [(row, mean) for row, mean in zip(table, means, strict=True) if mean]

    def moment(i: int, j: int) -> Fraction:
        return sum((row[i] * row[j] / mean for row, mean in drawn), Fraction(0))

    information = [[moment(i, j) for j in range(k)] for i in range(k)]
    columns = [solved(information, [Fraction(int(i == u)) for i in range(k)]) for u in range(k)]
    return sum((columns[u][u] for u in range(k)), Fraction(0)) - Fraction(1, k)


def pairs(random: Random) -> Draw:
    """The distance |a - b| of all ordered pairs, or now and then, as it takes a second, of three
    truths (a - b)^2 / b."""
    k, g = random.randint(2, 4), level(random, 5)
    apart = max(Fraction(d * (k - d)) / (d * g + k - d) for d in range(1, k))
    if k == 3 and random.randint(1, 8) == 1:
        entries: Any = list(sp.symbols("a b c", positive=True))
        each = sum(((x - y) ** 2 / y for x in entries for y in entries), sp.Integer(0))
        value = k * apart * (g - 1) ** 2 * (g + 1) / g
        return best(privacy(one_number(g, k)), rr.Custom(each, entries), value)
    orders = permutations(range(1 - k, k, 2))
    gain = rr.Gain([text([Fraction(2 * k * x) for x in order]) for order in orders], [f"1/{k}"] * k)
    return best(privacy(one_number(g, k)), gain, k * apart * 2 * (g - 1))


def information_draw(g: Fraction, k: int, value: float) -> Draw:
    goal = rr.MutualInformation(text([Fraction(1, k)] * k))
    return rounded(best(privacy(one_number(g, k)), goal, Fraction(value)))


def told_by(g: Fraction, k: int, d: int) -> float:
    """The mutual information of reports that are likely by the factor g on d truths."""
    mass = d * g + k - d
    return d * g * log(g) / mass - log(mass / k)


def information(random: Random) -> Draw:
    k, g = random.randint(2, 5), level(random, 5)
    return information_draw(g, k, max(told_by(g, k, d) for d in range(1, k)))


def information_level(k: int, d: int) -> float:
    """Where sets of d and of d + 1 truths say as much, by halving; 1 where sets of d say more."""
    pairs = (k - d) * (k - d - 1) / (d * (d + 1))
    low, high = sqrt(max(pairs, 1)), max(pairs, 1)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        own, more = d * middle + k - d, (d + 1) * middle + k - d - 1
        behind = own * more * log(more / own) < k * middle * log(middle)
        low, high = (middle, high) if behind else (low, middle)
    return low


def information_levels(random: Random) -> Draw:
    """The size is told by the levels alone: the first one whose level g has passed."""
    k, g = random.randint(3, 6), level(random, 2)
    d = next(d for d in range(1, k) if d == k - 1 or g >= information_level(k, d))
    return information_draw(g, k, told_by(g, k, d))
