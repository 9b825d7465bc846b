"""Forms that are rounded down: below, by a few steps, and short."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rropt.checker.class_forms import ClassForm, information
from rropt.checker.short_forms import information_below, lowered, rounded_down
from rropt.checker.verdict import Refuted
from tests.checker.test_class_forms import class_row, written

fine = st.fractions(-3, 3, max_denominator=10**6)


@given(st.lists(fine, min_size=5, max_size=5), st.integers(1, 3), st.integers(1, 3))
def test_rounded_down_is_below_by_a_few_steps(entries, n, m) -> None:
    """Less by a form, and by no step more than is said: h = 2^-256, and 2 h on the diagonal."""
    own = [entries[0] if n > 1 else F(0), entries[1] if m > 1 else F(0)]
    a, b, c = entries[2:]
    form = ClassForm([n, m], own, [[a, b], [b, c]])
    low = rounded_down(form)
    step = F(1, 2**256)
    less = [x - y for x, y in zip(own, low.own, strict=True)]
    assert all(0 <= x < step for x in less)
    cut = [[form.means[c][d] - low.means[c][d] for d in range(2)] for c in range(2)]
    assert 2 * step <= min(cut[0][0], cut[1][1]) and max(cut[0][0], cut[1][1]) < 3 * step
    assert 0 <= cut[0][1] == cut[1][0] < step
    assert all((x * 2**256).denominator == 1 for x in [*low.own, *low.means[0], *low.means[1]])
    ClassForm([n, m], less, cut).need_semidefinite("it is not below")


@pytest.mark.everything
@given(st.lists(fine, min_size=9, max_size=9))
def test_the_inverse_of_what_is_rounded_down_is_a_little_above(entries) -> None:
    """Of A'A + I, by fractions: what is above is a form, of a few hundred steps."""
    A = [entries[3 * c : 3 * c + 3] for c in range(3)]
    square = [[sum(row[c] * row[d] for row in A) + (c == d) for d in range(3)] for c in range(3)]
    form = ClassForm([1, 2, 3], [F(0), F(1, 3), F(2, 7)], square)
    above, exact = rounded_down(form).inverse(), form.inverse()
    more = [
        [x - y for x, y in zip(*rows, strict=True)]
        for rows in zip(above.means, exact.means, strict=True)
    ]
    own = [x - y for x, y in zip(above.own, exact.own, strict=True)]
    ClassForm([1, 2, 3], own, more).need_semidefinite("it is not above")
    assert max(abs(x) for row in more for x in row) < F(10**6, 2**256)


STEP = F(1, 2**256)


@pytest.mark.parametrize(
    ("corner", "is_seen"),
    [(F(1, 4) + STEP, True), (F(1, 4), False), (F(1, 4) - STEP, False)],
)
def test_what_an_elimination_leaves_is_lowered_by_a_step(corner: F, is_seen: bool) -> None:
    """Of (1, 1/2; 1/2, x) x - 1/4 is left, less a step: zero is semidefinite, less is not."""
    half = F(1, 2)
    form = lowered(ClassForm([1, 1], [F(0), F(0)], [[F(1), half], [half, corner]]), 0)
    if is_seen:
        form.need_semidefinite("")
    else:
        with pytest.raises(Refuted):
            form.need_semidefinite("")
    assert not form.is_definite()


def test_entries_that_grow_are_refused() -> None:
    """Beside a pivot of a step an elimination would make numbers twice as long each time."""
    means = [[STEP, F(1), F(1)], [F(1), F(1), F(1)], [F(1), F(1), F(1)]]
    with pytest.raises(Refuted, match="a large entry"):
        lowered(ClassForm([1] * 3, [F(0)] * 3, means), 0).is_definite()


@given(st.lists(st.lists(st.integers(0, 5), min_size=3, max_size=3), min_size=1, max_size=3))
def test_information_below_is_the_sum_of_rows_that_are_rounded(rows) -> None:
    prior, sizes = [F(1, 7), F(5, 7)], [2, 1]
    expected = [[F(0)] * 3 for _ in range(3)]
    for row in filter(any, rows):
        alone = written(rounded_down(information([class_row(row)], 3, prior, sizes)))
        expected = [[expected[i][j] + alone[i][j] for j in range(3)] for i in range(3)]
    found = information_below([class_row(row) for row in rows], 3, prior, sizes)
    assert written(found) == expected


@pytest.mark.parametrize("place", range(3))
def test_a_large_entry_is_not_rounded(place: int) -> None:
    large = F(2**80)
    for size, is_refused in ((large, True), (-large, True), (large - 1, False), (1 - large, False)):
        entries = [F(1)] * 3
        entries[place] = size
        own, a, b = entries
        form = ClassForm([2, 1], [own, F(0)], [[a, b], [b, F(1)]])
        if is_refused:
            with pytest.raises(Refuted):
                lowered(form, 0)
        else:
            low = lowered(form, 0)
            assert (low.own, low.means) == (form.own, form.means)
