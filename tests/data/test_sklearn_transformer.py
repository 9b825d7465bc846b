"""A transformer of scikit-learn draws reports, and leaves the rest of the table alone."""

from __future__ import annotations

import numpy as np
import pytest

import rropt as rr
from rropt.data.sklearn_transformer import reports_in_place

DESIGN = rr.optimal(rr.LocalDP(1), rr.Variance("1/10"), truths="no,yes", reports="N,Y")
MIXED = ["no", "yes"] * 3000


def test_shares_are_those_of_the_mechanism() -> None:
    """Half of the truths are yes, so half of the reports are Y: 6,000 draws, five errors."""
    reports = reports_in_place(DESIGN.randomize, np.array(MIXED).reshape(-1, 1))
    assert reports.shape == (6000, 1)
    assert abs((reports == "Y").mean() - 0.5) < 5 * 0.5 / 6000**0.5


def test_a_frame_keeps_its_kind_index_and_name() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"smokes": ["no", "yes"]}, index=[7, 9])
    found = reports_in_place(DESIGN.randomize, frame)
    assert list(found.columns) == ["smokes"] and list(found.index) == [7, 9]
    assert set(found["smokes"]) <= {"N", "Y"}
    assert list(frame["smokes"]) == ["no", "yes"]


def test_two_columns_are_refused() -> None:
    with pytest.raises(rr.InputError, match="must be given one column, got 2"):
        reports_in_place(DESIGN.randomize, np.array([["no", "yes"]]))


def test_in_a_pipeline_of_scikit_learn() -> None:
    pandas = pytest.importorskip("pandas")
    compose = pytest.importorskip("sklearn.compose")
    base = pytest.importorskip("sklearn.base")
    frame = pandas.DataFrame({"smokes": ["no", "yes"], "age": [30, 40]})
    step = ("smokes", base.clone(DESIGN.to_sklearn()), ["smokes"])
    table = compose.ColumnTransformer(
        [step], remainder="passthrough", verbose_feature_names_out=False
    )
    found = table.set_output(transform="pandas").fit_transform(frame)
    assert list(table.get_feature_names_out()) == ["smokes", "age"]
    assert list(found["age"]) == [30, 40] and set(found["smokes"]) <= {"N", "Y"}
