"""Near misses of predicates: comparisons turned round, also in what is called, and moved cases."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rropt.proofs.goals.mutants import Disturbed, Once, turned


def helper(n):
    return n > 2


def test_each_comparison_is_turned_once():
    variants = turned(lambda n: n > 2 and n != 5)
    assert [v(3) for v in variants] == [False, False]
    assert [v(1) for v in variants] == [True, False]


@pytest.mark.parametrize("name", ["<", "<=", "==", "!=", ">", ">="])
def test_a_turned_comparison_stays_turned_where_it_runs_often(name):
    """Python decides comparisons of small numbers by a shorter way after the first few."""
    predicate = eval(f"lambda n: n {name} 2")
    false = turned(predicate)[0]
    for _ in range(100):
        assert [false(n) for n in (1, 2, 3)] == [not predicate(n) for n in (1, 2, 3)]


def test_nested_and_called_code_is_reached():
    assert not turned(lambda ns: all(n >= 0 for n in ns))[0]([1, 2])
    assert not turned(lambda n: helper(n))[0](3)

    def inner(n):
        return n == 3

    assert not turned(lambda n: inner(n))[0](3)
    assert not turned(Once(lambda: helper(3)))[0]("any case")


def test_membership_and_identity_are_comparisons():
    assert not turned(lambda n: n in (1, 2))[0](1)
    assert not turned(lambda n: n is None)[0](None)


def test_what_compares_nothing_has_no_variant():
    assert turned(lambda n: True) == []
    assert turned(len) == []


def test_the_original_is_left_as_it_was():
    def predicate(n):
        return n < 4

    turned(predicate)
    assert predicate(3) and not predicate(4)


def test_a_case_is_moved_in_one_place():
    seen = []
    for place in range(3):
        Disturbed(lambda c: seen.append(c) or True, place)((1, [Fraction(1, 2), True], "x"))
    assert seen == [
        (2, [Fraction(1, 2), True], "x"),
        (1, [Fraction(9, 14), True], "x"),
        (1, [Fraction(1, 2), True], "x"),
    ]
