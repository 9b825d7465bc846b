"""The text report: what it says, that it fits in 80 columns, and where its numbers come from."""

from __future__ import annotations

import math
from fractions import Fraction
from importlib import import_module

import pytest

import rropt as rr
from rropt import (
    AOptimal,
    Channel,
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
from rropt.exact import InputError
from rropt.report import design_text, facts_of
from rropt.report.compared_devices import tuned
from rropt.report.facts import DENOMINATORS
from rropt.report.text import channel_lines, number, percent, show
from rropt.report.worth import efficiency, value_of

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


@pytest.mark.parametrize(("privacy", "objective", "outputs"), EVERY, ids=str)
def test_every_report_fits_in_80_columns(privacy, objective, outputs) -> None:
    design = optimal(privacy, objective, outputs, crosscheck=False)
    shown = design_text(design)
    assert max(map(len, shown.splitlines())) <= 80
    for part in ("optimal design for", privacy.describe(), "value ", "bound ", "gap "):
        assert part in shown


def test_the_costs_of_holohan_example_1() -> None:
    """2.372 with two answers against 1.3288 with four (design of epsilon 1/2, delta 1/10)."""
    facts = facts_of(optimal(LocalDP("1/2", "1/10"), Variance("1/4"), crosscheck=False))
    found = {line.label: line for line in facts.restrictions}
    assert round(found["two answers"].value, 3) == 2.372
    assert round(found["any number of reports"].value, 4) == 1.3288
    assert round(found["two answers"].efficiency or 0, 3) == round(1.32878 / 2.37241, 3)


def test_the_bound_says_what_it_is_about() -> None:
    """holohan/thm-3 is about yes/no cards: four answers do better than 2.372."""
    privacy = LocalDP("1/2", "1/10")
    said = {}
    for name, objective, outputs in (
        ("table", Variance("1/4"), None),
        ("yes/no card", Variance("1/4"), 2),
        ("Warner device", Warner("1/4"), None),
    ):
        said[name] = design_text(optimal(privacy, objective, outputs, crosscheck=False))
    for name, shown in said.items():
        assert f"(proved for every private {name})" in shown


def test_a_deployable_table_says_what_it_wastes() -> None:
    """Six chances at epsilon 1: p = 2/3 against e / (1 + e), about half the efficiency."""
    privacy, objective = LocalDP(1), Variance("1/5")
    shown = design_text(optimal(privacy, objective, outputs=2, denominator=6, crosscheck=False))
    assert "(50.0 % efficient)" in shown
    shown = design_text(optimal(privacy, objective, outputs=2, crosscheck=False))
    assert "efficient)" not in shown


def test_revealing_reports_are_named() -> None:
    facts = facts_of(optimal(LocalDP(1, "2/5"), Variance("1/10"), 2, crosscheck=False))
    assert "report 1 reveals truth 1 for certain (probability 2/5)" in facts.guarantee
    assert not any("at most" in line for line in facts.guarantee)


def test_a_pure_design_names_its_likelihood_ratio() -> None:
    facts = facts_of(optimal(LocalDP("ln(3)"), Trace(3), crosscheck=False))
    assert facts.guarantee[1:] == ("every likelihood ratio is at most 3",)


@pytest.mark.parametrize("delta", ["0", "1/10"])
@pytest.mark.parametrize("truths", [2, 3, 4])
def test_devices_are_tuned_within_the_privacy(delta: str, truths: int) -> None:
    privacy = LocalDP("1/2", delta)
    found = tuned(privacy, truths)
    assert len(found) >= 6
    assert all(privacy.satisfied_by(channel) for channel in found.values())


@pytest.mark.parametrize("delta", ["0", "1/10"])
@pytest.mark.parametrize(("objective", "truths"), [(Variance("1/4"), 2), (Trace(4), 4)])
def test_a_device_that_cannot_be_made_takes_no_report_with_it(
    objective, truths, delta, monkeypatch
) -> None:
    def unmade(gamma, categories):
        raise InputError("kuk does not identify the proportion")

    design = optimal(LocalDP("1e-40", delta), objective, crosscheck=False)
    assert facts_of(design).rivals
    monkeypatch.setattr(import_module("rropt.devices.rivals"), "rivals", unmade)
    assert facts_of(design).rivals == ()
    assert "optimal design" in design_text(design)
    assert design.certificate.check().verdict == "verified"


def test_roots_of_devices_keep_their_digits_at_a_tiny_epsilon() -> None:
    """Warner's variance is 1 / epsilon^2; Kuk's two draws at epsilon / 2 inform half as well."""
    design = optimal(LocalDP("1e-40"), Variance("1/4"), crosscheck=False)
    rivals = {name: line for line in facts_of(design).rivals for name in line.label.split(", ")}
    assert rivals["warner"].value == pytest.approx(1e80, rel=1e-9)
    assert rivals["kuk"].value == pytest.approx(2e80, rel=1e-9)


def test_symmetric_devices_use_delta() -> None:
    """holohan/thm-4: Warner's p = (gamma + delta) / (gamma + 1)."""
    table = tuned(LocalDP("ln(3)", "1/10"), 2)["warner"]
    assert max(table.rows[0]) == (3 + Fraction(1, 10)) / 4


def test_no_rival_is_better_than_the_proved_bound() -> None:
    for privacy, objective, outputs in EVERY[:3] + EVERY[16:20]:
        facts = facts_of(optimal(privacy, objective, outputs, crosscheck=False))
        assert facts.rivals and all((line.efficiency or 0) <= 1 + 1e-9 for line in facts.rivals)
        assert all((line.efficiency or 0) <= 1 + 1e-9 for line in facts.restrictions)


def test_the_loss_elsewhere_is_that_of_new_designs() -> None:
    """Each line against designs solved for that prevalence."""
    privacy = LocalDP("1/2", "1/10")
    for outputs in (None, 2):
        design = optimal(privacy, Variance("1/10"), outputs, crosscheck=False)
        for line in facts_of(design).elsewhere:
            there = optimal(privacy, Variance(line.prevalence), outputs, crosscheck=False)
            assert math.isclose(line.best, float(Fraction(there.bound)), rel_tol=1e-9)
            assert line.value >= line.best * (1 - 1e-12)


def test_small_denominators_keep_the_privacy() -> None:
    from rropt.report.deployable_tables import deployable_over

    for privacy, objective, outputs in EVERY[:4] + EVERY[14:17]:
        design = optimal(privacy, objective, outputs, crosscheck=False)
        for total in DENOMINATORS:
            table = deployable_over(design, total)
            assert table is not None and privacy.satisfied_by(table)
            assert all((p * total).denominator == 1 for row in table.rows for p in row)


WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


def test_scores_of_warners_device_by_hand() -> None:
    """A one-bit table: variance 15/16 of each coordinate; the covariance has rank one."""
    prior = ["3/4", "1/4"]
    assert value_of(Variance("1/4"), WARNER) == 15 / 16
    assert math.isclose(value_of(AOptimal(prior), WARNER), 2 * 15 / 16)
    assert math.isclose(value_of(EOptimal(prior), WARNER), 2 * 15 / 16)
    assert math.isclose(value_of(DOptimal(prior), WARNER), math.log(2 * 15 / 16))
    assert math.isclose(value_of(COptimal(prior, [0, 1]), WARNER), 15 / 16)
    assert value_of(Trace(2), WARNER) == 1.5


@pytest.mark.parametrize(
    "objective", [AOptimal(PRIOR), DOptimal(PRIOR), EOptimal(PRIOR), COptimal(PRIOR, [1, -1, 0])]
)
def test_scores_agree_with_the_certified_value(objective) -> None:
    design = optimal(LocalDP("ln(3)"), objective, crosscheck=False)
    assert math.isclose(value_of(objective, design.channel), float(design.bound), rel_tol=1e-6)


def test_useless_tables_are_infinitely_bad() -> None:
    flat = Channel.from_rows([["1/2"] * 3, ["1/2"] * 3])
    assert value_of(AOptimal(PRIOR), flat) == math.inf
    assert efficiency(AOptimal(PRIOR), math.inf, 1.0) == 0


def test_efficiencies() -> None:
    assert efficiency(Variance("1/4"), 2.0, 1.0) == 0.5
    assert efficiency(Trace(3), 1.0, 2.0) == 0.5
    assert efficiency(DOptimal(PRIOR), 2 * math.log(2), 0.0) == 0.5
    assert efficiency(Trace(3), 1.0, 0.0) is None


def test_numbers_for_a_reader() -> None:
    assert show(math.inf) == "infinite"
    assert show((Fraction(1, 3), Fraction(1, 2))) == "0.3333333333 .. 0.5"
    assert show(Fraction(10**40, 3)) == "3.333333333e+39"
    assert (number(math.inf), percent(None), percent(1.0), percent(0.99999)) == (
        "infinite",
        "-",
        "100.0 %",
        "99.9 %",
    )


def test_wide_tables_are_cut_into_blocks_and_long_ones_shortened() -> None:
    lines = channel_lines(Channel.identity(50))
    assert max(map(len, lines)) <= 80
    assert sum("report \\ truth" in line for line in lines) > 1
    assert any("10 more" in line for line in lines)


@pytest.mark.parametrize(
    "criterion, objective, labels",
    [
        (
            rr.OneSided([1], 1),
            rr.Variance("1/4"),
            ["any number of reports", "two answers", "rounded over 36", "rounded over 100"],
        ),
        (
            rr.Privacy([[1, 3], ["3/2", 1]], "1/20"),
            rr.Variance("1/3"),
            ["any number of reports", "two answers", "rounded over 36", "rounded over 100"],
        ),
        (
            rr.MetricDP.path("1/2"),
            rr.AOptimal(["1/2", "3/10", "1/5"]),
            ["rounded over 36", "rounded over 100"],
        ),
    ],
)
def test_what_restrictions_cost_under_a_matrix(criterion, objective, labels):
    """The same again: a page is drawn anew and compared to the letter."""
    design = rr.optimal(criterion, objective)
    lines = facts_of(design).restrictions
    assert [line.label for line in lines] == [*labels, "rounded over 1000"]
    assert all(0 < line.efficiency <= 1 + 1e-12 for line in lines)
    again = facts_of(rr.optimal(criterion, objective)).restrictions
    assert again == lines
    if isinstance(objective, rr.Variance):
        card = rr.optimal(criterion, objective, 2)
        assert lines[1].value == pytest.approx(float(card.value))
