"""The problem that a certificate is about, rebuilt from the fields that its checker reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate
from operator import neg
from typing import Any

from rropt.certificate import Certificate, canonical, is_for_model, privacy_statement
from rropt.design.levels.universal_table import level_record
from rropt.design.problem import Problem, resolved
from rropt.exact import InputError, exact
from rropt.exact.entries import entrywise, unit
from rropt.privacy import Criterion, LocalDP, Privacy, ZeroConcentratedDP
from rropt.privacy.conditions import Conditions, LevelCondition
from rropt.privacy.levels import OO, Levels, Matrix
from rropt.privacy.named_truths import one_sided
from rropt.privacy.stated import criterion_of_record
from rropt.utility import (
    FDivergence,
    Gain,
    Guess,
    Loss,
    MutualInformation,
    Trace,
    Variance,
    Warner,
)
from rropt.utility.at_prior import AOptimal, COptimal, DOptimal, EOptimal
from rropt.utility.curved import Average, Minimax, VarianceOverInterval
from rropt.utility.for_model import AVERAGE, ForModel, model_of_record
from rropt.utility.information import DIVERGENCES
from rropt.utility.worst_case import (
    GROUP,
    POPULATION,
    Mean,
    WorstCase,
    WorstDeterminant,
    WorstProportion,
)
from rropt.utility.worst_eigenvalue import WorstEigenvalue

Data = Mapping[str, Any]

NOT_REBUILT = "file must hold a design whose goal its certificate states in full, got {}"


class OtherThanCertified(InputError):
    """A field of a saved design that its certificate contradicts."""


def otherwise(name: str) -> OtherThanCertified:
    """The refusal that names the field."""
    return OtherThanCertified(f"file must say what its certificate says, got another {name}")


def stated_problem(
    certificate: Certificate, outputs: int | None = None, document: Data | None = None
) -> Problem:
    """The problem of a certificate that was verified.

    What a certificate does not say in words, the document around it does: which model it is whose
    probabilities are certified, and that a gain is a loss.

    >>> from rropt import LocalDP, Trace, optimal
    >>> design = optimal(LocalDP("1/2"), Trace(3))
    >>> stated_problem(design.certificate) == design.problem
    True
    """
    data = certificate.data
    said = {} if document is None else document
    objective: Any
    if is_for_model(data):
        objective = _for_model(certificate, said)
    elif data["kind"] in OBJECTIVES:
        objective = OBJECTIVES[data["kind"]](certificate)
    else:
        raise InputError(NOT_REBUILT.format(f"one of kind {data['kind']}"))
    if isinstance(objective, Gain) and said.get("objective") == Loss.name:
        objective = Loss(entrywise(neg, objective.matrix), objective.prior)
    truths = len(data["prices"] if "prices" in data else data.get("table", [[0, 0]])[0])
    level = data["privacy"]
    if "protected" in level:
        privacy = _protecting(level, data.get("truths", [1] * truths))
    else:
        privacy = _privacy(level, truths)
    stated = Problem(privacy, objective, outputs)
    return _as_asked(stated, said) if "criterion" in said else stated


def _as_asked(stated: Problem, document: Data) -> Problem:
    """The criterion in the words of the document, if its levels are those that are certified."""
    criterion = criterion_of_record(document["criterion"])
    labels = document.get("truths")
    named = list(map(str, labels)) if isinstance(labels, list) else None
    asked = resolved(replace(stated, privacy=criterion), named)
    if promise(asked) != promise(stated):
        raise otherwise("criterion")
    return asked


def promise(problem: Problem) -> Data:
    """The level, and whom it protects."""
    if problem.protected:
        return privacy_statement(problem.number) | {"protected": problem.protected}
    return promised(level_record(problem))


def promised(record: Data) -> Data:
    """What a level says whatever its proof: of zCDP rho alone, and no order that shows it."""
    if "concentrated" in record:
        return {"rho": record["concentrated"]["rho"]}
    return record


def _for_model(certificate: Certificate, document: Data) -> ForModel:
    """The model of the document, if its probabilities are those that are certified."""
    data = certificate.data
    if "model" not in document:
        raise InputError(NOT_REBUILT.format("one for a model that the file does not name"))
    objective = model_of_record(document["model"])
    same = data["objective"] == objective.statement()
    same = same and len(data["scenarios"]) == len(objective.guesses)
    for guess, stated in zip(objective.guesses, data["scenarios"], strict=False):
        points = [[at.weight, at.probabilities, at.derivatives] for at in guess.points]
        same = same and canonical(points) == stated["points"]
        if objective.over == AVERAGE:
            same = same and canonical(guess.weight) == stated["weight"]
        if not objective.is_determinant:
            same = same and canonical(objective.contrasts) == stated["contrasts"]
    if not same:
        raise otherwise("model")
    return objective


def _privacy(stated: Data, truths: int) -> Criterion:
    """One number, its enclosure, a matrix of levels, or conditions."""
    if "concentrated" in stated:
        # A certificate lists the budgets with a price alone, and other questions need other ones.
        return ZeroConcentratedDP(stated["concentrated"]["rho"]).on(truths)
    if "conditions" in stated:
        return Privacy.of(_conditions(stated, truths), "")
    gamma = stated["gamma"]
    delta = stated["delta"]
    if isinstance(gamma, str):
        return LocalDP.from_gamma(gamma, delta)
    if not isinstance(gamma[0], list):
        return _enclosed(stated)
    if "above" not in stated and "singles" not in stated:
        return Privacy(gamma, delta)
    return Privacy.of(_levels(stated), "")


def _protecting(stated: Data, sizes: Sequence[int]) -> Criterion:
    """The truths of some classes."""
    ends = [0, *accumulate(sizes)]
    chosen: list[int] = []
    for c in stated["protected"]:
        chosen += range(ends[c], ends[c + 1])
    number = _privacy({name: said for name, said in stated.items() if name != "protected"}, 0)
    return Privacy.of(one_sided(ends[-1], chosen, number.gamma), "")


def _enclosed(stated: Data) -> Criterion:
    """e^epsilon between the ends that are used everywhere here."""
    criterion = LocalDP(stated["epsilon"], stated["delta"])
    if [criterion.gamma.lo, criterion.gamma.hi] != [Fraction(end) for end in stated["gamma"]]:
        raise InputError("file must enclose gamma = e^epsilon as rropt does, got other ends")
    return criterion


def _conditions(stated: Data, truths: int) -> Conditions:
    """Every condition as it stands."""
    given = stated["conditions"]
    epsilon = exact(stated["epsilon"]) if "epsilon" in stated else None
    listed = tuple(_condition(entry, truths) for entry in given)
    return Conditions(truths, listed, epsilon)


def _condition(entry: Data, truths: int) -> LevelCondition:
    levels = tuple((exact(c), _two_ends(g)) for c, g in entry.get("levels", []))
    left, right = (_form(entry[side], truths) for side in ("left", "right"))
    most = _two_ends(entry["most"])
    if "order" not in entry:
        return LevelCondition(left, right, levels, most)
    return LevelCondition(left, right, levels, most, exact(entry["order"]), exact(entry["budget"]))


def _two_ends(value: Any) -> tuple[Fraction, Fraction]:
    low, high = value if isinstance(value, list) else (value, value)
    return exact(low), exact(high)


def _form(value: Any, truths: int) -> tuple[Fraction, ...]:
    return tuple(map(exact, value)) if isinstance(value, list) else unit(truths, value)


def _levels(stated: Data) -> Levels:
    """A matrix between two others, with its epsilon and squared distances."""
    lo = _matrix(stated["gamma"])
    delta = stated["delta"]
    flat = (Fraction(0),) * len(lo)
    deltas = (flat,) * len(lo) if isinstance(delta, str) else _numbers(delta)
    singles = tuple(stated.get("singles", ()))
    hi = _matrix(stated.get("above", stated["gamma"]))
    if "epsilon" not in stated:
        return Levels(lo, hi, deltas, singles=singles)
    squares = _numbers(stated["distances_squared"])
    return Levels(lo, hi, deltas, exact(stated["epsilon"]), squares, singles)


def _matrix(rows: list[list[str]]) -> Matrix:
    return entrywise(lambda entry: OO if entry == "oo" else exact(entry), rows)


def _numbers(rows: list[list[str]]) -> tuple[tuple[Fraction, ...], ...]:
    """Entries beside a level oo are read by nobody, and one as those of one-sided levels."""
    one = Fraction(1)
    return entrywise(lambda entry: one if entry == "oo" else exact(entry), rows)


def _card(certificate: Certificate) -> Variance:
    """Of a yes/no card."""
    data = certificate.data
    return (Warner if data["device"] == "warner" else Variance)(data["prior"])


def _cases(certificate: Certificate) -> Any:
    """Of a card, or of few reports."""
    return _card(certificate) if certificate.is_card else _linear(certificate)


def _linear(certificate: Certificate) -> Any:
    """Of kind prices or with few reports; a class of truths stands for each of them."""
    data = certificate.data
    prior = certificate.prior
    utility = data["utility"]
    truths = data["truths"]
    name = utility["name"]
    if name in DIVERGENCES:
        return FDivergence(name, utility["pair"], truths)
    if name == "trace":
        return Trace(sum(truths) if isinstance(truths, list) else truths)
    if prior is None:
        raise InputError(NOT_REBUILT.format(f"a {name}"))
    return UNDER_PRIOR[name](utility, prior)


UNDER_PRIOR: dict[str, Callable[[Data, tuple[Fraction, ...]], Any]] = {
    "probability-of-a-right-guess": lambda _, prior: Guess(prior),
    "gain": lambda utility, prior: Gain(utility["gain"], prior),
    "mutual-information": lambda _, prior: MutualInformation(prior),
    "fisher-information": lambda _, prior: Variance(prior[1]),
}


def _worst_case(objective: Data, prior: list[str]) -> WorstCase:
    """For fixed groups, for the worst of them or of populations, or for numbers."""
    over = objective["over"]
    respondents = POPULATION if over == "worst-population" else GROUP
    if over in ("numbers", "density"):
        values = objective["values"]
        density = objective.get("shares")
        found = Mean(prior=density, low=values[0], high=values[-1], points=len(values))
        if found.statement()["shifts"] != objective["shifts"]:
            raise InputError(NOT_REBUILT.format("one with another number of shifts"))
        return found
    if objective["name"] == "mean":
        return Mean(objective["values"], prior if over == "group" else None, respondents)
    if over == "group":
        raise InputError(NOT_REBUILT.format("one for a fixed group that is not about a mean"))
    if objective["name"] == "variance":
        return WorstProportion(respondents)
    if objective["name"] == "c-optimal":  # a determinant carries contrasts as evidence
        return WorstCase(objective["contrasts"][0], respondents)
    return _worst_shares(objective, len(prior))


def _worst_shares(objective: Data, truths: int) -> WorstCase:
    """About all shares of so many truths."""
    if objective["name"] == "d-optimal":
        return WorstDeterminant(truths)
    respondents = POPULATION if objective["over"] == "worst-population" else GROUP
    if objective["name"] == "e-optimal":
        return WorstEigenvalue(truths, respondents)
    return WorstCase(None, respondents, truths)


def _curved(certificate: Certificate) -> Any:
    """Of kind gradient."""
    objective = certificate.data["objective"]
    scenarios = certificate.data["scenarios"]
    priors = [scenario["prior"] for scenario in scenarios]
    if objective.get("over", "minimax") not in ("minimax", "average"):
        return _worst_case(objective, priors[0])
    contrast = objective.get("contrasts", [None])[0]
    if "interval" in objective:
        low, high = objective["interval"]
        return VarianceOverInterval(low, high, tuple(exact(p[1]) for p in priors))
    if objective.get("over") == "minimax":
        return Minimax(priors, contrast, [scenario["offset"] for scenario in scenarios])
    if objective.get("over") == "average":
        weights = [scenario["weight"] for scenario in scenarios]
        return Average(list(zip(weights, priors, strict=True)), contrast)
    if objective["name"] == "c-optimal":
        return COptimal(priors[0], contrast)
    return AT_ONE_PRIOR[objective["name"]](priors[0])


def _symmetric(certificate: Certificate) -> Any:
    """Of kind symmetric; a class of truths stands for each of them."""
    objective = certificate.data["objective"]
    if "over" in objective:
        return _worst_shares(objective, sum(certificate.data["truths"]))
    return AT_ONE_PRIOR[certificate.data["objective"]["name"]](certificate.prior)


def _whole_interval(certificate: Certificate) -> Mean:
    """Of kinds random-cut and windows: all numbers of an interval."""
    return Mean(low=certificate.data["low"], high=certificate.data["high"])


AT_ONE_PRIOR: dict[str, Callable[[Any], Any]] = {
    "a-optimal": AOptimal,
    "d-optimal": DOptimal,
    "e-optimal": EOptimal,
}

OBJECTIVES: dict[str, Callable[[Certificate], Any]] = {
    "cases": _cases,
    "prices": _linear,
    "gradient": _curved,
    "symmetric": _symmetric,
    "random-cut": _whole_interval,
    "windows": _whole_interval,
}
"""How the objective is read from a certificate of this kind."""
