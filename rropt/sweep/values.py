"""The values of one parameter of a sweep: one value, a list of values, or an exact range.

    0.5                                       one value
    ["1/10", 0.5, "ln(3)"]                    a list
    {from = "1/10", to = 2, step = "1/10"}    1/10, 2/10, ... up to and including 2
    {from = 0, to = 1, points = 5}            0, 1/4, 1/2, 3/4, 1
    ["ln(3)", {from = 1, to = 3, step = 1}]   a list with ranges in it

Each value becomes one canonical string, so that 0.5 and "1/2" are the same cell; a value that
occurs twice is one value. A value that is itself a vector is a list inside the list, or a string
with commas; the rows of a matrix are separated by semicolons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.exact import (
    InputError,
    exact,
    exact_vector,
    gamma_from_epsilon,
    gamma_from_value,
    positive,
    prior_vector,
    probability,
    text,
    whole,
)
from rropt.privacy import MetricDP, Privacy
from rropt.privacy.metric import metric_named
from rropt.utility.worst_case import WORST

MOST_VALUES = 1_000_000
NAMED_PRIORS = ("uniform", "zipf")
NO_KIND = "none"
"""The level for all pairs of truths, beside a metric or protected truths."""

Reader = Callable[[Any, str], str]


@dataclass(frozen=True)
class Parameter:
    """How a value is read; `rank` 1 for vectors, 2 for matrices; None for either or neither."""

    read: Reader
    rank: int | None = 0


def axis(name: str, value: Any) -> tuple[str, ...]:
    """The canonical values of a parameter, each once, in the order given.

    >>> axis("epsilon", [{"from": "1/2", "to": 1, "points": 3}, "ln(3)", 0.5])
    ('1/2', '3/4', '1', 'ln(3)')
    >>> axis("prior", [["0.7", "0.2", "0.1"], "uniform"])
    ('7/10,1/5,1/10', 'uniform')
    """
    parameter = PARAMETERS[name]
    listed = _listed(value)
    found = [parameter.read(item, label) for label, item in _items(name, parameter, listed)]
    if not found:
        raise InputError(f"{name} must have at least one value")
    return tuple(dict.fromkeys(found))


def _listed(value: Any) -> Any:
    """A range of Python, an array or a column of any library, as the list that it stands for."""
    sequence = isinstance(value, (list, tuple, range))
    if sequence or getattr(value, "ndim", False) or hasattr(value, "to_list"):
        return [_listed(item) for item in value]
    return value


def _items(name: str, parameter: Parameter, value: Any) -> Iterator[tuple[str, Any]]:
    # A list of numbers is one value of a vector, and several values of a number.
    single = parameter.rank and _depth(value) == parameter.rank
    if not isinstance(value, (list, tuple)) or single:
        yield from _expanded(name, value)
        return
    for i, item in enumerate(value):
        yield from _expanded(f"{name}[{i}]", item)


def _depth(value: Any) -> int:
    """0 for a number, 1 for a vector, 2 for a matrix, written as lists or with commas."""
    if isinstance(value, str):
        return 2 if ";" in value else int("," in value)
    if not isinstance(value, (list, tuple)):
        return 0
    return 1 + max(map(_depth, value), default=0)


def _expanded(label: str, item: Any) -> Iterator[tuple[str, Any]]:
    values = _range(label, item) if isinstance(item, Mapping) else [item]
    for value in values:
        yield label, value


def _range(label: str, item: Mapping[str, Any]) -> Iterator[Fraction]:
    """The numbers of {from, to, step} or {from, to, points}."""
    if set(item) not in ({"from", "to", "step"}, {"from", "to", "points"}):
        raise InputError(
            f"{label} must be a range {{from, to, step}} or {{from, to, points}}, got the keys "
            f"{', '.join(map(str, item))}"
        )
    low = exact(item["from"], f"{label}.from")
    high = exact(item["to"], f"{label}.to")
    if low > high:
        raise InputError(f"{label}.to must be at least from, got {high} below {low}")
    if "step" in item:
        step = positive(item["step"], f"{label}.step")
        # In exact numbers: in doubles 0.1, 0.2, ... may miss the end.
        count = int((high - low) / step) + 1
    else:
        count = whole(item["points"], f"{label}.points", least=1 if low == high else 2)
        step = (high - low) / max(1, count - 1)
    if count > MOST_VALUES:
        raise InputError(f"{label} must have at most {MOST_VALUES:,} values, got {count:,}")
    return (low + i * step for i in range(count))


def _epsilon(value: Any, name: str) -> str:
    gamma = gamma_from_epsilon(value, name)
    return f"ln({gamma.lo})" if gamma.epsilon is None else text(gamma.epsilon)


def _gamma(value: Any, name: str) -> str:
    return text(gamma_from_value(value, name).exact)


def _delta(value: Any, name: str) -> str:
    return text(probability(value, name))


def _outputs(value: Any, name: str) -> str:
    return "any" if value == "any" else str(whole(value, name, least=2))


def _denominator(value: Any, name: str) -> str:
    """N or "2^B"; "none" for the exact optimum."""
    from rropt.design.problem import denominator_of

    if value == "none":
        return value
    power = isinstance(value, str) and value.startswith("2^")
    return str(denominator_of(value) if power else whole(value, name, least=1))


def _categories(value: Any, name: str) -> str:
    return str(whole(value, name, least=2))


def _prior(value: Any, name: str) -> str:
    """A prevalence, a distribution, the name of one that `categories` completes, or the worst."""
    if value in (*NAMED_PRIORS, WORST):
        return str(value)
    if isinstance(value, str) and value.isalpha():
        names = " or ".join((*NAMED_PRIORS, WORST))
        raise InputError(f"{name} must be a prevalence, a distribution, {names}, got {value!r}")
    if _depth(value) == 0:
        return text(probability(value, name))
    return ",".join(map(text, prior_vector(value, name)))


def _vector(value: Any, name: str) -> str:
    return ",".join(map(text, exact_vector(value, name)))


def _matrix(value: Any, name: str) -> str:
    rows = value.split(";") if isinstance(value, str) else value
    if not isinstance(rows, (list, tuple)):
        raise InputError(f"{name} must be a list of rows, got {value!r}")
    return ";".join(_vector(row, f"{name}[{i}]") for i, row in enumerate(rows))


def _word(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise InputError(f"{name} must be a name, got {value!r}")
    return value


def _privacy(value: Any, name: str) -> str:
    """A matrix of levels, one row a truth."""
    rows = value.split(";") if isinstance(value, str) else value
    if not isinstance(rows, (list, tuple)):
        raise InputError(f"{name} must be a matrix of levels, a list of rows, got {value!r}")
    entries = [row.split(",") if isinstance(row, str) else row for row in rows]
    entries = [list(map(_unpadded, row)) if _depth(row) else row for row in entries]
    Privacy(entries)
    return ";".join(",".join(map(_level, row)) for row in entries)


def _level(entry: Any) -> str:
    return "oo" if entry == "oo" else text(exact(entry))


def _unpadded(entry: Any) -> Any:
    return entry.strip() if isinstance(entry, str) else entry


def _metric(value: Any, name: str) -> str:
    """path, grid:NxM, a matrix of distances, or none."""
    if value == NO_KIND:
        return NO_KIND
    if isinstance(value, str) and ";" not in value:
        if metric_named(value, 1) is None:
            rule = "path, grid:NxM, a matrix of distances, or none"
            raise InputError(f"{name} must be {rule}, got {value!r}")
        return value
    said = _matrix(value, name)
    # Read once for what may be wrong with distances; the epsilon is another parameter.
    MetricDP([row.split(",") for row in said.split(";")], 1)
    return said


def _truths(value: Any, name: str) -> str:
    """Truths by their numbers, or none."""
    if value == NO_KIND:
        return NO_KIND
    listed = value if isinstance(value, (list, tuple)) else str(value).split(",")
    return ",".join(str(whole(truth, name, least=0)) for truth in listed)


def named_prior(name: str, categories: int) -> str:
    """The distribution of that name: uniform, or zipf with masses as 1, 1/2, 1/3, ...

    >>> named_prior("zipf", 3)
    '6/11,3/11,2/11'
    """
    masses = [Fraction(1, 1 if name == "uniform" else j + 1) for j in range(categories)]
    total = sum(masses)
    return ",".join(text(mass / total) for mass in masses)


PARAMETERS: dict[str, Parameter] = {
    "epsilon": Parameter(_epsilon),
    "gamma": Parameter(_gamma),
    "delta": Parameter(_delta),
    "outputs": Parameter(_outputs),
    "denominator": Parameter(_denominator),
    "prior": Parameter(_prior, None),
    "categories": Parameter(_categories),
    "gain": Parameter(_matrix, 2),
    "loss": Parameter(_matrix, 2),
    "divergence": Parameter(_word),
    "pair": Parameter(_vector, 1),
    "contrast": Parameter(_vector, 1),
    "priors": Parameter(_matrix, 2),
    "weights": Parameter(_vector, 1),
    "values": Parameter(_vector, 1),
    "interval": Parameter(_vector, 1),
    "points": Parameter(_categories),
    "worst": Parameter(_word),
    "privacy": Parameter(_privacy, 2),
    "metric": Parameter(_metric, None),
    "protect": Parameter(_truths, None),
    "sensitive": Parameter(_truths, None),
}
