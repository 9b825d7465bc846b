"""What a channel allows to be estimated, decided exactly."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from rropt.channel import Channel
from rropt.estimating import identified
from rropt.estimating import unbiased_estimate as unbiased
from rropt.exact import InputError
from tests.estimating.test_unbiased_linear import MERGED, WARNER


def test_what_a_rank_deficient_channel_identifies():
    answer = unbiased(MERGED, [80, 20])
    assert answer.identified.truths == (True, False, False)
    assert answer.identified.rank == 2
    assert answer.value[0] == pytest.approx(0.6)
    assert np.isnan(answer.value[1:]).all()
    assert answer.contrast([0, 1, 1]).value == pytest.approx(0.4)
    with pytest.raises(InputError, match="b rises by 1 and c falls by 1"):
        answer.contrast([0, 1, 0])
    assert "rank 2 for 3 truths: identified are a" in answer.identified.statement()


def test_identified_is_decided_exactly():
    """Columns that differ by 1e-30 are different."""
    tiny = Fraction(1, 10**30)
    near = Channel.from_rows([["1/2", Fraction(1, 2) + tiny], ["1/2", Fraction(1, 2) - tiny]])
    same = Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]])
    assert identified(near).everything
    assert identified(same).rank == 1
    assert "no single proportion" in identified(same).statement()
    assert identified(WARNER).statement() == "all 2 proportions are identified"


def test_the_direction_that_hides_a_contrast_is_named() -> None:
    """Truths b and c have one column: b rises by what c falls."""
    merge = Channel.from_rows([[1, "1/2", "1/2"], [0, "1/2", "1/2"]], truths=["a", "b", "c"])
    found = identified(merge)
    assert found.rank == 2 and found.truths == (True, False, False) and not found.everything
    assert found.allows((Fraction(1), Fraction(3), Fraction(3)))
    with pytest.raises(InputError, match=r"b (rises|falls) by 1 and c (rises|falls) by 1"):
        found.require((Fraction(0), Fraction(1), Fraction(0)))
    with pytest.raises(InputError, match="must be identified"):
        found.require((Fraction(0), Fraction(0), Fraction(1)))
    assert "identified are a and every combination" in found.statement()
    assert identified(Channel.identity(2)).statement() == "all 2 proportions are identified"
