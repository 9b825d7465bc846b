"""How much a sceptic reads: the pages that decide a file, by questions that are asked often."""

from __future__ import annotations

import subprocess
import sys

import pytest

import rropt as rr
from rropt.checker.pages import named, named_page, page
from rropt.checker.verdict import Malformed

THREE = rr.LocalDP("ln(3)")
SKEWED = ["1/2", "1/3", "1/6"]
SLOPE = rr.ForModel(rr.Logit(["-1/2", "-1"], ["1", "1/2"]), [0, 1], coefficients=[1])
PATHS = {
    "two-truth variance": (
        rr.Variance("1/4"),
        THREE,
        795,
        "conditions cover_extremes levels_of_pairs actions entropy documents logarithm",
    ),
    "mutual information": (
        rr.MutualInformation(SKEWED),
        THREE,
        1000,
        "conditions cover_actions ratios cover_extremes pattern_cube class_rows",
    ),
    "variance at epsilon 1": (rr.Variance("1/4"), rr.LocalDP(1), 910, "kind_prices universal"),
    "card": (rr.Warner("1/4"), THREE, 1245, "conditions utilities charge coverage plain_table"),
    "guess": (rr.Guess(SKEWED), THREE, 835, "kind_prices actions cover_actions private_table"),
    "trace": (rr.Trace(3), THREE, 1455, "actions_at_once conditions cover_multipliers gain"),
    "shares": (rr.AOptimal(SKEWED), THREE, 1910, "conditions worst_cases actions utilities"),
    "coefficients": (SLOPE, THREE, 2040, "conditions worst_cases cover_tree cover_rays logarithm"),
    "with a delta": (
        rr.AOptimal(SKEWED),
        rr.LocalDP(1, "1/10"),
        2310,
        "levels_of_pairs matrix_ratio pattern_cube extreme_rays",
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
