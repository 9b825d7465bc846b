"""What a design is about, in words: objective, privacy, what reports reveal, what it is called.

| mechanism | name |
|---|---|
| two truths, p on the diagonal | Warner's device |
| two truths, one of which is never told alone and the other with p | Mangat's device |
| p on the diagonal, q below p elsewhere | k-ary response |
| a row for every set of d truths: a number on the set, less elsewhere | subset selection |
| the same for shifts of one set by equal steps around the circle | cyclic subset selection |
| one row | a constant report |
| an answer beside a random place of an interval | random cut |
| a window of an interval of numbers | random windows |
| balanced blocks | that of the block design |

A mechanism for numbers is told as a random cut or random windows, or its table as windows.
"""

from __future__ import annotations

import math
from decimal import ROUND_CEILING
from fractions import Fraction
from math import comb

from rropt.channel import Channel
from rropt.channel.block_design import BlockDesign, subsets_name
from rropt.design.answer import Answer, ends
from rropt.design.answer_facts import numbers_of
from rropt.design.blocks.known_designs import known_designs
from rropt.design.worst.windows_design import stated_windows
from rropt.exact import text
from rropt.exact.bounds import rounded_text
from rropt.report.matrix_words import level_sentences
from rropt.utility.worst_case import Mean
from rropt.verdict_words import in_percent

WIDE = Fraction(1, 100)
"""Of the larger of value and bound: a design with a wider gap is not called optimal."""


def title_of(design: Answer) -> str:
    """The first line: what the design is for, and whether its value may be far from the best."""
    phrase = design.problem.objective.phrase()
    apart = relative_gap(design)
    if apart <= WIDE:
        return f"optimal design for {phrase}"
    return f"not shown optimal (gap {in_percent(apart)}): design for {phrase}"


def sentence_of(words: str) -> str:
    """With a capital.

    >>> sentence_of("optimal design for D-optimality")
    'Optimal design for D-optimality'
    """
    return words[:1].upper() + words[1:]


def relative_gap(design: Answer) -> Fraction:
    """The gap as a share of the larger of value and bound; 1 where one of them is infinite."""
    if not design.gap:
        return Fraction(0)
    if math.inf in (design.value, design.bound):
        return Fraction(1)
    return design.gap / max(map(abs, (*ends(design.value), *ends(design.bound))))


DEVICES = {"two-answers": "every private yes/no card", "warner": "every private Warner device"}


def proved_for(design: Answer) -> str:
    """What the bound speaks about: the class of the certificate."""
    if design.certificate.has_few_reports:
        most = design.certificate.data["reports"]
        return f"every private table with at most {most} reports"
    about = design.problem.objective.about
    return DEVICES.get(design.certificate.data.get("device", ""), about)


def device_words(names: str) -> str:
    """The names of devices as they are read.

    >>> device_words("k_ary, subset_selection")
    'k-ary, subset selection'
    """
    return names.replace("k_ary", "k-ary").replace("_", " ")


def guarantee(design: Answer) -> tuple[str, ...]:
    """What the exact table is known to satisfy, and what its reports reveal."""
    privacy = design.problem.privacy
    if design.table is None:
        return (f"{privacy.describe()}, by the certificate",)
    holds = privacy.satisfied_by(design.table)
    lines = [f"{privacy.describe()}, decided in exact arithmetic{'' if holds else ': VIOLATED'}"]
    levels = design.problem.levels
    if levels is not None:
        return (*lines, *level_sentences(levels, design.table.truths), *revelations(design.table))
    parity = design.table.parity()
    if parity != math.inf:
        lines.append(f"every likelihood ratio is at most {_number(Fraction(parity))}")
    return (*lines, *revelations(design.table))


def revelations(table: Channel) -> tuple[str, ...]:
    """Reports that only one truth, or not every truth, can give."""
    told = [
        f"report {_quoted(label)} {_revealed(table, row)} (probability {_number(max(row))})"
        for label, row in zip(table.reports, table.rows, strict=True)
        if 0 in row
    ]
    return tuple(told[:8])


def _revealed(table: Channel, row: tuple[Fraction, ...]) -> str:
    truths = [(_quoted(truth), p) for truth, p in zip(table.truths, row, strict=True)]
    possible = [truth for truth, p in truths if p]
    if len(possible) == 1:
        return f"reveals truth {possible[0]} for certain"
    return f"rules out truth {', '.join(truth for truth, p in truths if not p)}"


def _quoted(label: str) -> str:
    """A label that is a word, which would otherwise be read as one of the sentence."""
    return label if label.isdigit() else f'"{label}"'


def _number(value: Fraction) -> str:
    """What is at most so much, upwards."""
    short = str(value)
    return short if len(short) <= 12 else rounded_text(value, 9, ROUND_CEILING)


def name_of(design: Answer) -> str | None:
    """The name of the mechanism; None where it has none."""
    if design.certificate.kind == "random-cut":
        return "random cut of an interval"
    if design.certificate.kind == "windows":
        return "random windows of an interval"
    if design.blocks:
        first, *others = design.blocks[0]
        return None if first is None or others else name_of_blocks(first)
    if design.table is not None:
        return name_of_table(design.table)
    # All orders of one pattern of two values are a subset selection.
    if len(design.orbits) != 1 or len(design.orbits[0].runs) != 2 or design.orbits[0].others:
        return None
    return subsets_name(design.orbits[0].runs[0][1])


def name_of_blocks(blocks: BlockDesign) -> str:
    """That of the known design with these blocks, which a file does not say.

    >>> from rropt.design.blocks.fewest_blocks import fewest_blocks
    >>> name_of_blocks(BlockDesign.stated(fewest_blocks(13, 4).record()))
    'projective plane of order 3'
    >>> name_of_blocks(BlockDesign.equal("", [8], [[0, 1], [0, 2]]))
    '2 cyclic base blocks of size 2'
    """
    said = blocks.record()
    for known in known_designs(blocks.truths, blocks.size):
        if known.record() == said:
            return known.name
    turned = "cyclic " if len(blocks.group) == 1 else ""
    return f"{len(blocks.base)} {turned}base blocks of size {blocks.size}"


def name_of_table(table: Channel) -> str | None:
    """The name that a written table has by itself.

    >>> name_of_table(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    "Warner's device with p = 0.75"
    >>> name_of_table(Channel.from_rows([["2/3", 0], ["1/3", 1]]))
    "Mangat's device with p = 0.666667"
    >>> name_of_table(Channel.from_rows([["1/2", "1/3"], ["1/2", "2/3"]])) is None
    True
    """
    if table.shape[0] == 1:
        return "one constant report"
    # One truth never gives one of two reports, hence always the other: Mangat's device.
    zeros = [row for row in table.rows if 0 in row]
    if table.shape == (2, 2) and len(zeros) == 1:
        return f"Mangat's device with p = {float(max(zeros[0])):.6g}"
    # The same two values in every row: it is told by which truths have the high one.
    if len({frozenset(row) for row in table.rows}) != 1 or len(set(table.rows[0])) != 2:
        return None
    high = max(table.rows[0])
    sets = {_places(row, high) for row in table.rows}
    size = len(_places(table.rows[0], high))
    truths = table.shape[1]
    if len(sets) != table.shape[0] or any(len(places) != size for places in sets):
        return None
    if len(sets) == comb(truths, size):
        return f"Warner's device with p = {float(high):.6g}" if truths == 2 else subsets_name(size)
    return f"cyclic {subsets_name(size)}" if _is_cyclic(sets, truths) else None


def _is_cyclic(sets: set[frozenset[int]], truths: int) -> bool:
    """Whether these are the shifts of one set by equal steps, all of them different."""
    if truths % len(sets):
        return False
    first = next(iter(sets))
    # So many shifts by equal steps go around the circle once.
    step = truths // len(sets)
    shifts = set()
    for by in range(0, truths, step):
        shifts.add(frozenset((x + by) % truths for x in first))
    return shifts == sets


def _places(row: tuple[Fraction, ...], entry: Fraction) -> frozenset[int]:
    return frozenset(place for place, found in enumerate(row) if found == entry)


MOST_WINDOWS = 60


def lines_without_table(design: Answer) -> list[str]:
    """Of the mechanisms for all numbers of an interval."""
    if design.certificate.kind == "windows":
        return _drawn_windows(design)
    return cut_lines(design)


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


def _drawn_windows(design: Answer) -> list[str]:
    """The heaviest windows, by the numbers at their ends."""
    windows = stated_windows(design.certificate.data)
    low, high = design.problem.objective.values
    points = [low + (high - low) * Fraction(j, windows.count - 1) for j in range(windows.count)]
    middle = (low + high) / 2
    unit = (high - low) / 2 * windows.unit
    lines = shift_lines(points[1] - points[0], "windows")
    lines.append(f"{'number':>12}  {'probability':>11}  gamma times as likely from ... to")
    heaviest = sorted(windows.reports, key=lambda report: -report[2])
    for first, last, weight, told in sorted(heaviest[:MOST_WINDOWS], key=lambda report: report[3]):
        chance = float(windows.unit * weight)
        ends = f"{float(points[first]):.6g} .. {float(points[last]):.6g}"
        lines.append(f"{float(middle + unit * told):>12.6g}  {chance:>11.6f}  {ends}")
    if len(heaviest) > MOST_WINDOWS:
        lines.append(f"and {len(heaviest) - MOST_WINDOWS} more: --json has all of them")
    return [*lines, "and the two ends, with the small chance that is left"]


def window_lines(design: Answer) -> list[str]:
    """The reports of a table: the number of each, and the truths that speak for it."""
    objective: Mean = design.problem.objective
    order = sorted(zip(numbers_of(design), design.channel.rows, strict=True))
    step = objective.values[1] - objective.values[0]
    lines = shift_lines(step, "table") if objective.interval else []
    # One number leaves about two chances of a report, and its least one tells both.
    is_number = design.problem.levels is None
    title = "probability" if is_number else "at most"
    lines.append(f"{'number':>12}  {title:>11}  likelier from truth ... to")
    for number, row in order[:MOST_WINDOWS]:
        least, most = min(row), max(row)
        inside = [x for x, p in zip(objective.values, row, strict=True) if 2 * p > least + most]
        ends = f"{text(min(inside))} .. {text(max(inside))}" if inside else "-"
        chance = float(least if is_number else most)
        lines.append(f"{float(number):>12.6g}  {chance:>11.6f}  {ends}")
    if len(order) > MOST_WINDOWS:
        lines.append(f"and {len(order) - MOST_WINDOWS} more reports: --json has the table")
    return lines


def shift_lines(step: Fraction, answered_by: str) -> list[str]:
    """How a number between two points is reported."""
    return [
        f"each report, on a number x between two truths a step h = {text(step)} apart:",
        f"  draw t between 0 and 1; answer by the {answered_by} for the truth above x if t",
        "  is less than the share of the step that is below x, else for the truth below",
        "  report the number of the answer, plus h (t - 1/2)",
    ]
