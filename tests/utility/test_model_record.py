"""A model's objective as JSON, and what states none."""

from fractions import Fraction

import pytest

from rropt.exact import InputError
from rropt.utility.for_model import ForModel, model_of_record
from rropt.utility.response_models import LinearProbability, Logit, Probit

MODEL = Logit(["-1/2", "-1"], ["1", "1/2"])

RECORD = {"alpha": ["-1/2", "-1"], "beta": ["1", "1/2"], "points": [0, 1], "coefficients": [1]}


def test_a_record_is_the_objective_that_it_states():
    found = model_of_record(RECORD)
    assert found == ForModel(MODEL, [0, 1], coefficients=[1])
    several = [{"alpha": ["0", "0"], "beta": ["1", "1"], "weight": "1/4"}]
    several.append({"alpha": ["-1", "0"], "beta": ["1", "1"], "weight": "3/4"})
    average = {"points": [0, 1], "over": "average", "models": several, "target": "A"}
    found = model_of_record(average)
    assert [guess.weight for guess in found.guesses] == [Fraction(1, 4), Fraction(3, 4)]
    assert model_of_record(found.model_fields()) == found


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"points": 5}, "points that are a list"),
        ({"coefficients": 3}, "coefficients that are a list"),
        ({"over": "average", "models": 3}, "models that are a list"),
        ({"over": "average", "models": [3]}, "objects with"),
        ({"over": "average", "models": [{"alpha": "1"}]}, '"alpha" and "beta"'),
        ({"target": ["c"]}, "target must be"),
        ({"link": [1]}, "a link of logit"),
        ({"theta": [1]}, "got 'theta'"),
        ({"beta": {"a": 1}}, "beta"),
        ({"alpha": "x"}, "alpha"),
    ],
)
def test_a_record_that_states_nothing_is_refused(change, message):
    with pytest.raises(InputError, match=message):
        model_of_record(RECORD | change)


def test_a_record_is_an_object():
    with pytest.raises(InputError, match="JSON object"):
        model_of_record([1])


@pytest.mark.parametrize(
    "objective",
    [
        ForModel(Logit("-1", "1/2"), [0, 1], ["1/3", "2/3"], coefficients=[1]),
        ForModel(Probit("-1", ["1/2", "2"]), [[0, 1], [1, 1], [1, 0]], target="A"),
        ForModel(LinearProbability("1/4", "1/8"), [0, 1], target="D"),
        ForModel([MODEL, Logit(["0", "0"], ["1", "1"])], [0, 1], target="D", over="minimax"),
    ],
    ids=lambda goal: f"{goal.model.name} {goal.target} {goal.over}",
)
def test_every_objective_comes_back(objective):
    assert model_of_record(objective.model_fields()) == objective
