"""The best of some actions under conditions or budgets, for Coq to decide: `ConditionActions.v`.

Prices of any number of reports are one set of all actions; tables of at most so many reports have
several sets. Below a budget of a Renyi divergence each action has a line that touches at a ratio.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, chain, pairwise, permutations
from typing import Any, TypeVar

from rropt.exact import InputError

from .coq_numbers import COMPUTED, matrix_text, number, row_text
from .export import listed
from .priced_table import above_words, refuse_unreadable, vector, vectors
from .promised_rows import BOUND_END, TABLE_END, all_orders_text, divergence_text, rules_of
from .stated_table import ZERO, classes_of, levels_of, low_end, table_of
from .theorem_of_design import actions_of

ONE = Fraction(1)
MOST_CHOICES = 4096  # of actions, one for each report: Coq looks for a set that holds each
HEADER = """From Coq Require Import QArith List.
From Rropt Require Import Planes RenyiBudgets ConcentratedBudgets ConditionActions.
Import ListNotations.
Open Scope Q_scope.
"""

Data = Mapping[str, Any]
T = TypeVar("T")


def theorem(certificate: Data) -> str:
    """The Coq text: the data, and the theorem that they are accepted."""
    refuse_unreadable(certificate)
    places = classes_of(certificate)
    k = len(places)
    first, *others = actions_of(certificate["utility"], k, places)
    reports = certificate.get("reports")
    if reports is not None and (1 + len(others)) ** reports > MOST_CHOICES:
        raise InputError(f"--coq looks at no more than {MOST_CHOICES} choices of actions")
    plain = _without_budgets(certificate)
    table = vectors(certificate["table"]) if "table" in certificate else table_of(certificate)
    arguments = [
        f"{k}%nat",
        rules_of(plain, k, BOUND_END).text,
        rules_of(plain, k, TABLE_END).text,
        listed(f"({divergence_text(c, ZERO, k)})" for c in _budgets(certificate)),
        all_orders_text(certificate["privacy"]),
        row_text(first),
        matrix_text(others),
        "None" if reports is None else f"(Some {reports}%nat)",
        number(Fraction(certificate["bound"])),
        f"{len(table)}%nat",
        matrix_text(table),
        number(low_end(certificate["value"])),
    ]
    lines = "\n  ".join(arguments)
    sets = listed(_set_text(entry, certificate, k) for entry in _sets(certificate, 1 + len(others)))
    return (
        f"{HEADER}\nTheorem design_proves : proves_conditions\n  {lines}.\n"
        f"Proof. apply kernel_conditions with {sets}. {COMPUTED}\n"
    )


def statement(certificate: Data) -> str:
    """What was accepted, in the numbers that Coq was given."""
    words = above_words(certificate, certificate["utility"]["name"])
    few = f"with at most {certificate['reports']} reports, " if "reports" in certificate else ""
    return few + words


def _conditions(certificate: Data) -> list[Data]:
    return certificate["privacy"].get("conditions", [])


def _budgets(certificate: Data) -> list[Data]:
    """The conditions with an order."""
    return [c for c in _conditions(certificate) if "order" in c]


def _without_budgets(certificate: Data) -> Data:
    if "conditions" not in certificate["privacy"]:
        return certificate
    plain = [c for c in _conditions(certificate) if "order" not in c]
    return {**certificate, "privacy": {"conditions": plain}}


def _sets(certificate: Data, actions: int) -> Sequence[Data]:
    """Those of the certificate; prices alone are one set of all actions."""
    return certificate.get("sets") or [{**certificate, "actions": [*range(actions)]}]


def _set_text(entry: Data, certificate: Data, k: int) -> str:
    if entry["cover"]["proof"] != "actions":
        raise InputError(f"--coq takes actions with multipliers, got {entry['cover']['proof']}")
    named = {n: Fraction(z) for n, z in entry.get("condition_prices", [])}
    count = len(_conditions(certificate))
    values = [named.get(n, ZERO) for n in range(count)]
    none: list[Any] = [[] for _ in entry["actions"]]
    given, ratios = (entry["cover"].get(name, none) for name in ("multipliers", "ratios"))
    pairs = zip(given, ratios, strict=True)
    each = [_multipliers_text(own, touching, certificate, k) for own, touching in pairs]
    chosen = listed(f"{a}%nat" for a in entry["actions"])
    _, paid, of_budgets = _apart(certificate, values)
    prices = " ".join(map(row_text, (vector(entry["prices"]), paid, of_budgets)))
    return f"CoveredSet {chosen} {prices}\n    {listed(each)}"


def _multipliers_text(
    given: Sequence[Sequence[Any]], ratios: Sequence[Sequence[Any]], certificate: Data, k: int
) -> str:
    """One number for each hard form, each level of the other conditions, and each budget."""
    if "singles" in certificate["privacy"]:
        named = {(a, b): Fraction(f) for a, b, f in given}
        bound = [named.get(pair, ZERO) for pair in _bound_pairs(certificate["privacy"], k)]
        return f"Multipliers {row_text(bound)} [] []"
    places = {n: Fraction(f) for n, f in given}
    counts = (len(c.get("levels", ())) for c in _conditions(certificate))
    own = [
        [places.get(n, ZERO) for n in range(*ends)]
        for ends in pairwise(accumulate(counts, initial=0))
    ]
    hard, soft, _ = _apart(certificate, own)
    touching = {n: Fraction(t) for n, t in ratios}
    _, _, of_budgets = _apart(certificate, [touching.get(n, ONE) for n in range(len(own))])
    of_hard = row_text(chain.from_iterable(hard))
    return f"Multipliers {of_hard} {matrix_text(soft)} {row_text(of_budgets)}"


def _apart(certificate: Data, values: Sequence[T]) -> tuple[list[T], list[T], list[T]]:
    """Of a value for each condition, those of the hard ones, of the others, and of budgets."""
    hard: list[T] = []
    soft: list[T] = []
    budgets: list[T] = []
    for condition, value in zip(_conditions(certificate), values, strict=True):
        is_hard = condition["most"] == "0"
        (hard if is_hard else budgets if "order" in condition else soft).append(value)
    return hard, soft, budgets


def _bound_pairs(privacy: Data, k: int) -> Iterator[tuple[int, int]]:
    levels = levels_of(privacy, k)[BOUND_END]
    return ((a, b) for a, b in permutations(range(k), 2) if levels[a][b] is not None)
