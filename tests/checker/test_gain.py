"""An expected gain, by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.gain import read
from rropt.checker.verdict import Malformed
from rropt.checker.whole_rows import plain_row


def test_a_gain_is_read_as_actions():
    """Masses 1/4 and 3/4, gains ((1, 0), (-1/2, 2)): actions (2, 0) and (-1, 12) over 8."""
    value = {"name": "gain", "prior": [F(1, 4), F(3, 4)], "gain": [[F(1), F(0)], [F(-1, 2), F(2)]]}
    utility, _ = read(value, [1, 1])
    assert utility.ends(plain_row([1, 0])) == (F(1, 4), F(1, 4))
    assert utility.ends(plain_row([2, 1])) == (F(5, 4), F(5, 4))
    with pytest.raises(Malformed):
        read(value | {"pair": [0, 1]}, [1, 1])
