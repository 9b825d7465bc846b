"""The deck, the card, the sample sizes and the estimate of a page, against the definitions.

From reports back to shares, against the definitions.
"""

from __future__ import annotations

import json
import math
import re
from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.cli import main
from rropt.report import facts_of
from rropt.report.field_draws import told_of_cards
from rropt.report.field_use import (
    advice,
    dice_table,
    estimates,
    field_section,
    field_table,
    respondent_card,
)
from rropt.report.html import design_command, page
from tests.field_designs import NAMES, QUESTION, design


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


@pytest.mark.everything
@pytest.mark.parametrize("name", NAMES)
def test_the_scores_that_are_shown_are_unbiased_whatever_the_shares(name: str) -> None:
    """Their means under each truth are one for it and zero for the others, to four digits."""
    table = field_table(design(name))
    assert table is not None
    truths = len(table.truths)
    shown = estimates(table, (F(1, truths),) * truths)
    body = re.search(r"score for.*?<tbody>(.*?)</tbody>", shown).group(1)  # type: ignore[union-attr]
    rows = [re.findall(r"<td>([^<]*)</td>", line) for line in body.split("</tr>")[:-1]]
    assert len(rows) == len(table.reports)
    for j in range(truths):
        for truth in range(truths):
            pairs = zip(rows, table.rows, strict=True)
            mean = sum(float(cells[j]) * float(row[truth]) for cells, row in pairs)
            assert mean == pytest.approx(int(j == truth), abs=3e-4)


def test_sample_sizes_are_those_of_the_variance() -> None:
    """1.96^2 V / margin^2 with Warner's V = 15/16 at gamma 3 and the prevalence 1/4."""
    text = page(design("warner"))
    for margin, n in (("1", "36,014"), ("2", "9,004"), ("3", "4,002"), ("5", "1,441")):
        needed = 1.959963985**2 * 15 / 16 / (float(margin) / 100) ** 2
        assert math.ceil(needed) == int(n.replace(",", ""))
        assert f"<td>{n}</td>" in text
    assert "<td>-0.5</td>" in text and "<td>1.5</td>" in text and "<mn>0.250</mn>" in text


def test_sample_sizes_of_three_truths_hold_for_all_shares_at_once() -> None:
    """k-ary response: the estimates are (r_j - q) / (p - q) of the reported shares r; of normal
    draws with their covariance 95 % have no deviation above that many standard errors."""
    table = rr.Channel.from_rows([["3/5" if i == j else "1/5" for j in range(3)] for i in range(3)])
    planned = (F(1, 2), F(1, 3), F(1, 6))
    told = re.findall(r"<td>([\d,]+)</td>", estimates(table, planned))[1]
    reported = np.array([0.2 + float(share) * 0.4 for share in planned])
    covariance = (np.diag(reported) - np.outer(reported, reported)) / 0.16
    random = np.random.default_rng(1)
    draws = random.multivariate_normal(np.zeros(3), covariance, 400_000)
    errors = np.sqrt(np.diag(covariance))
    many = np.quantile(np.abs(draws / errors).max(axis=1), 0.95)
    needed = (many * errors.max() / 0.02) ** 2
    assert int(told.replace(",", "")) == pytest.approx(needed, rel=0.01)


def test_a_table_that_tells_two_truths_not_apart_has_no_scores() -> None:
    table = rr.Channel.from_rows([["3/4", "3/4", "1/4"], ["1/4", "1/4", "3/4"]])
    assert estimates(table, (F(1, 3),) * 3) == ""


def test_the_worked_example_gives_the_planned_shares() -> None:
    """A thousand expected reports: each share to within what the rounding of counts moves."""
    table = field_table(design("three"))
    assert table is not None
    shown = estimates(table, (F(1, 2), F(1, 3), F(1, 6)))
    assert "<mn>0.16" in shown.split("The share of")[1]
    others = re.findall(r"(0\.\d{3}) for <b>", shown)
    assert [float(x) for x in others] == pytest.approx([1 / 2, 1 / 3], abs=2e-3)


def test_a_mean_has_its_numbers() -> None:
    text = page(rr.optimal(rr.LocalDP("ln(3)"), rr.Mean([0, 1])))
    assert "From reports to the mean" in text and "-0.5 for <b>" in text and "1.5 for <b>" in text
