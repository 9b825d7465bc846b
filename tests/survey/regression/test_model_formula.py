"""Names of columns with dots and spaces: formulas read them, and results say them."""

from __future__ import annotations

import numpy as np
import pandas
import pytest

import rropt as rr
from rropt.survey.regression.model_formula import (
    in_written_names,
    spoken,
    with_written_names,
    written,
)

COLUMNS = ["age.years", "body mass", "body mass index", "mass", "x", "a-b", "1", 3]
PLAIN = {"smokes now": "y", "age.years": "age", "body mass": "mass"}


@pytest.mark.parametrize(
    ("side", "names"),
    [
        ("age.years + x", ["age.years"]),
        ("log(body mass):body mass index", ["body mass", "body mass index"]),
        ("`age.years` + C(`body mass`)", ["age.years", "body mass"]),
        ("x + mass + 1", []),
        ("f(x, 'age.years') + `a-b` + \"body mass\"", []),
        ("age.years2 + xage.years + np.age.years", []),
    ],
)
def test_names_are_found_whole_and_outside_of_quotes(side, names) -> None:
    found = in_written_names(side, COLUMNS)
    assert all(written(name) in found for name in names)
    assert spoken(found).replace("`", "") == side.replace("`", "")
    marks = sum(mark in found for mark in ("\u1427", "\u1428"))
    assert marks == len({mark for name in names for mark in (".", " ") if mark in name})


def test_a_frame_has_both_names() -> None:
    frame = pandas.DataFrame({"a.b": [1], "c": [2], 3: [4]})
    assert list(with_written_names(frame).columns) == ["a.b", "c", 3, written("a.b")]
    plain = pandas.DataFrame({"c": [2]})
    assert with_written_names(plain) is plain


@pytest.fixture(scope="module")
def survey():
    random = np.random.default_rng(8)
    age, mass = random.normal(size=(2, 500))
    truth = (random.random(500) < 1 / (1 + np.exp(-age))).astype(int)
    told = np.where(random.random(500) < 0.8, truth, 1 - truth)
    reports = np.array(["no", "yes"])[told]
    frame = pandas.DataFrame({"smokes now": reports, "age.years": age, "body mass": mass})
    table = [["4/5", "1/5"], ["1/5", "4/5"]]
    return frame, rr.Channel.from_rows(table, ["no", "yes"], ["no", "yes"])


def test_a_fit_is_that_of_plain_names_and_says_the_names(survey) -> None:
    frame, table = survey
    plain = rr.regress("y ~ age + I(mass ** 2)", frame.rename(columns=PLAIN), table)
    fit = rr.regress("smokes now ~ age.years + I(body mass ** 2)", frame, table)
    assert list(fit.params) == list(plain.params)
    assert list(fit.params.index) == ["Intercept", "age.years", "I(body mass ** 2)"]
    assert set(fit.effects()["column"]) == {"age.years", "body mass"}
    new = frame.head(3)
    expected = plain.predict(new.rename(columns=PLAIN))["probability"].tolist()
    assert fit.predict(new)["probability"].tolist() == expected


def test_a_randomized_predictor_may_have_such_a_name(survey) -> None:
    frame, table = survey
    frame = frame.assign(wage=frame["age.years"] + frame["body mass"])
    fit = rr.regress("wage ~ smokes now + body mass", frame, table, randomized="smokes now")
    assert "smokes now[T.yes]" in fit.params and "body mass" in fit.params


def test_an_unknown_column_and_a_refusal_are_said_in_the_names_of_the_user(survey) -> None:
    frame, table = survey
    with pytest.raises(rr.InputError, match=r"'smokes now', 'age\.years', 'body mass', got 'y'"):
        rr.regress("y ~ age.years", frame, table)
    text = frame.assign(**{"body mass": "heavy"})
    with pytest.raises(rr.InputError, match=r"must fit .* text is in 'body mass'") as said:
        rr.regress("smokes now ~ I(body mass/7)", text, table)
    assert "heavy" not in str(said.value)
