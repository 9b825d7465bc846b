"""Every measure of a table by its name, and all in one answer: `rr.measures(design)`.

In the formulas p and q are the columns P(. | a) and P(. | b) of an ordered pair of truths, and the
largest value over all pairs is meant; m is a prior, P(i) = sum_a m_a P(i | a). Logarithms are
natural. A measure that is new joins one of the tuples below and, by `tests/measures`, an
independent computation.

Exact numbers are fractions, others pairs of rationals that enclose them; infinity is `math.inf`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from rropt.channel import Channel
from rropt.channel.display import html_facts
from rropt.exact import InputError, Table, exact_table, in_digits, json_number, log_bounds, text
from rropt.exact.recorded import Recorded
from rropt.measures.composition import repeated
from rropt.measures.divergences import (
    Ends,
    chi_square,
    contraction,
    dobrushin,
    kullback_leibler,
    largest,
    largest_zero_concentrated,
    renyi,
    squared_hellinger,
    total_variation,
)
from rropt.measures.leakage import (
    g_vulnerability,
    local_information,
    odds_in_words,
    pointwise_maximal,
    posteriors_in_words,
    vulnerability,
)
from rropt.measures.tradeoff import Tradeoff, tradeoff
from rropt.utility import MutualInformation

Number = Fraction | float | Ends
Prior = tuple[Fraction, ...]

ORDERS = ("1/2", "2", "4", "16")
"""Renyi orders beside 1 (Kullback and Leibler) and infinity (epsilon)."""


@dataclass(frozen=True)
class NamedMeasure:
    """A measure; `of` is None where it does not apply."""

    name: str
    formula: str
    source: str
    of: Callable[..., Number | None]


def every_measure() -> tuple[NamedMeasure, ...]:
    """Those of a table, those at a prior, those of a gain.

    >>> [measure.formula for measure in every_measure() if measure.name == "total variation"]
    ['sum |p - q| / 2']
    """
    return (*OF_A_TABLE, *AT_A_PRIOR, *OF_A_GAIN)


def described() -> str:
    """Name, formula and source, a measure a paragraph."""
    return "\n\n".join(f"{m.name}\n    {m.formula}\n    {m.source}" for m in every_measure())


def _log(factor: Fraction | float) -> Ends:
    return (math.inf, math.inf) if isinstance(factor, float) else log_bounds(factor)


def _information(channel: Channel, prior: Prior) -> Ends:
    """Mutual information of truth and report; reports that cannot occur say nothing."""
    # 0 log 0 = 0: a truth that nobody has adds nothing.
    kept = [j for j, mass in enumerate(prior) if mass]
    if len(kept) < 2:
        return Fraction(0), Fraction(0)
    utility = MutualInformation(tuple(prior[j] for j in kept))
    low, high = utility.total(channel.restrict(kept).rows)
    # Information is not negative, though the lower ends of its terms may add up to less.
    return max(Fraction(0), low), high


def _min_entropy_leakage(channel: Channel, prior: Prior) -> Ends:
    return _log(vulnerability(channel, prior) / max(prior))


def _g_leakage(channel: Channel, prior: Prior, gain: Table) -> Ends | None:
    before, after = g_vulnerability(channel, prior, gain)
    return _log(after / before) if before > 0 else None


def _maximal_leakage(channel: Channel) -> Ends | None:
    factor = channel.greatest_chances
    return None if factor is None else _log(factor)


def _renyi(order: str) -> NamedMeasure:
    return NamedMeasure(
        f"Renyi of order {order} (nats)",
        f"log(sum p^a q^(1 - a)) / (a - 1) for a = {order}",
        "Renyi, Berkeley Symp. 1961; Mironov, CSF 2017, arXiv:1702.07476",
        lambda channel: largest(channel, renyi(order)),
    )


OF_A_TABLE = (
    NamedMeasure(
        "gamma = e^epsilon",
        "max_i p_i / q_i",
        "Dwork, McSherry, Nissim and Smith, TCC 2006; the parity of Chai and Nayak, 2018",
        lambda channel: channel.parity(),
    ),
    NamedMeasure(
        "epsilon",
        "log max_i p_i / q_i, the Renyi divergence of order infinity",
        "Duchi, Jordan and Wainwright, FOCS 2013",
        lambda channel: _log(channel.parity()),
    ),
    NamedMeasure(
        "total variation",
        "sum |p - q| / 2",
        "the least delta at epsilon = 0; advantage of the best test (Neyman and Pearson, 1933)",
        lambda channel: Fraction(largest(channel, total_variation)[0]),
    ),
    NamedMeasure(
        "chi-square",
        "sum (p - q)^2 / q",
        "Pearson, Phil. Mag. 1900",
        lambda channel: largest(channel, chi_square),
    ),
    NamedMeasure(
        "squared Hellinger",
        "sum (sqrt p - sqrt q)^2 / 2",
        "Hellinger, J. reine angew. Math. 1909",
        lambda channel: largest(channel, squared_hellinger),
    ),
    NamedMeasure(
        "Kullback-Leibler (nats)",
        "sum p log(p / q)",
        "Kullback and Leibler, Ann. Math. Statist. 1951",
        lambda channel: largest(channel, kullback_leibler),
    ),
    *map(_renyi, ORDERS),
    NamedMeasure(
        "zCDP rho",
        "sup over a > 1 of log(sum p^a q^(1 - a)) / (a (a - 1))",
        "Bun and Steinke, TCC 2016, arXiv:1605.02658",
        largest_zero_concentrated,
    ),
    NamedMeasure(
        "contraction of total variation",
        "sup over beliefs mu, nu of TV(P mu, P nu) / TV(mu, nu) = max over pairs of TV(p, q)",
        "Dobrushin, Theory Probab. Appl. 1956",
        dobrushin,
    ),
    NamedMeasure(
        "contraction of information",
        "sup over beliefs mu, nu of KL(P mu, P nu) / KL(mu, nu) "
        "= max over pairs and 0 < t < 1 of 1 - sum p q / (t p + (1 - t) q)",
        "Ordentlich and Polyanskiy, IEEE Trans. Inform. Theory 2022, arXiv:2010.01987",
        contraction,
    ),
    NamedMeasure(
        "maximal leakage (nats)",
        "log sum_i max_a P(i | a), Sibson's information of order infinity",
        "Issa, Wagner and Kamath, IEEE Trans. Inform. Theory 2020, arXiv:1807.07878",
        _maximal_leakage,
    ),
)

AT_A_PRIOR = (
    NamedMeasure(
        "pointwise maximal leakage (nats)",
        "log max_{i, a} P(i | a) / P(i)",
        "Saeidian, Cervia, Oechtering and Skoglund, 2023, arXiv:2303.07782",
        lambda channel, prior: _log(pointwise_maximal(channel, prior)),
    ),
    NamedMeasure(
        "local information privacy (nats)",
        "max_{i, a} |log P(i | a) / P(i)|",
        "du Pin Calmon and Fawaz, Allerton 2012",
        lambda channel, prior: _log(local_information(channel, prior)),
    ),
    NamedMeasure(
        "chance of a right guess before",
        "max_a m_a",
        "Smith, FoSSaCS 2009",
        lambda channel, prior: max(prior),
    ),
    NamedMeasure(
        "chance of a right guess after",
        "sum_i max_a m_a P(i | a), the vulnerability",
        "Smith, FoSSaCS 2009",
        vulnerability,
    ),
    NamedMeasure(
        "Bayes risk after",
        "1 - sum_i max_a m_a P(i | a)",
        "Chatzikokolakis, Palamidessi and Panangaden, J. Comput. Secur. 2008",
        lambda channel, prior: 1 - vulnerability(channel, prior),
    ),
    NamedMeasure(
        "min-entropy leakage (nats)",
        "log(sum_i max_a m_a P(i | a) / max_a m_a)",
        "Smith, FoSSaCS 2009",
        _min_entropy_leakage,
    ),
    NamedMeasure(
        "mutual information (nats)",
        "sum_{i, a} m_a P(i | a) log(P(i | a) / P(i))",
        "Shannon, Bell Syst. Tech. J. 1948",
        _information,
    ),
)

OF_EQUAL_SHARES = tuple(measure for measure in AT_A_PRIOR if "guess" in measure.name)
"""What needs no report one by one, where all truths are alike."""

OF_A_GAIN = (
    NamedMeasure(
        "expected gain before",
        "max over guesses x of sum_a m_a g(x, a)",
        "Alvim, Chatzikokolakis, Palamidessi and Smith, CSF 2012",
        lambda channel, prior, gain: g_vulnerability(channel, prior, gain)[0],
    ),
    NamedMeasure(
        "expected gain after",
        "sum_i max over guesses x of sum_a m_a g(x, a) P(i | a)",
        "Alvim, Chatzikokolakis, Palamidessi and Smith, CSF 2012",
        lambda channel, prior, gain: g_vulnerability(channel, prior, gain)[1],
    ),
    NamedMeasure(
        "g-leakage (nats)",
        "log(expected gain after / expected gain before), where that is positive",
        "Alvim, Chatzikokolakis, Palamidessi and Smith, CSF 2012",
        _g_leakage,
    ),
)


DIGITS = 8
"""Of a number that is not printed exactly."""

SHORT = 12
"""Characters of a number that is printed exactly."""

MOST_READ = 12
"""Reports, and truths, whose chances are said one by one."""


@dataclass(frozen=True)
class Measures(Recorded):
    """What a table reveals about one respondent, in every currency of the field.

    Without a prior: the privacy of the table itself. With one: leakage about a respondent of whom
    no more than the prior is known.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> print(measures(warner, ["3/4", "1/4"]))      # doctest: +ELLIPSIS
    gamma = e^epsilon                  3
    epsilon                            1.0986123
    total variation                    1/2
    ...
    """

    channel: Channel
    prior: tuple[Fraction, ...] | None = None
    gain: tuple[tuple[Fraction, ...], ...] | None = None

    @cached_property
    def tradeoff(self) -> Tradeoff:
        """The trade-off function (f-DP), and with it the whole profile."""
        return tradeoff(self.channel)

    @cached_property
    def numbers(self) -> dict[str, Number]:
        """Each measure by its name, in the order in which they are printed."""
        found = {measure.name: measure.of(self.channel) for measure in OF_A_TABLE}
        if self.prior is not None:
            known = (self.channel, self.prior)
            measured = AT_A_PRIOR if is_written(self.channel) else OF_EQUAL_SHARES
            found |= {measure.name: measure.of(*known) for measure in measured}
            if self.gain is not None:
                found |= {measure.name: measure.of(*known, self.gain) for measure in OF_A_GAIN}
        return {name: number for name, number in found.items() if number is not None}

    def to_json(self) -> dict[str, Any]:
        """Names as printed; exact numbers are strings, enclosures two of them, infinity "oo"."""
        curve = self.tradeoff
        return {
            **self.channel.to_json(),
            "prior": None if self.prior is None else [text(q) for q in self.prior],
            "measures": {name: json_number(number) for name, number in self.numbers.items()},
            "profile": [{"gamma": text(g), "delta": text(d)} for g, d in curve.profile()],
            "tradeoff": [{"alpha": text(a), "beta": text(b)} for a, b in curve.corners],
            "words": self.words,
            "posteriors": dict(self.posteriors),
        }

    @property
    def words(self) -> str:
        """What the table says to a respondent."""
        return odds_in_words(self.channel)

    @property
    def posteriors(self) -> list[tuple[str, str]]:
        """What each report does to the chances of the truths; only where that is soon read."""
        reports, truths = self.channel.shape
        if self.prior is None or reports > MOST_READ or truths > MOST_READ:
            return []
        return posteriors_in_words(self.channel, self.prior)

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Each measure and its number, as printed."""
        return [(name, _short(number)) for name, number in self.numbers.items()]

    def __str__(self) -> str:
        lines = [f"{name:<34} {number}" for name, number in self.lines]
        said = [f"report {report}: {words}" for report, words in self.posteriors]
        return "\n".join([*lines, "", self.words, *said])

    def _repr_html_(self) -> str:
        return html_facts("what a report reveals", self.lines, self.channel._repr_html_())


def measures(channel: Channel, prior: Any = None, gain: Any = None, reports: Any = 1) -> Measures:
    """Every measure of a table; of so many reports of one person through it together.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> measures(warner, reports=2).numbers["gamma = e^epsilon"]
    Fraction(9, 1)
    """
    table = repeated(channel, reports)
    masses = None if prior is None else channel.checked_prior(prior)
    if masses is not None and not is_written(channel):
        _refuse_priors(masses, table is channel and gain is None)
    if gain is None or masses is None:
        return Measures(table, masses)
    return Measures(table, masses, exact_table(gain, "gain"))


def is_written(channel: Channel) -> bool:
    """Whether its reports can be looked at one by one: one that is implicit tells every two truths
    apart alike."""
    return channel.told_apart is channel


def _refuse_priors(shares: tuple[Fraction, ...], one_report: bool) -> None:
    """Of a table that is not written measures at a prior are those of equal shares."""
    if len(set(shares)) > 1 or not one_report:
        raise InputError(
            "prior must be equal shares, and reports and gain left out, for a table that is not "
            "written out; or without a prior its privacy is measured"
        )


def _short(number: Number) -> str:
    """A fraction that is short, else eight digits; infinity is oo."""
    if isinstance(number, tuple):
        low, high = number
        return in_digits(Fraction(low), DIGITS) if low < high else _short(low)
    if isinstance(number, float):
        return "oo"
    size = max(abs(number.numerator), number.denominator)
    exactly = str(number) if size < 10**SHORT else ""
    return exactly if 0 < len(exactly) <= SHORT else in_digits(number, DIGITS)
