"""Privacy that is said in one line: the same criterion as its class makes, or a sentence.

Criteria as JSON: each comes back as it was, and what states none is refused.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache

import pytest

import rropt as rr
from rropt.exact import InputError
from rropt.privacy import Criterion
from rropt.privacy.stated import (
    CRITERIA,
    KINDS,
    criterion_of_record,
    criterion_record,
    stated_privacy,
)


@pytest.mark.parametrize(
    ("said", "made"),
    [
        ({"epsilon": "1/2", "delta": "1/10"}, rr.LocalDP("1/2", "1/10")),
        ({"gamma": "3"}, rr.LocalDP.from_gamma(3)),
        ({"gamma": "3", "protect": "1"}, rr.OneSided("1", "ln(3)")),
        ({"epsilon": "1", "metric": "path"}, rr.MetricDP([[0, 1], [1, 0]], 1)),
        ({"epsilon": "1", "metric": "0,1;1,0"}, rr.MetricDP([[0, 1], [1, 0]], 1)),
        ({"privacy": "1,3;oo,1"}, rr.Privacy([[1, 3], ["oo", 1]])),
        ({"privacy": '[["1", 3], ["oo", "1"]]'}, rr.Privacy([[1, 3], ["oo", 1]])),
        ({"privacy": {"gamma": [[1, 3], [2, 1]], "delta": "0"}}, rr.Privacy([[1, 3], [2, 1]])),
        ({"privacy": "blocks:0;1,1,2"}, rr.Blocks("0;1", 1, 2)),
        ({"privacy": "pml:1", "prior": "1/4"}, rr.PointwiseMaximalLeakage("1", ["3/4", "1/4"])),
        ({"privacy": "pml:1", "categories": "2"}, rr.PointwiseMaximalLeakage("1", ["1/2"] * 2)),
    ],
)
def test_the_same_design_is_asked_for(said, made) -> None:
    objective = rr.Guess("1/2,1/2")
    found = rr.optimal(stated_privacy(said), objective)
    assert found.channel == rr.optimal(made, objective).channel


def test_a_mechanism_is_read_by_the_caller() -> None:
    warner = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    files = {"A.json": warner}
    found = stated_privacy({"privacy": "no-worse-than:A.json"}, mechanism=files.__getitem__)
    assert rr.optimal(found, rr.Guess("1/2,1/2")).value == Fraction(3, 4)
    with pytest.raises(InputError, match="for the command line"):
        stated_privacy({"privacy": "no-worse-than:A.json"})


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({}, "one of <epsilon>, <gamma> and <privacy> must be given, such as <epsilon> 1"),
        ({"epsilon": "1", "gamma": "3"}, "<gamma> must not be given together with <epsilon>"),
        ({"privacy": "1,3;3,1", "protect": "1"}, "<protect> must not be given together with"),
        ({"epsilon": "1", "protect": "1", "metric": "path"}, "<protect> must not be given"),
        ({"epsilon": "1", "protect": "1", "delta": "1/10"}, "<delta> must be 0 with <protect>"),
        ({"privacy": "zcdp:1", "delta": "1/10"}, "<delta> must be left out with <privacy> zcdp"),
        ({"privacy": "renyi:2"}, "<privacy> renyi must be renyi:order,epsilon, got '2'"),
        ({"privacy": "foo:2"}, "<privacy> must be rows such as"),
        ({"privacy": "[1"}, "<privacy> must be rows such as"),
        ({"privacy": {"gamma": [[1]], "more": 1}}, "<privacy> must have the keys gamma and delta"),
        ({"privacy": "pml:1"}, "<privacy> pml:1 needs <leakage_prior>"),
        ({"epsilon": "1", "metric": "nearby"}, "<metric> must be path, grid:NxM, rows"),
    ],
)
def test_what_is_refused_is_said_in_the_callers_names(said, sentence) -> None:
    with pytest.raises(InputError) as refused:
        stated_privacy(said, lambda name: f"<{name}>")
    assert str(refused.value).startswith(sentence)


def test_every_kind_is_listed_for_who_misspells_one() -> None:
    with pytest.raises(InputError) as refused:
        stated_privacy({"privacy": "zdcp:1"})
    assert all(kind in str(refused.value) for kind in KINDS)


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
        (
            {"name": "metric", "squares": [["0"]], "of": "truths", "epsilon": "1"},
            "one row for each truth",
        ),
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
