"""Directions in doubles: the extreme ones, and those under a Renyi budget."""

from __future__ import annotations

from math import exp, log

import numpy as np
import pytest

import rropt as rr
from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.prices.priced_rows import RenyiBudgets, extreme_rows, renyi_budgets
from rropt.crosscheck.symbolic.exact_limits import exact_limits
from rropt.design.problem import Problem, resolved


def test_the_directions_of_one_number_are_two_valued() -> None:
    found = extreme_rows(exact_limits(Problem(rr.LocalDP("ln(3)"), rr.Trace(3))))
    assert len(found.rows) == 2**3 - 2 and found.spent.shape == (6, 0)
    assert set(found.rows.ravel().round(12)) == {1.0, round(1 / 3, 12)}


def test_a_report_of_one_truth_spends_what_it_is_above() -> None:
    found = extreme_rows(exact_limits(Problem(rr.LocalDP("ln(3)", "1/10"), rr.Trace(2))))
    alone = int(np.flatnonzero((found.rows == [1.0, 0.0]).all(axis=1))[0])
    assert sorted(found.spent[alone]) == [0.0, 1.0] and found.most.tolist() == [0.1, 0.1]


def test_a_row_spends_the_divergence_by_hand() -> None:
    """Order 2: p_a (p_a / (e^budget p_b)); order 1: p_a ln(p_a / p_b); in units of 1 + both."""
    ratio = log(2.0)
    for order, spent in ((2.0, (2 / exp(0.5), 0.25 / exp(0.5))), (1.0, (ratio, -ratio / 2))):
        found = RenyiBudgets((order,), (0.5,)).priced(np.array([ratio]))
        row = found.rows[0] / found.rows[0].max()
        assert row.tolist() == pytest.approx([1.0, 0.5])
        assert found.spent[0] / found.rows[0].max() == pytest.approx(spent)


def test_the_order_that_a_table_breaks() -> None:
    """Warner's table at 3/4 has D_a below ln 3, and D_2 = ln(7/3) is a little above 2 * 0.42."""
    warner = np.array([[0.75, 0.25], [0.25, 0.75]])
    assert RenyiBudgets((1.0,), (1.0,), 1.0).broken(warner) is None
    broken = RenyiBudgets((1.0,), (0.42,), 0.42)
    assert broken.broken(warner) is not None and not broken.kept_by(warner)
    more = broken.with_order(2.0)
    assert more.orders == (1.0, 2.0) and more.budgets == (0.42, 0.84)


def test_what_is_not_searched_says_why() -> None:
    asked = resolved(Problem(rr.RenyiDP(2, 1), rr.Trace(3)))
    with pytest.raises(NotPosed, match="two truths"):
        renyi_budgets(asked)
    assert renyi_budgets(Problem(rr.LocalDP(1), rr.Trace(3))) is None
