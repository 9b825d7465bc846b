"""Cards, dice and spinners give the table that they are drawn for."""

from __future__ import annotations

import html
import math
import re
from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.channel.instructions import runs
from rropt.report.field_draws import deck, spinner, two_dice
from rropt.report.field_use import dice_table, field_table
from rropt.report.html import page
from tests.field_designs import NAMES, design

pytestmark = pytest.mark.quick


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


@pytest.mark.everything
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


def test_a_table_that_no_hundred_cards_give_is_left_out() -> None:
    found = rr.optimal(rr.Privacy([["1", "101"], ["oo", "1"]]), rr.Trace(2))
    assert field_table(found) is None
    assert "In the field" not in page(found)


def test_runs_are_consecutive_and_leave_out_what_never_comes() -> None:
    table = rr.Channel.from_rows([["1/2", 0], ["1/6", "1/3"], ["1/3", "2/3"]])
    assert table.denominator == 6
    assert [(r.first, r.last, r.report) for r in runs(table, 0, 6)] == [
        (1, 3, "0"), (4, 4, "1"), (5, 6, "2")
    ]  # fmt: skip
    assert [(r.first, r.last, r.report) for r in runs(table, 1, 6)] == [(1, 2, "1"), (3, 6, "2")]


def test_many_reports_or_truths_have_no_spinner() -> None:
    assert spinner(rr.Channel.from_rows([["1/7"] * 2] * 7)) == ""
    assert spinner(rr.Channel.from_rows([["1/5"] * 5] * 5)) == ""
    whole = spinner(rr.Channel.from_rows([[1, "1/2"], [0, "1/2"]]))
    assert "nan" not in whole and whole.count('class="sector"') == 3
