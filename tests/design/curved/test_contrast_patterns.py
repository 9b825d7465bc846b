"""The end of the search for one contrast: a table, unbiased numbers, and prices that cover."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from rropt.design.curved.contrast_patterns import PatternPath, contrast_table
from rropt.design.curved.contrast_points import ContrastProgram

pytestmark = pytest.mark.quick

PRIOR = np.array([0.4, 0.3, 0.2, 0.1])
CONTRAST = np.array([-1.0, -1 / 3, 1 / 3, 1.0])


@pytest.fixture(scope="module", params=[1.5, 4.0])
def ended(request):
    program = ContrastProgram(PRIOR, CONTRAST, request.param)
    return program, contrast_table(program)


def every_row(gamma: float) -> np.ndarray:
    return np.array(list(product((1.0, gamma), repeat=4)))


def test_the_table_adds_up_and_its_numbers_are_unbiased(ended) -> None:
    program, table = ended
    rows = np.where(table.masks, program.gamma, 1.0)
    assert table.weights.min() > 0
    assert rows.T @ table.weights == pytest.approx(np.ones(4), abs=1e-12)
    assert rows.T @ (table.weights * table.numbers) == pytest.approx(CONTRAST, abs=1e-9)


def test_the_prices_cover_every_pattern_and_meet_the_variance(ended) -> None:
    program, table = ended
    rows = every_row(program.gamma)
    room = (rows @ table.constants) * (rows @ PRIOR) - (rows @ table.slopes) ** 2
    assert room.min() > -1e-12
    used = np.where(table.masks, program.gamma, 1.0)
    moment = (table.weights * table.numbers**2 * (used @ PRIOR)).sum()
    bound = 2 * table.slopes @ CONTRAST - table.constants.sum()
    assert 0 <= moment - bound < 1e-8 * moment


def test_a_point_of_the_path_is_a_table(ended) -> None:
    """Weights m q.r / ((y.r)(q.r) - (p.r)^2) of a centred point add up to a table."""
    program, table = ended
    path = PatternPath(program, table.masks, table.slopes, table.constants + 0.1).centred(1e-2)
    assert path.rows.T @ path.weights(1e-2) == pytest.approx(np.ones(4), abs=1e-3)


def test_prices_below_their_patterns_leave_no_room(ended) -> None:
    program, table = ended
    low = PatternPath(program, table.masks, table.slopes, table.constants - 1)
    with pytest.raises(ArithmeticError):
        low.centred(1e-3)


def test_patterns_join_until_none_falls_short() -> None:
    """From the patterns of one truth alone, which are not those of the best table at gamma 3/2."""
    alone = np.eye(4, dtype=bool)
    program = ContrastProgram(PRIOR, CONTRAST, 1.5)
    path = PatternPath(program, alone, 0 * PRIOR, 50 * PRIOR)
    few = path.centred(1e-3)
    completed = path.completed(1e-3)
    assert few.lowest().charges.min() < -1e-3
    assert completed.lowest().charges.min() > -1e-4
    assert len(completed.masks) > len(alone)
