"""Utilities by their names, and the words for them in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from operator import mul
from typing import Any

from .cleared import Vector, cleared, cleared_rows
from .fields import distribution, index, listed, matrix, named, rational, rationals, record
from .statement import at_prior, item
from .utilities import Actions, ConvexUtility, Ends, Entropy, Ratios, RootDifference, Tabulated
from .verdict import well_formed

Named = tuple[ConvexUtility, str]
HALF = Fraction(1, 2)


def read_utility(value: Any, sizes: list[int]) -> Named:
    """The utility and its words; `sizes` says how many truths each class has."""
    well_formed(isinstance(value, dict), "utility must be an object")
    name = named(value.get("name"), READERS)
    well_formed(max(sizes) == 1 or name in FOR_CLASSES, "this utility tells all truths apart")
    return READERS[name](value, sizes)


def _trace(value: dict[str, Any], sizes: list[int]) -> Named:
    record(value, "name")
    actions = [{c: 1} for c, _ in enumerate(sizes)]
    return Actions(actions, 1), "a trace (sum over reports of the largest entry)"


def _guess(value: dict[str, Any], sizes: list[int]) -> Named:
    prior = distribution(record(value, "name prior")["prior"], sizes)
    words = f"a probability of a right guess{at_prior(prior, sizes)}"
    whole, unit = cleared(prior)
    return Actions([{c: q} for c, q in enumerate(whole)], unit), words


def _gain(value: dict[str, Any], sizes: list[int]) -> Named:
    prior = distribution(record(value, "name prior gain")["prior"], sizes)
    rows = matrix(value["gain"], columns=len(sizes))
    words = f"an expected gain under the gain matrix {item(rows)}{at_prior(prior, sizes)}"
    masses, below = cleared(prior)
    gains, unit = cleared_rows(rows)
    return Actions([_weighed(masses, row) for row in gains], below * unit), words


def _weighed(masses: list[int], row: list[int]) -> dict[int, int]:
    return dict(enumerate(map(mul, masses, row)))


def _mutual_information(value: dict[str, Any], sizes: list[int]) -> Named:
    prior = distribution(record(value, "name prior")["prior"], sizes)
    words = f"a mutual information in nats{at_prior(prior, sizes)}"
    return Entropy(prior, prior), words


def _fisher(value: dict[str, Any], sizes: list[int]) -> Named:
    prior = distribution(record(value, "name prior")["prior"], sizes)
    well_formed(len(sizes) == 2, "a share is that of truth 1 of two")
    words = f"a Fisher information of one report about the share of truth 1{at_prior(prior, sizes)}"
    slope = [Fraction(-1), Fraction(1)]
    return Ratios([(prior, [slope], [Fraction(1)])]), words


def _pair(value: dict[str, Any], sizes: list[int]) -> tuple[int, int]:
    pair = listed(record(value, "name pair")["pair"], 2)
    a, b = (index(truth, len(sizes)) for truth in pair)
    well_formed(a != b, "a pair of one truth")
    return a, b


def _at(k: int, entries: dict[int, Fraction]) -> Vector:
    return [entries.get(truth, Fraction(0)) for truth in range(k)]


def _of_pair(
    words: str, make: Callable[[int, int, int], ConvexUtility]
) -> Callable[[dict[str, Any], list[int]], Named]:
    def read(value: dict[str, Any], sizes: list[int]) -> Named:
        a, b = _pair(value, sizes)
        return make(len(sizes), a, b), f"{words} of truths {a} and {b}"

    return read


def _total_variation(k: int, a: int, b: int) -> Actions:
    return Actions([{a: 1, b: -1}, {a: -1, b: 1}], 2)


def _chi_square(k: int, a: int, b: int) -> Ratios:
    apart = _at(k, {a: Fraction(1), b: Fraction(-1)})
    return Ratios([(_at(k, {b: Fraction(1)}), [apart], [Fraction(1)])])


def _le_cam(k: int, a: int, b: int) -> Ratios:
    apart = _at(k, {a: Fraction(1), b: Fraction(-1)})
    both = _at(k, {a: Fraction(1), b: Fraction(1)})
    return Ratios([(both, [apart], [Fraction(1)])])


def _hellinger(k: int, a: int, b: int) -> RootDifference:
    return RootDifference(a, b, k)


def _kullback_leibler(k: int, a: int, b: int) -> Entropy:
    return Entropy(_at(k, {a: Fraction(1)}), _at(k, {b: Fraction(1)}))


def _reverse_kullback_leibler(k: int, a: int, b: int) -> Entropy:
    return _kullback_leibler(k, b, a)


def _jensen_shannon(k: int, a: int, b: int) -> Entropy:
    middle = _at(k, {a: HALF, b: HALF})
    return Entropy(middle, middle)


def _tabulated(value: dict[str, Any], sizes: list[int]) -> Named:
    pairs = [listed(pair, 2) for pair in listed(record(value, "name values")["values"])]
    well_formed(pairs, "no values")
    values: list[tuple[Vector, Ends]] = []
    for pattern, u in pairs:
        low, high = listed(u, 2) if isinstance(u, list) else (u, u)
        values.append((rationals(pattern, len(sizes)), (rational(low), rational(high))))
    words = f"convex, homogeneous, with values {item(pairs)}"
    return Tabulated(values), f"a utility on the word of the user ({words})"


FOR_CLASSES = "trace", "probability-of-a-right-guess", "mutual-information"
READERS: dict[str, Callable[[dict[str, Any], list[int]], Named]] = {
    "trace": _trace,
    "probability-of-a-right-guess": _guess,
    "gain": _gain,
    "mutual-information": _mutual_information,
    "fisher-information": _fisher,
    "total-variation": _of_pair("a total variation sum abs(p - q) / 2", _total_variation),
    "chi-square": _of_pair("a chi-square divergence sum (p - q)^2 / q", _chi_square),
    "le-cam": _of_pair("a Le Cam divergence sum (p - q)^2 / (p + q)", _le_cam),
    "hellinger": _of_pair("a Hellinger divergence sum (sqrt p - sqrt q)^2", _hellinger),
    "kullback-leibler": _of_pair(
        "a Kullback-Leibler divergence sum p ln(p / q)", _kullback_leibler
    ),
    "reverse-kullback-leibler": _of_pair(
        "a Kullback-Leibler divergence sum q ln(q / p)", _reverse_kullback_leibler
    ),
    "jensen-shannon": _of_pair("a Jensen-Shannon divergence in nats", _jensen_shannon),
    "utility-on-the-word-of-the-user": _tabulated,
}
