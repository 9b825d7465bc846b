"""What a design is about, in words: its objective, its privacy, what its reports reveal."""

from __future__ import annotations

import math
from fractions import Fraction

from rropt.channel import Channel
from rropt.design.answer import Answer, ends
from rropt.report.matrix_words import level_sentences

WIDE = Fraction(1, 100)
"""Of the larger of value and bound: a design with a wider gap is not called optimal."""


def title_of(design: Answer) -> str:
    """The first line: what the design is for, and whether its value may be far from the best."""
    phrase, apart = design.problem.objective.phrase(), relative_gap(design)
    if apart <= WIDE:
        return f"optimal design for {phrase}"
    return f"not shown optimal (gap {float(100 * apart):.2g} %): design for {phrase}"


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
    sizes = [abs(end) for side in (design.value, design.bound) for end in ends(side)]
    return design.gap / max(sizes)


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
    short = str(value)
    return short if len(short) <= 12 else f"{float(value):.9g}"
