"""A mutual information decided at once: what the pages for any utility say, or nothing."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rropt as rr
from rropt.checker import check
from rropt.checker.information_at_once import MAX_LOGARITHMS, MAX_PATTERN_BITS
from rropt.checker.kind_prices import read_prices
from rropt.checker.private_table import read_table
from rropt.checker.utilities import read_utility, worth
from rropt.checker.verdict import Doubts
from tests.certificates import F, changed
from tests.checker.at_once import proved_at_once
from tests.checker.test_actions_at_once import fields
from tests.checker.test_decide import ANY_JSON

proved = partial(proved_at_once, ".information_at_once")

SKEWED = ["1/2", "1/3", "1/6"]


def design(prior, gamma):
    """Without the claim that it serves for every purpose."""
    data = rr.optimal(rr.LocalDP.from_gamma(gamma), rr.MutualInformation(prior)).certificate.data
    return {name: field for name, field in data.items() if name != "universal"}


BEST = design(SKEWED, 3)
EVERY = changed(BEST, cover={"proof": "extremes"})
SAMPLES = {
    "skewed": BEST,
    "at every pattern": EVERY,
    "seven, at every pattern": design([F(j + 1, 28) for j in range(7)], 3),
    "two": design(["1/4", "3/4"], "5/2"),
    "zero": design(["1/2", "0", "1/2"], 4),
    "six": design([F(j + 1, 21) for j in range(6)], 2),
}


def at_once(data):
    return proved(*fields(data))


@pytest.mark.parametrize("name", SAMPLES)
def test_the_sentence_is_that_of_the_longer_pages(name):
    data = SAMPLES[name]
    said = at_once(data)
    assert said == check(data).statement == read_prices(*fields(data))(Doubts())
    assert "has a mutual information in nats at prior (" in said


def test_a_row_of_zeros_adds_nothing():
    more = {"patterns": [*BEST["patterns"], ["0"] * 3], "weights": [*BEST["weights"], "1"]}
    assert at_once(changed(BEST, **more)) == at_once(BEST)


LOW, HIGH = map(F, BEST["value"])
TINY = F(1, 10**25)
NEAR_MISSES = {
    "prices": changed(
        BEST,
        prices=[F(BEST["prices"][0]) - F(1, 10**6), *BEST["prices"][1:]],
        bound=F(BEST["bound"]) - F(1, 10**6),
        gap=F(BEST["gap"]) - F(1, 10**6),
    ),
    "more than g": changed(BEST, privacy={"gamma": "299/100", "delta": "0"}),
    "a column": changed(BEST, weights=["1/5", "1/5", "1/6"]),
    "a larger value": changed(BEST, value=[HIGH + TINY, HIGH + 2 * TINY]),
    "a smaller value": changed(BEST, value=[LOW - 2 * TINY, LOW - TINY]),
    "a bound": changed(BEST, bound=F(BEST["bound"]) + 1, gap=F(BEST["gap"]) + 1),
    "a gap": changed(BEST, gap=F(BEST["gap"]) + TINY),
    "prices at every pattern": changed(
        EVERY,
        prices=[F(BEST["prices"][0]) - F(1, 10**6), *BEST["prices"][1:]],
        bound=F(BEST["bound"]) - F(1, 10**6),
        gap=F(BEST["gap"]) - F(1, 10**6),
    ),
    "a value, at every pattern": changed(EVERY, value=[HIGH + TINY, HIGH + 2 * TINY]),
    "shares": changed(BEST, utility={**BEST["utility"], "prior": ["1/2", "1/3", "1/7"]}),
    "a negative share": changed(BEST, utility={**BEST["utility"], "prior": ["1", "1/2", "-1/2"]}),
    "a far tangent": changed(BEST, cover={"proof": "tree", "tree": ["100"]}),
    "no end": changed(BEST, cover={"proof": "tree", "tree": [0, "1"]}),
    "a truth that there is not": changed(BEST, cover={"proof": "tree", "tree": [3, "1", "1"]}),
    "a tangent of zero": changed(BEST, cover={"proof": "tree", "tree": ["0"]}),
    "a word in the tree": changed(BEST, cover={"proof": "tree", "tree": ["one"]}),
}


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_what_is_false_is_not_said_and_refused(name):
    assert at_once(NEAR_MISSES[name]) is None
    assert check(NEAR_MISSES[name]).verdict in ("refuted", "malformed")


OTHER_FORMS = {
    "an exact value": {"value": "0"},
    "three ends": {"value": ["0", "0", "0"]},
    "an enclosure of e^epsilon": {"privacy": {"gamma": ["3", "3"], "epsilon": "1", "delta": "0"}},
    "a delta": {"privacy": {"gamma": "3", "delta": "1/10"}},
    "classes": {"truths": [1, 1, 1]},
    "universal": {"universal": False},
    "no list": {"cover": {"proof": "tree", "tree": "1"}},
    "a tree beside every pattern": {"cover": {"proof": "extremes", "tree": ["1"]}},
    "many leaves": {"cover": {"proof": "tree", "tree": ["1"] * MAX_LOGARITHMS}},
}


@pytest.mark.parametrize("name", OTHER_FORMS)
def test_other_forms_are_left_to_the_longer_pages(name):
    assert at_once(changed(BEST, **OTHER_FORMS[name])) is None


def test_what_is_tight_beyond_short_logarithms_is_left_to_long_ones():
    """The value to 100 digits: a short logarithm cannot tell, the longer pages can."""
    data, _ = fields(BEST)
    sizes = [1] * data["truths"]
    utility, _ = read_utility(data["utility"], sizes)
    low, high = worth(utility, read_table(data["patterns"], data["weights"], sizes))
    near = changed(
        BEST, value=[low - F(1, 10**100), high], gap=F(BEST["bound"]) - low + F(1, 10**100)
    )
    assert at_once(near) is None
    assert check(near).verdict == "verified"


def test_many_patterns_are_left_to_the_longer_pages():
    """A half of the limit of any file: at 2^20 patterns 8,192 bits."""
    data, size = fields(design([F(j + 1, 210) for j in range(20)], 3))
    assert proved(data, replace(size, bits=MAX_PATTERN_BITS >> 20))
    assert not proved(data, replace(size, bits=(MAX_PATTERN_BITS >> 20) + 1))


@settings(derandomize=True, deadline=None, max_examples=200, database=None)
@given(st.sampled_from([*BEST.keys() - {"format", "kind"}]), ANY_JSON)
def test_no_field_of_another_form_is_trusted_or_fatal(name, value):
    data, size = fields(BEST)
    assert proved({**data, name: value}, size) is None or value == BEST[name]
