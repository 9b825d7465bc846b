"""No estimate, interval, test, regression or plan differs from the record; all of it with `--long`.

`python -m tests.contracts.survey_referee WORDS` compares processor times as well.
"""

from __future__ import annotations

import pytest

from tests.contracts.survey_referee import alike, answer, differs, questions, recorded

RECORDED = recorded()
QUICK = [then for then in RECORDED if then["seconds"] < 0.05][::3]
REST = [then for then in RECORDED if then not in QUICK]

KNOWN = {"numbers": ["0.25", "nan", "inf"], "seconds": 0.01}


def test_every_question_is_recorded_once():
    assert [then["question"] for then in RECORDED] == questions()
    assert len(RECORDED) > 150


@pytest.mark.everything
@pytest.mark.parametrize("then", QUICK, ids=lambda then: then["question"])
def test_no_answer_differs(then):
    assert differs(answer(then["question"]), then) == ""


@pytest.mark.long
def test_no_other_answer_differs():
    faults = {then["question"]: differs(answer(then["question"]), then) for then in REST}
    assert {question: fault for question, fault in faults.items() if fault} == {}


@pytest.mark.parametrize(
    ("now", "fault"),
    [
        ({"numbers": ["0.250001", "nan", "inf"]}, "number 0"),
        ({"numbers": ["0.25", "0", "inf"]}, "number 1"),
        ({"numbers": ["0.25", "nan", "-inf"]}, "number 2"),
        ({"numbers": ["0.25"]}, "1 numbers"),
        ({"refused": "no"}, "refused"),
    ],
)
def test_a_difference_is_noticed(now, fault):
    assert fault in differs(now, KNOWN)


def test_rounding_is_no_difference():
    assert differs(KNOWN, KNOWN) == ""
    assert alike(0.2500000001, 0.25)
    assert alike(1e-9, 0.0)


def test_answers_from_drawn_surveys_differ_by_their_noise_only():
    then = {"question": "rr.regress('report ~ x', survey(150, 9)).conf_int()"}
    then |= {"numbers": ["-1", "3"], "seconds": 0.01}
    assert differs({"numbers": ["-1.39", "3"]}, then) == ""
    assert "number 0" in differs({"numbers": ["-1.41", "3"]}, then)
    assert "number 1" in differs({"numbers": ["-1", "3.39"]}, then | {"question": "another"})
