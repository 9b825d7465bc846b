"""Kind symmetric: covariances where truths of a class are not told apart."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import pytest

from rropt.checker import check
from rropt.checker.plain import proves
from tests.certificates import changed, write
from tests.gradients import determinant, solve, unit

F = Fraction
NAMES = "a-optimal", "d-optimal", "e-optimal"
OF_ROUNDED = "a-optimal", "e-optimal"


def subset_information(k: int, gamma: Fraction, high: int) -> list[list[Fraction]]:
    """sum r r' / (q.r) of the reports that name so many truths, all subsets written out."""
    subsets = list(combinations(range(k), high))
    mass = F(k) / (len(subsets) * (k + (gamma - 1) * high))
    found = [[F(0)] * k for _ in range(k)]
    for subset in subsets:
        row = [gamma if j in subset else F(1) for j in range(k)]
        for i in range(k):
            for j in range(k):
                found[i][j] += mass * row[i] * row[j] * k / sum(row)
    return found


def subsets(name: str, k: int, gamma: Fraction, high: int) -> dict:
    """The design of all subsets of one size at equal shares, with the dual at its information."""
    share, length = F(1, k), k + (gamma - 1) * high
    found = subset_information(k, gamma, high) if k < 7 else None
    spread = k * (gamma - 1) ** 2 * F(high * (k - high), k - 1) / length**2
    if found:
        assert found[0][0] - found[0][1] == spread
    tangents = {"own": [1 / spread], "means": [[F(1, k * k)]]}
    own, mean = 1 / spread**2, F(1, k**3)
    if name == "d-optimal":
        own, mean = 1 / spread, F(1, k * k)
    if name == "e-optimal":
        mean = F(0)

    def worth(size: int) -> Fraction:
        total = k + (gamma - 1) * size
        return own * (gamma - 1) ** 2 * F(size * (k - size)) / total + mean * k * total

    price = max(worth(size) / (k + (gamma - 1) * size) for size in range(k + 1))
    paid, sum_of_variances = k * price, (k - 1) / spread
    if name == "a-optimal":
        value, bound = sum_of_variances, 2 * sum_of_variances + share - paid
    elif name == "d-optimal":
        value = spread ** (1 - k)
        bound = k * (k / paid) ** k * spread ** (1 - k) / k
    else:
        value, bound = 1 / spread, (2 * sum_of_variances - paid) / (k - 1)
    data = {
        "format": "rropt-certificate/2",
        "kind": "symmetric",
        "privacy": {"gamma": gamma, "delta": "0"},
        "truths": [k],
        "objective": {"name": name},
        "prior": [share],
        "patterns": [[[[gamma, high], ["1", k - high]]]],
        "weights": [k / length],
        "tangents": tangents,
        "prices": [price],
        "value": value,
        "bound": bound,
        "gap": value - bound,
        "cover": {"proof": "extremes"},
    }
    if name == "e-optimal":
        data["directions"] = {"own": ["1"], "means": [["0"]]}
    return write(data)


def two_classes(name: str, delta: str = "0") -> dict:
    """Three truths of one share, one of them apart: k-ary response, with a poor dual."""
    third, own = F(1, 3), F(1, 4)
    means = [[F(1, 2), F(1, 4)], [F(1, 4), F(1, 2)]]
    data = {
        "format": "rropt-certificate/2",
        "kind": "symmetric",
        "privacy": {"gamma": "3", "delta": delta},
        "truths": [2, 1],
        "objective": {"name": name},
        "prior": [third, third],
        "patterns": [[[["3", 1], ["1", 1]], "1"], ["1", "3"]],
        "weights": [F(2, 5), F(1, 5)],
        "tangents": {"own": [own, "0"], "means": means},
        "prices": ["3", "5"],
        "value": "100",
        "bound": F(-100) if name != "d-optimal" else F(0),
        "cover": {"proof": "extremes"},
    }
    if delta != "0":
        data["pair_prices"] = [[0, 0, "1/7"], [0, 1, "1/5"], [1, 0, "2/3"]]
    if name == "e-optimal":
        data["directions"] = {"own": ["1", "0"], "means": [["1", "-1/2"], ["-1/2", "1/2"]]}
    return write({**data, "gap": 100 - data["bound"]})


STEP = F(1, 2**256)


def floored(x: Fraction) -> Fraction:
    return x // STEP * STEP


def rounded(name: str) -> dict:
    """All subsets of one size of three truths, with what is told of their information by hand: own
    to the step below, and the mean, which is 1 since J q = 1, less one step.
    """
    data = subsets(name, 3, F(3), 1)
    own, mean = floored(1 / F(data["tangents"]["own"][0])), 1 - STEP
    value = 1 / own
    if name == "a-optimal":
        # -1 / mean is rounded down once more, and less a step.
        value = 2 / own + (STEP - floored(-1 / mean)) / 3 - F(1, 3)
    return with_value(data | {"rounded": "down"}, value)


def with_value(data: dict, value: Fraction) -> dict:
    return changed(data, value=value, gap=value - F(data["bound"]))


def rounded_classes() -> dict:
    """Two classes, with the trace of the inverse of what is told of three rows by hand.

    The rows (3, 1, 1) and (1, 3, 1) with weight 1/5 are a class's average, (1, 1, 3) is alone.
    """
    third, fifth = F(1, 3), F(1, 5)
    own, a, b, d = (F(0) for _ in range(4))
    for low, high, alone, weight in ((F(2), F(2), F(1), 2 * fifth), (F(1), F(1), F(3), fifth)):
        chance = (low + high + alone) * third
        apart = F(2) if alone == 1 else F(0)
        own += floored(weight * apart / chance)
        a += floored(weight * low * high / chance) - 2 * STEP
        b += floored(weight * low * alone / chance)
        d += floored(weight * alone**2 / chance) - 2 * STEP
    # Of (a, b, 1, 0), (b, d, 0, 1), (1, 0, 0, 0), (0, 1, 0, 0) the first two are eliminated.
    second, beside = floored(d - b * b / a) - 3 * STEP, floored(-b / a)
    first = floored(floored(-1 / a) - 3 * STEP - beside**2 / second) - 2 * STEP
    last = floored(-3 * STEP - 1 / second) - 2 * STEP
    inverse = 1 / own - first / 2 - last
    return with_value(two_classes("a-optimal") | {"rounded": "down"}, inverse - third)


@cache
def samples() -> dict[str, dict]:
    """Right certificates of both kinds of classes."""
    found = {name: subsets(name, 3, F(3), 1) for name in NAMES}
    found |= {f"{name}, two classes": two_classes(name) for name in NAMES}
    found |= {f"{name}, delta": two_classes(name, "1/20") for name in NAMES}
    found["mean"] = of_the_mean(subsets("d-optimal", 3, F(3), 1))
    below = changed(found["mean"], bound=F(-1000), gap=F(found["mean"]["value"]) + 1000)
    found["mean, a bound below zero"] = below
    found |= {f"{name}, rounded": rounded(name) for name in OF_ROUNDED}
    found["worst population"] = at_worst(subsets("a-optimal", 3, F(3), 1), "worst-population")
    found["worst group"] = of_group(found["worst population"])
    found["mean, worst population"] = at_worst(found["mean"], "worst-population")
    return found | {"two classes, rounded": rounded_classes()}


def at_worst(data: dict, over: str) -> dict:
    """The same of all shares: equal ones are the worst."""
    return changed(data, objective=data["objective"] | {"over": over})


def of_group(data: dict) -> dict:
    """A group of one truth j alone has the second moments less 1, a population 1/3 less at equal
    shares: k-ary response of g = 3 has the moments 25/6 + 1/3.
    """
    assert F(data["value"]) == F(data["bound"]) == F(25, 6)
    group = at_worst(data, "worst-group")
    return changed(group, value=F(25, 6) - F(2, 3), bound=F(25, 6) - F(2, 3))


def of_the_mean(data: dict) -> dict:
    """The mean of k - 1 eigenvalues of all subsets of one size, which are the same."""
    tangent = F(data["tangents"]["own"][0])
    assert F(data["value"]) == F(data["bound"]) == tangent ** (data["truths"][0] - 1)
    mean = {"name": "d-optimal", "mean": "geometric"}
    return changed(data, objective=mean, value=tangent, bound=tangent, gap=F(0))


@cache
def near_misses() -> dict[str, dict]:
    """Each is wrong in one number."""
    found = {}
    for name in NAMES:
        data = subsets(name, 3, F(3), 1)
        tight = F(data["value"]), F(data["bound"])
        small = F(1, 10**9)
        below = changed(data, value=tight[0] - small, gap=tight[0] - small - tight[1])
        above = changed(data, bound=tight[1] + small, gap=tight[0] - small - tight[1])
        cheap = changed(data, prices=[F(data["prices"][0]) - small])
        found |= {f"{name}, value": below, f"{name}, bound": above, f"{name}, price": cheap}
        other = changed(data, patterns=[[[["3", 2], ["1", 1]]]], weights=["3/7"])
        found |= {f"{name}, another table": other}
        singular = changed(data, patterns=[["1"]], weights=["1"])
        found |= {f"{name}, no information": singular}
        found |= {f"{name}, gap": changed(data, gap=tight[0] - tight[1] + small)}
    mean = of_the_mean(subsets("d-optimal", 3, F(3), 1))
    tight, small = F(mean["value"]), F(1, 10**9)
    found["mean, value"] = changed(mean, value=tight - small, gap=-small)
    found["mean, opposite value"] = changed(mean, value=-tight, gap=-2 * tight)
    found["mean, bound"] = changed(mean, bound=tight + small, gap=-small)
    indefinite = {"own": ["1"], "means": [["-1"]]}
    found["directions"] = changed(subsets("e-optimal", 3, F(3), 1), directions=indefinite)
    none = {"own": ["0"], "means": [["0"]]}
    found["no directions"] = changed(subsets("e-optimal", 3, F(3), 1), directions=none)
    negative = {"own": ["-1"], "means": [["1"]]}
    found["tangents"] = changed(subsets("d-optimal", 3, F(3), 1), tangents=negative)
    found["a group as a population"] = at_worst(samples()["worst group"], "worst-population")
    for name in ("worst population", "worst group", "mean, worst population"):
        worst = samples()[name]
        tight = F(worst["value"])
        found[f"{name}, value"] = changed(worst, value=tight - small, gap=-small)
        found[f"{name}, bound"] = changed(worst, bound=tight + small, gap=-small)
    for name in OF_ROUNDED:
        exact = subsets(name, 3, F(3), 1)
        found[f"{name}, exact where it is rounded"] = exact | {"rounded": "down"}
        own = floored(1 / F(exact["tangents"]["own"][0])) + STEP
        up = {"a-optimal": 2 / own, "e-optimal": 1 / own}[name]
        found[f"{name}, rounded up"] = with_value(rounded(name), up)
    for name, data in samples().items():
        if name.endswith("rounded"):
            hair = with_value(data, F(data["value"]) - F(1, 10**120))
            found[f"{name}, a hair less"] = hair
    return found


@pytest.mark.parametrize("name", samples())
def test_right_ones_are_verified(name):
    verdict = check(json.dumps(samples()[name]))
    assert verdict.verdict == "verified", verdict
    assert proves(samples()[name])


@pytest.mark.everything
@pytest.mark.parametrize("name", near_misses())
def test_near_misses_are_refuted(name):
    assert check(json.dumps(near_misses()[name])).verdict == "refuted"
    assert not proves(near_misses()[name])


@pytest.mark.parametrize("name", NAMES)
def test_the_value_is_that_of_all_subsets(name):
    k, gamma = 5, F(5, 2)
    data, found = subsets(name, k, gamma, 2), subset_information(k, gamma, 2)
    if name == "a-optimal":
        diagonal = [solve(found, column)[j] for j, column in enumerate(unit(k))]
        assert F(data["value"]) == sum(diagonal) - F(1, k)
    elif name == "d-optimal":
        assert F(data["value"]) == k / determinant(found)
    else:
        apart = [F(1), F(-1), *[F(0)] * (k - 2)]
        assert solve(found, apart) == [F(data["value"]) * x for x in apart]


def test_the_sentence():
    verdict = check(json.dumps(samples()["mean"]))
    assert verdict.statement == (
        "no epsilon = ln 3 private mechanism on 3 truths has a geometric mean of the non-zero "
        "eigenvalues of the covariance of an unbiased estimator of the shares from one respondent "
        "at prior (3 x 1/3) below 25/12, and this table reaches it"
    )
    for name, whom in (("worst population", "priors"), ("worst group", "fixed groups")):
        said = check(json.dumps(samples()[name])).statement
        assert f"on 3 truths has a maximum over all {whom} of a trace of the covariance" in said
        assert "at prior" not in said
    verdict = check(json.dumps(subsets("a-optimal", 100, F(3), 25)))
    assert verdict.statement == (
        "no epsilon = ln 3 private mechanism on 100 truths has a trace of the covariance of an "
        "unbiased estimator of the shares from one respondent at prior (100 x 1/100) below "
        "29403/100, and this table reaches it"
    )


@pytest.mark.everything
@pytest.mark.parametrize("name", [*NAMES, "mean"])
@pytest.mark.parametrize("delta", ["0", "1/20"])
def test_random_duals_are_judged_as_by_the_specification(name, delta):
    """Bounds at, and next to, what random tangents and prices prove."""
    random = Random(f"{name} {delta}")
    verdicts = set()
    for _ in range(20):
        data = two_classes("d-optimal" if name == "mean" else name, delta)
        entry = F(random.randrange(-3, 5), 8)
        means = [[F(random.randrange(5), 8), entry], [entry, F(random.randrange(5), 8)]]
        data = changed(data, tangents={"own": [F(random.randrange(-1, 9), 8), "0"], "means": means})
        data = changed(data, prices=[F(random.randrange(12, 48), 4) for _ in range(2)])
        bound = random.choice([F(-50), F(-9), F(-1), F(1)])
        value = random.choice([F(1), F(4), F(30), F(100)])
        if name in ("d-optimal", "mean"):
            bound = random.choice([F(-1), F(0), F(1, 5000), F(1, 50)])
        if name == "mean":
            data = changed(data, objective={"name": "d-optimal", "mean": "geometric"})
            value = random.choice([F(-100), F(1), F(3), F(10)])
        data = changed(data, bound=bound, value=value, gap=value - bound)
        verdict = check(json.dumps(data)).verdict
        assert proves(data) == (verdict == "verified"), data
        verdicts.add(verdict)
    assert verdicts == {"verified", "refuted"}, verdicts


MALFORMED = {
    "no symmetry": {"tangents": {"own": ["1", "0"], "means": [["1", "0"], ["1", "1"]]}},
    "own of one truth": {"tangents": {"own": ["1", "1"], "means": [["1", "0"], ["0", "1"]]}},
    "a matrix of levels": {"privacy": {"gamma": [["1", "3"], ["3", "1"]], "delta": "0"}},
    "another objective": {"objective": {"name": "c-optimal"}},
    "a mean of a trace": {"objective": {"name": "a-optimal", "mean": "geometric"}},
    "another mean": {"objective": {"name": "d-optimal", "mean": "harmonic"}},
    "no mean": {"objective": {"name": "d-optimal", "mean": None}},
    "a mean as a name": {"objective": {"name": "mean"}},
    "a word more": {"objective": {"name": "a-optimal", "over": "average"}},
    "directions": {"directions": {"own": ["1", "0"], "means": [["1", "0"], ["0", "1"]]}},
    "a prior that does not add up": {"prior": ["1/3", "1/2"]},
    "one truth": {"truths": [1]},
    "rounded up": {"rounded": "up"},
    "rounded by a number": {"rounded": 256},
    "not rounded": {"rounded": None},
    "worst shares of two classes": {"objective": {"name": "a-optimal", "over": "worst-population"}},
    "a rounded determinant": {"objective": {"name": "d-optimal"}, "rounded": "down"},
}


@pytest.mark.parametrize("what", MALFORMED)
def test_what_is_malformed(what):
    data = changed(two_classes("a-optimal"), **MALFORMED[what])
    assert check(json.dumps(data)).verdict == "malformed"


@pytest.mark.parametrize(
    "name, over",
    [
        ("a-optimal", "group"),
        ("a-optimal", None),
        ("a-optimal", ["worst-group"]),
        ("d-optimal", "worst-group"),
        ("e-optimal", "worst-group"),
        ("e-optimal", "worst-population"),
    ],
)
def test_worst_shares_of_no_theorem_are_malformed(name, over):
    data = at_worst(subsets(name, 3, F(3), 1), over)
    assert check(json.dumps(data)).verdict == "malformed"


def test_worst_shares_have_no_others_beside_them():
    data = at_worst(subsets("a-optimal", 3, F(3), 1), "worst-population")
    assert check(json.dumps(data | {"shares": [["1/3"] * 3]})).verdict == "malformed"
    protecting = data["privacy"] | {"protected": [0]}
    assert check(json.dumps(data | {"privacy": protecting})).verdict == "malformed"
