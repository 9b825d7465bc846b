"""Certificates of kind gradient: tables of two and three truths, by hand, and their near misses."""

from __future__ import annotations

import copy
import math
from fractions import Fraction

import pytest

from rropt.checker import check
from tests.certificates import changed, write
from tests.gradients import (
    certificate,
    covariance,
    dominating,
    dot,
    eigenvalue,
    interval,
    is_semidefinite,
    proportion,
    pseudo_determinant,
    response,
    scenario,
    triangular,
    variances,
    vertices,
    volume,
)

F = Fraction
THREE, QUARTER, TENTH = F(3), F(1, 4), F(1, 10)
TWO, SKEW = [F(3, 4), F(1, 4)], [F(1, 2), F(1, 3), F(1, 6)]
NARROW, WIDE = [TENTH, F(1, 2)], [F(1, 5), F(9, 10)]
THREE_PRIORS = [F(1, 4), F(1, 2), F(1, 10)]


def placed(*weights, offsets=(0, 0, 0)):
    return list(zip(THREE_PRIORS, map(F, weights), map(F, offsets), strict=True))


def warner(gamma, q):
    """Variance of the proportion under Warner's device, from the count of yes answers."""
    p = gamma / (1 + gamma)
    yes = q * p + (1 - q) * (1 - p)
    return yes * (1 - yes) / (2 * p - 1) ** 2


def told(objective, delta=TENTH):
    """The best table for delta > 0 on two truths."""
    rows, parts = dominating(THREE, delta), {"delta": delta}
    if objective == "a-optimal":
        return variances("a-optimal", rows, [TWO], THREE, **parts)
    if objective == "variance":
        return proportion(THREE, [QUARTER], rows=rows, **parts)
    return volume(rows, TWO, THREE, **parts)


def fourths():
    """Three truths of equal prior: the covariance is c (I - 11'/3), its eigenvalue c is double."""
    prior, rows = [F(1, 3)] * 3, response(3, THREE)
    c = covariance(rows, prior)[0][0] * F(3, 2)
    root = F(math.isqrt(int(c / 3 * 2**80)), 2**40)
    duals = [[F(1), F(-1), F(0)], [F(1), F(1), F(-2)]]
    duals = [[x * s for x in d] for d, s in zip(duals, (F(7), F(4)), strict=True)]
    return eigenvalue(rows, prior, THREE, duals, c + F(1, 10**9), [[root] * 3])


def rounded(bits=30):
    """Three truths: all evidence rounded, the shapes and the unbiasedness kept, a gap stated."""
    rows, prior = response(3, THREE), SKEW
    near = lambda x: F(round(x * 2**bits), 2**bits)  # noqa: E731
    scales, contrasts, tangents = triangular(rows, prior)
    scales = [near(s) for s in scales]
    contrasts = [[near(x) for x in c] for c in contrasts]
    tangents = [
        [1 / s if j == i else near(x) for j, x in enumerate(v)]
        for i, (v, s) in enumerate(zip(tangents, scales, strict=True))
    ]
    at = {**scenario(rows, prior, contrasts), "tangents": tangents}
    objective = {"name": "d-optimal", "contrasts": contrasts, "scales": scales}
    value = pseudo_determinant(rows, prior) + F(1, 2 ** (bits - 6))
    return certificate(rows, objective, [at], value, contrasts, THREE)


MANY, R2, R3 = F(10**6), response(2, THREE), response(3, THREE)
CONTRAST = [[F(1), F(-1), F(0)]]
VALID = {
    "a-optimal": variances("a-optimal", R2, [TWO], THREE),
    "a-optimal, three truths": variances("a-optimal", R3, [SKEW], THREE),
    "a-optimal, almost no privacy": variances("a-optimal", response(3, MANY), [SKEW], MANY),
    "a-optimal, faint": variances("a-optimal", response(3, F(101, 100)), [SKEW], F(101, 100)),
    "a-optimal, average": variances("a-optimal", R2, [(TWO, F(1, 2), F(1))] * 2, THREE, "average"),
    "a-optimal, delta": told("a-optimal"),
    "c-optimal": variances("c-optimal", R3, [SKEW], THREE, contrasts=CONTRAST),
    "variance": proportion(THREE, [QUARTER]),
    "variance, delta": told("variance"),
    "variance, nobody": proportion(THREE, [F(0)]),
    "variance, everybody": proportion(THREE, [F(1)]),
    "average": proportion(THREE, placed(F(1, 2), F(1, 3), F(1, 6), offsets=(0, 1, 2)), "average"),
    "minimax": proportion(THREE, placed(0, 1, 0), "minimax"),
    "minimax, loose": proportion(THREE, placed(1, 0, 0), "minimax"),
    "regret": proportion(THREE, placed(0, 1, 0, offsets=(1, F(1, 2), F(1, 2))), "minimax"),
    "interval": interval(THREE, NARROW, [(F(1, 2), F(1))]),
    "interval, inside": interval(THREE, WIDE, [(F(1, 2), F(1))]),
    "interval, loose": interval(THREE, WIDE, [(F(1, 4), F(1, 3)), (F(1, 2), F(2, 3))]),
    "e-optimal": eigenvalue(R2, TWO, THREE, [[F(5), F(-5)]], F(15, 8), []),
    "e-optimal, three truths": fourths(),
    "d-optimal": volume(R2, TWO, THREE),
    "d-optimal, three truths": volume(R3, SKEW, THREE),
    "d-optimal, rounded": rounded(),
    "d-optimal, delta": told("d-optimal"),
}


def verdict(data):
    return check(data).verdict


def shifted(data, **parts):
    """Other numbers, the gap kept what it must be."""
    data = changed(data, **parts)
    return {**data, "gap": str(F(data["value"]) - F(data["bound"]))}


def at(data, *way, to):
    """One entry replaced."""
    data = copy.deepcopy(data)
    here = data
    for step in way[:-1]:
        here = here[step]
    here[way[-1]] = write(to)
    return data


def entry(data, *way):
    for step in way:
        data = data[step]
    return F(data)


@pytest.mark.parametrize("name", VALID)
def test_true_certificates_are_verified(name):
    assert verdict(VALID[name]) == "verified", check(VALID[name])


@pytest.mark.parametrize(
    ("name", "best"),
    [
        ("a-optimal", 2 * warner(THREE, QUARTER)),
        ("variance", warner(THREE, QUARTER)),
        ("variance, nobody", warner(THREE, F(0))),
        ("variance, everybody", warner(THREE, F(1))),
        ("average", sum(x * warner(THREE, q) for q, x, _ in placed("1/2", "1/3", "1/6")) - F(2, 3)),
        ("minimax", warner(THREE, F(1, 2))),
        ("regret", warner(THREE, F(1, 2)) - F(1, 2)),
        ("interval", warner(THREE, F(1, 2))),
        ("interval, inside", warner(THREE, F(1, 2))),
        ("e-optimal", 2 * warner(THREE, QUARTER)),
        ("d-optimal", 2 * warner(THREE, QUARTER)),  # the product of the eigenvalues that are not 0
        # the information of telling the truth with probability 1/10, and of Warner's otherwise
        ("variance, delta", 1 / (F(1, 10) / (QUARTER * F(3, 4)) + F(9, 10) / F(15, 16))),
    ],
)
def test_tight_certificates_have_the_textbook_value(name, best):
    assert entry(VALID[name], "value") == best
    assert VALID[name]["gap"] == "0" and "reaches it" in check(VALID[name]).statement


@pytest.mark.everything
@pytest.mark.parametrize("name", VALID)
@pytest.mark.parametrize("step", [F(1), F(1, 10**12), F(1, 10**40)])
def test_a_value_below_that_of_the_estimators_is_refused_above_it_is_not(name, step):
    value = entry(VALID[name], "value")
    assert verdict(shifted(VALID[name], value=value + step)) == "verified"
    if step == 1 or name not in ("e-optimal, three truths", "d-optimal, rounded"):
        assert verdict(shifted(VALID[name], value=value - step)) == "refuted"


@pytest.mark.everything
@pytest.mark.parametrize("name", VALID)
@pytest.mark.parametrize("step", [F(1), F(1, 10**12), F(1, 10**40)])
def test_a_bound_above_what_the_prices_prove_is_refused_below_it_is_not(name, step):
    bound = entry(VALID[name], "bound")
    assert verdict(shifted(VALID[name], bound=bound + step)) == "refuted"
    looser = shifted(VALID[name], bound=bound - step)
    assert verdict(looser) == "verified" and "this table has at most" in check(looser).statement
    for gap in (step, -step):
        assert verdict(changed(VALID[name], gap=entry(VALID[name], "gap") + gap)) == "refuted"


@pytest.mark.everything
@pytest.mark.parametrize("name", VALID)
@pytest.mark.parametrize("step", [F(1), F(1, 10**12), F(1, 10**40)])
def test_a_price_that_is_too_low_is_refused_with_and_without_its_bound(name, step):
    data = VALID[name]
    for i in range(len(data["prices"])):
        lower = at(data, "prices", i, to=entry(data, "prices", i) - step)
        assert verdict(lower) == "refuted"
        assert verdict(shifted(lower, bound=entry(data, "bound") - 5)) == "refuted"
    for i, (a, b, z) in enumerate(data.get("pair_prices", [])):
        lower = at(data, "pair_prices", i, to=[a, b, F(z) - step])
        refused = "refuted" if F(z) >= step else "malformed"
        assert verdict(shifted(lower, bound=entry(data, "bound") - 5)) == refused


def test_higher_prices_prove_less():
    data = VALID["a-optimal"]
    higher = at(data, "prices", 0, to=entry(data, "prices", 0) + TENTH)
    assert verdict(higher) == "refuted"
    assert verdict(shifted(higher, bound=entry(data, "bound") - TENTH)) == "verified"


@pytest.mark.everything
@pytest.mark.parametrize("name", VALID)
@pytest.mark.parametrize("step", [F(1), F(1, 10**12)])
def test_a_biased_estimator_is_refused(name, step):
    for s, place in enumerate(VALID[name]["scenarios"]):
        for e, x in enumerate(place["estimators"]):
            for i, entry_ in enumerate(x):
                biased = at(VALID[name], "scenarios", s, "estimators", e, i, to=F(entry_) + step)
                assert verdict(biased) == "refuted"
                assert check(biased).reason == "an estimator is biased"


@pytest.mark.parametrize("name", VALID)
def test_another_estimator_that_is_unbiased_has_a_larger_variance(name):
    """A row in two halves: x + 1 and x - 1 on them is unbiased, with a larger variance.

    Of the first contrast only: of both, the largest eigenvalue of two truths would be the same.
    """
    data = copy.deepcopy(VALID[name])
    for part in ("patterns", "weights"):
        data[part] = [data[part][0], *data[part]]
    data["weights"][:2] = [str(F(data["weights"][0]) / 2)] * 2
    for place in data["scenarios"]:
        place["estimators"] = [[x[0], *x] for x in place["estimators"]]
    assert verdict(data) == "verified"
    for place in data["scenarios"]:
        for x in place["estimators"][:1]:
            x[:2] = [str(F(x[0]) + 1), str(F(x[1]) - 1)]
    assert verdict(data) == "refuted" and check(data).reason == "the table has a larger value"
    assert verdict(shifted(data, value=entry(data, "value") + 10**15)) == "verified"


def test_estimators_of_another_table_are_refused():
    other = variances("a-optimal", response(2, F(2)), [TWO], F(2))
    data = VALID["a-optimal"]
    assert verdict({**data, **{n: other[n] for n in ("patterns", "weights")}}) == "refuted"
    assert verdict({**data, "scenarios": other["scenarios"]}) == "refuted"


@pytest.mark.parametrize("name", ["a-optimal", "variance", "e-optimal", "d-optimal"])
def test_tangents_may_be_any_but_prove_their_own_bound_only(name):
    data = VALID[name]
    other = at(data, "scenarios", 0, "tangents", 0, 1, to=F(7))
    assert verdict(other) == "refuted"
    zero = [["0"] * 2 for _ in data["scenarios"][0]["tangents"]]
    nothing = at(data, "scenarios", 0, "tangents", to=zero)
    assert verdict(shifted(nothing, bound=F(-(10**9)))) == (
        "refuted" if name == "d-optimal" else "verified"
    )
    assert verdict(shifted(nothing, bound=F(0), prices=["0", "0"])) == "refuted"


@pytest.mark.parametrize("name", VALID)
def test_a_table_that_is_not_private_is_refused(name):
    data = VALID[name]
    gamma, delta = entry(data, "privacy", "gamma"), entry(data, "privacy", "delta")
    tight = F(999999, 10**6)
    less = {"gamma": gamma * tight, "delta": delta * tight}
    assert verdict(changed(data, privacy=less)) == "refuted"
    more = {"gamma": gamma * F(11, 10), "delta": delta}
    assert verdict(changed(data, privacy=more)) == "refuted"  # the prices no longer cover


@pytest.mark.parametrize("name", VALID)
def test_a_table_whose_columns_do_not_add_up_is_refused(name):
    data = VALID[name]
    for weight in (F(1) + F(1, 10**12), F(-1), F(0)):
        assert verdict(at(data, "weights", 0, to=weight)) == "refuted"


@pytest.mark.parametrize("name", VALID)
def test_priors_are_distributions(name):
    k = len(VALID[name]["prices"])
    for prior in ([F(1, k + 1)] * k, [F(2), F(-1), F(0)][:k], [F(1)], [F(1, k + 1)] * (k + 1)):
        assert verdict(at(VALID[name], "scenarios", 0, "prior", to=prior)) == "malformed"


@pytest.mark.parametrize("name", VALID)
def test_weights_of_priors_add_up_to_one(name):
    weight = entry(VALID[name], "scenarios", 0, "weight")
    low = shifted(VALID[name], bound=F(-(10**9)))
    for step in (F(1, 10**12), -F(1, 10**12)):
        if weight + step >= 0:
            assert verdict(at(low, "scenarios", 0, "weight", to=weight + step)) == "malformed"
    negative = at(VALID[name], "scenarios", 0, "weight", to=F(-1))
    assert verdict(negative) == "malformed"
    assert verdict(changed(VALID[name], scenarios=[])) in ("refuted", "malformed")
    twice = copy.deepcopy(VALID[name])
    twice["scenarios"] += copy.deepcopy(twice["scenarios"])
    assert verdict(twice) == "malformed"


@pytest.mark.parametrize("name", ["a-optimal", "c-optimal", "variance", "e-optimal", "d-optimal"])
def test_several_priors_need_an_average_or_a_maximum(name):
    data = copy.deepcopy(VALID[name])
    half = {**data["scenarios"][0], "weight": "1/2"}
    data["scenarios"] = [half, copy.deepcopy(half)]
    assert verdict(data) == "malformed"
    if name in ("a-optimal", "c-optimal", "variance"):
        for over in ("average", "minimax"):
            whole = {**data, "objective": {**data["objective"], "over": over}}
            assert verdict(whole) == "verified"


@pytest.mark.parametrize("name", ["a-optimal", "c-optimal", "variance", "e-optimal", "d-optimal"])
def test_an_offset_needs_an_average_or_a_maximum(name):
    offset = at(VALID[name], "scenarios", 0, "offset", to=F(1))
    offset = shifted(offset, bound=entry(offset, "bound") - 1)
    assert verdict(offset) in ("malformed", "refuted")


def test_offsets_are_subtracted_and_said():
    regret = check(VALID["regret"]).statement
    assert "a maximum over (prior, offset) in (" in regret and " less the offset below" in regret
    assert "offset" not in check(VALID["minimax"]).statement
    assert verdict(at(VALID["minimax"], "scenarios", 1, "offset", to=F(1, 10**12))) == "refuted"
    assert verdict(at(VALID["minimax"], "scenarios", 1, "offset", to=-F(1, 10**12))) == "refuted"
    assert verdict(at(VALID["average"], "scenarios", 0, "offset", to=-F(1, 10**12))) == "refuted"


def test_a_maximum_is_not_an_average():
    objective = {**VALID["average"]["objective"], "over": "minimax"}
    assert verdict(changed(VALID["average"], objective=objective)) == "refuted"
    objective = {**objective, "over": "best"}
    assert verdict(changed(VALID["average"], objective=objective)) == "malformed"


@pytest.mark.parametrize("name", ["interval", "interval, inside", "interval, loose"])
@pytest.mark.parametrize(
    "ends",
    [["1/10", "1/5"], ["3/5", "9/10"], ["9/10", "1/10"], ["-1/10", "9/10"], ["1/10", "11/10"],
     ["1/10"], ["1/10", "1/2", "9/10"], [], "1/2", None],
)  # fmt: skip
def test_intervals_hold_their_priors(name, ends):
    objective = {**VALID[name]["objective"], "interval": ends}
    assert verdict(changed(VALID[name], objective=objective)) == "malformed"


def test_an_interval_is_judged_at_its_worst_prevalence():
    """Variance 15/16 at 1/4 and 1 at 1/2."""
    data = interval(THREE, [TENTH, QUARTER], [(QUARTER, F(1))])
    assert (verdict(data), data["value"]) == ("verified", "15/16")
    longer = {**data["objective"], "interval": [TENTH, QUARTER + F(1, 10**12)]}
    assert verdict(changed(data, objective=longer)) == "refuted"
    wide = {**data["objective"], "interval": ["1/10", "9/10"]}
    assert verdict(changed(data, objective=wide)) == "refuted"
    assert verdict(shifted(changed(data, objective=wide), value=F(1))) == "verified"
    low = interval(THREE, [F(0), TENTH], [(TENTH, F(1))])
    assert (verdict(low), low["gap"]) == ("verified", "0")
    high = interval(THREE, [F(3, 5), F(9, 10)], [(F(3, 5), F(1))])
    assert (verdict(high), entry(high, "value")) == ("verified", warner(THREE, F(3, 5)))


def test_all_priors_of_an_interval_are_inside_and_have_no_offset():
    data = VALID["interval, loose"]
    for end in ([F(1, 5), F(2, 5)], [F(3, 10), F(9, 10)]):
        objective = {**data["objective"], "interval": end}
        assert verdict(shifted(changed(data, objective=objective), value=F(9))) == "malformed"
    for s, _ in enumerate(data["scenarios"]):
        offset = at(data, "scenarios", s, "offset", to=F(-1))  # would raise the bound
        assert verdict(offset) == "malformed"


def test_an_interval_belongs_to_no_average():
    for over in ("average", "minimax"):
        objective = {**VALID["interval"]["objective"], "over": over}
        assert verdict(changed(VALID["interval"], objective=objective)) == "malformed"


@pytest.mark.parametrize("name", ["e-optimal", "e-optimal, three truths"])
def test_roots_that_are_too_large_are_refused(name):
    data = VALID[name]
    k = len(data["prices"])
    roots = [*data["objective"]["roots"], [F(1, 10**3), -F(1, 10**3), F(0)][:k]]
    assert verdict(at(data, "objective", "roots", to=roots)) == "refuted"
    large = at(data, "objective", "roots", to=[[F(100)] * k])
    assert verdict(large) == "refuted"
    assert verdict(shifted(large, value=F(10**9))) == "verified"
    none = at(VALID["e-optimal, three truths"], "objective", "roots", to=[])
    assert verdict(none) == "refuted"  # not dominant, although positive semidefinite
    short = at(data, "objective", "roots", to=[[F(1)]])
    assert verdict(short) == "malformed"


def test_the_duals_of_an_eigenvalue_are_in_their_order_and_not_nothing():
    data = VALID["e-optimal, three truths"]
    d = data["objective"]["contrasts"]
    assert verdict(at(data, "objective", "contrasts", to=[d[1], d[0]])) == "refuted"
    for duals in ([], [["0"] * 3] * 2):
        nothing = at(data, "objective", "contrasts", to=duals)
        assert verdict(nothing) == "malformed"
        nothing = at(nothing, "scenarios", 0, "tangents", to=[["0"] * 3 for _ in duals])
        for bound in (F(-1), F(0), F(1), F(10**9)):
            assert verdict(shifted(nothing, bound=bound)) == "malformed"
    assert verdict(at(data, "objective", "contrasts", to=d[:1])) == "malformed"
    longer = [[*x, "0"] for x in d]
    assert verdict(at(data, "objective", "contrasts", to=longer)) == "malformed"


DETERMINANTS = ["d-optimal", "d-optimal, three truths", "d-optimal, rounded", "d-optimal, delta"]


@pytest.mark.parametrize("name", DETERMINANTS)
def test_contrasts_and_tangents_of_a_determinant_are_triangular(name):
    data = VALID[name]
    low = shifted(data, value=F(10**9), bound=F(-(10**9)))  # nothing else can fail
    assert verdict(low) == "verified"
    k, x = len(data["prices"]), data["scenarios"][0]["estimators"]
    for i in range(k):
        for j in range(i, k):
            moved = at(low, "objective", "contrasts", i, j, to=F(i == j) + F(1, 10**12))
            assert verdict(moved) == "refuted"
    c = data["objective"]["contrasts"]
    # that of c_0 + c_1 - c_10 c_0 is such a sum; this contrast is 1 at 0, but it is not triangular
    step = 1 - F(c[1][0])
    both = [str(step * F(a) + F(b)) for a, b in zip(x[0], x[1], strict=True)]
    total = [str(step * F(a) + F(b)) for a, b in zip(c[0], c[1], strict=True)]
    assert total[:2] == ["1", "1"]
    moved = at(
        at(low, "scenarios", 0, "estimators", 0, to=both), "objective", "contrasts", 0, to=total
    )
    assert check(moved).reason == "the contrasts or the tangents are not triangular"


@pytest.mark.parametrize("name", DETERMINANTS)
def test_longer_contrasts_of_a_determinant_prove_the_same_value_when_all_are(name):
    """That of 2 c has twice the estimator; of 2 c_0 alone the mean of eigenvalues proves less."""
    data, k = VALID[name], len(VALID[name]["prices"])

    def longer(data, i):
        for part in (data["objective"]["contrasts"], data["scenarios"][0]["estimators"]):
            part[i] = [str(2 * F(x)) for x in part[i]]

    one = copy.deepcopy(data)
    longer(one, 0)
    assert check(one).reason == "the table has a larger value"
    # mean and determinant of the eigenvalues 4, 1, ..., 1
    worse = entry(data, "value") * (1 + F(3, k)) ** k / 4
    assert verdict(shifted(one, value=worse * (1 + F(1, 10**6)))) == "verified"
    assert verdict(shifted(one, value=worse * (1 - F(1, 10**6)))) == "refuted"
    for i in range(1, k):
        longer(one, i)
    assert verdict(one) == "verified"


@pytest.mark.parametrize("name", DETERMINANTS)
def test_tangents_of_a_determinant_prove_a_bound_by_their_diagonal(name):
    """The bound is proportional to the square of each entry there, prices as they are."""
    data = changed(VALID[name], prices=[F(10**6)] * len(VALID[name]["prices"]))
    low = shifted(data, value=F(10**9), bound=F(0))
    assert verdict(low) == "verified"
    for i in range(len(data["prices"])):
        for j in range(i):
            moved = at(low, "scenarios", 0, "tangents", i, j, to=F(1, 10**12))
            assert check(moved).reason == "the contrasts or the tangents are not triangular"
        none = at(low, "scenarios", 0, "tangents", i, i, to=F(0))
        assert check(none).reason == "the contrasts or the tangents are not triangular"
        for s in (F(0), F(-1)):
            flipped = at(low, "objective", "scales", i, to=s)
            assert check(flipped).reason == "a scale is not positive"


def test_the_scales_of_a_determinant_are_positive():
    """Two negative ones have a positive product, and a utility that prices of 0 cover."""
    data = VALID["d-optimal"]
    data = at(data, "objective", "scales", to=[F(-1), F(-1)])
    v = data["scenarios"][0]["tangents"]
    data = at(data, "scenarios", 0, "tangents", to=[["-1", v[0][1]], ["0", "-1"]])
    for price in (F(1, 10**6), F(0), F(-1, 10**6)):
        for bound in (F(1), F(10**9)):
            false = shifted(data, prices=[price] * 2, bound=bound, value=F(10**20))
            assert check(false).reason == "a scale is not positive"


def test_a_single_contrast_is_that_of_its_name():
    twice = variances("c-optimal", R2, [TWO], THREE, contrasts=[[F(1), F(0)]] * 2)
    assert verdict(twice) == "malformed"
    other = variances("variance", R2, [TWO], THREE, contrasts=[[F(1), F(0)]])
    assert verdict(other) == "malformed"
    other["objective"]["name"] = "c-optimal"
    assert verdict(other) == "verified"


def test_a_determinant_counts_its_truths():
    data = VALID["d-optimal, three truths"]
    for part in ("contrasts", "scales"):
        fewer = at(data, "objective", part, to=data["objective"][part][:2])
        assert verdict(fewer) == "malformed"
        assert verdict(at(data, "objective", part, to=[])) == "malformed"
    both = data["objective"]
    fewer = {**both, "contrasts": both["contrasts"][:2], "scales": both["scales"][:2]}
    fewer = copy.deepcopy(changed(data, objective=fewer))
    for part in ("tangents", "estimators"):
        fewer["scenarios"][0][part] = fewer["scenarios"][0][part][:2]
    assert verdict(shifted(fewer, value=F(10**6), bound=F(-1))) == "malformed"


@pytest.mark.parametrize("name", VALID)
def test_fields_are_those_of_the_kind_and_of_the_objective(name):
    data = VALID[name]
    for field in [f for f in data if f != "pair_prices"]:
        assert verdict({f: v for f, v in data.items() if f != field}) == "malformed"
    for extra in ("robust", "truths", "tools", "orbits", ""):
        assert verdict({**data, extra: "1"}) == "malformed"
    for way in ((), ("scenarios", 0)):
        place = data["scenarios"][0] if way else data["objective"]
        holder = (*way,) if way else ("objective",)
        for field in place:
            less = {f: v for f, v in place.items() if f != field}
            found = verdict(at(data, *holder, to=less))
            optional = field in ("over", "interval")
            assert (
                found in ("malformed", "refuted", "verified") if optional else found == "malformed"
            )
        for extra in ("inverse", "tools", "need", "units", "k", "table", "dual", "worst"):
            assert verdict(at(data, *holder, to={**place, extra: ["1"]})) == "malformed"


@pytest.mark.parametrize("name", VALID)
@pytest.mark.parametrize("field", ["over", "interval", "roots", "scales", "contrasts"])
def test_an_objective_has_no_field_of_another_one(name, field):
    objective = VALID[name]["objective"]
    if field in objective or (field == "over" and objective["name"] in ("c-optimal", "a-optimal")):
        return
    stray = {"over": "best", "interval": ["0"], "contrasts": [["0", "1"]]}.get(field, [["1"]])
    assert verdict(changed(VALID[name], objective={**objective, field: stray})) == "malformed"


@pytest.mark.parametrize("name", VALID)
def test_another_objective_is_refused(name):
    for other in ("a-optimal", "c-optimal", "variance", "e-optimal", "d-optimal", "trace", ""):
        objective = VALID[name]["objective"]
        if other != objective["name"]:
            renamed = changed(VALID[name], objective={**objective, "name": other})
            same = {objective["name"], other} == {"c-optimal", "variance"}
            assert verdict(renamed) in ("malformed", "refuted") or same


@pytest.mark.parametrize("name", VALID)
def test_lengths_must_agree(name):
    data = VALID[name]
    for s, _ in enumerate(data["scenarios"]):
        for part in ("estimators", "tangents"):
            lists = data["scenarios"][s][part]
            for wrong in ([], lists[:-1], [*lists, lists[0]], [[*x, "0"] for x in lists]):
                assert verdict(at(data, "scenarios", s, part, to=wrong)) == "malformed"
    for wrong in ([], data["prices"][1:], [*data["prices"], "0"]):
        assert verdict(changed(data, prices=wrong)) == "malformed"


def test_numbers_without_quotes_lead_to_no_float():
    """-1/3 as a double is above -1/3, by 2^-54 or so."""
    data = eigenvalue(R2, TWO, THREE, [[F(1), F(0)], [F(0), F(1)], [F(0), F(1)]], F(15, 8), [])
    data["objective"]["contrasts"] = [[1, 0], [0, 1], [0, 1]]
    data["scenarios"][0] |= {"prior": [1, 0], "weight": 1, "offset": 0, "tangents": [[0, 0]] * 3}
    data = {**data, "prices": [0, 0]}
    assert F(-1 / 3) > F(-1, 3)
    assert verdict(shifted(data, value=F(10), bound=F(-1 / 3))) in ("refuted", "malformed")
    assert verdict(shifted(data, value=F(10), bound=F(-1, 3))) in ("verified", "malformed")


def test_a_prior_of_zero_gives_no_infinite_utility():
    """For delta > 0 a report of truth 0 alone has no probability under the prior (0, 1)."""
    rows = dominating(THREE, TENTH)
    data = proportion(THREE, [F(1, 2)], rows=rows, delta=TENTH)
    data["scenarios"][0]["prior"] = ["0", "1"]
    low = shifted(data, value=F(10**6), bound=F(-(10**6)))
    assert verdict(low) == "refuted" and check(low).reason == "the utility is infinite"
    none = at(low, "scenarios", 0, "tangents", to=[["0", "0"]])
    assert verdict(none) == "verified"
    some = at(low, "scenarios", 0, "tangents", to=[["0", "1"]])  # v.(1, 0) = 0
    assert verdict(shifted(some, prices=["9", "9"])) == "verified"
    assert verdict(shifted(some, prices=["9", "9"], bound=F(1, 10**9))) == "refuted"


def test_an_eigenvalue_is_judged_by_dominance():
    """Of three truths with a skewed prior: what is left over is not dominant, nor semidefinite."""
    cov = covariance(R3, SKEW)
    gap = lambda value: [  # noqa: E731
        [value * (i == j) - x for j, x in enumerate(row)] for i, row in enumerate(cov)
    ]
    low, high = F(0), F(100)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if is_semidefinite(gap(middle)) else (middle, high)
    d = [F(1), F(1), F(-2)]
    data = eigenvalue(R3, SKEW, THREE, [d], high, [])
    assert verdict(data) == "refuted"
    assert verdict(shifted(data, value=high * 2)) == "verified"
    assert verdict(shifted(data, value=low)) == "refuted"


def test_the_vertices_of_the_region_are_tables():
    """Every vertex with three reports: its own certificate, with the gap to the best one."""
    for rows in vertices(3, THREE):
        if len(rows) == 3:
            data = variances("a-optimal", rows, [SKEW], THREE)
            assert verdict(data) == "verified"
            assert entry(data, "value") - entry(data, "gap") <= F(37, 9) <= entry(data, "value")
            assert dot([F(x) for x in data["weights"]], [F(1)] * 3) == 3
