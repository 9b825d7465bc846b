"""The channel that a verb works with: from a channel file, a saved design or a certificate.

A file with a certificate makes a promise of privacy: nobody answers by a table for which the
checker does not verify it.
"""

from __future__ import annotations

import argparse
import json
from fractions import Fraction
from itertools import product
from typing import Any

from rropt.channel import Channel
from rropt.cli.check import verdict_on
from rropt.cli.common import read_text
from rropt.exact import InputError, exact, whole

TOO_LARGE = "--design must hold a table that can be written out, got one kept as orbits"
ACCEPTED = 'a channel {"channel": [["3/4","1/4"],["1/4","3/4"]]}, a saved design or a certificate'


def add_design(parser: argparse.ArgumentParser, required: bool = True) -> None:
    """--design, and the labels of its reports and truths."""
    parser.add_argument(
        "--design", metavar="D.json", required=required, help="channel, design or certificate file"
    )
    parser.add_argument("--reports", metavar="A,B,...", help="labels of the reports, in order")
    parser.add_argument("--truths", metavar="A,B,...", help="labels of the truths, in order")


def design_of(args: argparse.Namespace) -> Channel:
    """The channel that --design names, with the labels of --reports and --truths."""
    text = read_text(args.design, "--design")
    document = _document(text, args.design)
    channel = channel_in(document)
    _refuse_unverified(document, text)
    reports, truths = (_labels(text) for text in (args.reports, args.truths))
    if reports is None and truths is None:
        return channel
    return Channel.from_rows(channel.rows, reports or channel.reports, truths or channel.truths)


def channel_in(document: Any) -> Channel:
    """The table that a JSON document holds.

    >>> channel_in({"kind": "prices", "patterns": [[3, 1], [1, 3]], "weights": ["1/4"] * 2}).rows[0]
    (Fraction(3, 4), Fraction(1, 4))
    """
    if not isinstance(document, dict):
        raise InputError(f"--design must be {ACCEPTED}, got {type(document).__name__}")
    if document.get("channel") is not None:
        return Channel.from_json(document)
    if isinstance(document.get("truths"), list):
        return _lifted(document)
    if "patterns" in document and "weights" in document:
        return Channel.from_patterns(document["patterns"], document["weights"])
    if document.get("table") is not None:
        return Channel.from_rows(document["table"])
    if "channel" in document:
        raise InputError(TOO_LARGE)
    raise InputError(f"--design must be {ACCEPTED}, got the keys {', '.join(document) or 'none'}")


def _lifted(certificate: Any) -> Channel:
    """The table of a certificate with classes of truths, where it is small enough.

    The truths of the first class come first.
    """
    from rropt.design.symmetric import are_few, members

    try:
        sizes, delta = _sizes(certificate["truths"]), exact(certificate["privacy"]["delta"])
        rows = [_classes(pattern, sizes) for pattern in certificate["patterns"]]
        masses = [exact(weight) for weight in certificate["weights"]]
        pairs = list(zip(rows, masses, strict=True))
    except (KeyError, TypeError, ValueError):
        raise InputError(f"--design must be {ACCEPTED}, got classes of no table") from None
    if not are_few(rows, sum(sizes), delta):
        raise InputError(TOO_LARGE)
    patterns, weights = [], []
    for row, weight in pairs:
        written = [sum(p, ()) for p in product(*(members(runs, delta) for runs in row))]
        patterns += written
        weights += [weight / len(written)] * len(written)
    return Channel.from_patterns(patterns, weights)


def _sizes(truths: list[Any]) -> list[int]:
    return [whole(size, "truths") for size in truths]


def _classes(pattern: Any, sizes: list[int]) -> list[tuple[tuple[Fraction, int], ...]]:
    """The runs (value, how many truths have it) of a pattern in each class."""
    found = []
    for entry, size in zip(pattern, sizes, strict=True):
        runs = entry if isinstance(entry, list) else [[entry, size]]
        found.append(tuple((exact(value), whole(count, "count")) for value, count in runs))
        if sum(count for _, count in found[-1]) != size:
            raise ValueError("a pattern has not one value for each truth")
    return found


def _refuse_unverified(document: dict[str, Any], text: str) -> None:
    if "kind" not in document and document.get("certificate") is None:
        return
    verdict = verdict_on(text.encode())
    if verdict.status:
        raise InputError(f"--design holds a certificate that is {verdict}")


def _document(text: str, path: str) -> Any:
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise InputError(f"--design must be a JSON file, got {path}: {error}") from None


def _labels(text: str | None) -> list[str] | None:
    return None if text is None else text.split(",")
