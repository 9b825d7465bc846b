"""How certificates state levels, prices of pairs and of conditions, and a universal table."""

from __future__ import annotations

from fractions import Fraction as F

import rropt as rr
from rropt.design.levels.universal_table import level_record, priced_pairs, universal_field
from rropt.design.problem import Problem
from rropt.privacy import Privacy


def test_one_number_is_stated_as_one() -> None:
    problem = Problem(rr.LocalDP.from_gamma(3, "1/10"), rr.Guess("1/2,1/2"))
    assert level_record(problem) == {"gamma": "3", "delta": "1/10"}


def test_a_matrix_is_stated_by_its_entries() -> None:
    problem = Problem(Privacy([[1, 3], ["3/2", 1]]), rr.Guess("1/2,1/2"))
    assert level_record(problem)["gamma"] == [["1", "3"], ["3/2", "1"]]


def test_prices_of_conditions_have_one_place() -> None:
    assert priced_pairs([]) == {}
    assert priced_pairs([((2,), F(1, 7))]) == {"condition_prices": [[2, F(1, 7)]]}


def test_only_the_best_table_of_two_truths_is_universal() -> None:
    """a - 3b = 0 and d - (3/2)c = 0 with columns that add up to one: 4/7, 3/7 and 1/7, 6/7."""
    problem = Problem(Privacy([[1, 3], ["3/2", 1]]), rr.Guess("1/2,1/2"))
    best = [(F(3, 7), F(1, 7)), (F(4, 7), F(6, 7))]
    assert universal_field(problem, best) == {"universal": True}
    near = [(F(3, 7), F(1, 7) + F(1, 10**9)), (F(4, 7), F(6, 7) - F(1, 10**9))]
    assert universal_field(problem, near) == {}
