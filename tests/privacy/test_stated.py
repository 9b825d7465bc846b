"""Privacy that is said in one line: the same criterion as its class makes, or a sentence."""

from __future__ import annotations

from fractions import Fraction

import pytest

import rropt as rr
from rropt.exact import InputError
from rropt.privacy.stated import KINDS, stated_privacy


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
