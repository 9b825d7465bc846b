"""Instructions without a computer give the table: every number of the draw is counted."""

import re
from collections import Counter
from fractions import Fraction

import pytest

import rropt as rr
from rropt.channel.instructions import instructions

DESIGNS = [
    rr.optimal(rr.LocalDP("1/2", "1/10"), rr.Variance("1/4"), denominator=100).channel,
    rr.device("forced_response", yes="1/6", no="1/12").channel,
    rr.Channel.identity(3),
]


@pytest.mark.parametrize("channel", DESIGNS)
def test_following_them_gives_the_table(channel):
    lines = instructions(channel)
    assert len(lines) == channel.shape[1]
    for place, (truth, line) in enumerate(zip(channel.truths, lines, strict=True)):
        assert line.startswith(f"truth {truth}: ")
        column = [row[place] for row in channel.rows]
        assert followed(line, channel.reports) == column


def followed(line, reports):
    """The chances of the reports, number by number."""
    if "draw" not in line:
        only = re.search(r"report (.+)$", line)[1]
        return [Fraction(report == only) for report in reports]
    total = int(re.search(r"from 1 to (\d+),", line)[1])
    seen = Counter()
    for part in line.split("; ")[1:]:
        numbers, report = part.split(": report ")
        first, *last = map(int, numbers.split(" to "))
        seen[report] += (last or [first])[0] - first + 1
    assert sum(seen.values()) == total
    return [Fraction(seen[report], total) for report in reports]


def test_tables_for_computers_have_none():
    assert instructions(rr.Channel.identity(21)) == []


def test_they_are_in_the_file_and_must_be_those_of_the_table(tmp_path):
    path = tmp_path / "study.json"
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(2), truths=["no", "yes"])
    design.save(path)
    text = path.read_text()
    assert "truth no: draw a whole number from 1 to 4" in text
    assert rr.load(path).channel == design.channel
    path.write_text(text.replace("1 to 3: report", "1 to 2: report"))
    with pytest.raises(rr.InputError, match="another instruction"):
        rr.load(path)
