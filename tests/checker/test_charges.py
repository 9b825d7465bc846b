"""Which prices go with which privacy."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.charges import read_charge
from rropt.checker.limits import Size
from rropt.checker.stated_privacy import read_privacy
from rropt.checker.verdict import Malformed
from tests.certificates import TWO_LEVELS
from tests.checker.test_condition_rays import as_read
from tests.checker.test_pair_charge import SOFT


@pytest.mark.parametrize(
    ("privacy", "fields"),
    [
        (SOFT, {"condition_prices": [[0, F(1)]]}),
        ({"conditions": as_read(TWO_LEVELS)}, {"pair_prices": []}),
    ],
)
def test_prices_of_another_privacy_are_malformed(privacy, fields):
    with pytest.raises(Malformed):
        read_charge(
            {"prices": [F(1), F(1)], **fields}, read_privacy(privacy, 2, Size(1, 64)), [1, 1]
        )


def test_a_price_is_missing_or_too_many():
    for prices in ([F(1)], [F(1)] * 3):
        with pytest.raises(Malformed):
            read_charge({"prices": prices}, read_privacy(SOFT, 2, Size(1, 64)), [1, 1])
