"""Designs under Renyi budgets: both ends certified, against grids and known tables."""

from __future__ import annotations

import math
from fractions import Fraction as F
from itertools import permutations

import cvxpy as cp
import numpy as np
import pytest
from scipy.optimize import brentq, linprog

import rropt as rr
from rropt.design.answer import ends
from rropt.design.levels.renyi_design import is_done, private_table
from rropt.design.problem import Problem, resolved
from rropt.exact import InputError
from rropt.privacy.renyi_lines import unlike_pairs


def on_a_grid(order, budget, worth):
    """The program over 1,601 ratios from e^-8 to e^8 with their powers, for two truths."""
    ratios = [math.exp(n / 100) for n in range(-800, 801)]
    rows = [(t / (1 + t), 1 / (1 + t)) for t in ratios]
    powers = [[x**order * y ** (1 - order) for x, y in each] for each in (rows, flipped(rows))]
    most = math.exp((order - 1) * budget)
    found = linprog(
        [-worth(*row) for row in rows],
        A_eq=list(zip(*rows, strict=True)),
        b_eq=[1, 1],
        A_ub=powers,
        b_ub=[most, most],
    )
    return -found.fun


def flipped(rows):
    return [(y, x) for x, y in rows]


@pytest.mark.everything
@pytest.mark.parametrize(("order", "epsilon"), [(2, "1"), (3, "1/2")])
def test_bound_and_table_meet_where_a_grid_says(order, epsilon):
    criterion = rr.RenyiDP(order, epsilon)
    design = rr.optimal(criterion, rr.Guess(["1/4", "3/4"]))
    low, high = float(design.value), float(design.bound)
    expected = on_a_grid(order, float(F(epsilon)), lambda x, y: max(x / 4, 3 * y / 4))
    assert 0 <= high - low < 1e-8
    assert high >= expected - 1e-9 and low == pytest.approx(expected, abs=1e-4)
    assert criterion.satisfied_by(design.table)
    assert "Renyi divergence" in design.certificate.check().statement


@pytest.mark.parametrize("privacy", [rr.ZeroConcentratedDP(20), rr.RenyiDP(1, 20)])
def test_reports_of_ratios_beyond_the_last_line_keep_a_divergence(privacy):
    """Warner's device with (2 p - 1) ln(p / (1 - p)) = 20; its ratio is below 2^-20, from where on
    one line stands for t ln t, and another one below it was refused as malformed."""
    p = brentq(lambda p: (2 * p - 1) * math.log(p / (1 - p)) - 20, 0.9, 1 - 1e-12, xtol=1e-15)
    design = rr.optimal(privacy, rr.Trace(2))
    assert float(design.value) == pytest.approx(2 * p, rel=1e-9)
    assert 0 <= float(design.gap) < 1e-10


@pytest.mark.everything
def test_a_curved_utility_has_a_narrow_gap_for_two_truths():
    design = rr.optimal(rr.RenyiDP("3/2", 1), rr.MutualInformation(["1/4", "3/4"]))
    assert 0 <= float(design.gap) < 1e-8


@pytest.mark.long
@pytest.mark.everything
def test_decisions_on_four_truths():
    """All truths alike: the k-ary card with the largest ratio that keeps the budget."""
    design = rr.optimal(rr.RenyiDP(2, 1), rr.Trace(4))

    def told(t):
        return math.log((t * t + 1 / t + 2) / (t + 3))

    low, high = 1.0, 50.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if told(middle) <= 1 else (low, middle)
    assert float(design.value) == pytest.approx(4 * low / (low + 3), abs=1e-7)
    assert float(design.gap) < 1e-7


def test_done_when_the_gap_is_a_billionth_or_no_longer_shrinks() -> None:
    assert is_done([F(1, 10**9)], F(1))
    assert not is_done([F(1, 10**8)], F(1))
    assert is_done([F(1, 10**9)], F(1)) and not is_done([F(1, 10**9)], F(1, 2))
    assert is_done([F(10, 10**4), F(95, 10**5)], F(1))
    assert not is_done([F(10, 10**4), F(5, 10**4)], F(1))


@pytest.mark.parametrize(("categories", "order", "budget"), [(3, 64, "1/10"), (3, 50, "1/2")])
def test_large_orders_of_three_truths_are_certified(categories, order, budget):
    """They were too long to be checked; k-ary response of the budget is a bound from below."""
    design = rr.optimal(rr.RenyiDP(order, budget), rr.Trace(categories))
    assert 0 <= design.gap <= design.value / 10**6
    limit = math.exp((order - 1) * float(F(budget)))

    def told(gamma):
        kept, other = gamma / (gamma + categories - 1), 1 / (gamma + categories - 1)
        rest = (categories - 2) * other
        return kept**order * other ** (1 - order) + other**order * kept ** (1 - order) + rest

    low, high = 1.0, 10.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if told(middle) <= limit else (low, middle)
    assert float(design.value) >= categories * low / (low + categories - 1) * (1 - 1e-6)
    assert design.check()


@pytest.mark.everything
@pytest.mark.parametrize(
    ("privacy", "objective"),
    [
        (rr.RenyiDP(4, "9/20"), rr.Variance("7/19")),
        (rr.RenyiDP("5/2", "8/25"), rr.FDivergence("hellinger")),
    ],
)
def test_budgets_of_two_truths_that_doubles_did_not_solve_for_are_certified(privacy, objective):
    """By lines below the powers the program ended without prices."""
    design = rr.optimal(privacy, objective, crosscheck=False)
    assert abs(float(design.gap)) < 1e-8 * abs(float(design.value))
    assert design.check().verdict == "verified"


@pytest.mark.everything
@pytest.mark.parametrize(
    ("privacy", "objective", "most"),
    [
        (rr.RenyiDP(16, 20), rr.AOptimal(["1/3", "2/3"]), 1e-6),
        (rr.RenyiDP("11/10", "1e-6"), rr.MutualInformation(["17/29", "12/29"]), 1e-6),
        (rr.RenyiDP(2, "1e-6"), rr.MutualInformation(["1/3", "1/3", "1/3"]), 1e-6),
    ],
)
def test_budgets_of_a_millionth_and_of_e_to_the_300_are_designed(privacy, objective, most):
    """They were refused: powers cancelled with their lines in doubles."""
    design = rr.optimal(privacy, objective)
    assert 0 <= abs(float(design.gap)) < most * abs(float(ends(design.value)[0]))
    assert design.certificate.check().verdict == "verified"


@pytest.mark.everything
@pytest.mark.parametrize("epsilon", ["1e-6", "1e-4"])
def test_small_budgets_are_spent_on_rare_reports_far_from_one(epsilon):
    """The best one truth against two alike: near a ratio of 1 reports tell a sixth of the budget,
    which was 0.2 % too little."""
    t = np.linspace(0.5, 0.999, 5000)
    mean = (1 + 2 * t) / 3
    tells = 2 * t * np.log(t) / 3 - mean * np.log(mean)
    spends = (1 - t) ** 2 / t + (1 - t) ** 2
    expected = 3 * (tells / spends).max() * math.expm1(float(epsilon))
    assert expected > 1.003 * float(epsilon) / 6
    found = rr.optimal(rr.RenyiDP(2, epsilon), rr.MutualInformation(["1/3"] * 3), crosscheck=False)
    assert float(ends(found.value)[0]) == pytest.approx(expected, rel=1e-5)


@pytest.mark.everything
@pytest.mark.parametrize("prior", [["1/3", "2/3"], ["1/3", "1/3", "1/3"]])
def test_budgets_too_small_for_doubles_are_refused_in_words(prior):
    with pytest.raises(InputError, match="order and epsilon must be larger"):
        rr.optimal(rr.RenyiDP("11/10", "1e-15"), rr.MutualInformation(prior))


@pytest.mark.everything
@pytest.mark.parametrize("budget", ["1/1000", "1/100", "1", "6"])
def test_small_and_large_budgets_of_two_truths_have_narrow_gaps(budget):
    """The information of a grid of ratios is a bound from below; lines left 5e-4 at 1/1000."""
    for objective in (rr.MutualInformation(["1/3", "2/3"]), rr.AOptimal(["1/3", "2/3"])):
        design = rr.optimal(rr.RenyiDP(5, budget), objective)
        assert 0 <= abs(float(design.gap)) < 1e-7 * abs(float(design.value))
        assert rr.RenyiDP(5, budget).satisfied_by(design.table) and design.check()


def test_a_utility_of_ones_own_is_refused_in_words():
    own = rr.Custom(lambda r: (r[0] - r[1]) ** 2 / (r[0] + r[1]), 2)
    with pytest.raises(InputError, match="other than a utility of one's own under a Renyi budget"):
        rr.optimal(rr.RenyiDP(2, "1/2"), own)


@pytest.mark.everything
def test_orders_that_follow_from_zcdp_are_stated_where_they_have_a_price():
    """Of three truths orders beyond 64 joined at small budgets, which a checker does not read."""
    design = rr.optimal(rr.ZeroConcentratedDP("1/2"), rr.MutualInformation(["1/2", "1/3", "1/6"]))
    data = design.certificate.data
    priced = {n for n, _ in data["condition_prices"]}
    assert priced == set(range(len(data["privacy"]["conditions"])))
    assert 0 <= float(design.gap) < 1e-9 and design.check()


@pytest.mark.everything
def test_a_table_under_zcdp_is_moved_until_few_orders_show_it():
    """The best one of three truths touches the budget at so many that it was refused."""
    privacy = rr.ZeroConcentratedDP("1/1000")
    design = rr.optimal(privacy, rr.MutualInformation(["1/2", "1/3", "1/6"]))
    assert 0 <= float(design.gap) < 1e-3 * float(design.value)
    assert privacy.satisfied_by(design.table) and design.check()


def test_rows_are_moved_to_their_means_only_where_orders_are_many():
    """Warner's device spends all of rho = KL where its ratio is e^t with tanh(t / 2) t = rho."""
    ratio = math.exp(brentq(lambda t: math.tanh(t / 2) * t - 1 / 8, 0.01, 2))
    p = F(ratio / (1 + ratio)).limit_denominator(10**12) - F(1, 10**9)
    rows = ((p, 1 - p), (1 - p, p))
    budgets = resolved(Problem(rr.ZeroConcentratedDP("1/8"), rr.Trace(2))).cone
    assert private_table(rows, budgets) == rows
    loose = resolved(Problem(rr.ZeroConcentratedDP(20), rr.Trace(2))).cone
    assert private_table(rows, loose) == rows


def largest_gain(gain, budget):
    """Of actions by truths, shares counted, at order 2: sum_i P_ia^2 / P_ib <= e^budget."""
    rows, truths = len(gain), len(gain[0])
    table = cp.Variable((rows, truths))
    allowed = [cp.sum(table, axis=0) == 1]
    for a, b in permutations(range(truths), 2):
        spent = [cp.quad_over_lin(table[i, a], table[i, b]) for i in range(rows)]
        allowed.append(sum(spent) <= math.exp(budget))
    best = cp.Problem(cp.Maximize(cp.sum(cp.multiply(np.array(gain), table))), allowed)
    best.solve(solver=cp.CLARABEL)
    return best.value


@pytest.mark.everything
def test_a_truth_that_no_action_asks_for() -> None:
    """0.5 was the table's value."""
    gain = rr.Gain([[1, 0, 0], [0, 1, 0]], ["1/2", "1/3", "1/6"])
    found = rr.optimal(rr.RenyiDP(2, "1/2"), gain)
    expected = largest_gain([[1 / 2, 0, 0], [0, 1 / 3, 0]], 0.5)
    assert float(found.value) == pytest.approx(expected, rel=1e-7)
    assert float(found.gap) < 1e-8


@pytest.mark.parametrize(
    ("truths", "budget"),
    [
        (3, "1"),
        pytest.param(4, "1/2", marks=pytest.mark.everything),
        pytest.param(5, "1", marks=pytest.mark.everything),
    ],
)
def test_losses_of_rows_that_no_table_of_two_ratios_has(truths, budget) -> None:
    """Gaps were 4.4 %, of which the table lost 0.3 %; 0.2 %, where one action is never taken, whose
    row would show one truth alone, at an infinite ratio; 0.5 %, nearly all of it the table's."""
    whole = truths * (truths + 1) // 2
    loss = [[abs(i - j) for j in range(truths)] for i in range(truths)]
    prior = [F(j, whole) for j in range(1, truths + 1)]
    gain = [[-float(x * q) for x, q in zip(row, prior, strict=True)] for row in loss]
    found = rr.optimal(rr.RenyiDP(2, budget), rr.Loss(loss, prior), crosscheck=False)
    expected = -largest_gain(gain, float(F(budget)))
    assert float(found.value) == pytest.approx(expected, rel=1e-6)
    assert float(found.gap) < 1e-7


@pytest.mark.parametrize(
    ("prior", "gap"),
    [
        (["1/4", "3/4"], F(1, 10**8)),
        pytest.param(["1/8", "3/4", "1/8"], F(1, 10**8), marks=pytest.mark.everything),
        pytest.param(["3/100", "7/50", "41/50", "1/100"], F(1, 5), marks=pytest.mark.everything),
    ],
)
def test_powers_as_large_as_doubles_hold_are_not_cut(prior: list[str], gap: F) -> None:
    """A ratio of e^5 at order 64 is e^320: what keeps the level everywhere keeps the budget."""
    objective = rr.MutualInformation(prior)
    design = rr.optimal(rr.RenyiDP(64, 5), objective)
    everywhere = rr.optimal(rr.LocalDP(5), objective)
    assert design.value.lo > everywhere.value.hi
    assert design.gap <= gap * design.bound.lo
    assert design.channel.shape[0] <= len(prior) + 1


@pytest.mark.everything
@pytest.mark.filterwarnings("error")
def test_of_a_guess_and_a_variance_powers_are_not_cut_either() -> None:
    prior = ["1/8", "3/4", "1/8"]
    guess = rr.optimal(rr.RenyiDP(64, 5), rr.Guess(prior))
    assert guess.value.lo > rr.optimal(rr.LocalDP(5), rr.Guess(prior)).value.lo
    assert guess.gap < F(1, 10**9)
    variance = rr.optimal(rr.RenyiDP(64, 5), rr.AOptimal(prior))
    assert variance.value.hi < rr.optimal(rr.LocalDP(5), rr.AOptimal(prior)).value.hi
    assert variance.gap < F(1, 10**8)


def test_equal_truths_are_alike_in_pairs():
    """The last digits of doubles told all pairs of twelve truths apart: too many logarithms."""
    design = rr.optimal(rr.ZeroConcentratedDP("1/2"), rr.Trace(5))
    assert len(unlike_pairs(design.table.rows)) == 1
    design = rr.optimal(rr.ZeroConcentratedDP("1/2"), rr.Guess(["1/3", "1/3", "1/6", "1/6"]))
    assert len(unlike_pairs(design.table.rows)) == 4


@pytest.mark.everything
def test_twelve_equal_truths_are_designed_under_zcdp():
    design = rr.optimal(rr.ZeroConcentratedDP("1/2"), rr.Trace(12))
    assert float(design.gap) < 1e-4 * float(design.value)
