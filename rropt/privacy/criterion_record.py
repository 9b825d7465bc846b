"""A criterion as JSON, in the words in which it was asked for: a certificate has its levels only.

    {"name": "one-sided", "protect": ["yes"], "epsilon": "1/2"}

None for what the levels say in full: one number, or a matrix that was given as such.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rropt.exact import Gamma, InputError, exact_vector, text
from rropt.privacy.criteria import CanonicalStrictInformation, Criterion, StrictInformation
from rropt.privacy.measured import (
    LocalInformationPrivacy,
    NoWorseThan,
    PointwiseMaximalLeakage,
)
from rropt.privacy.metric import MetricDP
from rropt.privacy.named_truths import Blocks, HighLow, OneSided, UtilityOptimized
from rropt.privacy.renyi import RenyiDP, ZeroConcentratedDP

Fields = dict[str, Any]


def criterion_record(criterion: Criterion) -> Fields | None:
    """The name and the arguments.

    >>> record = criterion_record(OneSided([1], "ln(3)"))
    >>> record
    {'name': 'one-sided', 'protect': [1], 'epsilon': 'ln(3)'}
    >>> criterion_of_record(record) == OneSided([1], "ln(3)")
    True
    """
    for name, (kind, arguments, _) in CRITERIA.items():
        if type(criterion) is kind:
            return {"name": name, **arguments(criterion)}
    return None


def criterion_of_record(record: Any) -> Criterion:
    """The inverse of `criterion_record`; its constructor refuses what it would refuse anywhere."""
    if not isinstance(record, dict) or str(record.get("name")) not in CRITERIA:
        raise InputError("criterion must be an object with the name of a criterion")
    _, _, make = CRITERIA[str(record["name"])]
    try:
        return make(**{name: value for name, value in record.items() if name != "name"})
    except InputError:
        raise
    except (TypeError, ValueError, AttributeError):
        raise InputError(f"criterion must have the fields of {record['name']}") from None


def _epsilon(level: Gamma | None) -> str:
    """As it is read again; "oo" for no bound."""
    if level is None:
        return "oo"
    return f"ln({text(level.exact)})" if level.epsilon is None else text(level.epsilon)


def _protected(criterion: OneSided) -> Fields:
    return {"protect": _names(criterion.protect), "epsilon": _epsilon(criterion.level)}


def _sensitive(criterion: UtilityOptimized) -> Fields:
    return {"sensitive": _names(criterion.sensitive), "epsilon": _epsilon(criterion.level)}


def _names(truths: tuple[Any, ...]) -> list[Any]:
    """Labels, or places."""
    return [truth if isinstance(truth, int) else str(truth) for truth in truths]


def _blocks(criterion: Blocks) -> Fields:
    return {
        "partition": [_names(block) for block in criterion.partition],
        "inside": _epsilon(criterion.inside),
        "across": _epsilon(criterion.across),
    }


def _metric(criterion: MetricDP) -> Fields:
    squares = criterion.squares and [[text(x) for x in row] for row in criterion.squares]
    return {"squares": squares, "of": criterion.of, "epsilon": _epsilon(criterion.level)}


def _metric_of(squares: Any, of: str, epsilon: str) -> MetricDP:
    if squares is None:
        return MetricDP.of_squares(None, epsilon, of)
    rows = tuple(exact_vector(row, f"squares[{a}]") for a, row in enumerate(squares))
    if len(rows) < 2 or any(len(row) != len(rows) for row in rows):
        raise InputError("squares must be a matrix of squared distances, one row a truth")
    if not all(_are_squares(a, row) for a, row in enumerate(rows)):
        raise InputError("squares must be positive between different truths, and 0 on the diagonal")
    return MetricDP.of_squares(rows, epsilon, of)


def _are_squares(a: int, row: tuple[Fraction, ...]) -> bool:
    """Of the distances from truth a: zero to itself, and positive to others."""
    return all(x == 0 if a == b else x > 0 for b, x in enumerate(row))


def _leakage(criterion: PointwiseMaximalLeakage) -> Fields:
    return {"epsilon": _epsilon(criterion.level), "prior": [text(q) for q in criterion.prior]}


def _renyi(criterion: RenyiDP) -> Fields:
    return {"order": text(criterion.order), "epsilon": text(criterion.budget)}


def _table(criterion: NoWorseThan) -> Fields:
    return {"channel": [[text(x) for x in row] for row in criterion.channel.rows]}


def _boundaries(criterion: StrictInformation) -> Fields:
    return {"h_lower": str(criterion.h_lower), "h_upper": str(criterion.h_upper)}


CRITERIA: dict[str, tuple[type, Callable[[Any], Fields], Callable[..., Criterion]]] = {
    "one-sided": (OneSided, _protected, OneSided),
    "high-low": (HighLow, _protected, HighLow),
    "blocks": (Blocks, _blocks, Blocks),
    "metric": (MetricDP, _metric, _metric_of),
    "utility-optimised": (UtilityOptimized, _sensitive, UtilityOptimized),
    "renyi": (RenyiDP, _renyi, RenyiDP),
    "zero-concentrated": (
        ZeroConcentratedDP,
        lambda criterion: {"rho": text(criterion.rho)},
        ZeroConcentratedDP,
    ),
    "no-worse-than": (NoWorseThan, _table, NoWorseThan),
    "pointwise-maximal-leakage": (PointwiseMaximalLeakage, _leakage, PointwiseMaximalLeakage),
    "local-information-privacy": (LocalInformationPrivacy, _leakage, LocalInformationPrivacy),
    "strict-information": (StrictInformation, _boundaries, StrictInformation),
    "canonical-strict-information": (
        CanonicalStrictInformation,
        lambda criterion: {"h": str(criterion.h)},
        CanonicalStrictInformation,
    ),
}
"""Name: class, its arguments, and how it is made of them."""
