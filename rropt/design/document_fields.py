"""What a saved design says around its certificate, compared with what the certificate says."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from rropt.certificate import is_for_model
from rropt.exact import log_bounds
from rropt.exact.entries import scaled
from rropt.exact.number import masses_by_direction


def difference(shown: dict[str, Any], certificate: dict[str, Any]) -> str | None:
    """What a design shows that its verified certificate does not say; None if nothing."""
    table = shown.get("channel")
    if table is not None and _merged(_rows(table)) != _merged(_certified_rows(certificate)):
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


def _certified_rows(certificate: dict[str, Any]) -> list[list[Fraction]] | None:
    """The table that a verified certificate speaks about, classes of truths written out."""
    if "table" in certificate:
        return _rows(certificate["table"])
    if isinstance(certificate.get("truths"), list):
        from rropt.design.document_table import channel_in

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
