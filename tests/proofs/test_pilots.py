"""What a pilot gains about two truths: joint laws of all reports, and tables by brute force."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from rropt.proofs.found.pilots import EDGE, census, d, g, p, section, warner
from rropt.proofs.settling import settle

STATEMENTS = {claim.id: claim for claim in section}
LEVELS = [(3.0, 0.1), (1.5, 0.3), (8.0, 0.02)]


def numbers(expression, level, delta, prevalence):
    return float(expression.subs({g: level, d: delta, p: prevalence}))


def is_private(yes, no, level, delta):
    pairs = [(yes, no), (no, yes), (1 - yes, 1 - no), (1 - no, 1 - yes)]
    return all(one <= level * other + delta + 1e-12 for one, other in pairs)


def needed(yes, no, prevalence):
    share = (1 - prevalence) * no + prevalence * yes
    return share * (1 - share) / (yes - no) ** 2


@pytest.mark.everything
@pytest.mark.parametrize("level, delta", LEVELS)
@pytest.mark.parametrize("prevalence", [0.01, 0.05, 0.2, 0.5, 0.97])
def test_no_table_of_two_reports_on_a_fine_grid_needs_fewer_people(level, delta, prevalence):
    said = min(
        numbers(warner(p), level, delta, prevalence),
        numbers(census(p), level, delta, prevalence),
        numbers(census(1 - p), level, delta, prevalence),
    )
    grid = np.linspace(0, 1, 201)
    tables = [(x, y) for x, y in product(grid, grid) if abs(x - y) > 1e-9]
    least = min(needed(x, y, prevalence) for x, y in tables if is_private(x, y, level, delta))
    assert said * (1 - 1e-9) <= least <= said * 1.15


@pytest.mark.parametrize("level, delta", LEVELS)
def test_the_edge_is_where_two_tables_need_as_many(level, delta):
    edge = numbers(EDGE, level, delta, 0)
    assert numbers(warner(p), level, delta, edge) == pytest.approx(
        numbers(census(p), level, delta, edge)
    )
    assert needed((level + delta) / (1 + level), (1 - delta) / (1 + level), edge) == pytest.approx(
        needed(delta, 0, edge)
    )


def random_table(random, level, delta, reports):
    """Rows of a lottery of the truth and of likelihoods between 1 and the level."""
    ends = random.dirichlet(np.ones(reports - 2), size=2)
    while True:
        rows = random.uniform(1, level, (reports - 2, 1)) ** np.array([[0, 1]])
        rows = rows * ends[0][:, None]
        rows = rows[:, ::-1] if random.random() < 0.5 else rows
        rows = rows / rows.sum(axis=0) * (1 - delta)
        ratio = rows / rows[:, ::-1]
        if ratio.max() <= level:
            return np.vstack([[delta, 0], rows, [0, delta]])


def information(law, slope):
    return float(np.sum(slope**2 / law))


@pytest.mark.parametrize("seed", range(20))
def test_reports_after_a_pilot_inform_less_than_the_best_fixed_table(seed):
    """The joint law of two reports, the second by a table that the first has chosen."""
    random = np.random.default_rng(seed)
    level, delta, prevalence = random.uniform(1.2, 6), 0.1, random.uniform(0.05, 0.95)
    pilot = random_table(random, level, delta, 4)
    later = [random_table(random, level, delta, 4) for _ in pilot]
    mix = np.array([1 - prevalence, prevalence])
    law, slope = [], []
    for row, table in zip(pilot, later, strict=True):
        chance, rise = row @ mix, row[1] - row[0]
        law.append(chance * (table @ mix))
        slope.append(rise * (table @ mix) + chance * (table[:, 1] - table[:, 0]))
    census_part = prevalence * (1 - prevalence)
    best = delta / census_part + (1 - delta) / (census_part + level / (level - 1) ** 2)
    assert information(np.concatenate(law), np.concatenate(slope)) <= 2 * best * (1 + 1e-12)


def test_the_best_fixed_table_reaches_the_bound():
    level, delta, prevalence = Fraction(3), Fraction(1, 10), Fraction(1, 4)
    share = (1 - delta) / (1 + level)
    rows = [(delta, 0), (level * share, share), (share, level * share), (0, delta)]
    found = sum((b - a) ** 2 / ((1 - prevalence) * a + prevalence * b) for a, b in rows)
    part = prevalence * (1 - prevalence)
    assert found == delta / part + (1 - delta) / (part + level / (level - 1) ** 2)


@pytest.mark.everything
@pytest.mark.parametrize("name", ["pair/regret", "pair/pilot"])
def test_both_statements_are_proved(name):
    record = settle(STATEMENTS[f"found/{name}"])
    assert record["verdict"] == "proved" and record["near"]
