"""Corners of the edge and chains of them: by hand, by search, against the checker's walk."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import combinations, pairwise
from random import Random

import pytest

from rropt.checker import cases_chain
from rropt.checker.corners import corners as walked
from rropt.checker.corners import lines_of
from rropt.design.cards.lower_edge import Level, best_chain, corners

pytestmark = pytest.mark.quick


def levels(seed: int) -> list[Level]:
    """Of pairs and of other forms, that some table obeys."""
    rng = Random(f"edge {seed}")
    found: list[Level] = []
    for _ in range(rng.randint(1, 6)):
        g = F(rng.randint(2, 40), rng.randint(1, 8))
        most = max(F(rng.randint(0, 6), 10), 1 - g)
        found.append(rng.choice([((F(1), -g), most), ((-g, F(1)), most)]))
    return found


def test_one_number_by_hand() -> None:
    three = [((F(1), F(-3)), F(0)), ((F(-3), F(1)), F(0))]
    assert corners(three) == [(0, 0), (F(3, 4), F(1, 4)), (1, 1)]
    soft = [((F(1), F(-3)), F(1, 10)), ((F(-3), F(1)), F(1, 10))]
    assert corners(soft) == [(0, 0), (F(1, 10), 0), (F(31, 40), F(9, 40)), (1, F(9, 10)), (1, 1)]
    assert corners([]) == [(0, 0), (1, 0), (1, 1)]


@pytest.mark.parametrize("seed", range(60))
def test_the_checker_walks_along_the_same_corners(seed: int) -> None:
    given = levels(seed)
    zero = F(0), F(0)
    lines = [line for form, most in given for line in lines_of([zero, tuple(form)], most)]
    assert corners(given) == walked(lines)


@pytest.mark.parametrize("seed", range(20))
def test_no_chain_is_worth_more(seed: int) -> None:
    rng = Random(f"chain {seed}")
    last, steps = rng.randint(1, 6), rng.randint(1, 7)
    worth = {pair: F(rng.randint(-9, 9), 4) for pair in combinations(range(last + 1), 2)}
    value, places = best_chain(worth, last, steps)
    chains = []
    for size in range(min(steps, last)):
        for inner in combinations(range(1, last), size):
            chains.append((0, *inner, last))
    assert value == max(sum(worth[pair] for pair in pairwise(chain)) for chain in chains)
    assert value == sum(worth[pair] for pair in pairwise(places)) and len(places) <= steps + 1
    assert value == cases_chain.best_chain(
        {pair: (x, x) for pair, x in worth.items()}, last, steps, 0
    )
