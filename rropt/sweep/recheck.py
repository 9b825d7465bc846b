"""Every certificate of a store before the independent checker again.

A certificate must be verified, must answer the question that its row asks, and the row must show
the table, value, bound and gap that it certifies. The rows must be the cells of the store's spec.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from rropt.certificate import Certificate, canonical, privacy_statement
from rropt.checker import Verdict
from rropt.data.progress import Progress
from rropt.privacy import Privacy
from rropt.sweep.database import plain_errors
from rropt.sweep.spec import OF_PREVALENCE, privacy_of, spec_of
from rropt.sweep.store import ASKED, ROW, Store, row_of
from rropt.utility.named import make

WORST = ("verified", "undecided", "malformed", "refuted")
MOST_NAMED = 20
LINEAR = "prices", "cases"
"""The kinds of certificates that state a utility and the truths, or their classes."""


@dataclass
class StoreVerdict:
    """How many certificates have each verdict, and the first of those that are not verified."""

    path: str
    cells: int
    counts: dict[str, int] = field(default_factory=dict)
    wrong: list[tuple[str, Verdict]] = field(default_factory=list)
    spec: Verdict | None = None
    """What is wrong with the questions, whatever the answers are."""

    @property
    def verdict(self) -> Verdict:
        """The worst of all verdicts; undecided where nothing is certified yet."""
        checked = sum(self.counts.values())
        if not checked:
            return Verdict("undecided", "", f"no cell of {self.path} has a certificate yet")
        if not self.wrong and self.spec is not None:
            return self.spec
        if not self.wrong:
            open_cells = self.cells - checked
            rest = f"; {open_cells:,} cells have none" if open_cells else ""
            return Verdict("verified", f"all {checked:,} certificates of {self.path}{rest}", "")
        worst = max(self.counts, key=WORST.index)
        key, first = next((key, v) for key, v in self.wrong if v.verdict == worst)
        bad = checked - self.counts.get("verified", 0)
        reason = f"{bad:,} of {checked:,} certificates; the first, {key}: {first.reason}"
        return Verdict(worst, "", reason)


def check_store(path: str | Path, judge: Callable[[bytes], Verdict]) -> StoreVerdict:
    """The verdict on a store; `judge` gives the verdict on a document with its certificate."""
    with Store.read(path) as store, plain_errors(store.path):
        found = StoreVerdict(str(path), sum(store.counts().values()), spec=_other_spec(store))
        with Progress("checking", store.counts()["done"]) as progress:
            for key, verdict in _verdicts(store, judge):
                found.counts[verdict.verdict] = found.counts.get(verdict.verdict, 0) + 1
                seen = any(verdict.verdict == v.verdict for _, v in found.wrong)
                if verdict.status and (len(found.wrong) < MOST_NAMED or not seen):
                    found.wrong.append((key, verdict))
                progress.advance(1)
    return found


def _other_spec(store: Store) -> Verdict | None:
    """None where the rows are the cells of the spec that the store says it is of."""
    try:
        spec = spec_of(json.loads(store.content()["spec"]))
    except (KeyError, TypeError, ValueError, RecursionError):
        return Verdict("malformed", "", f"{store.path} does not hold the spec of its cells")
    pairs = zip_longest(map(row_of, spec.cells()), map(tuple, store.rows(ROW)))
    if all(cell == row for cell, row in pairs):
        return None
    return Verdict("refuted", "", f"the cells of {store.path} are not those of its spec")


def _verdicts(store: Store, judge: Callable[[bytes], Verdict]) -> Iterator[tuple[str, Verdict]]:
    for row in store.rows(where="status = 'done'"):
        yield row["key"], _verdict(row, judge)


def _verdict(row: sqlite3.Row, judge: Callable[[bytes], Verdict]) -> Verdict:
    try:
        certificate = json.loads(row["certificate"])
        shown = {name: _number(row[name]) for name in ("value", "bound", "gap")}
        document = {**shown, "certificate": certificate}
        if row["channel"] is not None:
            document["channel"] = json.loads(row["channel"])
    except (AttributeError, TypeError, ValueError, RecursionError):
        return Verdict("malformed", "", "the row does not hold JSON")
    verdict = judge(json.dumps(document).encode())
    if verdict.status:
        return verdict
    # Verified is what the certificate says; whether its row asks that is another question.
    asked = {name: row[name] for name in ASKED if row[name] is not None}
    try:
        other = question_differs(asked, certificate, document.get("channel"))
    except (KeyError, TypeError, ValueError):
        return Verdict("malformed", "", "the row does not ask for a design")
    if other is None:
        return verdict
    return Verdict("refuted", "", f"the certificate is of another {other} than its row asks")


def question_differs(
    asked: Mapping[str, str], certificate: Mapping[str, Any], channel: Any = None
) -> str | None:
    """What a verified certificate is about and its row is not; None if nothing."""
    objective = make(asked["objective"], asked)
    if not _same_privacy(asked, objective.truths, certificate["privacy"]):
        return "privacy level"
    if not _same_objective(objective, asked["objective"], certificate):
        return "objective"
    if certificate.get("device") == "two-answers" and asked["outputs"] != "2":
        return "number of outputs"
    # A bound for any number of reports holds for fewer; how many the table has is looked at below.
    if str(certificate.get("reports", asked["outputs"])) != asked["outputs"]:
        return "number of outputs"
    if channel is None:
        return None
    if asked["outputs"] != "any" and len(channel) > int(asked["outputs"]):
        return "number of outputs"
    if asked["denominator"] != "none":
        total = int(asked["denominator"])
        if any(
            (Fraction(entry) * total).denominator != 1 for entry in chain.from_iterable(channel)
        ):
            return "denominator"
    return None


def _same_privacy(asked: Mapping[str, str], truths: int, stated: Mapping[str, Any]) -> bool:
    """Enclosures of one gamma may differ, the epsilon that they enclose may not."""
    criterion = privacy_of(asked).on(truths)
    if isinstance(criterion, Privacy):
        return _same_levels(dict(canonical(criterion.levels.record())), stated)
    mine = dict(canonical(privacy_statement(criterion.gamma, criterion.delta)))
    if isinstance(mine["gamma"], list) and isinstance(stated["gamma"], list):
        mine["gamma"] = stated["gamma"]
    return bool(mine == stated)


def _same_levels(mine: dict[str, Any], stated: Mapping[str, Any]) -> bool:
    """A matrix between two others is told by its epsilon and its distances, if it has them."""
    if "distances_squared" in mine and "above" in stated:
        ends = {name: stated[name] for name in ("gamma", "above")}
        return bool(mine | ends == stated)
    return bool(mine == stated)


def _same_objective(objective: Any, name: str, certificate: Mapping[str, Any]) -> bool:
    kind = certificate["kind"]
    if "device" in certificate:
        device = "warner" if name == "warner" else "two-answers"
        same = name in OF_PREVALENCE and certificate["device"] == device
        return same and certificate["prior"] == str(objective.prior)
    if name in OF_PREVALENCE and _tells_nothing(certificate):
        return True
    stated = canonical(objective.statement())
    named = {name: certificate.get("objective", {}).get(name) for name in stated}
    if kind in LINEAR and isinstance(certificate["truths"], list):
        return _same_classes(stated, objective.truths, certificate)
    if kind in LINEAR:
        return certificate["truths"] == objective.truths and certificate["utility"] == stated
    if kind == "symmetric" and "over" in stated:
        return named == stated and sum(certificate["truths"]) == objective.truths
    if kind == "symmetric":
        prior = Certificate(dict(certificate)).prior
        return named == stated and prior == objective.scenarios[0].prior
    return named == stated and _same_scenarios(objective, certificate)


def _tells_nothing(certificate: Mapping[str, Any]) -> bool:
    """No information at one prevalence: rows are constant, and there is none at any other."""
    if certificate["kind"] != "prices" or certificate["truths"] != 2:
        return False
    return (
        certificate["utility"].get("name") == "fisher-information" and certificate["bound"] == "0"
    )


def _same_classes(stated: Mapping[str, Any], truths: int, certificate: Mapping[str, Any]) -> bool:
    """The same utility, its prior written once for a class of truths, in an order of its own."""
    sizes = certificate["truths"]
    utility = dict(certificate["utility"])
    if "prior" in stated and "prior" in utility:
        pairs = zip(utility["prior"], sizes, strict=True)
        utility["prior"] = sorted(chain.from_iterable([entry] * size for entry, size in pairs))
        stated = {**stated, "prior": sorted(stated["prior"])}
    return sum(sizes) == truths and utility == stated


def _same_scenarios(objective: Any, certificate: Mapping[str, Any]) -> bool:
    """The same priors, and for an average the same weights; those of a worst case are found."""
    robust = certificate["objective"].get("over", "")
    if objective.robust == "worst":
        return True
    average = robust == "average"
    # In any order: neither an average nor a worst case depends on it.
    mine = sorted(
        (list(map(str, scenario.prior)), str(scenario.weight) if average else "")
        for scenario in objective.scenarios
    )
    theirs = sorted(
        (scenario["prior"], scenario["weight"] if average else "")
        for scenario in certificate["scenarios"]
    )
    return bool(robust == objective.robust and mine == theirs)


def _number(said: str) -> Any:
    return json.loads(said) if said.startswith("[") else said
