"""Windows written out as a table: it decides what the checker does, and says what it is."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.plain import proves
from rropt.checker.plain.plain_windows import listed, with_card
from tests.checker.test_kind_windows import NEAR_MISSES, certificate, missed


@pytest.mark.parametrize("miss", NEAR_MISSES)
def test_it_refuses_what_the_checker_refuses(miss):
    assert proves(missed(certificate(), miss)) is False


def test_it_proves_what_the_checker_proves():
    data = certificate()
    assert proves(data) is True and proves(data | {"gap": "0"}) is False
    assert proves(certificate(9, 2)) is None, "33 numbers have too many rows"


def test_the_table_is_unbiased_on_every_number():
    data = certificate()
    points = [F(i, 2) for i in range(-2, 3)]
    reports = with_card(listed(data, points), points)
    for j, x in enumerate(points):
        assert sum(chances[j] for _, chances in reports) == 1
        assert sum(told * chances[j] for told, chances in reports) == x
