"""Prices found in doubles are raised, share by share, until the checker accepts them.

Reports stand in the order of how much they speak for the first truth, then the next. Each report
has its chances divided by their sum, which are the posterior where all truths are equally likely;
the largest come first, entry by entry. Of two truths this is the order of the likelihood ratio, of
k-ary response the diagonal, of sets of equal size the order of a dictionary. A solver finds reports
in the order of its search, which says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, TypeVar

from rropt.certificate import Certificate, CertificateError, LargeCertificate, issue
from rropt.exact import over_common_denominator

Share = TypeVar("Share")


def first_accepted(
    record: Callable[[Share], Mapping[str, Any]],
    shares: Sequence[Share],
    after_large: Sequence[Any] = (),
) -> Certificate:
    """The certificate of the first share with which the checker accepts the record, its reports in
    their natural order.
    """
    return first_as_written(lambda share: in_natural_order(record(share)), shares, after_large)


def first_as_written(
    record: Callable[[Share], Mapping[str, Any]],
    shares: Sequence[Share],
    after_large: Sequence[Any],
) -> Certificate:
    """The same, the reports in the order of the record.

    Where a certificate takes too long to check, the larger ones of the shares `after_large` are
    tried: none, unless larger prices are quicker to check.
    """
    left: Sequence[Any] = shares
    refused: CertificateError
    while left:
        share, *left = left
        try:
            return issue(record(share))
        except LargeCertificate as error:
            refused = error
            left = [x for x in after_large if x > share]
        except CertificateError as error:
            refused = error
    raise refused


Rows = Sequence[Sequence[Any]]

FINE = 10**12
"""Parts of a report in which shares are counted: differences of tables are more."""


def natural_order(patterns: Rows) -> list[int]:
    """The places of the rows in their natural order; rows of one direction stay as they are.

    >>> natural_order([["1/4", "3/4"], [3, 1], [2, 0], [1, 1]])
    [2, 1, 3, 0]
    """
    return order_of_whole([_whole(row) for row in patterns])


def order_of_whole(rows: Sequence[Sequence[int]]) -> list[int]:
    """The same of rows of whole numbers."""
    directions = []
    for row in rows:
        total = sum(row) or 1
        directions.append([FINE * x // total for x in row])
    # Sorting in reverse keeps the order of those that are equal.
    return sorted(range(len(rows)), key=directions.__getitem__, reverse=True)


def _whole(row: Sequence[Any]) -> Sequence[int]:
    numbers = [Fraction(x) if isinstance(x, str) else x for x in row]
    return over_common_denominator(numbers)[0]


def in_natural_order(record: Mapping[str, Any]) -> dict[str, Any]:
    """A certificate's record with its reports in this order, and what belongs to each.

    >>> record = {"patterns": [[1, 3], [3, 1]], "weights": ["1/8", "1/4"]}
    >>> in_natural_order(record)
    {'patterns': [[3, 1], [1, 3]], 'weights': ['1/4', '1/8']}
    """
    found = dict(record)
    patterns = record.get("patterns", ())
    if not patterns or not _are_written(patterns):
        return found
    order = natural_order(patterns)
    for name in ("patterns", "weights"):
        found[name] = [record[name][place] for place in order]
    if "scenarios" in record:
        found["scenarios"] = [_reordered(each, order) for each in record["scenarios"]]
    return found


def _are_written(patterns: Rows) -> bool:
    """Whether each entry is a number: a pattern of classes stands for all its arrangements."""
    return {list, tuple}.isdisjoint(chain.from_iterable(map(type, row) for row in patterns))


def _reordered(scenario: Mapping[str, Any], order: Sequence[int]) -> dict[str, Any]:
    return {**scenario, "estimators": _by_report(scenario["estimators"], order)}


def _by_report(numbers: Sequence[Any], order: Sequence[int]) -> list[Any]:
    """Estimators, of contrasts and of points of a model: the innermost lists are by report."""
    if isinstance(numbers[0], (list, tuple)):
        return [_by_report(each, order) for each in numbers]
    return [numbers[place] for place in order]
