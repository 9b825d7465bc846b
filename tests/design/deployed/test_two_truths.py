"""Tables over 1/N about two truths, against all lists of whole-number rows."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import pairwise
from random import Random

import pytest

import rropt as rr
from rropt.design.deployed.two_truths import table_of_two_truths
from rropt.design.problem import Problem


def all_tables(total: int, left: tuple[int, int], after: tuple[int, int] = (0, 0)):
    """Every list of rows with columns that add up to what is left, each list once."""
    if left == (0, 0):
        yield []
        return
    for x in range(left[0] + 1):
        for y in range(left[1] + 1):
            if (x, y) > after:
                for more in all_tables(total, (left[0] - x, left[1] - y), (x, y)):
                    yield [(x, y), *more]


Levels = dict[tuple[int, int], tuple[F, F]]
"""g and delta of an ordered pair."""


def is_private(rows, levels: Levels, total: int, alone: tuple[int, ...] = ()) -> bool:
    """Every excess within its delta, where rows of a truth that may be told alone do not count."""
    rows = [row for row in rows if not any(row[1 - truth] == 0 for truth in alone)]
    for (a, b), (g, delta) in levels.items():
        if sum(max(F(0), row[a] - g * row[b]) for row in rows) > delta * total:
            return False
    return True


def both(g: str, delta: str = "0") -> Levels:
    return {(0, 1): (F(g), F(delta)), (1, 0): (F(g), F(delta))}


def tables_of(levels: Levels, total: int, alone: tuple[int, ...] = ()):
    for rows in all_tables(total, (total, total)):
        if is_private(rows, levels, total, alone):
            yield rows


def worth(rows, ratio: F) -> F:
    """sum [r_0 - t r_1]+: one table is made of another when it never has more, whatever t is."""
    return sum((max(F(0), x - ratio * y) for x, y in rows), F(0))


RATIOS = [F(n, 8) for n in range(40)]

UNEQUAL = {(0, 1): (F(3), F(1, 4)), (1, 0): (F(3, 2), F(0))}

CASES = [
    (rr.LocalDP.from_gamma("7/3"), both("7/3"), ()),
    (rr.LocalDP.from_gamma("7/3", "1/5"), both("7/3", "1/5"), ()),
    (rr.Privacy([[1, 3], ["3/2", 1]], [[0, "1/4"], ["0", 0]]), UNEQUAL, ()),
    (rr.Privacy([[1, "oo"], ["3/2", 1]]), {(1, 0): (F(3, 2), F(0))}, ()),
    (rr.UtilityOptimized([1], "ln(2)"), both("2"), (0,)),
    (rr.UtilityOptimized([0], "ln(5/2)"), both("5/2"), (1,)),
]


@pytest.mark.everything
@pytest.mark.parametrize("privacy, levels, alone", CASES)
@pytest.mark.parametrize("total", [3, 4, 5, 6])
def test_every_private_table_over_n_is_made_of_this_one(privacy, levels, alone, total) -> None:
    stated = privacy.on(2) if alone else privacy
    found = table_of_two_truths(Problem(stated, rr.Variance("1/4")), total)
    mine = [(int(x * total), int(y * total)) for x, y in found.rows]
    assert is_private(mine, levels, total, alone)
    most = {t: worth(mine, t) for t in RATIOS}
    count = 0
    for rows in tables_of(levels, total, alone):
        count += 1
        assert all(worth(rows, t) <= most[t] for t in RATIOS), rows
    assert count > 0


@pytest.mark.parametrize("reports", [2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_two_reports_are_the_best_of_all_so_few(seed: int, reports: int) -> None:
    rng = Random(f"few {seed}")
    g, delta = F(rng.randint(15, 40), 10), F(1, rng.randint(3, 8))
    prior, total = F(rng.randint(1, 9), 10), 5
    problem = Problem(rr.LocalDP.from_gamma(g, delta), rr.Variance(prior))
    found = table_of_two_truths(problem, total, reports)

    def information(rows) -> F:
        means = [(1 - prior) * x + prior * y for x, y in rows]
        return sum((F((x - y) ** 2) / m for (x, y), m in zip(rows, means, strict=True)), F(0))

    levels = both(str(g), str(delta))
    most = max(information(rows) for rows in tables_of(levels, total) if len(rows) <= reports)
    assert len(found.rows) <= reports
    assert information([(x * total, y * total) for x, y in found.rows]) == most


def test_neighbours_on_the_hull_bend_and_a_little_less_privacy_is_used_up() -> None:
    """The table keeps its level, and breaks one that is a little stricter."""
    privacy = rr.LocalDP.from_gamma("7/3", "1/5")
    found = table_of_two_truths(Problem(privacy, rr.Variance("1/4")), 36)
    assert all(a * d > b * c for (a, b), (c, d) in pairwise(found.rows))
    rows = [(36 * x, 36 * y) for x, y in found.rows]
    assert is_private(rows, both("7/3", "1/5"), 36)
    used = found.profile(F(7, 3))
    assert used <= F(1, 5)
    assert not is_private(rows, both("7/3", str(used - F(1, 10**9))), 36)


@pytest.mark.parametrize("reports", [None, 2])
@pytest.mark.parametrize("sensitive", [0, 1])
@pytest.mark.parametrize("prior", ["1/2", "1/3", "3/4"])
def test_a_report_of_one_truth_alone_is_not_added_to_others(sensitive, prior, reports) -> None:
    """A guess has one report an action, but a sum with a report that no level binds is bound."""
    low, total = F(prior), 7
    criterion = rr.UtilityOptimized([sensitive], "ln(3)")
    found = rr.optimal(criterion, rr.Guess([low, 1 - low]), denominator=total, outputs=reports)
    assert criterion.on(2).satisfied_by(found.table)
    tables = tables_of(both("3"), total, (1 - sensitive,))
    few = [rows for rows in tables if reports is None or len(rows) <= reports]
    most = max(sum(max(low * x, (1 - low) * y) for x, y in rows) for rows in few)
    assert found.value == most / total


def test_two_reports_of_which_one_is_of_a_truth_alone() -> None:
    """Warner's device of 3/4, where the sum of neighbours on the hull tells 2/3."""
    criterion = rr.UtilityOptimized([0], "ln(3)")
    found = rr.optimal(criterion, rr.Guess(["1/3", "2/3"]), denominator=4, outputs=2)
    assert found.value == F(3, 4) and criterion.on(2).satisfied_by(found.table)
