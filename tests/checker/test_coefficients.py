"""Coefficients of a model: changed certificates are not verified, bounds are those of mpmath."""

from __future__ import annotations

import copy
from fractions import Fraction

import mpmath
import pytest

import rropt as rr
from rropt.checker import check
from rropt.checker.coefficients import places_of, read_guess, variances
from rropt.checker.plain import proves
from rropt.checker.private_table import table_of
from rropt.checker.verdict import Malformed, Size
from tests.certificates import write
from tests.design.engine.test_model_design import ALL, ALL_AVERAGE, ALL_WORST, THREE


@pytest.mark.parametrize(
    ("place", "change", "verdict"),
    [
        (("value",), "1", "refuted"),
        (("bound",), "500", "refuted"),
        (("scenarios", 0, "tangents", 0, 1), "1", "refuted"),
        (("scenarios", 0, "estimators", 0, 0, 0), "1", "refuted"),
        (("prices", 0), "-100", "refuted"),
        (("scenarios", 0, "contrasts", 0, 2), "1", "refuted"),
        (("scenarios", 0, "points", 0, 2, 1, 0), "1", "refuted"),
        (("scenarios", 0, "points", 0, 0), "3/4", "malformed"),
        (("scenarios", 0, "points", 0, 1, 0), "1", "malformed"),
        (("scenarios", 0, "weight"), "1/2", "malformed"),
        (("objective", "name"), "log-determinant", "malformed"),
        (("cover", "proof"), "line", "malformed"),
        (("weights", 0), "1", "refuted"),
    ],
)
def test_changed_certificates_are_not_verified(place, change, verdict):
    assert changed(rr.optimal(rr.LocalDP("1/2"), THREE), place, change) == verdict


def changed(design, place, change):
    """The verdict on its certificate with another entry."""
    return check(with_entry(design.certificate.data, place, change)).verdict


def with_entry(given, place, change):
    """Another entry; the gap follows value and bound."""
    data = copy.deepcopy(given)
    at = data
    for step in place[:-1]:
        at = at[step]
    assert at[place[-1]] != change
    at[place[-1]] = change
    if place == ("bound",) or place == ("value",):
        gap = Fraction(data["value"]) - Fraction(data["bound"])
        data["gap"] = str(gap if data["objective"]["name"] == "coefficients" else -gap)
    return data


@pytest.mark.everything
@pytest.mark.parametrize(
    ("place", "change", "verdict"),
    [
        (("value",), "-10", "refuted"),
        (("bound",), "-30", "refuted"),
        (("objective", "over"), None, "malformed"),
        (("objective", "over"), "least", "malformed"),
        (("objective", "over"), "worst-group", "malformed"),
        (("objective", "name"), "coefficients", "refuted"),
        (("prices", 0), "-100", "refuted"),
        (("prices", 0), "1/2", "refuted"),
        (("scenarios", 0, "contrasts", 0, 1), "1", "refuted"),
        (("scenarios", 0, "contrasts", 0, 0), "0", "refuted"),
        (("scenarios", 0, "tangents", 0, 1), "1", "refuted"),
        (("scenarios", 1, "tangents", 3, 3), "100", "refuted"),
        (("scenarios", 1, "estimators", 2, 0, 0), "1", "refuted"),
        (("scenarios", 1, "weight"), "1/3", "malformed"),
    ],
)
def test_changed_determinants_are_not_verified(place, change, verdict):
    assert changed(rr.optimal(rr.LocalDP("1/2"), ALL_AVERAGE), place, change) == verdict


@pytest.mark.parametrize("objective", [ALL, ALL_AVERAGE, ALL_WORST])
def test_bounds_of_determinants_are_those_of_fifty_digits(objective):
    """The certificate's logarithms, evaluated again by mpmath."""
    data = rr.optimal(rr.LocalDP("1/2"), objective).certificate.data
    with mpmath.workdps(50):
        m = len(data["scenarios"][0]["contrasts"])
        bound = m * mpmath.log(number(sum(map(Fraction, data["prices"]))) / m)
        for at in data["scenarios"]:
            diagonal = [Fraction(v[i]) for i, v in enumerate(at["tangents"])]
            logs = [2 * mpmath.log(abs(number(x))) for x in diagonal]
            bound -= number(Fraction(at["weight"])) * sum(logs)
        told = number(Fraction(data["bound"]))
        assert bound <= told <= bound + mpmath.mpf(10) ** -25


def number(x):
    return mpmath.mpf(x.numerator) / x.denominator


PRIVACY = {"gamma": "3", "delta": "0"}
HALF = Fraction(1, 2)


def slope():
    """One point, p = (1/2, 1/2), derivative (-1, 1): the Fisher information about a share.

    Warner's rows (3/4, 1/4), (1/4, 3/4) have D'r = -1/2, 1/2 and p.r = 1/2: I = 1/2 + 1/2 = 1.
    z = -1, 1 is unbiased, sum z^2 p.r = 1. v = 1: u(r) = (r_1 - r_0)^2 / ((r_0 + r_1)/2) is at most
    2 * 4 / 4 = 2 at (3, 1), covered by prices of 1/2: 2 c.v - 1 = 1.
    """
    point = [Fraction(1), [HALF, HALF], [[Fraction(-1)], [Fraction(1)]]]
    guess = {
        "weight": Fraction(1),
        "points": [point],
        "contrasts": [[Fraction(1)]],
        "estimators": [[[Fraction(-1), Fraction(1)]]],
        "tangents": [[Fraction(1)]],
    }
    return write(
        {
            "format": "rropt-certificate/2",
            "kind": "gradient",
            "objective": {"name": "coefficients"},
            "privacy": PRIVACY,
            "scenarios": [guess],
            "patterns": [[Fraction(3), Fraction(1)], [Fraction(1), Fraction(3)]],
            "weights": [Fraction(1, 4), Fraction(1, 4)],
            "prices": [HALF, HALF],
            "cover": {"proof": "extremes"},
            "value": Fraction(1),
            "bound": Fraction(1),
            "gap": Fraction(0),
        }
    )


def test_a_certificate_by_hand_is_proved_and_verified():
    assert proves(slope())
    verdict = check(slope())
    assert verdict.verdict == "verified" and "reaches it" in verdict.statement


NEAR = [
    (("value",), "99/100"),
    (("bound",), "101/100"),
    (("gap",), "1"),
    (("prices", 0), "2/5"),
    (("weights", 0), "1/5"),
    (("privacy", "gamma"), "2"),
    (("privacy", "gamma"), "4"),
    (("scenarios", 0, "estimators", 0, 0, 0), "-2"),
    (("scenarios", 0, "tangents", 0, 0), "2"),
    (("scenarios", 0, "contrasts", 0, 0), "2"),
]
"""Another entry, with which nothing is proved: stronger claims first."""


@pytest.mark.parametrize(("place", "wrong"), NEAR)
def test_near_misses_are_neither_proved_nor_verified(place, wrong):
    data = with_entry(slope(), place, wrong)
    assert proves(data) is False and check(data).verdict == "refuted"


def test_offsets_and_priors_are_of_other_scenarios():
    """A guess has none, and a prior no points: every key that is not its own is malformed."""
    data = slope()
    (guess,) = data["scenarios"]
    for key in ("offset", "prior", ""):
        assert check(data | {"scenarios": [guess | {key: "0"}]}).verdict == "malformed"
    prior = {"prior": ["1/2", "1/2"], "weight": "1", "offset": "0"}
    prior |= {"estimators": [["-1", "1"]], "tangents": [["0", "1"]]}
    assert check(data | {"scenarios": [prior]}).verdict == "malformed"
    assert check(data | {"objective": {"name": "a-optimal"}}).verdict == "malformed"
    for key in ("contrasts", ""):
        more = data["objective"] | {key: [["1"]]}
        assert check(data | {"objective": more}).verdict == "malformed"


@pytest.mark.parametrize("over", ["group", "", None])
def test_a_model_is_over_guesses_or_of_one(over):
    data = slope()
    assert check(data | {"objective": data["objective"] | {"over": over}}).verdict == "malformed"
    several = data | {"scenarios": [data["scenarios"][0] | {"weight": "1/2"}] * 2}
    assert check(several).verdict == "malformed"


OF_WARNER = table_of([[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]])
POINT = [Fraction(1), [HALF, HALF], [[Fraction(-1)], [Fraction(1)]]]
GUESS = {
    "weight": Fraction(1),
    "points": [POINT],
    "contrasts": [[Fraction(1)]],
    "estimators": [[[Fraction(-1), Fraction(1)]]],
    "tangents": [[Fraction(1)]],
}


def guess(**changes):
    return read_guess(GUESS | changes, OF_WARNER, Size(10, 64))


def test_a_guess_is_read_as_the_file_has_it():
    """Numbers (-1, 1) have the means -1/2, 1/2; along D = (-1, 1) that is 1."""
    at = guess()
    at.verify_estimators()
    assert at.moments == [1] and at.own == 1 and at.proved == 2
    assert places_of(at) == [POINT]
    assert variances("c").startswith("a sum of c'I^-1 c over c, I the information of one")


@pytest.mark.parametrize(
    "changes",
    [
        {"points": []},
        {"points": [[HALF, *POINT[1:]]]},
        {"points": [[Fraction(-1), *POINT[1:]], [Fraction(2), *POINT[1:]]]},
        {"points": [[Fraction(1), [HALF, Fraction(1, 3)], POINT[2]]]},
        {"points": [[*POINT[:2], [[Fraction(1), Fraction(2)], [Fraction(1), Fraction(2)]]]]},
        {"estimators": []},
        {"estimators": [[[Fraction(-1)]]]},
        {"tangents": [[Fraction(1), Fraction(1)]]},
        {"offset": Fraction(0)},
    ],
)
def test_another_form_is_malformed(changes):
    with pytest.raises(Malformed):
        guess(**changes)
