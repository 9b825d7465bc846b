"""No answer is worse than version 2's: value, bound, gap; the whole record with `--long`.

`python -m tests.contracts.referee WORDS` compares processor times as well.
"""

from __future__ import annotations

import pytest

from tests.contracts.referee import NOTICED, answer, questions, recorded, worse

RECORDED = recorded()
QUICK = [then for then in RECORDED if then.get("seconds", 1) < NOTICED / 2][::20]
REST = [then for then in RECORDED if then not in QUICK]

KNOWN = {"value": "3/2", "bound": "3/2", "gap": "0", "seconds": 0.01}


def test_every_question_is_recorded_once():
    assert [then["question"] for then in RECORDED] == questions()
    assert len(RECORDED) > 800


def test_most_questions_were_answered():
    assert sum("value" in then for then in RECORDED) > 0.9 * len(RECORDED)


@pytest.mark.everything
@pytest.mark.parametrize("then", QUICK, ids=lambda then: then["question"])
def test_no_answer_is_worse(then):
    assert worse(answer(then["question"]), then) == ""


@pytest.mark.long
def test_no_other_answer_is_worse():
    assert [then["question"] for then in REST if worse(answer(then["question"]), then)] == []


@pytest.mark.parametrize(
    ("now", "fault"),
    [
        (KNOWN | {"value": "1500001/1000000"}, "value"),
        (KNOWN | {"bound": "1499999/1000000"}, "bound"),
        (KNOWN | {"gap": "2e-09"}, "gap"),
        ({"refused": "InputError: no"}, "refused"),
        ({"unanswered": "over 15 s"}, "unanswered"),
    ],
)
def test_a_worse_answer_is_noticed(now, fault):
    assert fault in worse(now, KNOWN)


def test_an_answer_as_good_or_better_passes():
    assert worse(KNOWN, KNOWN) == ""
    assert worse(KNOWN, {"refused": "InputError: no"}) == ""
    assert worse(KNOWN, KNOWN | {"value": "2", "gap": "1/2"}) == ""
