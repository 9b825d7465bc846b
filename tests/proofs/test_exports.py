"""A claim for other systems: Coq and two solvers judge what is written for them.

Lean is not run here: what is written for it is compared with the certificate, term by term.
"""

from __future__ import annotations

import re

import pytest
from rropt.proofs.conjecture import prove
from rropt.proofs.goals import sentence
from rropt.proofs.kernel import coq
from rropt.proofs.smt import answers

import rropt as rr

needs_coq = pytest.mark.skipif(coq.coqc() is None, reason=coq.MISSING)
CLAIMS = {
    "square": ("x**2 + 1 >= 2*x*y", "y**2 <= 1"),
    "quotient": ("x/(1 + x) <= 1/2", "x >= 0", "x <= 1"),
    "false": ("x**2 >= x", "x >= 0"),
}


@pytest.mark.everything
@needs_coq
@pytest.mark.parametrize("name", CLAIMS)
def test_coq_accepts_what_is_written_for_it(name: str, folder) -> None:
    text = prove(*CLAIMS[name]).export("coq")
    assert text.count("Theorem") == 1
    file = folder / f"own_{name}.v"
    file.write_text(text)
    assert coq.run(file).accepted


@pytest.mark.everything
@needs_coq
def test_coq_refuses_a_changed_statement(folder) -> None:
    text = prove(*CLAIMS["square"]).export("coq")
    wrong = text.replace(
        "Goal [Le (Pow (Var 2) 2) (Num 1 1)]", "Goal [Le (Pow (Var 2) 2) (Num 2 1)]"
    )
    assert wrong != text
    file = folder / "changed.v"
    file.write_text(wrong)
    assert not coq.run(file).accepted


@pytest.mark.everything
@pytest.mark.parametrize(
    "name, said", [("square", "unsat"), ("quotient", "unsat"), ("false", "sat")]
)
def test_solvers_agree_on_what_is_written_for_them(name: str, said: str) -> None:
    pytest.importorskip("z3")
    pytest.importorskip("cvc5")
    text = prove(*CLAIMS[name]).export("smt2").partition("(reset)")[2]
    assert {answer for answer, _ in answers(text)} == {said}


def test_lean_gets_every_term_of_the_identity() -> None:
    text = prove("x**2 + 1 >= 2*x*y", "y**2 <= 1").export("lean")
    assert "(h0 : 0 ≤ (1 - y ^ 2 : ℝ)) :\n    0 ≤ (x ^ 2 - 2*x*y + 1 : ℝ) := by" in text
    assert "nlinarith [h0, sq_nonneg (x - y : ℝ)]" in text


def test_lean_turns_a_multiplier_into_a_contradiction() -> None:
    certificate = {
        "variables": ["x", "at"],
        "constraints": [{"polynomial": [["1", [1, 0]]], "strict": True}],
        "equalities": [],
        "claim": {"polynomial": [["1", [0, 1]]], "strict": False},
        "multiplier": [1],
        "terms": [{"coefficient": "1", "factors": [1], "square": [["1", [0, 1]]]}],
        "equality_terms": [],
        "kind": "polynomial",
    }
    found = prove("x >= 0", "x > 1")
    found.record["steps"]["goals"][0]["proof"] = [certificate]
    text = found.export("lean")
    assert "(x at_ : ℝ)" in text and "0 ≤ (at_ : ℝ) := by" in text
    assert "have below := not_le.mp denied" in text
    facts = re.findall(r"nlinarith \[(.*)\]", text)
    assert facts == ["mul_pos (h0) (neg_pos.mpr below), mul_nonneg (h0).le (sq_nonneg (at_ : ℝ))"]


def test_latex_has_the_claim_and_the_identity() -> None:
    text = prove("x**2 + 1 >= 2*x*y", "y**2 <= 1").export("latex")
    assert r"x^{2} - 2 x y + 1 \ge 0 \quad\text{where}\quad 1 - y^{2} \ge 0" in text
    assert r"= (1 - y^{2}) + (x - y)^{2}." in text


def test_what_a_format_cannot_say_is_refused() -> None:
    with pytest.raises(rr.InputError, match="nothing in claim can be said in lean"):
        prove(sentence("bits_inverse")).export("lean")
    with pytest.raises(rr.InputError, match="must be one of coq, smt2, lean, latex"):
        prove("x**2 >= 0").export("tex")
