"""A logistic regression of an answer that nobody randomized, by statsmodels."""

from __future__ import annotations

from typing import Any

import numpy as np


def fit(frame: Any) -> tuple[np.ndarray, np.ndarray]:
    """Coefficients and standard errors of y ~ x + z.

    Columns lie together, as a formula would have them: rows together take a fifth longer.
    """
    import statsmodels.api as sm

    columns = np.asfortranarray(sm.add_constant(np.column_stack([frame["x"], frame["z"]])))
    found = sm.Logit(np.asarray(frame["y"]), columns).fit(disp=False)
    return np.asarray(found.params), np.asarray(found.bse)
