"""A distribution over categories, and the cells of several bits."""

from fractions import Fraction as F

import numpy as np
import pytest
from scipy.stats import binom, norm

from rropt.channel import Channel
from rropt.channel.class_supports import ClassSupports
from rropt.channel.implicit import ImplicitChannel
from rropt.channel.named_supports import UnarySupports
from rropt.channel.pattern_type import PatternType
from rropt.exact import InputError
from rropt.survey.planning.cell_questions import Bits, Categories
from rropt.survey.planning.open_quantity import plan
from rropt.survey.planning.survey_power import chi_square_power, truth_variances

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


@pytest.mark.parametrize(("gamma", "n"), [(148, 30), (148, 1000), (7, 100)])
@pytest.mark.parametrize("together", [False, True], ids=["each", "all"])
def test_margins_of_very_many_shares_are_held_by_the_counts_of_their_supports(gamma, n, together):
    """By binomial chances: all together the normal margin of 1,000 reports at gamma 148 missed 0.17
    of a thousand shares, that of 30 more than one."""
    many = 1000
    channel = ImplicitChannel(UnarySupports.of(many, F(1, 2), F(1, gamma + 1)))
    question = Categories([F(1, many)] * many)
    margin = plan(question, channel=channel, n=n, simultaneous=together).margin
    other = 1 / (gamma + 1)
    chance = other + (0.5 - other) / many
    counts = np.arange(n + 1)
    away = abs((counts / n - other) / (0.5 - other) - 1 / many)
    numbers = many if together else 1
    missed = [binom.pmf(counts, n, chance)[away > m].sum() for m in (margin, margin * 0.98)]
    normal = norm.isf(0.025 / numbers) * (chance * (1 - chance) / n) ** 0.5 / (0.5 - other)
    assert margin >= normal * (1 - 1e-12) and numbers * missed[0] <= 0.05
    # A margin beyond the normal one is the least that is held.
    assert margin == pytest.approx(normal) or numbers * missed[1] > 0.05
    needed = plan(question, channel=channel, margin=margin, simultaneous=together)
    assert needed.margin <= margin and needed.n <= 1.3 * n


def test_bits_without_a_prior_are_even():
    assert Bits(2).variance(WARNER) == Bits(2, ["1/4"] * 4).variance(WARNER)


def test_margins_of_classes_of_truths_hold_all_together():
    """Each report names one truth of six hundred, likelier one's own: of 100 reports the normal
    margin of all together misses every other time; Bernstein's, which is reported, does not."""
    many, n, gamma = 600, 100, F(400)
    weight = 1 / (2 + (gamma - 1) / 300)
    named = [PatternType(weight, high, (None, None)) for high in ((1, 0), (0, 1))]
    supports = ClassSupports(many, gamma, (300, 300), (F(1, many),) * 2, tuple(named))
    channel = ImplicitChannel(supports)
    prior = [F(1, 400)] * 300 + [F(1, 1200)] * 300
    found = plan(Categories(prior), channel=channel, n=n, simultaneous=True)
    # Named with the chance other + spread share: the estimate is the count's, as of one class.
    other = float(weight) / 300
    spread = float(gamma - 1) * other
    chances = other + spread * np.array(prior, float)
    normal = norm.isf(0.025 / many) * (chances * (1 - chances) / n).max() ** 0.5 / spread
    counts = np.arange(n + 1)[:, None]
    away = abs(counts / n - chances) / spread
    law = binom.pmf(counts, n, chances)
    assert (law * (away > normal)).sum() > 0.3
    assert (law * (away > found.margin)).sum() <= 0.05
    # Bernstein: n d^2 = 2 ln(2 / missed) (Var + d / (3 spread)), by the largest variance.
    squared = 2 * np.log(2 * many / 0.05)
    variance = float(max(channel.variances(prior)))
    least = n * found.margin**2 - squared * (variance + found.margin / 3 / spread)
    assert least == pytest.approx(0, abs=1e-9 * n * found.margin**2)
    needed = plan(Categories(prior), channel=channel, margin=found.margin, simultaneous=True)
    assert needed.margin <= found.margin and needed.n in (n, n + 1)
    alone = plan(Categories(prior), channel=channel, n=n)
    assert alone.margin == pytest.approx(norm.isf(0.025) * (variance / n) ** 0.5)


def test_a_power_is_that_of_the_reports():
    prior, null = ["1/2", "1/4", "1/4"], ["1/3"] * 3
    table = Categories(prior).family("ln(2)")
    reported = [float(p) for p in table.report_distribution([F(1, 2), F(1, 4), F(1, 4)])]
    assert reported == pytest.approx([0.375, 0.3125, 0.3125])
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
