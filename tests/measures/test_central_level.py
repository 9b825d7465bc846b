"""The local level of a central promise: it is kept, and a larger level breaks it."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.channel import Channel
from rropt.exact import InputError, gamma_from_epsilon
from rropt.measures.central_level import CrowdAt, level_for_centre
from rropt.measures.shuffled import shuffled


def among(people: int) -> CrowdAt:
    return lambda level: (warner(level), people)


def warner(level: F) -> Channel:
    gamma = gamma_from_epsilon(level).lo
    truth, other = gamma / (gamma + 1), 1 / (gamma + 1)
    return Channel.from_rows([[truth, other], [other, truth]])


@pytest.mark.everything
@pytest.mark.parametrize(("people", "epsilon"), [(60, "1"), (5000, "1/2")])
def test_the_promise_is_kept_and_nothing_much_larger_keeps_it(people: int, epsilon: str) -> None:
    found = level_for_centre(among(people), "1e-6", epsilon)
    assert found.central.epsilon.hi <= F(epsilon) < found.local
    assert found.central.certificate.check().verdict == "verified"
    beyond = shuffled(warner(found.local * F(103, 100)), people, "1e-6")
    assert beyond.epsilon.lo > F(epsilon)


def test_few_people_hide_nothing() -> None:
    """Alone with the report the local level is the promise itself, but for delta."""
    found = level_for_centre(among(1), "1e-9", "1/2")
    assert found.local == F(1, 2) and found.central.delta == 0


def test_no_promise_of_nothing() -> None:
    with pytest.raises(InputError, match="epsilon must be positive"):
        level_for_centre(among(10), "1e-6", 0)
