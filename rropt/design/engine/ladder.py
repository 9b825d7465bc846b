"""Prices found in doubles are raised, share by share, until the checker accepts them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from rropt.certificate import Certificate, CertificateError, LargeCertificate, issue
from rropt.design.engine.natural_order import in_natural_order

Share = TypeVar("Share")


def first_accepted(
    record: Callable[[Share], Mapping[str, Any]],
    shares: Sequence[Share],
    after_large: Sequence[Any] = (),
) -> Certificate:
    """The certificate of the first share with which the checker accepts the record.

    Where a certificate takes too long to check, the larger ones of the shares `after_large` are
    tried: none, unless larger prices are quicker to check.
    """
    left: Sequence[Any] = shares
    refused: CertificateError
    while left:
        share, *left = left
        try:
            return issue(in_natural_order(record(share)))
        except LargeCertificate as error:
            refused = error
            left = [x for x in after_large if x > share]
        except CertificateError as error:
            refused = error
    raise refused
