"""Conditions and reports of single truths: both checkers give the same verdicts and sentences."""

from __future__ import annotations

import json
from fractions import Fraction as F
from random import Random

import pytest

import rropt as rr
from tests.certificates import TWO_LEVELS, changed, two_level_trace
from tests.checker import test_concentrated as concentrated
from tests.checker import test_conditions as of_checker
from tests.checker import test_cover_simplices as of_simplices
from tests.checker import test_levels_of_pairs as of_levels
from tests.checker import test_renyi as of_orders
from tests.checker import test_simplex_forms as of_forms
from tests.checker.test_cases_card import CARD
from tests.checker.test_condition_rays import random_conditions
from tests.report.test_second_checker import agree, engine

__all__ = ["engine"]

PRIOR = ["1/2", "1/4", "1/4"]
SEVERAL = [(3, "1/10"), (2, "1/5")]


def certificates():
    """By hand and from designs: every page that knows conditions or singles."""
    several = rr.Privacy([[1, SEVERAL], [SEVERAL, 1]])
    leakage = rr.LocalInformationPrivacy("1/2", PRIOR)
    harmless = rr.UtilityOptimized([0], "1")
    asked = [
        (several, rr.Variance("1/4")),
        (several, rr.MutualInformation(["1/4", "3/4"])),
        (several, rr.AOptimal(["1/4", "3/4"])),
        (leakage, rr.Guess(PRIOR)),
        (leakage, rr.MutualInformation(PRIOR)),
        (leakage, rr.EOptimal("worst", 3, "group")),
        (harmless, rr.Guess(PRIOR)),
        (harmless, rr.AOptimal(PRIOR)),
    ]
    found = [rr.optimal(*each).certificate.data for each in [*asked, *divergences()]]
    value = "1058/784"
    card = changed(CARD, value="851/784", bound="851/784", gap="0")
    return [
        *found,
        two_level_trace(),
        of_orders.order_two(),
        of_levels.singles(),
        card,
        changed(card, value=value),
    ]


def divergences():
    """Renyi budgets of several orders, and zCDP."""
    return [
        (rr.RenyiDP("3/2", "1"), rr.Guess(["1/4", "3/4"])),
        (rr.RenyiDP(1, "1/2"), rr.Guess(PRIOR)),
        (rr.ZeroConcentratedDP("1/2"), rr.Trace(2)),
    ]


@pytest.fixture(scope="module")
def listed():
    return certificates()


@pytest.mark.everything
def test_certificates_are_verified_by_both(engine, listed):
    verdicts = [agree(engine, json.dumps(data)) for data in listed]
    assert verdicts[:13] == ["verified"] * 13


@pytest.mark.everything
def test_simplices_are_told_alike(engine):
    """Right ones, cuts that are none or too coarse, fewer lines, prices that are a little lower."""
    cut = of_simplices.cut_of(F(1, 5))
    faults = (
        {},
        {"lines": 20},
        {"lines": "2"},
        {"cut": cut[:-1]},
        {"cut": [0]},
        {"cut": [2, 0, 0]},
        {"cut": [3, 0, 0]},
        {"cut": [*cut, 0]},
        {"cut": ["0"]},
        {"cut": 0},
    )
    for price in (F(1, 5), F(1, 20), F(9, 250), F(7, 200), F(1, 100)):
        for fault in faults:
            data = changed(of_simplices.le_cam(price), **of_simplices.cover(cut))
            agree(engine, json.dumps(changed(data, cover=data["cover"] | fault)))
        agree(engine, json.dumps(of_simplices.le_cam(price)))
    data = of_forms.with_forms().certificate.data
    cut = data["cover"]["cut"]
    for other in (cut, [min(x, 1) for x in cut], [1 if x == 0 else x for x in cut], [1]):
        agree(engine, json.dumps(of_forms.told(data, cut=other, lines=999)))
    for parts in ({"order": 3}, {"order": "3/2"}, {"order": "1", "most": ["1", "1"]}):
        agree(engine, json.dumps(of_simplices.le_cam(F(1), **parts)))
    agree(engine, json.dumps(changed(of_simplices.le_cam(F(1)), utility=of_simplices.LISTED)))
    for privacy in (rr.RenyiDP("3/2", 1), rr.ZeroConcentratedDP("1/2")):
        data = rr.optimal(privacy, rr.FDivergence("hellinger", (0, 2), 3)).certificate.data
        assert agree(engine, json.dumps(data)) == "verified"
    steep = rr.optimal(rr.RenyiDP(64, 3), rr.AOptimal(PRIOR)).certificate.data
    assert agree(engine, json.dumps(steep)) == "verified"
    # Its lines touch at ratios beyond 2^12.
    far = rr.optimal(rr.ZeroConcentratedDP(8), rr.FDivergence("hellinger")).certificate.data
    assert agree(engine, json.dumps(far)) == "verified"
    # Truths between the least and the largest of a contrast have no share and no price.
    between = rr.optimal(rr.RenyiDP(8, 1), rr.WorstCase([1, -1, 0, 2])).certificate.data
    assert agree(engine, json.dumps(between)) == "verified"
    for data in (far, between):
        fewer = data["cover"] | {"lines": data["cover"]["lines"] * 8 // 10}
        assert agree(engine, json.dumps(changed(data, cover=fewer))) == "refuted"


@pytest.mark.everything
@pytest.mark.parametrize("order", [1, "3/2", 2, "5/2", 7])
def test_forms_of_every_order_are_told_alike(engine, order):
    """Entropies of three truths; a tenth fewer lines are too few for both."""
    data = rr.optimal(rr.RenyiDP(order, "1/2"), rr.MutualInformation(PRIOR)).certificate.data
    assert agree(engine, json.dumps(data)) == "verified"
    fewer = changed(data, cover=data["cover"] | {"lines": data["cover"]["lines"] * 9 // 10})
    assert agree(engine, json.dumps(fewer)) == "refuted"


@pytest.mark.everything
@pytest.mark.parametrize("objective", [rr.DOptimal(PRIOR), rr.Minimax([PRIOR, PRIOR[::-1]])])
def test_simplices_under_tangents_are_told_alike(engine, objective):
    """Squares over one mean and over two; fewer lines, cheaper prices and other tangents."""
    data = rr.optimal(rr.RenyiDP(2, 2), objective, crosscheck=False).certificate.data
    assert agree(engine, json.dumps(data)) == "verified"
    fewer = data["cover"]["lines"] * 8 // 10
    other = json.loads(json.dumps(data))
    tangent = other["scenarios"][0]["tangents"][0]
    tangent[0] = str(F(tangent[0]) * F(9, 10))
    n, z = data["condition_prices"][0]
    cheaper = [[n, str(F(z) * F(99, 100))], *data["condition_prices"][1:]]
    for wrong in (
        changed(data, cover=data["cover"] | {"lines": fewer}),
        changed(data, cover=data["cover"] | {"cut": [0]}),
        changed(data, condition_prices=cheaper),
        other,
    ):
        assert agree(engine, json.dumps(wrong)) == "refuted"


def test_near_misses_of_orders_are_told_alike(engine):
    for data in (
        *of_orders.ALMOST,
        *concentrated.ALMOST,
        concentrated.certificate(concentrated.shown()),
        concentrated.of_thirty(concentrated.THIRTY),
        concentrated.of_thirty(concentrated.LAST_TOLD_APART),
    ):
        agree(engine, json.dumps(data))


def test_near_misses_are_told_alike(engine):
    rng = Random(24)
    for make, cases in (
        (two_level_trace, of_checker.test_near_misses),
        (of_levels.singles, of_levels.test_near_misses_of_singles),
    ):
        for parameters in cases.pytestmark[0].args[1]:
            parts = (
                parameters[0] if isinstance(parameters[0], dict) else {parameters[0]: parameters[1]}
            )
            agree(engine, json.dumps(changed(make(), **parts)))
    for fault in of_checker.test_a_condition_of_another_form_is_malformed.pytestmark[0].args[1]:
        conditions = [TWO_LEVELS[0] | fault, *TWO_LEVELS[1:]]
        data = changed(two_level_trace(), privacy={"conditions": conditions})
        assert agree(engine, json.dumps(data)) == "malformed"
    for seed in range(12):
        k = rng.choice([2, 3])
        privacy = {"conditions": random_conditions(Random(seed), k)}
        assert agree(engine, json.dumps(uninformative(privacy, k))) in ("verified", "refuted")


def uninformative(privacy, k):
    """The table of one report, and prices that may or may not cover a trace."""
    data = changed(two_level_trace(), privacy=privacy, truths=k)
    parts = {"patterns": [["1"] * k], "weights": ["1"], "prices": ["1"] * k, "value": "1"}
    return changed(data, **parts, condition_prices=[], bound=str(k), gap=str(k - 1))
