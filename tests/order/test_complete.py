"""The complete class, frontiers and thresholds."""

from __future__ import annotations

import math
from fractions import Fraction as F
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rropt as rr
from rropt.exact import InputError
from rropt.order import (
    admissible,
    closed_thresholds,
    decompose,
    family_of,
    frontier,
    is_vertex,
    minimal_supports,
    subset_selection,
    threshold,
    vertices,
)

gammas = st.fractions(min_value="7/6", max_value=9, max_denominator=6)
BALANCED = {2: 2, 3: 6, 4: 42}
"""Minimal balanced collections of a k-set, the whole set among them (cooperative game theory)."""


def balanced_by_hand(k):
    """Minimal balanced collections of proper subsets, straight from their definition."""
    subsets = range(1, 2**k - 1)
    found: list[tuple[int, ...]] = []
    for size in range(1, k + 1):
        for family in combinations(subsets, size):
            if not any(set(small) <= set(family) for small in found) and balances(family, k):
                found.append(family)
    return found


def balances(family, k):
    """Are there positive weights that cover each element once? By elimination in fractions."""
    rows = [[F(s >> j & 1) for s in family] + [F(1)] for j in range(k)]
    pivots: list[int] = []
    for column in range(len(family)):
        found = next((i for i in range(len(pivots), k) if rows[i][column]), None)
        if found is None:
            return False
        top = len(pivots)
        rows[top], rows[found] = rows[found], rows[top]
        rows[top] = [x / rows[top][column] for x in rows[top]]
        for i in range(k):
            if i != top:
                rows[i] = [x - rows[i][column] * y for x, y in zip(rows[i], rows[top], strict=True)]
        pivots.append(column)
    consistent = all(not row[-1] for row in rows[len(pivots) :])
    return consistent and all(row[-1] > 0 for row in rows[: len(pivots)])


@pytest.mark.parametrize("k", [2, 3, 4])
def test_supports_are_the_minimal_balanced_collections(k):
    mine = {
        frozenset(sum(bit << j for j, bit in enumerate(pattern)) for pattern in support)
        for support in minimal_supports(k)
    }
    assert mine == {frozenset(family) for family in balanced_by_hand(k)}
    assert len(mine) == BALANCED[k] - 1


@pytest.mark.everything
@pytest.mark.parametrize("gamma", ["3/2", 2, 7])
def test_every_vertex_is_admissible_and_a_vertex(gamma):
    for k in (2, 3, 4):
        found = vertices(k, gamma)
        assert len({frozenset(P.rows) for P in found}) == BALANCED[k] - 1
        for P in found:
            assert admissible(P, gamma).admissible and is_vertex(P, gamma)
    assert not is_vertex(vertices(3, gamma)[0], F(gamma) + 1)


@pytest.mark.everything
@settings(max_examples=15)
@given(gammas, st.lists(st.integers(0, 4), min_size=41, max_size=41).filter(any))
def test_mixtures_are_taken_apart_and_put_together_again(gamma, shares):
    total = sum(shares)
    rows = [
        tuple(F(share, total) * x for x in row)
        for share, P in zip(shares, vertices(4, gamma), strict=True)
        if share
        for row in P.rows
    ]
    mixture = rr.Channel.from_rows(rows).merge_proportional()
    parts = decompose(mixture, gamma)
    assert sum(share for share, _ in parts) == 1
    assert all(share > 0 and is_vertex(P, gamma) for share, P in parts)
    again = rr.Channel.from_rows([[s * x for x in row] for s, P in parts for row in P.rows])
    assert set(again.merge_proportional().rows) == set(mixture.rows)
    assert is_vertex(mixture, gamma) == (len(parts) == 1)


def uniform_member(k, d, gamma):
    """d-subset selection, then a uniformly chosen member of the reported subset: its parity."""
    gamma = F(gamma)
    inside = math.comb(k - 1, d - 1) * gamma
    meeting = math.comb(k - 2, d - 2) * gamma + math.comb(k - 2, d - 1)
    return inside / meeting


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: minimal_supports(6), "from 2 to 5"),
        (lambda: vertices(3, 1), "greater than 1"),
        (lambda: vertices(None, 2), "truths must be a whole number"),
        (lambda: frontier(None), "mechanisms must be a list or a mapping"),
        (lambda: closed_thresholds(1, 1, 3), "truths must be a whole number of at least 2, got 1"),
        (lambda: closed_thresholds(3, 0, 2), "size must be from 1 to 2, got 0"),
        (lambda: subset_selection(3, 1, 0), "gamma must be at least 1, got 0"),
        (lambda: subset_selection(64, 32, 2), "at most 100000 reports"),
        (lambda: decompose([["2/3", "1/3"], ["1/3", "2/3"]], 3), "admissible"),
        (lambda: frontier([]), "empty"),
        (lambda: family_of([["1/2", "1/3"], ["1/2", "2/3"]]), "two values a row"),
        (lambda: family_of([[1, 1]]), "two values a row"),
        (lambda: threshold([[1, 1]], subset_selection(3, 1, 2)), "same truths"),
        (lambda: subset_selection(3, 3, 2), "size must be from 1 to 2"),
        (lambda: family_of(subset_selection(3, 1, 2)).at("1/2"), "at least 1"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, words):
    with pytest.raises(InputError, match=words):
        call()


@pytest.mark.everything
def test_five_truths_have_the_published_number_of_vertices():
    """The minimal balanced collections of five players (Peleg 1965): 1291, whatever their names."""
    supports = minimal_supports(5)
    assert len(supports) == len(set(supports)) == 1291
    assert all(len(support) <= 5 for support in supports)
    named = {frozenset(support) for support in supports}
    shifted = {frozenset((*p[1:], p[0]) for p in support) for support in supports}
    assert named == shifted
