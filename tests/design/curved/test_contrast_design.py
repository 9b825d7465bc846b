"""One contrast on many truths, beside the search over all patterns and beside closed forms."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import pytest

import rropt as rr
from rropt.certificate import Certificate, LargeCertificate
from rropt.design.curved import contrast_design as page
from rropt.design.curved.contrast_design import class_shares, member_shares
from rropt.design.engine.ratio_design import ratio_optimum
from rropt.design.problem import Problem
from rropt.exact import InputError

THREE = rr.LocalDP.from_gamma(3)
TIGHT = F(1, 10**9)


def random_problem(seed, truths, gamma, entries=30):
    rng = Random(seed)
    masses = [rng.randint(1, 1000) for _ in range(truths)]
    prior = [F(mass, sum(masses)) for mass in masses]
    contrast = [rng.randint(-entries, entries) for _ in range(truths)]
    return Problem(rr.LocalDP.from_gamma(gamma), rr.COptimal(prior, contrast))


def relative_gap(design):
    return design.gap / design.bound


def falling(truths):
    return [F(truths - j, truths * (truths + 1) // 2) for j in range(truths)]


def test_twelve_numbers_of_a_falling_prior():
    """The value of an independent program."""
    design = rr.optimal(THREE, rr.COptimal(falling(12), range(12)))
    assert float(design.value) == pytest.approx(104.7385076702, abs=1e-8)
    assert relative_gap(design) < TIGHT
    assert design.channel.profile(F(3)) == 0
    assert design.certificate.data["cover"] == {"proof": "line"}


@pytest.mark.parametrize(("truths", "epsilon"), [(40, 1), (60, 3), (61, 1), (120, "1/200")])
def test_one_share_of_many_is_a_proportion(truths, epsilon):
    """Classes merge to two truths, on which a path over a line loses its digits."""
    prior, first = list(reversed(falling(truths))), [1] + [0] * (truths - 1)
    design = rr.optimal(rr.LocalDP(epsilon), rr.COptimal(prior, first))
    proportion = rr.optimal(rr.LocalDP(epsilon), rr.Variance(1 - prior[0]))
    assert relative_gap(design) < TIGHT
    assert float(design.value) == pytest.approx(float(proportion.value), rel=1e-12)


@pytest.mark.everything
@pytest.mark.parametrize("gamma", [F(11, 10), F(3), F(40)])
def test_few_truths_agree_with_the_search_over_all_patterns(gamma):
    problem = random_problem(7, 12, gamma)
    data = page._certificate(problem).data
    other = ratio_optimum(problem)
    assert F(data["bound"]) <= other.value[1]
    assert other.bound <= F(data["value"])
    assert F(data["gap"]) < F(data["bound"]) * F(1, 10**12)


@pytest.mark.everything
@pytest.mark.parametrize("gamma", [F(3, 2), F(3), F(10), F(1000)])
def test_random_priors_and_contrasts(gamma):
    problem = random_problem(11, 24, gamma)
    design = rr.optimal(problem.privacy, problem.objective)
    assert relative_gap(design) < TIGHT
    assert design.channel.profile(gamma) == 0


def test_two_values_are_a_proportion():
    """gamma / (gamma - 1)^2 + pi (1 - pi): Warner's table, however many truths there are."""
    prior = falling(14)
    design = rr.optimal(THREE, rr.COptimal(prior, [0] * 9 + [1] * 5))
    share = sum(prior[9:])
    exact = F(3, 4) + share * (1 - share)
    assert design.bound <= exact <= design.value
    assert relative_gap(design) < TIGHT


def test_a_shift_changes_nothing_and_a_stretch_squares():
    problem = random_problem(3, 13, F(3))
    contrast = [5 + 2 * x for x in problem.objective.contrast]
    moved = rr.optimal(THREE, rr.COptimal(problem.objective.scenarios[0].prior, contrast))
    design = rr.optimal(THREE, problem.objective)
    assert moved.bound <= 4 * design.value
    assert 4 * design.bound <= moved.value


def test_an_irrational_level():
    design = rr.optimal(rr.LocalDP(1), rr.COptimal(falling(13), range(13)))
    assert relative_gap(design) < TIGHT
    assert design.channel.profile(rr.LocalDP(1).gamma.lo) == 0


@pytest.mark.parametrize("gamma", [10**8, 10**13])
def test_many_truths_of_few_entries_are_answered_at_large_levels(gamma):
    """A table that tells the truth is worth the variance of the contrast."""
    contrast = [j % 11 for j in range(33)]
    design = rr.optimal(rr.LocalDP.from_gamma(gamma), rr.COptimal(falling(33), contrast))
    assert 0 <= relative_gap(design) < TIGHT
    mean = sum(c * q for c, q in zip(contrast, falling(33), strict=True))
    least = sum((c - mean) ** 2 * q for c, q in zip(contrast, falling(33), strict=True))
    assert least < design.value < least * (1 + F(40, gamma) + TIGHT)


@pytest.mark.everything
def test_sixty_entries_are_answered_at_gamma_a_million():
    """Where moved points came too close for doubles."""
    total = sum(F(1, j) for j in range(1, 61))
    prior = [1 / (j * total) for j in range(1, 61)]
    design = rr.optimal(rr.LocalDP.from_gamma(10**6), rr.COptimal(prior, list(range(60))))
    mean = sum(j * q for j, q in enumerate(prior))
    least = sum((j - mean) ** 2 * q for j, q in enumerate(prior))
    assert 0 <= relative_gap(design) < TIGHT
    assert least < design.value < least * F(1001, 1000)


def test_a_lower_price_is_refused():
    data = dict(rr.optimal(THREE, rr.COptimal(falling(12), range(12))).certificate.data)
    lower = F(1, 10**6)
    price, bound = F(data["prices"][3]) - lower, F(data["bound"]) + lower
    data["prices"] = [*data["prices"][:3], str(price), *data["prices"][4:]]
    data["bound"] = str(bound)
    data["gap"] = str(F(data["value"]) - bound)
    assert "do not cover" in Certificate(data).check().reason


def shares(truths):
    """Of truths in proportion to 1, 2, 3, ..."""
    total = truths * (truths + 1) // 2
    return [F(j, total) for j in range(1, truths + 1)]


@pytest.mark.parametrize("gamma", [F(10**9 + 1, 10**9), 10**4, 10**12])
def test_levels_near_one_and_far_from_it_leave_a_gap_of_rounding(gamma):
    """Of two to the eleventh patterns, by the search over all of them."""
    problem = Problem(rr.LocalDP.from_gamma(gamma), rr.COptimal(shares(11), list(range(11))))
    design = rr.optimal(problem.privacy, problem.objective)
    other = ratio_optimum(problem)
    assert other.bound <= design.value and design.bound <= other.value[1]
    assert design.gap < F(1, 10**12) * design.bound


def test_a_refusal_names_the_level_and_the_least_share(monkeypatch):
    monkeypatch.setattr(page, "optimum_of", lambda *_: None)
    objective = rr.COptimal(shares(11), list(range(11)))
    with pytest.raises(InputError, match=r"at gamma 1e\+08.*least share, 0.015"):
        rr.optimal(rr.LocalDP.from_gamma(10**8), objective)


def test_more_entries_than_the_search_takes_are_refused():
    with pytest.raises(InputError, match="at most 256 different entries, got 257"):
        rr.optimal(THREE, rr.COptimal([F(1, 257)] * 257, range(257)))


@pytest.mark.everything
@pytest.mark.parametrize("truths", [257, 2925])
def test_one_share_of_thousands_is_the_share_of_two_truths(truths):
    """Columns of the others may be replaced by their mean: Warner's device at its prevalence."""
    share = F(1, truths)
    design = rr.optimal(THREE, rr.COptimal([share] * truths, [1] + [0] * (truths - 1)))
    warner = share * (1 - share) + F(3, 16) / F(1, 2) ** 2
    assert design.value.lo <= warner * (1 + TIGHT) and design.value.hi >= warner * (1 - TIGHT)
    assert relative_gap(design) < TIGHT


def test_a_difference_among_thousands_is_that_of_three_truths():
    share, others = F(1, 1000), [0] * 998
    design = rr.optimal(THREE, rr.COptimal([share] * 1000, [1, -1, *others]))
    three = rr.optimal(THREE, rr.COptimal([share, share, 998 * share], [1, -1, 0]))
    assert abs(design.value.hi - three.value.hi) < TIGHT * three.value.hi


def test_a_certificate_that_is_too_large_is_called_so(monkeypatch):
    def refuse(_):
        raise LargeCertificate("too large")

    monkeypatch.setattr(page, "_certificate", refuse)
    with pytest.raises(InputError, match="too large"):
        rr.optimal(THREE, rr.COptimal([F(1, 20)] * 20, range(20)))


@pytest.mark.everything
def test_two_hundred_truths():
    design = rr.optimal(THREE, rr.COptimal(falling(200), range(200)))
    assert relative_gap(design) < TIGHT


@pytest.mark.everything
def test_files_that_would_be_too_large_are_refused_before_they_are_written(monkeypatch):
    """Falling shares of 2,500 truths with 90 numbers at epsilon 1/2."""

    def written(*_):
        raise AssertionError

    monkeypatch.setattr(page, "of_truths", written)
    numbers = [j % 90 for j in range(2500)]
    with pytest.raises(LargeCertificate, match=r"of 1\d\d reports of 2500 categories"):
        rr.optimal(rr.LocalDP("1/2"), rr.COptimal(falling(2500), numbers))


@pytest.mark.everything
def test_tables_of_many_entries_have_a_simple_number_just_below_gamma():
    """The square root of e is 1.64872127070012814...; two reports make up for rounding."""
    design = rr.optimal(rr.LocalDP("1/2"), rr.COptimal([F(1, 65)] * 65, range(65)))
    rows = [set(map(F, row)) for row in design.certificate.data["patterns"]]
    simple = [row for row in rows if len(row) == 2 and 1 in row]
    (high,) = set().union(*simple) - {1}
    assert len(rows) == len(simple) + 2
    assert high.denominator <= 10**8
    assert F("1.648721270700127") < high < F("1.6487212707001282")
    assert relative_gap(design) < F(1, 10**12)


@pytest.mark.long
def test_two_hundred_and_fifty_six_entries_at_equal_shares():
    """Their patterns with all signs of e were 7 MB, more than a checker takes."""
    design = rr.optimal(rr.LocalDP(1), rr.COptimal([F(1, 256)] * 256, range(256)))
    assert design.check().verdict == "verified"
    assert relative_gap(design) < F(1, 10**12)


def test_members_have_their_part_of_the_class_by_the_prior() -> None:
    prior = [F(1, 2), F(1, 8), F(1, 8), F(1, 4)]
    classes = [0, 1, 0, 1]
    assert class_shares(classes, prior) == [F(5, 8), F(3, 8)]
    parts = member_shares(classes, prior)
    assert parts == [F(4, 5), F(1, 3), F(1, 5), F(2, 3)]


def test_without_a_prior_or_without_mass_the_first_has_all() -> None:
    assert member_shares([0, 1, 0, 1], None) == [1, 1, 0, 0]
    assert member_shares([0, 1, 1], [F(1), F(0), F(0)]) == [1, 1, 0]


@pytest.mark.parametrize("delta", ["1/1000000", "1/10"])
def test_equal_entries_are_one_truth_with_a_delta_too(delta):
    """The share of a set of 24 categories is a proportion, which few patterns decide."""
    prior, entries = falling(24), [int(j % 3 == 0) for j in range(24)]
    privacy = rr.LocalDP(1, delta)
    design = rr.optimal(privacy, rr.COptimal(prior, entries))
    of_set = sum(q for q, x in zip(prior, entries, strict=True) if x)
    proportion = rr.optimal(privacy, rr.Variance(of_set))
    assert relative_gap(design) < F(1, 10**12)
    assert float(design.value) == pytest.approx(float(proportion.value), rel=1e-12)
    assert privacy.satisfied_by(design.channel)
    assert design.certificate.data["cover"]["classes"] == entries


def test_many_entries_with_a_delta_are_clamped_in_classes():
    """Eight values of 24 categories: no gap beyond that of eight truths."""
    privacy, values = rr.LocalDP(1, "1/1000000"), [j % 8 for j in range(24)]
    design = rr.optimal(privacy, rr.COptimal(falling(24), values))
    cover = design.certificate.data["cover"]
    assert cover["of_classes"]["proof"] == "clamped" and cover["classes"] == values
    assert relative_gap(design) < F(1, 1000)
    assert privacy.satisfied_by(design.channel)
