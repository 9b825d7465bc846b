"""What a design is about, in words: its objective, its privacy, what its reports reveal."""

from __future__ import annotations

import math
from fractions import Fraction

from rropt.channel import Channel
from rropt.design.answer import Answer
from rropt.exact import text
from rropt.report.matrix_words import level_sentences
from rropt.utility import Variance, Warner
from rropt.utility.for_model import ForModel
from rropt.utility.worst_case import Mean


def objective_phrase(design: Answer) -> str:
    """The objective in words: what is optimised, and at which prior."""
    objective = design.problem.objective
    if isinstance(objective, Warner):
        return f"variance of Warner's device at prevalence {objective.prior}"
    if isinstance(objective, Variance):
        return f"variance at prevalence {objective.prior}"
    if isinstance(objective, ForModel):
        return objective.describe()
    prior = getattr(objective, "prior", None)
    if isinstance(objective, Mean) and objective.everywhere:
        return objective.label
    if isinstance(objective, Mean) and objective.interval:
        bins = f" with shares {','.join(map(text, objective.bins))}" if objective.bins else ""
        return f"{objective.label}{bins}, {objective.truths} points"
    if prior is None:
        return f"{objective.label}, {objective.truths} categories"
    return f"{objective.label}, prior {','.join(map(text, prior))}"


def elsewhere_title(design: Answer) -> str:
    """What may be otherwise than the objective assumes."""
    if isinstance(design.problem.objective, ForModel):
        return "if the coefficients are"
    return "if the prevalence is"


DEVICES = {"two-answers": "every private yes/no card", "warner": "every private Warner device"}


def proved_for(design: Answer) -> str:
    """What the bound speaks about: the class of the certificate."""
    objective = design.problem.objective
    if isinstance(objective, Mean) and objective.interval:
        return "every private mechanism on the interval"
    if design.certificate.kind == "two-reports":
        return "every private table with two reports"
    if design.certificate.kind in ("corner-chains", "fewer-reports"):
        most = design.certificate.data["reports"]
        return f"every private table with at most {most} reports"
    return DEVICES.get(design.certificate.data.get("device", ""), "every private table")


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
        f"report {label} {_revealed(table, row)} (probability {_number(max(row))})"
        for label, row in zip(table.reports, table.rows, strict=True)
        if 0 in row
    ]
    return tuple(told[:8])


def _revealed(table: Channel, row: tuple[Fraction, ...]) -> str:
    possible = [truth for truth, p in zip(table.truths, row, strict=True) if p]
    if len(possible) == 1:
        return f"reveals truth {possible[0]} for certain"
    impossible = [truth for truth, p in zip(table.truths, row, strict=True) if not p]
    return f"rules out truth {', '.join(impossible)}"


def _number(value: Fraction) -> str:
    short = str(value)
    return short if len(short) <= 12 else f"{float(value):.9g}"
