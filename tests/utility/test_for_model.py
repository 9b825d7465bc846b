"""The objectives of a model: what is posed, and what is refused."""

from fractions import Fraction

import pytest

import rropt as rr
from rropt.exact import InputError
from rropt.utility.for_model import ForModel
from rropt.utility.response_models import Logit

pytestmark = pytest.mark.quick

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
        ({"points": [2, 2]}, "at these points coefficient 1 cannot be told from the others"),
        ({"points": [2], "weights": [1], "target": "D", "coefficients": None}, "must identify"),
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


@pytest.mark.parametrize(
    ("coefficient", "identified"), [(0, True), (1, False), (2, False), (3, True)]
)
def test_a_coefficient_is_identified_where_its_direction_is_seen(coefficient, identified) -> None:
    """The first two covariates are equal: their effects are told together only."""
    model = Logit("-1", ["1", "1/2", "1"])
    points = [(1, 1, 0), (2, 2, 1), (3, 3, 5)]
    if identified:
        assert ForModel(model, points, coefficients=[coefficient]).told_directions == 3
        return
    with pytest.raises(InputError, match=f"points must identify .* coefficient {coefficient} "):
        ForModel(model, points, coefficients=[coefficient])


def test_where_the_covariates_are_must_be_said() -> None:
    for given in ((), (None,)):
        with pytest.raises(InputError, match="points must say where the covariates are"):
            ForModel(Logit("-1", "1/2"), *given)
    with pytest.raises(InputError, match="points must be a list of covariates, got 3"):
        ForModel(Logit("-1", "1/2"), 3)


HALVES = ["1/2", "1/2"]


def test_rivals_are_for_the_mean_distribution() -> None:
    """At x = 0 and 1, weights 1/2: the mean of 1/5 and 2/5. Two truths have no share of one."""
    objective = rr.ForModel(rr.LinearProbability("1/5", "1/5"), [0, 1], HALVES, coefficients=[1])
    rivals = objective.rivals()
    assert rivals == {"A-optimal at the marginal prior": rr.AOptimal(["7/10", "3/10"])}


def test_the_share_of_the_truth_that_a_coefficient_is_about() -> None:
    """Of coefficients (a1, b1, a2, b2) the fourth is about truth 2."""
    model = rr.Logit(["-1", "-1"], ["1/2", "1"])
    objective = rr.ForModel(model, [0, 1], HALVES, coefficients=[3])
    assert objective.rivals()["c-optimal for the share of truth 2"].contrast == (0, 0, 1)
