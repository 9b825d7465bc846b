"""A certificate whose utility is a sum of squares over shares, for Coq to decide.

Variances at one prior, on average over priors or at the worst of them, of a fixed group, of the
worst group and of the worst population (kind "gradient"), and prices of a Fisher information, a
chi-square or a Le Cam divergence. The Coq file holds the numbers of the certificate and nothing
else: `RayChecker.v` lists every row that decides, whatever proof of coverage the certificate names,
and `RatioDesigns.v` and `WorstDesigns.v` recompute the rest in rational arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rropt.exact import InputError

from .classes_written_out import SYMMETRIC, with_tangents
from .coq_numbers import COMPUTED, matrix_text, number, row_text
from .export import listed
from .priced_table import (
    ONE,
    Matrix,
    header,
    priced_table,
    reached_words,
    refuse_unreadable,
    unit_vectors,
    utility_words,
    vector,
    vectors,
)
from .stated_table import classes_of

THEORY = "WorstDesigns"
HEADER = header(THEORY)

VARIANCES = {
    "a-optimal": "a sum of the variances of the shares",
    "c-optimal": "a variance of the contrast",
    "mean": "a variance of the mean",
    "variance": "a variance of the share of truth 1",
}
MINIMAX = "minimax"
GROUP = "group"
SCENARIOS = {
    None: "at the shares",
    "average": "on average over some priors",
    MINIMAX: "at the worst of some priors",
}
RESPONDENTS = {GROUP: "FixedGroup", "worst-group": "AnyGroup", "worst-population": "AnyPopulation"}
OF_RESPONDENTS = {
    GROUP: "of a fixed group with the shares",
    "worst-group": "of the worst group",
    "worst-population": "of the worst population",
}


def theorem(certificate: Mapping[str, Any]) -> str:
    """The Coq text: the data, and the theorem that they are accepted."""
    refuse_unreadable(certificate)
    if certificate["kind"] == SYMMETRIC:
        certificate = with_tangents(certificate)
    table = priced_table(certificate)
    if certificate["kind"] == "gradient":
        return _variances(certificate, table)
    utility = listed([ratio_text(certificate)])
    return (
        f"{HEADER}\n{table}\nDefinition utility : list ratio :=\n  {utility}."
        "\n\nTheorem design_proves : proves_prices design utility.\n"
        f"Proof. apply kernel_ratios. {COMPUTED}\n"
    )


def statement(certificate: Mapping[str, Any]) -> str:
    """What was accepted, in the numbers that Coq was given."""
    if certificate["kind"] == SYMMETRIC:
        certificate = with_tangents(certificate)
    if certificate["kind"] == "gradient":
        return reached_words(certificate, _objective_words(certificate))
    return utility_words(certificate)


def _objective_words(certificate: Mapping[str, Any]) -> str:
    objective = certificate["objective"]
    if "interval" in objective:
        return (
            f"{VARIANCES[objective['name']]} at the worst of {' to '.join(objective['interval'])}"
        )
    over = objective.get("over")
    words = f"{VARIANCES[objective['name']]} {(SCENARIOS | OF_RESPONDENTS)[over]}"
    if over not in (None, GROUP):
        return words
    return f"{words} {', '.join(certificate['scenarios'][0]['prior'])}"


def ratio_text(certificate: Mapping[str, Any]) -> str:
    """(t.r)^2 / (q.r) of an information or a divergence."""
    utility = certificate["utility"]
    unit = unit_vectors(len(classes_of(certificate)))
    if utility["name"] == "fisher-information":
        form, below = [-ONE, ONE], vector(utility["prior"])
    else:
        left, right = (unit[truth] for truth in utility["pair"])
        form = [x - y for x, y in zip(left, right, strict=True)]
        both = [x + y for x, y in zip(left, right, strict=True)]
        below = right if utility["name"] == "chi-square" else both
    return f"Ratio {number(ONE)} {row_text(form)} {row_text(below)}"


def _contrasts(certificate: Mapping[str, Any]) -> Matrix:
    """What is estimated without bias."""
    objective = certificate["objective"]
    if objective["name"] == "a-optimal":
        return unit_vectors(len(certificate["prices"]))
    if objective["name"] == "mean":
        return [vector(objective["values"])]
    return vectors(objective["contrasts"])


def _variances(certificate: Mapping[str, Any], table: str) -> str:
    objective = certificate["objective"]
    over = objective.get("over")
    if "interval" in objective:
        return _interval(certificate, table)
    if over in RESPONDENTS:
        return _worst(certificate, table)
    if objective["name"] not in VARIANCES or over not in SCENARIOS:
        raise InputError(
            "--coq takes sums of variances at one prior, an average or a maximum, in groups "
            "and populations"
        )
    scenarios = listed(map(_scenario, certificate["scenarios"]))
    worst = str(over == MINIMAX).lower()
    return (
        f"{HEADER}\n{table}\nDefinition contrasts := {matrix_text(_contrasts(certificate))}.\n"
        f"Definition scenarios := {scenarios}.\n\n"
        f"Theorem design_proves : proves_variances design contrasts scenarios {worst}.\n"
        f"Proof. apply kernel_variances. {COMPUTED}\n"
    )


def _interval(certificate: Mapping[str, Any], table: str) -> str:
    """One estimator for all prevalences: that of the first scenario decides the value."""
    first, *_ = certificate["scenarios"]
    each = [dict(at, estimators=first["estimators"]) for at in certificate["scenarios"]]
    low, high = map(number, vector(certificate["objective"]["interval"]))
    return (
        f"{HEADER}\n{table}\nDefinition scenarios := {listed(map(_scenario, each))}.\n\n"
        f"Theorem design_proves : proves_interval design scenarios {low} {high}.\n"
        f"Proof. apply kernel_interval. {COMPUTED}\n"
    )


def _worst(certificate: Mapping[str, Any], table: str) -> str:
    """Of groups and populations: one argument a line, in the order of the section in Coq."""
    (at,) = certificate["scenarios"]
    arguments = [
        RESPONDENTS[certificate["objective"]["over"]],
        row_text(vector(at["prior"])),
        matrix_text(_contrasts(certificate)),
        matrix_text(vectors(at["estimators"])),
    ]
    lines = "\n  ".join(arguments)
    tangents = matrix_text(vectors(at["tangents"]))
    return (
        f"{HEADER}\n{table}\nDefinition tangents := {tangents}.\n\n"
        f"Theorem design_proves : proves_worst design\n  {lines}.\n"
        f"Proof. apply kernel_worst with tangents. {COMPUTED}\n"
    )


def _scenario(at: Mapping[str, Any]) -> str:
    parts = [number(Fraction(at["weight"])), row_text(vector(at["prior"]))]
    parts.append(number(Fraction(at["offset"])))
    numbers, tangents = vectors(at["estimators"]), vectors(at["tangents"])
    return " ".join(["Scenario", *parts, matrix_text(numbers), matrix_text(tangents)])
