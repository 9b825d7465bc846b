"""Designs with a linear utility under any privacy: values, certificates, words, refusals."""

from __future__ import annotations

import random
from fractions import Fraction
from fractions import Fraction as F
from math import log

import pytest

import rropt as rr
from rropt import (
    FDivergence,
    Guess,
    LocalDP,
    MutualInformation,
    Trace,
    Variance,
    optimal,
)
from rropt.checker import check
from rropt.design.answer import ends
from rropt.exact import InputError
from rropt.privacy import Privacy


def approximately(design) -> float:
    return float(ends(design.value)[0])


def test_unrestricted_variance_beats_two_answers() -> None:
    design = optimal(LocalDP("1/2", "1/10"), Variance("1/4"))
    assert approximately(design) == pytest.approx(1.3287843244, abs=1e-9)
    assert design.gap < Fraction(1, 10**15)


def test_irrational_gamma_is_private_below_and_bounded_above() -> None:
    privacy = LocalDP("1/2")
    design = optimal(privacy, Trace(3))
    assert design.channel.profile(privacy.gamma.lo) == 0
    assert 0 < design.gap < Fraction(1, 10**15)


@pytest.mark.parametrize(
    "privacy, objective, outputs, words",
    [
        (LocalDP(1), Variance(0), None, "prior must lie strictly between 0 and 1"),
        (LocalDP(1), Trace(4), 1, "outputs must be a whole number of at least 2"),
        (LocalDP(1, "1/9"), FDivergence("chi-square"), None, "delta must be 0 for chi-square"),
        (LocalDP(1), MutualInformation(["1/25"] * 24 + ["1/25"]), None, None),
    ],
)
def test_bad_input_in_one_line(privacy, objective, outputs, words) -> None:
    if words is None:
        assert optimal(privacy, objective, outputs).gap < Fraction(1, 10**15)
        return
    with pytest.raises(InputError, match=words):
        optimal(privacy, objective, outputs)


def test_a_variance_is_one_over_the_information_that_was_certified() -> None:
    design = optimal(LocalDP.from_gamma(3), Variance("1/4"))
    assert Fraction(design.certificate.data["bound"]) == 1 / design.bound


def test_no_useful_table_over_two() -> None:
    with pytest.raises(InputError, match="denominator must be larger: no useful private table"):
        optimal(LocalDP.from_gamma("3/2"), Variance("1/4"), denominator=2)


def test_a_table_of_orbits_cannot_be_rounded() -> None:
    with pytest.raises(InputError, match="small enough to be written out"):
        optimal(LocalDP.from_gamma(3), Trace(1000), denominator=10**6)


@pytest.mark.parametrize("total", [None, 10, 20])
def test_fewer_reports_than_are_proved_are_refused_over_a_denominator_too(total) -> None:
    """A constant report was given, where (1, 1/10, 1) and (0, 9/10, 0) are over 1/10 and tell the
    second truth from the others."""
    levels = Privacy([[1, "oo", 5], ["oo", 1, "oo"], [9, 10, 1]])
    with pytest.raises(InputError, match="at least 3, the reports of the optimum"):
        optimal(levels, MutualInformation(["1/3", "1/3", "1/3"]), 2, total)
    guess = optimal(levels, Guess(["1/3", "1/3", "1/3"]), 2, total)
    assert guess.value == Fraction(19, 30) and guess.channel.shape == (2, 3)


def test_too_few_outputs_for_a_trace_are_refused_before_the_work() -> None:
    with pytest.raises(InputError, match="at least 1000000000, the reports"):
        optimal(LocalDP.from_gamma(3), Trace(10**9), outputs=3)
    assert optimal(LocalDP.from_gamma(3), Trace(4), outputs=4).value == 2


A = ["2/5", "3/10", "1/5", "1/10"]
TWO = Privacy([[1, 3], ["3/2", 1]])
TWO_DELTAS = Privacy([[1, 3], ["3/2", 1]], [[0, "1/10"], ["1/50", 0]])
STAR = [[1 if a == b else 2 if 0 in (a, b) else 4 for b in range(4)] for a in range(4)]
SEVEN = [F(n, 49) for n in (1, 9, 10, 4, 8, 5, 12)]


@pytest.mark.parametrize(
    ("privacy", "objective", "outputs", "value"),
    [
        (TWO, rr.Variance("1/3"), None, F(49, 18)),
        (TWO, rr.Variance("1/3"), 2, F(49, 18)),
        (TWO_DELTAS, rr.Variance("1/3"), None, F(4900, 2529)),
        (rr.MetricDP.path("ln(3/2)"), rr.COptimal([F(n, 15) for n in (5, 4, 3, 2, 1)],
                                                  [-2, -1, 0, 1, 2]), None, F(2206, 225)),
        (rr.Blocks([[0, 1], [2, 3]], "oo", "ln(2)"), rr.Guess(A), None, F(8, 15)),
        (rr.HighLow([0], "ln(3)"), rr.AOptimal(A), None, F(13, 10)),
        (Privacy(STAR), rr.Guess(A), None, F(7, 15)),
        (rr.LocalDP("ln(3)", "1/10"), rr.Guess(SEVEN), None, F(449, 980)),
    ],
    ids=["two", "card", "two-deltas", "path", "blocks", "high-low", "star", "delta"],
)  # fmt: skip
def test_printed_values_are_certified(privacy, objective, outputs, value):
    design = rr.optimal(privacy, objective, outputs)
    assert design.value == value
    assert abs(float(design.bound) - float(value)) < 1e-9
    assert design.certificate.check().verdict == "verified"


@pytest.mark.parametrize(
    ("privacy", "objective", "value"),
    [
        (Privacy([[1, "oo"], [2, 1]]), rr.MutualInformation(["3/4", "1/4"]), 0.14170285273802),
        (rr.MetricDP.path("ln(2)"), rr.AOptimal(A), 10.8779505187575),
    ],
)
def test_irrational_values_are_certified(privacy, objective, value):
    design = rr.optimal(privacy, objective)
    assert float(design.bound) == pytest.approx(value, rel=1e-12)
    assert design.gap < F(1, 10**9)


@pytest.mark.parametrize(
    "objective",
    [
        rr.Variance("1/3"),
        rr.MutualInformation(["2/3", "1/3"]),
        rr.FDivergence("total-variation"),
        rr.FDivergence("hellinger"),
        rr.AOptimal(["2/3", "1/3"]),
    ],
    ids=lambda objective: objective.name,
)
def test_two_truths_without_a_delta_have_one_table_for_all(objective):
    design = rr.optimal(TWO, objective)
    assert sorted(design.channel.rows) == [(F(3, 7), F(1, 7)), (F(4, 7), F(6, 7))]
    assert design.certificate.data["universal"]
    assert "private mechanism is C P" in design.certificate.check().statement
    assert any("every objective" in note for note in design.notes)


@pytest.mark.parametrize("prior", ["0,1", "0,0,1"])
def test_nothing_is_told_about_a_truth_that_is_certain(prior):
    """The bound is zero too: rounded, it was 1e-36, which is infinitely far from a value of 0."""
    design = rr.optimal(rr.LocalDP(1), rr.MutualInformation(prior))
    assert (design.value, design.bound) == (0, 0)


def test_a_universal_claim_of_another_table_is_refuted():
    data = rr.optimal(TWO, rr.Guess(["1/2", "1/2"]), denominator=100).certificate.data
    assert "universal" not in data and check(data).verdict == "verified"
    assert check({**data, "universal": True}).verdict == "refuted"


def test_a_multiplier_moved_a_little_is_refuted():
    data = rr.optimal(Privacy(STAR), rr.Guess(A)).certificate.data
    lists = [list(map(list, row)) for row in data["cover"]["multipliers"]]
    first = next(row for row in lists if row)
    first[0][2] = str(F(first[0][2]) + F(1, 10**6))
    assert check(data).verdict == "verified"
    changed = {**data, "cover": {"proof": "actions", "multipliers": lists}}
    assert check(changed).verdict == "refuted"


def test_a_matrix_with_one_number_is_that_number():
    number = rr.optimal(rr.LocalDP("ln(3)"), rr.Guess(A))
    matrix = rr.optimal(Privacy([[1 if a == b else 3 for b in range(4)] for a in range(4)]),
                        rr.Guess(A))  # fmt: skip
    assert matrix.certificate == number.certificate and matrix.channel == number.channel


def test_labels_travel_with_the_design_and_name_truths():
    design = rr.optimal(rr.OneSided(["yes"], 1), rr.Variance("1/4"), truths=["no", "yes"])
    assert design.channel.truths == ("no", "yes")
    assert "under yes as under no" in str(design)
    with pytest.raises(rr.InputError, match="2 different labels"):
        rr.optimal(rr.OneSided(["yes"], 1), rr.Variance("1/4"), truths=["no", "yes", "maybe"])


def test_losses_are_reported_as_losses():
    design = rr.optimal(
        rr.MetricDP.path("ln(2)"), rr.Loss([[0, 1, 2], [1, 0, 1], [2, 1, 0]], ["1/3"] * 3)
    )
    assert design.value == design.bound == F(5, 9)


def test_tables_over_whole_numbers_keep_every_bound():
    for objective in (rr.Guess(["2/3", "1/3"]), rr.AOptimal(["2/3", "1/3"])):
        design = rr.optimal(TWO, objective, denominator=100)
        assert TWO.satisfied_by(design.channel)
        assert design.certificate.check().verdict == "verified"
    card = rr.optimal(TWO, rr.Variance("1/3"), 2, 52)
    assert TWO.satisfied_by(card.channel) and card.channel.denominator in (52, 26, 13, 4, 2)


def test_reports_of_every_kind_name_the_matrix():
    design = rr.optimal(rr.MetricDP.path("1/2"), rr.AOptimal(A))
    data = design.to_json()
    assert data["gamma"][0][0] == "1" and len(data["above"]) == 4 and data["epsilon"] == "1/2"
    assert data["closed_form"] is None
    assert "metric" in str(design) and "metric" in design._repr_html_()


def test_more_reports_than_allowed_are_refused():
    with pytest.raises(rr.InputError, match="outputs"):
        rr.optimal(rr.MetricDP.path("ln(2)"), rr.AOptimal(A), outputs=3)


def test_a_matrix_on_other_truths_is_refused():
    with pytest.raises(rr.InputError, match="privacy must be a matrix on 2 truths"):
        rr.optimal(Privacy(STAR), rr.Guess(["1/2", "1/2"]))


@pytest.mark.everything
def test_eight_truths_of_a_generic_matrix_fit_into_a_certificate():
    """C(14, 7) = 3432 patterns of seven or eight different entries are 27,000 logarithms."""
    rng = random.Random(5)
    entries = [[F(rng.randint(20000, 40000), 10000) for _ in range(8)] for _ in range(8)]
    matrix = [[F(1) if a == b else x for b, x in enumerate(row)] for a, row in enumerate(entries)]
    design = rr.optimal(Privacy(matrix), rr.MutualInformation([F(n, 36) for n in range(1, 9)]))
    assert design.gap < F(1, 10**20) and design.channel.shape[1] == 8


@pytest.mark.everything
def test_information_of_many_equal_shares_is_told_in_blocks(tmp_path):
    """ln k and its loss by hand: of d sets at gamma and k - d at one, with the best d of all."""
    k, g = 150, 2.0
    problem = rr.LocalDP.from_gamma(2), rr.MutualInformation([Fraction(1, k)] * k)
    design = rr.optimal(*problem, outputs=4050)
    told = max(d * g / (d * g + k - d) * log(g) - log((d * g + k - d) / k) for d in range(1, k))
    assert float(design.value) == pytest.approx(told, rel=1e-12)
    assert design.channel.shape == (4050, k) and design.check().verdict == "verified"
    design.save(tmp_path / "study.json")
    assert rr.load(tmp_path / "study.json").blocks == design.blocks
    with pytest.raises(rr.InputError, match="at least 4050"):
        rr.optimal(*problem, outputs=4049)


@pytest.mark.everything
def test_blocks_too_long_for_a_certificate_give_way_to_all_sets():
    privacy = rr.LocalDP.from_gamma(2 + Fraction(1, 3**300))
    design = rr.optimal(privacy, rr.MutualInformation([Fraction(1, 500)] * 500))
    assert not design.blocks and design.check().verdict == "verified"
