"""Hellinger divergences whose certificates Coq decides: forged ones are refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rropt.proofs.kernel import coq, theorem_of_roots

import rropt as rr
from tests.proofs.kernel_forgeries import (
    TINY,
    assert_accepted,
    assert_refused,
    cheaper_price,
    heavier_row,
    hellinger,
    lowered_bound,
    needs_coq,
    raised_value,
    stronger_privacy,
)

ROWS = [["1", "3", "4"], ["2", "1", "3"], ["4", "3", "1"]]


def designs():
    """One number, a delta, a matrix, a truth that may be told."""
    hellinger = rr.FDivergence("hellinger")
    of_three = rr.FDivergence("hellinger", (0, 2), 3)
    return {
        "an enclosed number": rr.optimal(rr.LocalDP("1/2"), hellinger),
        "a delta": rr.optimal(rr.LocalDP("ln(3)", "1/20"), hellinger),
        "a matrix": rr.optimal(rr.Privacy(ROWS), of_three),
        "one-sided": rr.optimal(rr.Privacy([["1", "oo"], ["3", "1"]]), hellinger),
    }


@pytest.mark.everything
@needs_coq
def test_certificates_of_designs_are_accepted(folder):
    assert_accepted(folder, theorem_of_roots, designs())


def by_hand():
    return hellinger({"gamma": "4", "delta": "0"})


def weaker_privacy(data):
    data["privacy"]["gamma"] = str(4 + TINY)


@pytest.mark.everything
@needs_coq
def test_forged_certificates_are_refused(folder):
    changes = (
        raised_value,
        lowered_bound,
        cheaper_price,
        heavier_row,
        stronger_privacy,
        weaker_privacy,
    )
    assert_refused(folder, theorem_of_roots, by_hand(), changes)


@pytest.mark.everything
@needs_coq
def test_roots_lie_on_their_sides(folder):
    """Rational roots are found, of other numbers 160 digits."""
    file = folder / "Sides.v"
    lines = ["From Coq Require Import QArith List.", "From Rropt Require Import RationalRoots."]
    for x in (Fraction(0), Fraction(9, 25), Fraction(18, 50), Fraction(1, 10**40)):
        root = f"({x.numerator} # {x.denominator})"
        equal = f"Qeq_bool (root_below {root}) (root_above {root})"
        lines.append(
            f"Check (eq_refl true <: andb ({equal}) (is_root (root_above {root}) {root}) = true)."
        )
    for x in (Fraction(1, 30), Fraction(3), Fraction(10**6, 7)):
        root = f"({x.numerator} # {x.denominator})"
        width = f"(root_above {root} - root_below {root}) * inject_Z (Zpos root_unit)"
        lines.append(f"Check (eq_refl true <: Qeq_bool ({width}) 1 = true).")
    file.write_text("\n".join([*lines, ""]).replace("List.", "List.\nOpen Scope Q_scope."))
    assert coq.run(file).accepted


def test_the_sentence_has_the_numbers_of_the_certificate():
    said = theorem_of_roots.statement(by_hand())
    assert said == (
        "no table that obeys the levels has hellinger above 2/5, "
        "and this table, private, has at least 2/5"
    )
