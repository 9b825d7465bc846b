"""The problem: its criterion on its truths, and tables too large for a certificate."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.design.problem import Problem, denominator_of, refuse_large_table, resolved
from rropt.exact import InputError


def test_one_number_needs_no_resolving() -> None:
    problem = Problem(rr.LocalDP.from_gamma(3), rr.Trace(4))
    assert resolved(problem) is problem
    assert problem.levels is None and problem.asked is None and problem.truths == 4


def test_a_metric_becomes_its_matrix_and_remembers_the_question() -> None:
    problem = Problem(rr.MetricDP.path("ln(2)"), rr.Guess("1/2,1/4,1/4"))
    found = resolved(problem)
    assert found.levels is not None and found.asked is problem.privacy
    assert found.levels.lo == ((1, 2, 4), (2, 1, 2), (4, 2, 1))


def test_labels_say_which_truths_are_meant() -> None:
    problem = Problem(rr.OneSided(["yes"], "ln(3)"), rr.Variance("1/4"))
    for labels, protected in ((["no", "yes"], 1), (["yes", "no"], 0)):
        levels = resolved(problem, labels).levels
        assert levels.lo[protected][1 - protected] == 3
        assert levels.lo[1 - protected][protected] == float("inf")


def test_numbers_that_are_truths_are_meant_by_themselves() -> None:
    """Of 1, 2 and 3 the first is 1, as in the table; numbers that are equal have places alone."""
    for numbers, place in (([1, 2, 3], 0), ([3, 1, 2], 1), ([5, 5, 1], 1), ([10, 20, 30], 1)):
        found = resolved(Problem(rr.OneSided([1], "ln(3)"), rr.Mean(numbers)))
        assert found.levels is not None
        assert {a for a, _ in found.levels.bound_pairs} == {place}
    design = rr.optimal(rr.OneSided([1], "ln(3)"), rr.Mean([1, 2, 3]))
    first = design.channel.truths.index("1")
    assert all(row[first] <= 3 * min(row) for row in design.channel.rows)


def test_what_was_asked_is_no_part_of_the_question() -> None:
    problem = Problem(rr.LocalDP.from_gamma(3), rr.Trace(4))
    assert problem == Problem(problem.privacy, problem.objective, None, rr.LocalDP(1))
    assert problem.delta == F(0)


def test_the_largest_table_of_a_certificate() -> None:
    refuse_large_table(200, 300)
    with pytest.raises(rr.InputError, match="a table of 201 x 300 entries is too large"):
        refuse_large_table(201, 300)


@pytest.mark.parametrize("text, value", [("2^10", 1024), ("52", 52), (36, 36)])
def test_denominators_as_people_write_them(text, value: int) -> None:
    assert denominator_of(text) == value


@pytest.mark.parametrize("text", ["0", "2^x", "1/2", "2^5000", "many"])
def test_refused_denominators(text: str) -> None:
    with pytest.raises(InputError, match="denominator"):
        denominator_of(text)


def test_a_number_above_the_largest_denominator() -> None:
    with pytest.raises(InputError, match=r"at most 2\^4096"):
        denominator_of(2**5000)
