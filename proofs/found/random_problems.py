"""Random problems inside the regions of the found statements, with what the formulas say.

Parameters are small fractions, so that the formulas are exact numbers. Best values are written
here from the statements, not from the modules that prove them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import log, prod
from random import Random
from typing import Any

import rropt as rr
from rropt.privacy import Criterion

Level = Fraction | None
Matrix = Sequence[Sequence[Level]]


@dataclass(frozen=True)
class Draw:
    """A problem, the value that a formula gives it, and how to find what is proved of it."""

    problem: str
    formula: Fraction
    solve: Callable[[], tuple[Fraction, Fraction]]

    def proved(self) -> tuple[Fraction, Fraction]:
        return self.solve()


def best(privacy: Criterion, objective: Any, formula: Fraction, **options: Any) -> Draw:
    """A certified optimum between its table's value and its bound, in either order."""

    def solve() -> tuple[Fraction, Fraction]:
        design = rr.optimal(privacy, objective, **options)
        ends = [end for side in (design.value, design.bound) for end in _ends(side)]
        return min(ends), max(ends)

    return Draw(f"{objective!r} under {privacy!r} {options or ''}", formula, solve)


def _ends(value: Any) -> tuple[Fraction, ...]:
    return tuple(value) if isinstance(value, tuple) else (Fraction(value),)


# Parameters


def level(random: Random, most: int = 12) -> Fraction:
    return 1 + Fraction(random.randint(1, 8 * most), random.choice((8, 9, 10)))


def delta(random: Random) -> Fraction:
    return random.choice((Fraction(0), Fraction(random.randint(1, 18), 20)))


def shares(random: Random, k: int, least: int = 1) -> list[Fraction]:
    counts = [random.randint(least, 30) for _ in range(k)]
    return [Fraction(count, sum(counts)) for count in counts]


def text(values: Sequence[Fraction]) -> list[str]:
    return [str(value) for value in values]


def privacy(levels: Matrix, d: Fraction = Fraction(0)) -> Criterion:
    """Levels of pairs, None for no level, and one delta for every pair that has one."""
    rows = [["oo" if g is None else str(g) for g in row] for row in levels]
    if d == 0:
        return rr.Privacy(rows)
    pairs = [
        [str(d) if g is not None and i != j else "0" for j, g in enumerate(row)]
        for i, row in enumerate(levels)
    ]
    return rr.Privacy(rows, pairs)


def one_number(g: Fraction, k: int) -> Matrix:
    return [[Fraction(1) if i == j else g for j in range(k)] for i in range(k)]


def lottery(value: Fraction, whole: int | Fraction, d: Fraction) -> Fraction:
    return d * whole + (1 - d) * value


# How often a guess can be right


def best_set(random: Random) -> Draw:
    k = random.randint(2, 6)
    g, d, q = level(random), delta(random), shares(random, k, least=0 if k > 2 else 1)
    most = sorted(q, reverse=True)
    value = max(g * sum(most[:m]) / (g + m - 1) for m in range(1, k + 1))
    return best(privacy(one_number(g, k), d), rr.Guess(text(q)), lottery(value, 1, d))


def number_with_delta(random: Random) -> Draw:
    k, g, d = random.randint(2, 7), level(random), delta(random)
    return best(privacy(one_number(g, k), d), rr.Trace(k), k * (g + (k - 1) * d) / (g + k - 1))


def solved(matrix: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction]:
    """Gauss in fractions; an IndexError or ZeroDivisionError where there is no one solution."""
    k = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for c in range(k):
        pivot = next(i for i in range(c, k) if rows[i][c])
        rows[c], rows[pivot] = rows[pivot], rows[c]
        rows[c] = [value / rows[c][c] for value in rows[c]]
        for i in range(k):
            if i != c:
                rows[i] = [x - rows[i][c] * y for x, y in zip(rows[i], rows[c], strict=True)]
    return [row[-1] for row in rows]


def shortest(levels: list[list[Fraction]]) -> list[list[Fraction]]:
    """The cheapest products along paths."""
    k = len(levels)
    for c in range(k):
        for i in range(k):
            levels[i] = [min(levels[i][j], levels[i][c] * levels[c][j]) for j in range(k)]
    return levels


def weights(random: Random) -> Draw | None:
    """Any levels, not symmetric; outside of the region nothing is drawn."""
    k, d = random.randint(2, 4), delta(random)
    levels = shortest(
        [[Fraction(1) if i == j else level(random, 5) for j in range(k)] for i in range(k)]
    )
    alike = [[1 / g for g in row] for row in levels]
    q = [Fraction(9, 10) / k + share / 10 for share in shares(random, k)]
    y = solved(alike, q)
    x = solved([list(column) for column in zip(*alike, strict=True)], [Fraction(1)] * k)
    if min(*x, *y) < 0:
        return None
    return best(privacy(levels, d), rr.Guess(text(q)), lottery(sum(y, Fraction(0)), 1, d))


def blocks(random: Random) -> Draw:
    b, s, d, g = random.randint(2, 3), random.randint(1, 2), delta(random), level(random, 3)
    h = 1 + (g * g - 1) * Fraction(random.randint(0, 20), 20)
    k = b * s
    levels = [
        [g if i // s != j // s else h if i != j else Fraction(1) for j in range(k)]
        for i in range(k)
    ]
    value = k / (1 + (s - 1) / h + (k - s) / g)
    return best(privacy(levels, d), rr.Trace(k), lottery(value, k, d))


def along(gaps: Sequence[Fraction]) -> list[list[Fraction]]:
    k = len(gaps) + 1
    return [
        [prod(gaps[min(i, j) : max(i, j)], start=Fraction(1)) for j in range(k)] for i in range(k)
    ]


def on_scale(gaps: Sequence[Fraction]) -> Fraction:
    return 1 + sum(((g - 1) / (g + 1) for g in gaps), Fraction(0))


def scale(random: Random) -> Draw:
    k, d = random.randint(2, 5), delta(random)
    gaps = [level(random, 6) for _ in range(k - 1)]
    return best(privacy(along(gaps), d), rr.Trace(k), lottery(on_scale(gaps), k, d))


def place_map(random: Random) -> Draw:
    wide, high = [level(random, 5)], [level(random, 5) for _ in range(random.randint(1, 2))]
    across, up = along(wide), along(high)
    places = [(i, j) for i in range(len(across)) for j in range(len(up))]
    levels = [[across[i][a] * up[j][b] for a, b in places] for i, j in places]
    return best(privacy(levels), rr.Trace(len(places)), on_scale(wide) * on_scale(high))


def tree(random: Random) -> Draw | None:
    k, d = random.randint(2, 5), delta(random)
    parent = [0, *(random.randrange(i) for i in range(1, k))]
    up = [Fraction(1), *(level(random, 6) for _ in range(1, k))]
    levels = [[Fraction(1)] * k for _ in range(k)]
    for v in range(1, k):
        for j in range(v):
            levels[v][j] = levels[j][v] = levels[parent[v]][j] * up[v]
    ends = [sum(1 / (up[e] + 1) for e in range(1, k) if v in (e, parent[e])) for v in range(k)]
    if max(ends) > 1:
        return None
    return best(privacy(levels, d), rr.Trace(k), lottery(on_scale(up[1:]), k, d))


def star(random: Random) -> Draw:
    n, g = random.randint(2, 5), level(random, 4)
    k = n + 1
    levels = [
        [Fraction(1) if i == j else g if n in (i, j) else g * g for j in range(k)] for i in range(k)
    ]
    return best(privacy(levels), rr.Trace(k), g if g <= n - 1 else 1 + n * (g - 1) / (g + 1))


def protected(random: Random, apart: bool) -> Draw | None:
    s, n, g, d = random.randint(1, 3), random.randint(1, 3), level(random, 4), delta(random)
    if (g >= n) != apart:
        return None
    k = s + n
    levels = [[Fraction(1) if i == j else g if i < s else None for j in range(k)] for i in range(k)]
    value = (s * g + n * (g - 1)) / (g + s - 1) if apart else 1 + n * (1 - 1 / g)
    return best(privacy(levels, d), rr.Trace(k), lottery(value, k, d))


def told_apart(random: Random) -> Draw | None:
    return protected(random, True)


def told_together(random: Random) -> Draw | None:
    return protected(random, False)


# Two truths


def pair_rows(g: Fraction, h: Fraction, d: Fraction, e: Fraction) -> list[list[Fraction]]:
    w = (h * (1 - d) - (1 - e)) / (g * h - 1)
    v = (g * (1 - e) - (1 - d)) / (g * h - 1)
    return [[d, Fraction(0)], [g * w, w], [v, h * v], [Fraction(0), e]]


def gains(random: Random, k: int) -> list[list[Fraction]]:
    return [
        [Fraction(random.randint(0, 12), 4) for _ in range(k)] for _ in range(random.randint(2, 4))
    ]


Rows = Sequence[Sequence[Fraction]]


def worth(rows: Rows, gain: Rows, q: Sequence[Fraction]) -> Fraction:
    """The sum over reports of the best action."""
    return sum((max(expected(action, q, row) for action in gain) for row in rows), Fraction(0))


def expected(
    action: Sequence[Fraction], q: Sequence[Fraction], row: Sequence[Fraction]
) -> Fraction:
    terms = zip(action, q, row, strict=True)
    return sum((value * share * likelihood for value, share, likelihood in terms), Fraction(0))


def gain_problem(gain: Rows, q: Sequence[Fraction]) -> Any:
    return rr.Gain([text(action) for action in gain], text(q))


def pair(random: Random, inside: bool) -> Draw | None:
    """Any gains; outside of the region one delta is replaced."""
    g, h, d, e = level(random), level(random), delta(random), delta(random)
    fits = h * (1 - d) >= 1 - e and g * (1 - e) >= 1 - d
    if fits != inside:
        return None
    levels = [["1", str(g)], [str(h), "1"]]
    criterion = rr.Privacy(levels, [["0", str(d)], [str(e), "0"]])
    d, e = min(d, 1 - (1 - e) / h), min(e, 1 - (1 - d) / g)
    gain, q = gains(random, 2), shares(random, 2)
    return best(criterion, gain_problem(gain, q), worth(pair_rows(g, h, d, e), gain, q))


def pair_universal(random: Random) -> Draw | None:
    return pair(random, True)


def pair_effective(random: Random) -> Draw | None:
    return pair(random, False)


def mangat(random: Random) -> Draw:
    """Its variance at a prevalence; pair_universal has gains."""
    h, p = level(random), shares(random, 2)[1]
    information = (1 - 1 / h) / (1 - p) + (h - 1) ** 2 / h / (1 - p + p * h)
    return best(
        privacy([[Fraction(1), None], [h, Fraction(1)]]), rr.Variance(str(p)), 1 / information
    )


def proportion(random: Random) -> Draw:
    g, d, p = level(random), delta(random), shares(random, 2)[1]
    census = p * (1 - p)
    information = d / census + (1 - d) / (census + g / (g - 1) ** 2)
    return best(privacy(one_number(g, 2), d), rr.Variance(str(p)), 1 / information)


def divergence(random: Random) -> Draw:
    g, h = level(random), level(random)
    levels = [[Fraction(1), g], [h, Fraction(1)]]
    if random.random() < 0.5:
        value = (g - 1) * (h - 1) / (g * h - 1)
        return best(privacy(levels), rr.FDivergence("total-variation"), value)
    return best(privacy(levels), rr.FDivergence("chi-square"), (g - 1) * (h - 1) / h)


# Questions


def sets(k: int) -> list[tuple[int, ...]]:
    return [chosen for size in range(k + 1) for chosen in combinations(range(k), size)]


def asked(g: Fraction, chosen: Sequence[int], k: int) -> list[list[Fraction]]:
    yes = [g / (1 + g) if j in chosen else 1 / (1 + g) for j in range(k)]
    return [yes, [1 - x for x in yes]]


def two_reports(random: Random) -> Draw:
    k, g = random.randint(2, 4), level(random)
    gain, q = gains(random, k), shares(random, k)
    value = max(worth(asked(g, chosen, k), gain, q) for chosen in sets(k))
    return best(privacy(one_number(g, k)), gain_problem(gain, q), value, outputs=2)


def group(random: Random) -> Draw:
    k, g = random.randint(2, 4), level(random)
    q = shares(random, k)
    size = random.randint(1, k - 1)
    contrast = [str(int(j < size)) for j in range(k)]
    p = sum(q[:size], Fraction(0))
    value = p * (1 - p) + g / (g - 1) ** 2
    return best(privacy(one_number(g, k)), rr.COptimal(text(q), contrast), value)


def from_response(random: Random) -> Draw:
    """1 where the library says that the question is a garbling of k-ary response, else 0."""
    k, g = random.randint(2, 5), level(random, 5)
    size = random.randint(1, k - 1)
    limit = 1 + (g - 1) / max(size, k - size)
    h = random.choice((limit, 1 + (limit - 1) * Fraction(random.randint(1, 40), 20)))
    question = asked(h, range(size), k)
    response = [[(g if i == j else 1) / (g + k - 1) for j in range(k)] for i in range(k)]

    def solve() -> tuple[Fraction, Fraction]:
        compared = rr.compare([text(row) for row in question], [text(row) for row in response])
        answer = Fraction(int(compared.garbling is not None))
        return answer, answer

    return Draw(f"{question} from {response}", Fraction(int(h <= limit)), solve)


# All shares at once


def loss(g: Fraction, q: Sequence[Fraction]) -> Fraction:
    k = len(q)
    return ((g + k - 2) ** 2 + k - 1) / (g - 1) ** 2 - sum(share**2 for share in q)


def is_best_response(g: Fraction, q: Sequence[Fraction], slack: Fraction = Fraction(1)) -> bool:
    """The condition of shares/condition, set by set; with slack > 1, whether it nearly holds."""
    k = len(q)
    w = [1 + (g - 1) * share for share in q]
    for chosen in sets(k)[1:]:
        debt = Fraction(len(chosen) - 1) / (g + k - 1)
        parts = [(int(j in chosen) - debt) * w[j] for j in range(k)]
        if slack * sum(parts) ** 2 < sum(part**2 for part in parts):
            return False
    return True


def response_draw(g: Fraction, q: Sequence[Fraction]) -> Draw:
    return best(privacy(one_number(g, len(q))), rr.AOptimal(text(q)), loss(g, q))


def condition(random: Random) -> Draw | None:
    g, q = level(random), shares(random, random.randint(2, 4))
    return response_draw(g, q) if is_best_response(g, q) else None


MARGIN = Fraction(101, 100)
"""Beyond the curve by this much what is gained, of second order, shows in certified digits."""


def necessary(random: Random) -> Draw | None:
    """1 where a certified table is better than k-ary response, else 0."""
    g, q = level(random), shares(random, random.randint(3, 4))
    if is_best_response(g, q, MARGIN):
        return None
    design = response_draw(g, q)

    def solve() -> tuple[Fraction, Fraction]:
        better = Fraction(int(design.proved()[1] < design.formula))
        return better, better

    return Draw(design.problem, Fraction(1), solve)


def three(random: Random) -> Draw | None:
    g, q = level(random), shares(random, 3)
    a, b, c = sorted(1 + (g - 1) * share for share in q)
    return response_draw(g, q) if (g + 1) * a * b >= c * (a + b) else None


def skewed(random: Random) -> Draw:
    g = level(random)
    q = (g + 3) / (g + 5) * Fraction(random.randint(1, 40), 40)
    return response_draw(g, [q, (1 - q) / 2, (1 - q) / 2])


def equal(random: Random) -> Draw | None:
    k, g = random.randint(2, 5), level(random, 5)
    if 2 * g * g < (k - 1) * (k - 2):
        return None
    return response_draw(g, [Fraction(1, k)] * k)


def log_determinant(g: Fraction, q: Sequence[Fraction]) -> Fraction:
    """Of the covariance of k-ary response, whose null vector (1, ..., 1) is filled by 1 / k."""
    k = len(q)
    second = [[[g, Fraction(1)][i != j] for j in range(k)] for i in range(k)]
    columns = [solved(second, [Fraction(int(i == u)) for i in range(k)]) for u in range(k)]
    shares_of = [(1 + (g - 1) * share) * (g + k - 1) for share in q]
    matrix = [
        [
            sum((s * e[i] * e[j] for s, e in zip(shares_of, columns, strict=True)), Fraction(0))
            - q[i] * q[j]
            + Fraction(1, k)
            for j in range(k)
        ]
        for i in range(k)
    ]
    return Fraction(log(determinant(matrix)))


def determinant(matrix: Sequence[Sequence[Fraction]]) -> Fraction:
    if not matrix:
        return Fraction(1)
    (corner, *first), *others = matrix
    reduced = [
        [x - row[0] * y / corner for x, y in zip(row[1:], first, strict=True)] for row in others
    ]
    return corner * determinant(reduced)


ROUNDED = Fraction(1, 10**9)
"""A logarithm in floating point, beside certified ends a few 1e-12 apart."""


def volume(random: Random, k: int, q: list[Fraction] | None = None) -> Draw | None:
    g = level(random, 5)
    q = shares(random, k) if q is None else q
    w = [1 + (g - 1) * share for share in q]
    for chosen in sets(k)[1:]:
        s, high = len(chosen), sum(w[j] for j in chosen)
        if s > 1 and g * (g + k - s) * high < (s * g + k - 1) * (sum(w) - high):
            return None
    exact = best(privacy(one_number(g, k)), rr.DOptimal(text(q)), log_determinant(g, q))

    def solve() -> tuple[Fraction, Fraction]:
        low, high = exact.proved()
        return low - ROUNDED, high + ROUNDED

    return Draw(exact.problem, exact.formula, solve)


def volume_condition(random: Random) -> Draw | None:
    return volume(random, random.randint(2, 4))


def volume_three(random: Random) -> Draw | None:
    return volume(random, 3)


def volume_equal(random: Random) -> Draw | None:
    k = random.randint(2, 5)
    return volume(random, k, [Fraction(1, k)] * k)


# Means of numbers


def mean_of(random: Random, numbers: Sequence[int], g: Fraction, value: Fraction) -> Draw:
    """Numbers with any centre and any distance; the variance is that of -1 to 1, scaled."""
    centre, half = Fraction(random.randint(-20, 20), 4), Fraction(random.randint(1, 20), 8)
    values = [centre + half * number for number in numbers]
    return best(privacy(one_number(g, len(values))), rr.Mean(text(values)), value * half**2)


def mean_of_two(random: Random) -> Draw:
    g = level(random)
    return mean_of(random, (-1, 1), g, 4 * g / (g - 1) ** 2)


def mean_of_three_low(random: Random) -> Draw:
    g = 1 + Fraction(random.randint(4, 40), 20)
    return mean_of(random, (-1, 0, 1), g, (g * g + 14 * g + 1) / (4 * (g - 1) ** 2))


def mean_of_three_high(random: Random) -> Draw:
    g = 3 + level(random) - 1
    return mean_of(random, (-1, 0, 1), g, (5 * g - 2) / (g - 1) ** 2)


FAMILIES: dict[str, Callable[[Random], Draw | None]] = {
    "guess/best-set": best_set,
    "guess/delta": number_with_delta,
    "guess/weights": weights,
    "guess/blocks": blocks,
    "guess/map": place_map,
    "guess/scale": scale,
    "guess/tree": tree,
    "guess/star": star,
    "protected/apart": told_apart,
    "protected/together": told_together,
    "pair/universal": pair_universal,
    "pair/effective": pair_effective,
    "pair/mangat": mangat,
    "pair/proportion": proportion,
    "pair/divergence": divergence,
    "question/two-reports": two_reports,
    "question/group": group,
    "question/from-response": from_response,
    "shares/condition": condition,
    "shares/necessary": necessary,
    "shares/three": three,
    "shares/three/skewed": skewed,
    "shares/equal": equal,
    "determinant/condition": volume_condition,
    "determinant/three": volume_three,
    "determinant/equal": volume_equal,
    "mean/two": mean_of_two,
    "mean/three/low": mean_of_three_low,
    "mean/three/high": mean_of_three_high,
}
