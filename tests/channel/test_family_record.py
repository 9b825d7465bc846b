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


PLANE = {"group": [7], "base": [["1", [0, 1, 3]]]}


@pytest.mark.parametrize(
    ("record", "match"),
    [
        ({"family": ["developed"]}, "family must be one of"),
        ({"blocks": PLANE | {"base": [["1", [0, 1.5, 3]]]}}, "blocks must be {"),
        ({"blocks": PLANE | {"base": [["1", [0, float("inf"), 3]]]}}, "blocks must be {"),
        ({"blocks": PLANE | {"base": [["1", [-7, 1, 3]]]}}, "blocks must be {"),
        ({"blocks": PLANE | {"group": [10**12]}}, "at most 10000000 points"),
        ({"blocks": PLANE | {"group": ["1e400", 2]}}, "at most 10000000 points"),
        ({"blocks": PLANE | {"group": [1_000_003]}}, "balanced"),
        ({"family": "hashed", "values": 2, "prime": (1 << 61) - 1}, "numbered by 64 bits"),
        ({"family": "hashed", "values": 2, "prime": "1e400"}, "numbered by 64 bits"),
    ],
)
def test_a_record_that_somebody_changed_is_refused_at_once(record, match) -> None:
    """Of 10^12 points the differences were counted one by one, as were the divisors of a prime."""
    read = {"family": "developed", "categories": 7, "gamma": "3", "blocks": PLANE}
    assert family_in(read).truths == 7
    with pytest.raises(rr.InputError, match=match):
        family_in(read | record)
