"""A Fisher information decided at once: what the pages for any utility say, or nothing."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rropt as rr
from rropt.checker import check
from rropt.checker.fisher_at_once import MAX_REPORTS, proved
from rropt.checker.kind_prices import read_prices
from rropt.checker.verdict import Doubts, Refuted
from tests.certificates import HAIR, HEAD, F, changed, moved, write
from tests.checker.test_actions_at_once import fields
from tests.checker.test_decide import ANY_JSON

PRIOR = [F(3, 4), F(1, 4)]
UTILITY = {"name": "fisher-information", "prior": PRIOR}


def certificate(rows, prices, value, prior=PRIOR, gamma="3"):
    bound = sum(prices)
    data = {**HEAD, "privacy": {"gamma": gamma, "delta": "0"}, "truths": 2}
    data |= {
        "utility": {**UTILITY, "prior": prior},
        "patterns": rows,
        "weights": [F(1)] * len(rows),
    }
    data |= {"prices": prices, "cover": {"proof": "line"}, "value": value, "bound": bound}
    return write(data | {"gap": bound - value})


WARNER = certificate([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [F(4, 15), F(4, 5)], F(16, 15))
"""(1/2)^2 / (5/8) + (1/2)^2 / (3/8) = 16/15; at (3, 1) and (1, 3) the prices pay (2)^2 / (q.r)."""

BEST = changed(WARNER, universal=True)


def at_once(data):
    return proved(*fields(data))


@pytest.mark.parametrize("data", [WARNER, BEST, changed(WARNER, universal=False)])
def test_the_sentence_is_that_of_the_longer_pages(data):
    said = at_once(data)
    assert said == check(data).statement == read_prices(*fields(data))(Doubts())
    assert "share of truth 1 at prior (3/4, 1/4) above 16/15, and this table reaches it" in said
    assert ("is C P for this table P" in said) == (data.get("universal") is True)


def test_a_row_of_zeros_adds_nothing():
    more = [[F(3, 4), F(1, 4)], [F(0), F(0)], [F(1, 4), F(3, 4)]]
    data = changed(certificate(more, [F(4, 15), F(4, 5)], F(16, 15)), universal=True)
    assert at_once(data) == check(BEST).statement


def test_a_truth_without_a_share_is_seen():
    """q = (1, 0): 9/16 / ... is (1/2)^2 / (3/4) + (1/2)^2 / (1/4) = 4/3."""
    rows = [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]]
    data = certificate(rows, [F(0), F(4, 3)], F(4, 3), prior=[F(1), F(0)])
    assert at_once(data) == check(data).statement


INSIDE = [[F(1, 2), F(1, 2)], [F(3, 8), F(1, 8)], [F(1, 8), F(3, 8)]]
NEAR_MISSES = {
    "prices": moved(WARNER, -HAIR),
    "more than g": changed(WARNER, privacy={"gamma": "299/100", "delta": "0"}),
    "a column": changed(WARNER, weights=["1", "99/100"]),
    "a negative entry": changed(WARNER, patterns=[["-1", "-1"], ["2", "2"]]),
    "a value": changed(WARNER, value="1", gap="1/15"),
    "a bound": changed(WARNER, bound="17/15", gap="1/15"),
    "a gap": changed(WARNER, gap="1/1000"),
    "shares": changed(WARNER, utility={**UTILITY, "prior": ["3/4", "1/3"]}),
    "a negative share": changed(WARNER, utility={**UTILITY, "prior": ["5/4", "-1/4"]}),
    "a row inside": changed(certificate(INSIDE, [F(4, 15), F(4, 5)], F(8, 15)), universal=True),
    "a negative price": certificate([[F(1), F(1)]], [F(-1), F(1, 2)], F(0)),
}


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_what_is_false_is_not_said_and_refused(name):
    assert at_once(NEAR_MISSES[name]) is None
    assert check(NEAR_MISSES[name]).verdict in ("refuted", "malformed")


def test_the_row_inside_is_no_fault_of_what_is_not_universal():
    data = changed(NEAR_MISSES["a row inside"], universal=False)
    assert at_once(data) == check(data).statement


OTHER_FORMS = {
    "an enclosure of e^epsilon": {"privacy": {"gamma": ["3", "3"], "epsilon": "1", "delta": "0"}},
    "a delta": {"privacy": {"gamma": "3", "delta": "1/10"}},
    "a word for universal": {"universal": "true"},
    "one for universal": {"universal": 1},
    "a field of the proof": {"cover": {"proof": "line", "tree": []}},
    "many reports": {
        "patterns": [["1", "1"]] * (MAX_REPORTS + 1),
        "weights": ["1"] * (MAX_REPORTS + 1),
    },
    "an enclosure of the value": {"value": ["16/15", "16/15"]},
    "three prices": {"prices": ["1", "1", "1"]},
}


@pytest.mark.parametrize("name", OTHER_FORMS)
def test_other_forms_are_left_to_the_longer_pages(name):
    assert at_once(changed(WARNER, **OTHER_FORMS[name])) is None


def test_long_numbers_are_left_as_well():
    long = F(1, 3**3000)
    assert at_once(moved(WARNER, long)) is None
    assert check(moved(WARNER, long)).verdict == "verified"


@pytest.mark.parametrize("seed", range(20))
def test_drawn_prices_are_decided_as_by_the_longer_pages(seed):
    """From too low to too high, about cards between the useless and the best one."""
    rng = Random(seed)
    g = F(rng.randrange(4, 40), 4)
    share = F(rng.randrange(1, 12), 12)
    best = rr.optimal(rr.LocalDP.from_gamma(g), rr.Variance(share)).certificate.data
    prices = [F(y) for y in best["prices"]]
    top = F(1, 2) + F(rng.randrange(1, 9), 8) * (g / (1 + g) - F(1, 2))
    rows = [[top, 1 - top], [1 - top, top]]
    prior = [1 - share, share]
    chances = [sum(q * x for q, x in zip(prior, row, strict=True)) for row in rows]
    value = sum((2 * top - 1) ** 2 / chance for chance in chances)
    verdicts = set()
    for step in range(-3, 4):
        raised = [y + F(step, 10**6) * (j + rng.randrange(2)) for j, y in enumerate(prices)]
        data = certificate(rows, raised, value, prior, str(g))
        try:
            expected = read_prices(*fields(data))(Doubts())
        except Refuted:
            expected = None
        assert at_once(data) == expected
        verdicts.add(check(data).verdict)
    assert verdicts == {"verified", "refuted"}


@settings(derandomize=True, deadline=None, max_examples=60, database=None)
@given(st.sampled_from([*BEST.keys() - {"format", "kind"}]), ANY_JSON)
def test_no_field_of_another_form_is_trusted_or_fatal(name, value):
    data, size = fields(BEST)
    found = proved({**data, name: value}, size)
    assert found is None or value == BEST[name] or (name == "universal" and value is False)
