"""rropt device: facts beside definitions, sample sizes, and refusals in one line."""

from __future__ import annotations

import json
from fractions import Fraction as F

import pytest

from rropt.cli import main


def told(capsys, *words: str):
    assert main(["device", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_warner_by_hand(capsys) -> None:
    """p = 3/4: gamma = 3; lambda = 3/8 at pi = 1/4, variance (3/8)(5/8) / (1/4) / 100."""
    found = told(capsys, "warner", "--p", "3/4", "--prior", "1/4", "--n", "100")
    assert found["channel"] == [["3/4", "1/4"], ["1/4", "3/4"]] or len(found["channel"]) == 2
    assert F(found["variance"]) == F(3, 8) * F(5, 8) / F(1, 4) / 100
    assert found["sample_size"] is None


def test_the_least_number_of_respondents(capsys) -> None:
    """15/16 / n <= 1/1000 from n = 938 on."""
    words = ["warner", "--p", "3/4", "--prior", "1/4"]
    assert told(capsys, *words, "--for-variance", "1/1000")["sample_size"] == 938
    by_margin = told(capsys, *words, "--for-margin", "0.05")["sample_size"]
    assert F(15, 16) / by_margin <= (F("0.05") / F("1.96")) ** 2 < F(15, 16) / (by_margin - 1)
    assert main(["device", *words, "--for-margin", "0.05"]) == 0
    assert f"least n      {by_margin}" in capsys.readouterr().out


def test_noise_and_mechanisms_for_numbers_have_no_table(capsys) -> None:
    assert main(["device", "laplace", "--epsilon", "1", "--sensitivity", "1"]) in (0, 3)
    capsys.readouterr()
    assert main(["device", "duchi", "--gamma", "3"]) == 0
    assert "a density or noise, no table" in capsys.readouterr().out


def test_the_list_has_every_device_with_its_source(capsys) -> None:
    found = told(capsys, "--list")["devices"]
    names = [row["name"] for row in found]
    assert {"warner", "mangat", "k_ary"} <= set(names) and len(set(names)) == len(names)
    assert all(row["source"] and row["summary"] for row in found)
    assert main(["device", "--list"]) == 0
    assert "warner --p" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words, said",
    [
        ([], "NAME must be given"),
        (["warner", "--p", "3/4", "--n", "0"], "n must be"),
        (["laplace", "--epsilon", "1", "--sensitivity", "1", "--prior", "1/4"], "--prior must be"),
        (
            ["warner", "--p", "3/4", "--for-margin", "0.1", "--for-variance", "1"],
            "give --for-variance or --for-margin, not both",
        ),
        (["warner", "--p", "3/4", "--k", "3"], ""),
        (["nobody"], ""),
        (["warner"], ""),
    ],
)
def test_refusals(words, said: str, capsys) -> None:
    assert main(["device", *words]) == 3
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
