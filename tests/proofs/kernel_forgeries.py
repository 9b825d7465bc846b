"""What the tests of designs that Coq decides share: forged certificates, and what Coq says."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from rropt.proofs.kernel import coq

import rropt as rr

Data = dict[str, Any]

TINY = Fraction(1, 10**9)

needs_coq = pytest.mark.skipif(coq.coqc() is None, reason=coq.MISSING)


def certificate(design: rr.Design) -> Data:
    """As it is written."""
    return json.loads(design.certificate.to_json())


def moved(data: Data, key: str, by: Fraction) -> None:
    """Change a number of a certificate."""
    data[key] = str(Fraction(data[key]) + by)


def cheaper_price(data: Data) -> None:
    data["prices"][0] = str(Fraction(data["prices"][0]) - TINY)


def stronger_privacy(data: Data) -> None:
    data["privacy"]["gamma"] = "299/100"


def raised_value(data: Data) -> None:
    moved(data, "value", TINY)


def lowered_bound(data: Data) -> None:
    moved(data, "bound", -TINY)


def heavier_row(data: Data) -> None:
    data["weights"][0] = str(Fraction(data["weights"][0]) + TINY)


def raised_bound(data: Data) -> None:
    moved(data, "bound", TINY)


def lowered_value(data: Data) -> None:
    moved(data, "value", -TINY)


def biased_estimator(data: Data) -> None:
    x = data["scenarios"][0]["estimators"][0]
    x[0] = str(Fraction(x[0]) + TINY)


STRONGER_CLAIMS = (raised_bound, lowered_value, cheaper_price, stronger_privacy)
"""Of a variance at gamma = 3."""


def forged(data: Data, change: Callable[[Data], None]) -> Data:
    """A copy with a change."""
    data = copy.deepcopy(data)
    change(data)
    return data


def answers(folder: Path, theorems: ModuleType, certificates: Iterable[Data]) -> list[bool]:
    """Which of the certificates are theorems of Coq."""
    files = []
    for number, data in enumerate(certificates):
        files.append(folder / f"Certificate{number}.v")
        files[-1].write_text(theorems.theorem(data))
    return [answer.accepted for answer in coq.run_all(files)]


def assert_accepted(folder: Path, theorems: ModuleType, designs: dict[str, rr.Design]) -> None:
    """Coq accepts every one of these."""
    found = answers(folder, theorems, map(certificate, designs.values()))
    assert dict(zip(designs, found, strict=True)) == dict.fromkeys(designs, True)


def assert_refused(
    folder: Path, theorems: ModuleType, good: Data, changes: Iterable[Callable[[Data], None]]
) -> None:
    """Coq accepts a certificate, and none of its forgeries."""
    forgeries = [forged(good, change) for change in changes]
    found = answers(folder, theorems, [good, *forgeries])
    assert found == [True] + [False] * len(forgeries)


def hellinger(privacy: Data) -> Data:
    """The rows (4, 1) and (1, 4), 1/5 of each, are worth (2 - 1)^2 and cost 1 at prices of 1/5."""
    return {
        "format": "rropt-certificate/2",
        "kind": "prices",
        "privacy": privacy,
        "truths": 2,
        "utility": {"name": "hellinger", "pair": [0, 1]},
        "patterns": [["4", "1"], ["1", "4"]],
        "weights": ["1/5", "1/5"],
        "prices": ["1/5", "1/5"],
        "value": "2/5",
        "bound": "2/5",
        "gap": "0",
        "cover": {"proof": "extremes"},
    }
