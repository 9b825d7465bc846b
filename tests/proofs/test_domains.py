"""Finite domains: listed in full, and said in words."""

from __future__ import annotations

from itertools import product

import pytest
from rropt.proofs.goals.domains import Domain


def test_a_product_is_listed_in_full():
    domain = Domain.of({"n": range(3), "bit": (0, 1)})
    assert list(domain) == list(product(range(3), (0, 1)))
    assert len(domain) == 6
    assert list(Domain.of({"n": (4, 5)})) == [4, 5]


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"n": range(2, 9)}, "n = 2, ..., 8"),
        ({"n": range(0, 9, 4)}, "n = 0, 4, ..., 8"),
        ({"p": ("1/4", "1/2")}, "p in {1/4, 1/2}"),
        ({"deck": list(range(7))}, "deck: all 7 values"),
        ({"a": [(0, 1)], "b": (1,)}, "a in {(0, 1)}; b in {1}"),
    ],
)
def test_the_words_say_which_values(parts, words):
    assert Domain.of(parts).words() == words


@pytest.mark.parametrize("values", [iter([1]), (n for n in (1, 2)), 3, "abc", (), range(0)])
def test_what_is_not_a_finite_list_is_refused(values):
    with pytest.raises(ValueError, match="n must"):
        Domain.of({"n": values})
