"""Windows of ordered numbers."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.design.worst.worst_pools import finer, windows


@pytest.mark.parametrize("truths", [2, 3, 7])
def test_windows_are_all_runs_but_the_whole(truths: int) -> None:
    masks = windows(truths)
    assert len(masks) == truths * (truths + 1) // 2 - 1
    assert len(np.unique(masks, axis=0)) == len(masks)
    assert all(np.abs(np.diff(mask.astype(int))).sum() <= 2 for mask in masks)


def test_finer_windows_agree_with_the_coarse_one_at_its_points() -> None:
    kept = np.array([0, 2, 4, 6])
    mask = np.array([[False, True, True, False]])
    found = finer(mask, kept, 7)
    assert len(found) == 4
    assert (found[:, kept] == mask).all()
