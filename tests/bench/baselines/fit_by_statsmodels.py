"""A logistic regression of an answer that nobody randomized, by statsmodels."""

from __future__ import annotations

from typing import Any

import numpy as np


def fit(frame: Any) -> tuple[np.ndarray, np.ndarray]:
    """Coefficients and standard errors of y ~ x + z."""
    import statsmodels.api as sm

    columns = sm.add_constant(np.column_stack([frame["x"], frame["z"]]))
    found = sm.Logit(np.asarray(frame["y"]), columns).fit(disp=False)
    return np.asarray(found.params), np.asarray(found.bse)
