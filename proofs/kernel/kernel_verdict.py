"""A certificate handed to Coq: the theorem that its kind and objective need."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from rropt.certificate import ShownVerdict
from rropt.exact import InputError

from . import (
    coq,
    theorem_of_action_sets,
    theorem_of_cases,
    theorem_of_condition_actions,
    theorem_of_design,
    theorem_of_entropies,
    theorem_of_group_eigenvalues,
    theorem_of_log_determinants,
    theorem_of_models,
    theorem_of_own_utilities,
    theorem_of_ratios,
    theorem_of_roots,
    theorem_of_spectra,
)
from .compiled import compiled
from .promised_rows import is_said_by_forms

ACTIONS = ("trace", "probability-of-a-right-guess", "gain", "total-variation")
RATIOS = ("chi-square", "le-cam", "fisher-information")
UTILITIES = (
    dict.fromkeys(ACTIONS, theorem_of_design)
    | dict.fromkeys(RATIOS, theorem_of_ratios)
    | dict.fromkeys(theorem_of_entropies.NAMES, theorem_of_entropies)
    | dict.fromkeys(theorem_of_roots.NAMES, theorem_of_roots)
    | {theorem_of_own_utilities.NAME: theorem_of_own_utilities}
)
OBJECTIVES = {
    theorem_of_spectra.EIGENVALUE: theorem_of_spectra,
    theorem_of_spectra.DETERMINANT: theorem_of_spectra,
    theorem_of_models.COEFFICIENTS: theorem_of_models,
    theorem_of_log_determinants.LOG_DETERMINANT: theorem_of_log_determinants,
}
DENIED = 'The term "eq_refl" has type "true = true" while it is expected to have type'
"""What Coq says where a computation ends in false. Whatever else ends it says nothing of a theorem:
the time, the memory, a theory that is not there."""

ACCEPTED = (
    "--coq takes prices of a trace, a guess, a gain, a mutual or a Fisher information, a total "
    "variation, a divergence of two truths, variances at priors, of groups and of populations, "
    "largest eigenvalues, determinants, coefficients of models and their log-determinants, "
    "utilities of one's own, cards and tables of at most so many reports"
)


@dataclass(frozen=True)
class KernelVerdict:
    """What Coq says of the theorem, and its text."""

    verdict: ShownVerdict
    theorem: str


def decide(certificate: Mapping[str, Any]) -> KernelVerdict:
    """Hand the certificate to Coq; InputError where the kernel has no theorem for its kind."""
    kind = route(certificate)
    text = kind.theorem(certificate)
    try:
        with compiled(coq.imports(text)) as theories, tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "Design.v")
            file.write_text(text)
            answer = coq.run(file, theories)
    except coq.KernelError as error:
        raise InputError(f"--coq needs Coq: {error}") from None
    return KernelVerdict(_verdict(answer, kind.statement(certificate)), text)


def _verdict(answer: coq.Answer, statement: str) -> ShownVerdict:
    """Refuted where the computation ended, and not in true."""
    if answer.accepted:
        return ShownVerdict("verified", statement, "")
    said = " ".join(answer.text.split())
    if DENIED in said:
        return ShownVerdict("refuted", "", "Coq does not accept the theorem")
    return ShownVerdict("undecided", "", said.rpartition("Error: ")[2][:200])


def route(certificate: Mapping[str, Any]) -> ModuleType:
    """The module that writes the theorem."""
    kind = certificate.get("kind")
    if kind == "cases" and certificate["proof"] != "actions":
        return theorem_of_cases
    if kind == "cases":
        by_forms = is_said_by_forms(certificate["privacy"])
        return theorem_of_condition_actions if by_forms else theorem_of_action_sets
    name = certificate["utility"].get("name") if kind == "prices" else None
    if kind == "gradient" and "directions" in certificate["objective"]:
        return theorem_of_group_eigenvalues
    if kind in ("gradient", "symmetric"):
        return OBJECTIVES.get(certificate["objective"]["name"], theorem_of_ratios)
    if name in ACTIONS and is_said_by_forms(certificate["privacy"]):
        return theorem_of_condition_actions
    if name in UTILITIES:
        return UTILITIES[name]
    got = f"kind {kind}" if name is None else f"the utility {name}"
    raise InputError(f"{ACCEPTED}; got {got}")
