"""rr.derive rediscovers the known optima, told nothing but the problem."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from types import SimpleNamespace

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.box import Box, at, interval, oriented
from rropt.closed.derived.derivation import _needed
from rropt.closed.derived.envelope import envelope
from rropt.closed.derived.region_cover import Cover, isolated, missing, prove
from rropt.closed.derived.smt import script, verdicts
from rropt.closed.derived.symbolic_programs import SymbolicProgram
from rropt.closed.derived.validity import Condition, NotValid, ValidityRegion, region
from rropt.closed.derived.wording import curves
from rropt.exact import InputError

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


def test_two_answers_agree_with_certified_designs():
    answer = rr.derive(_problem(rr.Variance("1/4"), 2), **ALL, prior=(0, 1))
    for g, d, p in [("2", "1/4", "1/4"), ("3", "1/10", "1/30"), ("3/2", "1/5", "9/10")]:
        privacy = rr.LocalDP.from_gamma(g, d)
        design = rr.optimal(privacy, rr.Variance(p), outputs=2, crosscheck=False)
        assert answer.value_at(gamma=g, delta=d, pi=p) == design.value


def test_the_switch_of_holohan_ex_1_4():
    """holohan/ex-1.4: at gamma = 2, delta = 1/4 the optimum changes at pi = 1/4."""
    answer = rr.derive(_problem(rr.Variance("1/4"), 2), 2, delta="1/4", prior=(0, 1))
    text = str(answer)
    assert answer.proved
    assert "0 < pi < 1/4: " in text and "1/4 < pi < 3/4: " in text


def test_pure_two_answers_and_warner():
    expected = gamma / (gamma - 1) ** 2 + pi * (1 - pi)
    for objective, outputs in [(rr.Variance("1/4"), 2), (rr.Warner("1/4"), None)]:
        answer = rr.derive(_problem(objective, outputs), (1, "oo"), delta=0, prior=(0, 1))
        assert answer.proved
        assert [_same(v, expected) for v in answer.values] == [True]


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


def test_guess_switches_where_the_water_level_does():
    """t truths are guessed: 1/2, then 4/5 gamma/(gamma + 1), then gamma/(gamma + 2)."""
    text = str(rr.derive(_problem(rr.Guess(["1/2", "3/10", "1/5"])), (1, "oo"), delta=0))
    assert "1 < gamma < 5/3: 1/2" in text
    assert "5/3 < gamma < 3: 4*gamma/(5*(gamma + 1))" in text
    assert "3 < gamma < oo: gamma/(gamma + 2)" in text


def test_every_piece_is_an_optimal_solution():
    """Weights are a mechanism, prices add up to the value: at a point of each piece."""
    answer = rr.derive(_problem(rr.Guess(["1/2", "3/10", "1/5"])), (1, "oo"), delta=0)
    for piece in answer.pieces:
        g = piece.point[gamma]
        rows = [
            [w.subs(gamma, g) * sp.Rational(str(g)) ** t for t in r] for r, _, w in piece.patterns
        ]
        assert [sum(column) for column in zip(*rows, strict=True)] == [1, 1, 1]
        assert _same(sum(piece.prices), piece.value)


# --- proofs of cover and their near misses ------------------------------------------------------


def test_a_cover_with_a_piece_missing_is_not_proved():
    answer = rr.derive(_problem(rr.Variance("1/4"), 2), **ALL, prior=(0, 1))
    regions = [piece.region for piece in answer.pieces]
    for left_out in regions:
        rest = [r for r in regions if r is not left_out]
        assert not prove(answer.box, rest).proved
        hole = missing(answer.box, rest)
        assert hole is not None and left_out.holds(hole)


def test_a_line_with_a_gap_is_not_covered():
    x = sp.Symbol("x")
    box = Box(((x, Fraction(0), Fraction(4)),))
    low, high = (
        ValidityRegion((Condition(x**2 * (2 - x**2)),)),
        ValidityRegion((Condition(x**2 - 3),)),
    )
    assert not prove(box, [low, high]).proved
    middle = ValidityRegion((Condition(-(x**2 - 2) * (x**2 - 3)),))
    assert prove(box, [low, high, middle]).proved


def test_a_root_between_strict_conditions_is_open():
    x = sp.Symbol("x")
    box = Box(((x, Fraction(0), None),))
    below, above = (
        ValidityRegion((Condition(2 - x, True),)),
        ValidityRegion((Condition(x - 2, True),)),
    )
    assert not prove(box, [below, above]).proved
    assert prove(box, [below, ValidityRegion((Condition(x - 2),))]).proved


def test_both_solvers_must_agree():
    assert not Cover("", script="x", verdicts=(("z3", "unsat"), ("cvc5", "unknown"))).proved
    x, y = sp.symbols("x y")
    box = Box(((x, Fraction(0), None), (y, Fraction(0), Fraction(1))))
    assert dict(verdicts(script(box, [ValidityRegion((Condition(x - y),))]))) == {
        "z3": "sat",
        "cvc5": "sat",
    }


def test_roots_are_isolated_off_the_ends():
    x = sp.Symbol("x")
    roots = isolated([(x - 1) * (x - 2), x**2 - 2], x, Fraction(1), Fraction(2))
    assert len(roots) == 1 and roots[0][0] ** 2 < 2 < roots[0][1] ** 2


def test_signs_from_coefficients_are_true_and_no_more():
    box = Box(((gamma, Fraction(1), None), (pi, Fraction(0), Fraction(1))))
    assert box.sign(1 - pi + pi * gamma) == 1
    assert box.sign(pi - 1) == -1
    assert box.sign(gamma - 2) == 0


def test_a_condition_that_fails_at_its_point_is_an_error():
    box = Box(((gamma, Fraction(1), None),))
    with pytest.raises(NotValid):
        region([1 - gamma], box, {gamma: Fraction(2)})


def test_orientation_keeps_the_value():
    x = sp.Symbol("x")
    expression = -((x - 3) ** 3) / (x - 2)
    turned = oriented(expression, {x: Fraction(5, 2)})
    assert sp.expand(turned * (x - 2) + (x - 3) ** 3) == 0


# --- the door -----------------------------------------------------------------------------------


def _long_guess(k):
    """One truth is half as likely as each of the others."""
    return rr.Guess([Fraction(2 if i else 1, 2 * k - 1) for i in range(k)])


def _wide_gain(k):
    """Bets on the first truth or on none of k."""
    return rr.Gain([[1] + [0] * (k - 1), ["1/3"] * k], [f"1/{k}"] * k)


@pytest.mark.parametrize(
    "objective, options, message",
    [
        (rr.Trace(3), {"gamma": 2}, "must be a range"),
        (rr.Trace(3), {"gamma": (3, 2)}, "lo < hi"),
        (rr.Trace(3), {"gamma": ("1/2", 2)}, "inside"),
        (rr.Trace(3), {"gamma": (1, 2), "delta": (0, 2)}, "inside"),
        (rr.Trace(3), {"prior": (0, 1)}, "prior must not be given"),
        (rr.AOptimal(["2/3", "1/3"]), {}, "delta must be 0"),
        (rr.EOptimal(["2/3", "1/3"]), {}, "linear over patterns"),
        (rr.MutualInformation(["1/2", "1/4", "1/4"]), {}, "delta must be 0"),
        (
            rr.MutualInformation(["1/2", "1/4", "1/4"]),
            {"prior": ["1-2*q", "q", "q"], "q": (0, "1/2"), "delta": 0},
            "one parameter alone",
        ),
        (rr.MutualInformation(["1/3", *["1/6"] * 4]), {"delta": 0}, "at most 4"),
        (rr.FDivergence("chi-square"), {}, "delta must be 0"),
        (
            rr.Guess([f"{2 if i else 1}/201" for i in range(101)]),
            {"delta": 0},
            "categories must be at most 100",
        ),
        (_wide_gain(9), {"delta": 0}, "categories must be at most 8"),
    ],
)
def test_what_cannot_be_derived_is_said(objective, options, message):
    with pytest.raises(InputError, match=message):
        rr.derive(_problem(objective), **options)


def test_fewer_reports_and_matrices_are_refused():
    with pytest.raises(InputError, match="outputs must not be given"):
        rr.derive(_problem(rr.Guess(["1/2", "1/4", "1/4"]), 2), delta=0)
    matrix = rr.Problem(rr.Privacy([["1", "3"], ["2", "1"]]), rr.Trace(2))
    with pytest.raises(InputError, match="privacy is a matrix"):
        rr.derive(matrix)


def test_only_problems_and_designs_are_derived():
    for other in (rr.Trace(3), rr.LocalDP("ln(3)"), None):
        with pytest.raises(InputError, match="problem must be a Problem or a design, got"):
            rr.derive(other)


def test_ranges_and_points_are_checked():
    assert interval(gamma, (1, "oo"), Fraction(1), None) == (gamma, 1, None)
    answer = rr.derive(_problem(rr.Trace(3)), (1, 5), delta=0)
    with pytest.raises(InputError):
        answer.piece_at(gamma=6)
    with pytest.raises(InputError):
        answer.piece_at(delta=0)


def test_without_solvers_two_parameters_are_refused(monkeypatch):
    import importlib

    real = importlib.import_module

    def without(name, *rest):
        if name in ("z3", "cvc5"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(importlib, "import_module", without)
    with pytest.raises(InputError, match=r"rropt\[prove\]"):
        rr.derive(_problem(rr.Variance("1/4"), 2), **ALL, prior=(0, 1))


# --- the optimum as the best of its values ------------------------------------------------------


def test_the_two_answer_optimum_is_the_least_of_three_variances():
    answer = rr.derive(_problem(rr.Variance("1/4"), 2), **ALL, prior=(0, 1))
    assert answer.envelope is not None and answer.envelope.name == "min"
    assert dict(answer.envelope.verdicts) == {"z3": "unsat", "cvc5": "unsat"}
    point = {gamma: 3, delta: sp.Rational(1, 10), pi: sp.Rational(1, 20)}
    found = answer.expression.subs(point)
    certified = rr.optimal(
        rr.LocalDP("ln(3)", "1/10"), rr.Variance("1/20"), outputs=2, crosscheck=False
    ).value
    assert Fraction(int(found.p), int(found.q)) == certified


def test_an_envelope_that_is_none_is_not_claimed():
    answer = rr.derive(_problem(rr.Variance("1/4"), 2), **ALL, prior=(0, 1))
    assert envelope(answer.box, answer.pieces, "max") is None
    line = rr.derive(_problem(rr.Guess(["1/2", "3/10", "1/5"])), (1, "oo"), delta=0)
    assert envelope(line.box, line.pieces, "min") is None
    assert line.expression.subs(gamma, 2) == sp.Rational(8, 15)


def test_many_pieces_with_few_values():
    """A guess-or-pass game with delta: the best action changes at one gamma."""
    gain = rr.Gain([[1, 0], [0, 1], ["3/5", "3/5"]], ["1/2", "1/2"])
    answer = rr.derive(_problem(gain), **ALL)
    assert answer.proved and answer.envelope is not None
    assert "switching curve: gamma = 3/2" in str(answer)
    privacy = rr.LocalDP.from_gamma("7/5", "1/10")
    assert answer.value_at(gamma="7/5", delta="1/10") == rr.optimal(privacy, gain).value


def test_switching_curves_are_where_a_posterior_crosses_a_threshold():
    """Guess or pass for 2/3: a posterior odds of gamma^+-1 pi / (1 - pi) crosses 2 or 1/2.

    At gamma = 2 and pi = 1/2 two of the curves cross; nothing switches along these two lines.
    """
    gain = rr.Gain([[1, 0], [0, 1], ["2/3", "2/3"]], ["1/2", "1/2"])
    answer = rr.derive(_problem(gain), **ALL, prior=(0, 1))
    crossings = {2 / (gamma + 2), 1 / (2 * gamma + 1), 2 * gamma / (2 * gamma + 1)}
    expected = {sp.factor(x) for x in crossings | {gamma / (gamma + 2)}}
    found = [sp.solve(curve, pi) for curve in curves(answer)]
    assert len(found) == 4 and {sp.factor(x) for (x,) in found} == expected


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


def test_a_guess_with_an_open_prior():
    """Two truths: guess the likelier one whatever is reported, unless gamma pi >= 1 - pi."""
    answer = rr.derive(_problem(rr.Guess(["1/2", "1/2"])), (1, "oo"), delta=0, prior=(0, 1))
    assert answer.proved and answer.envelope is not None
    assert set(answer.values) == {gamma / (gamma + 1), pi, 1 - pi}
    for g, share in [("3", "1/5"), ("3", "2/5"), ("3/2", "9/10")]:
        guess = rr.Guess([1 - Fraction(share), share])
        design = rr.optimal(rr.LocalDP.from_gamma(g), guess, crosscheck=False)
        assert answer.value_at(gamma=g, pi=share) == design.value


def test_exploration_may_start_on_a_switching_curve(monkeypatch):
    """Exploration started exactly where the best guess changes, at gamma = 5/3."""
    from rropt.closed.derived import region_cover

    real = region_cover.missing

    def at_the_switch(box, regions):
        return real(box, regions) if regions else {gamma: Fraction(5, 3)}

    monkeypatch.setattr(region_cover, "missing", at_the_switch)
    answer = rr.derive(_problem(rr.Guess(["1/2", "3/10", "1/5"])), (1, "oo"), delta=0)
    assert answer.proved
    assert len(answer.values) == 3
    assert answer.value_at(gamma="5/3") == Fraction(1, 2)


def test_a_piece_of_a_boundary_point_is_dropped_where_others_suffice():
    box = Box(((gamma, Fraction(1), None),))
    wide = SimpleNamespace(region=ValidityRegion(()), point={gamma: Fraction(3)})
    thin = SimpleNamespace(
        region=ValidityRegion((Condition(gamma - 2),)), point={gamma: Fraction(2)}
    )
    assert _needed((thin, wide), box) == (wide,)
    assert _needed((thin,), box) == (thin,)


def test_a_logical_variable_of_an_equality_must_stay_zero():
    """A basis with such a variable holds only where its value vanishes: both signs are asked."""
    fixed = SymbolicProgram((), (), 1, False, Box(((gamma, Fraction(1), None),)))
    solved = SimpleNamespace(basis=(0,), weights=[gamma - 2])
    assert fixed._signs(solved) == [gamma - 2, 2 - gamma]
