"""The question behind a certificate: who is drawn, how many bits, on which side ends are cut."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction as F

import pytest

from rropt.channel import Channel
from rropt.measures.shuffled_question import ShuffledQuestion

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
ASKED = ShuffledQuestion(WARNER, 40, None, 160, None, F(1, 10**3), 0.01)


def test_who_is_drawn_is_hidden_among_all() -> None:
    """A quarter is drawn: e^epsilon - 1 of all is a quarter of that of the drawn."""
    assert ASKED.share == F(1, 4)
    inner = ASKED.inner(0.2)
    assert math.isclose(math.expm1(inner), 4 * math.expm1(0.2))
    assert math.isclose(ASKED.outer(inner), 0.2)


def test_masses_have_bits_for_delta_and_for_all_people() -> None:
    least = math.log2(40 / 1e-3)
    assert least + 23 < ASKED.bits(1e-3, 1.0) < least + 26
    assert ASKED.bits(0.0, 1.0) == ASKED.bits(1e-30, 1.0)
    assert ASKED.bits(1e-3, 2.0**10) == ASKED.bits(1e-3, 1.0) + 10


@pytest.mark.parametrize("people", [2, 40])
def test_both_ends_are_verified_and_claimed_on_their_own_side(people: int) -> None:
    """Everybody answers, each number of others is looked at: the ends nearly meet."""
    found = replace(ASKED, people=people, drawn_from=people).answer(1e-6)
    assert found.certificate.check().verdict == "verified"
    low, high = found.epsilon.lo, found.epsilon.hi
    assert low < high < low * (1 + F(1, 10**5))
