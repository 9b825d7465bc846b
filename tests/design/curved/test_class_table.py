"""Tables of types with exact weights: every column adds up to one."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

from rropt.channel.pattern_type import class_means
from rropt.design.curved.class_program import best_weights
from rropt.design.curved.class_table import (
    are_sliced,
    good_types,
    power_of,
    random_types,
    weighted_types,
)
from rropt.design.curved.share_classes import ShareClasses, ShareTypes

SIZES, SHARES, GAMMA = (2, 4), (F(1, 4), F(1, 8)), F(3)


def _columns(table):
    rows = [(w, class_means(high, SIZES, GAMMA)) for high, w in table.items()]
    return [sum(w * row[c] for w, row in rows) for c in range(len(SIZES))]


def _weighted(given):
    types = ShareTypes(SIZES, SHARES, GAMMA, given)
    found = best_weights(types, "a-optimal").shares / types.lengths
    used = [n for n, w in enumerate(found) if w]
    chosen = [tuple(map(int, types.types[n])) for n in used]
    return weighted_types(types, chosen, [float(found[n]) for n in used])


@pytest.mark.parametrize("given", [(), ((0, 1), (1, 0), (1, 1), (1, 2), (2, 0), (0, 4))])
def test_columns_add_up_to_one_exactly(given):
    table = _weighted(given)
    assert _columns(table) == [1, 1]
    assert min(table.values()) > 0


def test_weights_of_given_types_are_short_and_the_rest_is_in_types_of_one_class():
    given = ((0, 1), (1, 0), (1, 1), (1, 2), (2, 0), (0, 4))
    table = _weighted(given)
    ends = {(2, 0), (0, 4)}
    assert ends <= table.keys()
    others = [w for high, w in table.items() if high not in ends]
    assert all(w.denominator <= 2**60 for w in others)
    lacking = 1 - F(sum(w * min(class_means(h, SIZES, GAMMA)) for h, w in table.items()))
    assert lacking < 1


def test_weights_whose_sums_are_a_little_off_are_balanced():
    """2 (1/4) + 1/2 and 1/4 + 3/2 (1/2) are one: weights that are 1e-7 away are no table."""
    types = ShareTypes(SIZES, SHARES, GAMMA, ((1, 0), (0, 1)))
    table = weighted_types(types, [(1, 0), (0, 1)], [0.25 + 1e-7, 0.5 + 1e-7])
    assert _columns(table) == [1, 1]
    assert abs(table[1, 0] - F(1, 4)) + abs(table[0, 1] - F(1, 2)) < F(2, 10**7)


def test_types_that_make_no_table_are_refused():
    """Truths of the first class are named by both: no weights of them have columns of one."""
    types = ShareTypes(SIZES, SHARES, GAMMA, ((1, 0), (2, 0)))
    with pytest.raises(ArithmeticError, match="are not one"):
        weighted_types(types, [(1, 0), (2, 0)], [0.25, 0.25])


def test_slices_come_first_for_a_trace_of_unlike_shares_or_of_many_classes():
    few, many = (ShareClasses.even((3,) * n, (F(1, 3 * n),) * n) for n in (8, 9))
    unlike = ShareClasses((2,), ((F(2, 3), F(1, 3)),), (F(1, 2),))
    assert [are_sliced(c, "a-optimal") for c in (few, many, unlike)] == [False, True, True]
    assert not are_sliced(many, "d-optimal")


def test_the_form_that_is_covered_is_the_square_of_the_tangents_or_they_themselves():
    assert (power_of("a-optimal"), power_of("d-optimal")) == (2, 1)


COLUMN_SIZES, COLUMN_SHARES = (16, 12), (F(1, 40), F(1, 20))


@pytest.mark.everything
@pytest.mark.parametrize("criterion", ["a-optimal", "d-optimal"])
def test_types_found_one_after_the_other_have_the_value_of_all(criterion):
    every = ShareTypes(COLUMN_SIZES, COLUMN_SHARES, F(3))
    few = good_types(every, criterion, random_types(every, 50))
    assert len(few.types) < len(every.types) == 17 * 13 - 2
    found = []
    for types in (every, few):
        weights = best_weights(types, criterion).shares
        theta = weights @ np.hstack([types.apart, _products(types.between)])
        found.append(_plain(theta, types, criterion))
    assert found[1] == pytest.approx(found[0], rel=1e-6)


def _products(rows):
    return np.stack([rows[:, i] * rows[:, j] for i, j in zip(*_upper(rows), strict=True)], axis=1)


def _upper(rows):
    return np.triu_indices(rows.shape[1])


def _plain(theta, types, criterion):
    """The criterion of two classes, whose T is one number."""
    *a, t = theta
    counts = types.multiplicities
    if criterion == "a-optimal":
        return sum(n / x for n, x in zip(counts, a, strict=True)) + 1 / t
    return sum(n * np.log(x) for n, x in zip(counts, a, strict=True)) + np.log(t)
