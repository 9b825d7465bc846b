"""A certificate handed to Coq: prices of actions, and sums of squares over shares."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from rropt.exact import InputError

from . import coq, theorem_of_design, theorem_of_ratios

ACTIONS = ("trace", "probability-of-a-right-guess", "gain", "total-variation")
RATIOS = ("chi-square", "le-cam", "fisher-information")
ACCEPTED = (
    "--coq takes prices of a trace, a guess, a gain, a total variation, a Fisher information, a "
    "chi-square or a Le Cam divergence, and variances at priors, of groups and of populations"
)


@dataclass(frozen=True)
class KernelVerdict:
    """Whether Coq accepted the theorem, what it says, and its text."""

    accepted: bool
    statement: str
    theorem: str


def decide(certificate: Mapping[str, Any]) -> KernelVerdict:
    """Hand the certificate to Coq; InputError where the kernel has no theorem for its kind."""
    kind, theory = route(certificate)
    text = kind.theorem(certificate)
    with tempfile.TemporaryDirectory() as folder:
        try:
            coq.build(Path(folder), only=theory)
        except coq.KernelError as error:
            raise InputError(f"--coq needs Coq: {error}") from None
        file = Path(folder, "Design.v")
        file.write_text(text)
        answer = coq.run(file)
    return KernelVerdict(answer.accepted, kind.statement(certificate), text)


def route(certificate: Mapping[str, Any]) -> tuple[ModuleType, str]:
    """The module that writes the theorem, and the theory that it needs."""
    kind = certificate.get("kind")
    name = certificate["utility"].get("name") if kind == "prices" else None
    if name in ACTIONS:
        return theorem_of_design, "Checker"
    if kind == "gradient" or name in RATIOS:
        return theorem_of_ratios, "WorstDesigns"
    got = f"kind {kind}" if name is None else f"the utility {name}"
    raise InputError(f"{ACCEPTED}; got {got}")
