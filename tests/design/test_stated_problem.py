"""The problem read back from its certificate is the one that was asked."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest

import rropt as rr
from rropt.certificate import Certificate
from rropt.design.solve import solve
from rropt.design.stated_problem import OtherThanCertified, stated_problem
from rropt.privacy import Privacy

pytestmark = pytest.mark.quick

THREE = "1/2,1/3,1/6"
ONE = rr.LocalDP.from_gamma(3)
QUESTIONS = {
    "trace": (ONE, rr.Trace(3)),
    "many": (ONE, rr.Trace(50)),
    "guess": (rr.LocalDP("1/2", "1/10"), rr.Guess(THREE)),
    "gain": (ONE, rr.Gain([[1, 2, 0], [0, 0, 5]], THREE)),
    "information": (ONE, rr.MutualInformation(THREE)),
    "variance": (ONE, rr.Variance("1/4")),
    "divergence": (ONE, rr.FDivergence("chi-square", (2, 0), 3)),
    "card": (ONE, rr.Variance("1/4"), 2),
    "warner": (ONE, rr.Warner("1/4"), 2),
    "a": (ONE, rr.AOptimal(THREE)),
    "c": (ONE, rr.COptimal(THREE, [1, -1, 0])),
    "d": (ONE, rr.DOptimal(THREE)),
    "e": (ONE, rr.EOptimal(THREE)),
    "average": (ONE, rr.Average([("1/3", THREE), ("2/3", "1/3,1/3,1/3")])),
    "minimax": (ONE, rr.Minimax([THREE, "1/3,1/3,1/3"])),
    "interval": (ONE, rr.VarianceOverInterval("1/10", "1/4")),
    "worst mean": (ONE, rr.Mean([0, 1, 3])),
    "worst contrast": (ONE, rr.COptimal("worst", [1, -1, 0])),
    "worst shares": (ONE, rr.AOptimal("worst", truths=3)),
    "worst determinant": (ONE, rr.DOptimal("worst", truths=3)),
    "worst determinant of two": (ONE, rr.DOptimal("worst", truths=2)),
    "worst determinant, a delta": (rr.LocalDP("1", "1/10"), rr.DOptimal("worst", truths=3)),
    "worst eigenvalue": (ONE, rr.EOptimal("worst", truths=3, respondents="group")),
    "matrix": (Privacy([[1, 3], ["3/2", 1]], [[0, "1/9"], [0, 0]]), rr.Guess("2/3,1/3")),
}


@pytest.mark.everything
@pytest.mark.parametrize("name", QUESTIONS)
def test_the_question_comes_back(name: str) -> None:
    answer = solve(*QUESTIONS[name])
    outputs = answer.problem.outputs
    assert stated_problem(answer.certificate, outputs) == answer.problem


def test_a_metric_comes_back_with_its_levels_and_by_its_words() -> None:
    design = rr.optimal(rr.MetricDP.path("1/2"), rr.Guess(THREE))
    plain = stated_problem(design.certificate)
    assert plain.levels == design.problem.levels
    said = stated_problem(design.certificate, None, json.loads(json.dumps(design.to_json())))
    assert said.privacy.describe() == design.problem.privacy.describe()


def test_another_criterion_than_the_certified_one_is_refused() -> None:
    design = rr.optimal(rr.MetricDP.path("1/2"), rr.Guess(THREE))
    other = rr.optimal(rr.MetricDP.path("1/3"), rr.Guess(THREE)).to_json()
    with pytest.raises(OtherThanCertified, match="got another criterion"):
        stated_problem(design.certificate, None, other)


def test_another_enclosure_of_epsilon_is_refused() -> None:
    design = rr.optimal(rr.LocalDP("1/2"), rr.Trace(3))
    data = deepcopy(dict(design.certificate.data))
    data["privacy"]["gamma"] = ["1", "2"]
    with pytest.raises(rr.InputError, match="must enclose gamma = e\\^epsilon as rropt does"):
        stated_problem(Certificate(data))


def test_a_loss_is_said_by_the_document_alone() -> None:
    design = rr.optimal(ONE, rr.Loss([[0, 1], [2, 0]], "2/3,1/3"))
    assert isinstance(stated_problem(design.certificate).objective, rr.Gain)
    said = stated_problem(design.certificate, None, {"objective": "loss"}).objective
    assert isinstance(said, rr.Loss) and said == design.problem.objective


def test_ones_own_utility_and_an_unknown_kind_are_not_rebuilt() -> None:
    own = rr.optimal(ONE, rr.Custom(lambda r: max(r) - min(r), 2))
    with pytest.raises(rr.InputError, match="whose goal its certificate states in full"):
        stated_problem(own.certificate)
    with pytest.raises(rr.InputError, match="one of kind order"):
        stated_problem(Certificate({"kind": "order"}))
