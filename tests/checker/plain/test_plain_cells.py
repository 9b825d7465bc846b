"""The specification of cells: one truth, whose function phi is known by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.plain.plain_cells import cells_cover


def given(diagonal: str, price: str, end: str = "3"):
    """X = 1 and q = 1, u = 0, mu = 0, no slope: P = D - 1, and phi(s) = 3 D + min(h, 3 h),
    h = s y - 4 D: at s = 1 and D = 1 it is 3 (y - 3) for y <= 4.
    """
    cover = {"diagonal": [diagonal], "slopes": ["0"], "ends": [[s, "0", ["0"]] for s in ("1", end)]}
    return {"prices": [price], "privacy": {"gamma": "3"}, "cover": cover}


@pytest.mark.parametrize(
    ("diagonal", "price", "end", "wanted"),
    [
        ("1", "3", "3", True),
        ("1", "2999999/1000000", "3", False),
        ("999999/1000000", "9", "3", False),
        ("1", "3", "2", False),
        ("1", "3", "4", False),
    ],
)
def test_one_truth(diagonal: str, price: str, end: str, wanted: bool) -> None:
    assert cells_cover(given(diagonal, price, end), [[F(1)]], [F(1)], [0]) is wanted
