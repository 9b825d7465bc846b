"""Truths that are alike: merged questions, and prices of the classes on their truths."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import pytest

from rropt.design.engine.alike import AlikeTruths
from rropt.privacy import Privacy

pytestmark = pytest.mark.quick

CHAIN = Privacy([[1, 1, 9, 4], [9, 1, 1, 4], [9, 9, 1, 4], [4, 4, 4, 1]]).levels


def _alike(levels):
    return AlikeTruths.of(
        levels.truths, levels.bound_forms(0), levels.bound_forms(1), levels.singles
    )


def test_a_chain_of_bounds_of_one_is_a_class() -> None:
    found = _alike(CHAIN)
    assert found.class_of == (0, 0, 0, 1) and found.classes == 2
    assert found.merged_actions([[F(1), F(2), F(3), F(4)]]) == [[F(6), F(4)]]
    assert found.spread((F(5), F(7))) == (5, 5, 5, 7)
    forms = {form.terms for form in found.merged_forms(CHAIN.bound_forms(0))}
    assert forms == {((0, F(1)), (1, F(-4))), ((1, F(1)), (0, F(-4)))}


def test_without_such_bounds_nothing_is_merged() -> None:
    levels = Privacy([[1, 2], [3, 1]]).levels
    found = _alike(levels)
    assert found.class_of == (0, 1) and not found.trees
    assert found.merged_forms(levels.bound_forms(0)) == levels.bound_forms(0)


def test_a_bound_of_one_with_a_delta_merges_nothing() -> None:
    assert _alike(Privacy([[1, 1], [3, 1]], [[0, "1/10"], [0, 0]]).levels).classes == 2


@pytest.mark.parametrize("seed", range(8))
def test_lifted_prices_cover_and_add_up_to_those_of_the_classes(seed: int) -> None:
    """y_j + f out - g f in >= c_j for each action, and sum y = the largest sums of the classes."""
    rng = Random(seed)
    actions = [[F(rng.randint(-9, 9)) for _ in range(4)] for _ in range(3)]
    found = _alike(CHAIN)
    multipliers, prices = found.lifted(actions, [{}, {}, {}], CHAIN.bound_forms(1))
    forms = {form.name: dict(form.terms) for form in CHAIN.bound_forms(1)}
    for action, f in zip(actions, multipliers, strict=True):
        assert all(x >= 0 for x in f.values())
        for j in range(4):
            paid = sum(x * forms[name].get(j, 0) for name, x in f.items())
            assert prices[j] + paid >= action[j]
    merged = found.merged_actions(actions)
    assert sum(prices) == sum(max(row[c] for row in merged) for c in range(2))
