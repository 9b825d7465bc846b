"""Tables over one denominator that a report shows."""

from __future__ import annotations

import rropt as rr
from rropt import (
    AOptimal,
    COptimal,
    DOptimal,
    EOptimal,
    LocalDP,
    Minimax,
    MutualInformation,
    Trace,
    Variance,
    Warner,
    optimal,
)
from rropt.report.deployable_tables import deployable_over
from rropt.report.facts import DENOMINATORS

PRIOR = ["1/2", "1/3", "1/6"]


EVERY = [
    (LocalDP("ln(3)"), Variance("1/4"), None),
    (LocalDP("1/2", "1/10"), Variance("1/4"), None),
    (LocalDP("1/2", "1/10"), Variance("1/4"), 2),
    (LocalDP(1, "2/5"), Variance("1/10"), 2),
    (LocalDP(0), Variance("1/4"), None),
    (LocalDP(0), Variance("1/4"), 2),
    (LocalDP(0, "1/5"), Variance("1/4"), 2),
    (LocalDP(1, 1), Variance("1/4"), None),
    (LocalDP(1, "1/5"), Variance(0), 2),
    (LocalDP("ln(3)"), Warner("1/4"), None),
    (LocalDP(40), Variance("1/4"), None),
    (LocalDP("1/1000"), Trace(3), None),
    (LocalDP("ln(3)"), Trace(1000), None),
    (LocalDP("ln(3)"), Trace(24), None),
    (LocalDP("ln(3)", "1/10"), Trace(3), None),
    (LocalDP(1), MutualInformation([f"{j}/55" for j in range(1, 11)]), None),
    (LocalDP("ln(3)"), AOptimal(PRIOR), None),
    (LocalDP("ln(3)"), DOptimal(PRIOR), None),
    (LocalDP("ln(3)"), EOptimal(PRIOR), None),
    (LocalDP("ln(3)"), COptimal(PRIOR, [1, -1, 0]), None),
    (LocalDP("ln(3)"), Minimax([PRIOR, ["1/3"] * 3]), None),
]


def test_small_denominators_keep_the_privacy() -> None:
    for privacy, objective, outputs in EVERY[:4] + EVERY[14:17]:
        design = optimal(privacy, objective, outputs, crosscheck=False)
        for total in DENOMINATORS:
            table = deployable_over(design, total)
            assert table is not None and privacy.satisfied_by(table)
            assert all((p * total).denominator == 1 for row in table.rows for p in row)


def test_a_table_is_looked_for_once_and_is_the_one_that_would_be_deployed() -> None:
    for privacy, objective, outputs in (EVERY[2], EVERY[0], EVERY[16]):
        design = optimal(privacy, objective, outputs)
        table = deployable_over(design, 12)
        assert deployable_over(design, 12) is table
        deployed = optimal(privacy, objective, outputs, denominator=12)
        assert table is not None
        assert sorted(table.rows) == sorted(deployed.channel.rows)


def test_nothing_is_deployed_where_no_useful_table_is_over_so_few() -> None:
    card = optimal(LocalDP.from_gamma("11/10"), Variance("1/4"), 2)
    assert deployable_over(card, 2) is None
    matrix = optimal(rr.Privacy([[1, "11/10"], [2, 1]]), Variance("1/4"), 2)
    assert deployable_over(matrix, 3) is None
    many = optimal(rr.MetricDP.path(1), rr.Guess(["1/11"] * 11))
    assert deployable_over(many, 1000) is None
