"""Formulas typed in prose: what becomes a letter, a sign, an index or a power, and what stays."""

from __future__ import annotations

import pytest
from rropt.proofs.typeset_prose import coded, prose

CASES = {
    "2 delta - 1 <= epsilon": "2 δ - 1 ≤ ε",
    "a < b & c": "a &lt; b &amp; c",
    "e^(-n epsilon)": "e<sup>-n ε</sup>",
    "r_delta(t)^2": "r<sub>δ</sub>(t)<sup>2</sup>",
    "sqrt N != N^-1": "√N ≠ N<sup>-1</sup>",
    "cards_of_each_number, deltas, spin": "cards_of_each_number, deltas, spin",
}


@pytest.mark.parametrize("typed", CASES)
def test_prose_is_set(typed):
    assert prose(typed) == CASES[typed]


def test_a_statement_stands_in_quotation_marks():
    assert coded("`p_0 <= 1` fails at <b>") == "“p<sub>0</sub> ≤ 1” fails at &lt;b&gt;"
