"""What follows from an answer and costs more than it: each is found on first use, once."""

from __future__ import annotations

import math
from fractions import Fraction

from rropt.certificate import Certificate
from rropt.channel import Channel
from rropt.design.answer import Answer, Restriction, ends, found_once, simplify
from rropt.design.asked_reports import has_fewer_reports, is_card
from rropt.design.linear.unique import only_table
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.utility import Variance
from rropt.utility.curved import Curved

MOST_RANKED = 64
"""Largest number of truths for which the rank of the table is computed."""


@found_once
def optima(answer: Answer) -> tuple[Channel, ...] | None:
    """All optimal tables, up to the order and the splitting of reports; None where not decided."""
    if answer.optimum is None or answer.table is None:
        return answer.minimisers
    return only_table(answer.problem, answer.optimum, answer.table)


@found_once
def notes(answer: Answer) -> tuple[str, ...]:
    """The solver's remarks, and whether a linear design's table identifies the distribution."""
    return (*answer.remarks, *consequent_notes(answer))


def numbers_of(design: Answer) -> list[Fraction]:
    """The number of each report of a design for a mean, by which it is unbiased."""
    (numbers,) = design.certificate.data["scenarios"][0]["estimators"]
    return [Fraction(x) for x in numbers]


def consequent_notes(answer: Answer) -> tuple[str, ...]:
    """Those that follow from the table and its certificate."""
    return (*_universal(answer), *_identification(answer))


def _universal(answer: Answer) -> tuple[str, ...]:
    """Of two truths one table is best for everything."""
    if not answer.certificate.data.get("universal"):
        return ()
    return (
        "best for every objective at once: every other private mechanism is this one plus noise",
    )


def _identification(answer: Answer) -> tuple[str, ...]:
    """Whether the reports tell any two distributions of the truths apart: the rank of the table.

    Cards and curved designs have full rank wherever their value is finite.
    """
    problem, table = answer.problem, answer.table
    if table is None or is_card(problem) or isinstance(problem.objective, Curved):
        return ()
    if table.shape[1] > MOST_RANKED:
        return ()
    import flint

    rank, k = flint.fmpz_mat([list(row) for row in table.numerators]).rank(), table.shape[1]
    if rank == k:
        return ()
    return (f"this table does not identify the distribution: its rank is {rank} on {k} categories",)


@found_once
def restriction(answer: Answer) -> Restriction | None:
    """Fewer reports against the proved optimum with any number of them; a card at 0 < prior < 1."""
    problem = answer.problem
    if has_fewer_reports(problem):
        return _of_fewer_reports(answer)
    if not is_card(problem) or answer.value == math.inf or problem.objective.prior in (0, 1):
        return None
    free = Problem(problem.privacy, Variance(problem.objective.prior), None)
    data = _certificate(free).data
    least = 1 / Fraction(data["bound"])
    lo, hi = data["value"] if isinstance(data["value"], list) else [data["value"]] * 2
    unrestricted = simplify((1 / Fraction(hi), 1 / Fraction(lo)))
    return Restriction(unrestricted, least, ends(answer.value)[0] / least)


def _of_fewer_reports(answer: Answer) -> Restriction | None:
    """Not where no optimum with any number of reports is known."""
    free = Problem(answer.problem.privacy, answer.problem.objective, None)
    try:
        data = _certificate(free).data
    except InputError:
        return None
    lo, hi = data["value"] if isinstance(data["value"], list) else [data["value"]] * 2
    report = free.objective.report
    bound = Fraction(data["bound"])
    proved = report((bound, bound))[0]
    if not proved:
        return None
    unrestricted = simplify(report((Fraction(lo), Fraction(hi))))
    return Restriction(unrestricted, proved, ends(answer.value)[0] / proved)


def _certificate(problem: Problem) -> Certificate:
    """Of a linear design."""
    from rropt.design.engine.linear_design import linear_design

    return linear_design(problem, None).certificate
