"""rr.derive rediscovers the known optima, told nothing but the problem."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from types import SimpleNamespace

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived import region_cover
from rropt.closed.derived.derivation import _needed
from rropt.closed.derived.region_cover import WorkBudget
from rropt.closed.derived.validity import Box, Condition, ValidityRegion, at

gamma, delta, pi = sp.symbols("gamma delta pi")
ANY = rr.LocalDP("ln(3)", "1/10")
ALL = {"gamma": (1, "oo"), "delta": (0, 1)}


def _problem(objective, outputs=None, privacy=ANY):
    return rr.Problem(privacy, objective, outputs)


def _same(left, right):
    return sp.cancel(left - right) == 0


@pytest.mark.parametrize("k", range(2, 7))
def test_trace_of_pure_privacy(k):
    answer = rr.derive(_problem(rr.Trace(k)), (1, "oo"), delta=0)
    assert answer.proved
    assert [_same(v, k * gamma / (gamma + k - 1)) for v in answer.values] == [True]


@pytest.mark.parametrize("k", [2, 3])
def test_trace_with_delta(k):
    answer = rr.derive(_problem(rr.Trace(k)), **ALL)
    assert answer.proved
    expected = k * (gamma + (k - 1) * delta) / (gamma + k - 1)
    assert [_same(v, expected) for v in answer.values] == [True]


def test_total_variation():
    answer = rr.derive(_problem(rr.FDivergence("total-variation")), **ALL)
    assert answer.proved
    assert _same(answer.values[0], (gamma - 1 + 2 * delta) / (gamma + 1))


def test_fisher_with_any_outputs():
    """delta reveals each truth; the rest is randomized response: information adds up."""
    answer = rr.derive(_problem(rr.Variance("1/4")), **ALL, prior=(0, 1))
    assert answer.proved and len(answer.values) == 1
    response = (gamma - 1) ** 2 / (gamma + pi * (1 - pi) * (gamma - 1) ** 2)
    assert _same(1 / answer.values[0], delta / (pi * (1 - pi)) + (1 - delta) * response)


@pytest.mark.everything
def test_two_answers_with_their_switching_curve():
    answer = rr.derive(_problem(rr.Variance("1/4"), 2), **ALL, prior=(0, 1))
    assert answer.proved
    assert dict(answer.cover.verdicts) == {"z3": "unsat", "cvc5": "unsat"}
    g = delta * (gamma + delta) / (gamma + 2 * delta - 1) ** 2
    text = str(answer)
    assert f"switching curve: pi = {g}" in text
    expected = {
        pi / delta - pi**2,
        (1 - pi) / delta - (1 - pi) ** 2,
        pi * (1 - pi) + (gamma + delta) * (1 - delta) / (gamma + 2 * delta - 1) ** 2,
    }
    assert len(answer.values) == 3
    assert all(any(_same(v, e) for e in expected) for v in answer.values)
    assert "holohan/thm-3" in text and "holohan/cor-2" in text
    assert r"\begin{cases}" in answer.latex


@pytest.mark.everything
@pytest.mark.parametrize(
    "objective",
    [
        rr.Guess(["1/2", "3/10", "1/5"]),
        rr.Gain([[1, 0, 0], [0, "1/2", 1], ["1/3", "1/3", "1/3"]], ["1/2", "1/4", "1/4"]),
        rr.FDivergence("chi-square"),
        rr.FDivergence("le-cam", (0, 2), 3),
        rr.Guess(["1/4"] * 4),
    ],
)
def test_one_parameter_agrees_with_certified_designs(objective):
    answer = rr.derive(_problem(objective), (1, "oo"), delta=0)
    assert answer.proved
    for g in ("21/20", "5/3", "2", "5/2", "3", "7", "100"):
        design = rr.optimal(rr.LocalDP.from_gamma(g), objective, crosscheck=False)
        assert answer.value_at(gamma=g) == design.value


# --- proofs of cover and their near misses ------------------------------------------------------


# --- the door -----------------------------------------------------------------------------------


def _long_guess(k):
    """One truth is half as likely as each of the others."""
    return rr.Guess([Fraction(2 if i else 1, 2 * k - 1) for i in range(k)])


# --- the optimum as the best of its values ------------------------------------------------------


def test_many_pieces_with_few_values():
    """A guess-or-pass game with delta: the best action changes at one gamma."""
    gain = rr.Gain([[1, 0], [0, 1], ["3/5", "3/5"]], ["1/2", "1/2"])
    answer = rr.derive(_problem(gain), **ALL)
    assert answer.proved and answer.envelope is not None
    assert "switching curve: gamma = 3/2" in str(answer)
    privacy = rr.LocalDP.from_gamma("7/5", "1/10")
    assert answer.value_at(gamma="7/5", delta="1/10") == rr.optimal(privacy, gain).value


@pytest.mark.everything
def test_an_undecided_exploration_is_not_proved(monkeypatch):
    from rropt.closed.derived import smt

    def silent(box, regions):
        raise smt.SolverUndecided("unknown")

    monkeypatch.setattr(smt, "uncovered", silent)
    unsure = ("z3", "unknown"), ("cvc5", "unsat")
    monkeypatch.setattr(smt, "verdicts", lambda text, limit=0: unsure)
    answer = rr.derive(_problem(rr.Variance("1/4"), 2), **ALL, prior=(0, 1))
    assert not answer.proved and "NOT proved" in str(answer)
    assert answer.undecided and f"undecided: {answer.undecided[0]}" in str(answer)


def _is_inside(box, point):
    return all(at(constraint, point) > 0 for constraint in box.constraints())


@pytest.mark.everything
def test_what_too_few_pieces_leave_is_a_region(monkeypatch):
    """The boxes hold every point that no piece covers, and not the whole box."""
    monkeypatch.setattr("rropt.closed.derived.derivation.MOST_PIECES", 2)
    answer = rr.derive(_problem(rr.Variance("1/4"), 2), **ALL, prior=(0, 1))
    assert not answer.proved and 0 < len(answer.undecided) < 64
    inside = 0
    for point in islice(answer.box.points(), 200):
        in_some = any(
            all(at(c, point) > 0 for c in part.constraints()) for part in answer.undecided
        )
        covered = any(piece.region.holds(point) for piece in answer.pieces)
        assert covered or in_some
        inside += in_some
    assert inside < 100


@pytest.mark.everything
def test_a_gain_under_an_open_prior_on_three_truths():
    """Guess a truth or pass for 3/5."""
    bets = [[1, 0, 0], [0, 1, 0], [0, 0, 1], ["3/5"] * 3]
    problem = _problem(rr.Gain(bets, ["1/2", "1/4", "1/4"]))
    family = {"prior": ["1-2*q", "q", "q"], "q": (0, "1/2"), "delta": 0}
    line = rr.derive(problem, gamma=3, **family)
    assert line.proved
    for q in ("1/10", "1/3", "2/5"):
        gain = rr.Gain(bets, [1 - 2 * Fraction(q), q, q])
        assert line.value_at(q=q) == rr.optimal(rr.LocalDP.from_gamma(3), gain).value


@pytest.mark.long
def test_a_gain_under_an_open_prior_and_gamma():
    bets = [[1, 0, 0], [0, 1, 0], [0, 0, 1], ["3/5"] * 3]
    problem = _problem(rr.Gain(bets, ["1/2", "1/4", "1/4"]))
    answer = rr.derive(problem, delta=0, prior=["1-2*q", "q", "q"], q=(0, "1/2"))
    assert answer.proved and len(answer.values) == 6
    for g, q in (("3", "1/10"), ("3/2", "1/3"), ("6", "2/5")):
        gain = rr.Gain(bets, [1 - 2 * Fraction(q), q, q])
        assert answer.value_at(gamma=g, q=q) == rr.optimal(rr.LocalDP.from_gamma(g), gain).value


@pytest.mark.everything
def test_a_guess_with_an_open_prior():
    """Two truths: guess the likelier one whatever is reported, unless gamma pi >= 1 - pi."""
    answer = rr.derive(_problem(rr.Guess(["1/2", "1/2"])), (1, "oo"), delta=0, prior=(0, 1))
    assert answer.proved and answer.envelope is not None
    assert set(answer.values) == {gamma / (gamma + 1), pi, 1 - pi}
    for g, share in [("3", "1/5"), ("3", "2/5"), ("3/2", "9/10")]:
        guess = rr.Guess([1 - Fraction(share), share])
        design = rr.optimal(rr.LocalDP.from_gamma(g), guess, crosscheck=False)
        assert answer.value_at(gamma=g, pi=share) == design.value


def test_a_piece_of_a_boundary_point_is_dropped_where_others_suffice():
    box = Box(((gamma, Fraction(1), None),))
    wide = SimpleNamespace(region=ValidityRegion(()), point={gamma: Fraction(3)})
    thin = SimpleNamespace(
        region=ValidityRegion((Condition(gamma - 2),)), point={gamma: Fraction(2)}
    )
    assert _needed((thin, wide), box) == (wide,)
    assert _needed((thin,), box) == (thin,)


def test_neighbours_without_a_region_are_one_undecided_stretch():
    """The roots of the regions that are there cut what none covers, at 5."""
    x = sp.Symbol("x")
    line = Box(((x, Fraction(0), Fraction(9)),))
    low = ValidityRegion((Condition(1 - x),))
    high = ValidityRegion((Condition(x - 5), Condition(x - 7)))
    cover = region_cover.prove(line, [low, high])
    (part,) = region_cover.undecided_boxes(line, [low, high], cover, WorkBudget())
    _, lo, hi = part.ranges[0]
    assert not cover.proved and lo <= 1 < 5 < 7 <= hi


def test_a_loss_is_reported_as_a_loss():
    """By hand: of (gamma, 1) action 0 costs 15/7 and action 1 (4 gamma + 10)/7, of (1, gamma) they
    cost 15 gamma/7 and (4 + 10 gamma)/7; the least of both is paid, with probability 1/(gamma+1).
    """
    miles = rr.Loss([["0", "3"], ["2", "2"]], ["2/7", "5/7"])
    answer = rr.derive(_problem(miles, privacy=rr.LocalDP("ln(3)")))
    assert answer.proved and answer.reported == "expected loss"
    assert answer.envelope.name == "min"
    for level in (Fraction(9, 8), Fraction(5, 4), Fraction(2), Fraction(40)):
        first = min(Fraction(15), 4 * level + 10) + min(15 * level, 4 + 10 * level)
        assert answer.value_at(gamma=level) == first / (7 * (level + 1))
        assert answer.value_at(gamma=level) == rr.optimal(rr.BayesFactor(level), miles).value


def test_a_loss_under_a_matrix_of_levels():
    """By hand: the tight rows are (g, 1) w and (1, h) v with g w + v = 1 = w + h v."""
    wrong = _problem(rr.Loss([[0, 1], [1, 0]], ["1/2", "1/2"]), privacy=rr.LocalDP("ln(3)"))
    answer = rr.derive(wrong, privacy=[["1", "g"], ["h", "1"]], g=(1, "oo"), h=(1, "oo"))
    g, h = sp.symbols("g h")
    assert answer.proved
    assert [_same(v, (g + h - 2) / (2 * (g * h - 1))) for v in answer.values] == [True]


@pytest.mark.everything
def test_no_table_that_tells_many_truths_apart_stands_for_a_contrast():
    """With J singular the value of such a piece is a bound that no table reaches: it was negative.

    (-2, -2, -1) is the share of the third truth less 2, so its variance is that of two truths.
    """
    answer = rr.derive(rr.COptimal(["6/13", "2/13", "5/13"], ["-2", "-2", "-1"]), (2, 50))
    assert answer.proved
    for level in (Fraction(12, 5), Fraction(24, 5), Fraction(40)):
        two = rr.optimal(rr.BayesFactor(level), rr.Variance("5/13")).value
        for piece in answer.pieces:
            if piece.region.holds({gamma: level}):
                assert float(piece.value.subs(gamma, level)) == pytest.approx(float(two))


@pytest.mark.everything
def test_the_least_distance_on_a_line_of_five_is_derived_and_is_the_certified_one():
    """Eight pieces of gamma, up to 69 conditions: all roots at once took minutes to isolate."""
    shares = [f"{n}/15" for n in range(1, 6)]
    far = rr.Loss([[abs(i - j) for j in range(5)] for i in range(5)], shares)
    answer = rr.derive(rr.Problem(rr.LocalDP("ln(3)"), far), (1, "oo"))
    assert answer.proved and len(answer.pieces) == 8
    for level in (Fraction(11, 10), Fraction(9, 4), Fraction(7)):
        found = rr.optimal(rr.LocalDP.from_gamma(level), far)
        assert found.gap == 0 and found.value == answer.value_at(gamma=level)
