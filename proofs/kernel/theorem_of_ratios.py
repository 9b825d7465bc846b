"""A certificate whose utility is a sum of squares over shares, for Coq to decide.

Variances at one prior, on average over priors or at the worst of them, of a fixed group, of the
worst group and of the worst population (kind "gradient"), and prices of a Fisher information, a
chi-square or a Le Cam divergence. The Coq file holds the numbers of the certificate and nothing
else: `RayChecker.v` lists every row that decides, whatever proof of coverage the certificate names,
and `RatioDesigns.v` and `WorstDesigns.v` recompute the rest in rational arithmetic.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from rropt.checker.kind_gradient import Gradient, read_gradient
from rropt.checker.kind_prices import Prices, read_prices
from rropt.checker.levels import Level, LevelsOfPairs, OneNumber
from rropt.checker.levels_of_pairs import Matrix
from rropt.checker.objectives import Objective
from rropt.checker.parse import parse_certificate
from rropt.checker.plain_table import entries
from rropt.checker.private_table import PrivateTable
from rropt.checker.ratios import Ratios
from rropt.checker.scenarios import MINIMAX, Scenario
from rropt.checker.verdict import Malformed
from rropt.checker.worst_cases import FixedGroup, WorstGroup, WorstPopulation
from rropt.exact import InputError

from .coq_numbers import Levels, levels_text, matrix_text, number, row_text
from .export import listed

ZERO = Fraction(0)
MOST_PURE = 5  # truths under one number without a delta: six take minutes and a gigabyte
MOST_TRUTHS = 4  # with a delta or a matrix: two seconds; five truths have a thousand rows
HEADER = """From Coq Require Import QArith List.
From Rropt Require Import RayChecker RatioDesigns WorstDesigns.
Import ListNotations.
Open Scope Q_scope.
"""

RESPONDENTS: dict[type[Objective], str] = {
    FixedGroup: "FixedGroup",
    WorstGroup: "AnyGroup",
    WorstPopulation: "AnyPopulation",
}


def theorem(certificate: Mapping[str, Any]) -> str:
    """The Coq text: the data, and the theorem that they are accepted."""
    read = _read(certificate)
    table = _priced_table(read)
    if isinstance(read, Gradient):
        return _variances(read, table)
    parts = listed(_ratios(read.utility))  # type: ignore[arg-type]
    return (
        f"{HEADER}\n{table}\nDefinition utility : list ratio :=\n  {parts}.\n\n"
        "Theorem design_proves : proves_prices design utility.\n"
        "Proof. apply kernel_ratios. vm_compute. reflexivity. Qed.\n"
    )


def statement(certificate: Mapping[str, Any]) -> str:
    """What was accepted, in the numbers that Coq was given."""
    read = _read(certificate)
    if isinstance(read, Prices):
        worth = f"no table that obeys the levels has {read.words} above {read.bound}"
        return f"{worth}, and this table, private, has at least {read.value[0]}"
    words = read.objective.sentence(read.scenarios)
    claim = f"no table that obeys the levels has {words} below {read.bound}"
    return f"{claim}, and this table, private, has at most {read.value}"


def _read(certificate: Mapping[str, Any]) -> Gradient | Prices:
    """The certificate as the checker reads it; refused where the kernel has no theorem."""
    try:
        data, size = parse_certificate(json.dumps(certificate))
        kind = data.pop("kind")
        read = read_gradient(data, size) if kind == "gradient" else read_prices(data, size)
    except Malformed as reason:
        raise InputError(f"--coq needs a certificate that can be read: {reason}") from None
    _refuse(read)
    return read


def _refuse(read: Gradient | Prices) -> None:
    if isinstance(read, Gradient) and type(read.objective) not in (Objective, *RESPONDENTS):
        raise InputError(
            "--coq takes sums of variances at one prior, an average or a maximum, in groups and "
            "populations"
        )
    privacy, sizes = read.privacy, read.charge.sizes
    if not isinstance(privacy, LevelsOfPairs) or privacy.singles:
        raise InputError("--coq takes one number or a matrix of levels, and deltas")
    pure = isinstance(privacy, OneNumber) and privacy.is_pure
    most = MOST_PURE if pure else MOST_TRUTHS
    if len(sizes) > most or max(sizes) > 1:
        count = f"{most} truths" if pure else f"{most} truths with a delta or a matrix"
        raise InputError(f"--coq lists the rows of at most {count}, got {sum(sizes)}")


# The table and its prices


def _priced_table(read: Gradient | Prices) -> str:
    """One argument a line, in the order of the record in RatioDesigns.v."""
    k = read.table.truths
    privacy: OneNumber | Matrix = read.privacy  # type: ignore[assignment]
    value = read.value if isinstance(read, Gradient) else read.value[0]
    fields = [
        str(k),
        levels_text(_levels(privacy.high_at, k)),
        levels_text(_levels(privacy.low_at, k)),
        matrix_text(_off_diagonal(privacy.delta_at, k)),
        row_text(read.charge.prices),
        matrix_text(_off_diagonal(read.charge.price_of_pair, k)),
        number(read.bound),
        str(len(read.table.rows)),
        matrix_text(_rows(read.table)),
        number(value),
    ]
    lines = "\n  ".join(fields)
    return f"Definition design := PricedTable\n  {lines}.\n"


def _levels(level: Callable[[int, int], Level], k: int) -> Levels:
    """That of every two truths."""
    return [[level(a, b) for b in range(k)] for a in range(k)]


def _off_diagonal(number: Callable[[int, int], Fraction], k: int) -> list[list[Fraction]]:
    """That of every two different truths."""
    return [[ZERO if a == b else number(a, b) for b in range(k)] for a in range(k)]


def _rows(table: PrivateTable) -> list[list[Fraction]]:
    return [[Fraction(x, table.unit) for x in entries(row)] for row in table.rows]


# What is made of it


def _ratios(utility: Ratios) -> Iterator[str]:
    for mean, vectors, scales in utility.parts:
        for vector, scale in zip(vectors, scales, strict=True):
            yield f"Ratio {number(scale)} {row_text(vector)} {row_text(mean)}"


def _variances(read: Gradient, table: str) -> str:
    if type(read.objective) in RESPONDENTS:
        return _worst(read, table)
    contrasts = matrix_text(read.objective.contrasts)
    scenarios = listed(map(_scenario, read.scenarios))
    worst = str(read.objective.over == MINIMAX).lower()
    return (
        f"{HEADER}\n{table}\nDefinition contrasts := {contrasts}.\n"
        f"Definition scenarios := {scenarios}.\n\n"
        f"Theorem design_proves : proves_variances design contrasts scenarios {worst}.\n"
        "Proof. apply kernel_variances. vm_compute. reflexivity. Qed.\n"
    )


def _worst(read: Gradient, table: str) -> str:
    """Of groups and populations: one argument a line, in the order of the section in Coq."""
    (at,) = read.scenarios
    arguments = [
        RESPONDENTS[type(read.objective)],
        row_text(at.prior),
        matrix_text(read.objective.contrasts),
        matrix_text(at.numbers),
    ]
    lines = "\n  ".join(arguments)
    return (
        f"{HEADER}\n{table}\nDefinition tangents := {matrix_text(at.tangents)}.\n\n"
        f"Theorem design_proves : proves_worst design\n  {lines}.\n"
        "Proof. apply kernel_worst with tangents. vm_compute. reflexivity. Qed.\n"
    )


def _scenario(at: Scenario) -> str:
    parts = [number(at.weight), row_text(at.prior), number(at.offset)]
    return " ".join(["Scenario", *parts, matrix_text(at.numbers), matrix_text(at.tangents)])
