"""Every extreme pattern: the page that looks at them follows from the level and the utility."""

from __future__ import annotations

import pytest

from rropt.checker.cover_extremes import read_extremes
from rropt.checker.coverage import read_charge
from rropt.checker.privacy import read_privacy
from rropt.checker.utilities import read_utility
from rropt.checker.verdict import Doubts, Malformed, Refuted, Size
from tests.certificates import HAIR, F

PRIOR = [F(1, 2), F(1, 2)]
PURE, SOFT = {"gamma": F(3), "delta": F(0)}, {"gamma": F(3), "delta": F(1, 10)}


def cover(privacy, utility, price, **fields):
    size = Size(1, 96)
    charge = read_charge({"prices": [price] * 2}, read_privacy(privacy, 2, size), [1, 1])
    found, _ = read_utility(utility, [1, 1])
    return read_extremes({"proof": "extremes", **fields}, charge, found, size)


@pytest.mark.parametrize(
    ("privacy", "utility", "page", "least"),
    [
        (PURE, {"name": "trace"}, "cover_least", F(3, 4)),
        (PURE, {"name": "fisher-information", "prior": PRIOR}, "pattern_cube", F(1, 2)),
        (SOFT, {"name": "trace"}, "cover_extremes", F(1)),
        (PURE, {"name": "chi-square", "pair": [0, 1]}, "pattern_cube", F(1)),
    ],
)
def test_the_least_price_by_hand(privacy, utility, page, least):
    """At (3, 1): 3/4 of 4, 4/2 of 4, 4/1 of 4; with a delta and no price of it at (1, 0)."""
    proof = cover(privacy, utility, least)
    assert proof.__module__.endswith(page)
    proof(Doubts())
    with pytest.raises(Refuted):
        cover(privacy, utility, least - HAIR)(Doubts())


def test_the_proof_has_no_other_field():
    with pytest.raises(Malformed):
        cover(PURE, {"name": "trace"}, F(1), tree=[])
