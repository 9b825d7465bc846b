"""The table in a JSON document: a channel, a saved design or a certificate."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain, product
from typing import Any

from rropt.certificate import WITHOUT_TABLE
from rropt.channel import Channel, channel_in_json
from rropt.channel.block_design import stated_blocks, written_blocks
from rropt.design.blocks.block_channel import (
    block_channel,
    class_channel,
    stated_shares,
    subset_channel,
)
from rropt.design.problem import Orbit, Runs
from rropt.exact import InputError, exact, whole

TOO_LARGE = "{} must hold a table that can be written out, got one kept as orbits"
NO_TABLE = "{} must hold a table, got the mechanism of a whole interval of numbers, which has none"
MOST_TRUTHS = 10**6
"""Truths of classes in a file that nobody has verified yet: each has a label."""

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
    if isinstance(document.get("truths"), list):
        return _lifted(document, name)
    if "patterns" in document and "weights" in document:
        return Channel.from_patterns(document["patterns"], document["weights"])
    if document.get("table") is not None:
        return Channel.from_rows(document["table"])
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
    if sum(sizes) > MOST_TRUTHS:
        raise InputError(f"{name} must have at most {MOST_TRUTHS} truths, got {sum(sizes)}")
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
    ratio = exact(gamma) / exact(low)
    if not are_sets_written(design.reports, design.truths):
        return block_channel(design, ratio)
    return written_blocks(design, ratio)


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
