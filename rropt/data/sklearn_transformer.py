"""A mechanism as a transformer of scikit-learn: reports in place of the one column it is given.

`ColumnTransformer([("smokes", design.to_sklearn(), ["smokes"])], remainder="passthrough")` leaves
the other columns as they are. Every call of `transform` draws anew and is one more report of the
same person: transform once, and fit what follows on the reports.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from rropt.exact import InputError
from rropt.exact.labelled import is_frame

Randomize = Callable[[Any], Any]


def sklearn_transformer(randomize: Randomize) -> Any:
    """The transformer of a frame or an array of one column, by what randomizes a column."""
    try:
        from sklearn.preprocessing import FunctionTransformer
    except ImportError:
        raise InputError(
            "scikit-learn must be installed: python -m pip install scikit-learn"
        ) from None
    return FunctionTransformer(
        partial(reports_in_place, randomize), feature_names_out="one-to-one", check_inverse=False
    )


def reports_in_place(randomize: Randomize, answers: Any) -> Any:
    """The same frame, array or column, with reports.

    >>> reports_in_place(lambda column: [1 - x for x in column], np.array([[0], [1]])).tolist()
    [[1], [0]]
    """
    if is_frame(answers):
        return _in_frame(randomize, answers)
    given = np.asarray(answers, dtype=object)
    if given.ndim == 1:
        return randomize(answers)
    _refuse_several(given.shape[1])
    return np.array(randomize(given[:, 0].tolist()), dtype=object).reshape(-1, 1)


def _in_frame(randomize: Randomize, frame: Any) -> Any:
    import narwhals as nw

    _refuse_several(len(frame.columns))
    known: Any = nw.from_native(frame, eager_only=True)
    reports = randomize(known[known.columns[0]].to_native())
    return known.with_columns(nw.from_native(reports, series_only=True)).to_native()


def _refuse_several(columns: int) -> None:
    if columns != 1:
        raise InputError(
            f"the transformer must be given one column, got {columns}: one design is for one "
            "question, and a ColumnTransformer takes one for each"
        )
