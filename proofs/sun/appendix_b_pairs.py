"""Appendix B: the moments of two cards and of two respondents."""

from __future__ import annotations

from fractions import Fraction

from ..claims import Section, states
from ..exactly import evaluate
from ..goals import crosscheck, identity, sentence
from .draws import cards, mean_number, population, proportions, variance_number
from .examples import DECK, card_cases, populations
from .pairs import GENERAL, distribution, mean_product
from .sums import symbolic
from .symbols import SEVERAL, N, m, m2, pi

section = Section("sun")


def product_line(total):
    """A line for E(Y_i Y_j), against all ordered pairs of cards."""

    def agrees(counts):
        return total(counts) == mean_product(cards(counts))

    return agrees


def decks_of(size, least=2):
    return [c for c, ones in card_cases(size, least) if ones == 0]


def on_decks(of, predicate, label):
    return crosscheck(
        lambda: [(c,) for c in of()], lambda case: predicate(*case), label, names=DECK
    )


def double_sum(counts, top):
    """The sum over m, n = 1, ..., top of m n P(Y_i = m, Y_j = n)."""
    law = distribution(cards(counts))
    return sum(
        (a * c * law.get((a, c), 0) for a in range(1, top + 1) for c in range(1, top + 1)),
        Fraction(0),
    )


@section("app-B/YiYj-1")
def yiyj_1():
    """Numbers run to L; a sum to N is enough exactly when no card shows more than N."""
    every = decks_of(5)
    return states(
        on_decks(
            lambda: every,
            product_line(lambda c: double_sum(c, sum(c))),
            "E(Y_i Y_j) = the sums over 1, ..., N",
        ),
        assuming="no card shows a number above N, such as for N >= L (the sums should run to L)",
        under=[
            crosscheck(
                lambda: every,
                lambda c: product_line(lambda d: double_sum(d, sum(d)))(c) != any(c[sum(c) :]),
                "sums up to N are right exactly when no card shows more than N",
            ),
            crosscheck(
                lambda: every, product_line(lambda c: double_sum(c, len(c))), "sums up to L"
            ),
            sentence("two_cards_by_numbers"),
        ],
    )


def conditional(counts):
    """The sum over m of m (sum over n != m of n p_m p_n N/(N-1) + m p_m (p_m N - 1)/(N-1))."""
    return conditional_sum(proportions(counts), sum(counts))


def conditional_sum(shares, n):
    """The same for given proportions and size, numbers or symbols."""
    p = dict(enumerate(shares, 1))
    other = sum((a * c * p[a] * p[c] * n / (n - 1) for a in p for c in p if a != c), Fraction(0))
    return other + sum((a * a * p[a] * (p[a] * n - 1) / (n - 1) for a in p), Fraction(0))


def conditional_printed(counts, free):
    """As printed: the inner sum is over k, its term has the letter n, which is free."""
    n, p = sum(counts), dict(enumerate(proportions(counts), 1))
    other = sum(
        (a * free * p[a] * p[free] * n / (n - 1) for a in p for k in p if k != a), Fraction(0)
    )
    return other + sum((a * a * p[a] * (p[a] * n - 1) / (n - 1) for a in p), Fraction(0))


def for_some_letter(total):
    """Right for at least one value of the letter that is bound by nothing."""

    def agrees(counts):
        return any(
            total(counts, k) == mean_product(cards(counts)) for k in range(1, len(counts) + 1)
        )

    return agrees


@section("app-B/YiYj-2")
def yiyj_2():
    return states(
        on_decks(
            lambda: decks_of(4),
            for_some_letter(conditional_printed),
            "E(Y_i Y_j) = the line, for some value of the free letter n",
        ),
        corrected="the inner sum is over n != m (printed k != m, which leaves n free), m and n "
        "run from 1 to L",
        right=[
            crosscheck(lambda: decks_of(6), product_line(conditional), "N <= 6"),
            *conditional_chances(),
            sentence("two_cards_by_proportions"),
            *few_numbers(),
        ],
    )


def few_numbers():
    """Every N, and p_1, ..., p_L as letters for L = 2, 3, 4."""
    return [
        identity(conditional_sum(symbolic(numbers).p, N), product_by_moments(numbers), *SEVERAL)
        for numbers in (2, 3, 4)
    ]


def product_by_moments(numbers):
    """(E Y)^2 - Var(Y) / (N - 1) for proportions as letters."""
    y = symbolic(numbers)
    average, square = y.total(lambda k: k), y.total(lambda k: k**2)
    return average**2 - (square - average**2) / (N - 1)


def conditional_chances():
    """P(Y_j = n | Y_i = m) = N p_n / (N-1), and (N p_m - 1) / (N-1) for n = m."""

    def agrees(counts):
        n, p, law = sum(counts), proportions(counts), distribution(cards(counts))
        return all(
            law.get((a, c), 0) == p[a - 1] * (n * p[c - 1] - (a == c)) / (n - 1)
            for a in range(1, len(p) + 1)
            for c in range(1, len(p) + 1)
        )

    return [crosscheck(lambda: decks_of(6), agrees, "the law of two cards")]


def moments_line(counts, index):
    """N/(N-1) EY sum m p_m - 1/(N-1) sum m^2 p_index(m)."""
    n, p = sum(counts), proportions(counts)
    square = sum((k * k * p[index(k) - 1] for k in range(1, len(p) + 1)), Fraction(0))
    return Fraction(n, n - 1) * mean_number(counts) ** 2 - square / (n - 1)


@section("app-B/YiYj-3")
def yiyj_3():
    return states(
        on_decks(
            lambda: decks_of(4),
            for_some_letter(lambda counts, free: moments_line(counts, lambda k: free)),
            "E(Y_i Y_j) = the line, for some value of the free letter l",
        ),
        corrected="N/(N-1) EY sum m p_m - 1/(N-1) sum m^2 p_m (printed p_l for p_m)",
        right=[
            crosscheck(
                lambda: decks_of(6), product_line(lambda c: moments_line(c, lambda k: k)), "N <= 6"
            ),
            sentence("two_draws"),
            identity(N / (N - 1) * m * m - m2 / (N - 1), GENERAL.YY, *SEVERAL),
        ],
    )


@section("app-B/YiYj-4")
def yiyj_4():
    """(sum of all cards)^2 = sum of squares + sum over ordered pairs."""

    def agrees(counts):
        return mean_product(cards(counts)) == mean_number(counts) ** 2 - variance_number(counts) / (
            sum(counts) - 1
        )

    pair = ((N * m) ** 2 - N * m2) / (N * (N - 1))
    return [
        crosscheck(lambda: decks_of(6), agrees, "N <= 6"),
        sentence("two_draws"),
        identity(pair, m**2 - (m2 - m**2) / (N - 1), *SEVERAL),
    ]


def chance_of(truths_wanted, line, least):
    """P of the truths at the first places, over all orders, against the printed fraction."""

    def agrees(case):
        n, ones = case
        law = distribution(population(n, ones)) if len(truths_wanted) == 2 else None
        own = law.get(truths_wanted, 0) if law is not None else Fraction(ones, n)
        return own == evaluate(line, {N: Fraction(n), pi: Fraction(ones, n)})

    return crosscheck(lambda: list(populations(8, least)), agrees, "N <= 8")


INSIDE, OUTSIDE = N * pi, N - N * pi
PAIRS_OF_N = N * (N - 1) / 2


def two_places(truths_wanted, line, chance, theorem):
    """The printed fraction is what two draws without replacement give, for every N."""
    return [
        chance_of(truths_wanted, line, 2),
        sentence(theorem),
        identity(line, chance, *SEVERAL),
    ]


@section("app-B/x-1")
def x_1():
    line = INSIDE / N
    return [
        chance_of((1,), line, 1),
        sentence("one_draw"),
        identity(line, pi, N >= 1),
    ]


@section("app-B/x-2")
def x_2():
    line = INSIDE * (INSIDE - 1) / 2 / PAIRS_OF_N
    return two_places((1, 1), line, GENERAL.xx, "both_inside")


@section("app-B/x-3")
def x_3():
    line = OUTSIDE * (OUTSIDE - 1) / 2 / PAIRS_OF_N
    return two_places((0, 0), line, 1 - 2 * pi + GENERAL.xx, "both_outside")


@section("app-B/x-4")
def x_4():
    line = INSIDE * OUTSIDE / (2 * PAIRS_OF_N)
    return two_places((0, 1), line, pi - GENERAL.xx, "one_outside")
