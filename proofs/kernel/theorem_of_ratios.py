"""A certificate whose utility is a sum of squares over shares, for Coq to decide.

Variances at one prior, on average over priors or at the worst of them, of a fixed group, of the
worst group and of the worst population (kind "gradient"), and prices of a Fisher information, a
chi-square or a Le Cam divergence. The Coq file holds the numbers of the certificate and nothing
else: `RayChecker.v` lists every row that decides, whatever proof of coverage the certificate names,
and `RatioDesigns.v` and `WorstDesigns.v` recompute the rest in rational arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rropt.checker import check
from rropt.exact import InputError

from .coq_numbers import levels_text, matrix_text, number, row_text
from .export import listed
from .stated_table import (
    ZERO,
    classes_of,
    deltas_of,
    levels_of,
    low_end,
    pair_prices_of,
    refuse_conditions,
    square,
    table_of,
)

ONE = Fraction(1)
MOST_PURE = 5  # truths under one number without a delta: six take minutes and a gigabyte
MOST_TRUTHS = 4  # with a delta or a matrix: two seconds; five truths have a thousand rows
HEADER = """From Coq Require Import QArith List.
From Rropt Require Import RayChecker RatioDesigns WorstDesigns.
Import ListNotations.
Open Scope Q_scope.
"""

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

Matrix = list[list[Fraction]]


def theorem(certificate: Mapping[str, Any]) -> str:
    """The Coq text: the data, and the theorem that they are accepted."""
    _refuse(certificate)
    table = _priced_table(certificate)
    if certificate["kind"] == "gradient":
        return _variances(certificate, table)
    return (
        f"{HEADER}\n{table}\nDefinition utility : list ratio :=\n  {listed([_ratio(certificate)])}."
        "\n\nTheorem design_proves : proves_prices design utility.\n"
        "Proof. apply kernel_ratios. vm_compute. reflexivity. Qed.\n"
    )


def statement(certificate: Mapping[str, Any]) -> str:
    """What was accepted, in the numbers that Coq was given."""
    bound, value = certificate["bound"], low_end(certificate["value"])
    if certificate["kind"] == "prices":
        claim = f"{certificate['utility']['name']} above {bound}"
        has = "at least"
    else:
        claim = f"{_objective_words(certificate)} below {bound}"
        has = "at most"
    return f"no table that obeys the levels has {claim}, and this table, private, has {has} {value}"


def _objective_words(certificate: Mapping[str, Any]) -> str:
    objective = certificate["objective"]
    over = objective.get("over")
    words = f"{VARIANCES[objective['name']]} {(SCENARIOS | OF_RESPONDENTS)[over]}"
    if over not in (None, GROUP):
        return words
    return f"{words} {', '.join(certificate['scenarios'][0]['prior'])}"


def _refuse(certificate: Mapping[str, Any]) -> None:
    """Refused where it is no certificate, or the kernel has no theorem."""
    verdict = check(dict(certificate))
    if verdict.verdict == "malformed":
        raise InputError(f"--coq needs a certificate that can be read: {verdict.reason}")
    if certificate["kind"] == "gradient":
        objective = certificate["objective"]
        known = objective["name"] in VARIANCES and "interval" not in objective
        if not known or objective.get("over") not in SCENARIOS | RESPONDENTS:
            raise InputError(
                "--coq takes sums of variances at one prior, an average or a maximum, in groups "
                "and populations"
            )
    refuse_conditions(certificate["privacy"])
    _refuse_many(certificate)


def _refuse_many(certificate: Mapping[str, Any]) -> None:
    privacy, places = certificate["privacy"], classes_of(certificate)
    is_number = not any(isinstance(row, list) for row in privacy["gamma"])
    pure = is_number and privacy["delta"] == "0"
    most = MOST_PURE if pure else MOST_TRUTHS
    if len(places) > most or len(set(places)) < len(places):
        count = f"{most} truths" if pure else f"{most} truths with a delta or a matrix"
        raise InputError(f"--coq lists the rows of at most {count}, got {len(places)}")


# The table and its prices


def _priced_table(certificate: Mapping[str, Any]) -> str:
    """One argument a line, in the order of the record in RatioDesigns.v."""
    places = classes_of(certificate)
    k = len(places)
    below, above = levels_of(certificate["privacy"], k)
    table = table_of(certificate)
    fields = [
        str(k),
        levels_text(above),
        levels_text(below),
        matrix_text(deltas_of(certificate["privacy"], above)),
        row_text(_vector(certificate["prices"])),
        matrix_text(pair_prices_of(certificate, places)),
        number(Fraction(certificate["bound"])),
        str(len(table)),
        matrix_text(table),
        number(low_end(certificate["value"])),
    ]
    lines = "\n  ".join(fields)
    return f"Definition design := PricedTable\n  {lines}.\n"


def _vector(texts: Sequence[str]) -> list[Fraction]:
    return [Fraction(x) for x in texts]


def _vectors(rows: Sequence[Sequence[str]]) -> Matrix:
    return [_vector(row) for row in rows]


# What is made of it


def _ratio(certificate: Mapping[str, Any]) -> str:
    """(t.r)^2 / (q.r) of an information or a divergence."""
    utility = certificate["utility"]
    unit = _unit_vectors(len(classes_of(certificate)))
    if utility["name"] == "fisher-information":
        form, below = [-ONE, ONE], _vector(utility["prior"])
    else:
        left, right = (unit[truth] for truth in utility["pair"])
        form = [x - y for x, y in zip(left, right, strict=True)]
        both = [x + y for x, y in zip(left, right, strict=True)]
        below = right if utility["name"] == "chi-square" else both
    return f"Ratio {number(ONE)} {row_text(form)} {row_text(below)}"


def _unit_vectors(k: int) -> Matrix:
    return square(k, lambda a, b: ONE if a == b else ZERO)


def _contrasts(certificate: Mapping[str, Any]) -> Matrix:
    """What is estimated without bias."""
    objective = certificate["objective"]
    if objective["name"] == "a-optimal":
        return _unit_vectors(len(certificate["prices"]))
    if objective["name"] == "mean":
        return [_vector(objective["values"])]
    return _vectors(objective["contrasts"])


def _variances(certificate: Mapping[str, Any], table: str) -> str:
    over = certificate["objective"].get("over")
    if over in RESPONDENTS:
        return _worst(certificate, table)
    scenarios = listed(map(_scenario, certificate["scenarios"]))
    worst = str(over == MINIMAX).lower()
    return (
        f"{HEADER}\n{table}\nDefinition contrasts := {matrix_text(_contrasts(certificate))}.\n"
        f"Definition scenarios := {scenarios}.\n\n"
        f"Theorem design_proves : proves_variances design contrasts scenarios {worst}.\n"
        "Proof. apply kernel_variances. vm_compute. reflexivity. Qed.\n"
    )


def _worst(certificate: Mapping[str, Any], table: str) -> str:
    """Of groups and populations: one argument a line, in the order of the section in Coq."""
    (at,) = certificate["scenarios"]
    arguments = [
        RESPONDENTS[certificate["objective"]["over"]],
        row_text(_vector(at["prior"])),
        matrix_text(_contrasts(certificate)),
        matrix_text(_vectors(at["estimators"])),
    ]
    lines = "\n  ".join(arguments)
    tangents = matrix_text(_vectors(at["tangents"]))
    return (
        f"{HEADER}\n{table}\nDefinition tangents := {tangents}.\n\n"
        f"Theorem design_proves : proves_worst design\n  {lines}.\n"
        "Proof. apply kernel_worst with tangents. vm_compute. reflexivity. Qed.\n"
    )


def _scenario(at: Mapping[str, Any]) -> str:
    parts = [number(Fraction(at["weight"])), row_text(_vector(at["prior"]))]
    parts.append(number(Fraction(at["offset"])))
    numbers, tangents = _vectors(at["estimators"]), _vectors(at["tangents"])
    return " ".join(["Scenario", *parts, matrix_text(numbers), matrix_text(tangents)])
