"""A design in a JSON document: its table, and what it says around its certificate.

The document is a channel, a saved design or a certificate. Each field of a saved design is compared
with what its certificate says.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain, product
from typing import Any

from rropt.certificate import WITHOUT_TABLE, is_for_model
from rropt.channel import Channel, channel_in_json
from rropt.channel.block_design import stated_blocks
from rropt.channel.validate import MOST_LABELS
from rropt.design.blocks.block_channel import (
    block_channel,
    class_channel,
    stated_shares,
    subset_channel,
)
from rropt.design.problem import Orbit, Runs
from rropt.exact import InputError, exact, log_bounds, whole
from rropt.exact.entries import scaled
from rropt.exact.number import masses_by_direction

TOO_LARGE = "{} must hold a table that can be written out, got one kept as orbits"
NO_TABLE = "{} must hold a table, got the mechanism of a whole interval of numbers, which has none"
Weighed = tuple[list[Runs], Fraction]
"""A pattern, the runs of each class, and its weight."""

ACCEPTED = 'a channel {"channel": [["3/4","1/4"],["1/4","3/4"]]}, a saved design or a certificate'


def channel_in(document: Any, name: str = "--design") -> Channel:
    """The table that a JSON document holds; `name` is what a refusal calls the document.

    >>> channel_in({"kind": "prices", "patterns": [[3, 1], [1, 3]], "weights": ["1/4"] * 2}).rows[0]
    (Fraction(3, 4), Fraction(1, 4))
    """
    if not isinstance(document, dict):
        raise InputError(f"{name} must be {ACCEPTED}, got {type(document).__name__}")
    if document.get("channel") is not None:
        return channel_in_json(document)
    if isinstance(document.get("family"), dict):
        return channel_in_json({"channel": document["family"]})
    if "channel" in document:
        return _inside(document, name)
    if document.get("table") is not None:
        return Channel.from_rows(document["table"])
    if isinstance(document.get("truths"), list):
        return _lifted(document, name)
    if "patterns" in document and "weights" in document:
        return Channel.from_patterns(document["patterns"], document["weights"])
    raise InputError(f"{name} must be {ACCEPTED}, got the keys {', '.join(document) or 'none'}")


def _inside(document: dict[str, Any], name: str) -> Channel:
    """Of a design whose channel is null: only its certificate says what the table is."""
    inside = document.get("certificate")
    if isinstance(inside, dict) and isinstance(inside.get("truths"), list):
        table = _lifted(inside, name)
        return table.relabel(truths=document["truths"]) if "truths" in document else table
    has_none = isinstance(inside, dict) and inside.get("kind") in WITHOUT_TABLE
    raise InputError((NO_TABLE if has_none else TOO_LARGE).format(name))


def _lifted(certificate: Any, name: str) -> Channel:
    """The table of a certificate with classes of truths, where it is small enough.

    The truths of the first class come first.
    """
    from rropt.design.linear.symmetric import MOST_SETS_WRITTEN, are_few, members

    try:
        sizes = _sizes(certificate["truths"])
        whole_orbits = _needs_orbits(certificate)
        rows = [_classes(pattern, sizes) for pattern in certificate["patterns"]]
        masses = [exact(weight) for weight in certificate["weights"]]
        pairs = list(zip(rows, masses, strict=True))
    except (KeyError, TypeError, ValueError):
        raise InputError(f"{name} must be {ACCEPTED}, got classes of no table") from None
    if sum(sizes) > MOST_LABELS:
        raise InputError(f"{name} must have at most {MOST_LABELS} truths, got {sum(sizes)}")
    if "blocks" in certificate:
        return _of_blocks(certificate, pairs, name)
    are_sets = certificate.get("kind") == "symmetric" and sum(sizes) > MOST_SETS_WRITTEN
    if are_sets or not are_few(rows, sum(sizes), whole_orbits):
        return _of_sets(certificate, pairs, name)
    patterns = []
    weights = []
    for row, weight in pairs:
        classes = [members(runs, whole_orbits) for runs in row]
        written = [tuple(chain.from_iterable(parts)) for parts in product(*classes)]
        patterns += written
        weights += [weight / len(written)] * len(written)
    return Channel.from_patterns(patterns, weights)


def _of_blocks(certificate: Any, pairs: Sequence[Weighed], name: str) -> Channel:
    """The channel of a certificate that names balanced blocks, written where it is small."""
    from rropt.design.linear.symmetric import are_sets_written

    design, *others = stated_blocks(certificate)[0]
    if others or len(pairs) > 1 or design is None:
        return _of_sets(certificate, pairs, name)
    (((gamma, _), (low, _)),) = certificate["patterns"][0]
    channel = block_channel(design, exact(gamma) / exact(low))
    is_small = are_sets_written(design.reports, design.truths)
    return Channel.from_rows(channel.rows) if is_small else channel


def _of_sets(certificate: Any, pairs: Sequence[Weighed], name: str) -> Channel:
    """All or balanced arrangements of patterns of two values; of others a table would be needed."""
    channel = None
    rows = [row for row, _ in pairs]
    if len(rows) == 1 == len(rows[0]):
        channel = subset_channel(rows[0][0])
    elif certificate.get("kind") == "symmetric":
        orbits = [Orbit(row[0], weight, tuple(row[1:])) for row, weight in pairs]
        channel = class_channel(orbits, stated_shares(certificate), stated_blocks(certificate))
    if channel is None:
        raise InputError(TOO_LARGE.format(name))
    return channel


def _needs_orbits(certificate: Any) -> bool:
    """Whether the shifts of a pattern do not stand for all its rearrangements."""
    return exact(certificate["privacy"]["delta"]) > 0 or certificate.get("kind") == "symmetric"


def _sizes(truths: list[Any]) -> list[int]:
    return [whole(size, "truths") for size in truths]


def _classes(pattern: Any, sizes: list[int]) -> list[Runs]:
    """The runs (value, how many truths have it) of a pattern in each class."""
    found = []
    for entry, size in zip(pattern, sizes, strict=True):
        runs = entry if isinstance(entry, list) else [[entry, size]]
        found.append(tuple((exact(value), whole(count, "count")) for value, count in runs))
        if sum(count for _, count in found[-1]) != size:
            raise ValueError("a pattern has not one value for each truth")
    return found


def difference(shown: dict[str, Any], certificate: dict[str, Any]) -> str | None:
    """What a design shows that its verified certificate does not say; None if nothing."""
    table = shown.get("channel")
    if table is not None and not _is_certified(table, certificate):
        return "table"
    for name in ("gamma", "delta"):
        if name in shown and numbers(shown[name]) != numbers(certificate["privacy"].get(name)):
            return name
    if certificate.get("device") == "two-answers" and str(shown.get("outputs", 2)) != "2":
        return "number of outputs"
    if "outputs" in shown and certificate.get("reports", shown["outputs"]) != shown["outputs"]:
        return "number of outputs"
    for name in ("value", "bound"):
        if name in shown and not _is_proved(name, _as_certified(shown, name), certificate):
            return name
    return "gap" if {"value", "bound", "gap"} <= shown.keys() and _other_gap(shown) else None


def _as_certified(shown: dict[str, Any], name: str) -> Any:
    """What is shown of the value or the bound; a loss is certified as a gain, its opposite."""
    said = numbers(shown[name])
    if shown.get("objective") == "loss" and isinstance(said, list):
        return sorted(-x for x in said)
    return said


def _other_gap(shown: dict[str, Any]) -> bool:
    """Whether the gap is not the largest distance of the value from the bound."""
    value = numbers(shown["value"])
    bound = numbers(shown["bound"])
    if not (isinstance(value, list) and isinstance(bound, list)):
        return numbers(shown["gap"]) != [0]
    return numbers(shown["gap"]) != [max(abs(v - b) for v, b in product(value, bound))]


def _is_proved(name: str, said: Any, certificate: dict[str, Any]) -> bool:
    """Whether this is the value or the bound of a verified certificate."""
    value, bound = as_designed(certificate)
    if name == "bound" or not _has_upper_end(certificate):
        return bool(said == (value if name == "value" else bound))
    if not isinstance(said, list) or not said:
        return False
    # A lower end beyond the bound makes no table look better than its certified upper end.
    return bool(said[-1] == value[-1] and value[0] <= said[0])


def as_designed(certificate: dict[str, Any]) -> tuple[Any, Any]:
    """The value and the bound of a verified certificate, in the words of a design.

    A variance is shown where an information is certified. Of a curved design the certificate has
    the upper end of the value; the lower one lies between it and the bound.
    """
    value = numbers(certificate["value"])
    bound = numbers(certificate["bound"])
    if certificate.get("utility", {}).get("name") == "fisher-information":
        value = _reciprocals(value)
        bound = _reciprocals(bound)
    if _has_upper_end(certificate):
        value, bound = _in_logarithms(value, bound, certificate)
        value = [bound[0], value[-1]]
    return value, bound


def _has_upper_end(certificate: dict[str, Any]) -> bool:
    return certificate["kind"] in ("gradient", "symmetric") and not is_for_model(certificate)


def _in_logarithms(value: Any, bound: Any, certificate: dict[str, Any]) -> tuple[Any, Any]:
    """Determinants are shown as logarithms, rounded outwards; k - 1 of them of a mean."""
    objective = certificate["objective"]
    if objective["name"] != "d-optimal":
        return value, bound
    factors = _truths(certificate["truths"]) - 1 if "mean" in objective else 1
    return [factors * log_bounds(value[0])[1]], [factors * log_bounds(bound[0])[0]]


def _truths(given: Any) -> int:
    """How many, where they may be in classes."""
    return int(sum(given)) if isinstance(given, list) else int(given)


def numbers(value: Any) -> list[Fraction] | str | None:
    """One number or the two ends of an enclosure; what is neither stays as it is."""
    try:
        found = [_exact(end) for end in (value if isinstance(value, list) else [value])]
    except ValueError:
        return str(value)
    return sorted(found)


def _reciprocals(ends: Any) -> Any:
    """A variance is shown where an information is certified; "oo" where that is zero."""
    if not isinstance(ends, list):
        return ends
    return "oo" if 0 in ends else sorted(1 / end for end in ends)


def _is_certified(table: Any, certificate: dict[str, Any]) -> bool:
    """Whether this is the table of a verified certificate, which may have none."""
    if certificate["kind"] in WITHOUT_TABLE:
        return False
    try:
        certified = _certified_rows(certificate)
    except InputError:  # one too large to be written
        return False
    return _merged(_rows(table)) == _merged(certified)


def _certified_rows(certificate: dict[str, Any]) -> list[list[Fraction]] | None:
    """The table that a verified certificate speaks about, classes of truths written out."""
    if "table" in certificate:
        return _rows(certificate["table"])
    if isinstance(certificate.get("truths"), list):
        return sorted(list(row) for row in channel_in(certificate).rows)
    weights = map(Fraction, certificate["weights"])
    pairs = zip(weights, certificate["patterns"], strict=True)
    return sorted(list(scaled(map(Fraction, pattern), w)) for w, pattern in pairs)


def _merged(rows: list[list[Fraction]] | None) -> dict[tuple[int, ...], Fraction] | None:
    return None if rows is None else masses_by_direction(rows)


def _rows(table: Any) -> list[list[Fraction]] | None:
    """The rows in a fixed order; None for what is no table of exact numbers."""
    try:
        return sorted(list(map(_exact, row)) for row in table)
    except (TypeError, ValueError):
        return None


def _exact(entry: Any) -> Fraction:
    """A number in writing. No design has exponents: 1e99999999 takes minutes to write out."""
    if not isinstance(entry, str) or "e" in entry.lower():
        raise ValueError
    try:
        return Fraction(entry)
    except ZeroDivisionError:
        raise ValueError from None
