"""Designs for variances and divergences whose certificates Coq decides: forged ones are refused."""

from __future__ import annotations

import pytest
from rropt.proofs.kernel import theorem_of_ratios

import rropt as rr
from rropt.utility.curved import VarianceOverInterval
from tests.checker import test_protected_classes
from tests.proofs.kernel_forgeries import (
    STRONGER_CLAIMS,
    answers,
    assert_accepted,
    assert_refused,
    biased_estimator,
    certificate,
    cheaper_price,
    lowered_bound,
    lowered_value,
    needs_coq,
    raised_bound,
    raised_value,
)

ROWS = [["1", "3", "4"], ["2", "1", "3"], ["4", "3", "1"]]
SKEWED = ["1/2", "1/4", "1/4"]


def designs():
    """One number, a delta, a matrix; one prior, the worst of two; prices of a divergence."""
    return {
        "shares": rr.optimal(rr.LocalDP("1/2"), rr.AOptimal(SKEWED)),
        "contrast, delta": rr.optimal(
            rr.LocalDP("ln(3)", "1/20"), rr.COptimal(SKEWED, contrast=[1, 0, 0])
        ),
        "shares, matrix": rr.optimal(rr.Privacy(ROWS), rr.AOptimal(SKEWED)),
        "worst of two": rr.optimal(
            rr.LocalDP("ln(3)"), rr.Minimax([["3/4", "1/4"], ["1/3", "2/3"]], contrast=[0, 1])
        ),
        "worst group": rr.optimal(rr.LocalDP("ln(3)"), rr.AOptimal("worst", 3, "group")),
        "worst population": rr.optimal(rr.LocalDP("ln(3)"), rr.AOptimal("worst", 3)),
        "a class": rr.optimal(rr.LocalDP("1/2"), rr.AOptimal(["1/3"] * 3)),
        "worst prevalence": rr.optimal(rr.LocalDP("ln(3)"), VarianceOverInterval("1/20", "1/5")),
        "chi-square, matrix": rr.optimal(rr.Privacy(ROWS), rr.FDivergence("chi-square", (0, 2), 3)),
        "Le Cam, delta": rr.optimal(rr.LocalDP("ln(3)", "1/10"), rr.FDivergence("le-cam")),
    }


FORGERIES = (*STRONGER_CLAIMS, biased_estimator)


@pytest.mark.everything
@needs_coq
def test_certificates_of_designs_are_accepted(folder):
    assert_accepted(folder, theorem_of_ratios, designs())


def by_hand():
    """Warner's device at gamma 3 for a share of 1/4: p (1 - p) / (1/2)^2 at p = 3/8 is 15/16.

    The tangent (-3/4, 1) gains 2 - 1/16 and the prices (-3/16, 19/16) take 1: 15/16 is left.
    """
    return {
        "format": "rropt-certificate/2",
        "kind": "gradient",
        "privacy": {"gamma": "3", "delta": "0"},
        "objective": {"name": "variance", "contrasts": [["0", "1"]]},
        "scenarios": [
            {
                "prior": ["3/4", "1/4"],
                "weight": "1",
                "offset": "0",
                "estimators": [["-1/2", "3/2"]],
                "tangents": [["-3/4", "1"]],
            }
        ],
        "patterns": [["3/4", "1/4"], ["1/4", "3/4"]],
        "weights": ["1", "1"],
        "prices": ["-3/16", "19/16"],
        "value": "15/16",
        "bound": "15/16",
        "gap": "0",
        "cover": {"proof": "line"},
    }


@pytest.mark.everything
@needs_coq
def test_forged_certificates_are_refused(folder):
    assert_refused(folder, theorem_of_ratios, by_hand(), FORGERIES)


def unprotected(data):
    """Of a truth less, which may then be told for sure."""
    data["privacy"]["protected"].pop()


@pytest.mark.everything
@needs_coq
def test_protected_truths_are_levels_beside_reports_of_one_truth(folder):
    data = test_protected_classes.contrast()
    assert_refused(folder, theorem_of_ratios, data, (cheaper_price, unprotected))
    (accepted,) = answers(folder, theorem_of_ratios, [test_protected_classes.response("a-optimal")])
    assert accepted


def of_a_divergence():
    """The rows (3, 1) and (1, 3), 1/4 of each, have (2^2 / 1 + 2^2 / 3) / 4 = 4/3: the prices."""
    return {
        "format": "rropt-certificate/2",
        "kind": "prices",
        "privacy": {"gamma": [["1", "3"], ["3", "1"]], "delta": "0"},
        "truths": 2,
        "utility": {"name": "chi-square", "pair": [0, 1]},
        "patterns": [["3", "1"], ["1", "3"]],
        "weights": ["1/4", "1/4"],
        "prices": ["4/3", "0"],
        "value": "4/3",
        "bound": "4/3",
        "gap": "0",
        "cover": {"proof": "extremes"},
    }


def no_level(data):
    """A report may then show that the truth is not 1, which is worth more than any number."""
    data["privacy"]["gamma"][0][1] = "oo"


@pytest.mark.everything
@needs_coq
def test_forged_divergences_are_refused(folder):
    changes = (raised_value, lowered_bound, cheaper_price, no_level)
    assert_refused(folder, theorem_of_ratios, of_a_divergence(), changes)


def of_a_group():
    """The same device for a group of whom a quarter is yes: p(1 - p)/(1/2)^2 less (1/4)(3/4)."""
    return by_hand() | {
        "objective": {"name": "variance", "contrasts": [["0", "1"]], "over": "group"},
        "value": "3/4",
        "bound": "3/4",
    }


@pytest.mark.everything
@needs_coq
def test_forged_groups_are_refused(folder):
    assert_refused(folder, theorem_of_ratios, of_a_group(), FORGERIES)


@pytest.mark.everything
@needs_coq
@pytest.mark.parametrize("respondents", ["group", "population"])
def test_forged_worst_cases_are_refused(folder, respondents):
    good = certificate(rr.optimal(rr.LocalDP("ln(3)"), rr.AOptimal("worst", 2, respondents)))
    assert_refused(folder, theorem_of_ratios, good, (raised_bound, lowered_value, cheaper_price))


@pytest.mark.everything
@needs_coq
def test_forged_classes_are_refused(folder):
    good = certificate(rr.optimal(rr.LocalDP("ln(3)"), rr.AOptimal(["1/3"] * 3)))
    assert good["kind"] == "symmetric"
    assert_refused(folder, theorem_of_ratios, good, STRONGER_CLAIMS)


def over_an_interval():
    """A prevalence from 1/4 to 1/2 at gamma 3: 3/4 of the reports, and p(1 - p), largest at 1/2.

    Warner's device has p(1 - p) + 3/4 there, 1. The tangent (-1, 1) gains 2 - 1/4; the rows (3, 1)
    and (1, 3) cost 4 / 2 = 2 each, so that prices of 1/2 pay.
    """
    at_half = by_hand()["scenarios"][0] | {"prior": ["1/2", "1/2"], "tangents": [["-1", "1"]]}
    return by_hand() | {
        "objective": {"name": "variance", "contrasts": [["0", "1"]], "interval": ["1/4", "1/2"]},
        "scenarios": [at_half],
        "prices": ["1/2", "1/2"],
        "value": "1",
        "bound": "3/4",
        "gap": "1/4",
    }


@pytest.mark.everything
@needs_coq
def test_forged_intervals_are_refused(folder):
    assert_refused(folder, theorem_of_ratios, over_an_interval(), FORGERIES)


def test_what_has_no_theorem_is_refused_in_words():
    many = certificate(
        rr.optimal(rr.LocalDP("ln(3)"), rr.AOptimal([f"{j}/36" for j in range(1, 9)]))
    )
    with pytest.raises(rr.InputError, match="lists the rows of at most"):
        theorem_of_ratios.theorem(many)
    numbers = certificate(rr.optimal(rr.LocalDP("ln(3)"), rr.Mean(low=0, high=1, points=3)))
    with pytest.raises(rr.InputError, match="sums of variances"):
        theorem_of_ratios.theorem(numbers)


def test_the_sentence_has_the_numbers_of_the_certificate():
    said = theorem_of_ratios.statement(by_hand())
    share = "no table that obeys the levels has a variance of the share of truth 1"
    reached = "below 15/16, and this table, private, has at most 15/16"
    assert said == f"{share} at the shares 3/4, 1/4 {reached}"
    worst = by_hand() | {"objective": {**by_hand()["objective"], "over": "worst-group"}}
    assert theorem_of_ratios.statement(worst) == f"{share} of the worst group {reached}"


def test_a_divergence_is_said_by_its_name():
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.FDivergence("le-cam"))
    said = theorem_of_ratios.statement(certificate(design))
    assert said.startswith("no table that obeys the levels has le-cam above 1/2, and this table")


def test_what_cannot_be_read_is_refused_in_words():
    with pytest.raises(rr.InputError, match="can be read: not a rational"):
        theorem_of_ratios.theorem(by_hand() | {"bound": "nearly one"})
