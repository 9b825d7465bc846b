"""What is wrong as printed, ranked by how much it matters to a reader of the paper.

| rank | what |
|---|---|
| result | a stated result, algorithm, number or conclusion is false |
| hypothesis | a result is right only under a hypothesis that the paper does not state |
| misprint | a formula, a name or a line of a proof is wrong, and what it leads to is right |
| degenerate | it fails only where something is empty, zero or undefined |

A refuted statement is a misprint and an unstated hypothesis matters, unless its id is listed here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

RANKS = {
    "result": "Wrong results",
    "hypothesis": "Missing hypotheses that matter",
    "misprint": "Misprints and slips in proofs",
    "degenerate": "Degenerate cases",
}

RESULTS = frozenset(
    [
        "holohan/parametrisation",
        "holohan/eq-24/simplified",
        "holohan/eq-24/sign",
        "holohan/ex-1.3/variance-at-t0",
        "holohan/ex-1.3/variance-at-0",
        "holohan/thm-3",
        "holohan/cor-2",
        "sun/alg-1",
        "sun/alg-2",
        "sun/alg-3",
        "sun/alg-4",
        "sun/rem-4-N3",
        "sun/rem-6-worst",
        "sun/rem-6-assumption",
        "sun/concl-replace",
        "sun/fig-1/verified",
        "sun/fig-4",
        "sun/table-2",
        "sun/table-2/modified/0.01",
        "sun/table-2/slightly",
        "sun/intro-contrib-3",
        "sun/thm-5.6",
        "sun/thm-5.6/L3",
        "sun/thm-5.6/cases",
        "vinterbo/eq/Y-CX",
        "vinterbo/prop-4.7/bound",
        "vinterbo/contrib/concentration",
        "vinterbo/fig-1a",
        "vinterbo/impl-1/call",
        "ziani/claim-3/expectation",
        "ziani/claim-3/unbiased",
        "ziani/thm-5",
    ]
)

DEGENERATE = frozenset(
    [
        "chai-nayak/eq-1.2",
        "chai-nayak/sec1/parity-any",
        "chai-nayak/sec1/parity-example",
        "chai-nayak/sec1/bayes-bound",
        "chai-nayak/sec5/collapse-privacy",
        "chai-nayak/eq-6.3/positive",
        "chai-nayak/eq-6.4",
        "chai-nayak/thm-4.4/b",
        "holohan/thm-1/solve",
        "holohan/Rsecond-structure",
        "holohan/lem-2/existence",
        "holohan/lem-2/eq-17",
        "holohan/lem-2/inclusion",
        "holohan/lem-2/push",
        "holohan/lem-5",
        "holohan/lem-5/prose",
        "holohan/lem-5/membership",
        "holohan/lem-5/t0",
        "holohan/rem-linearity",
        "holohan/t-equals-1",
        "holohan/def-g",
        "holohan/thm-3/ordering",
        "holohan/warner-region",
        "holohan/warner-depends",
        "holohan/rem-pi-endpoints",
        "holohan/thm-4",
        "holohan/thm-4/max",
        "sun/thm-4.2/proof-d",
        "sun/rem-4-quarter",
        "sun/app-C/2-min",
        "sun/thm-6.1",
        "sun/thm-6.1/i",
        "sun/thm-6.1/proof-mcmw-strict",
        "vinterbo/prop-3.1/m-independence",
        "vinterbo/proof-3.1/ratio",
        "vinterbo/alg/step-2",
        "vinterbo/warner/ratio",
        "vinterbo/abs/kronecker",
        "vinterbo/intro/lie-odds",
        "vinterbo/rel/k-rr-intersection",
        "vinterbo/concl/exponential",
        "vinterbo/proof-4.7/expand",
        "ziani/rr-middle",
        "ziani/thm-2",
        "ziani/thm-2/reduction",
        "ziani/thm-2/proof/ratio-1",
        "ziani/thm-2/proof/value-1",
        "ziani/thm-2/proof/bound",
        "ziani/lem-4",
        "ziani/thm-5/proof/variance-inequality",
        "ziani/thm-5/proof/variance-sum",
    ]
)


def rank(record: dict[str, Any]) -> str | None:
    """The rank of an erratum; None when nothing is wrong.

    >>> rank({"id": "sun/alg-1", "verdict": "refuted"})
    'result'
    """
    if record["verdict"] not in ("refuted", "proved-under"):
        return None
    if record["id"] in RESULTS:
        return "result"
    if record["id"] in DEGENERATE:
        return "degenerate"
    return "misprint" if record["verdict"] == "refuted" else "hypothesis"


def ranked(records: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The errata by rank, in order."""
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in RANKS}
    for record in records:
        own = rank(record)
        if own is not None:
            found[own].append(record)
    return found


def by_text(records: Iterable[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Records together that need the same hypothesis; every other one alone."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for record in records:
        groups.setdefault(record["assuming"] or record["id"], []).append(record)
    return list(groups.values())
