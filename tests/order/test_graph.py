"""Many mechanisms at once: the Hasse diagram by hand."""

from __future__ import annotations

import pytest

import rropt as rr
from rropt.order import frontier, subset_selection, vertices


def test_the_complete_class_is_an_antichain():
    """No admissible mechanism is better than another."""
    order = frontier(vertices(3, 2))
    assert order.edges == [] and len(order.antichain) == 5


def test_a_frontier_by_hand():
    tables = {f"rr{g}": subset_selection(3, 1, g) for g in (2, 3)}
    tables["ss3"] = subset_selection(3, 2, 3)
    tables["rr3 again"] = tables["rr3"].permute([2, 0, 1])
    order = frontier(tables)
    assert set(order.edges) == {("rr3", "rr2"), ("rr3 again", "rr2")}
    assert order.antichain == ["rr3", "ss3"]
    assert order.undominated == ["rr3", "ss3", "rr3 again"]
    assert '"rr3" -> "rr2";' in order.to_dot()
    chain = frontier([subset_selection(3, 1, g) for g in (4, 2, 3)])
    assert chain.covers == [("0", "2"), ("2", "1")] and ("0", "1") in chain.edges


def test_no_mechanism_is_lost_to_another_of_the_same_name():
    with pytest.raises(rr.InputError, match="names that differ as text"):
        rr.frontier({1: [["3/4", "1/4"], ["1/4", "3/4"]], "1": [[1, 0], [0, 1]]})
