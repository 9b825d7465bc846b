"""Errata by rank: what is listed is wrong, and what is wrong has exactly one rank."""

from __future__ import annotations

from functools import cache
from typing import Any

from rropt.proofs import verdicts
from rropt.proofs.bibliography import PAPERS, place, words
from rropt.proofs.errata import DEGENERATE, RANKS, RESULTS, by_text, rank, ranked


@cache
def records() -> dict[str, Any]:
    return verdicts.everything()


def test_only_what_is_wrong_is_listed() -> None:
    assert not RESULTS & DEGENERATE
    for name in RESULTS | DEGENERATE:
        assert records()[name]["verdict"] in ("refuted", "proved-under"), name


def test_every_erratum_has_one_rank_and_nothing_else_has_one() -> None:
    found = ranked(records().values())
    assert list(found) == list(RANKS)
    wrong = [i for i, r in records().items() if r["verdict"] in ("refuted", "proved-under")]
    assert sorted(r["id"] for group in found.values() for r in group) == sorted(wrong)
    assert rank(records()["holohan/lem-1"]) is None


def test_what_needs_the_same_hypothesis_stands_together() -> None:
    under = [r for r in records().values() if r["verdict"] == "proved-under"]
    groups = by_text(under)
    texts = [group[0]["assuming"] for group in groups]
    assert len(texts) == len(set(texts)) < len(under)


def test_every_statement_has_its_place_and_its_words() -> None:
    without = [i for i in records() if not (place(i) and words(i))]
    assert set(without) == {
        "chai-nayak/...",
        "sun/...",
        "sun/table-2/<warner-simmons|modified|improved>/<epsilon>",
    }


def test_a_paper_is_named_in_full() -> None:
    assert set(PAPERS) == set(verdicts.papers())
    for paper in PAPERS.values():
        assert paper.authors and paper.title and paper.venue and paper.number
        assert str(paper.year) in paper.cited()
