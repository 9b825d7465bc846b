"""What may be left open, and what is refused at the door."""

from __future__ import annotations

from itertools import islice

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.open_parameters import open_parameters, written
from rropt.exact import InputError

ANY = rr.LocalDP("ln(3)", "1/10")
THREE = rr.Problem(ANY, rr.Guess(["1/2", "1/4", "1/4"]))


def test_masses_cut_the_box():
    a, b = sp.symbols("a b")
    space = open_parameters(THREE, 3, 0, ["1-a-b", "a", "b"], None, {"a": (0, 1), "b": (0, 1)})
    assert space.prior == (1 - a - b, a, b)
    assert space.box.positive == (1 - a - b,)
    assert all(point[a] + point[b] < 1 for point in islice(space.box.points(), 20))
    assert str(space.box) == "0 < a < 1, 0 < b < 1, -a - b + 1 > 0"


def test_a_fixed_parameter_is_a_number():
    space = open_parameters(THREE, (1, "oo"), 0, ["1-2*q", "q", "q"], None, {"q": "1/5"})
    assert space.prior == (sp.Rational(3, 5), sp.Rational(1, 5), sp.Rational(1, 5))


def test_numbers_and_expressions():
    assert written("0.25", {}, "prior") == sp.Rational(1, 4)
    assert written("g**2*h", {"g", "h"}, "levels") == sp.Symbol("g") ** 2 * sp.Symbol("h")
    for bad in ("1 +", "f(x)", "__import__('os')", "q.real", "log(q)", "[1]", "0.5*q"):
        with pytest.raises(InputError):
            written(bad, {"q"}, "prior")


@pytest.mark.everything
@pytest.mark.parametrize(
    "options, message",
    [
        ({"prior": ["1-2*q", "q", "q"]}, r"prior names q: give its range, q=\(lo, hi\)"),
        ({"prior": ["1-q", "q", "q"], "q": (0, 1)}, "prior must add up to 1, got q"),
        ({"prior": ["1-q", "q"], "q": (0, 1)}, "prior must have 3 masses, got 2"),
        ({"prior": (0, 1)}, "prior must be a list of 3 masses"),
        ({"prior": ["1-2*q", "q", "q"], "q": (0, 2)}, "inside"),
        ({"prior": ["1-2*q", "q", "q"], "q": ("1/2", "2/3")}, "positive masses somewhere"),
        ({"prior": ["1-2*pi", "pi", "pi"], "pi": (0, 1)}, "must have another name than pi"),
        ({"q": (0, 1)}, "no prior, matrix or utility names q"),
    ],
)
def test_refusals_say_what_to_write(options, message):
    with pytest.raises(InputError, match=message):
        rr.derive(THREE, delta=0, **options)


@pytest.mark.parametrize("without_end", ["oo", "inf", float("inf"), sp.oo])
def test_a_level_without_end_is_called_one(without_end):
    two = rr.Problem(ANY, rr.Trace(2))
    with pytest.raises(InputError, match="levels must be finite in a derivation"):
        open_parameters(two, None, None, None, [[1, without_end], ["g", 1]], {"g": (1, 7)})
