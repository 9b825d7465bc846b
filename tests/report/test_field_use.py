"""The deck, the card, the sample sizes and the estimate of a page, against the definitions."""

from __future__ import annotations

import html
import json
import math
import re
from fractions import Fraction as F
from functools import cache
from statistics import NormalDist

import pytest

import rropt as rr
from rropt.certified import Design
from rropt.cli import main
from rropt.report import facts_of
from rropt.report.field_draws import deck, spinner, two_dice
from rropt.report.field_estimates import estimates
from rropt.report.field_use import advice, dice_table, field_table, respondent_card
from rropt.report.html import design_command, page

QUESTION = "Do you smoke <at work>?"


@cache
def design(name: str) -> Design:
    asked = {
        "soft": (rr.LocalDP("1/2", "1/10"), rr.Variance("1/4")),
        "warner": (rr.LocalDP("ln(3)"), rr.Variance("1/4")),
        "four": (rr.LocalDP("1/2"), rr.Trace(4)),
        "three": (rr.LocalDP(1), rr.AOptimal(["1/2", "1/3", "1/6"])),
    }
    truths = ["no", "yes"] if name in ("soft", "warner") else None
    return rr.optimal(*asked[name], truths=truths, question=QUESTION)


NAMES = ("soft", "warner", "four", "three")


def read_counts(said: str, table: rr.Channel, pattern: str, places: dict[str, int]) -> None:
    """Each truth's numbers, counted again, are its column of the table."""
    lines = re.findall("<li>(.*?)</li>", said)
    assert len(lines) == len(table.truths)
    for truth, line in enumerate(lines):
        counted = [F(0)] * len(table.reports)
        for first, last, single, report in re.findall(pattern + ": <b>(.*?)</b>", line):
            number = 1 if single else places[last] - places[first] + 1
            counted[table.reports.index(html.unescape(report))] += F(number, len(places))
        assert counted == [row[truth] for row in table.rows]


@pytest.mark.parametrize("name", NAMES)
def test_the_cards_give_a_private_table(name: str) -> None:
    found = design(name)
    table = field_table(found)
    assert table is not None
    assert found.problem.privacy.satisfied_by(table)
    said = deck(table, "")
    total = int(re.search(r"Number (\d+) cards", said).group(1))  # type: ignore[union-attr]
    assert total <= 100
    places = {str(n): n for n in range(1, total + 1)}
    read_counts(said, table, r"(?:cards (\d+) to (\d+)|card (\d+))", places)


@pytest.mark.parametrize("name", NAMES)
def test_the_throws_of_two_dice_give_a_private_table(name: str) -> None:
    found = design(name)
    table = dice_table(found)
    assert table is not None
    assert found.problem.privacy.satisfied_by(table)
    throws = [f"{red}{white}" for red in range(1, 7) for white in range(1, 7)]
    places = {throw: n for n, throw in enumerate(throws)}
    read_counts(two_dice(table, ""), table, r"(?:(\d\d) to (\d\d)|(\d\d))", places)


@pytest.mark.parametrize("name", NAMES)
def test_the_sectors_of_the_spinner_are_the_table(name: str) -> None:
    """From the words of the picture, and from the corners of its paths, in degrees."""
    table = field_table(design(name))
    assert table is not None
    drawn = spinner(table)
    said = html.unescape(re.search('aria-label="([^"]*)"', drawn).group(1))  # type: ignore[union-attr]
    rings = said.split("; ring ")
    assert len(rings) == len(table.truths) + (not rings[0].startswith("ring"))
    for truth, ring in enumerate(rings[-len(table.truths) :]):
        chances = dict.fromkeys(table.reports, 0.0)
        for start, end, report in re.findall(r"([\d.]+) to ([\d.]+) degrees ([^,;]+)", ring):
            chances[report] += (float(end) - float(start)) / 360
        for label, row in zip(table.reports, table.rows, strict=True):
            assert chances[label] == pytest.approx(float(row[truth]), abs=4e-4)
    starts = re.findall(r'class="sector" fill-opacity="[\d.]+" d="M(\S+) (\S+?)A', drawn)
    assert len(starts) == sum(1 for row in table.rows for entry in row if entry)
    x, y = map(float, starts[1])
    turned = math.degrees(math.atan2(x, -y)) % 360
    assert turned == pytest.approx(360 * float(table.rows[0][0]), abs=0.1)


def test_rounded_reports_keep_the_names_of_those_that_they_are_near_to() -> None:
    """The likeliest truth of each report is that of its namesake in the table."""
    found = design("three")
    for table in (field_table(found), dice_table(found)):
        assert table is not None and table is not found.table
        for label, row in zip(found.channel.reports, found.channel.rows, strict=True):
            same = table.rows[table.reports.index(label)]
            assert same.index(max(same)) == row.index(max(row))


@pytest.mark.parametrize(("name", "sure"), [("warner", 75), ("four", 63), ("soft", 63)])
def test_nobody_becomes_surer_than_the_card_says(name: str, sure: int) -> None:
    """By Bayes over all pairs of truths; a report that rules one out is announced by its chance."""
    table = field_table(design(name))
    assert table is not None
    posteriors = [x / (x + y) for row in table.rows if 0 not in row for x in row for y in row]
    assert math.ceil(100 * max(posteriors)) == sure
    card = respondent_card(table, QUESTION)
    assert f"{sure} % sure" in card
    assert ("at most 10 %" in card) == (name == "soft")
    assert "smoke &lt;at work&gt;" in card


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
    """k-ary response: V_j = s_j (1 - s_j) / (p - q)^2, the reported share is s_j = q + p_j (p - q);
    three two-sided margins at once have the normal quantile at 1 - 0.05 / 6."""
    table = rr.Channel.from_rows([["3/5" if i == j else "1/5" for j in range(3)] for i in range(3)])
    planned = (F(1, 2), F(1, 3), F(1, 6))
    worst = max((F(1, 5) + q * F(2, 5)) * (F(4, 5) - q * F(2, 5)) / F(4, 25) for q in planned)
    needed = math.ceil(NormalDist().inv_cdf(1 - 0.05 / 6) ** 2 * float(worst) / 0.02**2)
    assert f"<td>{needed:,}</td>" in estimates(table, planned)


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


def test_a_classical_device_is_named_where_it_is_best_and_only_there() -> None:
    assert "Use Warner&#x27;s device: it is optimal here" in advice(facts_of(design("warner")))
    assert "Use k-ary response: it is optimal here" in advice(facts_of(design("four")))
    assert advice(facts_of(design("soft"))) == ""


@pytest.mark.parametrize("truths", [5, 12, 1000])
def test_k_ary_response_is_named_for_any_number_of_truths(truths: int) -> None:
    """It has the best trace at every level; the best information only at high ones."""
    best = rr.optimal(rr.LocalDP(1), rr.Trace(truths))
    assert "Use k-ary response: it is optimal here" in advice(facts_of(best))


def test_k_ary_response_is_not_named_where_it_is_poor() -> None:
    poor = rr.optimal(rr.LocalDP("1/2"), rr.MutualInformation(["1/12"] * 12))
    (line,) = facts_of(poor).rivals
    assert line.label == "k_ary" and 0 < (line.efficiency or 0) < 0.6
    assert advice(facts_of(poor)) == ""


@pytest.mark.parametrize("name", ["soft", "warner", "four"])
def test_the_command_makes_the_same_certificate(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = design_command(design(name)).split()
    assert words[0] == "rropt"
    assert main([*words[1:], "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["certificate"] == design(name).certificate.data


def test_a_table_that_no_hundred_cards_give_is_left_out() -> None:
    found = rr.optimal(rr.Privacy([["1", "101"], ["oo", "1"]]), rr.Trace(2))
    assert field_table(found) is None
    assert "In the field" not in page(found)
