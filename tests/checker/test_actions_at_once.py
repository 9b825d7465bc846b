"""A guess or a gain decided at once: what the pages for any utility say, or nothing."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rropt.checker import check
from rropt.checker.actions_at_once import proved
from rropt.checker.kind_prices import read_prices
from rropt.checker.parse import parse_certificate
from rropt.checker.verdict import MAX_WORK, Doubts
from tests.certificates import HAIR, HEAD, F, changed, moved, write
from tests.checker.test_decide import ANY_JSON

PURE = {"gamma": "3", "delta": "0"}
COVER = {"proof": "actions"}


def certificate(utility, patterns, weights, prices, value):
    """A table and prices under gamma 3."""
    data = {**HEAD, "privacy": PURE, "truths": len(prices), "utility": utility}
    data |= {"patterns": patterns, "weights": weights, "prices": prices, "cover": COVER}
    bound = sum(prices)
    return write(data | {"value": value, "bound": bound, "gap": bound - value})


GUESS = certificate(
    {"name": "probability-of-a-right-guess", "prior": [F(1, 2), F(1, 3), F(1, 6)]},
    [[F(3), F(1), F(2)], [F(1), F(3), F(2)]],
    [F(1, 4), F(1, 4)],
    [F(7, 16), F(3, 16), F(0)],
    F(5, 8),
)
"""Y = 3 (1/2 + 1/3) / (3 + 1) = 5/8, prices (3 q_j - Y) / 2 on the two likeliest truths."""

GAIN = certificate(
    {"name": "gain", "prior": [F(1, 4), F(3, 4)], "gain": [[F(4), F(0)], [F(0), F(4, 3)]]},
    [[F(3), F(1)], [F(1), F(3)]],
    [F(1, 4), F(1, 4)],
    [F(3, 4), F(3, 4)],
    F(3, 2),
)
"""The actions (1, 0) and (0, 1): k-ary response is worth 3/2."""

TRACE = certificate(
    {"name": "trace"},
    [[F(3), F(1), F(1)], [F(1), F(3), F(1)], [F(1), F(1), F(3)]],
    [F(1, 5)] * 3,
    [F(3, 5)] * 3,
    F(9, 5),
)
"""3 g / (g + 2) = 9/5 by k-ary response."""

SAMPLES = {"guess": GUESS, "gain": GAIN, "trace": TRACE}
STATED = {
    "guess": "a probability of a right guess at prior (1/2, 1/3, 1/6) above 5/8",
    "gain": "an expected gain under the gain matrix ((4, 0), (0, 4/3)) at prior (1/4, 3/4) "
    "above 3/2",
    "trace": "a trace (sum over reports of the largest entry) above 9/5",
}


def fields(data):
    """What the page is given of a certificate, and its size."""
    found, size = parse_certificate(json.dumps(data))
    del found["kind"]
    return found, size


def at_once(data):
    return proved(*fields(data))


@pytest.mark.parametrize("name", SAMPLES)
def test_the_sentence_is_that_of_the_longer_pages(name):
    said = at_once(SAMPLES[name])
    assert said == check(SAMPLES[name]).statement == read_prices(*fields(SAMPLES[name]))(Doubts())
    truths = SAMPLES[name]["truths"]
    claim = f"no epsilon = ln 3 private mechanism on {truths} truths has {STATED[name]}"
    assert said == f"{claim}, and this table reaches it"


def test_a_gap_is_told():
    raised = moved(GUESS, F(1, 8))
    assert at_once(raised) == check(raised).statement
    assert at_once(raised).endswith(" above 1, and this table has at least 5/8")


NEAR_MISSES = {
    "an uncovered action": moved(GUESS, -HAIR),
    "an uncovered action of a gain": moved(GAIN, -HAIR),
    "an uncovered action of a trace": moved(TRACE, -HAIR),
    "another value of a trace": changed(TRACE, value="9/10", gap="9/10"),
    "more than g": changed(GUESS, privacy={"gamma": "299/100", "delta": "0"}),
    "a column": changed(GUESS, weights=["1/4", "6/25"]),
    "a negative row": changed(GUESS, patterns=[*GUESS["patterns"], [F(-1)] * 3, [F(1)] * 3])
    | {"weights": ["1/4", "1/4", "1", "1"]},
    "a negative share": changed(
        GUESS, utility=GUESS["utility"] | {"prior": ["3/2", "-1/3", "-1/6"]}
    ),
    "shares of more than one": changed(
        GUESS, utility=GUESS["utility"] | {"prior": ["1/2", "1/3", "1/5"]}
    ),
    "a smaller value": changed(GUESS, value="3/5", gap="1/40"),
    "a larger value": changed(GUESS, value="13/20", gap="-1/40"),
    "another value of a gain": changed(GAIN, value="149/100", gap="1/100"),
    "another bound": changed(GUESS, bound="3/4", gap="1/8"),
    "another gap": changed(GUESS, gap="1/100"),
}


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_what_is_false_is_not_said_and_refused(name):
    assert at_once(NEAR_MISSES[name]) is None
    assert check(NEAR_MISSES[name]).verdict in ("refuted", "malformed")


OTHER_FORMS = {
    "an enclosure of e^epsilon": {"privacy": {"gamma": ["3", "3"], "epsilon": "1", "delta": "0"}},
    "a delta": {"privacy": {"gamma": "3", "delta": "1/10"}},
    "a matrix": {"privacy": {"gamma": [["1", "3"], ["3", "1"]], "delta": "0"}},
    "a level below one": {"privacy": {"gamma": "1/3", "delta": "0"}},
    "classes": {"truths": [2, 1]},
    "a flag": {"truths": True},
    "more truths": {"truths": 4},
    "no reports": {"patterns": [], "weights": []},
    "fewer weights": {"weights": ["1/4"]},
    "runs": {"patterns": [[[["3", 1]], "1", "2"], ["1", "3", "2"]]},
    "a short row": {"patterns": [["3", "1"], ["1", "3", "2"]]},
    "an enclosure of the value": {"value": ["5/8", "5/8"]},
    "a word": {"gap": "none"},
    "a trace at a prior": {"utility": {"name": "trace", "prior": ["1/2", "1/3", "1/6"]}},
    "no actions": {"utility": {"name": "gain", "prior": ["1/2", "1/3", "1/6"], "gain": []}},
    "a list as a name": {"utility": {"name": ["gain"], "prior": ["1/2", "1/3", "1/6"]}},
    "one more field": {"universal": True},
    "pairs with prices": {"pair_prices": []},
}


@pytest.mark.parametrize("name", OTHER_FORMS)
def test_other_forms_are_left_to_the_longer_pages(name):
    assert at_once(changed(GUESS, **OTHER_FORMS[name])) is None


@pytest.mark.parametrize("name", SAMPLES)
def test_what_is_too_long_is_left_as_well(name):
    """The numbers of the file, value and cover: rows and actions times truths."""
    data, size = fields(SAMPLES[name])
    products = {"guess": 2 * 3 + 3 * 3, "gain": 2 * 2 * 2 + 2 * 2, "trace": 3 * 3 + 3 * 3}[name]
    steps = MAX_WORK // size.bits
    size.count = steps - products
    assert proved(data, size)
    size.count += 1
    assert proved(data, size) is None


@pytest.mark.everything
@settings(derandomize=True, deadline=None, max_examples=200, database=None)
@given(st.sampled_from([*GUESS.keys() - {"format", "kind", "cover"}]), ANY_JSON)
def test_no_field_of_another_form_is_trusted_or_fatal(name, value):
    for sample in SAMPLES.values():
        found = proved({**fields(sample)[0], name: value}, fields(sample)[1])
        assert found is None or value == sample[name]


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(20))
def test_drawn_questions_are_decided_as_by_the_longer_pages(seed):
    """Prices of a useless table, from too low to too high: both ways say the same."""
    rng = Random(seed)
    k = rng.choice([1, 2, 3, 5])
    masses = [rng.randrange(1, 9) for _ in range(k)]
    prior = [F(mass, sum(masses)) for mass in masses]
    gain = [[F(rng.randrange(-4, 9), rng.choice([1, 2])) for _ in prior] for _ in range(3)]
    worth = max(sum(x * q for x, q in zip(row, prior, strict=True)) for row in gain)
    utility = {"name": "gain", "prior": prior, "gain": gain}
    verdicts = set()
    for raised in range(-8, 30, 2):
        prices = [F(raised + rng.randrange(3), 4) * q for q in prior]
        data = certificate(utility, [[F(1)] * k], [F(1)], prices, worth)
        found = check(data | {"pair_prices": []})
        assert at_once(data) == (found.statement or None)
        assert check(data) == found
        verdicts.add(found.verdict)
    assert verdicts == {"verified", "refuted"}
