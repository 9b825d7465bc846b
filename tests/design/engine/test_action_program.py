"""The direct program of decisions: refined points, and the exact vertex of their basis."""

from __future__ import annotations

from fractions import Fraction as F

import rropt as rr
from rropt.design.engine.action_program import ActionProgram
from rropt.privacy import Privacy

HALVES = [[F(1, 2), F(0)], [F(0), F(1, 2)]]
TINY = F(1, 10**26)


def _solved(actions, levels):
    program = ActionProgram(actions, levels.bound_forms(0), levels.singles, range(levels.truths))
    program.refine()
    return program


def _guess(prior):
    k = range(len(prior))
    return [[prior[j] if i == j else F(0) for j in k] for i in k]


def test_warner_is_the_best_guess_of_two_and_its_bounds_are_tight() -> None:
    """P = [3 1; 1 3] / 4, worth 3/4; each truth is paid 3/8, and f = 1/8 pays 1/2 at a's own."""
    program = _solved(HALVES, Privacy([[1, 3], [3, 1]]).levels)
    near, exact = program.proposed(), program.exact()
    assert exact.rows == [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]]
    assert exact.prices == [F(3, 8), F(3, 8)]
    assert exact.multipliers == [{(0, 1): F(1, 8)}, {(1, 0): F(1, 8)}]
    assert all(abs(x - y) < TINY for x, y in zip(near.rows[0], exact.rows[0], strict=True))
    assert abs(near.prices[0] - F(3, 8)) < TINY
    assert abs(near.multipliers[0][0, 1] - F(1, 8)) < TINY


def test_a_delta_is_spent() -> None:
    """With delta: (g + delta) / (g + 1) each."""
    program = _solved(HALVES, Privacy([[1, 3], [3, 1]], "1/10").levels)
    assert program.exact().rows[0][0] == F(31, 40)
    assert abs(program.proposed().rows[0][0] - F(31, 40)) < TINY


def test_bounds_that_follow_from_others_are_never_added() -> None:
    """On a path of three truths the outer pair is bound by the product of the two steps."""
    levels = rr.MetricDP.path("ln(2)").on(3).levels
    program = _solved([[F(1, 3), F(0), F(0)], [F(0), F(0), F(1, 3)]], levels)
    assert all(set(program.forms[n].name) != {0, 2} for _, n in program.bounds)
    rows = program.proposed().rows
    assert rows[0][0] <= 4 * rows[0][2] + TINY


def test_an_unprotected_truth_is_told() -> None:
    levels = Privacy([[1, "oo", 2], ["oo", 1, "oo"], [2, "oo", 1]]).levels
    rows = _solved([[F(1, 2), F(0), F(0)], [F(0), F(1, 4), F(1, 4)]], levels).exact().rows
    assert rows == [[F(2, 3), F(0), F(1, 3)], [F(1, 3), F(1), F(2, 3)]]


def test_a_truth_that_may_be_told_alone_has_a_report_of_its_own() -> None:
    levels = rr.UtilityOptimized([0], "ln(3)").on(3).levels
    rows = _solved(_guess([F(1, 2), F(1, 4), F(1, 4)]), levels).exact().rows
    assert len(rows) == 5 and {tuple(map(bool, row)) for row in rows[3:]} == {
        (False, True, False), (False, False, True)
    }  # fmt: skip


def test_entries_far_below_doubles_are_found() -> None:
    """A path of level 10^6: beside 1 the farthest of four truths has 10^-18."""
    levels = Privacy([[10 ** (6 * abs(a - b)) for b in range(4)] for a in range(4)]).levels
    program = _solved(_guess([F(1, 4)] * 4), levels)
    near, exact = program.proposed(), program.exact()
    for row, known in zip(near.rows, exact.rows, strict=True):
        assert all(abs(x - y) < TINY for x, y in zip(row, known, strict=True))
    assert min(map(min, exact.rows)) < F(1, 10**17)


def test_each_entry_is_known_to_its_own_digits() -> None:
    """A path of level 10^6: beside 1 the farthest of eight truths has 10^-42."""
    levels = Privacy([[10 ** (6 * abs(a - b)) for b in range(8)] for a in range(8)]).levels
    forms = levels.bound_forms(0)
    program = ActionProgram(_guess([F(1, 8)] * 8), forms, levels.singles, range(8))
    program.find_bounds()
    wide = program.widened()
    wide.refine()
    for row, known in zip(wide.proposed().rows, wide.exact().rows, strict=True):
        assert all(abs(x - y) < y / 10**20 for x, y in zip(row, known, strict=True))


def test_units_are_one_where_entries_differ_little_or_spend_a_budget() -> None:
    narrow = _solved(HALVES, Privacy([[1, 3], [3, 1]]).levels)
    spending = _solved(HALVES, Privacy([[1, 10**9], [10**9, 1]], "1/10").levels)
    assert narrow.widened() is narrow and spending.widened() is spending
