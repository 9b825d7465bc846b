"""Every device of the catalogue: an example that runs, a test of its own, and the same laws.

A new device is one function and its test: this file finds both by itself and fails without
either.
"""

import json
import sys
from fractions import Fraction as F
from itertools import product
from math import inf
from pathlib import Path

import pytest

from rropt.cli import main
from rropt.devices.catalogue import (
    OTHER_NAMES,
    canonical,
    catalogue,
    example,
    make,
    parameters_of,
    summary,
)
from rropt.devices.model import Device
from rropt.exact import InputError

SETTINGS = ("--n", "--population", "--prior")
NAMES = list(catalogue())


def built(name):
    """The device of a docstring's example."""
    words = example(catalogue()[name])
    pairs = zip(words[2::2], words[3::2], strict=True)
    return make(words[1], {o[2:].replace("-", "_"): v for o, v in pairs if o not in SETTINGS})


OF_NUMBERS = [
    "discrete_staircase", "duchi", "geometric", "hybrid_mechanism", "laplace", "laplace_numbers",
    "one_bit_mean", "optimal_piecewise", "piecewise_mechanism", "square_wave", "staircase",
    "staircase_numbers",
]  # fmt: skip
CHANNELS = [name for name in NAMES if name not in OF_NUMBERS]
"""Those with a table; building them all to list the tests would take a second."""


@pytest.mark.parametrize("name", NAMES)
def test_a_device_has_a_table_unless_it_adds_noise_to_numbers(name):
    assert isinstance(built(name), Device) == (name in CHANNELS)


SURVEY = """warner forced_response unrelated_question unrelated_two_samples unrelated_uniform moors
mangat_singh mangat kuk christofides improved_christofides crosswise triangular disguised_response
mirrored_question two_coin polychotomous_forced_response"""
LOCAL = """k_ary subset_selection symmetric_unary optimized_unary rappor_permanent
rappor_instantaneous rappor binary_local_hashing local_hashing hadamard_response four_answer
staircase_family"""
NOISE = "laplace geometric staircase discrete_staircase truncated_geometric"


def test_the_catalogue_has_what_the_field_knows():
    assert set(f"{SURVEY} {LOCAL} {NOISE}".split()) <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_device_has_a_test_of_its_own(name):
    tests = "".join(p.read_text(encoding="utf-8") for p in Path(__file__).parent.glob("test_*.py"))
    assert f"def test_{name}_" in tests, f"write a test test_{name}_..."


@pytest.mark.parametrize("name", NAMES)
def test_every_docstring_starts_with_one_sentence(name):
    assert 20 < len(summary(catalogue()[name])) <= 96


@pytest.mark.everything
@pytest.mark.parametrize("name", CHANNELS)
def test_examples_run_on_the_command_line(name, capsys):
    assert main([*example(catalogue()[name]), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    table = [[F(entry) for entry in row] for row in data["channel"]]
    assert data["name"] == name and all(sum(column) == 1 for column in zip(*table, strict=True))
    assert data["gamma"] == "oo" or F(data["gamma"]) == built(name).parity
    assert F(data["variance"]) > 0


@pytest.mark.parametrize("name", OF_NUMBERS)
def test_noise_examples_run_on_the_command_line(name, capsys):
    assert main([*example(catalogue()[name]), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["name"] == name and data["channel"] is None and data["loss"] is not None


@pytest.mark.parametrize("name", CHANNELS)
def test_parity_is_the_largest_ratio_of_the_table(name):
    device, worst = built(name), F(1)
    for row in device.channel.rows:
        for a, b in product(row, row):
            if a:
                worst = max(worst, a / b if b else inf)
    assert device.parity == worst


@pytest.mark.parametrize("name", CHANNELS)
def test_the_estimator_is_unbiased_under_every_truth(name):
    device = built(name)
    for j, column in enumerate(device.channel.columns):
        for scores, aim in zip(device.estimator, device.target, strict=True):
            assert sum(p * s for p, s in zip(column, scores, strict=True)) == aim[j]


@pytest.mark.parametrize("name", [n for n in CHANNELS if n != "improved_christofides"])
def test_the_variance_is_that_of_two_respondents_played_out(name):
    device, truths = built(name), built(name).channel.shape[1]
    prior = [F(2 * j + 1, truths**2) for j in range(truths)]
    masses = device.channel.report_distribution(prior)
    found = device.variances(prior, 2)
    for scores, variance in zip(device.estimator, found, strict=True):
        mean = square = F(0)
        for (p, a), (q, b) in product(list(zip(masses, scores, strict=True)), repeat=2):
            mean, square = mean + p * q * (a + b) / 2, square + p * q * ((a + b) / 2) ** 2
        assert variance == square - mean**2


@pytest.mark.parametrize("name", [n for n in CHANNELS if "gamma" in parameters_of(catalogue()[n])])
def test_a_device_built_for_a_level_keeps_it(name):
    device = built(name)
    bound = device.asked.lo
    allowed = dict(device.parameters).get("delta", F(0))
    if name == "truncated_geometric":
        bound **= 2
    assert device.channel.profile(bound) <= allowed
    assert device.channel.profile(bound - F(1, 10**12)) > allowed


NEW_FAMILY = """
from rropt.devices.model import Device, binary

def brand_new(p) -> "Device":
    return binary("brand_new", {"p": p}, (1 - p, p), "p is 1/2")
"""


def test_a_new_device_is_found_without_any_other_edit(tmp_path, monkeypatch):
    (tmp_path / "brand_new_family.py").write_text(NEW_FAMILY, encoding="utf-8")
    package = sys.modules["rropt.devices"]
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    assert set(catalogue()) - set(NAMES) == {"brand_new"}
    with pytest.raises(InputError, match="brand_new has no example"):
        example(catalogue()["brand_new"])


def test_other_names_lead_to_devices():
    assert set(OTHER_NAMES.values()) <= set(NAMES)
    assert not set(OTHER_NAMES) & set(NAMES)
    assert canonical("Forced-Response") == "forced_response"


def test_a_device_without_an_example_is_refused():
    def nameless(p) -> "Device":
        """No example here."""

    with pytest.raises(InputError, match="nameless has no example"):
        example(nameless)


@pytest.mark.parametrize(
    ("name", "values", "said"),
    [
        ("wagner", {}, "unknown device 'wagner', did you mean warner? rropt device --list names"),
        ("k-ary-response", {}, "k_ary needs categories, as in rropt device k_ary --categories"),
        ("zzz", {}, "unknown device 'zzz'; rropt device --list"),
        ("warner", {}, "warner needs p, as in rropt device warner --p 3/4: it takes p"),
        ("warner", {"p": "3/4", "q": "1/2"}, "warner has no parameter 'q': it takes p"),
    ],
)
def test_wrong_names_are_refused(name, values, said):
    with pytest.raises(InputError) as caught:
        make(name, values)
    assert said in str(caught.value)
