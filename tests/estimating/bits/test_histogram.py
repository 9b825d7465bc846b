"""Counts of the cells of a marginal, straight from bits."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from rropt.estimating import bits
from rropt.exact import InputError

pytestmark = pytest.mark.quick


def eta(string):
    """`vinterbo/def/eta`: the first bit is the least significant."""
    return sum(x * 2**i for i, x in enumerate(string))


def test_the_bit_order_of_every_histogram():
    """One answer 100: cell 4 when the first column is most significant, cell 1 = eta otherwise."""
    for string in product([0, 1], repeat=3):
        answer = np.array([string])
        last = bits.histogram(answer, most_significant="last")
        first = bits.histogram(answer)
        assert np.flatnonzero(last).tolist() == [eta(string)]
        assert np.flatnonzero(first).tolist() == [eta(string[::-1])]


@pytest.mark.parametrize("kind", [bool, np.uint8, np.int8, np.int32, np.uint64])
@pytest.mark.parametrize("layout", ["C", "F"])
def test_histogram_of_any_type_and_layout(kind, layout):
    answers = np.random.default_rng(3).integers(0, 2, (70_000, 5))
    columns = [3, 0, 4]
    weights = answers[:, columns] @ [4, 2, 1]
    given_answers = np.array(answers, dtype=kind, order=layout)
    counts = bits.histogram(given_answers, columns)
    assert counts.tolist() == np.bincount(weights, minlength=8).tolist()


def test_histogram_with_more_cells_than_answers_in_a_chunk():
    answers = np.random.default_rng(3).integers(0, 2, (1000, 18), dtype=np.uint8)
    cells = answers.astype(int) @ (2 ** np.arange(17, -1, -1))
    expected = np.zeros(2**18, int)
    np.add.at(expected, cells, 1)
    assert (bits.histogram(answers) == expected).all()


def test_histogram_of_a_memory_map_makes_no_copy(tmp_path):
    stored = np.memmap(tmp_path / "bits", np.uint8, "w+", shape=(1000, 3))
    stored[::2, 1] = 1
    assert bits.histogram(stored).tolist() == [500, 0, 500, 0, 0, 0, 0, 0]


def test_masked_answers_are_refused():
    with pytest.raises(InputError, match="must not be masked, got 1"):
        bits.histogram(np.ma.array([[0, 1], [1, 1]], mask=[[False, False], [True, False]]))
