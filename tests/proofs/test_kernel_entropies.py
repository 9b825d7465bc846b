"""Mutual information whose certificates Coq decides: forgeries and wrong logarithms are refused."""

from __future__ import annotations

from fractions import Fraction
from math import isclose, log

import pytest
from rropt.proofs.kernel import promised_rows, theorem_of_entropies

import rropt as rr
from tests.proofs.kernel_forgeries import (
    answers,
    assert_accepted,
    assert_refused,
    certificate,
    cheaper_price,
    heavier_row,
    lowered_bound,
    needs_coq,
    raised_value,
    stronger_privacy,
)

ROWS = [["1", "3", "4"], ["2", "1", "3"], ["4", "3", "1"]]
SKEWED = ["1/2", "1/4", "1/4"]


def designs():
    """An enclosed number, a delta, a matrix, a truth that nobody has; a divergence."""
    ln3 = rr.LocalDP("ln(3)")
    return {
        "an enclosed number": rr.optimal(rr.LocalDP("1/2"), rr.MutualInformation(["1/4", "3/4"])),
        "a delta": rr.optimal(rr.LocalDP("ln(3)", "1/20"), rr.MutualInformation(["1/4", "3/4"])),
        "a matrix": rr.optimal(rr.Privacy(ROWS), rr.MutualInformation(SKEWED)),
        "a share of zero": rr.optimal(ln3, rr.MutualInformation(["1/2", "1/2", "0"])),
        "a divergence": rr.optimal(ln3, rr.FDivergence("jensen-shannon")),
        "a reverse divergence": rr.optimal(ln3, rr.FDivergence("reverse-kullback-leibler")),
        "a divergence, matrix": rr.optimal(rr.Privacy(ROWS), rr.FDivergence("kl", (0, 2), 3)),
    }


@pytest.mark.everything
@needs_coq
def test_certificates_of_designs_are_accepted(folder):
    assert_accepted(folder, theorem_of_entropies, designs())


def information():
    return certificate(rr.optimal(rr.LocalDP("ln(3)"), rr.MutualInformation(["1/4", "3/4"])))


def raised_lower_end(c):
    """A value that is an enclosure is reached by its lower end."""
    end = {"value": c["value"][0]}
    raised_value(end)
    c["value"][0] = end["value"]


@pytest.mark.everything
@needs_coq
def test_forged_certificates_are_refused(folder):
    changes = (raised_lower_end, lowered_bound, cheaper_price, heavier_row, stronger_privacy)
    assert_refused(folder, theorem_of_entropies, information(), changes)


def no_level(c):
    """A report may then show that the truth is not 1, which is worth more than any number."""
    c["privacy"]["gamma"] = [["1", "oo"], ["3", "1"]]


@pytest.mark.everything
@needs_coq
def test_forged_divergences_are_refused(folder):
    good = certificate(rr.optimal(rr.LocalDP("ln(3)"), rr.FDivergence("kl")))
    changes = (raised_lower_end, lowered_bound, cheaper_price, heavier_row, no_level)
    assert_refused(folder, theorem_of_entropies, good, changes)


@pytest.mark.everything
@needs_coq
def test_a_number_below_a_logarithm_is_refused(folder, monkeypatch):
    right = theorem_of_entropies.log_above
    by = Fraction(1, 2**100)
    monkeypatch.setattr(theorem_of_entropies, "log_above", lambda *asked: right(*asked) - by)
    assert answers(folder, theorem_of_entropies, [information()]) == [False]


def test_the_numbers_lie_above_the_logarithms():
    for x in (Fraction(1, 30), Fraction(1), Fraction(3), Fraction(10**6, 7)):
        above = float(theorem_of_entropies.log_above(x))
        assert isclose(above, log(x), abs_tol=1e-14) and above >= log(x) - 1e-15


def test_the_rows_of_a_matrix_are_those_of_its_cone():
    """With r_2 = 1 these levels say 1 <= r_0 <= 4 and r_0 / 2 <= r_1 <= 2: a triangle."""
    levels = [[Fraction(x) for x in row] for row in ((1, 2, 4), (2, 1, 2), (1, 2, 1))]
    rows = promised_rows.connected_rows(levels, [[Fraction(0)] * 3] * 3)
    corners = {(row[0] / row[2], row[1] / row[2]) for row in rows}
    assert corners == {(1, Fraction(1, 2)), (1, 2), (4, 2)}


def test_the_sentence_has_the_numbers_of_the_certificate():
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.MutualInformation(["1/2", "1/2"]))
    data = certificate(design)
    said = f"no table that obeys the levels has mutual-information above {data['bound']}, and "
    reached = f"this table, private, has at least {data['value'][0]}"
    assert theorem_of_entropies.statement(data) == said + reached
