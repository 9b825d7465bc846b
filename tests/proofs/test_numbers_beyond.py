"""The least worst variance on an interval beyond the closed forms, and what is decided of it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rropt.proofs.found import numbers_beyond as page
from rropt.proofs.settling import settle

STATEMENTS = {claim.id: claim for claim in page.section}


def test_the_ends_at_one_and_a_half():
    epsilon = "3/2"
    assert page.no_less_than(Fraction(1))(epsilon) and page.no_more_than(Fraction(1))(epsilon)
    better = 1 + page.MILLIONTH
    assert not page.no_less_than(better)(epsilon)
    assert not page.no_more_than(1 - page.MILLIONTH)(epsilon)


@pytest.mark.everything
@pytest.mark.parametrize("name", ["windows/prices", "windows/card", "beyond", "rivals"])
def test_every_part_is_proved(name):
    """It solves programs of 3,841 numbers: a minute alone on two cores."""
    record = settle(STATEMENTS[f"found/numbers/{name}"])
    assert record["verdict"] == "proved" and record["near"]
