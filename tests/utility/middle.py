"""Random patterns, and the middle of a utility's enclosure there."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

Q3 = [Fraction(1, 2), Fraction(3, 10), Fraction(1, 5)]


positive = st.fractions(min_value=Fraction(1, 50), max_value=50, max_denominator=60)


pattern3 = st.tuples(positive, positive, positive)


def middle(utility, pattern) -> float:
    lo, hi = utility.bounds(pattern)
    assert lo <= hi
    return float((lo + hi) / 2)
