"""A certificate handed to Coq by `rropt check --coq`: what is compiled for it, and what is said."""

from __future__ import annotations

import pytest
from rropt.proofs.kernel import coq
from rropt.proofs.kernel.kernel_verdict import decide

import rropt as rr
from tests.proofs.kernel_forgeries import (
    certificate,
    forged,
    lowered_bound,
    needs_coq,
    raised_value,
)

REFUSED = """File "Design.v", line 22, characters 62-66:
Error:
The term "eq_refl" has type "true = true" while it is expected to have type
 "accepted design = true".
"""
LACKING = """File "Design.v", line 3, characters 0-59:
Error: Cannot find a physical path bound to logical path
RatioDesigns with prefix Rropt.
"""


@pytest.fixture
def own():
    """Of an objective of one's own."""
    return certificate(rr.optimal(rr.LocalDP("ln(3)"), rr.Custom(lambda r: max(r) - min(r), 2)))


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def answering(monkeypatch, accepted, text=""):
    """A Coq that compiles every theory, and says this of the theorem; what it was given."""
    given = []

    def run(file, theories=None):
        given.append(file.stem)
        file.with_suffix(".vo").touch()
        return coq.Answer(file, accepted or file.stem != "Design", text)

    monkeypatch.setattr(coq, "run", run)
    monkeypatch.setattr(coq, "coqc", lambda: "true")
    return given


def test_all_that_a_theorem_imports_is_compiled_before_it(own, cache, monkeypatch):
    given = answering(monkeypatch, True)
    found = decide(own)
    assert found.verdict.verdict == "verified"
    assert given[-1] == "Design" and set(coq.imports(found.theorem)) < set(given)


@pytest.mark.parametrize(
    ("text", "verdict", "reason"),
    [
        (REFUSED, "refuted", "does not accept"),
        (LACKING, "undecided", "physical path"),
        ("Error: Stack overflow.", "undecided", "Stack overflow"),
        ("no answer within 300 s", "undecided", "300 s"),
    ],
)
def test_what_coq_did_not_decide_is_not_refuted(own, cache, monkeypatch, text, verdict, reason):
    answering(monkeypatch, False, text)
    found = decide(own).verdict
    assert found.verdict == verdict and reason in found.reason


@pytest.mark.everything
@needs_coq
def test_an_objective_of_ones_own_is_decided_from_an_empty_cache(own, cache):
    assert decide(own).verdict.verdict == "verified"
    for change in (raised_value, lowered_bound):
        assert decide(forged(own, change)).verdict.verdict == "refuted"
