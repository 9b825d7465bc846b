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
