"""The sweep of prevalences runs, and its ratios are those of known variances."""

import re
import runpy
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "sweep_prevalence.py"


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """The printed ratios by delta and prevalence."""
    import contextlib
    import io

    store = tmp_path_factory.mktemp("example") / "prevalence.db"
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        runpy.run_path(str(EXAMPLE))["main"](str(store))
    printed = out.getvalue()
    assert printed.startswith("60 certified designs\n")
    found, delta = {}, None
    for line in printed.splitlines():
        if "delta = " in line:
            delta = line.rpartition(" ")[2]
        elif re.match(r" *\d+/\d+ ", line):
            prevalence, *ratios = line.split()
            found[delta, prevalence] = [float(ratio) for ratio in ratios]
    return found


@pytest.mark.everything
def test_every_combination_is_there(tables):
    assert set(tables) == {(d, p) for d in ("0", "1/10") for p in ("1/20", "1/4", "1/2")}
    assert all(len(ratios) == 5 for ratios in tables.values())


@pytest.mark.everything
def test_a_card_costs_nothing_under_pure_privacy(tables):
    assert all(tables["0", p] == [1.0] * 5 for p in ("1/20", "1/4", "1/2"))


@pytest.mark.everything
def test_a_card_costs_something_with_delta(tables):
    assert all(ratio > 1 for (d, _), ratios in tables.items() if d != "0" for ratio in ratios)


@pytest.mark.everything
def test_the_ratio_of_the_known_variances(tables):
    """2.3724 with two answers and 1.3288 without, at epsilon 1/2, delta 1/10, prevalence 1/4."""
    assert tables["1/10", "1/4"][1] == pytest.approx(2.3724 / 1.3288, abs=2e-4)
