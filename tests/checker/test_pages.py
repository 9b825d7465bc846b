"""How much a sceptic reads: the pages that decide a file, by questions that are asked often."""

from __future__ import annotations

import subprocess
import sys

import pytest

import rropt as rr
from rropt.checker.pages import named, named_page, page
from rropt.checker.verdict import Malformed

THREE = rr.LocalDP("ln(3)")
PERCENT = [f"{n}/100" for n in (*[1, 2, 3] * 5, *[4, 5, 6, 7, 9] * 2, 8)]
SKEWED = ["1/2", "1/3", "1/6"]
MATRIX = rr.Privacy([["1", "3", "2"], ["2", "1", "3"], ["3", "2", "1"]])
SLOPE = rr.ForModel(rr.Logit(["-1/2", "-1"], ["1", "1/2"]), [0, 1], coefficients=[1])
PATHS = {
    "two-truth variance": (
        rr.Variance("1/4"),
        THREE,
        650,
        "conditions cover_extremes levels_of_pairs actions entropy documents logarithm",
    ),
    "mutual information": (
        rr.MutualInformation(SKEWED),
        THREE,
        900,
        "conditions cover_actions ratios cover_extremes pattern_cube levels",
    ),
    "information of twenty truths": (
        rr.MutualInformation([f"{j}/210" for j in range(1, 21)]),
        rr.LocalDP(1),
        1490,
        "kinds kind_prices coverage cover_extremes levels",
    ),
    "information in percent": (
        rr.MutualInformation(PERCENT),
        rr.LocalDP(3),
        1000,
        "kinds kind_prices coverage cover_tree fields levels",
    ),
    "variance at epsilon 1": (rr.Variance("1/4"), rr.LocalDP(1), 745, "kind_prices universal"),
    "card": (rr.Warner("1/4"), THREE, 1040, "conditions utilities charge convex_utility"),
    "guess": (
        rr.Guess(SKEWED),
        THREE,
        695,
        "kind_prices actions cover_actions cover_least private_table",
    ),
    "trace": (rr.Trace(3), THREE, 695, "kind_prices actions cover_actions"),
    "shares": (rr.AOptimal(SKEWED), THREE, 1200, "conditions kind_prices objectives cover_form"),
    "shares of nine truths": (
        rr.AOptimal([f"{j}/45" for j in range(1, 10)]),
        THREE,
        1350,
        "coverage conditions universal",
    ),
    "shares of twenty truths": (
        rr.AOptimal([f"{j}/210" for j in range(1, 21)]),
        rr.LocalDP(1),
        1420,
        "coverage charge ratios cover_form",
    ),
    "mean": (rr.Mean([0, 1, 5]), THREE, 1240, "conditions coverage worst_cases logarithm"),
    "coefficients": (SLOPE, THREE, 1225, "conditions coverage contrasts logarithm"),
    "with a delta": (
        rr.AOptimal(SKEWED),
        rr.LocalDP(1, "1/10"),
        1420,
        "levels_of_pairs coverage staircases pair_prices",
    ),
    "six truths with a delta": (
        rr.AOptimal([f"{j}/21" for j in range(1, 7)]),
        rr.LocalDP(1, "1/10"),
        1425,
        "levels_of_pairs coverage staircases pair_prices",
    ),
    "largest eigenvalue": (
        rr.EOptimal(SKEWED),
        rr.LocalDP(1),
        1300,
        "coverage charge ratios cover_form determinant",
    ),
    "determinant": (
        rr.DOptimal(SKEWED),
        rr.LocalDP(1),
        1285,
        "coverage charge ratios cover_form largest_eigenvalue",
    ),
    "guess with a delta": (
        rr.Guess(SKEWED),
        rr.LocalDP(1, "1/10"),
        1300,
        "kind_prices charge staircases conditions",
    ),
    "guess under a matrix": (
        rr.Guess(SKEWED),
        MATRIX,
        1185,
        "kind_prices cover_actions levels logarithm extreme_rays",
    ),
    "information under a matrix": (rr.MutualInformation(SKEWED), MATRIX, 1375, "levels actions"),
    "two statements": (
        rr.Variance("1/4"),
        rr.Privacy([["1", "3"], ["3/2", "1"]]),
        1390,
        "kind_prices charge pair_prices logarithm",
    ),
    "guess by distances": (
        rr.Guess(SKEWED),
        rr.MetricDP.path("1/2").on(3),
        1275,
        "kind_prices charge cover_actions extreme_rays",
    ),
    "guess by leakage": (
        rr.Guess(SKEWED),
        rr.PointwiseMaximalLeakage("1/2", SKEWED),
        1345,
        "kind_prices charge cover_actions condition_rays renyi",
    ),
    "largest of two": (
        rr.Minimax([SKEWED, ["1/3"] * 3]),
        rr.LocalDP(1),
        1365,
        "coverage charge ratios pattern_cube",
    ),
    "shares under a matrix": (rr.AOptimal(SKEWED), MATRIX, 1420, "coverage logarithm"),
    "shares by distances": (
        rr.AOptimal(SKEWED),
        rr.MetricDP.path("1/2").on(3),
        1510,
        "coverage charge conditions objectives",
    ),
    "mean by distances": (
        rr.Mean([0, 1, 5]),
        rr.MetricDP.path("1/2").on(3),
        1550,
        "coverage charge conditions objectives",
    ),
    "trace under Renyi budgets": (
        rr.Trace(3),
        rr.RenyiDP(2, "1/2"),
        1500,
        "kind_prices charge costs_of_rows exponential",
    ),
    "shares by leakage": (
        rr.AOptimal(SKEWED),
        rr.PointwiseMaximalLeakage("1/2", SKEWED),
        1525,
        "coverage charge objectives renyi",
    ),
    "shares beside harmless truths": (
        rr.AOptimal(SKEWED),
        rr.UtilityOptimized([0], 1),
        1525,
        "coverage charge conditions objectives",
    ),
    "a truth that is not protected": (
        rr.Variance("1/4"),
        rr.OneSided([0], 1),
        1475,
        "kind_prices charge conditions staircases",
    ),
    "an interval of shares": (
        rr.VarianceOverInterval("1/20", "1/2"),
        rr.LocalDP(1),
        1410,
        "coverage charge levels_of_pairs",
    ),
    "information by leakage": (
        rr.MutualInformation(SKEWED),
        rr.PointwiseMaximalLeakage("1/2", SKEWED),
        1415,
        "kind_prices charge levels renyi",
    ),
    "equal shares": (
        rr.AOptimal("uniform", categories=9),
        THREE,
        885,
        "kind_symmetric class_forms charge blocks",
    ),
    "worst shares": (
        rr.AOptimal("worst", categories=4),
        rr.LocalDP(1),
        1145,
        "kind_symmetric class_forms charge shares",
    ),
    "balanced blocks": (
        rr.DOptimal("uniform", categories=13),
        rr.LocalDP.from_gamma("9/4"),
        1045,
        "kind_symmetric class_forms charge",
    ),
}
"""Question, at most so many lines (aims: 900, 900, 1500), and pages of which none is opened."""


@pytest.mark.everything
@pytest.mark.parametrize("question", PATHS)
def test_a_file_opens_the_pages_of_its_rule_alone(question, tmp_path) -> None:
    objective, privacy, most, others = PATHS[question]
    path = tmp_path / "c.json"
    path.write_text(rr.optimal(privacy, objective, crosscheck=False).certificate.to_json())
    words = [sys.executable, "-m", "rropt.checker", str(path), "--explain"]
    run = subprocess.run(words, capture_output=True, text=True, check=True)
    _, *pages, last = run.stdout.splitlines()
    print(f"{question}: {last.strip()}")
    assert int(last.split()[0]) <= most
    assert not {line.split()[1] for line in pages} & {f"{name}.py" for name in others.split()}


def test_a_page_is_imported_once() -> None:
    assert page(".universal") is page(".universal")
    assert page(".universal").__name__ == "rropt.checker.universal"


def test_a_word_names_its_page():
    assert named("b", {"a": 0, "b": 1}) == "b"
    assert named_page({"of": "b", "a": 1}, "of", {"b": ".universal"}) == ("b", page(".universal"))


@pytest.mark.parametrize("value", ["c", ["a"], None, 1, ""])
def test_another_word_is_malformed(value):
    with pytest.raises(Malformed):
        named(value, {"a": 0})


@pytest.mark.parametrize("value", [None, [], "a", {}, {"name": "c"}, {"of": "a"}])
def test_an_object_without_the_word_is_malformed(value):
    with pytest.raises(Malformed):
        named_page(value, "name", {"a": ".universal"})
