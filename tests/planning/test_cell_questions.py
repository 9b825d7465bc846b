"""A distribution over categories, and the cells of several bits."""

from fractions import Fraction as F

import pytest

from rropt.channel import Channel
from rropt.exact import InputError
from rropt.planning.cell_questions import Bits, Categories
from rropt.planning.survey_power import chi_square_power, truth_variances

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


def test_bits_are_the_categories_of_their_product():
    cells = ["1/2", "1/4", "1/8", "1/8"]
    joint = Categories(cells).variance(WARNER.bits(2))
    assert float(Bits(2, cells).variance(WARNER)) == pytest.approx(float(joint), rel=1e-12)
    null = ["1/4"] * 4
    power = Bits(2, cells, null).power(WARNER, 300, F(1, 20), 2)
    assert power == pytest.approx(Categories(cells, null).power(WARNER.bits(2), 300, F(1, 20), 2))


def test_the_largest_variance_counts():
    told = Channel.identity(3)
    shares = (F(7, 10), F(2, 10), F(1, 10))
    assert Categories(shares).variance(told) == max(truth_variances(told, shares)) == F(21, 100)


def test_bits_without_a_prior_are_even():
    assert Bits(2).variance(WARNER) == Bits(2, ["1/4"] * 4).variance(WARNER)


def test_a_power_is_that_of_the_reports():
    prior, null = ["1/2", "1/4", "1/4"], ["1/3"] * 3
    table = Categories(prior).family("ln(2)")
    reported = [float(p) for p in table.report_distribution([F(1, 2), F(1, 4), F(1, 4)])]
    assert reported == pytest.approx([0.375, 0.3125, 0.3125])
    import numpy as np

    expected = chi_square_power(np.array(reported), np.full(3, 1 / 3), 500, F(1, 20))
    assert Categories(prior, null).power(table, 500, F(1, 20), 2) == pytest.approx(expected)


def test_an_epsilon_is_shared_by_the_bits():
    assert float(Bits(2).family("1").parity()) == pytest.approx(1.6487212707001282, rel=1e-9)
    assert Categories(["1/3"] * 3).family("ln(4)").shape == (3, 3)


def test_margins_hold_for_all_numbers_and_tests_have_no_sides():
    assert Categories(["1/3"] * 3).numbers == 3 and Bits(4).numbers == 16
    assert not Categories(["1/3"] * 3).has_sides and not Bits(1).has_sides
    assert Bits(4).planned_test(WARNER, 100, F(1, 20), 2) is None


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: Bits(21).numbers, "bits must be at most 20"),
        (lambda: Bits(0).numbers, "bits must be a whole number of at least 1"),
        (lambda: Bits(2, ["1/2", "1/2"]).variance(WARNER), "prior must have 4 cells, got 2"),
        (lambda: Bits(1, None, ["1/4"]).power(WARNER, 9, F(1, 20), 2), "null must have 2 cells"),
        (lambda: Bits(1).power(WARNER, 9, F(1, 20), 2), "null must be given"),
        (lambda: Categories(["1/2"] * 2).power(WARNER, 9, F(1, 20), 2), "null must be given"),
    ],
)
def test_refused(ask, said):
    with pytest.raises(InputError, match=said):
        ask()
