"""The deck, the card, the sample sizes and the estimate of a page, against the definitions."""

from __future__ import annotations

import json
import math

import pytest

import rropt as rr
from rropt.cli import main
from rropt.report import facts_of
from rropt.report.field_draws import told_of_cards
from rropt.report.field_use import (
    advice,
    dice_table,
    field_section,
    field_table,
    respondent_card,
)
from rropt.report.html import design_command
from tests.field_designs import QUESTION, design


def test_rounded_reports_keep_the_names_of_those_that_they_are_near_to() -> None:
    """The likeliest truth of each report is that of its namesake in the table."""
    found = design("three")
    for table in (field_table(found), dice_table(found)):
        assert table is not None and table is not found.table
        for label, row in zip(found.channel.reports, found.channel.rows, strict=True):
            same = table.rows[table.reports.index(label)]
            assert same.index(max(same)) == row.index(max(row))


@pytest.mark.parametrize(("name", "sure"), [("warner", "75"), ("four", "62.1"), ("soft", "62.3")])
def test_nobody_becomes_surer_than_the_card_says(name: str, sure: str) -> None:
    """By Bayes over all pairs of truths; a report that rules one out is announced by its chance."""
    table = field_table(design(name))
    assert table is not None
    posteriors = [x / (x + y) for row in table.rows if 0 not in row for x in row for y in row]
    assert math.ceil(1000 * max(posteriors)) == 10 * float(sure)
    card = respondent_card(table, QUESTION, told_of_cards(table))
    assert f"{sure} % sure" in card
    assert ("at most 10 %" in card) == (name == "soft")
    assert "smoke &lt;at work&gt;" in card


@pytest.mark.everything
def test_a_classical_device_is_named_where_it_is_best_and_only_there() -> None:
    assert "Use Warner&#x27;s device: it is optimal here" in advice(facts_of(design("warner")))
    assert "Use k-ary response: it is optimal here" in advice(facts_of(design("four")))
    assert advice(facts_of(design("soft"))) == ""


@pytest.mark.everything
@pytest.mark.parametrize("truths", [5, 12, 1000])
def test_k_ary_response_is_named_for_any_number_of_truths(truths: int) -> None:
    """It has the best trace at every level; the best information only at high ones."""
    best = rr.optimal(rr.LocalDP(1), rr.Trace(truths))
    assert "Use k-ary response: it is optimal here" in advice(facts_of(best))


@pytest.mark.everything
def test_k_ary_response_is_not_named_where_it_is_poor() -> None:
    poor = rr.optimal(rr.LocalDP("1/2"), rr.MutualInformation(["1/12"] * 12))
    (line,) = facts_of(poor).rivals
    assert line.label == "k_ary" and 0 < (line.efficiency or 0) < 0.6
    assert advice(facts_of(poor)) == ""


@pytest.mark.everything
@pytest.mark.parametrize("name", ["soft", "warner", "four"])
def test_the_command_makes_the_same_certificate(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = design_command(design(name)).split()
    assert words[0] == "rropt"
    assert main([*words[1:], "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["certificate"] == design(name).certificate.data


def test_a_card_rounds_upwards_to_a_tenth() -> None:
    """e / (1 + e) = 0.731058...: not below."""
    table = rr.optimal(rr.LocalDP(1), rr.Variance("1/4")).channel
    assert "at most 73.2 % sure" in respondent_card(table, None, "")


def test_the_respondents_card_says_what_to_do_in_words() -> None:
    """1/4 and 3/4 are one and three of four cards; whoever draws is told no or yes, not 0 or 1."""
    found = rr.optimal(rr.LocalDP("ln(3)"), rr.Variance("1/4"), truths=["no", "yes"])
    section = field_section(found)
    card = section[section.index('<div class="card">') :]
    assert "Draw one of the 4 cards" in card
    assert "if your true answer is <b>no</b>: cards 1 to 3: <b>no</b>; card 4: <b>yes</b>" in card
    assert "if your true answer is <b>yes</b>: card 1: <b>no</b>; cards 2 to 4: <b>yes</b>" in card
    assert "by its number" not in section
    coded = rr.optimal(
        rr.LocalDP("ln(3)"), rr.Variance("1/4"), truths=["no", "yes"], reports=["0", "1"]
    )
    assert "<b>no</b> as 0, <b>yes</b> as 1" in field_section(coded)
