"""Families in files: what is written is read again, by fields that are looked at."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.channel.balanced_supports import BalancedSupports
from rropt.channel.family_record import family_in, family_record, hashed_supports
from tests.channel.test_implicit import each


@each
def test_a_family_is_read_again(family: BalancedSupports) -> None:
    record = family_record(family)
    assert family_in(record) == family and record["categories"] == family.truths


@each
def test_every_field_matters(family: BalancedSupports) -> None:
    record = family_record(family)
    for field in set(record) - {"family", "blocks"}:
        with pytest.raises(rr.InputError):
            family_in({name: value for name, value in record.items() if name != field})
        with pytest.raises(rr.InputError):
            family_in(record | {field: "none"})


def test_numbers_of_hashed_reports_have_sixty_four_bits() -> None:
    with pytest.raises(rr.InputError, match="numbered by 64 bits"):
        hashed_supports(5, F(3), 2_000_003, 2_000_003)
