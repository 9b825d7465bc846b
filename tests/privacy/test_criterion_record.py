"""Criteria as JSON: each comes back as it was, and what states none is refused."""

from __future__ import annotations

import json
from functools import cache

import pytest

import rropt as rr
from rropt.privacy import Criterion
from rropt.privacy.criterion_record import CRITERIA, criterion_of_record, criterion_record

pytestmark = pytest.mark.quick

ASKED = {
    "one-sided": rr.OneSided(["yes"], "1/2"),
    "high-low": rr.HighLow([0, 2], "ln(3)"),
    "blocks": rr.Blocks([[0, 1], [2]], "oo", "ln(2)"),
    "metric": rr.MetricDP([[0, 1], [1, 0]], "1/2"),
    "utility-optimised": rr.UtilityOptimized([1], 1),
    "renyi": rr.RenyiDP("3/2", 1),
    "zero-concentrated": rr.ZeroConcentratedDP("1/2"),
    "no-worse-than": rr.NoWorseThan([["3/4", "1/4"], ["1/4", "3/4"]]),
    "pointwise-maximal-leakage": rr.PointwiseMaximalLeakage("ln(3/2)", ["1/3", "2/3"]),
    "local-information-privacy": rr.LocalInformationPrivacy("1/2", ["1/3", "2/3"]),
}
NAMES = (*ASKED, "strict-information", "canonical-strict-information")


@cache
def asked(name: str) -> Criterion:
    """A criterion; a boundary is solved when it is stated, which listing the tests need not do."""
    if name == "strict-information":
        return rr.StrictInformation("p/2", "Min(1, 2*p)")
    if name == "canonical-strict-information":
        return rr.CanonicalStrictInformation("Min(1, 2*p)")
    return ASKED[name]


def test_every_criterion_with_a_name_is_tried() -> None:
    assert set(NAMES) == set(CRITERIA)


@pytest.mark.parametrize("name", NAMES)
def test_a_record_of_json_is_the_criterion_again(name: str) -> None:
    record = criterion_record(asked(name))
    assert record is not None and record["name"] == name
    again = criterion_of_record(json.loads(json.dumps(record)))
    assert again == asked(name) and type(again) is type(asked(name))
    assert again.describe() == asked(name).describe()


@pytest.mark.parametrize(
    "criterion", [rr.MetricDP.path("1/2"), rr.MetricDP.points([[0, 0], [1, 2]], 1)]
)
def test_paths_and_places_stay_what_they_are(criterion) -> None:
    assert criterion_of_record(criterion_record(criterion)).describe() == criterion.describe()


def test_what_its_levels_say_in_full_has_no_record() -> None:
    assert criterion_record(rr.LocalDP(1)) is None
    assert criterion_record(rr.Privacy([[1, 3], [2, 1]])) is None


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (None, "object with the name"),
        ({}, "object with the name"),
        ({"name": "two-sided"}, "object with the name"),
        ({"name": "one-sided", "protect": [0]}, "fields of one-sided"),
        ({"name": "one-sided", "protect": [0], "epsilon": "1", "more": 1}, "fields of one-sided"),
        ({"name": "one-sided", "protect": [0], "epsilon": "-1"}, "epsilon must be at least 0"),
        ({"name": "metric", "squares": [["0"]], "of": "truths", "epsilon": "1"}, "one row a truth"),
        (
            {"name": "metric", "squares": [["0", "0"], ["1", "0"]], "of": "truths", "epsilon": "1"},
            "positive between",
        ),
        ({"name": "metric", "squares": None, "of": "truths", "epsilon": "1"}, "truths, places or"),
    ],
)
def test_what_states_no_criterion_is_refused(record, words) -> None:
    with pytest.raises(rr.InputError, match=words):
        criterion_of_record(record)
