"""Classes of truths: rows that differ inside a class, and pairs of truths."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.class_rows import runs
from rropt.checker.verdict import Malformed


def test_an_entry_is_one_value_or_some_for_so_many_truths_each():
    pattern = [F(3), [[F(1), 1], [F(2), 3]]]
    assert runs(pattern, [2, 4]) == [(0, F(3), 2), (1, F(1), 1), (1, F(2), 3)]


@pytest.mark.parametrize(
    "entry", [[[F(1), 4]], [[F(1), 2], [F(2), 0]], [[F(1), 3, 0]], [], "1", 1, [F(1), F(1), F(1)]]
)
def test_an_entry_has_a_value_for_each_truth(entry):
    with pytest.raises(Malformed):
        runs([F(3), entry], [1, 3])
