"""The walk beside all patterns, read one by one."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.design.engine import branched_patterns
from rropt.design.engine.branched_patterns import Array, ShortfallForm


def drawn(truths: int, seed: int) -> tuple[ShortfallForm, Array]:
    """A form of random prices, and how far they fall short of each pattern."""
    rng = np.random.default_rng(seed)
    half = rng.normal(size=(truths, truths))
    shares = rng.dirichlet(np.ones(truths))
    prices = 2 * rng.normal(size=truths) + truths / 2
    low, paid = rng.uniform(0.01, 1.0), rng.normal()
    top = half.T @ half
    short = np.empty(1 << truths)
    for key in range(1 << truths):
        x = np.array([key >> j & 1 for j in range(truths)])
        short[key] = x @ top @ x / (low + shares @ x) - (paid + prices @ x)
    return ShortfallForm.of(top, (low, shares), (paid, prices)), short


@pytest.mark.parametrize("last", [1, 8])
@pytest.mark.parametrize("truths", [1, 6, 8, 10])
def test_the_worst_patterns_are_those_of_all(truths: int, last: int, monkeypatch) -> None:
    monkeypatch.setattr(branched_patterns, "LAST_TRUTHS", last)
    monkeypatch.setattr(branched_patterns, "TOGETHER", 4)
    for seed in range(6):
        form, short = drawn(truths, seed)
        known = np.argsort(-short)[1:3]
        open_ = short.copy()
        open_[known] = -np.inf
        for least, most in [(0.0, 5), (0.0, 1 << truths), (float(np.quantile(short, 0.9)), 20)]:
            keys, found = form.worst(least, most, known)
            expected = [key for key in np.argsort(-open_)[:most] if open_[key] > least]
            assert set(keys) == set(expected)
            assert found == pytest.approx(short[keys])


def test_a_bound_is_above_all_that_begins_so() -> None:
    """Of the patterns that begin with the first truths low or high."""
    form, short = drawn(9, 1)
    branch = form._longer(form._longer(form._root()))
    bounds = form._bounds(branch, 0.5)
    first = [int(j) for j in form.order[:2]]
    place = {int(key): n for n, key in enumerate(branch.keys)}
    for key in range(1 << 9):
        begun = sum(key & 1 << j for j in first)
        bottom = form.low + sum(form.shares[n] for n, j in enumerate(form.order) if key >> j & 1)
        assert (short[key] - 0.5) * bottom <= bounds[place[begun]] + 1e-9


def test_few_of_2_to_the_40_patterns_are_looked_at() -> None:
    """The worst of them is a single truth whose worth is above its price."""
    truths = 40
    shares = np.full(truths, 1 / truths)
    prices = np.full(truths, 5.0)
    prices[7] = 1.0
    form = ShortfallForm.of(np.eye(truths), (1.0, shares), (0.0, prices))
    keys, short = form.worst(-0.5, 3, np.array([0]))
    assert list(keys) == [1 << 7] and short == pytest.approx([1 / (1 + 1 / 40) - 1])
