"""Facts of devices without a table: JSON and words, on the command line."""

from __future__ import annotations

import json
from fractions import Fraction as F

import pytest

from rropt.cli import main


def told(capsys, *words: str) -> dict:
    assert main(["device", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_loss_is_one_for_the_best_subsets(capsys) -> None:
    """Sets of 250: (k - 1)^2 (d gamma + k - d)^2 / (k d (k - d) (gamma - 1)^2)."""
    found = told(capsys, "subset_selection", "--categories", "1000", "--gamma", "3", "--n", "10")
    value = F(999**2 * 1500**2, 1000 * 250 * 750 * 4)
    assert F(found["variance"]) == value / 10 and found["loss"] == "1"
    assert found["certify"].endswith("--prior uniform --categories 1000")
    assert found["family"]["size"] == 250 and found["channel"] is None
    assert found["prior"] == "1000 equal shares"


def test_a_report_has_bits_and_a_cost_in_words(capsys) -> None:
    assert main(["device", "hadamard_response", "--categories", "1000", "--gamma", "3"]) == 0
    said = capsys.readouterr().out
    assert "a report     10 bits: whole numbers below 1024" in said
    assert "counting     n + k log k steps" in said
    assert len(said) < 4000


def test_beyond_the_checkers_size_the_optimum_is_a_formula(capsys) -> None:
    found = told(capsys, "k_ary", "--categories", "5000", "--epsilon", "1")
    assert found["certify"] is None and "value of its formula" in found["notes"][0]
    words = ["hadamard_response", "--categories", "100", "--gamma", "3", "--prior"]
    shares = ",".join(["1/2"] + ["1/198"] * 99)
    other = told(capsys, *words, shares)
    assert other["optimum"] is None and "at equal shares" in other["notes"][0]
    census = told(capsys, *words, "uniform", "--n", "50", "--population", "50")
    assert census["population"]["sampling"] == "census"


@pytest.mark.parametrize("k", [9, 40])
def test_written_devices_of_many_categories_have_an_optimum_too(capsys, k: int) -> None:
    found = told(capsys, "k_ary", "--categories", str(k), "--gamma", str(k))
    assert found["loss"] == "1" and found["channel"] is not None


def test_the_list_says_the_range(capsys) -> None:
    assert main(["device", "--list"]) == 0
    out = capsys.readouterr().out
    assert out.count("2 to 100,000 categories") == 12
