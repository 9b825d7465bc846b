"""Contrasts at one place decided at once: what the pages for any objective say, or nothing."""

from __future__ import annotations

from fractions import Fraction as F
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rropt as rr
from rropt.checker import check
from rropt.checker.few_rows import FEW_BITS, FEW_STEPS
from rropt.checker.kind_gradient import read_gradient
from rropt.checker.verdict import (
    FEW_TRUTHS,
    FEW_TRUTHS_OF_PAIRS,
    LARGEST_MOST,
    Doubts,
    Malformed,
    Refuted,
)
from tests.certificates import HEAD, changed, write
from tests.checker.at_once import proved_at_once
from tests.checker.test_actions_at_once import fields
from tests.checker.test_decide import ANY_JSON

proved = partial(proved_at_once, ".few_rows")

HALF = F(1, 2)

WARNER = write(
    {
        **HEAD,
        "kind": "gradient",
        "privacy": {"gamma": "3", "delta": "0"},
        "objective": {"name": "variance", "contrasts": [[F(0), F(1)]]},
        "scenarios": [
            {
                "prior": [HALF, HALF],
                "weight": F(1),
                "offset": F(0),
                "estimators": [[-HALF, F(3, 2)]],
                "tangents": [[F(-3, 4), F(5, 4)]],
            }
        ],
        "patterns": [[F(3), F(1)], [F(1), F(3)]],
        "weights": [F(1, 4), F(1, 4)],
        "prices": [F(-3, 8), F(13, 8)],
        "value": F(1),
        "bound": F(1),
        "gap": F(0),
        "cover": {"proof": "line"},
    }
)
"""J is (5, 3; 3, 5) / 4, the inverse (5, -3; -3, 5) / 4, and v = J^-1 c = (-3/4, 5/4).
At (3, 1) and (1, 3) the prices pay 1/2 and 9/2, which is (v.r)^2 / (q.r)."""

(SCENE,) = WARNER["scenarios"]


def design(objective, privacy=None):
    made = rr.optimal(privacy or rr.LocalDP.from_gamma(3), objective, crosscheck=False)
    data = made.certificate.data
    return {name: field for name, field in data.items() if name != "universal"}


SKEWED = ["1/2", "1/3", "1/6"]
SLOPE = rr.ForModel(rr.Logit(["-1/2", "-1"], ["1", "1/2"]), [0, 1], coefficients=[1])
SHARES = design(rr.AOptimal(SKEWED))
CONTRAST = design(rr.COptimal(SKEWED, ["1", "-1", "0"]))
SAMPLES = {
    "share": WARNER,
    "shares": SHARES,
    "contrast": CONTRAST,
    "mean": changed(CONTRAST, objective={"name": "mean", "values": [F(1), F(-1), F(0)]}),
    "coefficient": design(SLOPE),
    "group": design(rr.Mean(["0", "1", "5"], prior=SKEWED)),
    "worst population": design(rr.COptimal("worst", ["1", "-1", "0"])),
    "worst group": design(rr.Mean(["0", "1", "5"])),
    "enclosed": design(rr.AOptimal(SKEWED), rr.LocalDP(1)),
    "interval": changed(WARNER, objective=WARNER["objective"] | {"interval": ["2/5", "1/2"]}),
    "largest of two": design(rr.Minimax([SKEWED, ["1/3"] * 3])),
    "less an offset": design(rr.Minimax([SKEWED, ["1/3"] * 3], offsets=["1/2", "0"])),
    "average": design(rr.Average([("1/4", SKEWED), ("3/4", ["1/3"] * 3)])),
    "shares of nine": design(rr.AOptimal([f"{j}/45" for j in range(1, 10)])),
    "determinant of nine": design(rr.DOptimal([f"{j}/45" for j in range(1, 10)])),
}


def at_once(data):
    return proved(*fields(data))


def by_longer_pages(data):
    return read_gradient(*fields(data))(Doubts())


@pytest.mark.parametrize("name", SAMPLES)
def test_the_sentence_is_that_of_the_longer_pages(name):
    data = SAMPLES[name]
    assert at_once(data) == check(data).statement == by_longer_pages(data) != ""


def test_a_share_of_one_half_by_hand():
    assert at_once(WARNER).endswith(
        "from one respondent at prior (1/2, 1/2) below 1, and this table reaches it"
    )


def test_a_table_that_serves_for_every_purpose_and_one_that_does_not():
    """Rows (5, 2) and (2, 5) lie inside the level 3."""
    data = changed(WARNER, universal=True)
    assert at_once(data) == check(data).statement
    assert at_once(data).endswith(
        "; every epsilon = ln 3 private mechanism is C P for this table P and a channel C"
    )
    assert at_once(changed(WARNER, universal=False)) == at_once(WARNER)
    inside = {"patterns": [["5", "2"], ["2", "5"]], "weights": ["1/7", "1/7"]}
    near = changed(data, **inside, **scene(estimators=[["-2/3", "5/3"]]), value=F(3), gap=F(2))
    assert at_once(near) is None and check(near).verdict == "refuted"
    less = changed(near, universal=False)
    assert at_once(less) == check(less).statement


@pytest.mark.parametrize("proof", ["line", "form", "extremes"])
def test_all_proofs_are_decided_by_the_same_rows(proof):
    assert at_once(changed(WARNER, cover={"proof": proof})) == at_once(WARNER)


def scene(**changes):
    return {"scenarios": [SCENE | changes]}


HAIR = F(1, 10**30)
WORST = changed(
    WARNER,
    objective=WARNER["objective"] | {"over": "worst-group"},
    value=F(3, 4),
    bound=F(3, 4),
)
"""The moments 3/4 and 7/4 less the squares 0 and 1; the bound is less by 1/2 in place of 1/4."""


def test_the_worst_population_by_hand():
    """At (1/2, 1/2): 3/4 + 1/4 and 7/4 + 1/4 - 1, both 1."""
    data = changed(WARNER, objective=WARNER["objective"] | {"over": "worst-population"})
    assert at_once(data) == check(data).statement
    assert " has a maximum over all priors of a variance of an unbiased " in at_once(data)
    near = changed(data, value=1 - HAIR, gap=-HAIR)
    assert at_once(near) is None and check(near).verdict == "refuted"


@pytest.mark.parametrize("over", ["group", "worst-group"])
def test_groups_by_hand(over):
    """Also: a better bound, and a value that is too small at one truth."""
    data = changed(WORST, objective=WORST["objective"] | {"over": over})
    assert at_once(data) == check(data).statement
    assert at_once(data).endswith(" below 3/4, and this table reaches it")
    for wrong in ({"bound": F(3, 4) + HAIR, "gap": -HAIR}, {"value": F(3, 4) - HAIR, "gap": -HAIR}):
        assert at_once(changed(data, **wrong)) is None
        assert check(changed(data, **wrong)).verdict == "refuted"


NEAR_MISSES = {
    "prices": {"prices": [F(-3, 8) - HAIR, F(13, 8)], "bound": 1 + HAIR, "gap": -HAIR},
    "a better bound": {"bound": 1 + HAIR, "gap": -HAIR},
    "a better value": {"value": 1 - HAIR, "gap": -HAIR},
    "another gap": {"gap": HAIR},
    "a bias": scene(estimators=[["-1/2", "8/5"]]),
    "a worse estimator": scene(estimators=[["-1/2", "7/4"]]),
    "a far tangent": scene(tangents=[["-1", "5/4"]]),
    "more than g": {"privacy": {"gamma": "299/100", "delta": "0"}},
    "a column": {"weights": ["1/4", "1/5"]},
    "a negative entry": {"patterns": [["-1", "-1"], ["5", "5"]]},
    "shares of more than one": scene(prior=["1/2", "2/3"]),
    "a negative share": scene(prior=["3/2", "-1/2"]),
}


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_what_is_false_is_not_said_and_refused(name):
    data = changed(WARNER, **NEAR_MISSES[name])
    assert at_once(data) is None
    assert check(data).verdict in ("refuted", "malformed")


def test_a_level_that_encloses_too_little_is_not_said():
    data = SAMPLES["enclosed"]
    low, high = map(F, data["privacy"]["gamma"])
    for gamma in ([low * F(99, 100), high], [low, high * F(101, 100)]):
        wider = changed(data, privacy=data["privacy"] | {"gamma": gamma})
        assert (at_once(wider) is None) == (check(wider).verdict != "verified")
    narrow = changed(data, privacy=data["privacy"] | {"epsilon": "11/10"})
    assert at_once(narrow) is None and check(narrow).verdict == "refuted"


OTHER_FORMS = {
    "a word for universal": {"universal": "true"},
    "a matrix": {"privacy": {"gamma": [["1", "3"], ["3", "1"]], "delta": "0"}},
    "prices of pairs": {"pair_prices": []},
    "numbers": {"objective": WARNER["objective"] | {"over": "numbers"}},
    "an interval of a group": {
        "objective": WARNER["objective"] | {"interval": ["0", "1/2"], "over": "group"}
    },
    "two scenarios": {"scenarios": [SCENE | {"weight": "1/2"}] * 2},
    "a weight": scene(weight="1/2"),
    "an offset": scene(offset="1/100"),
    "another proof": {"cover": {"proof": "tree"}},
    "a field of the proof": {"cover": {"proof": "line", "tree": []}},
    "another name": {"objective": {"name": "e-optimal"}},
}


@pytest.mark.parametrize("name", OTHER_FORMS)
def test_other_forms_are_left_to_the_longer_pages(name):
    assert at_once(changed(WARNER, **OTHER_FORMS[name])) is None


def test_a_line_is_of_one_contrast_and_a_form_of_one_point():
    assert at_once(changed(SHARES, cover={"proof": "form"}))
    assert at_once(changed(SHARES, cover={"proof": "line"})) is None
    assert at_once(changed(SAMPLES["coefficient"], cover={"proof": "form"})) is None


def test_more_truths_need_the_form_of_one_mean():
    data = SAMPLES["shares of nine"]
    assert data["cover"] == {"proof": "form"} and len(data["prices"]) > FEW_TRUTHS
    extremes = changed(data, cover={"proof": "extremes"})
    assert at_once(extremes) is None and check(extremes).verdict == "verified"
    for proof, verdict in (("form", "malformed"), ("extremes", "malformed")):
        soft = changed(data, privacy={"gamma": "3", "delta": "1/100"}, cover={"proof": proof})
        assert at_once(soft) is None and check(soft).verdict == verdict
    twice = [data["scenarios"][0] | {"weight": "1/2"}] * 2
    assert at_once(changed(data, scenarios=twice, objective=OVER_TWO)) is None
    fields_of_data, size = fields(data)
    size.announced = LARGEST_MOST // 2
    assert proved(fields_of_data, size) is None


OVER_TWO = {"name": "a-optimal", "over": "average"}


def test_what_is_too_long_is_left_as_well():
    """One tangent at four patterns."""
    data, size = fields(WARNER)
    size.count = FEW_STEPS - 4
    assert proved(data, size)
    size.count += 1
    assert proved(data, size) is None
    data, size = fields(WARNER)
    size.bits = FEW_BITS
    assert proved(data, size)
    size.bits += 1
    assert proved(data, size) is None


def test_what_it_reads_is_not_counted_twice():
    data, size = fields(SHARES)
    before = size.announced
    assert proved(data, size) and size.announced == before


@pytest.mark.parametrize(
    "name",
    [
        *["shares", "coefficient", "mean", "group", "worst group", "worst population"],
        "shares of nine",
    ],
)
def test_drawn_prices_are_decided_as_by_the_longer_pages(name):
    """From too low to too high; the bound follows the prices."""
    data = SAMPLES[name]
    verdicts = set()
    for step in range(-4, 5):
        by = [F(step * (j + 1), 10**7) for j, _ in enumerate(data["prices"])]
        prices = [F(y) + x for y, x in zip(data["prices"], by, strict=True)]
        bound = F(data["bound"]) - sum(by)
        gap = F(data["value"]) - bound
        other = changed(data, prices=prices, bound=bound, gap=gap)
        try:
            expected = by_longer_pages(other)
        except Refuted:
            expected = None
        assert at_once(other) == expected
        verdicts.add(check(other).verdict)
    assert verdicts == {"verified", "refuted"}


@settings(derandomize=True, deadline=None, max_examples=200, database=None)
@given(st.sampled_from([*WARNER.keys() - {"format", "kind"}]), ANY_JSON)
def test_no_field_of_another_form_is_trusted_or_fatal(name, value):
    data, size = fields(WARNER)
    assert proved({**data, name: value}, size) is None or value == WARNER[name]


WITH_DELTA = rr.LocalDP.from_gamma(2, "1/10")
SOFT_SAMPLES = {
    "shares": design(rr.AOptimal(SKEWED), WITH_DELTA),
    "enclosed": design(rr.AOptimal(SKEWED), rr.LocalDP(1, "1/10")),
    "coefficient": design(SLOPE, WITH_DELTA),
    "two": design(rr.COptimal(["1/4", "3/4"], ["1", "-1"]), WITH_DELTA),
}
SOFT = SOFT_SAMPLES["shares"]


@pytest.mark.parametrize("name", SOFT_SAMPLES)
def test_with_a_delta_the_sentence_is_that_of_the_longer_pages(name):
    data = SOFT_SAMPLES[name]
    assert at_once(data) == check(data).statement == by_longer_pages(data)
    assert "delta = 1/10) private mechanism" in at_once(data)


def with_gap(data, **changes):
    """The gap follows the bound."""
    return changed(data, gap=F(data["value"]) - changes["bound"], **changes)


PAIRS = [[a, b, F(z)] for a, b, z in SOFT["pair_prices"]]
TINY = F(1, 10**9)


@pytest.mark.parametrize("step", [-1000, -1, 1, 1000])
def test_drawn_prices_of_pairs_are_decided_as_by_the_longer_pages(step):
    """They pay less, or more; the bound follows."""
    pairs = [[a, b, z * (1 + step * TINY)] for a, b, z in PAIRS]
    more = sum(z for _, _, z in PAIRS) * step * TINY / 10
    data = with_gap(SOFT, pair_prices=pairs, bound=F(SOFT["bound"]) - more)
    try:
        expected = by_longer_pages(data)
    except Refuted:
        expected = None
    assert at_once(data) == expected
    assert bool(expected) == (step > 0)


SOFT_NEAR_MISSES = {
    "a better bound": {"bound": F(SOFT["bound"]) + F(1, 100)},
    "a smaller delta": {"privacy": {"gamma": "2", "delta": "99/1000"}},
    "a negative price": {"pair_prices": [[0, 1, F(-1)]]},
    "a pair of one truth": {"pair_prices": [*PAIRS, [0, 0, F(1)]]},
    "a pair twice": {"pair_prices": [*PAIRS, PAIRS[0]]},
    "no prices of pairs": {"pair_prices": []},
    "a form": {"cover": {"proof": "form"}},
    "a line": {"cover": {"proof": "line"}},
}


@pytest.mark.parametrize("name", SOFT_NEAR_MISSES)
def test_what_is_false_with_a_delta_is_not_said_and_refused(name):
    data = with_gap(SOFT, **({"bound": F(SOFT["bound"])} | SOFT_NEAR_MISSES[name]))
    assert at_once(data) is None
    assert check(data).verdict in ("refuted", "malformed")


def test_a_truth_without_a_share_makes_the_utility_infinite():
    """The row of this truth alone has q.r = 0, and a tangent sees it."""
    (at,) = SOFT["scenarios"]
    data = changed(SOFT, scenarios=[at | {"prior": ["1/2", "1/2", "0"]}])
    assert at_once(data) is None and check(data).verdict == "refuted"


@pytest.mark.everything
def test_more_truths_with_a_delta_are_left_to_the_longer_pages():
    data = design(rr.AOptimal("uniform", categories=FEW_TRUTHS_OF_PAIRS + 1), WITH_DELTA)
    assert data["kind"] != "gradient" or at_once(data) is None
    assert check(data).verdict == "verified"


LEVELS = [["1", "3", "2"], ["2", "1", "3"], ["3", "2", "1"]]
OPEN = [["1", "3", "oo"], ["2", "1", "3"], ["3", "2", "1"]]
MATRICES = {
    "levels": design(rr.AOptimal(SKEWED), rr.Privacy(LEVELS)),
    "open": design(rr.COptimal(SKEWED, ["1", "-1", "0"]), rr.Privacy(OPEN)),
    "budgets": design(rr.AOptimal(SKEWED), rr.Privacy(LEVELS, deltas="1/20")),
    "distances": design(rr.AOptimal(SKEWED), rr.MetricDP.path("1/2").on(3)),
    "largest": design(rr.EOptimal(SKEWED), rr.Privacy(LEVELS)),
    "coefficient": design(SLOPE, rr.Privacy(LEVELS)),
}


@pytest.mark.parametrize("name", MATRICES)
def test_under_a_matrix_the_sentence_is_that_of_the_longer_pages(name):
    data = MATRICES[name]
    assert at_once(data) == check(data).statement == by_longer_pages(data)
    better = with_gap(data, bound=F(data["bound"]) * F(1001, 1000))
    assert at_once(better) is None and check(better).verdict == "refuted"


@pytest.mark.parametrize("name", MATRICES)
@pytest.mark.parametrize("factor", [F(99, 100), F(10**9 - 1, 10**9), F(10**9 + 1, 10**9), F(2)])
def test_a_changed_matrix_is_decided_as_by_the_longer_pages(name, factor):
    """Prices, prices of pairs and levels are scaled; the bound follows the prices of truths."""
    data = MATRICES[name]
    prices = [F(y) * factor for y in data["prices"]]
    moved = F(data["bound"]) + sum(map(F, data["prices"])) - sum(prices)
    pairs = [[a, b, F(z) * factor] for a, b, z in data.get("pair_prices", [])]
    levels = [
        [x if x in ("1", "oo") else F(x) * factor for x in row] for row in data["privacy"]["gamma"]
    ]
    for changes in (
        {"prices": prices, "bound": moved},
        {"pair_prices": pairs},
        {"pair_prices": [*pairs, [0, 1, F(1)]]},
        {"pair_prices": [[0, 0, F(1)]]},
        {"privacy": data["privacy"] | {"gamma": levels}},
        {"privacy": data["privacy"] | {"singles": [0]}},
    ):
        given = with_gap(data, **({"bound": F(data["bound"])} | changes))
        try:
            expected = by_longer_pages(given)
        except (Malformed, Refuted):
            expected = None
        assert at_once(given) == expected
