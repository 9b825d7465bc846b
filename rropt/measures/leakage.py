"""What a report reveals about one respondent, at a prior: leakage, risk, odds.

Every function is exact. Factors are factors of probabilities or odds; their logarithm is the
leakage in nats.

- pointwise maximal leakage: max over i, a of P(i | a) / P(i)
  (Saeidian, Cervia, Oechtering and Skoglund, arXiv:2303.07782);
- local information privacy: the same and its inverse (du Pin Calmon and Fawaz, Allerton 2012);
- vulnerability: sum_i max_a q_a P(i | a) (Smith, FoSSaCS 2009);
- g-vulnerability: sum_i max over guesses x of sum_a q_a g(x, a) P(i | a)
  (Alvim, Chatzikokolakis, Palamidessi and Smith, CSF 2012).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import chain, starmap
from operator import mul
from typing import Any

from rropt.channel import Channel
from rropt.exact import InputError, exact_table, in_digits
from rropt.exact.entries import entrywise, picked
from rropt.exact.linear_algebra import products

Factor = Fraction | float

LONGEST_SHARE = 7
"""Characters of a share that is shown as a fraction: of longer ones four digits say as much."""

DIGITS = 4


def pointwise_maximal(channel: Channel, prior: Any) -> Fraction:
    """The largest posterior / prior of any event after any report.

    >>> pointwise_maximal(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]), ["3/4", "1/4"])
    Fraction(2, 1)
    """
    # The posterior of an event over its prior is a mean of such ratios: single truths decide.
    return max(max(_lifts(row, mass)) for row, mass in _given(channel, prior))


def local_information(channel: Channel, prior: Any) -> Factor:
    """The least c with 1/c <= posterior / prior <= c for every truth after every report.

    >>> local_information(Channel.identity(2), ["1/2", "1/2"])
    inf
    """
    lifts = list(chain.from_iterable(starmap(_lifts, _given(channel, prior))))
    least = min(lifts)
    # A report that rules a truth out changes its chance by an infinite factor.
    return max(max(lifts), 1 / least) if least else math.inf


def vulnerability(channel: Channel, prior: Any) -> Fraction:
    """The chance of guessing a truth right after its report; 1 minus the Bayes risk."""
    shares = set(channel.checked_prior(prior))
    greatest = channel.greatest_chances
    # At equal shares the row maxima decide, which are known also where no table is written.
    if len(shares) == 1 and greatest is not None:
        return shares.pop() * greatest
    masses = channel.posterior(prior), channel.report_distribution(prior)
    parts = (max(row) * mass for row, mass in zip(*masses, strict=True) if row is not None)
    return sum(parts, Fraction(0))


def g_vulnerability(channel: Channel, prior: Any, gain: Any) -> tuple[Fraction, Fraction]:
    """The expected gain of the best guess before a report and after it; gain[x][a] for truth a.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> g_vulnerability(warner, ["1/2", "1/2"], [[1, 0], [0, 1]])
    (Fraction(1, 2), Fraction(3, 4))
    """
    table = exact_table(gain, "gain")
    width = channel.shape[1]
    if len(table[0]) != width:
        raise InputError(f"gain must have {width} columns, one for each truth, got {len(table[0])}")
    masses = channel.checked_prior(prior)
    weighted = entrywise(mul, [masses] * len(table), table)
    after = map(max, products(channel.rows, weighted))
    return max(sum(guess, Fraction(0)) for guess in weighted), sum(after, Fraction(0))


def odds_in_words(channel: Channel) -> str:
    """What the parity says to a respondent.

    >>> odds_in_words(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    'whatever is reported, the odds of one truth against another change by a factor of at most 3'
    """
    parity = channel.parity()
    if isinstance(parity, float):
        return "some report rules a truth out for certain"
    if parity == 1:
        return "no report says anything about the truth"
    is_short = parity.denominator == 1 and parity < 10**LONGEST_SHARE
    shown = str(parity) if is_short else in_digits(parity, DIGITS)
    change = "the odds of one truth against another change by a factor of at most"
    return f"whatever is reported, {change} {shown}"


def posteriors_in_words(channel: Channel, prior: Any) -> list[tuple[str, str]]:
    """Each report that occurs, and how it moves the chance of every truth.

    >>> posteriors_in_words(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]), ["3/4", "1/4"])
    [('0', '0: 3/4 to 9/10, 1: 1/4 to 1/10'), ('1', '0: 3/4 to 1/2, 1: 1/4 to 1/2')]
    """
    masses = channel.checked_prior(prior)
    found = []
    for report, after in zip(channel.reports, channel.posterior(prior), strict=True):
        if after is not None:
            moved = zip(channel.truths, masses, after, strict=True)
            words = ", ".join(f"{truth}: {_share(q)} to {_share(p)}" for truth, q, p in moved)
            found.append((str(report), words))
    return found


def _share(chance: Fraction) -> str:
    """A short fraction, else four digits."""
    # Python writes no integer of more than 4300 digits.
    is_short = chance.denominator < 10**LONGEST_SHARE and len(str(chance)) <= LONGEST_SHARE
    return str(chance) if is_short else in_digits(chance, DIGITS)


def _given(channel: Channel, prior: Any) -> list[tuple[tuple[Fraction, ...], Fraction]]:
    """The reports that occur, with their probability; truths without a prior do not count."""
    masses = channel.checked_prior(prior)
    kept = [j for j, mass in enumerate(masses) if mass]
    reports = zip(channel.rows, channel.report_distribution(prior), strict=True)
    return [(picked(row, kept), seen) for row, seen in reports if seen]


def _lifts(row: Sequence[Fraction], seen: Fraction) -> list[Fraction]:
    return [chance / seen for chance in row]
