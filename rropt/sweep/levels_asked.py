"""The privacy level that a cell asks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rropt.exact import InputError
from rropt.privacy import Criterion, LocalDP, MetricDP, OneSided, Privacy, UtilityOptimized
from rropt.privacy.metric import metric_named
from rropt.sweep.values import NO_KIND

KINDS = ("metric", "protect", "sensitive")
"""What makes a matrix of epsilon."""


def privacy_of(parameters: Mapping[str, str]) -> Criterion:
    """The criterion that the parameters name.

    >>> privacy_of({"epsilon": "ln(2)", "protect": "1"}).on(2).levels.bound_pairs
    ((1, 0),)
    """
    delta = parameters.get("delta", "0")
    kinds = [kind for kind in KINDS if parameters.get(kind, NO_KIND) != NO_KIND]
    if "privacy" in parameters:
        _refuse_beside("privacy", kinds)
        return Privacy([row.split(",") for row in parameters["privacy"].split(";")], delta)
    if kinds:
        _refuse_beside(kinds[0], kinds[1:])
        if delta != "0":
            raise InputError(f"delta must be 0 with {kinds[0]}, got {delta}")
        return _of_kind(kinds[0], parameters[kinds[0]], _epsilon(parameters))
    if "gamma" in parameters:
        return LocalDP.from_gamma(parameters["gamma"], delta)
    return LocalDP(parameters["epsilon"], delta)


def refuse_levels(
    level: tuple[str, Sequence[str]], asked: Iterable[tuple[int, Mapping[str, str]]]
) -> None:
    """Levels that do not fit their truths are known before any cell is solved.

    Of one number it is the kind of matrix that may not fit, whatever the number is.
    """
    name, values = level
    values = values if name == "privacy" else values[:1]
    stated = ("delta", *KINDS)
    seen = {
        (truths, tuple((key, choice[key]) for key in stated if key in choice))
        for truths, choice in asked
    }
    for truths, choice in seen:
        for value in values:
            privacy_of({**dict(choice), name: value}).on(truths)


def _refuse_beside(name: str, others: list[str]) -> None:
    if others:
        raise InputError(f"{others[0]} must not be given together with {name}")


def _epsilon(parameters: Mapping[str, str]) -> str:
    return parameters["epsilon"] if "epsilon" in parameters else f"ln({parameters['gamma']})"


def _of_kind(kind: str, value: str, epsilon: str) -> Criterion:
    if kind == "protect":
        return OneSided(value, epsilon)
    if kind == "sensitive":
        return UtilityOptimized(value, epsilon)
    named = metric_named(value, epsilon)
    return named or MetricDP([row.split(",") for row in value.split(";")], epsilon)
