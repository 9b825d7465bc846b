"""What `rropt design` prints: plain text in 80 columns."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from decimal import ROUND_CEILING
from fractions import Fraction
from itertools import accumulate, chain

from rropt.certificate import WITHOUT_TABLE
from rropt.channel import Channel
from rropt.channel.block_design import number_of_bases
from rropt.channel.display import aligned
from rropt.closed import formula
from rropt.design.answer import Answer, Value, ends
from rropt.design.answer_facts import notes, numbers_of
from rropt.design.problem import Orbit
from rropt.exact import text
from rropt.exact.bounds import decimal_text, rounded_ends
from rropt.exact.entries import picked
from rropt.report.compared_devices import Line
from rropt.report.facts import Facts, facts_of
from rropt.report.words import lines_without_table, name_of, proved_for, title_of, window_lines

DIGITS = 10
WIDTH = 80
MOST_ROWS = 40
MOST_NUMBERS = 12
"""Truths of a mean whose table is printed: of more, what each report is and says."""
SHOWN_NAMES = 6
"""Names of the truths of a class, beyond which the last one stands for the others."""
LABEL = 34
LONGEST_FRACTION = 14
SHOWN_AS_ZERO = Fraction(1, 2 * 10**6)
"""With six decimals."""


def design_text(design: Answer, facts: Facts | None = None) -> str:
    """The report, as `rropt design` prints it above how to check it."""
    known = facts_of(design) if facts is None else facts
    parts = [
        [*_title(design), conditions(design), *_verdict(design)],
        table_lines(design),
        _numbers(design, known),
        _section("what restrictions cost", known.restrictions),
        _section("classical devices at the same privacy", known.rivals),
        _elsewhere(known, f"if {design.problem.objective.assumes}"),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _title(design: Answer) -> list[str]:
    return textwrap.wrap(title_of(design), WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def _verdict(design: Answer) -> list[str]:
    """What the optimum is called, and in how far a report lets anyone be sure of a truth."""
    name = name_of(design)
    known = [] if name is None else [f"{name[0].upper()}{name[1:]}."]
    one_number = design.problem.levels is None and not design.problem.delta
    if one_number and design.problem.gamma.lo > 1:
        odds = design.problem.gamma.hi
        chance = above_per_cent(odds / (1 + odds))
        known.append(
            "Anyone who first thought two truths equally likely can be at most "
            f"{chance} % sure afterwards."
        )
    return list(chain.from_iterable(textwrap.wrap(sentence, WIDTH) for sentence in known))


def above_per_cent(chance: Fraction) -> str:
    """Upwards to a tenth: what is promised is not less than what can happen.

    Of what is nearly certain more digits are shown, to nine, so that it does not read as 100.

    >>> above_per_cent(Fraction(73105, 100000)), above_per_cent(Fraction(3, 4))
    ('73.2', '75')
    >>> above_per_cent(Fraction(99988, 100000)), above_per_cent(Fraction(1))
    ('99.99', '100')
    """
    for digits in range(1, 10):
        unit = 10**digits
        upward = math.ceil(100 * unit * chance)
        if upward < 100 * unit:
            return f"{upward / unit:g}" if digits == 1 else f"{upward / unit:.{digits}f}"
    return "100"


def conditions(design: Answer) -> str:
    """The privacy level and the number of reports."""
    problem = design.problem
    outputs = "any number of reports" if problem.outputs is None else f"{problem.outputs} reports"
    return f"{problem.privacy.describe()}, {outputs}"


def _numbers(design: Answer, facts: Facts) -> list[str]:
    lines = [
        *_labelled("privacy", facts.guarantee),
        f"value    {show(design.value)}",
        f"bound    {show(design.bound, design.rounding)}   (proved for {proved_for(design)})",
        f"gap      {gap_text(design.gap)}{_wasted(design)}",
    ]
    form = formula(design)
    if form is not None:
        lines += _wrapped("closed form", str(form))
    for note in notes(design):
        lines += _wrapped("note", note)
    return lines


def _wasted(design: Answer) -> str:
    """The efficiency of a design that does not reach its bound, such as a deployable one."""
    if design.value.is_infinite:
        return ""
    value, bound = (float(ends(v)[0]) for v in (design.value, design.bound))
    share = design.problem.objective.efficiency(value, bound)
    if share is None or share > 1 - 1e-9:
        return ""
    return f"   ({percent(share)} efficient)"


def _labelled(label: str, sentences: Sequence[str]) -> list[str]:
    """The label before the first sentence, the others below it."""
    lines: list[str] = []
    for number, sentence in enumerate(sentences):
        lines += _wrapped("" if number else label, sentence)
    return lines


def _wrapped(label: str, sentence: str) -> list[str]:
    head = f"{label:<8} " if len(label) < 9 else f"{label}  "
    return textwrap.wrap(
        sentence, WIDTH, initial_indent=head, subsequent_indent=" " * 9, break_on_hyphens=False
    )


def _section(title: str, lines: Sequence[Line]) -> list[str]:
    """One line each: label, value, efficiency."""
    if not lines:
        return []
    head = f"{title:<{LABEL + 2}}  {'value':>14}  efficiency"
    found = [head]
    for line in lines:
        first, *rest = textwrap.wrap(line.label, LABEL) or [""]
        label = f"{first} ({line.note})" if line.note else first
        found.append(
            f"  {label:<{LABEL}}  {number(line.value):>14}  {percent(line.efficiency):>10}"
        )
        found += [f"  {more}" for more in rest]
    return found


def _elsewhere(facts: Facts, title: str) -> list[str]:
    if not facts.elsewhere:
        return []
    lines = [f"{title:<{LABEL - 14}}  {'this table':>14}  {'best there':>14}  efficiency"]
    return lines + [
        f"  {row.prevalence:<{LABEL - 16}}  {number(row.value):>14}  {number(row.best):>14}"
        f"  {percent(row.efficiency):>10}"
        for row in facts.elsewhere
    ]


# --- the table ----------------------------------------------------------------------------------


def table_lines(design: Answer) -> list[str]:
    """The table, or the orbits that it is kept as."""
    if design.certificate.kind in WITHOUT_TABLE:
        return lines_without_table(design)
    objective = design.problem.objective
    if objective.numbers is not None:
        if objective.interval or objective.truths > MOST_NUMBERS:
            return window_lines(design)
        worth = ", ".join(f"{float(x):.6g}" for x in numbers_of(design))
        return [*channel_lines(design.channel), *_wrapped("numbers of the reports", worth)]
    if design.table is None:
        return orbit_lines(design.orbits, number_of_bases(design.blocks), design.truths)
    return channel_lines(design.table)


def orbit_lines(
    orbits: Sequence[Orbit], blocks: int = 0, truths: Sequence[str] | None = None
) -> list[str]:
    """The patterns, and where there are several how often a random person reports one of each.

    Of so many base blocks the moves alone are reported.
    """
    if not any(orbit.others for orbit in orbits):
        return [_arranged(blocks), *(f"  {orbit}" for orbit in orbits)]
    sizes = []
    for runs in orbits[0].classes:
        sizes.append(sum(n for _, n in runs))
    ends = list(accumulate(sizes))
    starts = [0, *ends[:-1]]
    places = (_class_words(range(a, b), truths) for a, b in zip(starts, ends, strict=True))
    which = "every arrangement of a pattern"
    if blocks:
        which = f"balanced arrangements of a pattern, the moves of {_bases(blocks)},"
    head = f"{which} among truths {' | '.join(places)}, with its weight:"
    return [head, *(f"  {orbit}   {float(orbit.weight):.6g}" for orbit in orbits)]


def _class_words(places: range, truths: Sequence[str] | None) -> str:
    """The truths of a class: their numbers, or their names, of many the first ones and the last.

    >>> _class_words(range(10, 25), None), _class_words(range(2, 7), "abcdefgh")
    ('10 to 24', 'c, d, ..., g')
    """
    if truths is None:
        return f"{places[0]} to {places[-1]}" if len(places) > 1 else f"{places[0]}"
    names = picked(truths, places)
    return ", ".join(names if len(names) <= SHOWN_NAMES else (*names[:2], "...", names[-1]))


def _arranged(blocks: int) -> str:
    """Which arrangements of the pattern are reported."""
    if not blocks:
        return "every arrangement of the pattern, equally weighted:"
    return f"balanced arrangements of the pattern, the moves of {_bases(blocks)}:"


def _bases(blocks: int) -> str:
    some = "one base block" if blocks == 1 else f"{blocks} base blocks"
    return f"{some} in the certificate"


def channel_lines(channel: Channel) -> list[str]:
    """The table with labels: fractions where they are short and fit, decimals always."""
    full = _cells(channel, fractions=True)
    if len(aligned(full)[0]) <= WIDTH:
        return aligned(full)
    cells = _cells(channel, fractions=False)
    widths = [max(map(len, column)) + 2 for column in zip(*cells, strict=True)]
    # Columns that do not fit stand in blocks below each other, with their reports again.
    each = max(1, (WIDTH - widths[0]) // max(widths[1:]))
    lines: list[str] = []
    for start in range(1, len(widths), each):
        block = [[row[0], *row[start : start + each]] for row in cells]
        lines += [*([""] if lines else []), *aligned(block)]
    return lines


def _cells(channel: Channel, fractions: bool) -> list[list[str]]:
    cells = [["report \\ truth", *channel.truths]]
    for label, row in zip(channel.reports[:MOST_ROWS], channel.rows[:MOST_ROWS], strict=True):
        cells.append([label, *(_cell(entry, fractions) for entry in row)])
    if channel.shape[0] > MOST_ROWS:
        more = f"{channel.shape[0] - MOST_ROWS} more"
        cells.append([more, *["..."] * channel.shape[1]])
    return cells


def _cell(entry: Fraction, fractions: bool) -> str:
    short = text(entry)
    # Of a report that is as good as never given its chances are not all alike, and not 0.
    small = 0 < entry <= SHOWN_AS_ZERO
    decimal = f"{float(entry):.1e}" if small else f"{float(entry):.6f}"
    return f"{short} = {decimal}" if fractions and len(short) <= 9 and "/" in short else decimal


# --- numbers ------------------------------------------------------------------------------------


def show(value: Value, rounding: str | None = None) -> str:
    """An exact value with its decimal, or an enclosure by its decimals where they differ; with a
    rounding the end of the enclosure that it rounds.

    >>> show(Fraction(15, 16)), show((Fraction(1), Fraction(10**12 + 1, 10**12)))
    ('15/16 = 0.9375', '1')
    """
    if value == math.inf:
        return "infinite"
    lo, hi = ends(value)
    low, high = rounded_ends(lo, hi, DIGITS, rounding)
    if lo != hi:
        return low if low == high else f"{low} .. {high}"
    short = text(lo)
    if "/" not in short or len(short) > LONGEST_FRACTION:
        return short if len(short) <= LONGEST_FRACTION else low
    return f"{short} = {low}"


def gap_text(gap: Value) -> str:
    """Two digits, upwards.

    >>> gap_text(Fraction(1, 3))
    '3.4e-01'
    """
    if gap in (0, math.inf):
        return "infinite" if gap else "0"
    return f"{float(decimal_text(ends(gap)[1], ROUND_CEILING, 2)):.1e}"


def number(value: float) -> str:
    """Six digits, or infinite.

    >>> number(2.37240686)
    '2.37241'
    """
    return "infinite" if math.isinf(value) else f"{value:.6g}"


def percent(share: float | None) -> str:
    """A share as a percentage; "-" where there is none.

    >>> percent(0.56009)
    '56.0 %'
    """
    if share is None:
        return "-"
    rounded = f"{100 * share:.1f}"
    # What is short of the optimum is not rounded up to it.
    below = share < 1 - 1e-9 and rounded == "100.0"
    return f"{'99.9' if below else rounded} %"
