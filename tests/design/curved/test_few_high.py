"""Lists of types beside all types."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from rropt.design.curved.few_high import (
    MOST_LISTED,
    FewHigh,
    few_that_are_listed,
    types_with_fewer,
)


@pytest.mark.parametrize("sizes", [(1,), (2, 3), (1, 1, 1, 4), (3, 1, 2)])
@pytest.mark.parametrize("few", [2, 3, 5])
def test_every_type_with_fewer_is_listed_once(sizes, few) -> None:
    wanted = [h for h in product(*(range(n + 1) for n in sizes)) if sum(h) < few]
    assert sorted(map(tuple, types_with_fewer(sizes, few).tolist())) == sorted(wanted)


@pytest.mark.parametrize("sizes", [(1,) * 25, (4,) * 20, (100,) * 32, (7, 9)])
def test_as_many_are_listed_as_may_be(sizes) -> None:
    few = few_that_are_listed(sizes)
    assert len(types_with_fewer(sizes, few)) <= MOST_LISTED
    assert few == 12 or len(types_with_fewer(sizes, few + 1)) > MOST_LISTED


def test_types_are_worth_what_forms_say_truth_by_truth() -> None:
    """V with own 2 and 3 and random means, its diagonal 4 and 9, and prices of classes."""
    sizes, rng = (3, 4), np.random.default_rng(6)
    roots, owner = np.sqrt(sizes), np.repeat([0, 1], sizes)
    means = rng.normal(size=(2, 2))
    means = means + means.T
    own = np.array([2.0, 3.0])[owner]
    V = (means / np.outer(roots, roots))[np.ix_(owner, owner)] + np.diag(own)
    V -= np.where(owner[:, None] == owner, (own / np.array(sizes)[owner])[:, None], 0)
    few = FewHigh.of(sizes, roots, np.array([0.2, 0.1]) * roots, 9.0)
    worth = few.worth(means, np.array([4.0, 9.0]))
    spare = few.spare((2.0, np.array([0.5, -0.3]) * roots), worth)
    for (h, i), of_type, left in zip(few.types, worth, spare, strict=True):
        x = np.array([1.0] * h + [0.0] * (3 - h) + [1.0] * i + [0.0] * (4 - i))
        s = 1 + 9 * np.array([0.2, 0.1])[owner] @ x
        charge = s * (2 * s + np.array([0.5, -0.3])[owner] @ x)
        assert of_type == pytest.approx(((V @ x) ** 2).sum())
        assert left == pytest.approx((charge - of_type) / (2 * s**2))
