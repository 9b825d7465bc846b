"""Random prices under random levels: those that just cover are verified, a hair less is refuted.

Certificate number i is made from the seed i alone, with the table that tells nothing. Prices are
raised until the worst row is paid to the letter: of three truths, rows are where two planes meet,
of all planes r_j = 0 and x.r = g y.r, found here by cross products.
"""

from __future__ import annotations

from fractions import Fraction as F
from itertools import combinations
from random import Random
from typing import Any

import pytest

from rropt.checker import check
from tests.certificates import HEAD, write

UNITS = [[F(i == j) for j in range(3)] for i in range(3)]
PAIRS = [(a, b) for a in range(3) for b in range(3) if a != b]
LEVELS = [F(1), F(5, 4), F(3, 2), F(2), F(3)]
HAIR = F(1, 10**18)

Condition = tuple[list[list[F]], F]
"""Forms a, and what the [a.r]+ of all rows add up to at most."""


def dot(x: Any, y: Any) -> F:
    return sum((a * b for a, b in zip(x, y, strict=True)), F(0))


def drawn_pairs(rng: Random) -> tuple[dict[str, Any], dict[Any, Condition]]:
    """A matrix with "oo", and a delta for some pairs."""
    levels = {pair: rng.choice([*LEVELS, None]) for pair in PAIRS}
    deltas = {p: rng.choice([F(0), F(1, 10), F(1)]) if g else F(0) for p, g in levels.items()}
    gamma = [[F(1) if a == b else levels[a, b] or "oo" for b in range(3)] for a in range(3)]
    delta = [[deltas.get((a, b), F(0)) for b in range(3)] for a in range(3)]
    found = {}
    for (a, b), g in levels.items():
        if g:
            form = [x - g * y for x, y in zip(UNITS[a], UNITS[b], strict=True)]
            found[a, b] = [form], deltas[a, b]
    return {"gamma": gamma, "delta": delta}, found


def drawn_conditions(rng: Random) -> tuple[dict[str, Any], dict[Any, Condition]]:
    """What is said of a truth against some shares, at one level or two."""
    listed, found = [], {}
    for n in range(rng.randint(1, 3)):
        left = rng.randrange(3)
        right = [F(rng.randrange(3), 2) for _ in range(3)]
        right[rng.randrange(3)] += 1
        most = rng.choice([F(0), F(1, 10), F(1)])
        levels = sorted(rng.sample(LEVELS, rng.randint(1, 2)))
        entry = {"left": left, "right": right, "most": most}
        listed.append(entry | {"levels": [[F(2), g] for g in levels]})
        pairs = [zip(UNITS[left], right, strict=True) for _ in levels]
        forms = [[2 * (x - g * y) for x, y in p] for g, p in zip(levels, pairs, strict=True)]
        found[n] = forms, most
    return {"conditions": listed}, found


def rows_where_planes_meet(found: dict[Any, Condition]) -> list[list[F]]:
    """Rows r >= 0 that add up to one and obey what allows no excess."""
    planes = [*UNITS, *(form for forms, _ in found.values() for form in forms)]
    hard = [form for forms, most in found.values() for form in forms if not most]
    rows = []
    for (a, b, c), (x, y, z) in combinations(planes, 2):
        row = [b * z - c * y, c * x - a * z, a * y - b * x]
        if any(row) and (min(row) >= 0 or max(row) <= 0):
            row = [entry / sum(row) for entry in row]
            rows += [row] if all(dot(form, row) <= 0 for form in hard) else []
    return rows


@pytest.mark.everything
@pytest.mark.parametrize("block", range(2))
def test_prices_that_just_cover_are_verified_and_a_hair_less_is_refuted(block: int) -> None:
    for seed in range(40 * block, 40 * (block + 1)):
        rng = Random(f"prices {seed}")
        privacy, found = rng.choice([drawn_pairs, drawn_conditions])(rng)
        prior = [F(1, 2), F(1, 3), F(1, 6)]
        gains = [[F(rng.randrange(-2, 3)) for _ in range(3)] for _ in range(rng.randint(1, 3))]
        actions = [[q * x for q, x in zip(prior, row, strict=True)] for row in gains]
        budgets = {name: rng.choice([F(1, 3), F(1)]) for name, (_, most) in found.items() if most}
        prices = [F(rng.randrange(-4, 9), 3) for _ in range(3)]
        if sum(max(F(0), sum(a)) for forms, most in found.values() if not most for a in forms):
            continue  # the table that tells nothing breaks a hard condition
        slacks = []
        for row in rows_where_planes_meet(found):
            told = [
                z * sum(max(F(0), dot(a, row)) for a in found[n][0]) for n, z in budgets.items()
            ]
            slacks.append(dot(prices, row) + sum(told) - max(dot(x, row) for x in actions))
        raised = [y - min(slacks) for y in prices]
        named = [[*(n if isinstance(n, tuple) else [n]), z] for n, z in budgets.items()]
        field = "condition_prices" if "conditions" in privacy else "pair_prices"
        value = max(map(sum, actions))
        fits = all(sum(max(F(0), sum(a)) for a in forms) <= most for forms, most in found.values())
        for less, verdict in ((F(0), "verified" if fits else "refuted"), (HAIR, "refuted")):
            own = [y - less for y in raised]
            bound = sum(own) + sum(z * found[n][1] for n, z in budgets.items())
            data = HEAD | {
                "kind": "prices",
                "privacy": privacy,
                "truths": 3,
                "utility": {"name": "gain", "prior": prior, "gain": gains},
                "patterns": [[F(1)] * 3],
                "weights": [F(1)],
                "prices": own,
                field: named,
                "value": value,
                "bound": bound,
                "gap": bound - value,
                "cover": {"proof": "extremes"},
            }
            assert check(write(data)).verdict == verdict, (seed, less)
