"""Probabilities and marginal effects against statsmodels and simulation."""

import numpy as np
import pandas
import pytest

import rropt as rr
from rropt.exact import InputError
from rropt.survey.regression import regress
from tests.survey.regression.survey_data import THREE, simulated


def test_effects_of_an_ordinary_logit_are_those_of_statsmodels():
    statsmodels = pytest.importorskip("statsmodels.formula.api")
    frame = simulated(np.eye(2), [[-0.5, 0.6, 0.4]], 400, seed=2).frame
    fit = regress("truth ~ x + z", frame, rr.Channel.identity(2))
    other = statsmodels.logit("truth ~ x + z", frame).fit(disp=0, tol=1e-14).get_margeff()
    found = fit.effects().query("truth == '1'").set_index("column")
    assert found.loc[["x", "z"], "effect"].to_list() == pytest.approx(other.margeff, abs=1e-8)
    assert found.loc[["x", "z"], "stderr"].to_list() == pytest.approx(other.margeff_se, abs=1e-8)


def test_the_effect_of_a_factor_is_a_difference_of_means():
    frame = simulated(np.eye(2), [[-0.5, 0.6, 0.4]], 400, seed=2).frame
    fit = regress("truth ~ x + C(z)", frame, rr.Channel.identity(2))
    found = fit.effects().query("column == 'z' and truth == '1'")
    means = [
        fit.predict(frame.assign(z=z)).query("truth == '1'")["probability"].mean() for z in (0, 1)
    ]
    assert found["effect"].item() == pytest.approx(means[1] - means[0])
    assert found["change"].item() == "1 - 0"


def test_predictions_add_up_to_one_and_cover_the_truth():
    survey = simulated(THREE, [[-0.5, 1], [-1, 0.5]], 20000, seed=7)
    fit = regress("report ~ x", survey.frame, THREE.tolist())
    found = fit.predict({"x": [0.0, 1.0]}, "0.999")
    assert found.groupby("row")["probability"].sum().to_list() == pytest.approx([1, 1])
    weights = np.exp([0, 0.5, -0.5])
    at_one = found.query("row == 1")
    for share, low, high in zip(
        weights / weights.sum(), at_one["low"], at_one["high"], strict=True
    ):
        assert low <= share <= high


def test_rows_are_called_as_in_the_index():
    """Of a frame with one, the rows that are left of others too; of other data they are counted."""
    frame = pandas.DataFrame({"y": [0, 1, 1, 0, 1], "x": [1, 2, 3, 4, 5]}, index=list("abcde"))
    fit = regress("y ~ x", frame, rr.Channel.identity(2))
    found = fit.predict(frame[frame["x"] > 3])
    assert found["row"].to_list() == ["d", "d", "e", "e"]
    counted = fit.predict({"x": [4, 5]})
    assert counted["row"].to_list() == [0, 0, 1, 1]
    assert counted["probability"].to_list() == found["probability"].to_list()


@pytest.mark.everything
def test_what_cannot_be_predicted_is_refused():
    separated = regress("y ~ x", {"y": [0, 0, 1, 1], "x": [1, 2, 3, 4]}, rr.Channel.identity(2))
    with pytest.raises(InputError, match="on the boundary"):
        separated.predict({"x": [1]})
    survey = simulated(THREE, [[-0.5, 1], [-1, 0.5]], 1500, seed=7)
    fit = regress("report ~ x", survey.frame, THREE.tolist())
    with pytest.raises(InputError, match="columns of the data, got x"):
        fit.predict({"y": [1]})
