"""Tables over one denominator that a report shows."""

from __future__ import annotations

from fractions import Fraction

import pytest

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
from rropt.report.deployable_tables import deployable_over, is_shown_unasked
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


@pytest.mark.everything
def test_small_denominators_keep_the_privacy() -> None:
    for privacy, objective, outputs in EVERY[:4] + EVERY[14:17]:
        design = optimal(privacy, objective, outputs, crosscheck=False)
        for total in DENOMINATORS:
            found = deployable_over(design, total)
            assert found is not None and privacy.satisfied_by(found.table)
            assert all((p * total).denominator == 1 for row in found.table.rows for p in row)


ASKED = [
    (*EVERY[2], 12),
    (*EVERY[0], 12),
    (*EVERY[16], 12),
    (LocalDP(1), Variance("1/10"), None, 36),
    (LocalDP(2), AOptimal(["1/12"] * 12), None, 36),
    (rr.Privacy([[1, 5], [7, 1]]), Variance("5/6"), None, 10),
    (LocalDP(1), MutualInformation(PRIOR), None, 13),
    (rr.Privacy([[1, 3, 2], [2, 1, 3], [3, 2, 1]], "1/10"), rr.Guess(PRIOR), None, 20),
]


@pytest.mark.everything
@pytest.mark.parametrize(("privacy", "objective", "outputs", "total"), ASKED)
def test_a_table_is_looked_for_once_and_is_the_one_that_would_be_deployed(
    privacy, objective, outputs, total
) -> None:
    design = optimal(privacy, objective, outputs)
    found = deployable_over(design, total)
    assert found is not None and deployable_over(design, total) is found
    deployed = optimal(privacy, objective, outputs, denominator=total)
    shown = float(objective.worth(found.table))
    assert shown == pytest.approx(float(objective.worth(deployed.channel)), rel=1e-12)


@pytest.mark.everything
@pytest.mark.parametrize("total", [36, 1000])
def test_a_table_over_n_is_no_worse_than_k_ary_response_over_n(total: int) -> None:
    """Chances a for the truth and b for each of the eleven others, a + 11 b = N, a at most g b."""
    design = optimal(LocalDP(2), AOptimal(["1/12"] * 12))
    found = deployable_over(design, total)
    high, low = {36: (14, 2), 1000: (395, 55)}[total]
    assert high + 11 * low == total and high < 7.38 * low
    k_ary = rr.Channel.from_rows(
        [[Fraction(high if i == j else low, total) for j in range(12)] for i in range(12)]
    )
    assert found is not None
    reached, own = (float(design.problem.objective.worth(t)) for t in (found.table, k_ary))
    assert reached <= own * (1 + 1e-12)


def test_two_dice_have_as_few_reports_as_the_optimum() -> None:
    design = optimal(LocalDP(1), Variance("1/10"))
    best, few = deployable_over(design, 36), deployable_over(design, 36, 2)
    assert best is not None and few is not None
    assert best.table.shape[0] > 2 == few.table.shape[0]
    value = float(design.problem.objective.worth(few.table))
    assert value == pytest.approx(min(two_report_variances(36)), rel=1e-12)


def two_report_variances(total: int):
    """Of all useful private tables of two reports at epsilon 1 and prevalence 1/10."""
    gamma = Fraction(2718281828, 10**9)
    for a in range(total + 1):
        for b in range(a + 1, total + 1):
            if b <= gamma * a and total - a <= gamma * (total - b):
                rows = [(a, b), (total - a, total - b)]
                parts = [Fraction((y - x) ** 2, 9 * x + y) * 10 / total for x, y in rows]
                yield float(1 / sum(parts))


def test_nothing_is_deployed_where_no_useful_table_is_over_so_few() -> None:
    card = optimal(LocalDP.from_gamma("11/10"), Variance("1/4"), 2)
    assert deployable_over(card, 2) is None
    matrix = optimal(rr.Privacy([[1, "11/10"], [2, 1]]), Variance("1/4"), 2)
    assert deployable_over(matrix, 3) is None


def test_what_takes_seconds_is_not_shown_unasked() -> None:
    many = rr.Problem(rr.MetricDP.path(1), rr.Guess(["1/11"] * 11))
    few = rr.Problem(LocalDP(1), AOptimal(PRIOR))
    assert is_shown_unasked(few) and not is_shown_unasked(rr.Problem(LocalDP(1), Trace(6)))
    assert not is_shown_unasked(rr.Problem(many.privacy.on(11), many.objective))
