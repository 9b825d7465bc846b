"""What is printed about a device, and the JSON that scripts rely on.

A mechanism for numbers beside the certified best one.

Facts of devices without a table: JSON and words, on the command line.
"""

from __future__ import annotations

import json
import math
from fractions import Fraction as F
from math import exp, tanh

import pytest

from rropt.cli import main
from rropt.devices.bounded_numbers import duchi
from rropt.devices.device_facts import number_facts, optimum_of
from rropt.devices.writing import shown, written


def asked(capsys, *words):
    assert main(["device", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys, *words):
    assert main(["device", *words]) == 3
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    return lines[0]


def test_warner_beside_the_optimum(capsys):
    data = asked(capsys, "warner", "--p", "3/4", "--prior", "1/4", "--n", "10")
    assert data["channel"] == [["3/4", "1/4"], ["1/4", "3/4"]]
    assert data["variance"] == data["optimum"] == "3/32" and data["loss"] == "1"
    low, high = (F(end) for end in data["epsilon"])
    assert low < high and float(low) == pytest.approx(math.log(3))


def test_an_inefficient_device_loses(capsys):
    data = asked(capsys, "forced_response", "--yes", "1/6", "--no", "1/3", "--prior", "1/4")
    assert data["gamma"] == "5" or F(data["gamma"]) == 4
    assert F(data["loss"]) > 1 and F(data["loss"]) == F(data["variance"]) / F(data["optimum"])


def test_the_estimator_can_lose_where_the_table_does_not(capsys):
    """Christofides reports numbers; their mean is not their best use."""
    words = ("christofides", "--proportions", "1/10,1/5,7/10", "--prior", "1/4")
    data = asked(capsys, *words)
    assert F(data["optimum"]) < F(data["efficient"]) < F(data["variance"])
    assert data["certify"] == "rropt design variance --gamma 7 --delta 0 --prior 1/4"


def test_an_infinite_epsilon_is_said(capsys):
    data = asked(capsys, "mangat", "--p", "7/10")
    assert data["epsilon"] == data["gamma"] == "oo"
    assert data["compared_at"] == {"gamma": "1", "delta": "7/10"}
    assert "certain proof" in data["notes"][0]


def test_cards_that_are_not_put_back_show_the_joint_figures(capsys):
    words = ("--counts", "3,9", "--population", "12", "--prior", "1/4")
    data = asked(capsys, "improved_christofides", *words, "--n", "2")
    assert data["gamma"] == "3" and data["joint"]["gamma"] == "9/2"
    data = asked(capsys, "improved_christofides", *words, "--n", "12")
    assert data["joint"]["gamma"] == data["joint"]["epsilon"] == "oo"
    assert data["joint"]["delta_at_the_gamma_of_one_report"] == "1"
    assert any("not locally private" in note for note in data["notes"])


def test_populations_change_the_variance(capsys):
    words = ("warner", "--p", "3/4", "--prior", "1/4", "--n", "10")
    census = asked(capsys, *words, "--population", "10")
    sample = asked(capsys, *words, "--population", "19")
    assert census["variance"] == "3/40" and census["population"] == {"sampling": "census"}
    assert F(sample["variance"]) == F(3, 40) + F(1, 2) * F(3, 160)


def test_sample_sizes(capsys):
    words = ("warner", "--p", "3/4", "--prior", "1/4")
    assert asked(capsys, *words, "--for-variance", "1/1000")["sample_size"] == 938
    assert asked(capsys, *words, "--for-margin", "0.05")["sample_size"] == 1441
    assert asked(capsys, *words)["sample_size"] is None


def test_noise(capsys):
    data = asked(capsys, "geometric", "--gamma", "2")
    assert data["variance"] == data["optimum"] == "4" and data["loss"] == "1"
    data = asked(capsys, "laplace", "--epsilon", "1/2")
    assert data["variance"] == "8" and F(data["loss"][0]) > 1


def test_the_list_names_every_device(capsys):
    data = asked(capsys, "--list")
    told = {"name", "parameters", "summary", "source", "most_categories"}
    assert told == set(data["devices"][0])
    assert "warner" in [row["name"] for row in data["devices"]]


def test_text_for_a_reader(capsys):
    assert main(["device", "simmons", "--p", "3/5"]) == 0
    out = capsys.readouterr().out
    assert "unrelated_question" in out and "e^epsilon    4" in out and "optimum" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("warner", "--p", "1/2"), "warner does not identify the proportion: p must not be 1/2"),
        (("warner", "--p", "2"), "p must lie between 0 and 1, got 2"),
        (("warner",), "warner needs p"),
        (("warner", "--p", "3/4", "--q", "1/2"), "warner has no parameter 'q'"),
        (("warner", "--p", "3/4", "--n", "0"), "n must be a whole number of at least 1, got 0"),
        (
            ("warner", "--p", "3/4", "--n", "9", "--population", "8"),
            "at most the population size 8",
        ),
        (("warner", "--p", "3/4", "--prior", "2"), "prior must lie between 0 and 1"),
        (("warner", "--p", "3/4", "--for-variance", "1", "--for-margin", "1"), "not both"),
        (("christofides", "--proportions", "1/3,1/3,1/3"), "all card proportions are equal"),
        (("christofides", "--proportions", "1/2,0,1/2"), "must differ from (L + 1)/2"),
        (("improved_christofides", "--counts", "1,3/2"), "counts[1] must be a whole number"),
        (("kuk", "--theta1", "x", "--theta2", "1/2"), "theta1 must be"),
        ((), "NAME must be given"),
        (("no-such-device",), "unknown device"),
    ],
)
def test_bad_input_is_one_line_and_status_3(words, said, capsys):
    assert said in refused(capsys, *words)


def test_words_for_infinity_and_whole_numbers():
    assert shown("oo") == "infinite" and shown("2") == "2"


@pytest.mark.everything
@pytest.mark.parametrize(
    "words",
    [
        ("forced_response", "--yes", "1/6", "--no", "1/3", "--prior", "1/5"),
        ("triangular", "--p", "1/3", "--prior", "1/10"),
        ("k_ary", "--categories", "3", "--gamma", "3", "--prior", "1/2,1/3,1/6"),
    ],
)
def test_the_certifying_command_gives_the_optimum(words, capsys):
    data = asked(capsys, *words)
    assert main([*data["certify"].split()[1:], "--json"]) == 0
    design = json.loads(capsys.readouterr().out)
    low, high = ends(data["optimum"])
    bound, value = ends(design["bound"])[0], ends(design["value"])[1]
    assert bound * (1 - F(1, 10**19)) <= low <= bound
    assert low <= high <= value * (1 + F(1, 10**19))


@pytest.mark.parametrize("prior", ["0", "1"])
@pytest.mark.parametrize("words", [("warner", "--p", "3/4"), ("triangular", "--p", "1/3")])
def test_no_certifying_command_at_an_end_where_design_refuses(words, prior, capsys):
    data = asked(capsys, *words, "--prior", prior)
    assert data["certify"] is None and data["optimum"] is not None
    assert any("rropt design issues certificates" in note for note in data["notes"])
    assert main(["design", "variance", "--gamma", "3", "--prior", prior]) == 3


def ends(value):
    return tuple(map(F, value)) if isinstance(value, list) else (F(value), F(value))


def test_duchis_loss_is_its_variance_over_the_optimum():
    """At 1/2 the optimum of the interval is B coth(1/B) - 1, Duchi's B^2; B of gamma."""
    facts = number_facts(duchi(epsilon="1/2"))
    b = (exp(0.5) + 1) / (exp(0.5) - 1)
    low, high = (float(F(x)) for x in facts["optimum"])
    assert [low, high] == pytest.approx([b / tanh(1 / b) - 1] * 2, rel=1e-12)
    assert [float(F(x)) for x in facts["variance"]] == pytest.approx([b * b] * 2)
    assert [float(F(x)) for x in facts["loss"]] == pytest.approx([b * b / high] * 2, rel=1e-6)
    assert (facts["channel"], facts["name"]) == (None, "duchi")


def test_the_optimum_is_in_the_units_of_the_interval():
    unit, _ = optimum_of(duchi(epsilon="1/2"))
    wide, _ = optimum_of(duchi(epsilon="1/2", low=0, high=20))
    assert [float(x / 100) for x in wide] == pytest.approx([float(x) for x in unit], rel=1e-9)


@pytest.mark.everything
def test_both_ends_of_the_optimum_are_a_millionth_apart_beyond_the_closed_forms():
    """At epsilon 2 the optimum of a program with cvxpy on 321 numbers and of the step."""
    facts = number_facts(duchi(epsilon=2))
    low, high = (float(F(x)) for x in facts["optimum"])
    assert high * (1 - 1e-6) < low < high and low == pytest.approx(0.865456, abs=1e-6)
    b = (exp(2) + 1) / (exp(2) - 1)
    loss = [float(F(x)) for x in facts["loss"]]
    assert loss == pytest.approx([b * b / high, b * b / low], rel=1e-12) and not facts["notes"]


def test_no_optimum_of_numbers_where_none_is_certified():
    facts = number_facts(duchi(epsilon=60))
    assert facts["optimum"] is facts["loss"] is None and facts["variance"] is not None
    assert "at most 18" in facts["notes"][-1]
    assert "note: no certified optimum here" in written(facts, "no table")


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
    found = told(capsys, "k_ary", "--categories", "20000", "--epsilon", "1")
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
