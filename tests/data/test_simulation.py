"""Seeded reports: the same again, and called what they are."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.data.simulation import simulate_not_private
from rropt.exact import InputError
from tests.data.octets import WARNER


def test_the_seeded_mode_says_that_it_is_not_private():
    assert "not_private" in simulate_not_private.__name__
    truths = np.arange(1000) % 2
    first = simulate_not_private(WARNER, truths, 3)
    assert (first == simulate_not_private(WARNER, truths, 3)).all()
    assert (first != simulate_not_private(WARNER, truths, 4)).any()


@pytest.mark.parametrize("seed", [-1, "x", None])
def test_bad_seeds_are_refused(seed):
    with pytest.raises(InputError, match="seed must be a whole number"):
        simulate_not_private(WARNER, [0, 1], seed)


def test_simulate_speaks_in_labels_and_can_be_repeated():
    import rropt as rr

    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(2), truths=["no", "yes"])
    answers = ["no", "yes"] * 500
    first = rr.simulate(design, answers, seed=1)
    assert first == rr.simulate(design, answers, seed=1) != rr.simulate(design, answers, seed=2)
    chance = float(design.channel.rows[0][0])
    found = sum(a == design.channel.reports[0] for a in first[::2]) / 500
    assert abs(found - chance) < 6 * (chance * (1 - chance) / 500) ** 0.5


def test_orders_of_answers_do_not_repeat_draws():
    import rropt as rr

    flip = rr.Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]])
    first = rr.simulate(flip, [0] * 1000, 5)
    assert first[:500] != first[500:]
