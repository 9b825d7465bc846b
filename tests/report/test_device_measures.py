"""The table of all devices by all measures."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from rropt.report.device_measures import COLUMNS, catalogue_measures, written_measures


@pytest.mark.everything
def test_every_device_has_a_line_as_wide_as_the_others() -> None:
    found = catalogue_measures()
    lines = written_measures(found).splitlines()
    assert lines[0].split()[0] == "device" and len(lines) == len(found) + 3
    assert len({len(line) for line in lines[1 : len(found) + 1]}) == 1
    assert all(set(COLUMNS) <= facts["measures"].keys() for facts in found.values())


@pytest.mark.everything
def test_warner_by_hand() -> None:
    """ln(p / (1 - p)), 2p - 1, (2p - 1)^2 / (p (1 - p)) of its example."""
    facts = catalogue_measures()["warner"]
    p = float(Fraction(facts["parameters"]["p"]))
    shown = {name: x[0] if isinstance(x, list) else x for name, x in facts["measures"].items()}
    p = max(p, 1 - p)
    assert float(Fraction(shown["epsilon"])) == pytest.approx(math.log(p / (1 - p)))
    assert float(Fraction(shown["total variation"])) == pytest.approx(2 * p - 1)
    chi = (2 * p - 1) ** 2 / (p * (1 - p))
    assert float(Fraction(shown["chi-square"])) == pytest.approx(chi)


def test_enclosures_show_their_lower_end_and_infinity_its_name() -> None:
    facts = {"measures": {name: ["1/3", "1/2"] for name in COLUMNS}}
    facts["measures"]["epsilon"] = "oo"
    row = written_measures({"some": facts}).splitlines()[1].split()
    assert row == ["some", "oo", *["0.3333"] * (len(COLUMNS) - 1)]
