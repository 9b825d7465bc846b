"""Every id has exactly one claim, and the stored verdicts say what they must."""

from __future__ import annotations

import pytest
from rropt.proofs import verdict_page, verdicts
from rropt.proofs.papers import claims
from rropt.proofs.runner import FIELDS, decide_id, public

PAPERS = verdicts.papers()
COUNTS = {"chai-nayak": 136, "found": 102, "holohan": 132, "sun": 214, "vinterbo": 167, "ziani": 99}


def test_the_catalogue_is_complete_and_has_no_repetition():
    ids = verdicts.catalogue()
    assert len(ids) == len(set(ids)) == sum(COUNTS.values())
    assert {p: sum(i.startswith(p + "/") for i in ids) for p in PAPERS} == COUNTS


@pytest.mark.parametrize("paper", PAPERS)
def test_every_id_has_a_claim_and_every_claim_an_id(paper):
    assert set(claims(paper)) == {i for i in verdicts.catalogue() if i.startswith(paper + "/")}


@pytest.mark.everything
@pytest.mark.parametrize("paper", PAPERS)
def test_stored_verdicts_are_complete(paper):
    records = verdicts.stored(paper)
    assert list(records) == [i for i in verdicts.catalogue() if i.startswith(paper + "/")]
    for record in records.values():
        verdict = record["verdict"]
        assert verdict in ("proved", "proved-under", "refuted", "not-mathematical")
        assert (record["evidence"] is None) == (verdict == "not-mathematical")
        assert (record["correction"] is None) == (record["corrected"] is None)
        assert record["evidence"] in (None, "kernel", "machine", "cited", "argued")
        assert (record["assuming"] is not None) == (verdict == "proved-under")
        assert (record["witness"] is not None) or verdict != "refuted"
        assert (record["grade"] is None) == (verdict == "not-mathematical")


@pytest.mark.parametrize("paper", PAPERS)
def test_every_proved_statement_had_a_near_miss(paper):
    records = verdicts.stored(paper)
    assert [i for i, r in records.items() if r["verdict"] == "proved" and not r["near"]] == []


@pytest.mark.parametrize("paper", ["holohan", "ziani"])
def test_nothing_is_undecided(paper):
    assert [i for i, r in verdicts.stored(paper).items() if r["verdict"] == "undecided"] == []


def test_the_page_is_what_the_store_says():
    assert verdict_page.is_current()
    assert verdicts.committed() == {i: r["verdict"] for i, r in verdicts.everything().items()}


# Statements whose truth is known by an independent argument written beside them.
KNOWN = {
    "holohan/lem-1": "proved",
    "holohan/eq-3a": "proved",
    "holohan/eq-24/simplified": "refuted",  # at delta = 0.1, gamma = 2, pi = 1/4 by hand: a square
    "holohan/lem-5/t0": "proved-under",  # t_0 = 4/3 at epsilon = 0, delta = 2
    "ziani/claim-3/expectation": "refuted",  # p = 0 reports b, so E[M(0)] = 0, not 1
    "ziani/lem-4": "proved-under",  # a constant has P(|X - mu| >= 0) = 1
    "ziani/thm-8/proof/triangle": "refuted",
    "ziani/thm-9/proof/solve-2": "proved",
}


@pytest.mark.everything
@pytest.mark.parametrize("name", KNOWN)
def test_deciding_again_gives_the_known_verdict(name):
    (record,) = public([decide_id(name)])
    assert tuple(record) == FIELDS
    assert record["verdict"] == KNOWN[name]
