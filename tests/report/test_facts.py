"""Facts of a report: rivals are tuned to the whole of the privacy that they may use.

What each missing report costs, in the text and in the JSON of a design.

Tables over one denominator that a report shows.
"""

from __future__ import annotations

import json
import math
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
from rropt.cli import main
from rropt.report import facts_of
from rropt.report.facts import DENOMINATORS, deployable_over, is_shown_unasked, missing_reports


@pytest.mark.everything
def test_the_costs_of_holohan_example_1() -> None:
    """2.372 with two answers against 1.3288 with four (design of epsilon 1/2, delta 1/10)."""
    facts = facts_of(optimal(LocalDP("1/2", "1/10"), Variance("1/4"), crosscheck=False))
    found = {line.label: line for line in facts.restrictions}
    assert round(found["two answers"].value, 3) == 2.372
    assert round(found["any number of reports"].value, 4) == 1.3288
    assert round(found["two answers"].efficiency or 0, 3) == round(1.32878 / 2.37241, 3)


@pytest.mark.everything
def test_the_loss_elsewhere_is_that_of_new_designs() -> None:
    """Each line against designs solved for that prevalence."""
    privacy = LocalDP("1/2", "1/10")
    for outputs in (None, 2):
        design = optimal(privacy, Variance("1/10"), outputs, crosscheck=False)
        for line in facts_of(design).elsewhere:
            there = optimal(privacy, Variance(line.prevalence), outputs, crosscheck=False)
            assert math.isclose(line.best, float(there.bound), rel_tol=1e-9)
            assert line.value >= line.best * (1 - 1e-12)


@pytest.mark.everything
@pytest.mark.parametrize(
    "criterion, objective, labels",
    [
        (
            rr.OneSided([1], 1),
            rr.Variance("1/4"),
            ["any number of reports", "two answers", "best over 36", "best over 100"],
        ),
        (
            rr.Privacy([[1, 3], ["3/2", 1]], "1/20"),
            rr.Variance("1/3"),
            [
                *("any number of reports", "three reports", "two answers"),
                *("best over 36", "best over 100"),
            ],
        ),
        (
            rr.MetricDP.path("1/2"),
            rr.AOptimal(["1/2", "3/10", "1/5"]),
            ["best known over 36", "best known over 100"],
        ),
    ],
)
def test_what_restrictions_cost_under_a_matrix(criterion, objective, labels):
    """The same again: a page is drawn anew and compared to the letter."""
    design = rr.optimal(criterion, objective)
    lines = facts_of(design).restrictions
    assert [line.label for line in lines] == [*labels, labels[-1] + "0"]
    assert all(0 < line.efficiency <= 1 + 1e-12 for line in lines)
    again = facts_of(rr.optimal(criterion, objective)).restrictions
    assert again == lines
    if isinstance(objective, rr.Variance):
        card = rr.optimal(criterion, objective, 2)
        (two,) = (line.value for line in lines if line.label == "two answers")
        assert two == pytest.approx(float(card.value))


HALVES = ["1/2", "1/2"]


THREE = rr.ForModel(rr.Logit(["-1/2", "-1"], ["1", "1/2"]), ["0", "1"], HALVES, coefficients=[1])


OTHER = rr.Logit(["-1/2", "-2"], ["0", "1/2"])


GUESSES = [THREE.model, OTHER]


WORST = rr.ForModel(GUESSES, [0, 1], HALVES, coefficients=[3], over="minimax")


@pytest.mark.everything
def test_the_report_says_what_other_tables_cost():
    """604.75 is the issue's number for k-ary response and the A-optimal table at the margin."""
    design = rr.optimal(rr.LocalDP("1/2"), THREE)
    text = str(design)
    assert "coefficient 1 of a logit" in text
    (line,) = [line for line in facts_of(design).rivals if "k_ary" in line.label]
    assert "A-optimal at the marginal prior" in line.label
    assert line.value == pytest.approx(604.755, abs=1e-3)
    assert line.efficiency == pytest.approx(480.13232 / 604.755, abs=1e-6)


@pytest.mark.everything
def test_the_report_says_what_the_table_does_at_other_coefficients():
    design = rr.optimal(rr.LocalDP("1/2"), THREE)
    found = {row.prevalence: row for row in facts_of(design).elsewhere}
    assert list(found) == [
        "slopes 0",
        "slopes halved",
        "slopes doubled",
        "intercepts - 1",
        "intercepts + 1",
    ]
    moved = rr.ForModel(rr.Logit(["-1/2", "-1"], ["2", "1"]), [0, 1], HALVES, coefficients=[1])
    row = found["slopes doubled"]
    assert row.value == pytest.approx(float(moved.worth(design.channel)))
    assert row.best == pytest.approx(float(rr.optimal(rr.LocalDP("1/2"), moved).value), rel=1e-8)
    assert all(row.efficiency <= 1 + 1e-9 for row in found.values())
    assert "if the coefficients are" in str(design)
    several = rr.optimal(rr.LocalDP("1/2"), WORST)
    assert [row.prevalence for row in facts_of(several).elsewhere] == ["guess 1", "guess 2"]


@pytest.mark.everything
def test_probabilities_outside_are_left_out() -> None:
    model = rr.LinearProbability("1/10", "1/2")
    objective = rr.ForModel(model, [0, 1], HALVES, coefficients=[1])
    names = [row.prevalence for row in facts_of(rr.optimal(rr.LocalDP(1), objective)).elsewhere]
    assert "slopes doubled" not in names and "intercepts - 1" not in names
    assert "slopes halved" in names


def told(design):
    return {label: value for label, value, _ in missing_reports(design)}


def test_each_missing_report_of_a_trace_has_a_line():
    """m g / (g + m - 1) at g = 3."""
    found = told(rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(5)))
    expected = {"4 reports": 2, "three reports": 9 / 5, "two reports": 3 / 2}
    assert found == pytest.approx(expected)


def test_a_proportion_with_a_delta_has_two_lines():
    privacy, objective = rr.LocalDP("1/2", "1/10"), rr.Variance("1/4")
    three = rr.optimal(privacy, objective, outputs=3)
    assert told(rr.optimal(privacy, objective)) == {"three reports": float(three.value)}
    assert told(three) == {"three reports": float(three.value)}


def test_no_line_where_no_proof_is_known_or_nothing_is_lost():
    information = rr.optimal(rr.LocalDP("1"), rr.MutualInformation(["1/2", "1/4", "1/4"]))
    assert list(told(information)) == ["two reports"]
    assert told(rr.optimal(rr.LocalDP("1"), rr.Variance("1/4"))) == {}


@pytest.mark.everything
def test_lines_stand_in_the_text_and_in_the_json(capsys):
    words = ["design", "trace", "--categories", "4", "--epsilon", "ln(3)"]
    assert main(words) == 0
    text = capsys.readouterr().out
    assert "three reports" in text and "two reports" in text
    assert main([*words, "--json"]) == 0
    lines = json.loads(capsys.readouterr().out)["facts"]["restrictions"]
    assert [line["value"] for line in lines if line["label"] == "three reports"] == [9 / 5]


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
