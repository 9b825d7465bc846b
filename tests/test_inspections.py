"""What is asked of a mechanism: plans, the catalogue, the checker; nothing else is taken."""

from __future__ import annotations

import inspect
from fractions import Fraction

import pytest

import rropt as rr
from rropt.survey.planning import plan as completed
from rropt.survey.planning.open_quantity import PlanOptions

DESIGN = rr.optimal(rr.LocalDP("ln(3)"), rr.Variance("1/4"))
DEVICE = rr.device("warner", p="3/4")
CHANNEL = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


@pytest.mark.everything
def test_a_plan_rests_on_the_same_rules_wherever_it_is_asked_for():
    tested = rr.Proportion("1/5", "1/10")
    found = rr.plan(tested, design=CHANNEL, power="0.8")
    assert found == completed(tested, channel=CHANNEL, power="0.8")
    assert found.method == completed(tested, channel=CHANNEL, n=100).method
    named = inspect.signature(completed).parameters
    own = {"question", "channel", "epsilon", "family"}
    assert set(PlanOptions.__annotations__) == set(named) - own
    with pytest.raises(TypeError, match="no parameter margins, did you mean margin"):
        DESIGN.plan(margins="0.02")


def test_the_catalogue_is_listed_and_built_by_name():
    known = rr.devices()
    assert "warner" in known and all("\n" not in line for line in known.values())
    assert DEVICE.variance("1/4", n=100) == Fraction(3, 320)


def test_a_checker_takes_a_design_a_certificate_its_record_and_a_file(tmp_path):
    DESIGN.save(tmp_path / "design.json")
    DESIGN.certificate.save(tmp_path / "certificate.json")
    evidence = [DESIGN, DESIGN.certificate, DESIGN.certificate.data, DESIGN.to_json()]
    evidence += [tmp_path / "design.json", str(tmp_path / "certificate.json")]
    assert {rr.check(one).verdict for one in evidence} == {"verified"}
    wrong = {**DESIGN.certificate.data, "bound": "1/100"}
    assert rr.check(wrong).verdict == "refuted"


def test_what_a_mechanism_reveals_does_not_depend_on_how_it_is_given():
    found = [rr.measures(it).to_json()["measures"] for it in (DEVICE, CHANNEL)]
    assert found[0] == found[1]
    with pytest.raises(rr.InputError, match="rounds must be triples"):
        rr.shuffled_rounds([(CHANNEL, 60)], delta="1e-3")
    with pytest.raises(rr.InputError, match="design must be a Design"):
        rr.explain(CHANNEL)
