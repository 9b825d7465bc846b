"""A-, D- and E-optimality with few different shares, certified as orbits of types."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.certificate import CertificateError, LargeCertificate
from rropt.checker import check
from rropt.data.sampler import ExactDice
from rropt.design.blocks.equal_shares import SubsetDesign
from rropt.design.curved import class_design as page
from rropt.design.curved.share_classes import ShareClasses
from rropt.design.engine.ratio_design import ratio_optimum
from rropt.design.problem import Problem, resolved

OBJECTIVES = rr.AOptimal, rr.DOptimal, rr.EOptimal
THREE = rr.LocalDP("ln(3)")
SKEWED = [F(1, 30)] * 15 + [F(1, 10)] * 5

THOUSANDTH = F(1, 1000)
GAPS = [(100, epsilon, THOUSANDTH) for epsilon in (1, 4, 5, 10)]
GAPS += [(1000, 1, THOUSANDTH)]
GAPS += [(25, "1/1000", F(1, 10**4)), (25, 2, F(1, 4000)), (100, 7, F(1, 10**5))]
"""Of shares as 1/j."""


def ends(value):
    return value.lo, value.hi


@pytest.mark.everything
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("privacy", [THREE, rr.LocalDP("1/10")])
def test_the_search_over_all_patterns_ends_at_the_same_optimum(objective, privacy):
    problem = Problem(privacy, objective([F(1, 10)] * 4 + [F(3, 10)] * 2))
    found, searched = page.class_design(problem), ratio_optimum(problem)
    assert math.isclose(ends(found.value)[1], searched.value[1], rel_tol=1e-9)
    assert math.isclose(found.bound, searched.bound, rel_tol=1e-9)
    assert searched.bound <= ends(found.value)[1] and found.bound <= searched.value[1]


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_classes_of_one_share_are_one_class(objective):
    """Truths in another order have the equal shares cut in two: the best value stays the same."""
    problem = Problem(THREE, objective([F(1, 20)] * 20))
    whole = rr.optimal(THREE, problem.objective)
    parts = page.ShareTypes((12, 8), (F(1, 20),) * 2, F(3))
    found = page.best_weights(parts, problem.objective.name)
    a = np.array(found.shares) @ parts.apart * 4
    best = float(SubsetDesign.best(20, F(3)).information)
    assert np.allclose(a, best, rtol=1e-9)
    assert ends(whole.value)[1] >= ends(whole.bound)[0]


@pytest.mark.everything
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("epsilon", ["1/100", "ln(3)", "1", "6"])
def test_two_shares_of_twenty_truths(objective, epsilon):
    design = rr.optimal(rr.LocalDP(epsilon), objective(SKEWED))
    value = ends(design.value)[1]
    assert 0 <= design.gap <= F(1, 10**9) * max(1, abs(value))
    assert design.certificate.data["truths"] == [15, 5]


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_value_is_that_of_the_table(objective):
    """The information of the orbits from second moments of random subsets, in doubles."""
    design = rr.optimal(THREE, objective(SKEWED))
    sizes, q = [15, 5], np.array([float(x) for x in SKEWED])
    J = np.zeros((20, 20))
    for orbit in design.orbits:
        mean, square = [], np.zeros((20, 20))
        for runs in orbit.classes:
            values = [float(v) for v, n in runs for _ in range(n)]
            mean += [sum(values) / len(values)] * len(values)
        square = np.outer(mean, mean)
        start = 0
        for runs, n in zip(orbit.classes, sizes, strict=True):
            values = np.array([float(v) for v, m in runs for _ in range(m)])
            apart = (values.sum() ** 2 - (values**2).sum()) / (n * (n - 1))
            block = np.full((n, n), apart)
            np.fill_diagonal(block, (values**2).mean())
            square[start : start + n, start : start + n] = block
            start += n
        J += float(orbit.weight) * square / (q @ np.array(mean))
    assert np.allclose(J @ q, 1)
    eigenvalues = np.sort(np.linalg.eigvalsh(np.linalg.inv(J) - np.outer(q, q)))[1:]
    wanted = {"a-optimal": eigenvalues.sum(), "d-optimal": np.log(eigenvalues).sum()}
    wanted["e-optimal"] = eigenvalues[-1]
    name = design.problem.objective.name
    assert math.isclose(ends(design.value)[1], wanted[name], rel_tol=1e-9)


def test_a_saved_design_is_loaded_and_drawn_again(tmp_path):
    design = rr.optimal(THREE, rr.EOptimal(SKEWED))
    design.save(tmp_path / "study.json")
    again = rr.load(tmp_path / "study.json")
    assert (again.value, again.orbits, again.problem) == (
        design.value,
        design.orbits,
        design.problem,
    )
    assert "among truths 0 to 14 | 15 to 19" in str(design)
    assert "times 3" in design.to_html()


def test_a_design_of_few_shares_is_answered_by_and_estimated_from(tmp_path):
    """From the certificate alone as well; the certified value is the sum of the variances."""
    design = rr.optimal(THREE, rr.AOptimal(SKEWED))
    channel = design.channel
    assert channel.parity() == 3
    assert design.value.lo <= sum(channel.variances(SKEWED)) <= design.value.hi
    design.save(tmp_path / "study.json")
    assert rr.load(tmp_path / "study.json").channel == channel
    rng = np.random.default_rng(7)
    truths = rng.choice(20, 3000, p=[float(q) for q in SKEWED])
    found = design.estimate(rr.simulate(design, truths, seed=1))
    expected = np.sqrt([float(v) / 3000 for v in channel.variances(SKEWED)])
    assert found.stderr == pytest.approx(expected, rel=0.1)
    assert np.abs((found.value - [float(q) for q in SKEWED]) / expected).max() < 4.5
    low, high = found.intervals(simultaneous=True, guaranteed=True).T
    assert ((low <= [float(q) for q in SKEWED]) & ([float(q) for q in SKEWED] <= high)).all()
    assert 0 <= found.by_likelihood().missed < 1
    assert found.combination([1] * 20)[0] == pytest.approx(1)


@pytest.mark.everything
def test_the_error_over_many_surveys_is_the_certified_value():
    """Within 5 %, four seconds: the sum of 30 squares over 200 surveys varies by two per cent."""
    prior, surveys, people = [F(1, 4)] + [F(1, 40)] * 30, 200, 2000
    design = rr.optimal(rr.LocalDP(2), rr.AOptimal(prior))
    shares, supports = np.array([float(q) for q in prior]), design.channel.supports
    rng, errors = np.random.default_rng(11), []
    for _ in range(surveys):
        truths = rng.choice(31, people, p=shares)
        value, _ = supports.estimated(supports.drawn(truths, ExactDice(rng.bytes)))
        errors.append(((value - shares) ** 2).sum())
    assert np.mean(errors) * people == pytest.approx(float(design.bound), rel=0.05)


@pytest.mark.everything
def test_a_thousand_truths_of_two_shares_from_the_question_to_the_estimate(tmp_path):
    """161,001 types of patterns: none is listed, the gap is two millionths, a survey has the
    certified error."""
    prior = [F(1, 400)] * 200 + [F(1, 1600)] * 800
    design = rr.optimal(rr.LocalDP(1), rr.AOptimal(prior))
    assert 0 < design.gap <= F(1, 10**5) * design.bound.lo
    assert design.check().verdict == "verified"
    assert design.value.lo <= sum(design.channel.variances(prior)) <= design.value.hi
    design.save(tmp_path / "study.json")
    assert rr.load(tmp_path / "study.json").channel == design.channel
    shares = np.array([float(q) for q in prior])
    truths = np.random.default_rng(1).choice(1000, 20_000, p=shares)
    found = design.estimate(rr.simulate(design, truths, seed=1))
    error = 20_000 * ((found.value - shares) ** 2).sum()
    assert error == pytest.approx(float(design.bound), rel=0.15)


@pytest.mark.everything
@pytest.mark.parametrize(("epsilon", "most"), [(1, F(1, 10**5)), (3, F(1, 2000))])
def test_three_shares_of_four_hundred_truths(epsilon, most):
    """Ten truths with a quarter of the mass: a convex form is two per cent off at epsilon 3."""
    prior = [F(1, 40)] * 10 + [F(1, 180)] * 90 + [F(1, 1200)] * 300
    found = rr.optimal(rr.LocalDP(epsilon), rr.AOptimal(prior))
    assert 0 < found.gap <= most * found.bound.lo
    assert found.check().verdict == "verified"


@pytest.mark.everything
def test_seven_shares_of_four_hundred_truths_are_drawn_and_estimated():
    """As 1, 1/2, 1/3 and four classes of smaller ones: 5.9 per cent off with a convex form."""
    sizes, heights = (1, 1, 1, 7, 25, 83, 282), (840, 420, 280, 130, 45, 13, 3)
    total = sum(n * x for n, x in zip(sizes, heights, strict=True))
    prior = [F(x, total) for n, x in zip(sizes, heights, strict=True) for _ in range(n)]
    design = rr.optimal(rr.LocalDP(3), rr.AOptimal(prior))
    assert 0 < design.gap <= F(1, 1000) * design.bound.lo
    assert design.value.lo <= sum(design.channel.variances(prior)) <= design.value.hi
    shares = np.array([float(q) for q in prior])
    truths = np.random.default_rng(1).choice(400, 20_000, p=shares)
    found = design.estimate(rr.simulate(design, truths, seed=1))
    error = 20_000 * ((found.value - shares) ** 2).sum()
    assert error == pytest.approx(float(design.bound), rel=0.2)


@pytest.mark.everything
@pytest.mark.parametrize(("truths", "epsilon", "most"), GAPS)
def test_shares_as_one_over_the_rank_are_certified_in_classes(truths, epsilon, most):
    """By the relaxation of 32 classes, and types that are met on walks.

    Half a minute each; at other levels up to 4 one or two.
    """
    found = rr.optimal(rr.LocalDP(epsilon), rr.AOptimal(_zipf(truths)))
    assert 0 < found.gap <= most * found.bound.lo
    assert found.check().verdict == "verified"


@pytest.mark.everything
def test_a_design_of_shares_in_order_is_drawn_and_estimated(tmp_path):
    """The error over 20,000 people is the certified value: of 30 shares as 1/j^(1/2)."""
    whole = sum(F(round(10**6 * j**-0.5)) for j in range(1, 31))
    prior = [F(round(10**6 * j**-0.5)) / whole for j in range(1, 31)]
    design = rr.optimal(rr.LocalDP(2), rr.AOptimal(prior))
    shares = np.array([float(q) for q in prior])
    truths = np.random.default_rng(1).choice(30, 20_000, p=shares)
    design.save(tmp_path / "design.json")
    loaded = rr.load(tmp_path / "design.json")
    found = loaded.estimate(rr.simulate(loaded, truths, seed=1))
    assert 20_000 * ((found.value - shares) ** 2).sum() < 2 * float(design.value)


def _zipf(truths):
    """As they are: the sum of a thousand has a denominator of 1438 bits."""
    whole = sum(F(1, j) for j in range(1, truths + 1))
    return [1 / (j * whole) for j in range(1, truths + 1)]


@pytest.mark.everything
def test_fewer_classes_where_a_certificate_is_too_large_to_be_checked(monkeypatch):
    """As a checker says of five; four are certified, and the answer tells why."""
    certified = page._certified

    def too_large_of_five(proof):
        if len(proof.classes.sizes) > 4:
            raise LargeCertificate("too large")
        return certified(proof)

    monkeypatch.setattr(page, "_certified", too_large_of_five)
    monkeypatch.setattr(page, "ENOUGH", 0)
    monkeypatch.setattr(page, "HARDLY", 2)
    monkeypatch.setattr(page, "MOST_TYPES", 0)
    monkeypatch.setattr(page, "MOST_CLASSES", 3)
    monkeypatch.setattr(page, "NUMBERS_OF_CLASSES", (4, 5))
    prior = [F(x, 60) for x in (20, 14, 9, 8, 5, 4)]
    found = page.class_design(Problem(THREE, rr.AOptimal(prior)))
    assert len(found.certificate.data["truths"]) == 4
    assert found.remarks[-1].startswith("a certificate of 5 classes would be too large")
    monkeypatch.setattr(page, "NUMBERS_OF_CLASSES", (5,))
    with pytest.raises(LargeCertificate):
        page.class_design(Problem(THREE, rr.AOptimal(prior)))


@pytest.mark.everything
@pytest.mark.parametrize("epsilon", ["1/10", "1/1000"])
def test_shares_in_order_at_small_levels(epsilon, monkeypatch):
    """Sixty truths in eight classes: nothing cancels where all entries are nearly one."""
    monkeypatch.setattr(page, "NUMBERS_OF_CLASSES", (8,))
    found = rr.optimal(rr.LocalDP(epsilon), rr.AOptimal(_zipf(60)))
    assert 0 < found.gap <= F(1, 1000) * found.bound.lo
    assert found.check().verdict == "verified"


@pytest.mark.everything
@pytest.mark.parametrize(
    ("epsilon", "most"), [(10, F(3, 500)), (14, F(1, 5000)), (30, F(1, 10**6))]
)
def test_shares_in_any_order_at_large_levels(epsilon, most):
    """K-ary response is near the true answers, whose variances add up to 1 - |q|^2; beside a truth
    that is too rare for it to be best."""
    prior = _with_a_rare_truth()
    found = rr.optimal(rr.LocalDP(epsilon), rr.AOptimal(prior))
    assert found.check().verdict == "verified"
    assert 0 < found.gap <= most * found.bound.lo
    assert found.bound.lo <= 1 - sum(q * q for q in prior) <= found.value.hi


def _with_a_rare_truth():
    weights = [1 + 7 * j % 41 for j in range(39)]
    rare = F(1, 10**16)
    return [*((1 - rare) * F(w, sum(weights)) for w in weights), rare]


@pytest.mark.everything
def test_prices_below_what_the_true_answers_tell_are_refused():
    problem = Problem(rr.LocalDP(14), rr.AOptimal(_with_a_rare_truth()))
    data = dict(page.class_design(resolved(problem)).certificate.data)
    value, bound, less = F(data["value"]), F(data["bound"]), F(1, 10**6)
    prices = [str(F(y) - less) for y in data["prices"]]
    higher = bound + 40 * less
    verdict = check(data | {"prices": prices, "bound": str(higher), "gap": str(value - higher)})
    assert (verdict.verdict, verdict.reason) == ("refuted", "the prices do not cover a cell")


@dataclass(frozen=True)
class SoNear:
    """As much of a proof as is asked while classes are chosen."""

    number: int
    apart: F

    @property
    def classes(self):
        return ShareClasses((1,) * self.number, (), ())


def _nearest(gaps):
    """The number of classes that is chosen, and those that are tried: None fails in doubles."""
    tried = []

    def proof_of(number):
        tried.append(number)
        if gaps[number] is None:
            raise ArithmeticError
        return SoNear(number, F(gaps[number]))

    return page._near_proof(list(gaps), proof_of).number, tried


@pytest.mark.parametrize(
    ("gaps", "chosen", "tried"),
    [
        ({14: "0.0007", 20: "0.0001"}, 14, [14]),
        ({14: "0.0010", 20: "0.0006", 24: "0.0001"}, 14, [14]),
        ({14: "0.0011", 20: "0.0006", 24: "0.0001"}, 20, [14, 20]),
        ({14: "0.0014", 20: None, 24: "0.0001"}, 14, [14, 20]),
        ({14: "0.0014", 20: "0.0013", 24: "0.0001"}, 20, [14, 20]),
        ({14: "0.0014", 20: "0.0015", 24: "0.0001"}, 14, [14, 20]),
    ],
)
def test_the_nearest_proof_is_kept_where_more_classes_fail_or_hardly_help(gaps, chosen, tried):
    assert _nearest(gaps) == (chosen, tried)


def test_a_proof_far_off_ends_the_search():
    with pytest.raises(ArithmeticError, match="too far"):
        _nearest({14: "0.2", 20: "0.0001"})


@pytest.mark.everything
def test_fewer_classes_where_a_proof_of_more_is_not_accepted(monkeypatch):
    certified = page._certified

    def refused_of_five(proof):
        if len(proof.classes.sizes) > 4:
            raise CertificateError("refuted")
        return certified(proof)

    monkeypatch.setattr(page, "_certified", refused_of_five)
    monkeypatch.setattr(page, "MOST_TYPES", 0)
    monkeypatch.setattr(page, "MOST_CLASSES", 3)
    monkeypatch.setattr(page, "NUMBERS_OF_CLASSES", (4, 5))
    monkeypatch.setattr(page, "HARDLY", 2)
    prior = [F(x, 60) for x in (20, 14, 9, 8, 5, 4)]
    found = page.class_design(Problem(THREE, rr.AOptimal(prior)))
    assert len(found.certificate.data["truths"]) == 4
    assert not any("too large" in remark for remark in found.remarks)


def test_what_it_cannot_do_is_said():
    with pytest.raises(rr.InputError, match="categories must be at most"):
        rr.optimal(THREE, rr.AOptimal([F(1, 40)] * 20 + [F(1, 8)] * 4), denominator=100)
    with pytest.raises(rr.InputError, match="outputs must be any or at least"):
        rr.optimal(THREE, rr.AOptimal(SKEWED), outputs=100)


ONE_APART = [F(1, 2)] + [F(1, 20)] * 10


def test_one_share_apart_of_eleven_is_the_optimum_of_all_patterns():
    design = rr.optimal(THREE, rr.AOptimal(ONE_APART))
    searched = ratio_optimum(Problem(THREE, rr.AOptimal(ONE_APART)))
    assert design.certificate.data["truths"] == [1, 10]
    assert math.isclose(design.value, searched.value[1], rel_tol=1e-8)
    assert searched.bound <= ends(design.value)[1] and ends(design.bound)[0] <= searched.value[1]


def test_its_table_is_written_and_private():
    design = rr.optimal(THREE, rr.AOptimal(ONE_APART))
    assert len(design.channel.rows) == design.channel.shape[0] < 200
    assert THREE.satisfied_by(design.channel)
    assert float(rr.AOptimal(ONE_APART).worth(design.channel)) == pytest.approx(float(design.value))


@pytest.mark.parametrize(
    "prior, outputs, in_classes",
    [
        (ONE_APART, None, True),
        (ONE_APART, 100, False),
        ([F(1, 2)] + [F(1, 18)] * 9, None, False),
        ([F(j, 66) for j in range(1, 12)], None, False),
    ],
)
def test_few_types_of_eleven_truths_are_listed_for_a_trace(prior, outputs, in_classes):
    problem = Problem(THREE, rr.AOptimal(prior), outputs)
    assert page.is_of_few_shares(problem) is in_classes
    assert not page.is_of_few_shares(Problem(THREE, rr.EOptimal(prior), outputs))


def test_where_doubles_fail_few_truths_are_searched(monkeypatch):
    def fail(*_):
        raise ArithmeticError

    monkeypatch.setattr(page, "_found", fail)
    assert rr.optimal(THREE, rr.AOptimal(ONE_APART)).certificate.data["kind"] == "gradient"


def one_sided(objective, prior, protected, epsilon) -> Problem:
    return resolved(Problem(rr.OneSided(protected, epsilon), objective(prior)))


def even(truths: int) -> list[F]:
    return [F(1, truths)] * truths


def of_shares(truths: int, protected: int) -> list[F]:
    """Half of all have one of the protected truths."""
    others = truths - protected
    return [F(1, 2 * protected)] * protected + [F(1, 2 * others)] * others


FEW = [(5, 2, "ln(3)"), (6, 5, "1/2"), (6, 1, "2")]
SOME = [(8, s, epsilon) for s in (1, 3, 7) for epsilon in ("1/10", "ln(3)", "4")]


def require_same(objective, prior, protected, epsilon):
    problem = one_sided(objective, prior, range(protected), epsilon)
    found, searched = page.class_design(problem), ratio_optimum(problem)
    assert math.isclose(ends(found.value)[1], searched.value[1], rel_tol=1e-9)
    assert searched.bound <= ends(found.value)[1] and found.bound <= searched.value[1]
    assert found.gap <= F(1, 10**9) * max(1, abs(ends(found.value)[1]))


@pytest.mark.everything
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(("truths", "protected", "epsilon"), FEW)
def test_the_search_ends_at_the_same_optimum_of_protected_truths(
    objective, truths, protected, epsilon
):
    require_same(objective, [F(1, truths)] * truths, protected, epsilon)


@pytest.mark.everything
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(("truths", "protected", "epsilon"), SOME)
def test_the_same_of_more_truths_and_of_two_shares(objective, truths, protected, epsilon):
    """The search over all patterns takes seconds a question."""
    require_same(objective, [F(1, truths)] * truths, protected, epsilon)
    require_same(objective, of_shares(truths, protected), protected, epsilon)


@pytest.mark.everything
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("epsilon", ["1/10", "3"])
def test_truths_of_which_some_are_protected(objective, epsilon):
    """What the written table does, in doubles; its rows are private, and singles of the others."""
    prior = of_shares(20, 8)
    design = rr.optimal(rr.HighLow(range(8), epsilon), objective(prior))
    assert design.certificate.data["privacy"]["protected"] == [0]
    assert design.gap <= F(1, 10**9) * max(1, abs(ends(design.value)[1]))
    table, q = design.channel, np.array([float(x) for x in prior])
    rows = np.array([[float(x) for x in row] for row in table.rows])
    covariance = np.linalg.inv((rows / (rows @ q)[:, None]).T @ rows) - np.outer(q, q)
    eigenvalues = np.linalg.eigvalsh(covariance)
    value = {
        "a-optimal": np.trace(covariance),
        "d-optimal": np.log(eigenvalues[1:]).sum(),
        "e-optimal": eigenvalues[-1],
    }[design.problem.objective.name]
    assert math.isclose(ends(design.value)[1], value, rel_tol=1e-6)
    level = design.problem.number.lo
    for row in table.rows:
        assert max(row[:8]) <= level * min(row)
        assert min(row) or sum(map(bool, row)) == 1


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_reports_of_two_sorts_are_those_that_protect_some_truths(tmp_path, objective):
    """Few truths have the value that the search over all patterns and singles finds."""
    few = resolved(Problem(rr.UtilityOptimized([0, 1], "1/2"), objective([F(1, 5)] * 5)))
    found, searched = page.class_design(few), ratio_optimum(few)
    assert math.isclose(ends(found.value)[1], searched.value[1], rel_tol=1e-9)

    asked = rr.UtilityOptimized(range(3, 8), "1/2")
    design = rr.optimal(asked, objective(of_shares(20, 8)))
    assert design.certificate.data["privacy"]["protected"] == [1]
    assert asked.on(20).levels.obeyed_by(design.channel.rows)
    design.save(tmp_path / "study.json")
    loaded = rr.load(tmp_path / "study.json")
    assert loaded.problem == design.problem
    assert loaded.problem.levels.singles == (0, 1, 2, *range(8, 20))


@pytest.mark.everything
@pytest.mark.parametrize("epsilon", ["11", "20", "30"])
@pytest.mark.parametrize(("truths", "protected"), [(20, 2), (30, 15)])
def test_high_levels_of_protected_truths_near_what_the_truth_itself_tells(
    truths, protected, epsilon
):
    """The covariance of the true answers has k - 1 eigenvalues 1 / k; at epsilon 11 and beyond the
    search ended, as differences of other truths are 1 / gamma^2 in its units."""
    told = {
        rr.AOptimal: (truths - 1) / truths,
        rr.DOptimal: -(truths - 1) * math.log(truths),
        rr.EOptimal: 1 / truths,
    }
    for objective, least in told.items():
        design = rr.optimal(rr.OneSided(range(protected), epsilon), objective(even(truths)))
        size = abs(ends(design.value)[1])
        assert 0 <= design.gap <= F(1, 10**8) * size
        above = float(ends(design.value)[1]) - least
        assert 0 < above < truths**2 * math.exp(-float(epsilon)) + 1e-9 * float(size)


@pytest.mark.parametrize(("truths", "protected"), [(20, 2), (30, 15)])
def test_the_largest_eigenvalue_of_protected_truths_at_small_levels(truths, protected):
    """A bound was below zero at 1e-5: singles tell 1e10 of what types do, in whose unit both were
    measured. To first order the variance is the square of 1 / epsilon."""
    values = []
    for epsilon in ("1e-5", "1e-6"):
        problem = one_sided(rr.EOptimal, even(truths), range(protected), epsilon)
        design = page.class_design(problem)
        assert 0 <= design.gap <= F(1, 10**9) * ends(design.value)[1]
        values.append(float(ends(design.value)[1]))
    assert math.isclose(values[1] / values[0], 100, rel_tol=1e-4)


THOUSAND = pytest.param(1000, 299, marks=pytest.mark.everything, id="five seconds")


@pytest.mark.parametrize(("truths", "protected"), [(200, 13), THOUSAND])
def test_many_truths_of_which_some_are_protected_are_certified_and_saved(
    tmp_path, truths, protected
):
    names = [f"t{j}" for j in range(truths)]
    criterion = rr.OneSided(names[:protected], 1)
    design = rr.optimal(criterion, rr.AOptimal("uniform", categories=truths), truths=names)
    assert design.gap <= F(1, 10**9) * ends(design.value)[1]
    design.save(tmp_path / "study.json")
    loaded = rr.load(tmp_path / "study.json")
    assert loaded.channel.supports == design.channel.supports
    assert rr.check(tmp_path / "study.json").verdict == "verified"
    people = [names[truth] for truth in (0, protected - 1, protected, truths - 1)] * 50
    reports = loaded.randomize(people)
    assert len(loaded.estimate(reports).value) == truths


@pytest.mark.parametrize(
    ("privacy", "objective", "solved"),
    [
        (rr.OneSided(range(5), 1), rr.AOptimal("uniform", categories=11), True),
        (rr.OneSided(range(5), 1), rr.AOptimal("uniform", categories=10), False),
        (rr.OneSided(range(0, 40, 2), 1), rr.AOptimal("uniform", categories=40), False),
        (rr.OneSided([0, 4, 8], 1), rr.AOptimal("uniform", categories=40), True),
        (rr.UtilityOptimized([0], 1), rr.AOptimal("uniform", categories=11), True),
        (rr.UtilityOptimized([0], 1), rr.AOptimal("uniform", categories=10), False),
        (rr.OneSided([0], 1), rr.COptimal([F(1, 12)] * 12, [1, -1, *[0] * 10]), False),
    ],
)
def test_which_questions_of_protected_truths_are_of_few_classes(privacy, objective, solved):
    problem = resolved(Problem(privacy, objective))
    assert page.is_of_protected_classes(problem) == solved
