"""A piecewise form at points: its piece, its value, and one expression of all of them.

Derived optima as functions elsewhere.

The record of a derivation: everything as strings that say the same again.
"""

from __future__ import annotations

import ctypes
import json
import shutil
import subprocess
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

import rropt as rr
from rropt.exact import InputError

pytestmark = pytest.mark.quick


@pytest.fixture(scope="module")
def guess():
    problem = rr.Problem(rr.LocalDP("ln(3)"), rr.Guess("1/2,3/10,1/5"))
    return rr.derive(problem, (1, 10), delta=0)


@pytest.mark.parametrize("g", ["3/2", "5/3", "2", "3", "9"])
def test_the_value_is_that_of_the_best_size(guess, g: str) -> None:
    level = F(g)
    expected = max(F(1, 2), F(4, 5) * level / (level + 1), level / (level + 2))
    assert guess.value_at(gamma=g) == expected
    assert F(str(guess.expression.subs(sp.Symbol("gamma"), sp.Rational(g)))) == expected


def test_an_irrational_value_is_enclosed() -> None:
    problem = rr.Problem(rr.LocalDP("ln(3)"), rr.MutualInformation("1/2,1/2"))
    answer = rr.derive(problem, (1, "oo"), delta=0)
    lo, hi = answer.value_at(gamma=3)
    exact = sp.log(2) - (sp.Rational(3, 4) * sp.log(sp.Rational(4, 3)) + sp.log(4) / 4)
    digits = F(str(exact.evalf(60)))
    assert lo - F(1, 10**45) <= digits <= hi + F(1, 10**45) and hi - lo < F(1, 10**40)


@pytest.mark.parametrize("point", [{"gamma": 11}, {"gamma": 1}, {}, {"gamma": 2, "delta": 0}])
def test_points_outside_are_refused(guess, point) -> None:
    with pytest.raises(rr.InputError, match="the point must"):
        guess.value_at(**point)


@pytest.mark.everything
def test_a_point_where_nothing_is_proved_is_told_from_one_outside() -> None:
    group = rr.Mean([0, 1, 4, 9], ["1/4", "1/4", "3/16", "5/16"])
    with pytest.raises(rr.InputError, match="no formula is proved at gamma = 3"):
        rr.derive(group).value_at(gamma=3)


def test_values_stand_once_and_without_an_envelope_there_are_cases(guess) -> None:
    from dataclasses import replace

    assert len(guess.values) == 3 and guess.proved and guess.undecided == ()
    cases = replace(guess, envelope=None).expression
    assert isinstance(cases, sp.Piecewise)
    assert cases.subs(sp.Symbol("gamma"), 2) == sp.Rational(8, 15)
    assert "cases" in guess.latex


def test_it_displays_as_mathematics() -> None:
    shown = rr.derive(rr.Trace(2))._repr_latex_()
    assert shown.startswith("$") and r"\frac{2 \gamma}{\gamma + 1}" in shown and shown.endswith("$")


PLACES = [(2.0, 0.5), (3.0, 0.9), (3.0, 0.75), (9.0, 0.05)]
OUTSIDE = [(0.5, 0.5), (3.0, 1.5), (3.0, -0.1)]


@pytest.fixture(scope="module")
def answer():
    """A guess of one of two truths, or a gain t that is sure."""
    a, b, t = sp.symbols("a b t")
    return rr.derive(sp.Max(a, b, t * (a + b)), truths=[a, b], t=(0, 1))


def _known(gamma: float, share: float) -> float:
    """A guess, or the sure gain."""
    return max(2 * gamma / (gamma + 1), 2 * share)


def test_on_arrays(answer) -> None:
    function = answer.to_numpy()
    gammas, shares = np.array(PLACES + OUTSIDE).T
    expected = [_known(*place) for place in PLACES] + [np.nan] * len(OUTSIDE)
    assert function(gammas, shares) == pytest.approx(expected, nan_ok=True)
    assert function(gammas, t=shares) == pytest.approx(expected, nan_ok=True)
    assert float(function(3, 0.9)) == pytest.approx(1.8)


def test_pieces_of_one_value_are_not_joined() -> None:
    """SymPy multiplies the conditions of six out, which had not ended after minutes."""
    one = rr.Problem(rr.LocalDP("ln(3)"), rr.Loss([["1", "2", "0"]], ["3/10", "2/5", "3/10"]))
    sure = rr.derive(one, delta=(0, 1))
    assert len(sure.pieces) > 5 and set(sure.values) == {sp.Rational(11, 10)}
    assert sure.to_numpy()([2.0, 9.0, 0.5], 0.25) == pytest.approx([1.1, 1.1, np.nan], nan_ok=True)


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_in_c(tmp_path, answer) -> None:
    source, library = tmp_path / "optimum.c", tmp_path / "optimum.so"
    source.write_text(answer.to_c(), encoding="utf-8")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-lm"], check=True)
    function = ctypes.CDLL(str(library)).optimum
    function.argtypes, function.restype = [ctypes.c_double] * 2, ctypes.c_double
    for place in PLACES:
        assert function(*place) == pytest.approx(_known(*place), rel=1e-14)
    assert all(np.isnan(function(*place)) for place in OUTSIDE)


def test_a_name_of_c_and_the_cases(answer) -> None:
    assert "double best(double gamma, double t)" in answer.to_c("best")
    with pytest.raises(InputError, match="identifier"):
        answer.to_c("two words")
    assert len(answer.cases()) == len(answer.pieces)


GUESS = rr.Problem(rr.LocalDP("ln(3)"), rr.Guess("1/2,3/10,1/5"))


@pytest.fixture(scope="module")
def record():
    answer = rr.derive(GUESS, (1, "oo"), delta=0)
    return json.loads(json.dumps(answer.to_json()))


def test_ranges_fixed_parameters_and_switches_by_hand(record) -> None:
    """One truth is guessed up to 5/3, two up to 3, then all three."""
    assert record["ranges"] == {"gamma": ["1", "oo"]} and record["fixed"] == {"delta": "0"}
    assert record["proved"] is True and record["undecided"] == []
    assert record["switches"] == ["gamma = 5/3", "gamma = 3"]
    assert record["best_of"] == "max" and record["categories"] == 3


def test_each_piece_is_a_table_that_adds_up_and_prices_that_pay_its_value(record) -> None:
    def read(formula: str) -> sp.Expr:
        return sp.sympify(formula, locals={"gamma": sp.Symbol("gamma")})

    for piece in record["pieces"]:
        total = sp.zeros(1, 3)
        for row in piece["table"]:
            pattern = sp.Matrix([[read(x) for x in row["pattern"]]])
            total += pattern * read(row["weight"])
        assert [sp.cancel(x - 1) for x in total] == [0, 0, 0]
        paid = sum(map(read, piece["prices"]))
        assert sp.cancel(paid - read(piece["value"])) == 0
        assert piece["pair_prices"] == {}


def test_a_card_says_what_is_tight() -> None:
    problem = rr.Problem(rr.LocalDP("ln(3)"), rr.Warner("1/4"))
    found = rr.derive(problem, (1, "oo"), delta=0, prior="1/4").to_json()
    (piece,) = found["pieces"]
    assert piece["card"] == ["gamma/(gamma + 1)"] * 2
    assert len(piece["tight"]) == 1 and "table" not in piece


def test_prices_of_pairs_stand_by_their_pair() -> None:
    problem = rr.Problem(rr.LocalDP("ln(3)", "1/10"), rr.Guess("2/3,1/3"))
    found = rr.derive(problem, 3, delta=(0, "1/9")).to_json()
    pairs = [piece["pair_prices"] for piece in found["pieces"]]
    assert all(set(each) <= {"0,1", "1,0"} for each in pairs) and any(pairs)
