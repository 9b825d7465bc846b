"""The cut points of a table, counted."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rropt.exact import InputError
from rropt.sampling.cuts import cut_points


@given(st.lists(st.integers(0, 10**12), min_size=1, max_size=6).filter(any))
def test_every_report_owns_its_share_of_what_is_accepted(weights):
    cuts = cut_points([weights], sum(weights))
    (ends,) = cuts.columns
    owned = [end - start for start, end in zip((0, *ends), ends, strict=False)]
    assert [Fraction(n, ends[-1]) for n in owned] == [Fraction(w, sum(weights)) for w in weights]
    rejected = 256**cuts.length - ends[-1]
    assert 0 <= rejected * 256 < 256**cuts.length
    assert rejected < sum(weights)


@pytest.mark.parametrize(
    ("denominator", "length"),
    [(1, 1), (2, 1), (3, 2), (256, 1), (255, 2), (257, 3), (512, 2), (2**64, 8), (2**64 + 1, 10)],
)
def test_as_many_bytes_as_it_takes(denominator, length):
    """A power of two rejects nothing; any other denominator has a byte to spare."""
    assert cut_points([[denominator]], denominator).length == length


def test_the_largest_machine_is_known_before_it_is_built():
    """First states of two truths, then at most a state for each of three cut points."""
    cuts = cut_points([[1, 1, 1], [1, 2, 0]], 3)
    assert (cuts.reports, cuts.length, cuts.cells) == (3, 2, 256 * 2 * (1 + 3))


@pytest.mark.parametrize("columns", [[[1, 1], [1, 2]], [[-1, 3]]])
def test_what_is_no_distribution_is_refused(columns):
    with pytest.raises(InputError, match="must be non-negative and add up to 2"):
        cut_points(columns, 2)
