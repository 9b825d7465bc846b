"""Tables over 1/N about two truths against all tables: a dynamic program over rows."""

from __future__ import annotations

import random
from fractions import Fraction
from math import log

import pytest

import rropt as rr

Level = tuple[Fraction, Fraction]
"""g and delta."""


def best_of_all(rows, worth, excesses, budgets, total: int) -> float:
    """max sum u(n) over all lists of whole-number rows with columns that add up to N.

    What was spent of the budgets is part of the state; a state is left once no row is added.
    """
    empty = (0, 0, *(Fraction(0) for _ in budgets))
    best = {empty: 0.0}
    for row, gain, spent in zip(rows, worth, excesses, strict=True):
        order = sorted(best, key=lambda state: state[0] + state[1])
        waiting = {state: best[state] for state in order}
        while waiting:
            state = min(waiting, key=lambda at: at[0] + at[1])
            value = waiting.pop(state)
            moved = (
                state[0] + row[0],
                state[1] + row[1],
                *(have + more for have, more in zip(state[2:], spent, strict=True)),
            )
            fits = max(moved[:2]) <= total
            fits = fits and all(x <= most for x, most in zip(moved[2:], budgets, strict=True))
            if fits and value + gain > best.get(moved, -1.0):
                best[moved] = waiting[moved] = value + gain
    return max(value for state, value in best.items() if state[:2] == (total, total))


def all_rows(levels: dict[tuple[int, int], list[Level]], total: int):
    """The rows that keep every level without a delta, and what each adds to the others."""
    rows, excesses = [], []
    listed = [(a, b, g, delta) for (a, b), some in levels.items() for g, delta in some]
    for size in range(1, 2 * total + 1):
        for first in range(max(0, size - total), min(size, total) + 1):
            row = (first, size - first)
            over = [max(Fraction(0), row[a] - g * row[b]) for a, b, g, _ in listed]
            pairs = list(zip(over, listed, strict=True))
            if any(x for x, level in pairs if not level[3]):
                continue
            rows.append(row)
            excesses.append(tuple(x for x, level in pairs if level[3]))
    return rows, excesses, [level[3] * total for level in listed if level[3]]


def information(prior: Fraction, row: tuple[int, int], total: int) -> float:
    """About a proportion, of one report."""
    mean = (1 - prior) * row[0] + prior * row[1]
    return float(Fraction((row[1] - row[0]) ** 2) / mean / total) if mean else 0.0


def mutual(prior: Fraction, row: tuple[int, int], total: int) -> float:
    """In nats, of one report."""
    mean = float((1 - prior) * row[0] + prior * row[1])
    parts = zip((1 - prior, prior), row, strict=True)
    return sum(float(q) * x / total * log(x / mean) for q, x in parts if x and q)


def any_levels(rng: random.Random) -> tuple[rr.Criterion, dict[tuple[int, int], list[Level]]]:
    """One number, a matrix, or several levels a pair."""

    def level(delta: Fraction) -> Level:
        return Fraction(rng.randint(11, 80), 10), delta

    kind = rng.choice(["number", "delta", "matrix", "several"])
    if kind in ("number", "delta"):
        delta = Fraction(0) if kind == "number" else Fraction(1, rng.choice([4, 10, 20]))
        g, _ = level(delta)
        both = {(0, 1): [(g, delta)], (1, 0): [(g, delta)]}
        return rr.LocalDP.from_gamma(g, delta), both
    if kind == "matrix":
        pairs = {(0, 1): [level(Fraction(0))], (1, 0): [level(Fraction(0))]}
        return rr.Privacy([[1, pairs[0, 1][0][0]], [pairs[1, 0][0][0], 1]]), pairs
    several: dict[tuple[int, int], list[Level]] = {}
    for pair in ((0, 1), (1, 0)):
        low, high = sorted(level(Fraction(0))[0] for _ in range(2))
        several[pair] = [(low, Fraction(1, 4)), (high + 1, Fraction(1, 20))]
    listed = [[1, several[0, 1]], [several[1, 0], 1]]
    return rr.Privacy(listed), several


def against_all_tables(seed: int) -> None:
    """The value over 1/N is that of the best of all tables, and the table keeps its privacy."""
    rng = random.Random(seed)
    privacy, levels = any_levels(rng)
    total = rng.randint(3, 7 if len(levels[0, 1]) > 1 else 10)
    prior = Fraction(rng.randint(1, 11), 12)
    rows, excesses, budgets = all_rows(levels, total)
    about = rng.choice(["variance", "a-optimal", "information"])
    gain = mutual if about == "information" else information
    best = best_of_all(rows, [gain(prior, row, total) for row in rows], excesses, budgets, total)
    if best < 1e-12:
        return
    objective = {
        "variance": rr.Variance(prior),
        "a-optimal": rr.AOptimal([1 - prior, prior]),
        "information": rr.MutualInformation([1 - prior, prior]),
    }[about]
    design = rr.optimal(privacy, objective, denominator=total)
    reached = sum(gain(prior, tuple(x * total for x in row), total) for row in design.channel.rows)
    assert reached == pytest.approx(best, rel=1e-9), (about, prior, total, levels, design.notes)
    assert any("best of all, whatever the objective" in note for note in design.notes)
    listed = [(a, b, g, delta) for (a, b), some in levels.items() for g, delta in some]
    for a, b, g, delta in listed:
        assert sum(max(0, row[a] - g * row[b]) for row in design.channel.rows) <= delta


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(12))
def test_denominators_by_brute_force(seed: int) -> None:
    against_all_tables(seed)
