"""Small deltas and wide levels: decisions on many truths over six kinds of privacy.

Call number i is made from the seed i alone. Every answer is verified, private by arithmetic written
here where privacy is a matrix, and as good as its bound to a billionth; a refusal is an InputError.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

import rropt as rr

WIDE = [2, 3, 5, 50, 1000, 10**6]
DELTAS = ["1e-9", "1e-6", "1/1000", "1/10"]
TIGHT = Fraction(1, 10**9)


def shares(rng: Random, k: int) -> list[Fraction]:
    """1 to k, all alike, or by chance."""
    masses = rng.choice([[*range(1, k + 1)], [1] * k, [rng.randint(1, 100) for _ in range(k)]])
    return [Fraction(mass, sum(masses)) for mass in masses]


def wide_matrix(rng: Random, k: int) -> list[list[Any]]:
    """Levels over six orders of magnitude; a few bind nothing, a few make truths alike."""
    ones = rng.choice([0, 0, 0.02])
    matrix: list[list[Any]] = []
    for a in range(k):
        row = [Fraction(rng.choice(WIDE), rng.choice([1, 2])) for _ in range(k)]
        row = [Fraction(2) if g == 1 and rng.random() > ones else g for g in row]
        matrix.append(["oo" if rng.random() < 0.1 else g for g in row])
        matrix[a][a] = 1
    return matrix


def any_privacy(rng: Random, k: int) -> tuple[Any, int]:
    """A criterion, and on how many truths it is posed."""
    kind = rng.randrange(6)
    if kind == 0:
        return rr.Privacy(wide_matrix(rng, k)), k
    if kind == 1:
        return rr.Privacy(wide_matrix(rng, k), rng.choice(DELTAS)), k
    if kind == 2:
        return rr.LocalDP.from_gamma(rng.choice([2, 100, 1000, 10**6]), rng.choice(DELTAS)), k
    if kind == 3:
        level = rng.choice([2, 3, 10])
        return rr.Privacy([[level ** abs(a - b) for b in range(k)] for a in range(k)]), k
    if kind == 4:
        few = min(k, 4)
        pair = [(rng.choice([2, 3]), rng.choice(DELTAS)), (rng.choice([50, 1000]), 0)]
        return rr.Privacy([[1 if a == b else pair for b in range(few)] for a in range(few)]), few
    few = min(k, 6)
    return rr.PointwiseMaximalLeakage("ln(3/2)", [Fraction(1, few)] * few), few


def any_objective(rng: Random, k: int) -> Any:
    prior = shares(rng, k)
    kind = rng.randrange(4)
    if kind == 0:
        return rr.Trace(k)
    if kind == 1:
        return rr.Guess(prior)
    if kind == 2:
        return rr.Loss([[abs(i - j) for j in range(k)] for i in range(k)], prior)
    actions = range(rng.choice([2, k]))
    return rr.Gain([[rng.randint(0, 9) for _ in range(k)] for _ in actions], prior)


def any_levels(seed: int) -> None:
    """One random call."""
    rng = Random(f"levels {seed}")
    k = rng.choice([4, 8, 12, 16, 24, 32] if seed >= 100 else [4, 6, 8])
    try:
        privacy, k = any_privacy(rng, k)
        objective = any_objective(rng, k)
        design = rr.optimal(privacy, objective)
    except rr.InputError as refusal:
        assert "make all truths alike" in str(refusal), refusal
        return
    assert design.check().verdict == "verified"
    assert design.gap <= TIGHT * max(abs(design.value), abs(design.bound))
    levels = getattr(design.problem.privacy, "levels", None)
    if isinstance(privacy, rr.Privacy) and hasattr(levels, "lo") and not isinstance(levels.lo, int):
        assert_private(design.channel.rows, levels.lo, levels.deltas)


def assert_private(rows: Any, matrix: Any, deltas: Any) -> None:
    """sum_i [p_ia - g_ab p_ib]_+ <= delta_ab for all bound pairs."""
    columns = list(zip(*rows, strict=True))
    assert all(sum(column) == 1 for column in columns)
    for a, first in enumerate(columns):
        for b, second in enumerate(columns):
            if a != b and matrix[a][b] != float("inf"):
                over = (x - matrix[a][b] * y for x, y in zip(first, second, strict=True))
                assert sum(max(x, 0) for x in over) <= deltas[a][b]


@pytest.mark.parametrize("seed", range(12))
def test_small_deltas_and_wide_levels_are_solved(seed: int) -> None:
    any_levels(seed)
