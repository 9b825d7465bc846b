"""How a fit is shown: every form has the same numbers."""

import json
import math

import pytest

from rropt.regression import regress
from tests.regression.survey_data import WARNER, simulated


@pytest.fixture(scope="module")
def fit():
    return regress(
        "report ~ x", simulated(WARNER, [[-0.5, 0.8]], 500, seed=3).frame, WARNER.tolist()
    )


def test_every_form_has_the_same_numbers(fit):
    data = json.loads(json.dumps(fit.to_json(), allow_nan=False))
    frame = fit.to_frame()
    for name, value in fit.coefficients.items():
        assert data["coefficients"][name] == value
        assert data["interval"][name] == list(fit.interval(name))
        assert frame.loc[name, "coefficient"] == value
        for shown in (str(fit), fit.to_latex(), fit._repr_html_()):
            assert any(f"{value:{form}}" in shown for form in (".4g", ".4f", ".5f"))
    z = fit.coefficients["x"] / fit.stderr["x"]
    assert data["p_value"]["x"] == pytest.approx(math.erfc(abs(z) / math.sqrt(2)))


def test_the_summary_reminds_of_what_is_not_protected(fit):
    assert "covariates published beside them are not protected" in fit.summary()
