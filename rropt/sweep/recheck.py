"""Every certificate of a store before the independent checker again.

A certificate must be verified, must answer the question that its row asks, and the row must show
the value, bound and gap that it certifies, and no other table. The rows must be the cells of the
store's spec.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

from rropt.certificate import Certificate, canonical
from rropt.checker import Verdict
from rropt.data.progress import Progress
from rropt.design.document import channel_in
from rropt.design.problem import Problem, resolved
from rropt.design.stated_problem import promise, stated_problem
from rropt.exact import text
from rropt.sweep.database import plain_errors
from rropt.sweep.spec import privacy_of, spec_of
from rropt.sweep.store import ASKED, ROW, Store, row_of
from rropt.utility.named import make
from rropt.utility.objective import Objective

WORST = ("verified", "undecided", "malformed", "refuted")
MOST_NAMED = 20


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
        if row["loss"] is not None:
            document["objective"] = "loss"
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
    question = resolved(Problem(privacy_of(asked), objective))
    stated = stated_problem(Certificate(dict(certificate)))
    if promise(question) != promise(stated):
        return "privacy level"
    goals = [_goal(one, certificate) for one in (objective, stated.objective)]
    if goals[0] != goals[1] and not _tells_nothing(objective, certificate):
        return "objective"
    if certificate.get("device") == "two-answers" and asked["outputs"] != "2":
        return "number of outputs"
    # A bound for any number of reports holds for fewer; how many the table has is looked at below.
    if str(certificate.get("reports", asked["outputs"])) != asked["outputs"]:
        return "number of outputs"
    if asked["outputs"] == "any" and asked["denominator"] == "none":
        return None
    # A row that shows no table has that of its certificate all the same.
    table = channel_in(dict(certificate) if channel is None else {"channel": channel})
    if asked["outputs"] != "any" and table.shape[0] > int(asked["outputs"]):
        return "number of outputs"
    if asked["denominator"] != "none" and int(asked["denominator"]) % table.denominator:
        return "denominator"
    return None


def _tells_nothing(objective: Objective, certificate: Mapping[str, Any]) -> bool:
    """No information at one prevalence: rows are constant, and there is none at any other."""
    about = certificate.get("utility", {}).get("name") == "fisher-information"
    return about and certificate["bound"] == "0" and objective.prevalence is not None


def _goal(objective: Objective, certificate: Mapping[str, Any]) -> tuple[Any, ...]:
    """What is optimised; neither an average nor a worst case depends on the order of priors."""
    said = canonical(objective.statement())
    scenarios = getattr(objective, "scenarios", ()) if "interval" not in said else ()
    priors = sorted([*map(text, (one.weight, one.offset, *one.prior))] for one in scenarios)
    # Truths in classes stand in an order of their own.
    if isinstance(certificate.get("truths"), list) and "prior" in said:
        said["prior"].sort()
    device = objective.name == "warner" if "device" in certificate else None
    return objective.truths, device, said, priors


def _number(said: str) -> Any:
    return json.loads(said) if said.startswith("[") else said
