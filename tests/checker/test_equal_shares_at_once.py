"""Equal shares decided at once: what the pages of classes say, or nothing."""

from __future__ import annotations

from fractions import Fraction as F
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rropt as rr
from rropt.checker import check
from rropt.checker.equal_shares_at_once import (
    MAX_BITS,
    MAX_POWER_BITS,
    Form,
    eigenvalue,
    is_covered,
)
from rropt.checker.kind_symmetric import read_symmetric
from rropt.checker.private_table import read_table
from rropt.checker.verdict import Doubts, Malformed, Refuted
from tests.certificates import HAIR, HEAD, changed, write
from tests.checker.at_once import proved_at_once
from tests.checker.test_actions_at_once import fields
from tests.checker.test_decide import ANY_JSON

proved = partial(proved_at_once, ".equal_shares_at_once")

TERNARY = write(
    {
        **HEAD,
        "kind": "symmetric",
        "privacy": {"gamma": "3", "delta": "0"},
        "truths": [3],
        "objective": {"name": "a-optimal"},
        "prior": [F(1, 3)],
        "patterns": [[[[F(3), 1], [F(1), 2]]]],
        "weights": [F(3, 5)],
        "tangents": {"own": [F(25, 12)], "means": [[F(1, 9)]]},
        "prices": [F(3, 2)],
        "value": F(25, 6),
        "bound": F(25, 6),
        "gap": F(0),
        "cover": {"proof": "extremes"},
    }
)
"""k-ary response of three truths at level 3, rows (3, 1, 1) / 5. On what sums to zero J has
3 (11 - 25/3) / (2 * 5) * 3/5 = 12/25, so that the trace is 2 * 25/12 = 25/6. V is J^-1: 25/12
there and 1/3 along the ones. At one truth at 3 the sum is 5: (y - 1/9) 25 = (25/12)^2 * 4 * 2 makes
y 1/9 + 25/18 = 3/2. The bound is 2 (25/6 + 1/3) - 1/3 - 3 y = 25/6 at that price."""


def design(objective, privacy=None):
    return rr.optimal(privacy or rr.LocalDP.from_gamma(3), objective).certificate.data


def uniform(name, k):
    return getattr(rr, name)("uniform", categories=k)


EIGENVALUE = design(uniform("EOptimal", 9))
VOLUME = design(uniform("DOptimal", 9))
PLANE = design(uniform("AOptimal", 13), rr.LocalDP.from_gamma("9/4"))
SAMPLES = {
    "by hand": TERNARY,
    "trace": design(uniform("AOptimal", 9)),
    "largest eigenvalue": EIGENVALUE,
    "mean of eigenvalues": VOLUME,
    "plane": PLANE,
    "product at the worst": design(rr.DOptimal("worst", categories=4)),
    "trace at the worst": design(rr.AOptimal("worst", categories=13), rr.LocalDP.from_gamma("9/4")),
    "two sizes": design(uniform("AOptimal", 9), rr.LocalDP.from_gamma("23/10")),
    "enclosed": design(uniform("AOptimal", 165), rr.LocalDP(1)),
}


def at_once(data):
    return proved(*fields(data))


def by_longer_pages(data):
    try:
        return read_symmetric(*fields(data))(Doubts())
    except (Malformed, Refuted):
        return None


@pytest.mark.parametrize("name", SAMPLES)
def test_the_sentence_is_that_of_the_longer_pages(name):
    data = SAMPLES[name]
    assert at_once(data) == check(data).statement == by_longer_pages(data) != ""


def test_three_truths_by_hand():
    assert at_once(TERNARY).endswith(
        "from one respondent at prior (3 x 1/3) below 25/6, and this table reaches it"
    )


def test_the_product_of_eigenvalues_by_hand():
    """Both are 25/12 = c. With V = c on the rest and 1/3 along the ones the price is 1/3 +
    c * 4 * 2 / 25 = 1, and k (k / 3 y)^k det V = 3 c^2 / 3.
    """
    data = changed(
        TERNARY,
        objective={"name": "d-optimal"},
        tangents={"own": [F(25, 12)], "means": [[F(1, 9)]]},
        value=F(625, 144),
        bound=F(625, 144),
        prices=[F(1)],
    )
    assert at_once(data) == by_longer_pages(data)
    assert " has a product of the non-zero eigenvalues " in at_once(data)
    mean = changed(data, objective={"name": "d-optimal", "mean": "geometric"})
    mean = changed(mean, value=F(25, 12), bound=F(25, 12))
    assert at_once(mean) == by_longer_pages(mean) is not None
    for wrong in (
        {"bound": F(25, 12) + HAIR, "gap": -HAIR},
        {"value": F(25, 12) - HAIR, "gap": -HAIR},
    ):
        assert at_once(changed(mean, **wrong)) is None
        assert check(changed(mean, **wrong)).verdict == "refuted"


@pytest.mark.parametrize(
    ("over", "worth", "words"),
    [
        ("worst-population", F(25, 6), "a maximum over all priors of a trace of"),
        ("worst-group", F(7, 2), "a maximum over all fixed groups of a trace of"),
    ],
)
def test_equal_shares_are_the_worst_by_hand(over, worth, words):
    """tr J^-1 = 25/6 + 1/3, less 1/3 or, in a group, 1: so is what the tangents prove."""
    objective = {"name": "a-optimal", "over": over}
    data = changed(TERNARY, objective=objective, value=worth, bound=worth)
    assert at_once(data) == by_longer_pages(data) == check(data).statement
    assert words in at_once(data)
    for wrong in ({"bound": worth + HAIR, "gap": -HAIR}, {"value": worth - HAIR, "gap": -HAIR}):
        assert at_once(changed(data, **wrong)) is None
        assert check(changed(data, **wrong)).verdict == "refuted"


def test_of_two_truths_a_mean_is_still_called_one():
    """J has 2 (10 - 8) / 4 * 1/2 = 1/2 on (1, -1), so that its only eigenvalue is its own mean."""
    data = changed(
        TERNARY,
        truths=[2],
        prior=[F(1, 2)],
        patterns=[[[[F(3), 1], [F(1), 1]]]],
        weights=[F(1, 2)],
        objective={"name": "d-optimal", "mean": "geometric"},
        tangents={"own": [F(2)], "means": [[F(1, 4)]]},
        prices=[F(1)],
        value=F(2),
        bound=F(2),
    )
    assert at_once(data) == by_longer_pages(data)
    assert " has a geometric mean of the non-zero eigenvalues " in at_once(data)


def test_what_a_table_tells_is_that_of_its_matrix():
    """J of all rearrangements of (3, 3, 1, 1, 1) and (1, 1, 1, 1, 1), of different weights."""
    rows = [([3, 3, 1, 1, 1], F(1, 3)), ([1] * 5, F(2, 5))]
    table = read_table([[[[F(3), 2], [F(1), 3]]], [[[F(1), 5]]]], [w for _, w in rows], [5])
    total = sum(w * 5 * (sum(x * x for x in r) - F(sum(r) ** 2, 5)) / sum(r) for r, w in rows)
    assert eigenvalue(table) == total / 4


def test_every_pattern_is_looked_at():
    """The price is short at one number of truths alone, which is not the one of the table."""
    for n in range(1, 4):
        s = 4 + 2 * n
        left = max(F(4 * m * (4 - m), (4 + 2 * m) ** 2) for m in range(5) if m != n)
        needed = F(4 * n * (4 - n), s * s)
        form = Form(F(1), F(1, 7))
        assert is_covered(4, F(3), form.ones + max(left, needed), form)
        assert is_covered(4, F(3), form.ones + left, form) == (needed <= left)
    assert not is_covered(4, F(3), F(1, 7) - HAIR, Form(F(0), F(1, 7)))


NEAR_MISSES = {
    "a price": {"prices": [F(3, 2) - HAIR], "bound": F(25, 6) + 3 * HAIR, "gap": -3 * HAIR},
    "a better bound": {"bound": F(25, 6) + HAIR, "gap": -HAIR},
    "a better value": {"value": F(25, 6) - HAIR, "gap": -HAIR},
    "another gap": {"gap": HAIR},
    "a far tangent": {"tangents": {"own": ["13/6"], "means": [["1/9"]]}},
    "a mean": {"tangents": {"own": ["25/12"], "means": [["1/8"]]}},
    "more than g": {"privacy": {"gamma": "299/100", "delta": "0"}},
    "a column": {"weights": ["4/7"]},
    "a negative entry": {"patterns": [[[["-3", 1], ["1", 2]]]]},
    "a table that tells nothing": {"patterns": [[[["5/3", 3]]]]},
    "a share": {"prior": ["1/4"]},
    "a field of eigenvalues": {"directions": {"own": ["1"], "means": [["0"]]}},
    "a mean of variances": {"objective": {"name": "a-optimal", "mean": "geometric"}},
}


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_what_is_false_is_not_said_and_refused(name):
    data = changed(TERNARY, **NEAR_MISSES[name])
    assert at_once(data) is None
    assert check(data).verdict in ("refuted", "malformed")


DIRECTIONS = EIGENVALUE["directions"]
OF_EIGENVALUES = {
    "no directions": {"directions": {"own": ["0"], "means": [["0"]]}},
    "negative directions": {"directions": {"own": ["-1"], "means": [["0"]]}},
    "directions along the ones": {"directions": DIRECTIONS | {"means": [["-1/9"]]}},
}


@pytest.mark.parametrize("name", OF_EIGENVALUES)
def test_directions_are_semidefinite_and_some(name):
    data = changed(EIGENVALUE, **OF_EIGENVALUES[name])
    assert at_once(data) is None and check(data).verdict == "refuted"


def test_tangents_of_a_volume_are_semidefinite_and_prices_are_paid():
    for wrong in (
        {"tangents": {"own": ["-1"], "means": [["1/81"]]}},
        {"prices": ["0"], "tangents": {"own": ["0"], "means": [["0"]]}, "bound": "-1"},
    ):
        data = changed(VOLUME, **wrong)
        gap = F(data["value"]) - F(data["bound"])
        data = changed(data, gap=gap)
        assert at_once(data) is None and check(data).verdict == "refuted"


def test_blocks_are_balanced():
    ((blocks,),) = [PLANE["blocks"]] if isinstance(PLANE["blocks"], list) else [[PLANE["blocks"]]]
    (own,) = blocks if isinstance(blocks, list) else [blocks]
    ((share, base),) = own["base"]
    moved = own | {"base": [[share, [*base[:-1], base[-1] + 1]]]}
    data = changed(PLANE, blocks=[[moved]])
    assert at_once(data) is None and check(data).verdict == "refuted"


OTHER_FORMS = {
    "a delta": {"privacy": {"gamma": "3", "delta": "1/10"}},
    "a worst group of a determinant": {"objective": {"name": "d-optimal", "over": "worst-group"}},
    "a fixed group": {"objective": {"name": "a-optimal", "over": "group"}},
    "no words for the worst": {"objective": {"name": "a-optimal", "over": ["worst-group"]}},
    "shares": {"shares": [["1/3", "1/3", "1/3"]]},
    "rounded": {"rounded": "down"},
    "another proof": {"cover": {"proof": "line"}},
    "another name": {"objective": {"name": "f-optimal"}},
    "protected": {"privacy": {"gamma": "3", "delta": "0", "protected": [0]}},
}


@pytest.mark.parametrize("name", OTHER_FORMS)
def test_other_forms_are_left_to_the_longer_pages(name):
    assert at_once(changed(TERNARY, **OTHER_FORMS[name])) is None


def test_what_is_too_long_is_left_as_well():
    for data, most in ((TERNARY, MAX_BITS), (VOLUME, MAX_POWER_BITS // 9)):
        given, size = fields(data)
        size.bits = min(most, MAX_BITS)
        assert proved(given, size)
        size.bits += 1
        assert (proved(given, size) is None) == (most >= MAX_BITS or size.bits * 9 > MAX_POWER_BITS)


def test_what_it_reads_is_not_counted_twice():
    data, size = fields(PLANE)
    before = size.announced
    assert proved(data, size) and size.announced == before


@pytest.mark.parametrize("name", SAMPLES)
def test_drawn_prices_are_decided_as_by_the_longer_pages(name):
    """From too low to too high; the bound follows the price."""
    data = SAMPLES[name]
    if data["objective"]["name"] == "d-optimal":
        return
    (k,) = data["truths"]
    directions = data.get("directions", {"own": ["1"], "means": [["0"]]})
    (own,), ((mean,),) = directions["own"], directions["means"]
    total = (k - 1) * F(own) + k * F(mean) if "directions" in data else 1
    verdicts = set()
    for step in range(-4, 5):
        by = F(step, 10**7)
        bound = F(data["bound"]) - k * by / total
        prices = [F(data["prices"][0]) + by]
        other = changed(data, prices=prices, bound=bound, gap=F(data["value"]) - bound)
        assert at_once(other) == by_longer_pages(other)
        verdicts.add(check(other).verdict)
    assert verdicts == {"verified", "refuted"}


@pytest.mark.everything
@settings(derandomize=True, deadline=None, max_examples=200, database=None)
@given(st.sampled_from([*TERNARY.keys() - {"format", "kind"}]), ANY_JSON)
def test_no_field_of_another_form_is_trusted_or_fatal(name, value):
    data, size = fields(TERNARY)
    assert proved({**data, name: value}, size) is None or value == TERNARY[name]
