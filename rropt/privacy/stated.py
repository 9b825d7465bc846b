"""What privacy demands, as it is said in one line, by options or in a sweep, and as JSON.

| parameter | what it says |
|---|---|
| `epsilon` or `gamma`, `delta` | one number for every pair of truths |
| with `protect`, `sensitive` or `metric` | the same for some truths, or times a distance |
| `privacy` | rows "1,3;oo,1", a record {"gamma": ...}, or a kind: zcdp:1/2, renyi:2,1, ... |
| `leakage_prior`, `prior`, `categories` | what is known before, of pml and lip |

As JSON a criterion has the words in which it was asked for, where a certificate has its levels:

    {"name": "one-sided", "protect": ["yes"], "epsilon": "1/2"}

None for what the levels say in full: one number, or a matrix that was given as such.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from inspect import signature
from typing import TYPE_CHECKING, Any

from rropt.exact import Gamma, InputError, exact, exact_vector, text, whole
from rropt.privacy.criteria import (
    BayesFactor,
    BetaFactor,
    CanonicalStrictInformation,
    Criterion,
    LocalDP,
    Rho1Rho2,
    StrictInformation,
)
from rropt.privacy.matrices import Privacy
from rropt.privacy.measured import (
    LocalInformationPrivacy,
    NoWorseThan,
    PointwiseMaximalLeakage,
    RenyiDP,
    ZeroConcentratedDP,
)
from rropt.privacy.metric import MetricDP, metric_named
from rropt.privacy.named_truths import Blocks, HighLow, OneSided, UtilityOptimized

if TYPE_CHECKING:
    from rropt.channel import Channel

Said = Mapping[str, Any]
"""What is said of each parameter; None where nothing is."""

LEVELS = ("epsilon", "gamma", "privacy")
"""What names a demand; just one is given."""

SHAPES = ("metric", "protect", "sensitive")
"""What makes a matrix of a number."""

OF_PARTS: Mapping[str, Callable[..., Criterion]] = {
    "zcdp": ZeroConcentratedDP,
    "renyi": RenyiDP,
    "rho": Rho1Rho2,
    "beta": BetaFactor,
    "bayes": BayesFactor,
    "h": CanonicalStrictInformation,
    "high-low": HighLow,
    "blocks": Blocks,
}
"""Kinds that are said by their own parameters in order; the first may have commas in it."""

AT_A_PRIOR: Mapping[str, Callable[..., Criterion]] = {
    "pml": PointwiseMaximalLeakage,
    "lip": LocalInformationPrivacy,
}

KINDS = (*OF_PARTS, *AT_A_PRIOR, "no-worse-than")
"""What `privacy` may say besides a matrix."""

MATRIX = (
    'rows such as "1,3;oo,1", a JSON file of them, [["1","3"],["3/2","1"]] or {"gamma": '
    f'[["1","3"],["3/2","1"]], "delta": "0"}}, or one of {", ".join(KINDS)}, as in zcdp:1/2'
)
METRIC = (
    'path, grid:NxM, rows, or a JSON file [["0","1"],["1","0"]], {"distances": '
    '[["0","1"],["1","0"]]} or {"points": [["0","0"],["0","1"]]}'
)


def stated_privacy(
    said: Said,
    called: Callable[[str], str] = str,
    mechanism: Callable[[str], Channel] | None = None,
) -> Criterion:
    """The criterion that parameters say; `called` writes one in messages, `mechanism` reads a file.

    >>> stated_privacy({"privacy": "rho:1/10,1/2"})
    Rho1Rho2(epsilon = ln(9))
    >>> stated_privacy({"epsilon": "ln(2)", "protect": "1"}).on(2).levels.bound_pairs
    ((1, 0),)
    """
    levels = [name for name in LEVELS if said.get(name) is not None]
    shapes = [name for name in SHAPES if said.get(name) is not None]
    if not levels:
        first, *_, last = names = [called(name) for name in LEVELS]
        listed = f"{', '.join(names[:-1])} and {last}"
        raise InputError(f"one of {listed} must be given, such as {first} 1")
    alone = levels if said.get("privacy") is None else [*levels, *shapes]
    for several in (alone, shapes):
        if len(several) > 1:
            first, second = map(called, several[:2])
            raise InputError(f"{second} must not be given together with {first}")
    delta = "0" if said.get("delta") is None else said["delta"]
    if levels == ["privacy"]:
        return _Stated(said, delta, called, mechanism).criterion()
    if shapes:
        return _shaped(said, shapes[0], delta, called)
    if levels == ["gamma"]:
        return LocalDP.from_gamma(said["gamma"], delta)
    return LocalDP(said["epsilon"], delta)


def _shaped(said: Said, shape: str, delta: str, called: Callable[[str], str]) -> Criterion:
    """One-sided, utility-optimised or metric privacy, at one number and without a delta."""
    if delta != "0":
        raise InputError(f"{called('delta')} must be 0 with {called(shape)}, got {delta}")
    epsilon = said["epsilon"] if said.get("epsilon") is not None else f"ln({said['gamma']})"
    if shape == "metric":
        return _metric(said["metric"], epsilon, called)
    kind = UtilityOptimized if shape == "sensitive" else OneSided
    return kind(said[shape], epsilon)


def _metric(value: Any, epsilon: str, called: Callable[[str], str]) -> MetricDP:
    """A name, rows of distances, or a record of distances or of points."""
    if isinstance(value, Mapping) and value.keys() == {"points"}:
        return MetricDP.points(value["points"], epsilon)
    if isinstance(value, Mapping) and value.keys() == {"distances"}:
        return MetricDP(value["distances"], epsilon)
    if isinstance(value, list):
        return MetricDP(value, epsilon)
    if isinstance(value, str):
        named = metric_named(value, epsilon)
        if named is not None:
            return named
        if ";" in value:
            return MetricDP(_rows(value), epsilon)
    raise InputError(f"{called('metric')} must be {METRIC}, got {value}")


def _rows(value: str) -> list[list[str]]:
    return [list(map(str.strip, row.split(","))) for row in value.split(";")]


class _Stated:
    """What `privacy` says, beside a delta and a prior."""

    def __init__(
        self,
        said: Said,
        delta: str,
        called: Callable[[str], str],
        mechanism: Callable[[str], Channel] | None,
    ) -> None:
        self.said = said
        self.delta = delta
        self.mechanism = mechanism
        self.called = called
        self.value = said["privacy"]
        self.name = called("privacy")

    def criterion(self) -> Criterion:
        """A matrix, or a kind and what it takes."""
        if isinstance(self.value, Mapping):
            return self._record(self.value)
        if isinstance(self.value, list):
            return Privacy(self.value, self.delta)
        kind, colon, value = self.value.partition(":")
        if not colon or kind not in KINDS:
            return self._matrix()
        self._refuse_delta(kind)
        if kind in AT_A_PRIOR:
            return AT_A_PRIOR[kind](value, self._prior())
        if kind == "no-worse-than":
            return self._no_worse_than(value)
        names = signature(OF_PARTS[kind]).parameters
        parts = [part.strip() for part in value.rsplit(",", len(names) - 1)]
        if len(parts) < len(names) or "" in parts:
            form = f"{kind}:{','.join(names)}"
            raise InputError(f"{self.name} {kind} must be {form}, got {value!r}")
        return OF_PARTS[kind](*parts)

    def _no_worse_than(self, path: str) -> Criterion:
        if self.mechanism is None:
            raise InputError(f"{self.name} no-worse-than:FILE is for the command line")
        return NoWorseThan(self.mechanism(path))

    def _matrix(self) -> Privacy:
        """The rows themselves, as "1,3;oo,1" or as JSON."""
        if self.value.lstrip().startswith("["):
            try:
                return Privacy(json.loads(self.value, parse_float=str), self.delta)
            except (ValueError, RecursionError) as error:
                if isinstance(error, InputError):
                    raise
        elif ";" in self.value:
            return Privacy(_rows(self.value), self.delta)
        raise InputError(f"{self.name} must be {MATRIX}, got {self.value!r}")

    def _record(self, record: Mapping[str, Any]) -> Privacy:
        """Of a file, which has its own deltas."""
        unread = sorted(record.keys() - {"gamma", "delta"})
        if "gamma" not in record or unread:
            found = unread[0] if unread else "no gamma"
            raise InputError(
                f"{self.name} must have the keys gamma and delta only, or be the rows alone, "
                f"got {found}"
            )
        self._refuse_delta("FILE, which has the deltas")
        return Privacy(record["gamma"], record.get("delta"))

    def _refuse_delta(self, beside: str) -> None:
        if self.delta != "0":
            raise InputError(
                f"{self.called('delta')} must be left out with {self.name} {beside}, "
                f"got {self.delta}"
            )

    def _prior(self) -> list[Any]:
        """What is known before; one number is the share of the second truth."""
        own = self.said.get("leakage_prior")
        shared = self.said.get("prior")
        named = shared if own is None else own
        if named in (None, "uniform"):
            if self.said.get("categories") is None:
                prior = self.called("leakage_prior")
                raise InputError(f"{self.name} {self.value} needs {prior} P,...: what is known")
            number = whole(self.said["categories"], "categories", 1)
            return [Fraction(1, number)] * number
        shares = [part.strip() for part in named.split(",")]
        if len(shares) > 1:
            return shares
        share = exact(shares[0], "prior")
        return [1 - share, share]


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
    except (TypeError, ValueError, AttributeError) as wrong:
        if isinstance(wrong, InputError) and not isinstance(wrong, TypeError):
            raise
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


def _metric_fields(criterion: MetricDP) -> Fields:
    squares = criterion.squares and [list(map(text, row)) for row in criterion.squares]
    return {"squares": squares, "of": criterion.of, "epsilon": _epsilon(criterion.level)}


def _metric_of(squares: Any, of: str, epsilon: str) -> MetricDP:
    if squares is None:
        return MetricDP.of_squares(None, epsilon, of)
    rows = tuple(exact_vector(row, f"squares[{a}]") for a, row in enumerate(squares))
    if len(rows) < 2 or any(len(row) != len(rows) for row in rows):
        raise InputError("squares must be a matrix of squared distances, one row for each truth")
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
    return {"channel": [list(map(text, row)) for row in criterion.channel.rows]}


def _boundaries(criterion: StrictInformation) -> Fields:
    return {"h_lower": str(criterion.h_lower), "h_upper": str(criterion.h_upper)}


CRITERIA: dict[str, tuple[type, Callable[[Any], Fields], Callable[..., Criterion]]] = {
    "one-sided": (OneSided, _protected, OneSided),
    "high-low": (HighLow, _protected, HighLow),
    "blocks": (Blocks, _blocks, Blocks),
    "metric": (MetricDP, _metric_fields, _metric_of),
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
