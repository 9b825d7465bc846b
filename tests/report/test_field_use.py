"""The deck, the card, the sample sizes and the estimate of a page, against the definitions."""

from __future__ import annotations

import html
import json
import math
import re
from fractions import Fraction as F
from functools import cache

import pytest

import rropt as rr
from rropt.certified import Design
from rropt.cli import main
from rropt.report import facts_of
from rropt.report.field_use import advice, field_table, instruction, respondent_card, scores
from rropt.report.html import design_command, page

QUESTION = "Do you smoke <at work>?"


@cache
def design(name: str) -> Design:
    asked = {
        "soft": (rr.LocalDP("1/2", "1/10"), rr.Variance("1/4")),
        "warner": (rr.LocalDP("ln(3)"), rr.Variance("1/4")),
        "four": (rr.LocalDP("1/2"), rr.Trace(4)),
    }
    truths = None if name == "four" else ["no", "yes"]
    return rr.optimal(*asked[name], truths=truths, question=QUESTION)


@pytest.mark.parametrize("name", ["soft", "warner", "four"])
def test_the_cards_give_a_private_table(name: str) -> None:
    found = design(name)
    table = field_table(found)
    assert table is not None
    assert found.problem.privacy.satisfied_by(table)
    said = instruction(found, table)
    total = int(re.search(r"Number (\d+) cards", said).group(1))  # type: ignore[union-attr]
    assert total <= 100
    for truth, line in enumerate(re.findall("<li>(.*?)</li>", said)):
        counted = [F(0)] * len(table.reports)
        for first, last, single, report in re.findall(
            r"(?:cards (\d+) to (\d+)|card (\d+)): <b>(.*?)</b>", line
        ):
            number = 1 if single else int(last) - int(first) + 1
            counted[table.reports.index(html.unescape(report))] += F(number, total)
        assert counted == [row[truth] for row in table.rows]


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


@pytest.mark.parametrize("name", ["soft", "warner"])
def test_scores_are_unbiased_for_every_share(name: str) -> None:
    table = field_table(design(name))
    assert table is not None
    found = scores(table, F(1, 4))
    for truth in (0, 1):
        assert sum(s * row[truth] for s, row in zip(found, table.rows, strict=True)) == truth


def test_sample_sizes_are_those_of_the_variance() -> None:
    """1.96^2 V / margin^2 with Warner's V = 15/16 at gamma 3 and the prevalence 1/4."""
    text = page(design("warner"))
    for margin, n in (("1", "36,014"), ("2", "9,004"), ("3", "4,002"), ("5", "1,441")):
        needed = 1.959963985**2 * 15 / 16 / (float(margin) / 100) ** 2
        assert math.ceil(needed) == int(n.replace(",", ""))
        assert f"<td>{n}</td>" in text
    assert "-0.5 for <b>" in text and "1.5 for <b>" in text and "= 0.250" in text


def test_a_classical_device_is_named_where_it_is_best_and_only_there() -> None:
    assert "Use Warner&#x27;s device: it is optimal here" in advice(facts_of(design("warner")))
    assert "Use k-ary response: it is optimal here" in advice(facts_of(design("four")))
    assert advice(facts_of(design("soft"))) == ""


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
