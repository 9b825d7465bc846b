"""The whole survey runs, and what it prints is consistent."""

import re
import runpy
from pathlib import Path

import pytest

SURVEY = Path(__file__).parents[2] / "examples" / "survey.py"


@pytest.fixture(scope="module")
def printed():
    import contextlib
    import io

    pytest.importorskip("polars")
    pytest.importorskip("duckdb")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        runpy.run_path(str(SURVEY), run_name="__main__")
    return out.getvalue()


def number(pattern, text):
    return float(re.search(pattern, text).group(1).replace(",", ""))


@pytest.mark.everything
def test_the_design_is_verified(printed):
    assert printed.startswith("design: verified: no epsilon = 1 private")


@pytest.mark.everything
def test_the_estimate_is_near_the_population(printed):
    estimate = number(r"estimate: (\S+)", printed)
    population = number(r"this population: (\S+)\)", printed)
    stderr = number(r"standard error: (\S+),", printed)
    assert abs(estimate - population) < 6 * stderr


@pytest.mark.everything
def test_the_standard_error_is_the_planned_one(printed):
    """sqrt(V / n) at epsilon 1 and prevalence 1/5: `holohan/eq-8` with p_w = e / (1 + e)."""
    p = 2.718281828459045 / 3.718281828459045
    variance = (0.25 - (p - 0.5 - 0.2 * (2 * p - 1)) ** 2) / (2 * p - 1) ** 2
    assert number(r"planned (\S+)", printed) == pytest.approx((variance / 1e6) ** 0.5, abs=1e-6)
    assert number(r"standard error: (\S+),", printed) == pytest.approx(
        (variance / 1e6) ** 0.5, abs=1e-5
    )


@pytest.mark.everything
@pytest.mark.parametrize("method", ["wald", "wilson", "clopper_pearson"])
def test_coverage_is_within_its_monte_carlo_error(printed, method):
    line = re.search(rf"{method} +(0\.\d+)  (\w+)", printed.split("coverage")[1])
    assert line.group(2) == "within"
    assert abs(float(line.group(1)) - 0.95) <= 2 * (0.95 * 0.05 / 2000) ** 0.5


@pytest.mark.everything
def test_the_guaranteed_interval_is_conservative(printed):
    assert re.search(r"guaranteed +1?0?\.\d+  conservative", printed)
