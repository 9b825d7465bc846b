"""Why a verdict holds: the counterexample, the certificate, the theorem, what is no proof."""

from __future__ import annotations

import pytest
from rropt.proofs.conjecture import Verdict, prove
from rropt.proofs.goals import argued, crosscheck, holds, identity, reals, sentence

import rropt as rr

x = reals("x")


def test_a_false_claim_shows_its_point() -> None:
    said = prove("x**2 >= x").why().splitlines()
    assert said[1:] == ["- x**2 >= x", "  false: at x = 1/2, `x**2 >= x` fails"]


def test_a_certificate_is_written_out() -> None:
    said = prove("x**2 + y**2 + 1 > 2*x*y").why()
    assert "certificate: x**2 - 2*x*y + y**2 + 1 > 0, as" in said and "= 1 + (x - y)**2" in said


def test_a_theorem_of_the_kernel_is_named() -> None:
    said = prove(sentence("bits_inverse")).why()
    assert "- forall (a : R) (n i j : nat)" in said
    assert "theorem bits_inverse of Coq says so" in said


def test_cases_beside_a_proof_are_called_so() -> None:
    some = crosscheck(lambda: range(9), lambda n: n < 9, "n < 9", false=[lambda n: n < 1])
    said = prove(lambda: [holds(x**2 >= 0), some]).why()
    assert "- n < 9\n  no proof: cases looked at beside one" in said


def test_the_goals_of_a_group_are_listed() -> None:
    said = prove(argued("it is clear", identity(x + x, 2 * x))).why()
    assert "- 1 goals" in said and "Eq(2*x, 2*x)" in said


def test_a_record_alone_does_not_know_its_goals() -> None:
    record = prove("x**2 >= 0").record
    with pytest.raises(rr.InputError, match="decide it again"):
        Verdict(record).why()
