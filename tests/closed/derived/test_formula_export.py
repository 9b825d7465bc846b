"""Derived optima as functions elsewhere."""

from __future__ import annotations

import ctypes
import shutil
import subprocess

import numpy as np
import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.formula_export import c_function, cases, numpy_function
from rropt.exact import InputError

a, b, t = sp.symbols("a b t")
ANSWER = rr.derive(sp.Max(a, b, t * (a + b)), truths=[a, b], t=(0, 1))
PLACES = [(2.0, 0.5), (3.0, 0.9), (3.0, 0.75), (9.0, 0.05)]
OUTSIDE = [(0.5, 0.5), (3.0, 1.5), (3.0, -0.1)]


def _known(gamma: float, share: float) -> float:
    """A guess, or the sure gain."""
    return max(2 * gamma / (gamma + 1), 2 * share)


def test_on_arrays() -> None:
    function = numpy_function(ANSWER)
    gammas, shares = np.array(PLACES + OUTSIDE).T
    expected = [_known(*place) for place in PLACES] + [np.nan] * len(OUTSIDE)
    assert function(gammas, shares) == pytest.approx(expected, nan_ok=True)
    assert function(gammas, t=shares) == pytest.approx(expected, nan_ok=True)
    assert float(function(3, 0.9)) == pytest.approx(1.8)


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_in_c(tmp_path) -> None:
    source, library = tmp_path / "optimum.c", tmp_path / "optimum.so"
    source.write_text(c_function(ANSWER), encoding="utf-8")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-lm"], check=True)
    function = ctypes.CDLL(str(library)).optimum
    function.argtypes, function.restype = [ctypes.c_double] * 2, ctypes.c_double
    for place in PLACES:
        assert function(*place) == pytest.approx(_known(*place), rel=1e-14)
    assert all(np.isnan(function(*place)) for place in OUTSIDE)


def test_a_name_of_c_and_the_cases() -> None:
    assert "double best(double gamma, double t)" in c_function(ANSWER, "best")
    with pytest.raises(InputError, match="identifier"):
        c_function(ANSWER, "two words")
    assert len(cases(ANSWER)) == len(ANSWER.pieces)
