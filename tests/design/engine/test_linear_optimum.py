"""Optima of linear utilities: closed forms, full programs, two truths of more, corners."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

import rropt as rr
from rropt import (
    Custom,
    FDivergence,
    Gain,
    Guess,
    LocalDP,
    MutualInformation,
    Trace,
    Variance,
    optimal,
)
from rropt.design.answer import ends
from rropt.design.engine.linear_optimum import (
    grouped,
    identity,
    merged_decisions,
    solve_number,
    useless,
)
from rropt.design.linear.pattern_program import solve_patterns
from rropt.design.problem import Optimum, Problem
from rropt.exact import InputError

GAMMAS = ["3/2", "2", "5"]
priors3 = st.lists(st.integers(1, 30), min_size=3, max_size=3).map(
    lambda n: [Fraction(x, sum(n)) for x in n]
)
gammas = st.fractions(min_value=Fraction(21, 20), max_value=20, max_denominator=20)


def full_program(utility, gamma: float, truths: int) -> float:
    """The whole pattern program on scipy, pure privacy, with u evaluated by its formula."""
    rows = np.array(list(product((1.0, gamma), repeat=truths)))
    answer = linprog(-utility(rows), A_eq=rows.T, b_eq=np.ones(truths), method="highs")
    return -answer.fun


def approximately(design) -> float:
    return float(ends(design.value)[0])


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("k", [2, 3, 4, 5, 6])
def test_trace_optimum_of_chai_and_nayak(gamma: str, k: int) -> None:
    design = optimal(LocalDP.from_gamma(gamma), Trace(k), crosscheck=False)
    g = Fraction(gamma)
    assert design.value == design.bound == g * k / (g + k - 1)
    assert design.gap == 0
    assert design.certificate.check().status == 0
    assert design.channel.profile(g) == 0


@pytest.mark.parametrize("k, value", [(2, "31/20"), (3, "48/25"), (4, "11/5")])
def test_trace_with_delta(k: int, value: str) -> None:
    design = optimal(LocalDP.from_gamma(3, "1/10"), Trace(k), crosscheck=True)
    assert design.value == design.bound == Fraction(value)
    assert design.channel.profile(3) == Fraction(1, 10)
    assert design.routes is not None and design.routes.difference < 1e-6


@pytest.mark.everything
@settings(max_examples=25)
@given(priors3, gammas)
def test_guess_is_the_direct_program_and_needs_few_reports(prior, gamma) -> None:
    q = np.array([float(p) for p in prior])
    design = optimal(LocalDP.from_gamma(gamma), Guess(prior), crosscheck=False)
    expected = full_program(lambda rows: (rows * q).max(axis=1), float(gamma), 3)
    assert design.gap == 0
    assert approximately(design) == pytest.approx(expected, abs=1e-9)
    assert max(prior) <= design.value <= 1
    assert design.channel.shape[0] <= 3


@settings(max_examples=20)
@given(priors3, gammas, st.lists(st.integers(-3, 9), min_size=12, max_size=12))
def test_gain_is_the_full_program(prior, gamma, entries) -> None:
    matrix = [entries[0:3], entries[3:6], entries[6:9], entries[9:12]]
    weighted = np.array(matrix, dtype=float) * [float(p) for p in prior]
    design = optimal(LocalDP.from_gamma(gamma), Gain(matrix, prior), crosscheck=False)
    expected = full_program(lambda rows: (rows @ weighted.T).max(axis=1), float(gamma), 3)
    assert design.gap == 0
    assert approximately(design) == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize("gamma", GAMMAS)
def test_binary_mechanism_is_best_between_two_truths(gamma: str) -> None:
    g = Fraction(gamma)
    total = optimal(LocalDP.from_gamma(g), FDivergence("total-variation", (1, 3), 5))
    assert total.value == (g - 1) / (g + 1)
    chi = optimal(LocalDP.from_gamma(g), FDivergence("chi-square"))
    assert chi.value == (g - 1) ** 2 / g
    kl = optimal(LocalDP.from_gamma(g), FDivergence("kullback-leibler"))
    assert approximately(kl) == pytest.approx(
        float((g - 1) / (g + 1)) * math.log(float(g)), abs=1e-12
    )


@pytest.mark.everything
@given(gammas, st.fractions(min_value=Fraction(1, 100), max_value=Fraction(99, 100)))
@settings(max_examples=20)
def test_total_variation_with_delta(gamma, delta) -> None:
    design = optimal(
        LocalDP.from_gamma(gamma, delta),
        FDivergence("total-variation", (0, 2), 3),
        crosscheck=False,
    )
    assert design.value == design.bound == (gamma - 1 + 2 * delta) / (gamma + 1)


def test_pure_fisher_information_in_closed_form() -> None:
    g, p = Fraction(3), Fraction(1, 4)
    low, high = 1 + (g - 1) * p, g - (g - 1) * p
    information = (g - 1) ** 2 / (g + 1) * (1 / low + 1 / high)
    assert optimal(LocalDP.from_gamma(g), Variance(p)).value == 1 / information


def test_relabelling_truths_changes_nothing_but_names() -> None:
    one = optimal(LocalDP.from_gamma(3, "1/9"), Guess("1/2,1/3,1/6"), crosscheck=False)
    other = optimal(LocalDP.from_gamma(3, "1/9"), Guess("1/6,1/2,1/3"), crosscheck=False)
    assert one.value == other.value


def test_scaling_a_gain_scales_the_value() -> None:
    privacy = LocalDP.from_gamma(3)
    one = optimal(privacy, Gain([[1, 0], [0, 2]], "1/3,2/3"), crosscheck=False)
    ten = optimal(privacy, Gain([[10, 0], [0, 20]], "1/3,2/3"), crosscheck=False)
    assert ten.value == 10 * one.value


def test_users_own_utility_rests_on_their_word() -> None:
    design = optimal(LocalDP.from_gamma(3), Custom(lambda r: max(r) - min(r), 3))
    assert design.gap == 0
    assert "word" in design.certificate.check().statement


@pytest.mark.parametrize("epsilon", ["1e-9", "20"])
def test_extreme_levels(epsilon: str) -> None:
    for objective in (Trace(4), MutualInformation("1/2,1/4,1/8,1/8"), Variance("1e-12")):
        design = optimal(LocalDP(epsilon), objective, crosscheck=False)
        lo, hi = ends(design.value)[0], ends(design.bound)[1]
        assert design.gap <= abs(hi) / 10**6
        assert design.certificate.check().status == 0
        assert lo > 0


def test_a_design_that_identifies_nothing_says_so() -> None:
    design = optimal(LocalDP.from_gamma(3), Guess("9/10,1/20,1/20"), crosscheck=False)
    assert any("does not identify" in note for note in design.notes)


rows = st.lists(
    st.tuples(*[st.integers(1, 9)] * 3).map(lambda r: tuple(map(F, r))), min_size=1, max_size=8
)


def surplus(table: list[tuple[F, ...]], gamma: F) -> F:
    return sum(max(F(0), row[0] - gamma * row[1]) for row in table)


@given(rows)
def test_as_many_reports_as_decisions_with_the_same_columns_and_value(patterns) -> None:
    guess = Guess("1/2,1/3,1/6")
    weights = tuple(F(1, n + 2) for n in range(len(patterns)))
    merged = merged_decisions(Optimum(tuple(patterns), weights, (F(0),) * 3), guess)
    before = [tuple(w * e for e in r) for w, r in zip(weights, patterns, strict=True)]
    after = [tuple(w * e for e in r) for w, r in zip(merged.weights, merged.patterns, strict=True)]

    def value(table):
        return sum(max(q * e for q, e in zip(guess.prior, row, strict=True)) for row in table)

    assert len(after) == len({guess.decision(r)[0] for r in patterns})
    assert [sum(column) for column in zip(*before, strict=True)] == [
        sum(column) for column in zip(*after, strict=True)
    ]
    assert merged.value == (value(before), value(after))
    assert surplus(after, F(2)) <= surplus(before, F(2))


def test_a_report_alone_keeps_its_weight_and_prices_stay() -> None:
    first, other = (F(3), F(1)), (F(1), F(3))
    optimum = Optimum((first, other), (F(1, 4), F(1, 4)), (F(1), F(2)), {(0, 1): F(5)})
    merged = merged_decisions(optimum, Trace(2))
    assert merged == replace(optimum, value=(F(3, 2), F(3, 2)))


def test_a_utility_without_decisions_is_left_alone() -> None:
    patterns = ((F(3), F(1)), (F(6), F(2)))
    optimum = Optimum(patterns, (F(1, 9), F(1, 9)), (F(1), F(1)))
    assert merged_decisions(optimum, MutualInformation("1/2,1/2")) is optimum


def test_grouped_by_any_action() -> None:
    patterns = ((F(1), F(0)), (F(0), F(2)), (F(3), F(0)))
    optimum = Optimum(patterns, (F(1, 2), F(1, 2), F(1, 6)), (F(0), F(0)))
    merged = grouped(optimum, ["first", "other", "first"])
    assert merged.patterns == ((F(1), F(0)), (F(0), F(2)))
    assert merged.weights == (F(1), F(1, 2))


def test_corners_are_answers() -> None:
    design = optimal(LocalDP(0), Variance("1/3"))
    assert design.value == math.inf and "useless" in design.notes[0]
    assert optimal(LocalDP(0), Guess("1/2,1/3,1/6")).value == Fraction(1, 2)
    told = optimal(LocalDP("1/2", 1), Guess("1/2,1/3,1/6"))
    assert told.value == 1 and told.channel.rows[0][0] == 1


@pytest.mark.parametrize("k", [3, 7, 100])
def test_at_delta_one_everybody_may_tell_the_truth(k: int) -> None:
    fair = optimal(LocalDP(1, 1), Guess([Fraction(1, k)] * k), crosscheck=False)
    assert fair.value == fair.bound == 1
    if k > 6:
        skewed = [Fraction(2, k + 1)] + [Fraction(1, k + 1)] * (k - 1)
        told = optimal(LocalDP(1, 1), Guess(skewed))
        assert told.value == told.bound == 1 and told.check().status == 0


def test_where_every_truth_may_be_told_nothing_is_lost() -> None:
    """P(a) >= P(i) / 2 of an even prior: e^epsilon = 2 allows all, and 3/2 what 3 allows a pair."""
    even, loss = ["1/2", "1/2"], rr.Loss([[0, 1], [1, 0]], ["1/3", "2/3"])
    for epsilon in ("ln(2)", "1"):
        told = optimal(rr.PointwiseMaximalLeakage(epsilon, even), loss)
        assert (told.value, told.bound, told.channel.rows) == (0, 0, ((1, 0), (0, 1)))
    held = optimal(rr.PointwiseMaximalLeakage("ln(3/2)", even), loss)
    assert held.value == held.bound == optimal(LocalDP("ln(3)"), loss).value > 0


def test_truths_for_which_one_action_is_best_are_told_together() -> None:
    """Blocks without a bound between them: each tells its own action, and nothing inside."""
    loss = rr.Loss([[0, 0, 1], [1, 1, 0]], ["1/3", "1/3", "1/3"])
    design = optimal(rr.Blocks([[0, 1], [2]], inside="1", across="oo"), loss)
    assert (design.value, design.bound) == (0, 0)
    assert design.channel.rows == ((1, 1, 0), (0, 0, 1))
    assert optimal(rr.Blocks([[0, 2], [1]], inside="1", across="oo"), loss).value > 0


def test_a_useless_table_is_one_report_priced_evenly() -> None:
    problem = Problem(LocalDP(0), Guess("1/2,1/3,1/6"))
    optimum = useless(problem)
    assert optimum.patterns == ((1, 1, 1),) and optimum.weights == (1,)
    assert optimum.prices == (Fraction(1, 6),) * 3  # together the largest share, 1/2


def test_to_tell_the_truth_is_priced_by_what_each_truth_told_is_worth() -> None:
    gain = Gain([[4, 0], [1, 2]], "1/4,3/4")
    optimum = identity(Problem(LocalDP(1, 1), gain))
    assert optimum.patterns == ((1, 0), (0, 1))
    assert optimum.prices == (1, Fraction(3, 2))  # 4 for 1/4, and 2 for 3/4


@pytest.mark.parametrize("pair", ["chi-square", "kullback-leibler"])
def test_a_told_truth_of_infinite_divergence_is_refused(pair: str) -> None:
    with pytest.raises(InputError, match=f"delta must be 0 for {pair}"):
        solve_number(Problem(LocalDP(1, 1), FDivergence(pair)))


@pytest.mark.parametrize("name", ["hellinger", "jensen-shannon", "le-cam", "total-variation"])
@pytest.mark.parametrize(("pair", "truths"), [((2, 0), 3), ((0, 1), 4), ((1, 6), 30)])
def test_other_truths_change_nothing(name, pair, truths):
    level = rr.LocalDP("ln(3)", "1/10")
    two = rr.optimal(level, rr.FDivergence(name))
    more = rr.optimal(level, rr.FDivergence(name, pair, truths))
    assert float(more.bound) == pytest.approx(float(two.bound), rel=1e-12)
    assert more.certificate.check().verdict == "verified"


def test_total_variation_of_seven_truths_with_a_delta():
    """delta + (1 - delta)(gamma - 1)/(gamma + 1), whatever the number of truths."""
    objective = rr.FDivergence("total-variation", (0, 1), 7)
    assert rr.optimal(rr.LocalDP.from_gamma(3, "1/10"), objective).value == F(11, 20)


@pytest.mark.parametrize("prior", [[7, 4, 3, 2], [5, 3], [0, 2, 1], [1, 1, 1]])
@pytest.mark.parametrize("delta", ["1e-9", "1/10"])
@pytest.mark.parametrize("gamma", ["1001/1000", 3, 10**9])
def test_decisions_with_a_delta_have_the_value_of_all_staircases(gamma, delta, prior):
    """One report a decision; twice the gain is worth twice."""
    prior = [F(q, sum(prior)) for q in prior]
    level = rr.LocalDP.from_gamma(gamma, delta)
    objective = rr.Guess(prior)
    guess = rr.optimal(level, objective)
    staircases = solve_patterns(objective, Problem(level, objective).cone)
    paid = sum(staircases.prices) + F(delta) * sum(staircases.pair_prices.values())
    assert (guess.value, guess.gap) == (paid, 0)
    assert guess.table.shape[0] <= len(prior)
    assert level.satisfied_by(guess.table)
    twice = [[2 * (a == b) for b in range(len(prior))] for a in range(len(prior))]
    assert rr.optimal(level, rr.Gain(twice, prior)).value == 2 * paid


def test_gamma_one_tells_nothing_whatever_the_priors():
    prior = [F(2 * j + 1, 625) for j in range(25)]
    for objective in (rr.MutualInformation(prior), rr.Custom(max, 25)):
        worth = rr.optimal(rr.LocalDP.from_gamma(1), objective)
        assert (worth.value, worth.gap) == (isinstance(objective, rr.Custom), 0)


@pytest.mark.parametrize("name", ["chi-square", "hellinger", "kullback-leibler", "le-cam"])
def test_two_reports_are_enough_to_tell_two_neighbours_of_a_path_apart(name):
    """A vertex may have a report a truth: those that say the same of the two are one report."""
    path = [[abs(a - b) for b in range(6)] for a in range(6)]
    design = rr.optimal(rr.MetricDP(path, "1/2"), FDivergence(name, (1, 0), 6))
    alone = rr.optimal(rr.LocalDP("1/2"), FDivergence(name, (1, 0)))
    assert design.channel.shape[0] == 2 and design.check().status == 0
    assert float(design.value) == pytest.approx(float(alone.value), rel=1e-15)
    data = dict(design.certificate.data)
    data["prices"] = [str(F(y) * (1 - F(1, 10**9))) for y in data["prices"]]
    assert rr.check(data).verdict != "verified"


@pytest.mark.parametrize("k", [6, 7, 20])
def test_where_everybody_may_tell_the_truth_decisions_of_many_truths_are_the_best_ones(k):
    gain = rr.Gain([[1 if j == x else 0 for j in range(k)] for x in range(3)], [F(1, k)] * k)
    design = rr.optimal(rr.LocalDP(1, 1), gain)
    assert design.value == design.bound == F(3, k) and design.check().status == 0


def test_a_report_that_may_tell_a_truth_alone_joins_no_other():
    """Joined to one that two truths give it would be bound by their level."""
    level = rr.OneSided([0], "ln(3)")
    design = rr.optimal(level, FDivergence("hellinger", (1, 0), 5))
    assert level.on(5).satisfied_by(design.channel) and design.check().status == 0
    own = [[x > 0 for x in row] for row in design.channel.rows]
    assert sum(sum(row) == 1 for row in own) >= 1
