"""Tables of types with exact weights: every column adds up to one."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.channel.pattern_type import class_means
from rropt.design.curved.class_program import best_weights
from rropt.design.curved.class_table import are_sliced, power_of, weighted_types
from rropt.design.curved.share_classes import ShareClasses
from rropt.design.curved.share_types import ShareTypes

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
