"""Tables at levels, and what a truth without a share answers: private, unbiased, below the worst
variance.
"""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.closed.derived.group_system import starts
from rropt.closed.derived.group_table import GroupTable, completion

NUMBERS = (-1, 0, 1)


def at(level: F) -> GroupTable:
    system, start = next(starts(NUMBERS, 1, level))
    return GroupTable(system, (0, 1, 2), (), [(level, start)])


def test_a_table_seems_optimal_where_it_is_and_not_beyond() -> None:
    """The formulas of three numbers change at gamma = 3."""
    low = at(F(2))
    high = at(F(4))
    assert low.seems_optimal(F(5, 2)) and not low.seems_optimal(F(7, 2))
    assert high.seems_optimal(F(7, 2)) and not high.seems_optimal(F(5, 2))


def test_the_nearest_sample_is_the_start() -> None:
    low = at(F(2))
    both = GroupTable(low.system, low.active, (), [*low.samples, (F(5, 2), low.samples[0][1])])
    assert both.distance(F(12, 5)) == F(1, 10) and both.table == low.table


LEVEL = F(11, 2)
H = float(LEVEL) - 1
FIVE = (-2, -1, 0, 1, 2)
UNIT = 2
ACTIVE = (0, 2, 4)


@pytest.fixture(scope="module")
def known():
    return next(starts([FIVE[j] for j in ACTIVE], UNIT, LEVEL))


@pytest.mark.parametrize("truth", [1, 3])
def test_its_likelihoods_are_a_column_with_its_mean(known, truth: int) -> None:
    system, start = known
    x = system.unknowns(start)
    number = FIVE[truth] / UNIT
    part = completion(truth, FIVE[truth], UNIT, H, x)
    assert part is not None
    rises = part.likelihoods(H, x)
    likelihoods = [1 + H * r if isinstance(r, int) else r for r in rises]
    assert [isinstance(r, int) for r in rises].count(False) == 2
    assert min(likelihoods) >= 1 and max(likelihoods) <= 1 + H + 1e-9
    rows = list(zip(x.weights, x.reports, likelihoods, strict=True))
    assert sum(w * r for w, _, r in rows) == pytest.approx(1)
    assert sum(w * u * r for w, u, r in rows) == pytest.approx(H * number)
    second = sum(w * u * u * r for w, u, r in rows)
    assert second <= (H * number) ** 2 + x.value
    assert min(part.conditions(H, x)) > 0


def test_the_last_condition_is_what_the_variance_is_below_the_worst(known) -> None:
    system, start = known
    x = system.unknowns(start)
    part = completion(1, FIVE[1], UNIT, H, x)
    rises = [1 + H * r if isinstance(r, int) else r for r in part.likelihoods(H, x)]
    second = sum(w * u * u * r for w, u, r in zip(x.weights, x.reports, rises, strict=True))
    spread, *_, last = part.conditions(H, x)
    room = (H * FIVE[1] / UNIT) ** 2 + x.value - second
    assert last == pytest.approx(UNIT**2 * spread * room)


def test_a_table_says_what_all_truths_answer(known) -> None:
    system, start = known
    x = system.unknowns(start)
    parts = tuple(completion(n, FIVE[n], UNIT, H, x) for n in (1, 3))
    rows = GroupTable(system, ACTIVE, parts, [(LEVEL, start)]).rows(H, x)
    assert all(set(row) == set(range(5)) for row in rows)
    assert [tuple(row[n] for n in ACTIVE) for row in rows] == list(system.support)


def test_a_number_that_no_report_reaches_has_none(known) -> None:
    system, start = known
    assert completion(1, 200, UNIT, H, system.unknowns(start)) is None
