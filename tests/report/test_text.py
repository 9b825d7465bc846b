"""The text report: what it says, that it fits in 80 columns, and where its numbers come from."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any

import pytest

from rropt import (
    AOptimal,
    Channel,
    COptimal,
    DOptimal,
    EOptimal,
    LocalDP,
    Minimax,
    MutualInformation,
    OneSided,
    Trace,
    Variance,
    Warner,
    optimal,
)
from rropt.report import design_text, facts_of
from rropt.report.text import channel_lines, number, percent, show

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
@pytest.mark.parametrize(("privacy", "objective", "outputs"), EVERY, ids=str)
def test_every_report_fits_in_80_columns(privacy, objective, outputs) -> None:
    design = optimal(privacy, objective, outputs, crosscheck=False)
    shown = design_text(design)
    assert max(map(len, shown.splitlines())) <= 80
    for part in ("optimal design for", privacy.describe(), "value ", "bound ", "gap "):
        assert part in shown


def test_a_deployable_table_says_what_it_wastes() -> None:
    """Six chances at epsilon 1: p = 2/3 against e / (1 + e), about half the efficiency."""
    privacy, objective = LocalDP(1), Variance("1/5")
    shown = design_text(optimal(privacy, objective, outputs=2, denominator=6, crosscheck=False))
    assert "(50.0 % efficient)" in shown
    shown = design_text(optimal(privacy, objective, outputs=2, crosscheck=False))
    assert "efficient)" not in shown


@pytest.mark.everything
def test_no_rival_is_better_than_the_proved_bound() -> None:
    for privacy, objective, outputs in EVERY[:3] + EVERY[16:20]:
        facts = facts_of(optimal(privacy, objective, outputs, crosscheck=False))
        assert facts.rivals and all((line.efficiency or 0) <= 1 + 1e-9 for line in facts.rivals)
        assert all((line.efficiency or 0) <= 1 + 1e-9 for line in facts.restrictions)


WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


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


def test_a_matrix_of_levels_has_no_odds_of_one_number() -> None:
    """What protects one truth is no number, and what is printed says so without one."""
    design = optimal(OneSided(["yes"], 1), Variance("1/4"), truths=["no", "yes"])
    printed = design_text(design, facts_of(design))
    assert "equally likely" not in printed and "protects yes" in printed


@pytest.mark.parametrize("epsilon", ["61/50", "7/100", "31/10"])
@pytest.mark.parametrize(
    "objective",
    [Variance("1/4"), MutualInformation(["1/2", "1/3", "1/6"]), AOptimal(PRIOR)],
)
@pytest.mark.parametrize("total", [None, 100])
def test_no_digit_claims_more_than_is_proved(
    epsilon: str, objective: Any, total: int | None
) -> None:
    """Of ratios, bounds and gaps: the nearest digits were on the wrong side in half of all."""
    design = optimal(LocalDP(epsilon), objective, denominator=total)
    text = design_text(design)
    bound, gap = (
        Fraction(re.search(rf"^{name} +(\S+)", text, re.M)[1]) for name in ("bound", "gap")
    )
    low, high = design.bound.lo, design.bound.hi
    assert bound <= low if objective.is_minimised else bound >= high
    assert abs(float(bound - low)) <= 2e-9 * abs(float(low))
    assert gap >= design.gap.hi
    ratio = re.search(r"every likelihood ratio is at most (\S+)", text)[1]
    assert (
        design.channel.parity() <= Fraction(ratio) <= design.channel.parity() + Fraction(1, 10**7)
    )


@pytest.mark.parametrize(
    ("chance", "shown"),
    [("0", "0.000000"), ("1/1999999", "0.000001"), ("1/2000001", "5.0e-07"), ("1e-40", "1.0e-40")],
)
def test_chances_that_are_not_zero_are_not_shown_as_zero(chance: str, shown: str) -> None:
    rare = Fraction(chance)
    table = Channel.from_rows([["1/3", 1 - rare], ["2/3", rare]])
    assert channel_lines(table)[2].split()[-1] == shown
