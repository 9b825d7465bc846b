"""Whether a page, or the JSON of a design, says what follows from its certificate and nothing else.

The design is made again from the verified certificate, and the page drawn again. Labels and the
question are words of whoever made the page: they are taken as they are. Comparisons with other
designs are computed again; their floats may differ in the last digits from machine to machine.
"""

from __future__ import annotations

import json
import math
from datetime import date
from typing import Any

from rropt.certified import Design
from rropt.design.stated_problem import OtherThanCertified
from rropt.exact import InputError
from rropt.report import facts_of
from rropt.report.along_levels import AtLevel, with_devices
from rropt.report.facts import Facts
from rropt.report.html import page
from rropt.report.level_slider import MOST_BYTES
from rropt.saved_design import loaded

ROUNDING = 1e-6
"""Relative: solvers of other machines agree to 1e-9, an edit that is no larger misleads nobody."""


def is_redrawn(shown: bytes, document: bytes, design: Design) -> bool:
    """Whether rropt draws this page, byte for byte, of the design in its document."""
    said = json.loads(document)
    if not _are_found_again(said.get("facts"), facts_of(design)):
        return False
    levels = said.get("levels", [])
    day = said.get("date")
    if not isinstance(levels, list) or not (day is None or _is_day(day)):
        return False
    if levels and len(shown) > MOST_BYTES:
        return False
    try:
        others = [_at_level(level) for level in levels]
        return page(design, Facts.from_json(said["facts"]), others, day).encode() == shown
    except InputError:
        return False


def _is_day(stated: Any) -> bool:
    """A date as it is written, and nothing else beside it.

    >>> _is_day("2026-02-28"), _is_day("2026-02-30"), _is_day("proved in 2026")
    (True, False, False)
    """
    try:
        return date.fromisoformat(stated).isoformat() == str(stated)
    except (TypeError, ValueError):
        return False


def _are_found_again(stated: Any, facts: Facts) -> bool:
    return same_up_to_rounding(stated, json.loads(json.dumps(facts.to_json())))


def _at_level(said: Any) -> AtLevel:
    """A position of the slider, from the certificate of its own."""
    made = with_devices(loaded(json.dumps(said).encode()))
    if not _are_found_again(said.get("facts"), made.facts):
        raise OtherThanCertified("page must compare devices as rropt does")
    return AtLevel(made.design, Facts.from_json(said["facts"]))


def same_up_to_rounding(left: Any, right: Any) -> bool:
    """Equal JSON, numbers to within rounding.

    >>> same_up_to_rounding({"a": [1.0, "x"]}, {"a": [1.0000000001, "x"]})
    True
    >>> same_up_to_rounding(["x"], ["y"])
    False
    """
    if isinstance(left, float) and isinstance(right, float):
        return math.isclose(left, right, rel_tol=ROUNDING)
    if isinstance(left, dict) and isinstance(right, dict):
        same_keys = list(left) == list(right)
        return same_keys and all(same_up_to_rounding(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        same_length = len(left) == len(right)
        return same_length and all(map(same_up_to_rounding, left, right))
    return type(left) is type(right) and bool(left == right)
