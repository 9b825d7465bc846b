"""Wherever a closed form of the literature is known, the certified optimum is compared with it."""

from __future__ import annotations

from math import inf

from rropt.closed.evaluation import parameters
from rropt.closed.recalled.published import known_at_once
from rropt.design.answer import Answer, ends
from rropt.design.asked_reports import has_fewer_reports


class Disagreement(ArithmeticError):
    """Two routes to the same optimum that cannot both be right."""


def agree_with_literature(answer: Answer) -> tuple[str, ...]:
    """The ids of the forms that the certificate does not contradict; the rest is an error.

    The optimum lies between the value of the table and the proved bound, so a form whose enclosure
    lies outside is wrong, or the certificate is.

    >>> from rropt.design.solve import solve
    >>> from rropt.privacy import LocalDP
    >>> from rropt.utility import Trace
    >>> agree_with_literature(solve(LocalDP("ln(3)"), Trace(4)))
    ('chai-nayak/thm-4.4/a', 'rropt/trace')
    """
    problem = answer.problem
    if answer.value == inf or problem.levels is not None or has_fewer_reports(problem):
        return ()
    found = sorted([*ends(answer.value), *ends(answer.bound)])
    agreed = []
    for form in known_at_once(problem):
        lo, hi = next(form.formula.enclosures(parameters(problem), problem.gamma), (-inf, inf))
        if hi < found[0] or lo > found[-1]:
            raise Disagreement(
                f"{form.id} and the certificate disagree about {problem.objective.label}: "
                f"{form.text} is {float(lo)!r}, the certificate says [{float(found[0])!r}, "
                f"{float(found[-1])!r}] (witness: {answer.certificate.to_json()})"
            )
        agreed.append(form.id)
    return tuple(agreed)
