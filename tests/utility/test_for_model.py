"""The objectives of a model: what is posed, and what is refused."""

from fractions import Fraction

import pytest

from rropt.exact import InputError
from rropt.utility.for_model import ForModel
from rropt.utility.response_models import Logit

MODEL = Logit(["-1/2", "-1"], ["1", "1/2"])
LARGER = Logit(["-1/2", "-1", "0"], ["1", "1/2", "0"])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"model": "logit"}, "model must be one"),
        ({"points": []}, "at least one point"),
        ({"points": [[1, 2], [1, 2]]}, "1 covariates, got 2"),
        ({"weights": ["1/2", "1/3"]}, "sum to one"),
        ({"target": "E"}, "target must be c, A or D"),
        ({"coefficients": None}, "must name the one coefficient"),
        ({"coefficients": [0, 1]}, "must be one for target c"),
        ({"coefficients": [4]}, "below 4"),
        ({"target": "D"}, "left out for target D"),
        ({"over": "mean"}, "average or minimax"),
        ({"over": "average"}, "a list of models"),
        ({"model": [MODEL]}, "several need"),
        ({"model": [], "over": "minimax"}, "a list of models"),
        ({"model": [("1/2", MODEL), ("1/2", MODEL)], "over": "minimax"}, "pairs"),
        ({"model": [("1/2", MODEL), MODEL], "over": "average"}, "pairs"),
        ({"model": [("1/2", MODEL), ("1/3", MODEL)], "over": "average"}, "sum to one"),
        ({"model": [MODEL, LARGER], "over": "average"}, "the same truths"),
    ],
)
def test_bad_models_are_refused(changes, message):
    given = {"model": MODEL, "points": [0, 1], "weights": ["1/2", "1/2"], "coefficients": [1]}
    with pytest.raises(InputError, match=message):
        ForModel(**(given | changes))


def test_guesses_and_points_are_what_is_asked_about():
    goal = ForModel(MODEL, [0, 1], ["1/4", "3/4"], coefficients=[1])
    (guess,) = goal.guesses
    assert [at.weight for at in guess.points] == [Fraction(1, 4), Fraction(3, 4)]
    assert guess.points[0].probabilities == MODEL.at((Fraction(0),), Fraction(1)).probabilities
    assert goal.contrasts == ((0, 1, 0, 0),) and not goal.is_determinant


def test_points_without_weights_count_alike():
    goal = ForModel(MODEL, [0, 1, 2], target="A")
    assert [at.weight for at in goal.guesses[0].points] == [Fraction(1, 3)] * 3


def test_where_the_covariates_are_must_be_said() -> None:
    for given in ((), (None,)):
        with pytest.raises(InputError, match="points must say where the covariates are"):
            ForModel(Logit("-1", "1/2"), *given)
    with pytest.raises(InputError, match="points must be a list of covariates, got 3"):
        ForModel(Logit("-1", "1/2"), 3)
