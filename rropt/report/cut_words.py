"""A mechanism for numbers in words: the random cut, or the reports of a table as windows."""

from __future__ import annotations

from fractions import Fraction

from rropt.design.answer import Answer
from rropt.design.answer_facts import numbers_of
from rropt.exact import text
from rropt.utility.worst_case import Mean

MOST_WINDOWS = 60


def cut_lines(design: Answer) -> list[str]:
    """How a report is drawn, in units in which the numbers are -1 to 1."""
    low, high = (float(Fraction(length)) for length in design.certificate.data["lengths"])
    c = (high - low) / 2
    lines = [
        "each report, for numbers scaled to x between -1 and 1:",
        "  draw w between lo and hi, ln w uniform; the cut is s = (w - lo hi/w)/2",
        "  say whether x > s, by a randomized response: true with odds gamma to 1",
        "  report w for yes, -lo hi/w for no",
        f"  lo = {low:.10g}, hi = {high:.10g}",
    ]
    if c >= 1:
        return lines
    last = 1 - (1 - c) ** 2 / low
    gamma = float(design.problem.gamma)
    beyond = (1 - c) / (c * (gamma - 1))
    return [
        *lines,
        f"but with probability {beyond:.6g} draw t uniformly between c = {c:.6g} and 1:",
        f"  up to {last:.6g} the cut is t or -t, by a coin: the numbers of yes and no are",
        "  hi and -lo for t, lo and -hi for -t",
        "  beyond it say whether x > t, x < -t or neither, true with odds gamma to 1",
        "  and 1: report hi, -hi or 0",
    ]


def window_lines(design: Answer) -> list[str]:
    """The reports of a table: the number of each, and the truths that speak for it."""
    objective: Mean = design.problem.objective
    order = sorted(zip(numbers_of(design), design.channel.rows, strict=True))
    likely = (1 + float(design.problem.gamma)) / 2
    lines = shift_lines(objective) if objective.interval else []
    lines.append(f"{'number':>12}  {'probability':>11}  likelier from truth ... to")
    for number, row in order[:MOST_WINDOWS]:
        least = min(row)
        inside = [x for x, p in zip(objective.values, row, strict=True) if p > likely * least]
        ends = f"{text(min(inside))} .. {text(max(inside))}" if inside else "-"
        lines.append(f"{float(number):>12.6g}  {float(least):>11.6f}  {ends}")
    if len(order) > MOST_WINDOWS:
        lines.append(f"and {len(order) - MOST_WINDOWS} more reports: --json has the table")
    return lines


def shift_lines(objective: Mean) -> list[str]:
    """How a number between two points is reported."""
    step = objective.values[1] - objective.values[0]
    return [
        f"each report, on a number x between two truths a step h = {text(step)} apart:",
        "  draw t between 0 and 1; answer by the table for the truth above x if t is",
        "  less than the share of the step that is below x, else for the truth below",
        "  report the number of the answer, plus h (t - 1/2)",
    ]
