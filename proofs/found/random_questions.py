"""Random problems about two truths, and questions with two answers about many."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

import rropt as rr

from .random_draw import Draw, best, delta, level, one_number, privacy, sets, shares, text


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


def regret(random: Random) -> Draw:
    """Two reports: Warner's device from the edge on, else the census of a share of delta."""
    g, d, p = level(random), Fraction(random.randint(1, 18), 20), shares(random, 2)[1]
    least, spread = min(p, 1 - p), (g - 1 + 2 * d) ** 2
    value = p * (1 - p) + (g + d) * (1 - d) / spread
    if least < d * (g + d) / spread:
        value = least * (1 - least * d) / d
    return best(privacy(one_number(g, 2), d), rr.Variance(str(p)), value, outputs=2)


def divergence(random: Random) -> Draw:
    g, h = level(random), level(random)
    levels = [[Fraction(1), g], [h, Fraction(1)]]
    if random.random() < 0.5:
        value = (g - 1) * (h - 1) / (g * h - 1)
        return best(privacy(levels), rr.FDivergence("total-variation"), value)
    return best(privacy(levels), rr.FDivergence("chi-square"), (g - 1) * (h - 1) / h)


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
