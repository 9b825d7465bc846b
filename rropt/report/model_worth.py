"""What a table for a model is worth beside designs for other goals, and at other coefficients."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from rropt.channel import Channel
from rropt.design.answer import Answer, ends
from rropt.design.solve import solve
from rropt.exact import InputError
from rropt.report.worth import efficiency, value_of
from rropt.utility.at_prior import AOptimal, COptimal
from rropt.utility.curved import Curved
from rropt.utility.for_model import ForModel
from rropt.utility.response_models import ResponseModel

MOST_TRUTHS_ELSEWHERE = 4
"""Five designs at other coefficients take a second at 4 truths with a delta."""


@dataclass(frozen=True)
class Elsewhere:
    """A design's value where the prevalence, or the coefficients, are others than it assumes."""

    prevalence: str
    value: float
    best: float
    efficiency: float | None


def marginal_designs(design: Answer) -> dict[str, Channel]:
    """The best tables for the distribution of the truths, at its mean over the covariates.

    For all shares, and for the share of the truth that a single coefficient is about.
    """
    objective: ForModel = design.problem.objective
    privacy = design.problem.privacy
    prior = objective.guesses[0].marginal
    goals: dict[str, Curved] = {"A-optimal at the marginal prior": AOptimal(prior)}
    if objective.target == "c" and objective.truths > 2:
        truth = 1 + objective.contrasts[0].index(Fraction(1)) // (1 + len(objective.places[0]))
        share = [Fraction(int(j == truth)) for j in range(objective.truths)]
        goals[f"c-optimal for the share of truth {truth}"] = COptimal(prior, share)
    found = {}
    for name, goal in goals.items():
        try:
            found[name] = solve(privacy, goal).channel
        except InputError:  # a comparison that cannot be made takes no design with it
            continue
    return found


def at_other_coefficients(design: Answer) -> tuple[Elsewhere, ...]:
    """The table at each guess of several, or with other slopes and intercepts than at one."""
    objective: ForModel = design.problem.objective
    if design.table is None or objective.truths > MOST_TRUTHS_ELSEWHERE:
        return ()
    if len(objective.guesses) > 1:
        named = [(f"guess {n + 1}", at.model) for n, at in enumerate(objective.guesses)]
    else:
        named = list(_variations(objective.model))
    found = []
    for name, model in named:
        try:
            moved = objective.with_models([(Fraction(1), model)])
            best = float(ends(solve(design.problem.privacy, moved).bound)[0])
        except InputError:  # probabilities outside (0, 1) at some point, or no certificate there
            continue
        value = value_of(moved, design.table)
        found.append(Elsewhere(name, value, best, efficiency(moved, value, best)))
    return tuple(found)


def _variations(model: ResponseModel) -> Iterator[tuple[str, ResponseModel]]:
    """Slopes of nothing, half and double; intercepts less and more by one."""
    make = type(model)
    for name, factor in (("slopes 0", 0), ("slopes halved", Fraction(1, 2)), ("slopes doubled", 2)):
        yield name, make(model.alpha, [[factor * b for b in row] for row in model.beta])
    for name, change in (("intercepts - 1", -1), ("intercepts + 1", 1)):
        yield name, make([a + change for a in model.alpha], model.beta)
