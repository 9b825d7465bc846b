"""Statements that are theorems of Coq as they stand."""

from __future__ import annotations

import re

import pytest
from rropt.proofs import verdicts
from rropt.proofs.goals import decide, sentence
from rropt.proofs.kernel import accepted, coq, sentences

from rropt.exact import InputError

needs_coq = pytest.mark.skipif(coq.coqc() is None, reason=coq.MISSING)

CITED = 0
"""How many statements cite a lemma, at most: the number only falls."""
KERNEL = 432
"""How many are theorems of the kernel and nothing else, at least."""


def test_a_sentence_is_proved_by_the_kernel_alone():
    name = next(iter(accepted.sentences()))
    found = decide(sentence(name))
    assert (found.status, found.kinds) == ("proved", {"kernel"})
    assert sentence(name).says == accepted.sentences()[name]["says"]


def test_a_theorem_that_the_kernel_has_not_seen_proves_nothing():
    found = decide(sentence("no_such_theorem"))
    assert found.status == "undecided" and "no_such_theorem" in found.note


def test_a_sentence_is_named_as_in_coq():
    with pytest.raises(InputError, match="named as in Coq"):
        sentence("Print Assumptions x.")


def test_every_sentence_stands_in_one_theory_only():
    """A name that another theory has too is asked of neither."""
    where = sentences.files()
    said = {name: f"theories/{where.get(name)}.v" for name in accepted.sentences()}
    assert said == {name: entry["file"] for name, entry in accepted.sentences().items()}


@pytest.mark.everything
def test_every_sentence_is_a_theorem_of_its_file_and_a_goal_of_a_claim():
    where = sentences.files()
    for name, entry in accepted.sentences().items():
        assert entry["file"] == f"theories/{where[name]}.v"
        text = (coq.HERE / entry["file"]).read_text()
        assert re.search(rf"^Theorem {name} ?:", text, re.MULTILINE), name
    assert set(sentences.wanted()) == set(accepted.sentences())


def test_what_is_proved_does_not_become_less():
    records = list(verdicts.everything().values())
    count = {rests: sum(r["evidence"] == rests for r in records) for rests in ("kernel", "cited")}
    assert count["cited"] <= CITED and count["kernel"] >= KERNEL


THEORY = """From Coq Require Import Reals Lra.
From Rropt Require Import Sums.
Open Scope R_scope.
Theorem square_at_least : forall x : R, 2 * x - 1 <= x ^ 2.
Proof. intros x. pose proof (pow2_ge_0 (x - 1)). lra. Qed.
Theorem nothing : forall x : R, x + 0 * x = x + 0 * x.
Proof. reflexivity. Qed.
"""


@pytest.fixture(scope="module")
def theory(tmp_path_factory):
    """A folder with one theory of ours, and what it needs."""
    folder = tmp_path_factory.mktemp("theories")
    coq.build(folder, only=["Sums"])
    (folder / "Own.v").write_text(THEORY)
    assert coq.run(folder / "Own.v").accepted
    return folder


@pytest.fixture
def own(theory, monkeypatch):
    kept = [theory / "Own.v", coq.THEORIES / "Sums.v"]
    monkeypatch.setattr(coq, "theories", lambda: kept)
    return theory


@pytest.mark.everything
@needs_coq
def test_coq_prints_what_a_theorem_says(own):
    said = sentences.said(["square_at_least"], own)
    assert said["square_at_least"]["says"] == "forall x : R, 2 * x - 1 <= x ^ 2"
    assert said["square_at_least"]["file"] == "theories/Own.v"


@pytest.mark.everything
@needs_coq
def test_a_theorem_that_says_e_is_e_is_no_sentence(own):
    with pytest.raises(coq.KernelError, match="says nothing"):
        sentences.said(["nothing"], own)


@pytest.mark.everything
@needs_coq
def test_a_sentence_that_was_rewritten_is_refused(own, monkeypatch):
    true = sentences.said(["square_at_least"], own)
    monkeypatch.setattr(accepted, "sentences", lambda: true)
    assert sentences.wrong(own) == {}
    moved = {"file": "theories/Own.v", "says": "forall x : R, 2 * x <= x ^ 2"}
    monkeypatch.setattr(accepted, "sentences", lambda: {"square_at_least": moved})
    assert sentences.wrong(own) == {"square_at_least": "it says something else"}


def test_a_theorem_that_no_theory_proves_is_refused(tmp_path):
    with pytest.raises(coq.KernelError, match="no theory"):
        sentences.said(["no_such_theorem"], tmp_path)


ARGUED = 17
"""How many statements rest on words, at most; each prints what a reader must believe."""


def test_what_rests_on_words_says_what_must_be_believed():
    rests = [r for r in verdicts.everything().values() if r["evidence"] == "argued"]
    assert len(rests) <= ARGUED
    assert all("argued: " in (r["scope"] or "") for r in rests)
