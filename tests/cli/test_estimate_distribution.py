"""The answer about one distribution: what is named, and what is null."""

from __future__ import annotations

import json

import pytest

from rropt.cli import main
from rropt.cli.estimate import methods_of
from rropt.exact import InputError
from tests.estimate_files import answer


@pytest.mark.parametrize(
    ("method", "estimator", "named"),
    [
        ("likelihood", "likelihood", "profile likelihood"),
        ("profile", "likelihood", "profile likelihood"),
        ("linear", "linear", "wilson"),
        ("clopper_pearson", "linear", "clopper_pearson"),
    ],
)
def test_every_output_names_its_method(folder, capsys, method, estimator, named):
    words = ["--counts", "600,400", "--design", "D.json", "--contrast=0,1", "--method", method]
    data = answer(capsys, *words)
    assert (data["estimator"], data["interval_method"]) == (estimator, [named] * 2)
    assert data["contrast"]["method"] == named
    assert ("stderr_expected" in data) == (estimator == "likelihood")
    assert main(["estimate", *words]) == 0
    said = capsys.readouterr().out
    assert f"{estimator} estimate from 1000 reports; 95% intervals: {named}" in said.lower()


def test_what_is_not_identified_is_null_and_said(folder, capsys):
    data = answer(capsys, "--counts", "80,20", "--design", "M.json")
    assert data["estimate"][0] == pytest.approx(0.6)
    assert data["estimate"][1:] == [None, None]
    assert data["interval"][1] is None
    assert not data["mle_unique"]
    assert "rank 2 for 3 truths" in data["identified"]
    assert main(["estimate", "--counts", "80,20", "--design", "M.json"]) == 0
    assert "rank 2 for 3 truths" in capsys.readouterr().out


def test_an_incompatible_sample_is_said(folder, capsys):
    words = ["--counts", "990,10", "--design", "D.json"]
    data = answer(capsys, *words, "--method", "linear")
    assert data["estimate"][1] < 0 <= min(data["mle"])
    assert answer(capsys, *words)["estimate"] == data["mle"]
    assert data["fit"]["p_value"] < 1e-6


def test_a_likelihood_that_is_not_at_its_maximum_is_said(folder, capsys):
    """Beyond 10^15 reports a double cannot hold the maximum to a millionth."""
    table = [["1/2", "1/8"], ["1/4", "1/4"], ["1/8", "1/2"], ["1/8", "1/8"]]
    (folder / "T.json").write_text(json.dumps({"channel": table}))
    for scale, said in ((10, False), (10**17, True)):
        counts = ",".join(str(scale * c + 1) for c in (5, 2, 6, 3))
        data = answer(capsys, "--counts", counts, "--design", "T.json")
        assert (data["mle_gap"] > 1e-6) == said
        assert main(["estimate", "--counts", counts, "--design", "T.json"]) == 0
        assert ("may miss its maximum by" in capsys.readouterr().out) == said


@pytest.mark.parametrize(
    "method, both",
    [
        ("likelihood", ("likelihood", None)),
        ("profile", ("likelihood", "profile")),
        ("linear", ("linear", None)),
        ("wald", ("linear", "wald")),
    ],
)
def test_the_estimate_and_the_interval_of_a_method(method: str, both: object) -> None:
    assert methods_of(method) == both


def test_an_unknown_method_is_refused_with_all_names() -> None:
    with pytest.raises(InputError, match="--method must be one of likelihood, profile, linear, "):
        methods_of("guess")


def test_the_interval_of_the_first_of_two_mirrors_the_second(folder, capsys) -> None:
    data = answer(capsys, "--counts", "60,40", "--design", "D.json")
    (low, high), (lower, upper) = data["interval"]
    assert low == pytest.approx(1 - upper) and high == pytest.approx(1 - lower)
