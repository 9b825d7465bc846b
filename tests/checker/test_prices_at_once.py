"""Utilities of few truths decided at once: what the pages of the kind say, or nothing."""

from __future__ import annotations

from fractions import Fraction as F
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rropt as rr
from rropt.checker import check
from rropt.checker.kind_prices import read_prices
from rropt.checker.prices_at_once import MAX_REPORTS
from rropt.checker.verdict import Doubts, Malformed, Refuted
from tests.certificates import changed
from tests.checker.at_once import proved_at_once
from tests.checker.test_actions_at_once import fields
from tests.checker.test_decide import ANY_JSON

proved = partial(proved_at_once, ".prices_at_once")

SKEWED = ["1/2", "1/3", "1/6"]
LEVELS = [["1", "3", "2"], ["2", "1", "3"], ["3", "2", "1"]]
OPEN = [["1", "3", "oo"], ["2", "1", "3"], ["3", "2", "1"]]
SOFT = rr.LocalDP.from_gamma(3, "1/10")
TWO_LEVELS = [(3, "1/10"), (2, "1/5")]
SEVERAL = rr.Privacy([[1, TWO_LEVELS], [TWO_LEVELS, 1]])


def design(privacy, objective):
    return rr.optimal(privacy, objective, crosscheck=False).certificate.data


SAMPLES = {
    "guess with a delta": design(SOFT, rr.Guess(SKEWED)),
    "trace with a delta": design(rr.LocalDP(1, "1/10"), rr.Trace(3)),
    "information with a delta": design(SOFT, rr.MutualInformation(SKEWED)),
    "guess under a matrix": design(rr.Privacy(LEVELS), rr.Guess(SKEWED)),
    "guess where a pair is open": design(rr.Privacy(OPEN), rr.Guess(SKEWED)),
    "guess with budgets": design(rr.Privacy(LEVELS, deltas="1/20"), rr.Guess(SKEWED)),
    "guess by distances": design(rr.MetricDP.path("1/2").on(3), rr.Guess(SKEWED)),
    "information under a matrix": design(rr.Privacy(LEVELS), rr.MutualInformation(SKEWED)),
    "share under a matrix": design(rr.Privacy([["1", "3"], ["3/2", "1"]]), rr.Variance("1/4")),
    "share of those who are protected": design(rr.OneSided(["1"], 1), rr.Variance("1/4")),
    "guess by leakage": design(rr.PointwiseMaximalLeakage("1/2", SKEWED), rr.Guess(SKEWED)),
    "information by leakage": design(
        rr.PointwiseMaximalLeakage("1/2", SKEWED), rr.MutualInformation(SKEWED)
    ),
    "guess by several levels": design(SEVERAL, rr.Guess(["1/3", "2/3"])),
    "trace under a Renyi budget": design(rr.RenyiDP(2, 1), rr.Trace(2)),
    "trace under a Kullback-Leibler budget": design(rr.RenyiDP(1, "1/2"), rr.Trace(2)),
    "chi-square": design(rr.LocalDP.from_gamma(3), rr.FDivergence("chi-square")),
    "total variation": design(rr.LocalDP.from_gamma(3), rr.FDivergence("total-variation")),
    "hellinger": design(rr.LocalDP.from_gamma(3), rr.FDivergence("hellinger")),
}


def at_once(data):
    return proved(*fields(data))


def by_longer_pages(data):
    """The sentence, or None."""
    doubts = Doubts()
    try:
        found = read_prices(*fields(data))(doubts)
    except (Malformed, Refuted):
        return None
    return None if doubts.reasons else found


@pytest.mark.parametrize("name", SAMPLES)
def test_the_sentence_is_that_of_the_longer_pages(name):
    data = SAMPLES[name]
    assert at_once(data) == check(data).statement == by_longer_pages(data) != ""


def moved(data, by):
    """Prices moved by so much, with the bound and the gap that follow."""
    prices = [F(y) + by for y in data["prices"]]
    more = by * len(prices)
    gap = F(data["gap"]) + more
    return changed(data, prices=prices, bound=F(data["bound"]) + more, gap=gap)


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("step", [-1000, -1, 1, 1000])
def test_drawn_prices_are_decided_as_by_the_longer_pages(name, step):
    other = moved(SAMPLES[name], F(step, 10**30))
    assert at_once(other) == by_longer_pages(other)
    assert step > 0 or check(other).verdict in ("refuted", "verified")


def test_less_than_the_least_price_is_refuted_for_each():
    for data in SAMPLES.values():
        near = moved(data, -F(1, 10**9))
        assert at_once(near) is None and check(near).verdict == "refuted"


@pytest.mark.parametrize("factor", ["9/10", "999999999/1000000000", "1000000001/1000000000", "2"])
@pytest.mark.parametrize("part", ["prices", "multipliers", "ratios"])
def test_drawn_prices_of_conditions_are_decided_as_by_the_longer_pages(part, factor):
    """Multipliers are at most the prices of their conditions, times the factors of their levels;
    lines below budgets touch where ratios say.
    """
    of_levels = part == "multipliers"
    data = SAMPLES["guess by several levels" if of_levels else "trace under a Renyi budget"]
    times = F(factor)
    prices, cover = data["condition_prices"], data["cover"]
    if part == "prices":
        prices = [[n, F(z) * times] for n, z in prices]
    else:
        lists = [[[n, F(x) * times] for n, x in own] for own in cover[part]]
        cover = cover | {part: lists}
    other = changed(data, condition_prices=prices, cover=cover)
    assert at_once(other) == by_longer_pages(other)
    assert check(other).verdict != "malformed"


GUESS = SAMPLES["guess under a matrix"]
LISTS = GUESS["cover"]["multipliers"]
BUDGETS = SAMPLES["guess with budgets"]


@pytest.mark.parametrize("data", [GUESS, BUDGETS], ids=["hard", "soft"])
def test_each_multiplier_counts(data):
    """Without it, twice, of a pair of one truth, negative, or above the price of its pair."""
    seen = set()
    for n, entries in enumerate(data["cover"]["multipliers"]):
        for m, (a, b, f) in enumerate(entries):
            for others in ([], [[a, b, f]] * 2, [[a, a, f]], [[a, b, f"-{f}"]], [[a, b, "9"]]):
                lists = [list(part) for part in data["cover"]["multipliers"]]
                lists[n][m : m + 1] = others
                other = changed(data, cover={"proof": "actions", "multipliers": lists})
                assert at_once(other) == by_longer_pages(other)
                seen.add(check(other).verdict)
    assert {"refuted", "malformed"} <= seen


def test_a_single_pays_for_itself():
    """A row of truth 0 alone is bound by no pair: the multipliers do not help it."""
    privacy = {"gamma": [["1", "2"], ["2", "1"]], "delta": "0", "singles": [0]}
    data = {
        **GUESS,
        "privacy": privacy,
        "truths": 2,
        "utility": {"name": "trace"},
        "patterns": [["2", "1"], ["1", "2"]],
        "weights": ["1/3", "1/3"],
        "value": "4/3",
    }
    lists = {"proof": "actions", "multipliers": [[], [[1, 0, "1/2"]]]}
    paid = changed(data, prices=["1", "1/2"], bound="3/2", gap="1/6", cover=lists)
    assert at_once(paid) == check(paid).statement != ""  # 1 - 2/2 and 1/2 - 1 + 1/2
    more = {"proof": "actions", "multipliers": [[[0, 1, "1/3"]], [[1, 0, "1/3"]]]}
    less = changed(data, prices=["2/3", "2/3"], bound="4/3", gap="0", cover=more)
    assert at_once(less) is None and check(less).verdict == "refuted"
    bare = changed(less, privacy={"gamma": privacy["gamma"], "delta": "0"})
    assert at_once(bare) == check(bare).statement != ""


OTHER_FORMS = {
    "a tree": {"cover": {"proof": "tree", "tree": ["1"]}},
    "a line": {"cover": {"proof": "line"}},
    "actions without multipliers": {"cover": {"proof": "actions"}},
    "multipliers of extremes": {"cover": {"proof": "extremes", "multipliers": LISTS}},
    "one list for all": {"cover": {"proof": "actions", "multipliers": LISTS[:1]}},
    "classes": {"truths": [1, 1, 1]},
    "another number of truths": {"truths": 2},
    "blocks": {"blocks": ["all"]},
    "prices of conditions": {"condition_prices": []},
}


@pytest.mark.parametrize("name", OTHER_FORMS)
def test_other_forms_are_left_to_the_longer_pages(name):
    assert at_once(changed(GUESS, **OTHER_FORMS[name])) is None


def test_a_proof_of_one_family_is_of_it_alone():
    chi = SAMPLES["chi-square"]
    for proof in ("line", "form", "extremes"):
        assert at_once(changed(chi, cover={"proof": proof}))
    assert at_once(changed(chi, cover={"proof": "actions"})) is None
    assert at_once(changed(SAMPLES["hellinger"], cover={"proof": "line"})) is None
    assert at_once(changed(SAMPLES["total variation"], cover={"proof": "extremes"}))


def test_more_reports_are_left_as_well():
    times = MAX_REPORTS // len(GUESS["patterns"]) + 1
    weights = [str(F(w) / times) for w in GUESS["weights"]]
    data = changed(GUESS, patterns=GUESS["patterns"] * times, weights=weights * times)
    assert at_once(data) is None and check(data).verdict == "verified"


def test_a_value_of_the_user_that_is_not_given_is_left():
    values = [[["1", "0"], "1"], [["0", "1"], "1"], [["2", "1"], "3/2"]]
    utility = {"name": "utility-on-the-word-of-the-user", "values": values}
    data = changed(SAMPLES["share under a matrix"], utility=utility)
    assert at_once(data) is None and check(data).verdict == "malformed"


@settings(derandomize=True, deadline=None, max_examples=200, database=None)
@given(st.sampled_from([*GUESS.keys() - {"format", "kind"}]), ANY_JSON)
def test_no_field_of_another_form_is_trusted_or_fatal(name, value):
    data, size = fields(GUESS)
    assert proved({**data, name: value}, size) is None or value == GUESS[name]
