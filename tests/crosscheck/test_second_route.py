"""The readable route beside the certificate: where it is posed, and what it says."""

from __future__ import annotations

import subprocess
import sys

import pytest

import rropt as rr
from rropt.crosscheck.second_route import Routes, second_route

SKEW = ["1/2", "1/3", "1/6"]


@pytest.mark.everything
@pytest.mark.parametrize(
    "objective, outputs",
    [
        (rr.Trace(3), None),
        (rr.MutualInformation(SKEW), None),
        (rr.Variance("1/4"), None),
        (rr.Variance("1/4"), 2),
        (rr.Warner("1/4"), None),
        (rr.AOptimal(SKEW), None),
    ],
)
@pytest.mark.parametrize("delta", [0, "1/10"])
def test_both_routes_agree(objective, outputs, delta):
    design = rr.optimal(rr.LocalDP("ln(3)", delta), objective, outputs, crosscheck=True)
    assert design.routes is not None and design.routes.difference < 1e-4
    assert design.to_json()["routes"] == design.routes.to_json()


def test_it_is_not_posed_where_it_would_cost_too_much_or_says_nothing():
    assert second_route(rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(11))) is None
    assert second_route(rr.optimal(rr.LocalDP(0), rr.Trace(3))) is None
    few = rr.optimal(rr.LocalDP(1), rr.Trace(4), 3)
    found = second_route(few)
    assert found is not None and found.cvxpy == pytest.approx(float(few.bound), rel=1e-6)


def test_a_wrong_number_would_be_seen():
    assert Routes(1.0, 1.5).difference == 0.5
    assert Routes(1.0, None).difference is None


@pytest.mark.everything
def test_a_design_does_not_import_the_solver_of_the_second_route():
    code = (
        "import sys, rropt as rr; d = rr.optimal(rr.LocalDP('1/2', '1/10'), rr.Variance('1/4'));"
        "d.certificate.check(), d.to_json();"
        "print(sorted({'cvxpy', 'sympy', 'scipy'} & set(sys.modules)), d.routes)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["[]", "None"]
